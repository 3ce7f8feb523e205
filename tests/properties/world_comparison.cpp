#include "properties/world_comparison.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "core/hash.h"

namespace drover::test {
namespace {

struct Column {
  std::string_view name;
  const std::vector<double>& expected;
  const std::vector<double>& actual;
};

std::string both(double expected, double actual) {
  return fmt::format("expected {} (0x{}), got {} (0x{})", expected,
                     hex(std::bit_cast<std::uint64_t>(expected)), actual,
                     hex(std::bit_cast<std::uint64_t>(actual)));
}

bool is_near(double expected, double actual, double tolerance) {
  return expected == actual || std::fabs(expected - actual) <= tolerance;
}

std::optional<std::string> first_difference(std::span<const Column> columns, std::size_t count,
                                            double tolerance) {
  for (std::size_t i = 0; i < count; ++i) {
    for (const Column& column : columns) {
      if (is_near(column.expected[i], column.actual[i], tolerance)) continue;
      return fmt::format("agent index {}, {}: {}", i, column.name,
                         both(column.expected[i], column.actual[i]));
    }
  }
  return std::nullopt;
}

std::optional<std::string> difference_of_memories(const World& expected, const World& actual) {
  for (std::size_t k = 0; k < expected.stacks.size(); ++k) {
    const Stack& stack = expected.stacks[k];
    for (std::size_t s = 0; s < stack.slots.size(); ++s) {
      const Slot& slot = stack.slots[s];
      const std::vector<double>& other = actual.stacks[k].slots[s].memory;
      if (slot.memory.size() != other.size()) {
        return fmt::format("the memory of {} of type {} has {} numbers instead of {}", slot.label, stack.name,
                           other.size(), slot.memory.size());
      }
      for (std::size_t m = 0; m < other.size(); ++m) {
        if (slot.memory[m] == other[m]) continue;
        const AgentIndex agent = stack.agents[m / slot.kind->memory];
        return fmt::format("agent {}, number {} remembered by {}: {}", expected.agents.number[agent],
                           m % slot.kind->memory, slot.label, both(slot.memory[m], other[m]));
      }
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> first_difference(const AgentState& expected, const AgentState& actual,
                                            double tolerance) {
  const Column columns[] = {{"x", expected.x, actual.x},    {"y", expected.y, actual.y},
                            {"vx", expected.vx, actual.vx}, {"vy", expected.vy, actual.vy},
                            {"hx", expected.hx, actual.hx}, {"hy", expected.hy, actual.hy}};
  return first_difference(columns, std::min(expected.size(), actual.size()), tolerance);
}

std::optional<std::string> first_difference(const World& expected, const World& actual) {
  const auto at = [&](const std::string& difference) {
    return fmt::format("after tick {}: {}", expected.tick, difference);
  };
  if (expected.tick != actual.tick) return at(fmt::format("the other world is at tick {}", actual.tick));
  if (const auto difference = first_difference(expected.state, actual.state)) return at(*difference);
  const AgentTable& a = expected.agents;
  const AgentTable& b = actual.agents;
  const Column columns[] = {{"radius", a.radius, b.radius},
                            {"mass", a.mass, b.mass},
                            {"max_speed", a.max_speed, b.max_speed},
                            {"max_acceleration", a.max_acceleration, b.max_acceleration},
                            {"max_turn_rate", a.max_turn_rate, b.max_turn_rate}};
  if (const auto difference = first_difference(columns, std::min(a.size(), b.size()), 0.0))
    return at(*difference);
  if (const auto difference = difference_of_memories(expected, actual)) return at(*difference);
  return std::nullopt;
}

}  // namespace drover::test
