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
  std::vector<double> expected;
  std::vector<double> actual;
};

Column column(std::string_view name, const SharedColumn<double>& expected,
              const SharedColumn<double>& actual) {
  return {name, expected.to_vector(), actual.to_vector()};
}

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
    const AgentType& stack = expected.stacks[k];
    for (std::size_t s = 0; s < stack.slots.size(); ++s) {
      const Slot& slot = stack.slots[s];
      const std::span<const double> mine = slot.memory.values();
      // By label: slots that remember nothing may stand between.
      const auto same = std::find_if(actual.stacks[k].slots.begin(), actual.stacks[k].slots.end(),
                                     [&](const Slot& candidate) { return candidate.label == slot.label; });
      if (same == actual.stacks[k].slots.end())
        return fmt::format("type {} has no behavior {}", stack.name, slot.label);
      const std::span<const double> other = same->memory.values();
      if (mine.size() != other.size()) {
        return fmt::format("the memory of {} of type {} has {} numbers instead of {}", slot.label, stack.name,
                           other.size(), mine.size());
      }
      for (std::size_t m = 0; m < other.size(); ++m) {
        if (mine[m] == other[m]) continue;
        return fmt::format("agent {} of type {}, number {} remembered by {}: {}", m / slot.memory.per_row(),
                           stack.name, m % slot.memory.per_row(), slot.label, both(mine[m], other[m]));
      }
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> first_difference(const AgentMotion& expected, const AgentMotion& actual,
                                            double tolerance) {
  const Column columns[] = {{"x", expected.x, actual.x},
                            {"y", expected.y, actual.y},
                            {"vx", expected.vx, actual.vx},
                            {"vy", expected.vy, actual.vy},
                            {"hx", expected.hx, actual.hx},
                            {"hy", expected.hy, actual.hy},
                            column("rotation", expected.rotation, actual.rotation)};
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
  const Column columns[] = {column("radius", a.radius, b.radius), column("mass", a.mass, b.mass),
                            column("max_speed", a.max_speed, b.max_speed),
                            column("max_acceleration", a.max_acceleration, b.max_acceleration),
                            column("max_turn_rate", a.max_turn_rate, b.max_turn_rate)};
  if (const auto difference = first_difference(columns, std::min(a.size(), b.size()), 0.0))
    return at(*difference);
  for (AgentIndex i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a.present[i] != b.present[i]) return at(fmt::format("only one has the agent with index {}", i));
  }
  if (const auto difference = difference_of_memories(expected, actual)) return at(*difference);
  return std::nullopt;
}

}  // namespace drover::test
