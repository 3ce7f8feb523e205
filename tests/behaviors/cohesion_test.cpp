#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/ask.h"

namespace drover::test::cohesion_test {
namespace {

std::string agents_of(std::string_view first, std::string_view others) {
  return fmt::format(R"([{{"type":"a",{}}}{}])", first, others);
}

std::optional<Vec3> ask(std::string_view first, std::string_view others,
                        std::string_view scenario_keys = "") {
  return request_of(scene(R"([{"type":"cohesion","radius":30,"response_time":0.8}])",
                          agents_of(first, others), R"(,"max_speed":3,"max_acceleration":6)", scenario_keys));
}

TEST(Cohesion, OnOneNeighborEqualsSeek) {
  constexpr const char* kPair =
      R"([{"type":"a","position":[1,2],"velocity":[0.5,-1]},{"type":"a","position":[9,-3]}])";
  const auto cohesion = request_of(scene(R"([{"type":"cohesion","radius":30,"response_time":0.8}])", kPair));
  const auto seek =
      request_of(scene(R"([{"type":"seek","target":{"point":[9,-3]},"response_time":0.8}])", kPair));
  ASSERT_TRUE(cohesion);
  EXPECT_NEAR(length(*cohesion - *seek), 0.0, 1e-10);
}

TEST(Cohesion, SeeksTheUnweightedCentroid) {
  const auto request =
      ask(R"("position":[0,0])",
          R"(,{"type":"a","position":[6,0]},{"type":"a","position":[0,9]},{"type":"a","position":[3,3]})");
  const Vec3 wanted = direction({3, 4, 0}) * 3.0 / 0.8;
  EXPECT_NEAR(length(*request - wanted), 0.0, 1e-10);
}

TEST(Cohesion, AmongSymmetricNeighborsBrakes) {
  const auto request = ask(R"("position":[1,1],"velocity":[0.8,-0.4])",
                           R"(,{"type":"a","position":[3,2]},{"type":"a","position":[-1,0]})");
  EXPECT_NEAR(length(*request - Vec3{-1.0, 0.5, 0}), 0.0, 1e-12);
}

TEST(Cohesion, OfCoincidentAgentsBrakesAndIsFinite) {
  const auto request = ask(R"("position":[1,1],"velocity":[0.8,0])", R"(,{"type":"a","position":[1,1]})");
  EXPECT_EQ(request, (Vec3{-1, 0, 0}));
}

TEST(Cohesion, TakesNearestImagesInAWorldThatWraps) {
  const auto request =
      ask(R"("position":[1,5])", R"(,{"type":"a","position":[99,5]},{"type":"a","position":[97,5]})",
          R"(,"world":{"bounds":{"min":[0,0],"max":[100,100],"edge":"wrap"}})");
  EXPECT_NEAR(length(*request - Vec3{-3.0 / 0.8, 0, 0}), 0.0, 1e-12);
}

TEST(Cohesion, WithoutANeighborThereIsNoRequest) {
  EXPECT_FALSE(ask(R"("position":[0,0])", ""));
  EXPECT_FALSE(ask(R"("position":[0,0])", R"(,{"type":"a","position":[40,0]})"));
}

TEST(Cohesion, NeighborsMayBeRestrictedToAGroup) {
  constexpr const char* kAgents = R"([{"type":"a","position":[0,0]},{"type":"a","position":[0,4]},
                                      {"type":"a","position":[4,0],"group":"friends"}])";
  const auto request = request_of(scene(R"([{"type":"cohesion","neighbors":{"group":"friends"}}])", kAgents));
  EXPECT_GT(request->x, 0.0);
  EXPECT_EQ(request->y, 0.0);
}

TEST(Cohesion, NeighborsCannotBeAPointOrOneAgent) {
  for (const char* neighbors : {R"({"point":[1,2]})", R"({"agent":"a0"})"}) {
    const std::string text = scene(fmt::format(R"([{{"type":"cohesion","neighbors":{}}}])", neighbors),
                                   R"([{"type":"a","id":"a0","position":[0,0]}])");
    EXPECT_THROW(make_simulator(text), std::runtime_error) << neighbors;
  }
}

TEST(Cohesion, ArriveOnOneNeighborEqualsArrive) {
  for (const char* neighbor : {"[9,-3]", "[1.1,2.1]"}) {
    const std::string pair = fmt::format(
        R"([{{"type":"a","position":[1,2],"velocity":[0.5,-1]}},{{"type":"a","position":{}}}])", neighbor);
    constexpr const char* kKeys = R"("deceleration":"slow","deceleration_tweak":0.5,"response_time":0.2)";
    const auto cohesion = request_of(
        scene(fmt::format(R"([{{"type":"cohesion","variant":"arrive","radius":30,{}}}])", kKeys), pair));
    const auto arrive = request_of(
        scene(fmt::format(R"([{{"type":"arrive","target":{{"point":{}}},{}}}])", neighbor, kKeys), pair));
    EXPECT_NEAR(length(*cohesion - *arrive), 0.0, 1e-10) << neighbor;
  }
}

TEST(Cohesion, ArriveComesToRestAtAFriendThatStands) {
  constexpr const char* kAgents =
      R"([{"type":"a","position":[0,0]},{"type":"a","position":[6,2],"group":"still"}])";
  Simulator simulator = make_simulator(scene(
      R"([{"type":"cohesion","variant":"arrive","radius":30,"response_time":0.1,"neighbors":{"group":"still"}}])",
      kAgents));
  run_steps(simulator, 800);
  EXPECT_NEAR(length(simulator.world().state.motion.position(0) - Vec3{6, 2, 0}), 0.0, 1e-3);
  EXPECT_NEAR(length(simulator.world().state.motion.velocity(0)), 0.0, 1e-3);
}

// Of an agent that heads along +x; max_acceleration is 6.
Vec3 ask_angle(std::string_view others, std::string_view keys = "") {
  return *request_of(scene(R"([{"type":"cohesion","variant":"angle","radius":30}])",
                           agents_of(fmt::format(R"("position":[1,1]{})", keys), others),
                           R"(,"max_acceleration":6)"));
}

TEST(Cohesion, AngleAbeamIsHalfThePushToThatSide) {
  EXPECT_NEAR(length(ask_angle(R"(,{"type":"a","position":[1,5]})") - Vec3{0, 3, 0}), 0.0, 1e-10);
  EXPECT_NEAR(length(ask_angle(R"(,{"type":"a","position":[1,-5]})") - Vec3{0, -3, 0}), 0.0, 1e-10);
}

TEST(Cohesion, AngleAheadIsNothingAndDeadAsternAFullPushToTheLeft) {
  EXPECT_EQ(ask_angle(R"(,{"type":"a","position":[4,1]})"), Vec3{});
  EXPECT_NEAR(length(ask_angle(R"(,{"type":"a","position":[-4,1]})") - Vec3{0, 6, 0}), 0.0, 1e-10);
}

TEST(Cohesion, AngleIsTakenFromTheHeadingAlone) {
  const auto ask_with = [](const char* velocity) {
    return ask_angle(R"(,{"type":"a","position":[3,4]})", fmt::format(R"(,"heading":0.4,{})", velocity));
  };
  const Vec3 at_rest = ask_with(R"("velocity":[0,0])");
  EXPECT_EQ(at_rest, ask_with(R"("velocity":[-1,2])"));
  EXPECT_NEAR(length(at_rest), 6.0 * (std::atan2(3.0, 2.0) - 0.4) / 3.14159265358979, 1e-9);
}

TEST(Cohesion, AngleOfCoincidentAgentsIsNothing) {
  EXPECT_EQ(ask_angle(R"(,{"type":"a","position":[1,1]})"), Vec3{});
}

// Neighbors of 1 kg and 3 kg.
std::optional<Vec3> ask_weighted(const char* keys) {
  return request_of(fmt::format(
      R"({{"format":1,"agent_types":{{
        "a":{{"mass":1,"max_speed":3,"max_acceleration":60,"steering":{{"behaviors":[{{"type":"cohesion","radius":30{}}}]}}}},
        "heavy":{{"mass":3}}}},
        "agents":[{{"type":"a","position":[0,0]}},{{"type":"a","position":[8,0]}},
                  {{"type":"heavy","position":[0,4]}}]}})",
      keys));
}

TEST(Cohesion, ByMassSeeksTheCenterOfMass) {
  EXPECT_NEAR(length(direction(*ask_weighted("")) - direction({4, 2, 0})), 0.0, 1e-10);
  EXPECT_NEAR(length(direction(*ask_weighted(R"(,"by_mass":true)")) - direction({2, 3, 0})), 0.0, 1e-10);
}

TEST(Cohesion, MirroredCrowdsGiveMirroredRequestsExactly) {
  const auto a = ask(R"("position":[0,0],"velocity":[1,0.3])",
                     R"(,{"type":"a","position":[2.1,3.7]},{"type":"a","position":[-1,0.2]})");
  const auto b = ask(R"("position":[0,0],"velocity":[1,-0.3])",
                     R"(,{"type":"a","position":[2.1,-3.7]},{"type":"a","position":[-1,-0.2]})");
  EXPECT_EQ(a->x, b->x);
  EXPECT_EQ(a->y, -b->y);
}

}  // namespace
}  // namespace drover::test::cohesion_test
