// How many agents there were during a run, as people are told.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include <fmt/format.h>

#include "core/text.h"

namespace drover {

class AgentCount {
 public:
  explicit AgentCount(std::size_t count) : first_(count), fewest_(count), most_(count), last_(count) {}

  void observe(std::size_t count) {
    fewest_ = std::min(fewest_, count);
    most_ = std::max(most_, count);
    last_ = count;
  }

  // "7 agents", or what became of them where they came and went.
  std::string text() const {
    if (fewest_ == most_) return counted(most_, "agent");
    return fmt::format("{} at the start, {} to {} at a time, {} at the end", counted(first_, "agent"),
                       fewest_, most_, last_);
  }

 private:
  std::size_t first_, fewest_, most_, last_;
};

}  // namespace drover
