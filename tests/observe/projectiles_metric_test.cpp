#include <gtest/gtest.h>

#include "support/observed_run.h"
#include "support/scene.h"

namespace drover::projectiles_metric_test {
namespace {

using test::measure;
using test::value_of;

// One throws a ball to another one, a mine explodes, and another explosion is an event.
constexpr const char* kScene =
    R"({"format":1,"simulation":{"dt":0.02,"duration":9},"world":{"dimensions":2.5},
    "projectile_types":{"ball":{"radius":0.1,"muzzle_speed":9,"ball":{}},
                        "mine":{"fuse":1,"gravity":[0,0,0],"explosion":{"radius":2}}},
    "agent_types":{"a":{"hands":{},"actions":[{"type":"throw","target":{"agent":"two"}}]},
                   "b":{"hands":{}}},
    "agents":[{"id":"one","type":"a","position":[0,0],"heading":0},
              {"id":"two","type":"b","position":[6,0],"heading":3.141592653589793},
              {"type":"b","position":[41,0]},{"type":"b","position":[45,0]}],
    "events":[{"type":"explosion","at":2,"position":[43,0,1],"radius":3,"momentum":0}],
    "projectiles":[{"type":"ball","held_by":"one"},{"type":"mine","position":[40,0,1]}],
    "record":{"metrics":{"projectiles":{}}}})";

TEST(Projectiles, CountWhatHandsDoAndWhatExplodes) {
  const MetricResults found = measure(kScene, 150);
  EXPECT_EQ(value_of(found, "projectiles.thrown"), 1.0);
  EXPECT_EQ(value_of(found, "projectiles.caught"), 1.0);
  EXPECT_EQ(value_of(found, "projectiles.held_final"), 1.0);
  EXPECT_EQ(value_of(found, "projectiles.fuse"), 1.0);
  EXPECT_EQ(value_of(found, "projectiles.explosions"), 1.0);
  // One by the mine, two by the event.
  EXPECT_EQ(value_of(found, "projectiles.caught_in_blast"), 3.0);
  EXPECT_EQ(value_of(found, "projectiles.in_flight_final"), 1.0);
}

}  // namespace
}  // namespace drover::projectiles_metric_test
