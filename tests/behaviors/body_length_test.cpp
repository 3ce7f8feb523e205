// Lengths in units of the agent's body: an agent with body_length 4 and factor f behaves as with 4 f meters.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/stage.h"

namespace drover::test::body_length_test {
namespace {

constexpr const char* kLong = R"(,"body_length":4)";
constexpr const char* kBodies =
    R"(,{"type":"body","position":[5,1]},{"type":"body","position":[-3,-8]},{"type":"body","position":[11,2]})";
constexpr const char* kWorld =
    R"(,"world":{"obstacles":[{"center":[9,1],"radius":1}],"walls":[{"points":[[13,-9],[14,9]]}]})";

bool are_alike(const std::string& in_lengths, const std::string& in_meters, const std::string& type = kLong) {
  const auto stage = [&](const std::string& behavior) {
    return Stage{.behavior = behavior + R"(,{"type":"seek","target":{"point":[30,0]},"weight":0.5})",
                 .actor = R"("position":[0,0],"velocity":[2,0])",
                 .bodies = kBodies,
                 .type = type,
                 .scenario = kWorld};
  };
  return move_alike(stage(in_lengths), stage(in_meters), 300);
}

TEST(BodyLength, IsTheUnitOfNeighborhoodsThresholdsAndFeelers) {
  EXPECT_TRUE(are_alike(R"({"type":"separation","radius":9,"threshold_factor":1.5})",
                        R"({"type":"separation","radius":9,"threshold":6})"));
  EXPECT_TRUE(are_alike(R"({"type":"cohesion","length_factor":1.5})", R"({"type":"cohesion","radius":6})"));
  EXPECT_TRUE(are_alike(R"({"type":"wall_avoidance","length_factor":1.25,"whisker_length_factor":0.75})",
                        R"({"type":"wall_avoidance","length":5,"whisker_length":3})"));
  for (const std::string variant : {"feeler", "ray_normal"}) {
    const std::string keys = R"({"type":"obstacle_avoidance","variant":")" + variant + "\"";
    EXPECT_TRUE(are_alike(keys + R"(,"feeler_length_factor":1.5})", keys + R"(,"feeler_length":6})"))
        << variant;
    EXPECT_FALSE(are_alike(keys + R"(,"feeler_length_factor":1})", keys + R"(,"feeler_length":6})"))
        << variant;
  }
}

TEST(BodyLength, IsTwiceTheRadiusUnlessSaid) {
  const auto length_of_body = [](const char* type, const char* scenario) {
    Simulator simulator =
        simulator_of({.behavior = R"({"type":"wander"})", .type = type, .scenario = scenario});
    run_steps(simulator, 2);
    return simulator.world().body_length(0);
  };
  constexpr const char* kGrows =
      R"(,"events":[{"type":"set","at":0.02,"target":{"agent_type":"actor"},"parameter":"radius","value":2}])";
  EXPECT_EQ(length_of_body(R"(,"radius":0.75)", ""), 1.5);
  EXPECT_EQ(length_of_body(R"(,"radius":0.75)", kGrows), 4.0);
  EXPECT_EQ(length_of_body(R"(,"radius":0.75,"body_length":3)", kGrows), 3.0);
  EXPECT_TRUE(are_alike(R"({"type":"separation","radius":9,"threshold_factor":5})",
                        R"({"type":"separation","radius":9,"threshold":6})", R"(,"radius":0.6)"));
}

// A body 4 m long with the factor 3 sees centers up to 12 m away, whatever its radius is.
TEST(BodyLength, TimesTheFactorIsHowFarAnAgentSees) {
  const auto sees = [](double distance, const std::string& type, const char* keys) {
    const std::string behavior = R"({"type":"cohesion","length_factor":3)" + std::string(keys) + "}";
    return request_of(Stage{.behavior = behavior,
                            .bodies = fmt::format(R"(,{{"type":"body","position":[{},0]}})", distance),
                            .type = type})
        .has_value();
  };
  constexpr const char* kCenters = R"(,"add_other_radius":false)";
  for (const std::string& type : {std::string(kLong), kLong + std::string(R"(,"radius":1.5)")}) {
    EXPECT_TRUE(sees(11.9, type, kCenters));
    EXPECT_FALSE(sees(12.1, type, kCenters));
    // The other body has a radius of 0.5 m.
    EXPECT_TRUE(sees(12.4, type, ""));
    EXPECT_FALSE(sees(12.6, type, ""));
  }
}

// The body as such is still as wide as it was.
TEST(BodyLength, ChangesNothingElse) {
  const auto stage = [](const char* type) {
    return Stage{.behavior = R"({"type":"separation"},{"type":"wander"})", .bodies = kBodies, .type = type};
  };
  EXPECT_TRUE(move_alike(stage(kLong), stage(""), 200));
}

}  // namespace
}  // namespace drover::test::body_length_test
