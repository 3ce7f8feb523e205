#include "sim/state/agent_columns.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/state/registry.h"
#include "support/model_of.h"
#include "support/scene.h"

namespace drover::agent_columns_test {
namespace {

AgentMotion two_agents() {
  AgentMotion motion;
  motion.resize(2);
  motion.set_motion(0, {1, 2, 0}, {3, 4, 0}, {1, 0, 0});
  motion.set_motion(1, {5, 6, 0}, {7, 8, 0}, {0, 1, 0});
  return motion;
}

TEST(AgentMotion, InThePlaneTheThirdDimensionTakesNoRoom) {
  const AgentMotion motion = two_agents();
  for (const SharedColumn<double>* column :
       {&motion.z, &motion.vz, &motion.hz, &motion.ux, &motion.uy, &motion.uz})
    EXPECT_EQ(column->entries().size(), 1u);
  EXPECT_EQ(motion.position(1), (Vec3{5, 6, 0}));
  EXPECT_EQ(motion.frame(1).left, (Vec3{-1, 0, 0}));
  EXPECT_EQ(motion.frame(1).up, (Vec3{0, 0, 1}));
}

TEST(AgentMotion, KeepsHeightsWhereAgentsHaveTheirOwn) {
  AgentMotion motion = two_agents();
  materialize_columns(motion);
  motion.set_motion(0, {1, 2, 9}, {3, 4, 5}, {0, 0, 1});
  motion.set_position(1, {5, 6, 7});
  EXPECT_EQ(motion.position(0), (Vec3{1, 2, 9}));
  EXPECT_EQ(motion.velocity(0), (Vec3{3, 4, 5}));
  EXPECT_EQ(motion.heading(0), (Vec3{0, 0, 1}));
  EXPECT_EQ(motion.position(1), (Vec3{5, 6, 7}));
  AgentMotion copy = two_agents();
  materialize_columns(copy);
  copy.copy_agent(motion, 0);
  EXPECT_EQ(copy.position(0), (Vec3{1, 2, 9}));
}

// A body that climbs straight up, its up to the east: its left is then in the south.
TEST(AgentMotion, OrientationsAreRightHandedFrames) {
  AgentMotion motion = two_agents();
  materialize_columns(motion);
  motion.set_heading(0, {0, 0, 1});
  motion.ux.set(0, 1.0);
  motion.uz.set(0, 0.0);
  const Frame frame = motion.frame(0);
  EXPECT_EQ(frame.left, (Vec3{0, -1, 0}));
  EXPECT_EQ(cross(frame.forward, frame.left), frame.up);
  EXPECT_EQ(motion.frame(1).left, (Vec3{-1, 0, 0})) << "the other is still upright";
}

std::vector<std::string> names_of_columns(const World& world) {
  std::vector<std::string> names;
  visit_columns(world, [&](const StateColumn& column, const auto&) { names.emplace_back(column.name); });
  return names;
}

TEST(Registry, HasHeightsOnlyInSpace) {
  World world = std::move(test::make_world(test::scene("[]", R"([{"type":"a","position":[0,0]}])")).world);
  const std::vector<std::string> in_plane = names_of_columns(world);
  test::model_of(world).dimensions = Dimensions::space;
  const std::vector<std::string> in_space = names_of_columns(world);
  EXPECT_EQ(in_space.size(), in_plane.size() + 11);
  for (const char* name : {"z", "vz", "hz", "ux", "uy", "uz", "rotation_x", "rotation_y",
                           "formations/wanted_climb", "goal height", "goal of its own/height"}) {
    EXPECT_EQ(std::ranges::count(in_plane, name), 0) << name;
    EXPECT_EQ(std::ranges::count(in_space, name), 1) << name;
  }
}

TEST(InitialNumber, IsOneOfItsType) {
  EXPECT_EQ(initial_number<double>(-1.5), -1.5);
  EXPECT_EQ(initial_number<std::uint8_t>(3.0), 3);
  EXPECT_EQ(initial_number<std::uint32_t>(kNoIndex), kNoIndex);
  EXPECT_EQ(initial_number<std::uint64_t>(static_cast<double>(kNever)), kNever);
  for (const double none : {-5.0, -kInfinity, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_EQ(initial_number<std::uint32_t>(none), 0u) << none;
}

}  // namespace
}  // namespace drover::agent_columns_test
