#include "app/catalog.h"

#include <array>

#include "actuators/registry.h"
#include "arbiters/registry.h"
#include "behaviors/registry.h"
#include "conditions/registry.h"
#include "events/registry.h"
#include "formations/patterns/registry.h"
#include "locomotion/registry.h"
#include "observe/metrics/registry.h"
#include "quantities/registry.h"
#include "sim/build/placements/registry.h"

namespace drover {

const Catalog& catalog() {
  static const std::array<Catalog::Family, 10> kFamilies = {{{"behavior", behavior_kinds()},
                                                             {"arbiter", arbiter_kinds()},
                                                             {"condition", condition_kinds()},
                                                             {"quantity", quantity_kinds()},
                                                             {"actuator", actuator_kinds()},
                                                             {"locomotion", locomotion_kinds()},
                                                             {"placement", placement_kinds()},
                                                             {"pattern", pattern_kinds()},
                                                             {"event", event_kinds()},
                                                             {"metric", metric_kinds()}}};
  static const Catalog kCatalog(kFamilies);
  return kCatalog;
}

}  // namespace drover
