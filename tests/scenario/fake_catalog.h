// A small catalog of kinds with every type of parameter. The reader, the writer, the schema and the reference
// are tested with it: they may know nothing about the kinds there are.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/kind.h"
#include "scenario/diagnostics.h"
#include "scenario/scenario_reader.h"

namespace drover::test {

// Families: behavior (approach, patrol, spin, wait), arbiter (prioritized_sum, average), locomotion
// (point_mass, car), placement (disc, cells), condition (never) and metric (spread, rank). spin only
// turns, and of the bodies only a car does.
const Catalog& fake_catalog();

// Parameters of the behavior "approach": a target, quantities, an angle, a choice and a nested object.
DROVER_ENUM(Pace, slow, fast)

struct ViewDef {
  double radius = 8.0;
  Parameter angle = 3.0;
  static const Table& table();
};

struct ApproachDef {
  Target target;
  Parameter slow_radius = 2.0;
  Parameter top_speed;
  Parameter cone = 0.5;
  Pace pace = Pace::fast;
  ViewDef view;
};

// Parameters of the behavior "patrol".
struct PatrolDef {
  Reference path{ReferenceType::path, {}, kNoIndex};
  Reference leader{ReferenceType::agent, {}, kNoIndex};
  Rows<3> keyframes;
  std::vector<Vec3> stops;
  std::vector<std::string> words;
  std::optional<Vec3> home;
  std::optional<ViewDef> view;
  std::int64_t laps = 1;
  bool reverse = false;
};

// A scenario read from a text named "test.json", and what was said about it.
struct Reading {
  std::optional<LoadedScenario> scenario;
  std::vector<Diagnostic> problems;
  JsonSources sources;

  // "3:14 /agents/0/type" of a problem; a problem on the command line starts with the name of its source.
  std::string place(const Diagnostic& problem) const;
  // Everything said, for messages of failed tests.
  std::string text() const;
};

Reading read_text(std::string text, const ReadOptions& options = {});

}  // namespace drover::test
