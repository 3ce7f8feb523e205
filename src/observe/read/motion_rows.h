// The rows of a trace as motions: which agent is where in which step.
#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>

#include "core/vec3.h"
#include "observe/read/row_parser.h"
#include "sim/state/world.h"

namespace drover {

struct MotionRow {
  std::int64_t step = 0;
  bool has_step = false;            // the trace says it; else it follows from the time
  std::optional<double> time = {};  // s
  std::uint32_t number = 0;         // of the agent
  std::string type = {};            // of the agent; empty: the trace does not say
  Vec3 position;                    // m
  Vec3 heading;                     // unit; zero: not known
};

// Reads a trace as CSV or JSON Lines. Needs the columns agent (its number, or its name in the scene), x, y,
// and step or time; uses z, type, and for the heading hx, hy and hz, or the quaternion qw, qx, qy, qz,
// or heading, or vx, vy and vz.
class MotionRows {
 public:
  // Both outlive this.
  MotionRows(std::istream& input, const World& scene);

  // False at the end, or after a problem().
  bool next();
  const MotionRow& row() const { return row_; }
  // Ends the reading with a problem of the present row.
  bool fail(std::string_view column, std::string message);

  const std::optional<TraceProblem>& problem() const { return problem_; }
  // A file that was cut off in the middle of its last line is read up to there: the problem of that line
  // becomes a note, and the last step may lack agents.
  std::optional<std::string> forgive_unfinished_line();
  std::int64_t count() const { return count_; }  // of rows so far

 private:
  enum class Column { step, time, agent, type, x, y, z, heading, hx, hy, hz, vx, vy, vz, qw, qx, qy, qz };

  static std::string_view name_of(Column column);
  bool check_header();
  bool get_number(Column column, double& value);
  bool get_step();
  bool get_agent();
  bool get_position();
  Vec3 heading() const;
  const TraceCell& cell(Column column) const { return rows_.cells()[static_cast<std::size_t>(column)]; }

  const World& scene_;
  RowParser rows_;
  bool is_begun_ = false;
  MotionRow row_;
  std::int64_t count_ = 0;
  std::optional<TraceProblem> problem_;
};

}  // namespace drover
