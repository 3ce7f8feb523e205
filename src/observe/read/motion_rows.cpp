#include "observe/read/motion_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/det_math.h"
#include "core/exact_integers.h"
#include "core/quaternion.h"

namespace drover {
namespace {

// The columns that are used; all others are passed over.
constexpr auto kMotionColumnNames =
    std::to_array<std::string_view>({"step", "time", "agent", "type", "x", "y", "z", "heading", "hx", "hy",
                                     "hz", "vx", "vy", "vz", "qw", "qx", "qy", "qz"});

}  // namespace

MotionRows::MotionRows(std::istream& input, const World& scene)
    : scene_(scene), rows_(input, kMotionColumnNames) {}

std::string_view MotionRows::name_of(Column column) {
  return kMotionColumnNames[static_cast<std::size_t>(column)];
}

bool MotionRows::next() {
  if (!is_begun_ && !check_header()) return false;
  is_begun_ = true;
  if (!rows_.next()) {
    if (rows_.problem()) problem_ = rows_.problem();
    if (!problem_ && rows_.line() <= 1 && count_ == 0) problem_ = TraceProblem{1, {}, "the trace is empty"};
    return false;
  }
  if (!get_step() || !get_agent() || !get_position()) return false;
  row_.type = cell(Column::type).text;
  row_.heading = heading();
  ++count_;
  return true;
}

bool MotionRows::fail(std::string_view column, std::string message) {
  problem_ = TraceProblem{rows_.line(), std::string(column), std::move(message)};
  return false;
}

std::optional<std::string> MotionRows::forgive_unfinished_line() {
  if (!problem_ || !rows_.is_unfinished()) return std::nullopt;
  problem_.reset();
  return fmt::format("the trace ends in the middle of line {}", rows_.line());
}

// JSON Lines have no header to check.
bool MotionRows::check_header() {
  if (!rows_.start() || !rows_.is_csv()) return true;
  const auto count = [this](std::string_view name) { return std::ranges::count(rows_.header(), name); };
  for (const std::string& name : rows_.header()) {
    const bool is_read = std::ranges::find(kMotionColumnNames, name) != kMotionColumnNames.end();
    if (is_read && count(name) > 1) return fail(name, "the header names it twice");
  }
  for (const std::string_view name : {"agent", "x", "y"}) {
    if (count(name) == 0)
      return fail(name, "missing in the header; a trace needs agent, x, y, and step or time");
  }
  if (count("step") + count("time") > 0) return true;
  return fail("step", "missing in the header; a trace needs agent, x, y, and step or time");
}

bool MotionRows::get_number(Column column, double& value) {
  const TraceCell& given = cell(column);
  if (!given.present()) return fail(name_of(column), "missing");
  const auto number = number_of(given);
  if (!number) return fail(name_of(column), quoted_or_this(given.text) + " is not a number");
  if (!is_finite(*number)) return fail(name_of(column), "must be finite");
  value = *number;
  return true;
}

bool MotionRows::get_step() {
  const bool by_step = cell(Column::step).present();
  double time = 0.0;
  const bool has_time = cell(Column::time).present();
  if ((!by_step || has_time) && !get_number(Column::time, time)) return false;
  row_.time = has_time ? std::optional(time) : std::nullopt;
  // Without steps, any whole number that grows with the time will do to order the rows.
  constexpr double kMicroseconds = 1e6;
  double value =
      std::floor(scene_.model().dt > 0.0 ? time / scene_.model().dt + 0.5 : time * kMicroseconds + 0.5);
  if (by_step && !get_number(Column::step, value)) return false;
  const Column column = by_step ? Column::step : Column::time;
  if (std::fabs(value) > kLargestExactInteger) return fail(name_of(column), "too large");
  if (std::floor(value) != value) return fail(name_of(column), "must be a whole number");
  row_.step = static_cast<std::int64_t>(value);
  row_.has_step = by_step;
  return true;
}

bool MotionRows::get_agent() {
  const TraceCell& given = cell(Column::agent);
  if (!given.number) {
    if (const auto agent = scene_.model().find_agent(given.text)) {
      row_.number = scene_.model().agents.number[*agent];
      return true;
    }
  }
  double value = 0.0;
  if (!get_number(Column::agent, value)) return false;
  if (value < 0.0 || value > 4294967295.0 || std::floor(value) != value) {
    return fail("agent", "must be the number of an agent");
  }
  row_.number = static_cast<std::uint32_t>(value);
  return true;
}

bool MotionRows::get_position() {
  row_.position = {};
  if (!get_number(Column::x, row_.position.x) || !get_number(Column::y, row_.position.y)) return false;
  return !cell(Column::z).present() || get_number(Column::z, row_.position.z);
}

// Values that make no sense count as absent: a picture does without a heading.
Vec3 MotionRows::heading() const {
  const auto number = [this](Column column) { return number_of(cell(column)).value_or(0.0); };
  const auto vector = [&number](Column x, Column y, Column z) {
    const Vec3 v{number(x), number(y), number(z)};
    return is_finite(v) ? direction(v) : Vec3{};
  };
  const Vec3 given = vector(Column::hx, Column::hy, Column::hz);
  if (length2(given) > 0.0) return given;
  const Quaternion q{number(Column::qw), number(Column::qx), number(Column::qy), number(Column::qz)};
  if (dot(q, q) > 0.0 && is_finite(dot(q, q))) return rotated(normalized(q), {1.0, 0.0, 0.0});
  const auto angle = number_of(cell(Column::heading));
  if (angle && is_finite(*angle)) return {det::cos(*angle), det::sin(*angle), 0.0};
  return vector(Column::vx, Column::vy, Column::vz);
}

}  // namespace drover
