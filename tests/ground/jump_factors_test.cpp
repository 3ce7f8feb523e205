// Jump speeds and gravity of types that follow a quantity: heights and times of jumps on the spot.
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/problems.h"
#include "support/scene.h"

namespace drover::test::jump_factors_test {
namespace {

std::string on_the_spot(const std::string& keys, double dt = 0.001) {
  return scene(R"([{"type":"jump","takeoff":[0,0],"landing":[0,0]}])", R"([{"type":"a","position":[0,0]}])",
               keys, fmt::format(R"(,"simulation":{{"dt":{}}},"world":{{"dimensions":2.5}})", dt));
}

struct Hop {
  double height = 0.0, time = 0.0;
};
Hop hop(const std::string& keys) {
  Simulator simulator = make_simulator(on_the_spot(keys));
  Hop hop;
  while (simulator.world().time() < 4.0) {
    run_steps(simulator, 1);
    hop.height = std::max(hop.height, simulator.world().state.elevation.z[0]);
    hop.time += simulator.world().is_grounded(0) ? 0.0 : 0.001;
  }
  return hop;
}

// v^2 / (2 G) and 2 v / G.
TEST(JumpFactors, MakeJumpsLower) {
  const Hop laden = hop(R"(,"jump_speed_by":{"type":"time","points":[[0,0.8]]})");
  EXPECT_NEAR(laden.height, 0.815494, 1e-5);
  EXPECT_NEAR(laden.time, 0.815494, 0.002);
  for (const auto& [scale, height, time] :
       {std::tuple{0.5, 2.548420, 2.038736}, {1.0, 1.274210, 1.019368}, {2.0, 0.637105, 0.509684}}) {
    const Hop changed = hop(fmt::format(R"(,"gravity_scale_by":{{"type":"time","points":[[0,{}]]}})", scale));
    EXPECT_NEAR(changed.height, height, 1e-5) << scale;
    EXPECT_NEAR(changed.time, time, 0.002) << scale;
  }
}

// The factor of the state counts: the same as that of the type.
TEST(JumpFactors, AreThoseOfTheType) {
  Simulator by_factor = make_simulator(
      on_the_spot(R"(,"jump_speed":4,"gravity_scale":2,"jump_speed_by":{"type":"time","points":[[0,1.5]]},
                     "gravity_scale_by":{"type":"time","points":[[0,0.25]]})",
                  0.02));
  Simulator by_type = make_simulator(on_the_spot(R"(,"jump_speed":6,"gravity_scale":0.5)", 0.02));
  for (int k = 0; k < 200; ++k) {
    run_steps(by_factor, 1);
    run_steps(by_type, 1);
    ASSERT_EQ(by_factor.world().state.elevation.z[0], by_type.world().state.elevation.z[0]);
  }
  EXPECT_EQ(by_factor.world().state.jumps.landed[0], 1u);
}

TEST(JumpFactors, HaveProblemsWithTheirPlaces) {
  using ::testing::ElementsAre;
  using ::testing::HasSubstr;
  constexpr const char* kHalf = R"({"type":"time","points":[[0,0.5]]})";
  const std::string walker =
      scene(R"([{"type":"wander"}])", R"([{"type":"a","position":[0,0]}])",
            fmt::format(R"(,"jump_speed_by":{})", kHalf), R"(,"world":{"dimensions":2.5})");
  const BuiltWorld built = make_world(walker);
  ASSERT_EQ(built.warnings.size(), 1u);
  EXPECT_EQ(built.warnings[0].pointer, "/agent_types/a/jump_speed_by");
  EXPECT_THAT(
      problems_when_built(on_the_spot(fmt::format(R"(,"gravity_scale":0,"gravity_scale_by":{})", kHalf))),
      ElementsAre(HasSubstr("/agent_types/a/gravity_scale_by: \"gravity_scale_by\" has no effect without")));
}

}  // namespace
}  // namespace drover::test::jump_factors_test
