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

bool is_memory(const ColumnSet::Column& column) {
  return column.info.name.ends_with("/memory");
}

// By name: behaviors that remember nothing may stand between.
std::optional<std::string> difference_of_memories(const World& expected, const World& actual) {
  for (const ColumnSet::Column& column : expected.state.columns.columns()) {
    if (!is_memory(column)) continue;
    const std::string& name = column.info.name;
    const auto others = actual.state.columns.columns();
    const auto same = std::ranges::find_if(
        others, [&](const ColumnSet::Column& candidate) { return candidate.info.name == name; });
    if (same == others.end()) return fmt::format("there is no column {}", name);
    const auto& mine = std::get<std::vector<double>>(column.values);
    const auto& other = std::get<std::vector<double>>(same->values);
    // Of conditions every agent has a row; a world that has more agents has more rows.
    const bool is_by_type = column.info.owner == StateOwner::agent_of_type;
    if (is_by_type && mine.size() != other.size())
      return fmt::format("{} has {} numbers instead of {}", name, other.size(), mine.size());
    for (std::size_t m = 0; m < std::min(mine.size(), other.size()); ++m) {
      if (mine[m] == other[m]) continue;
      return fmt::format("{}, row {}, number {}: {}", name, m / column.info.width, m % column.info.width,
                         both(mine[m], other[m]));
    }
  }
  return std::nullopt;
}

}  // namespace

namespace {

std::optional<std::string> difference_of_motion(const AgentMotion& expected, const AgentMotion& actual,
                                                std::size_t count, double tolerance) {
  const Column columns[] = {{"x", expected.x, actual.x},
                            {"y", expected.y, actual.y},
                            {"vx", expected.vx, actual.vx},
                            {"vy", expected.vy, actual.vy},
                            {"hx", expected.hx, actual.hx},
                            {"hy", expected.hy, actual.hy},
                            column("rotation", expected.rotation, actual.rotation),
                            column("z", expected.z, actual.z),
                            column("vz", expected.vz, actual.vz),
                            column("hz", expected.hz, actual.hz),
                            column("ux", expected.ux, actual.ux),
                            column("uy", expected.uy, actual.uy),
                            column("uz", expected.uz, actual.uz)};
  return first_difference(columns, count, tolerance);
}

// Anchors of formations have the rows behind the agents, so those of worlds of different sizes do not meet.
std::size_t common_rows(const World& expected, const World& actual) {
  const Model& a = expected.model();
  const Model& b = actual.model();
  if (a.agents.size() == b.agents.size()) return a.agents.size();
  return std::min(std::min<std::size_t>(a.agents.size(), a.first_anchor),
                  std::min<std::size_t>(b.agents.size(), b.first_anchor));
}

}  // namespace

std::optional<std::string> first_difference(const AgentMotion& expected, const AgentMotion& actual,
                                            double tolerance) {
  return difference_of_motion(expected, actual, std::min(expected.size(), actual.size()), tolerance);
}

std::optional<std::string> first_difference(const World& expected, const World& actual) {
  const auto at = [&](const std::string& difference) {
    return fmt::format("after tick {}: {}", expected.state.tick, difference);
  };
  if (expected.state.tick != actual.state.tick)
    return at(fmt::format("the other world is at tick {}", actual.state.tick));
  const std::size_t count = common_rows(expected, actual);
  if (const auto difference = difference_of_motion(expected.state.motion, actual.state.motion, count, 0.0))
    return at(*difference);
  std::vector<Column> columns;
  AgentLimits::for_each_column([&](const auto& limit) {
    columns.push_back(
        column(limit.info.name, expected.state.limits.*limit.member, actual.state.limits.*limit.member));
  });
  if (const auto difference = first_difference(columns, count, 0.0)) return at(*difference);
  for (AgentIndex i = 0; i < count; ++i) {
    if (expected.is_present(i) != actual.is_present(i))
      return at(fmt::format("only one has the agent with index {}", i));
  }
  if (const auto difference = difference_of_memories(expected, actual)) return at(*difference);
  return std::nullopt;
}

}  // namespace drover::test
