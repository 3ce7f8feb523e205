#include "batch/shard.h"

#include <array>
#include <charconv>
#include <cstring>

#include <fmt/format.h>

#include "core/hash.h"

namespace drover {
namespace {

std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// An index and a count that two variables hold.
struct Pair {
  const char* index;
  const char* count;
};

// Looks for parts in the environment; after a problem nothing more is found.
class Finder {
 public:
  explicit Finder(const Environment& environment) : environment_(environment) {}

  ShardChoice find() {
    // The count alone belongs to an indexed job of Kubernetes.
    if (value("JOB_COMPLETION_INDEX") == nullptr || value("DROVER_SHARD_INDEX") != nullptr) {
      if (const auto own = read({"DROVER_SHARD_INDEX", "DROVER_SHARD_COUNT"})) return finish(*own);
    }
    std::optional<Shard> outer = slurm_array();
    if (!outer) outer = kubernetes();
    std::optional<Shard> inner;
    for (const Pair& pair : {Pair{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                             Pair{"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}, Pair{"PMI_RANK", "PMI_SIZE"}}) {
      if (inner) break;
      // A Slurm script outside of a step has a rank and no step.
      if (std::string_view(pair.index) == "SLURM_PROCID" && value(pair.count) == nullptr) continue;
      inner = read(pair);
    }
    if (!outer && !inner) return finish({});
    const Shard o = outer.value_or(Shard{});
    const Shard i = inner.value_or(Shard{});
    return finish({o.index * i.count + i.index, o.count * i.count});
  }

 private:
  const char* value(const char* name) const {
    const char* text = environment_(name);
    return text != nullptr && *text != '\0' ? text : nullptr;
  }

  void fail(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }

  std::optional<std::uint64_t> number(const char* name) {
    const char* text = value(name);
    if (text == nullptr) return std::nullopt;
    const std::optional<std::uint64_t> found = number_of(text);
    if (!found) fail(fmt::format("{} is \"{}\", which is no whole number", name, text));
    return found;
  }

  void note(const char* name) { decided_by_ += fmt::format("{}{}", decided_by_.empty() ? "" : ", ", name); }

  std::optional<Shard> read(const Pair& pair) {
    const bool has_index = value(pair.index) != nullptr;
    const bool has_count = value(pair.count) != nullptr;
    if (!has_index && !has_count) return std::nullopt;
    if (has_index != has_count) {
      fail(fmt::format("{} is set and {} is not", has_index ? pair.index : pair.count,
                       has_index ? pair.count : pair.index));
      return std::nullopt;
    }
    const auto index = number(pair.index);
    const auto count = number(pair.count);
    if (!index || !count) return std::nullopt;
    if (*index >= *count) {
      fail(fmt::format("{} is {} and {} is {}: the index is below the count", pair.index, *index, pair.count,
                       *count));
      return std::nullopt;
    }
    note(pair.index);
    return Shard{*index, *count};
  }

  // Arrays such as 1-20 and 0-9:3 have an index; a list such as 1,3,7 has none.
  std::optional<Shard> slurm_array() {
    constexpr const char* kId = "SLURM_ARRAY_TASK_ID";
    if (value(kId) == nullptr) return std::nullopt;
    constexpr std::array kNames = {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN",
                                   "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_STEP"};
    std::array<std::uint64_t, kNames.size()> numbers{};
    for (std::size_t k = 0; k < kNames.size(); ++k) {
      if (value(kNames[k]) == nullptr) fail(fmt::format("{} is set and {} is not", kId, kNames[k]));
      numbers[k] = number(kNames[k]).value_or(0);
    }
    if (!problem_.empty()) return std::nullopt;
    const auto [id, count, min, max, step] = numbers;
    const bool is_even = step > 0 && max >= min && (max - min) / step + 1 == count && id >= min &&
                         id <= max && (id - min) % step == 0;
    if (!is_even) {
      fail(fmt::format(
          "the tasks of this Slurm array are no even range ({} of them from {} to {}), so that a "
          "task has no place among them; give the part yourself: --shard \"$SLURM_ARRAY_TASK_ID/N\"",
          count, min, max));
      return std::nullopt;
    }
    note(kId);
    return Shard{(id - min) / step, count};
  }

  std::optional<Shard> kubernetes() {
    constexpr const char* kIndex = "JOB_COMPLETION_INDEX";
    if (value(kIndex) == nullptr) return std::nullopt;
    if (value("DROVER_SHARD_COUNT") == nullptr) {
      fail(
          fmt::format("{} is set and DROVER_SHARD_COUNT is not: an indexed job does not tell how many there "
                      "are, so its manifest has to set that variable to its completions",
                      kIndex));
      return std::nullopt;
    }
    return read({kIndex, "DROVER_SHARD_COUNT"});
  }

  ShardChoice finish(const Shard& shard) {
    if (!problem_.empty()) return {.problem = problem_};
    return {.shard = shard, .decided_by = decided_by_};
  }

  const Environment& environment_;
  std::string decided_by_;
  std::string problem_;
};

}  // namespace

bool Shard::holds(std::string_view run_id) const {
  return hash_bytes(run_id) % count == index;
}

ShardChoice choose_shard(std::string_view text, const Environment& environment) {
  if (text == "auto") return Finder(environment).find();
  const std::size_t slash = text.find('/');
  const auto part = number_of(text.substr(0, slash));
  const auto count = slash == std::string_view::npos ? std::nullopt : number_of(text.substr(slash + 1));
  if (part && count && *part >= 1 && *part <= *count) return {.shard = {*part - 1, *count}};
  return {.problem =
              fmt::format("\"{}\" is no part of a batch: write 2/8 for the second of eight, or auto", text)};
}

}  // namespace drover
