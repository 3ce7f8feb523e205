#include "app/catalog.h"

#include "actions/registry.h"
#include "actuators/registry.h"
#include "arbiters/pipeline/registry.h"
#include "arbiters/registry.h"
#include "behaviors/registry.h"
#include "conditions/registry.h"
#include "events/registry.h"
#include "formations/patterns/registry.h"
#include "locomotion/registry.h"
#include "observe/metrics/registry.h"
#include "quantities/registry.h"
#include "sim/construction/placements/registry.h"

namespace drover {

const Catalog& catalog() {
  static const Catalog kCatalog({behavior_kinds(), arbiter_kinds(), condition_kinds(), quantity_kinds(),
                                 targeter_kinds(), decomposer_kinds(), constraint_kinds(),
                                 path_actuator_kinds(), action_kinds(), actuator_kinds(), locomotion_kinds(),
                                 placement_kinds(), pattern_kinds(), event_kinds(), metric_kinds()});
  return kCatalog;
}

}  // namespace drover
