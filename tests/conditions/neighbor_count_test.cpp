#include <gtest/gtest.h>

#include "conditions/watch.h"

namespace drover::test::neighbor_count_test {
namespace {

// Around the actor stand bodies 1, 2 and 3 m away, the last in the group "far"; "m" comes and goes.
const std::string kBodies =
    R"(,{"type":"body","position":[1,0]},{"type":"body","position":[0,2]},{"type":"body","position":[-3,0],"group":"far"})";

std::string count(const std::string& keys) {
  return R"({"type":"neighbor_count","add_other_radius":false,)" + keys + "}";
}

std::string once(const std::string& keys) {
  return answers({.condition = count(keys), .others = kBodies, .types = R"(,"body":{})"}, 1);
}

TEST(NeighborCount, ComparesTheNumberOfNeighbors) {
  EXPECT_EQ(once(R"("radius":2.5,"greater_than":1)"), "1");
  EXPECT_EQ(once(R"("radius":2.5,"greater_than":2)"), "0");
  EXPECT_EQ(once(R"("radius":2.5,"less_than":3)"), "1");
  EXPECT_EQ(once(R"("radius":3.5,"less_than":3)"), "0");
  EXPECT_EQ(once(R"("radius":0.5,"less_than":1)"), "1");
}

TEST(NeighborCount, TakesEveryKeyOfANeighborhood) {
  EXPECT_EQ(once(R"("radius":9,"view":"limited","greater_than":1)"), "1");
  EXPECT_EQ(once(R"("radius":9,"view":"limited","greater_than":2)"), "0");
  EXPECT_EQ(once(R"("radius":9,"neighbors":{"group":"far"},"less_than":2)"), "1");
  EXPECT_EQ(once(R"("radius":9,"same_type":true,"less_than":1)"), "1");
  EXPECT_EQ(once(R"("radius":9,"max_neighbors":2,"less_than":3)"), "1");
}

// With a threshold of 2 the margin is 0.2 neighbors: on at three, off again only at one.
TEST(NeighborCount, HasTheThresholdsHysteresis) {
  const std::vector<std::array<double, 2>> comes_and_goes = {{9, 0}, {0, -1}, {9, 0}, {0, -1}};
  const Watch watch = {.condition = count(R"("radius":2.5,"greater_than":2)"),
                       .others = kBodies + kMover,
                       .types = R"(,"body":{})" + mover_type(comes_and_goes)};
  EXPECT_EQ(answers(watch, 4), "0111");
  Watch sharp = watch;
  sharp.condition = count(R"("radius":2.5,"greater_than":2.5,"hysteresis":0)");
  EXPECT_EQ(answers(sharp, 4), "0101");
}

}  // namespace
}  // namespace drover::test::neighbor_count_test
