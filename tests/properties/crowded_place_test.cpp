// Agents among hundreds of obstacles and walls: whatever looks at them, through cells or at each, does and
// measures the same, bit for bit.
#include <gtest/gtest.h>

#include "core/random.h"
#include "sim/construction/world_builder.h"
#include "support/observed_run.h"
#include "support/scene.h"

namespace drover::test::crowded_place_test {
namespace {

std::string number_list(std::initializer_list<double> values) {
  std::string text;
  for (const double value : values)
    text += (text.empty() ? "[" : ",") + std::to_string(value);
  return text + "]";
}

// Among them a few as large as the world and some in one place.
std::string place(bool wraps) {
  Draws draws({95});
  std::string obstacles, walls;
  for (int k = 0; k < 250; ++k) {
    const double x = 60.0 * draws.uniform();
    const double y = 60.0 * draws.uniform();
    const double radius = k == 3 ? 9.0 : 0.2 + 0.5 * draws.uniform();
    const double length = k < 2 ? 70.0 : 2.0;
    const double dx = length * draws.signed_uniform();
    const double dy = length * draws.signed_uniform();
    const char* comma = k > 0 ? "," : "";
    if (k % 4 == 1) {
      obstacles += comma +
                   (R"({"box":{"center":)" + number_list({x, y}) + R"(,"size":)" +
                    number_list({2.0 * radius, 5.0 * radius}) + R"(,"angle":)" + std::to_string(dx)) +
                   "}}";
    } else {
      obstacles +=
          comma + (R"({"center":)" + number_list({x, y}) + R"(,"radius":)" + std::to_string(radius)) + "}";
    }
    walls += comma + (R"({"points":[)" + number_list({k % 20 == 0 ? 30.0 : y, x})) + "," +
             number_list({(k % 20 == 0 ? 30.0 : y) + dx, x + dy}) + "]}";
  }
  return std::string(R"("world":{"bounds":{"min":[0,0],"max":[60,60],"edge":")") + (wraps ? "wrap" : "open") +
         R"("},"obstacles":[)" + obstacles + R"(],"walls":[)" + walls + "]}";
}

std::string scenario(const std::string& behavior, bool wraps, bool cells) {
  std::string text = R"({"format":1,"seed":5,"simulation":{"dt":0.05,"non_penetration":{"enabled":true},)";
  text += std::string(R"("partition":{"enabled":)") + (cells ? "true" : "false") + "}},";
  text += place(wraps);
  text += R"(,"agent_types":{"a":{"radius":0.2,"max_speed":3,"max_acceleration":20,"steering":{)";
  text += R"("arbiter":{"type":"priority_groups"},"behaviors":[)" + behavior +
          R"({"type":"wander"}]}},"hunter":{"extends":"a","steering":{"behaviors":[{"type":"wander"}]}}},)";
  text += R"("agents":[{"type":"hunter","id":"hunter","position":[30,30],"velocity":[1,0]},)";
  text += R"({"type":"a","count":40,"heading":{"uniform":[-3,3]},"speed":1,"placement":)";
  text += R"({"type":"rectangle","min":[1,1],"max":[59,59]}}],)";
  return text + R"("record":{"metrics":{"clearance":{},"collisions":{}}}})";
}

struct Outcome {
  std::vector<std::uint64_t> hashes;
  std::vector<double> measured;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

Outcome outcome(const std::string& text) {
  Outcome outcome;
  Simulator simulator = make_simulator(text);
  for (int k = 0; k < 10; ++k) {
    run_steps(simulator, 8);
    outcome.hashes.push_back(simulator.hash());
  }
  const MetricResults results = measure(text, 40);
  for (const char* path : {"clearance.min_center", "clearance.min_rim", "collisions.agent_obstacle",
                           "collisions.agent_wall", "collisions.agent_wall_seconds"}) {
    outcome.measured.push_back(value_of(results, path));
  }
  return outcome;
}

const char* const kBehaviors[] = {
    R"({"type":"obstacle_avoidance"},)",
    R"({"type":"obstacle_avoidance","printed_form":true},)",
    R"({"type":"obstacle_avoidance","variant":"feeler","feelers":3},)",
    R"({"type":"obstacle_avoidance","variant":"feeler","combine":"nearest","feeler_length":1},)",
    R"({"type":"obstacle_avoidance","variant":"ray_reflect"},)",
    R"({"type":"obstacle_avoidance","variant":"ray_center","feeler_length":30},)",
    R"({"type":"wall_avoidance"},)",
    R"({"type":"wall_avoidance","config":"volume","length":12},)",
    R"({"type":"wall_avoidance","config":"parallel","two_sided":false},)",
    R"({"type":"hide","target":{"agent":"hunter"}},)",
    R"({"type":"hide","target":{"agent":"hunter"},"rear_bias":0.7,"visibility":"mutual","memory":1},)",
    R"({"type":"hide","target":{"agent":"hunter"},"rear_bias":0.99,"reject_blocked":false},)",
    R"({"type":"flee","target":{"agent":"hunter"},"when":{"type":"line_of_sight","target":{"agent":"hunter"}}},)",
    R"({"type":"flee","target":{"agent":"hunter"},"priority":-1,"priority_by":{"type":"time_to_collision","points":[[0,10],[9,-10]]}},)",
};

class CrowdedPlace : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Behaviors, CrowdedPlace, testing::ValuesIn(kBehaviors));

TEST_P(CrowdedPlace, IsTheSameThroughCellsAsLookingAtEachThing) {
  for (const bool wraps : {false, true}) {
    SCOPED_TRACE(wraps);
    const std::string text = scenario(GetParam(), wraps, true);
    const BuiltWorld built = make_world(text);
    ASSERT_GT(built.world.model().statics->shapes.obstacle_grid.cell_count(), 0u);
    ASSERT_GT(built.world.model().statics->shapes.segment_grid.cell_count(), 0u);
    const Outcome through_cells = outcome(text);
    EXPECT_EQ(through_cells, outcome(scenario(GetParam(), wraps, false)));
    EXPECT_NE(through_cells.hashes, outcome(scenario("", wraps, true)).hashes) << "the behavior does nothing";
  }
}

}  // namespace
}  // namespace drover::test::crowded_place_test
