// What happens in a batch as JSON lines, for programs that follow it.
#pragma once

#include <cstddef>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "batch/batch.h"

namespace drover {

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
  void end(std::size_t complete, std::size_t done_before, std::size_t failed, std::size_t failed_before);

  // Why lines were lost; empty where none was.
  const Failure& failure() const { return failure_; }

 private:
  void write(const nlohmann::ordered_json& event);

  std::string path_;
  int descriptor_ = -1;
  Failure failure_;
};

}  // namespace drover
