#include "locomotion/integrators.h"

namespace drover {

std::vector<Problem> problems_of(const IntegrationRule& rule) {
  const bool has_quadratic = rule.quadratic_drag.is_drawn() || rule.quadratic_drag.constant() > 0.0;
  if (rule.integrator == Integrator::exact_drag && has_quadratic) {
    return {{"/quadratic_drag", "the integrator exact_drag is exact for linear drag only"}};
  }
  return {};
}

}  // namespace drover
