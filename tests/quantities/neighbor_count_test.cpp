#include <gtest/gtest.h>

#include "quantities/value_of.h"

namespace drover::test::neighbor_count_test {
namespace {

// The agent looks along +x; bodies have radius 0.5.
const std::string kCrowd = body({}) + "," + body({2, 0, 0}) + "," + body({-3, 0, 0}) + "," +
                           body({0, 4.3, 0}, {}, R"(,"group":"far")") + "," +
                           body({0, -8, 0}, {}, R"(,"group":"far")");

TEST(NeighborCountQuantity, CountsBodiesWithinTheRadiusAndNotTheAgentItself) {
  EXPECT_EQ(value_of(R"("neighbor_count","radius":4)", kCrowd), 3.0);
  EXPECT_EQ(value_of(R"("neighbor_count","radius":4,"add_other_radius":false)", kCrowd), 2.0);
  EXPECT_EQ(value_of(R"("neighbor_count","radius":20)", kCrowd), 4.0);
  EXPECT_EQ(value_of(R"("neighbor_count","radius":1)", kCrowd), 0.0);
}

TEST(NeighborCountQuantity, LooksAtTheNeighborhoodItIsGiven) {
  EXPECT_EQ(value_of(R"("neighbor_count","radius":20,"neighbors":{"group":"far"})", kCrowd), 2.0);
  EXPECT_EQ(value_of(R"("neighbor_count","radius":20,"view":"angle","fov":1)", kCrowd), 1.0);
}

TEST(NeighborCountQuantity, RefusesASingleAgentForANeighborhood) {
  EXPECT_THROW(make_simulator(scene_with(R"("neighbor_count","neighbors":{"point":[0,0]})", body({}))),
               std::runtime_error);
}

}  // namespace
}  // namespace drover::test::neighbor_count_test
