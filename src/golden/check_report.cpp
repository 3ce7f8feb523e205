#include "golden/check_report.h"

#include <algorithm>

namespace drover {

std::string_view name_of(CheckStatus status) {
  return kCheckStatusNames[static_cast<std::size_t>(status)];
}

bool ScenarioCheck::meets_expectations() const {
  return all_pass(expectations);
}

bool ScenarioCheck::pass() const {
  return golden_agrees() && meets_expectations();
}

std::size_t CheckReport::failure_count() const {
  const auto bad = std::count_if(scenarios.begin(), scenarios.end(),
                                 [](const ScenarioCheck& check) { return !check.pass(); });
  return static_cast<std::size_t>(bad) + (obsolete_fails ? obsolete.size() : 0);
}

}  // namespace drover
