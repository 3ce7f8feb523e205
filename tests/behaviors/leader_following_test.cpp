#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/stage.h"

namespace drover::test::leader_following_test {
namespace {

// No pushes, so that only the place in the file counts.
const std::string kFileOnly = R"(,"separation":{"weight":0},"clear_weight":0)";

std::string follow(const std::string& keys = "") {
  return R"({"type":"leader_following","target":{"agent":"leader"})" + keys + "}";
}

std::string follower(const std::string& position) {
  return R"(,{"type":"actor","position":)" + position + "}";
}

std::string leader(const std::string& keys) {
  return R"(,{"type":"body","id":"leader",)" + keys + "}";
}

Vec3 heading_of(const Simulator& simulator, AgentIndex agent) {
  return simulator.world().state.motion.heading(agent);
}

// From the place behind `ahead` to the agent.
Vec3 error_of(const Simulator& simulator, AgentIndex agent, AgentIndex ahead, double behind) {
  return position_of(simulator, agent) - position_of(simulator, ahead) +
         heading_of(simulator, ahead) * behind;
}

// The leader heads for (0.6, 0.8); the followers start behind it on its axis. The headings they keep at rest
// are those of their last tenth of a millimeter.
TEST(LeaderFollowing, FollowersOfAStandingLeaderRestInLineAtEqualGaps) {
  Simulator simulator =
      simulator_of({.behavior = follow(kFileOnly),
                    .actor = R"("position":[-6,-8])",
                    .bodies = follower("[-9,-12]") + follower("[-12,-16]") +
                              leader(R"("position":[0,0],"heading_deg":53.13010235415598)")});
  run_steps(simulator, 2500);
  for (AgentIndex k = 0; k < 3; ++k) {
    const double distance = 1.5 * (k + 1.0);
    EXPECT_NEAR(position_of(simulator, k).x, -0.6 * distance, 1e-3) << k;
    EXPECT_NEAR(position_of(simulator, k).y, -0.8 * distance, 1e-3) << k;
    EXPECT_LT(length(error_of(simulator, k, k == 0 ? 3 : k - 1, 1.5)), 1e-6) << k;
  }
}

// The place of each moves at the speed of the leader, so that each lags behind it by its time constant: 0.3 s
// times 2, as for a normal deceleration.
TEST(LeaderFollowing, BehindAMovingLeaderEachLagsByItsTimeConstant) {
  for (const double speed : {0.5, 1.0}) {
    Simulator simulator = simulator_of(
        {.behavior = follow(kFileOnly),
         .actor = R"("position":[-2,0])",
         .bodies = follower("[-4,0]") + leader(fmt::format(R"("position":[0,0],"velocity":[{},0])", speed)),
         .type = R"(,"max_speed":3)"});
    run_steps(simulator, 2500);
    for (const auto& [agent, ahead] : {std::pair(0u, 2u), std::pair(1u, 0u)}) {
      EXPECT_NEAR(error_of(simulator, agent, ahead, 1.5).x, -0.6 * speed, 1e-6) << agent;
      EXPECT_NEAR(error_of(simulator, agent, ahead, 1.5).y, 0.0, 1e-6) << agent;
    }
  }
}

TEST(LeaderFollowing, EachKeepsBehindTheOneBeforeItInTheFile) {
  Simulator simulator = simulator_of(
      {.behavior = follow(kFileOnly + R"(,"behind_distance":2)"),
       .actor = R"("position":[-6,3])",
       .bodies = follower("[1,-9]") + follower("[5,5]") + leader(R"("position":[4,2],"heading_deg":30)")});
  run_steps(simulator, 2500);
  EXPECT_LT(length(error_of(simulator, 0, 3, 2.0)), 1e-6);
  EXPECT_LT(length(error_of(simulator, 1, 0, 2.0)), 1e-6);
  EXPECT_LT(length(error_of(simulator, 2, 1, 2.0)), 1e-6);
}

TEST(LeaderFollowing, AllKeepBehindTheLeaderWhereToldTo) {
  Simulator simulator =
      simulator_of({.behavior = follow(kFileOnly + R"(,"follow":"leader")"),
                    .actor = R"("position":[-6,3])",
                    .bodies = follower("[1,-9]") + leader(R"("position":[4,2],"heading_deg":90)")});
  run_steps(simulator, 2500);
  EXPECT_LT(distance_to(simulator, {4, 0.5, 0}), 1e-6);
  EXPECT_LT(length(position_of(simulator, 1) - Vec3{4, 0.5, 0}), 1e-6);
}

TEST(LeaderFollowing, AbsentAgentsAreSkipped) {
  const std::string event = R"(,"events":[{"type":"remove","target":{"agent":"second"},"at":1}])";
  Simulator simulator =
      simulator_of({.behavior = follow(kFileOnly),
                    .actor = R"("position":[-2,0])",
                    .bodies = R"(,{"type":"actor","id":"second","position":[-4,0]})" + follower("[-6,0]") +
                              leader(R"("position":[0,0],"heading_deg":0)"),
                    .scenario = event});
  run_steps(simulator, 2500);
  EXPECT_LT(length(error_of(simulator, 2, 0, 1.5)), 1e-6);
}

// The file is the body with number 1, the leader with number 2 and the actor with number 3.
TEST(LeaderFollowing, ALeaderInTheFileIsSkipped) {
  const auto member = [](const char* keys) {
    return R"(,{"type":"body","group":"file","heading_deg":0,)" + std::string(keys) + "}";
  };
  const auto request =
      request_of(text_of({.behavior = follow(kFileOnly + R"(,"followers":{"group":"file"})"),
                          .actor = R"("position":[0,0],"group":"file","number":3)",
                          .bodies = member(R"("number":1,"position":[4,4])") +
                                    member(R"("number":2,"position":[9,-4],"id":"leader")")}),
                 2);
  ASSERT_TRUE(request);
  EXPECT_NEAR(length(direction(*request) - direction(Vec3{2.5, 4, 0})), 0.0, 1e-12);
}

TEST(LeaderFollowing, WithoutItsLeaderThereIsNoRequest) {
  Simulator simulator =
      simulator_of({.behavior = follow(),
                    .bodies = leader(R"("position":[3,0])"),
                    .scenario = R"(,"events":[{"type":"remove","target":{"agent":"leader"},"at":0}])"});
  run_steps(simulator, 2);
  EXPECT_FALSE(request_of(simulator));
}

// The request in the way of a leader that stands and heads for +y; `ahead` and `left` are in its frame.
Vec3 in_the_way(double ahead, double left, const std::string& keys = "") {
  return *request_of({.behavior = follow(R"(,"separation":{"weight":0})" + keys),
                      .actor = fmt::format(R"("position":[{},{}])", -left, ahead),
                      .bodies = leader(R"("position":[0,0],"heading_deg":90)"),
                      .type = R"(,"max_acceleration":4,"radius":0.5)"});
}

TEST(LeaderFollowing, MakesWayForTheLeader) {
  // 4 m/s^2 right before it, nothing from 3 m on.
  EXPECT_NEAR(length(in_the_way(1.5, 0.2) - Vec3{-2, 0, 0}), 0.0, 1e-12);
  EXPECT_NEAR(length(in_the_way(1.5, -0.2) - Vec3{2, 0, 0}), 0.0, 1e-12);
  EXPECT_NEAR(length(in_the_way(0.75, 0.2) - Vec3{-3, 0, 0}), 0.0, 1e-12);
  EXPECT_NEAR(length(in_the_way(0.75, 0.2, R"(,"clear_length":1)") - Vec3{-1, 0, 0}), 0.0, 1e-12);
  EXPECT_NEAR(length(in_the_way(1.5, 0.2, R"(,"clear_weight":0.5)") - Vec3{-1, 0, 0}), 0.0, 1e-12);
}

TEST(LeaderFollowing, OnTheLeadersAxisItStepsToTheLeft) {
  EXPECT_NEAR(length(in_the_way(1.5, 0.0) - Vec3{-2, 0, 0}), 0.0, 1e-12);
}

// Without a way to make it goes to its place, 1.5 m behind the leader.
TEST(LeaderFollowing, BehindTheLeaderAndOutsideOfItsWayThereIsNothingToMake) {
  const auto goes_to_its_place = [](double ahead, double left, const std::string& keys = "") {
    return in_the_way(ahead, left, keys) == in_the_way(ahead, left, keys + R"(,"clear_weight":0)");
  };
  EXPECT_TRUE(goes_to_its_place(-0.5, 0.2));
  EXPECT_TRUE(goes_to_its_place(3.0, 0.2));
  EXPECT_TRUE(goes_to_its_place(-1.3, 1.3));
  EXPECT_FALSE(goes_to_its_place(1.5, 0.59, R"(,"clear_width":0.6)"));
}

// Its place lies beyond the leader's way: it goes along that way, and into it only when the leader has
// passed.
TEST(LeaderFollowing, BesideTheLeadersWayItStaysOutOfIt) {
  // The radii are 0.5 m and the default's: 1.2 m are kept clear.
  EXPECT_NEAR(in_the_way(1.5, 1.2).x, 0.0, 1e-12);
  EXPECT_LT(in_the_way(1.5, 1.2).y, -1.0);
  EXPECT_GT(in_the_way(1.5, 2.0).x, 0.0);
  EXPECT_GT(in_the_way(-1.3, 1.2).x, 0.5);
  EXPECT_NEAR(in_the_way(1.5, 0.6, R"(,"clear_width":0.6)").x, 0.0, 1e-12);
}

// A leader that turns back walks through its file. Nobody is touched.
TEST(LeaderFollowing, TheFileLetsItsLeaderThroughWhenItTurnsBack) {
  Simulator simulator = make_simulator(
      R"({"format":1,"agent_types":{
          "a":{"steering":{"behaviors":[{"type":"leader_following","target":{"agent":"L"}}]}},
          "l":{"locomotion":{"type":"scripted","keyframes":[[0,0,0],[10,15,0],[20,0,0],[40,0,20]]}}},
          "agents":[{"type":"l","id":"L","position":[0,0]},
                    {"type":"a","count":4,"placement":{"type":"line","from":[-1.5,0.01],"to":[-6,0.01]}}]})");
  double nearest = kInfinity;
  for (int k = 0; k < 2000; ++k) {
    run_steps(simulator, 1);
    for (AgentIndex i = 1; i < 5; ++i)
      nearest = smaller(nearest, length(position_of(simulator, i) - position_of(simulator, 0)));
  }
  EXPECT_GT(nearest, 1.05);
  // And the file is in order behind it again.
  for (AgentIndex i = 1; i < 5; ++i)
    EXPECT_LT(length(position_of(simulator, i) - Vec3{0, 20.0 - 2.1 * i, 0}), 0.3) << i;
}

// The slides say that the two are the same. They are, without what makes it leader following.
TEST(LeaderFollowing, IsMoreThanOffsetPursuit) {
  const std::string body = leader(R"("position":[6,7],"heading_deg":0)");
  const Stage offset{.behavior = R"({"type":"offset_pursuit","target":{"agent":"leader"},"offset":[-1.5,0],
                                     "deceleration":"normal"})",
                     .actor = R"("position":[8,7.1])",
                     .bodies = body};
  Stage following{.behavior = follow(kFileOnly), .actor = offset.actor, .bodies = body};
  EXPECT_TRUE(move_alike(following, offset, 300));
  following.behavior = follow();
  EXPECT_FALSE(move_alike(following, offset, 300));
}

TEST(LeaderFollowing, KeepsApartFromOthersByTheRuleOfSeparation) {
  const std::string bodies = leader(R"("position":[3,0],"heading_deg":0)") +
                             R"(,{"type":"body","position":[0.5,0.3]},{"type":"body","position":[0,-2]})";
  const auto ask = [&](const std::string& keys) {
    return request_of({.behavior = follow(R"(,"clear_weight":0)" + keys), .bodies = bodies, .type = kStrong});
  };
  const Vec3 push = *ask(R"(,"separation":{"variant":"inverse","decay":0.5,"weight":2})") -
                    *ask(R"(,"separation":{"weight":0})");
  // The one at (0, -2) is beyond the threshold of 1 m.
  EXPECT_NEAR(length(push + 2.0 * 0.5 / 0.34 * Vec3{0.5, 0.3, 0}), 0.0, 1e-6);
}

TEST(LeaderFollowing, ALeaderThatIsNoAgentIsRejected) {
  EXPECT_THROW(simulator_of({.behavior = R"({"type":"leader_following","target":{"point":[1,1]}})"}),
               std::runtime_error);
  EXPECT_THROW(simulator_of({.behavior = follow(R"(,"followers":{"agent":"leader"})"),
                             .bodies = leader(R"("position":[3,0])")}),
               std::runtime_error);
}

}  // namespace
}  // namespace drover::test::leader_following_test
