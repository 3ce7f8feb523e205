// What drover finds wrong with a scenario, for tests of refusals and warnings.
#pragma once

#include <string>
#include <vector>

#include "app/catalog.h"
#include "scenario/scenario_reader.h"
#include "sim/construction/world_builder.h"

namespace drover::test {

// "pointer: message" of everything that is found when the text is read or, if that finds nothing, of the
// errors when its world is built.
inline std::vector<std::string> problems_when_built(const std::string& text) {
  JsonSources sources;
  Diagnostics diagnostics;
  const auto loaded = read_scenario_text({"test", text}, {}, catalog(), sources, diagnostics);
  std::vector<std::string> found;
  for (const Diagnostic& problem : diagnostics.sorted())
    found.push_back(problem.pointer.value_or("") + ": " + problem.message);
  if (!found.empty()) return found;
  for (const Problem& problem : build_world(loaded->def).problems)
    found.push_back(problem.pointer + ": " + problem.message);
  return found;
}

// The same of the warnings that only building finds, of a text without problems.
inline std::vector<std::string> warnings_when_built(const std::string& text) {
  JsonSources sources;
  Diagnostics diagnostics;
  const auto loaded = read_scenario_text({"test", text}, {}, catalog(), sources, diagnostics);
  std::vector<std::string> found;
  for (const Problem& problem : build_world(loaded->def).warnings)
    found.push_back(problem.pointer + ": " + problem.message);
  return found;
}

}  // namespace drover::test
