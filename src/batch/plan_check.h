// What is wrong with a plan file, as far as it shows without reading the scenario of every run.
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
};

PlanCheck check_plan_file(const std::string& file, const Catalog& catalog);

}  // namespace drover
