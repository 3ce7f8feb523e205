// What happens in a batch as JSON lines, for programs that follow it.
#pragma once

#include <array>
#include <cstddef>
#include <numeric>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "batch/batch.h"

namespace drover {

// How many runs ended in which way.
class RunCounts {
 public:
  std::size_t& operator[](RunStatus status) { return counts_[static_cast<std::size_t>(status)]; }
  std::size_t operator[](RunStatus status) const { return counts_[static_cast<std::size_t>(status)]; }
  std::size_t ended() const { return std::accumulate(counts_.begin(), counts_.end() - 1, std::size_t{0}); }

 private:
  std::array<std::size_t, 5> counts_ = {};  // stopped ones last
};

class BatchEvents {
 public:
  BatchEvents() = default;
  ~BatchEvents();
  BatchEvents(const BatchEvents&) = delete;
  BatchEvents& operator=(const BatchEvents&) = delete;

  // Appends to a file, so that the events of a batch that goes on follow those from before; "-": standard
  // output.
  [[nodiscard]] Failure open(const std::string& path);

  // Each writes one line; without open() nothing.
  void begin(const std::string& plan, std::size_t runs);
  void run_ended(const RunList& list, const RunOutcome& outcome);
  void end(const RunCounts& counts);

  // Why lines were lost; empty where none was.
  const Failure& failure() const { return failure_; }

 private:
  void write(const nlohmann::ordered_json& event);

  std::string path_;
  int descriptor_ = -1;
  Failure failure_;
};

}  // namespace drover
