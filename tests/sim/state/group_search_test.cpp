#include "sim/state/group_search.h"

#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "sim/perception_scene.h"
#include "support/scene.h"

namespace drover::group_search_test {
namespace {

std::vector<AgentIndex> every_other(std::size_t count) {
  std::vector<AgentIndex> members;
  for (AgentIndex i = 0; i < count; i += 2)
    members.push_back(i);
  return members;
}

void expect_equal(const GroupMean& a, const GroupMean& b) {
  EXPECT_EQ(a.count, b.count);
  EXPECT_EQ(a.displacement, b.displacement);
  EXPECT_EQ(a.velocity, b.velocity);
  EXPECT_EQ(a.heading, b.heading);
  EXPECT_EQ(a.rotation, b.rotation);
}

TEST(GroupSearch, SharedOrNotTheAnswersAreTheSameBits) {
  for (const Bounds& bounds : {Bounds(), test::torus()}) {
    for (const std::size_t count : {1u, 5u, 40u, 500u}) {
      const World world = test::crowd(count, bounds);
      const std::vector<AgentIndex> members = every_other(count);
      const GroupState group{members, world.state.motion, world.model().bounds};
      GroupSearch shared(1);
      shared.begin_state();
      const GroupSearch alone(1);
      for (AgentIndex i = 0; i < count; ++i) {
        ASSERT_EQ(shared.nearest(0, group, i), alone.nearest(0, group, i));
        expect_equal(shared.mean(0, group, i, i % 2 == 0), alone.mean(0, group, i, i % 2 == 0));
      }
    }
  }
}

TEST(GroupSearch, TheMeanIsThatOfTheNearestImagesOfAllOthers) {
  for (const Bounds& bounds : {Bounds(), test::torus()}) {
    const World world = test::crowd(101, bounds);
    const AgentMotion& motion = world.state.motion;
    const std::vector<AgentIndex> members = every_other(101);
    const GroupState group{members, motion, world.model().bounds};
    GroupSearch search(1);
    search.begin_state();
    for (AgentIndex i = 0; i < 101; ++i) {
      Vec3 displacements, velocities;
      double count = 0.0;
      for (const AgentIndex member : members) {
        if (member == i) continue;
        displacements += bounds.displacement(motion.position(i), motion.position(member));
        velocities += motion.velocity(member);
        count += 1.0;
      }
      const GroupMean mean = search.mean(0, group, i, i % 2 == 0);
      EXPECT_EQ(static_cast<double>(mean.count), count);
      EXPECT_NEAR(mean.displacement.x, displacements.x / count, 1e-12);
      EXPECT_NEAR(mean.displacement.y, displacements.y / count, 1e-12);
      EXPECT_NEAR(mean.velocity.x, velocities.x / count, 1e-12);
      EXPECT_NEAR(mean.velocity.y, velocities.y / count, 1e-12);
    }
  }
}

// Members that are known by reports: an agent that asks knows where it is itself.
TEST(GroupSearch, TheAskingAgentIsWhereItKnowsItself) {
  for (const Bounds& bounds : {Bounds(), test::torus()}) {
    constexpr AgentIndex kCount = 201;
    const World world = test::crowd(kCount, bounds);
    const AgentMotion& motion = world.state.motion;
    AgentMotion shown = motion;
    for (AgentIndex i = 0; i < kCount; ++i) {
      const Vec3 off{std::sin(2.0 * i) * 3.0, std::cos(3.0 * i) * 3.0, 0.0};
      shown.set_position(i, bounds.wrapped_if_needed(motion.position(i) + off));
    }
    const std::vector<AgentIndex> members = every_other(kCount);
    const GroupState group{members, shown, world.model().bounds, motion};
    GroupSearch search(1);
    search.begin_state();
    for (AgentIndex i = 0; i < kCount; ++i) {
      Vec3 displacements;
      double count = 0.0, least = kInfinity;
      AgentIndex nearest = kNoIndex;
      for (const AgentIndex member : members) {
        if (member == i) continue;
        const Vec3 displacement = bounds.displacement(motion.position(i), shown.position(member));
        displacements += displacement;
        count += 1.0;
        if (length2(displacement) >= least) continue;
        least = length2(displacement);
        nearest = member;
      }
      const GroupMean mean = search.mean(0, group, i, i % 2 == 0);
      EXPECT_EQ(search.nearest(0, group, i), nearest);
      EXPECT_NEAR(mean.displacement.x, displacements.x / count, 1e-12);
      EXPECT_NEAR(mean.displacement.y, displacements.y / count, 1e-12);
    }
  }
}

TEST(GroupSearch, TheMeanOfOneOtherIsExactlyThatOne) {
  for (const Bounds& bounds : {Bounds(), test::torus()}) {
    const World world = test::crowd(2, bounds);
    const AgentMotion& motion = world.state.motion;
    const std::vector<AgentIndex> members = {0, 1};
    const GroupState group{members, motion, world.model().bounds};
    GroupSearch search(1);
    search.begin_state();
    const GroupMean mean = search.mean(0, group, 0, true);
    EXPECT_EQ(mean.displacement, bounds.displacement(motion.position(0), motion.position(1)));
    EXPECT_EQ(mean.velocity, motion.velocity(1));
    EXPECT_EQ(mean.heading, motion.heading(1));
  }
}

TEST(GroupSearch, EveryStateIsSearchedAnew) {
  World world = test::crowd(50, Bounds());
  const std::vector<AgentIndex> members = every_other(50);
  const GroupState group{members, world.state.motion, world.model().bounds};
  GroupSearch search(1);
  search.begin_state();
  search.nearest(0, group, 1);
  search.mean(0, group, 1, false);
  world.state.motion.set_position(48, world.state.motion.position(1));
  // While the state changes, answers are about what is there now.
  search.state_changes();
  EXPECT_EQ(search.nearest(0, group, 1), 48u);
  const GroupMean now = search.mean(0, group, 1, false);
  search.begin_state();
  EXPECT_EQ(search.nearest(0, group, 1), 48u);
  expect_equal(search.mean(0, group, 1, false), now);
}

// Half the agents seek the nearest of a group and half match the velocity of its centroid; some members leave
// on the way.
TEST(GroupSearch, ThreadsShareTheSearchAndChangeNoBit) {
  const std::string scenario = R"({"format": 1, "seed": 4,
      "world": {"bounds": {"min": [0, 0], "max": [60, 60], "edge": "wrap"}},
      "agent_types": {
        "fish": {"steering": {"behaviors": [{"type": "wander"}, {"type": "match_velocity",
                 "target": {"agent_type": "fish", "select": "centroid"}}]}},
        "shark": {"steering": {"behaviors": [{"type": "pursue", "target": {"agent_type": "fish"}}]}}},
      "agents": [{"type": "fish", "group": "school", "count": 150, "heading": {"uniform": [-3, 3]},
                  "placement": {"type": "rectangle", "min": [0, 0], "max": [60, 60]}},
                 {"type": "shark", "count": 150,
                  "placement": {"type": "rectangle", "min": [0, 0], "max": [60, 60]}}],
      "events": [{"type": "remove", "target": {"group": "school"}, "when": {"type": "distance",
                 "target": {"agent_type": "shark"}, "less_than": 0.5}}]})";
  Simulator one = test::make_simulator(scenario);
  Simulator two = test::make_simulator(scenario);
  two.use_threads(2, 32);
  for (int k = 0; k < 30; ++k) {
    test::run_steps(one, 1);
    test::run_steps(two, 1);
    ASSERT_EQ(one.hash(), two.hash()) << k;
  }
  EXPECT_LT(one.world().present_count(), 300u);
}

}  // namespace
}  // namespace drover::group_search_test
