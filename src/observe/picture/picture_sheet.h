// Small pictures of several runs on one sheet, all at one scale and of one part of the world.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "observe/record/trails.h"
#include "sim/state/world.h"

namespace drover {

struct SheetEntry {
  std::string title;
  std::string short_title;  // where some title does not fit above its picture
  World scene;              // at the end of the run
  Trails trails;
};

struct SheetInfo {
  std::string title;
  std::vector<std::string> facts;
  std::vector<std::string> warnings;
};

// `width` of the sheet [px]. The same arguments give the same bytes; at least one entry.
std::string draw_sheet(std::span<const SheetEntry> entries, const SheetInfo& info, double width);

}  // namespace drover
