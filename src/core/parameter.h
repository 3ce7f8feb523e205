// A number in a scenario that may differ from agent to agent: a constant, or a distribution drawn once per
// agent.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/index.h"

namespace drover {

// How a number is drawn, or which of a list it is. The draws of two parameters never influence each other:
// each has its own stream.
struct Distribution {
  enum class Type { uniform, normal, choice, exponential, each };
  Type type = Type::uniform;
  // uniform: [low, high); normal: where it is truncated; exponential: what a draw can give; each: of all
  // items
  double low = 0.0;
  double high = 0.0;
  double mean = 0.0;                // normal, exponential
  double deviation = 0.0;           // normal, > 0
  std::vector<double> values = {};  // choice, each equally likely
  std::vector<Distribution> items =
      {};  // each: of the agents of an entry in order; a choice of one is a constant

  // The ends of what an agent may get.
  double least() const {
    return type == Type::choice ? *std::min_element(values.begin(), values.end()) : low;
  }
  double greatest() const {
    return type == Type::choice ? *std::max_element(values.begin(), values.end()) : high;
  }

  friend bool operator==(const Distribution&, const Distribution&) = default;
};

// Absent (the default stands elsewhere, such as "the agent's max_speed"), constant, or drawn.
// When the world is built every drawn parameter is bound to a column of the state with one value per agent;
// the parameter itself stays the same for every state.
class Parameter {
 public:
  constexpr Parameter() = default;
  constexpr Parameter(double value) : value_(value), present_(true) {}  // NOLINT: a number is a parameter
  explicit Parameter(Distribution distribution)
      : present_(true), distribution_(std::make_shared<const Distribution>(std::move(distribution))) {}

  bool is_present() const { return present_; }
  bool is_drawn() const { return distribution_ != nullptr; }
  // Whether agents may have different values: it is drawn, or an event sets it for some of them.
  bool varies() const { return is_drawn() || is_bound(); }
  // The constant; meaningless for a parameter that varies.
  double constant() const { return value_; }
  const Distribution& distribution() const { return *distribution_; }
  // The ends of what an agent may get, of a parameter that is present.
  double least() const { return is_drawn() ? distribution_->least() : value_; }
  double greatest() const { return is_drawn() ? distribution_->greatest() : value_; }

  // The column of the state that holds a value for each agent (State::value reads it); kNoIndex without.
  std::uint32_t column() const { return column_; }
  bool is_bound() const { return column_ != kNoIndex; }
  void bind(std::uint32_t column) { column_ = column; }

  // Equal as definitions; drawn quantities also have to share their column.
  friend bool operator==(const Parameter& a, const Parameter& b) {
    if (a.present_ != b.present_ || a.column_ != b.column_ || a.is_drawn() != b.is_drawn()) return false;
    return a.is_drawn() ? *a.distribution_ == *b.distribution_ : a.value_ == b.value_;
  }

 private:
  double value_ = 0.0;
  bool present_ = false;
  std::uint32_t column_ = kNoIndex;
  std::shared_ptr<const Distribution> distribution_;
};

}  // namespace drover
