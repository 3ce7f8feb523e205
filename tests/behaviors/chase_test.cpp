#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/stage.h"

namespace drover::test::chase_test {
namespace {

std::string chase(const std::string& keys = "") {
  return R"({"type":"chase","target":{"agent":"t"})" + keys + "}";
}

// Of an actor that runs along +x.
Vec3 push_to(const std::string& position, const std::string& keys = "") {
  const auto request = request_of({.behavior = chase(keys),
                                   .actor = R"("position":[0,0],"velocity":[2,0])",
                                   .bodies = R"(,{"type":"body","id":"t","position":)" + position + "}",
                                   .type = R"(,"max_acceleration":4)"});
  EXPECT_TRUE(request);
  return request.value_or(Vec3{});
}

TEST(Chase, PushesWithAllItHasToTheSideOfTheTarget) {
  for (const char* x : {"9", "0", "-9"}) {
    EXPECT_EQ(push_to(fmt::format("[{},0.5]", x)), (Vec3{0, 4, 0}));
    EXPECT_EQ(push_to(fmt::format("[{},-0.5]", x)), (Vec3{0, -4, 0}));
  }
}

TEST(Chase, StraightAheadThereIsNothingToDo) {
  EXPECT_EQ(push_to("[5,0]"), Vec3{});
  EXPECT_EQ(push_to("[5,0.01]"), Vec3{});
  EXPECT_EQ(push_to("[5,-0.01]"), Vec3{});
  EXPECT_EQ(push_to("[5,0.0101]"), (Vec3{0, 4, 0}));
  EXPECT_EQ(push_to("[5,0.3]", R"(,"deadband":0.5)"), Vec3{});
}

TEST(Chase, StraightAsternItTurnsLeft) {
  EXPECT_EQ(push_to("[-5,0]"), (Vec3{0, 4, 0}));
  EXPECT_EQ(push_to("[-5,0.01]"), (Vec3{0, 4, 0}));
  EXPECT_EQ(push_to("[-5,-0.01]"), (Vec3{0, 4, 0}));
  EXPECT_EQ(push_to("[-5,-0.02]"), (Vec3{0, -4, 0}));
}

TEST(Chase, OnTheTargetThereIsNothingToDo) {
  EXPECT_EQ(push_to("[0,0]"), Vec3{});
}

// A way of 3 m/s bends with 6 m/s^2 into a circle of 1.5 m: whatever is outside of both is hit.
TEST(Chase, HitsATargetOutsideItsTurningCircle) {
  for (const char* position : {"[10,3]", "[-8,1]", "[0,-4]"}) {
    Simulator simulator =
        simulator_of({.behavior = chase(),
                      .actor = R"("position":[0,0],"velocity":[3,0])",
                      .bodies = R"(,{"type":"body","id":"t","position":)" + std::string(position) + "}",
                      .type = R"(,"max_speed":3,"max_acceleration":6)"});
    double nearest = kInfinity;
    for (int k = 0; k < 500; ++k) {
      run_steps(simulator, 1);
      nearest = smaller(nearest, length(position_of(simulator, 1) - position_of(simulator)));
    }
    EXPECT_LT(nearest, 0.1) << position;
  }
}

TEST(Chase, WithoutATargetThereIsNoRequest) {
  EXPECT_FALSE(request_of({.behavior = R"({"type":"chase","target":{"group":"g"}})",
                           .actor = R"("position":[0,0],"group":"g")"}));
}

}  // namespace
}  // namespace drover::test::chase_test
