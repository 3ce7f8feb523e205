#include <gtest/gtest.h>

#include "quantities/value_of.h"

namespace drover::test::clearance_test {
namespace {

// Of a body of radius 0.5 m at the origin.
double clearance(const std::string& world) {
  return value_of(R"("clearance")", body({0, 0, 0}, {}, R"(,"overlap":true)"), R"(,"world":{)" + world + "}");
}

TEST(ClearanceQuantity, IsInfiniteWithoutAnythingToTouch) {
  EXPECT_EQ(clearance(""), kInfinity);
  EXPECT_EQ(clearance(R"("bounds":{"min":[-5,-5],"max":[5,5],"edge":"wrap"})"), kInfinity);
  EXPECT_EQ(clearance(R"("bounds":{"min":[-5,-5],"max":[5,5],"edge":"open"})"), kInfinity);
}

TEST(ClearanceQuantity, IsFromTheBorderOfTheBodyToThatOfAnObstacle) {
  EXPECT_EQ(clearance(R"("obstacles":[{"center":[3,4],"radius":1}])"), 5.0 - 1.0 - 0.5);
  EXPECT_EQ(clearance(R"("obstacles":[{"center":[0,1],"radius":2}])"), -1.0 - 0.5);
  EXPECT_EQ(clearance(R"("obstacles":[{"center":[0,1],"radius":2,"hollow":true}])"), 1.0 - 0.5);
}

TEST(ClearanceQuantity, IsThatOfTheNearestWall) {
  EXPECT_EQ(clearance(R"("walls":[{"points":[[-9,4],[9,4]]},{"points":[[2,0],[2,9]]}])"), 2.0 - 0.5);
}

TEST(ClearanceQuantity, CountsEdgesThatHoldBodies) {
  for (const char* edge : {"clamp", "reflect"}) {
    EXPECT_EQ(clearance(R"("bounds":{"min":[-3,-5],"max":[9,5],"edge":")" + std::string(edge) + R"("})"),
              3.0 - 0.5);
  }
}

TEST(ClearanceQuantity, SeesObstaclesThroughEdgesThatWrap) {
  EXPECT_EQ(clearance(R"("bounds":{"min":[-5,-5],"max":[5,5],"edge":"wrap"},
                         "obstacles":[{"center":[4,0],"radius":1},{"center":[-4,4],"radius":0.5}])"),
            4.0 - 1.0 - 0.5);
  EXPECT_EQ(value_of(R"("clearance")", body({-4, 0, 0}, {}, R"()"),
                     R"(,"world":{"bounds":{"min":[-5,-5],"max":[5,5],"edge":"wrap"},
                                  "obstacles":[{"center":[4,0],"radius":1}]})"),
            2.0 - 1.0 - 0.5);
}

}  // namespace
}  // namespace drover::test::clearance_test
