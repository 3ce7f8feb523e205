#include "batch/dataset_split.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/hash.h"
#include "core/text.h"

namespace drover {
namespace {

constexpr int kWhole = 100;  // percent

// Sets of runs that grow together (union-find, with the smallest index as the root).
class RunSets {
 public:
  explicit RunSets(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }

  // The run is in one set with all that were joined under this key.
  void join(std::size_t run, const std::string& key) {
    const auto [first, is_new] = first_.try_emplace(key, run);
    if (is_new) return;
    const std::size_t own = root(run);
    const std::size_t other = root(first->second);
    parent_[std::max(own, other)] = std::min(own, other);
  }
  std::size_t root(std::size_t run) {
    while (parent_[run] != run)
      run = parent_[run] = parent_[parent_[run]];
    return run;
  }

 private:
  std::vector<std::size_t> parent_;
  std::map<std::string, std::size_t> first_;
};

struct SplitUnit {
  std::string name;              // the same whichever version of drover made the runs
  std::set<std::string> strata;  // points or experiments that it has runs of
  std::set<std::string> ids;
  std::vector<std::size_t> runs;
};

std::vector<SplitUnit> units_of(const std::vector<CollectedRun>& runs, SplitBy by) {
  RunSets sets(runs.size());
  for (std::size_t k = 0; k < runs.size(); ++k) {
    sets.join(k, "run " + runs[k].id);  // of several experiments
    if (by != SplitBy::run) sets.join(k, fmt::format("seed {}", runs[k].seed));
    if (by == SplitBy::point) sets.join(k, "point " + point_key(runs[k]));
  }
  std::map<std::size_t, SplitUnit> units;
  for (std::size_t k = 0; k < runs.size(); ++k) {
    SplitUnit& unit = units[sets.root(k)];
    const std::string point = point_key(runs[k]);
    const std::string name = fmt::format("seed {} {}", runs[k].seed, point);
    if (unit.runs.empty() || name < unit.name) unit.name = name;
    unit.strata.insert(by == SplitBy::point ? runs[k].experiment : point);
    unit.ids.insert(runs[k].id);
    unit.runs.push_back(k);
  }
  std::vector<SplitUnit> list;
  for (auto& [root, unit] : units)
    list.push_back(std::move(unit));
  return list;
}

// Strata too are in the order of hashes: in that of the plan every tenth point of a grid would be of one row.
void sort_by_stratum(std::vector<SplitUnit>& units) {
  using Key = std::tuple<std::uint64_t, std::string, std::uint64_t, std::string>;
  std::vector<std::pair<Key, std::size_t>> order;
  for (std::size_t k = 0; k < units.size(); ++k) {
    const std::string stratum = fmt::format("{}", fmt::join(units[k].strata, "\n\n"));
    order.emplace_back(
        Key{hash_bytes("stratum " + stratum), stratum, hash_bytes("unit " + units[k].name), units[k].name},
        k);
  }
  std::ranges::sort(order);
  std::vector<SplitUnit> sorted;
  for (const auto& [key, k] : order)
    sorted.push_back(std::move(units[k]));
  units = std::move(sorted);
}

std::string share_text(const DatasetSplit& split, std::size_t all) {
  std::string text;
  for (std::size_t p = 0; p < kSplits.size(); ++p)
    text += fmt::format("{}{} {} ({:.3g} %)", p == 0 ? "" : ", ", kSplits[p], split.runs[p],
                        100.0 * static_cast<double>(split.runs[p]) / static_cast<double>(all));
  return text;
}

// A share is met where it cannot be met better by moving one run.
void note_shares(SplitBy by, const SplitShares& shares, std::size_t all, DatasetSplit& split) {
  bool is_met = true;
  for (std::size_t p = 0; p < kSplits.size(); ++p) {
    const auto missing = static_cast<std::int64_t>(all) * shares[p] -
                         static_cast<std::int64_t>(split.runs[p]) * std::int64_t{kWhole};
    is_met = is_met && std::abs(missing) < kWhole && (shares[p] == 0 || split.runs[p] > 0);
  }
  if (is_met) return;
  constexpr std::array<std::string_view, kSplitBy.size()> kReasons = {
      "runs that share a seed stay together", "runs that share a seed or a point stay together",
      "there are few runs"};
  split.notes.push_back(
      fmt::format("{} of {} in place of {} %: {}, which makes {} that can be divided", share_text(split, all),
                  counted(all, "run"), fmt::join(shares, ", "),
                  split.units == all ? kReasons.back() : kReasons[static_cast<std::size_t>(by)],
                  counted(split.units, "unit")));
}

void note_shared_seeds(const std::vector<CollectedRun>& runs, DatasetSplit& split) {
  std::map<std::uint64_t, std::set<std::size_t>> parts;
  for (std::size_t k = 0; k < runs.size(); ++k)
    parts[runs[k].seed].insert(split.part[k]);
  const auto shared = static_cast<std::size_t>(
      std::ranges::count_if(parts, [](const auto& entry) { return entry.second.size() > 1; }));
  if (shared > 0)
    split.notes.push_back(
        fmt::format("{} of {} in runs of several parts, which have random numbers in common; --split-by seed "
                    "keeps them together",
                    shared, counted(parts.size(), "seed")));
}

}  // namespace

DatasetSplit split_runs(const std::vector<CollectedRun>& runs, SplitBy by, const SplitShares& shares) {
  std::vector<SplitUnit> units = units_of(runs, by);
  sort_by_stratum(units);
  DatasetSplit split{.part = std::vector<std::size_t>(runs.size()), .units = units.size()};
  std::int64_t all = 0;
  for (const SplitUnit& unit : units) {
    all += static_cast<std::int64_t>(unit.ids.size());
    const auto missing = [&](std::size_t p) {
      return shares[p] * all - kWhole * static_cast<std::int64_t>(split.runs[p]);
    };
    std::size_t part = 0;
    for (std::size_t p = 1; p < kSplits.size(); ++p) {
      if (missing(p) > missing(part)) part = p;
    }
    split.runs[part] += unit.ids.size();
    for (const std::size_t run : unit.runs)
      split.part[run] = part;
  }
  note_shares(by, shares, static_cast<std::size_t>(all), split);
  note_shared_seeds(runs, split);
  return split;
}

}  // namespace drover
