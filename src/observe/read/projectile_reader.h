// The table of projectiles back from a file.
#pragma once

#include <array>
#include <istream>
#include <optional>
#include <string>
#include <string_view>

#include "observe/read/row_parser.h"
#include "observe/record/projectile_rows.h"

namespace drover {

// Reads the rows of observe/record/projectile_table as CSV or JSON Lines, in their order. Agents and types
// are those of the model.
class ProjectileReader {
 public:
  // The name is for messages.
  ProjectileReader(std::istream& input, std::string name, const Model& model);

  // False at the end, or after a problem().
  bool next(ProjectileRow& row);
  // Why the table cannot be read on, with the place; empty at the regular end.
  const std::optional<std::string>& problem() const { return problem_; }

 private:
  enum class Part {
    step,
    time,
    projectile,
    type,
    event,
    ended,
    owner,
    hit,
    holder,
    x,
    y,
    z,
    vx,
    vy,
    vz,
    blast
  };
  static constexpr std::array<std::string_view, 16> kNames = {
      "step",   "time", "projectile", "type", "event", "ended", "owner", "hit",
      "holder", "x",    "y",          "z",    "vx",    "vy",    "vz",    "blast"};

  const TraceCell& cell(Part part) const { return rows_.cells()[static_cast<std::size_t>(part)]; }
  bool fail(const TraceProblem& problem);
  bool fail(Part part, std::string_view what);
  bool get_number(Part part, double& value);
  template <class Integer>
  bool get_integer(Part part, Integer& value);
  bool get_agent(Part part, AgentIndex& agent);
  bool get_vector(Part x, Vec3& value);
  bool get_words(ProjectileRow& row);

  RowParser rows_;
  std::string name_;
  const Model& model_;
  std::optional<std::string> problem_;
};

}  // namespace drover
