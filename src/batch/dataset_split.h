// Which part of a dataset each run belongs to.
//
// Runs that share a seed have the same random numbers: agents may begin at the same places and take the same
// turns. What is trained on one of them knows something of the others, so they are in one part, and with
// `point` also the runs of one point. What stays together is a unit.
//
// Units are stratified: those of the same points (with `point`: of the same experiments) follow each other,
// in an order that their hashes give, and each goes to the part that is furthest below its share of the runs
// so far. So every point is divided as the whole is, and the shares are met to within one unit.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "batch/collection.h"

namespace drover {

// The parts of a dataset, and which percentage of runs each gets; they make 100.
inline constexpr std::array<std::string_view, 3> kSplits = {"train", "val", "test"};
using SplitShares = std::array<int, kSplits.size()>;

// What stays together; `run`: nothing, so that a seed may stand in several parts.
enum class SplitBy { seed, point, run };
inline constexpr std::array<std::string_view, 3> kSplitBy = {"seed", "point", "run"};

struct DatasetSplit {
  std::vector<std::size_t> part = {};                 // of each run, as an index in kSplits
  std::array<std::size_t, kSplits.size()> runs = {};  // different ones in each part
  std::size_t units = 0;
  std::vector<std::string> notes = {};  // where shares are not met, or seeds stand in several parts
};

// The same for any order of the runs.
DatasetSplit split_runs(const std::vector<CollectedRun>& runs, SplitBy by, const SplitShares& shares);

}  // namespace drover
