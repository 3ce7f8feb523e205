// A page that shows replays: one self-contained HTML file.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "observe/picture/display_list.h"
#include "observe/replay/replay.h"
#include "sim/state/world.h"

namespace drover {

// One replay of the page, of one run or of two that are compared.
struct ReplayPanel {
  std::vector<std::size_t> runs;  // in the order in which they were added
  std::vector<std::string> labels = {};
  std::string title = {};
  std::string text = {};
  std::string command = {};
  std::string_view status = "";                              // "ok", "failed", "differs", "new"
  std::optional<double> time = {};                           // where it opens [s]
  std::optional<std::uint32_t> agent = {};                   // the number of the one that is chosen then
  std::map<std::string, std::optional<double>> values = {};  // by which panels can be sorted
};

class ReplayPage {
 public:
  // kind: "run", "pair", "sheet" or "report".
  ReplayPage(std::string title, std::string_view kind) : title_(std::move(title)), kind_(kind) {}

  // Returns its index.
  std::size_t add_run(const Replay& replay, const World& scene, const DisplayList& display);
  void add_panel(ReplayPanel panel) { panels_.push_back(std::move(panel)); }
  void add_note(std::string note) { notes_.push_back(std::move(note)); }
  bool is_empty() const { return panels_.empty(); }

  // The same calls give the same bytes.
  std::string html() const;

 private:
  std::string title_;
  std::string_view kind_;
  std::vector<std::string> runs_;  // compressed
  std::vector<ReplayPanel> panels_;
  std::vector<std::string> notes_;
};

// The text of JSON within a script element: no name in it ends the element.
std::string json_in_script(std::string json);

}  // namespace drover
