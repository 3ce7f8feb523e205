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

const std::vector<std::array<double, 2>> kComesAndGoes = {{9, 0}, {0, -1}, {9, 0}, {0, -1}, {9, 0}};

// Two bodies are always there, the third comes and goes.
std::string over_time(const std::string& keys) {
  return answers({.condition = count(R"("radius":2.5,)" + keys),
                  .others = kBodies + kMover,
                  .types = R"(,"body":{})" + mover_type(kComesAndGoes)},
                 5);
}

TEST(NeighborCount, EndsAsSoonAsTheThresholdIsReached) {
  EXPECT_EQ(over_time(R"("greater_than":2)"), "01010");
  EXPECT_EQ(over_time(R"("less_than":3)"), "10101");
}

TEST(NeighborCount, ACompanyThatLeavesIsNoCompany) {
  const Watch watch = {.condition = count(R"("radius":2.5,"greater_than":0)"),
                       .others = kMover,
                       .types = mover_type(kComesAndGoes)};
  EXPECT_EQ(answers(watch, 5), "01010");
  Watch alone = watch;
  alone.condition = count(R"("radius":2.5,"less_than":1)");
  EXPECT_EQ(answers(alone, 5), "10101");
}

TEST(NeighborCount, HysteresisCanBeAskedFor) {
  EXPECT_EQ(over_time(R"("greater_than":2.5,"hysteresis":0.5)"), "01111");
  EXPECT_EQ(over_time(R"("greater_than":2.5,"hysteresis":0.4)"), "01010");
}

}  // namespace
}  // namespace drover::test::neighbor_count_test
