// All of it may be called in a step, and so asks for no memory.
#include "properties/allocation_count.h"
#include "vehicles/bicycle.h"
#include "vehicles/drives.h"
#include "vehicles/dubins.h"
#include "vehicles/fillet.h"
#include "vehicles/human_walker.h"
#include "vehicles/output_filter.h"
#include "vehicles/reeds_shepp.h"
#include "vehicles/slipping_bicycle.h"
#include "vehicles/two_track.h"

namespace drover::memory_test {
namespace {

using namespace test;

TEST(Memory, VehiclesAreFree) {
  bool all = true;
  const std::uint64_t before = allocation_count();
  all &= decide(WheeledLimits{}, Gear::drive, drive_goal(5, 3), 10.0, 2.0).speed > 0.0;
  all &= decide(TrackedLimits{}, Gear::drive, drive_goal(5, 1), 10.0, 2.0).speed > 0.0;
  all &= walk({}, 1.0, drive_goal(5, 1), 2.0, 0.02).speed > 0.0;
  all &= filter_output({}, {}, false, {1, 2, {}}, 3.0).acceleration > 0.0;
  all &= step_bicycle({}, {.speed = 2.0}, {.steer = 0.5}, 0.02).turn_rate > 0.0;
  all &= step_slipping({}, {.forward = 2.0}, {.steer = 0.5}, 0.02).turn_rate > 0.0;
  all &= step_two_track({}, {}, {0.0, 1.0}, 0.02).tracks.right > 0.0;
  all &= dubins_curves({}, {{5, 3, 0}, {0, 1, 0}}, 1.0).count > 0;
  all &= reeds_shepp_curves({}, {{5, 3, 0}, {0, 1, 0}}, 1.0).count > 0;
  all &= corner_fillet({-10, 0, 0}, {0, 0, 0}, {0, 10, 0}, 2.0).has_value();
  EXPECT_EQ(allocation_count() - before, 0u);
  EXPECT_TRUE(all);
}

}  // namespace
}  // namespace drover::memory_test
