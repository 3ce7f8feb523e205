// What is wrong with a plan file, the scenarios of its runs included.
#pragma once

#include <cstddef>
#include <string>

#include "core/kind.h"
#include "scenario/diagnostics.h"

namespace drover {

struct PlanCheck {
  bool is_plan = false;  // otherwise nothing was looked at
  JsonSources sources = {};
  Diagnostics diagnostics = {};
  std::size_t runs = 0;
  // The first run whose scenario has an error that is not one of the plan's changes.
  std::string run = {};
  JsonSources scenario_sources = {};
  Diagnostics of_scenario = {};

  bool is_good() const { return !diagnostics.has_errors() && !of_scenario.has_errors(); }
};

PlanCheck check_plan_file(const std::string& file, const Catalog& catalog);

}  // namespace drover
