#include <gtest/gtest.h>

#include "conditions/watch.h"

namespace drover::test {
namespace {

// The answers of an actor whose goal is the origin, at these distances from it at 0 s, 1 s, 2 s...
std::string at_distances(const std::string& keys, const std::vector<double>& distances) {
  std::vector<std::array<double, 2>> places;
  for (const double distance : distances)
    places.push_back({0.0, -distance});
  return answers({.condition = R"({"type":"arrived")" + keys + "}", .type = "," + at_places(places)},
                 static_cast<int>(distances.size()));
}

TEST(Arrived, NearerThanTheRadius) {
  EXPECT_EQ(at_distances(R"(,"radius":2,"hysteresis":0)", {3, 2, 1.99, 0, 2.01}), "00110");
}

TEST(Arrived, GoesOnForATenthOfTheRadius) {
  EXPECT_EQ(at_distances(R"(,"radius":2)", {3, 2.1, 1.9, 2.1, 2.21, 2.1}), "001100");
  EXPECT_EQ(at_distances(R"(,"radius":2,"hysteresis":1)", {1.9, 3, 3.1}), "110");
}

TEST(Arrived, WithoutAGoalNoAgentArrives) {
  EXPECT_EQ(
      answers({.condition = R"({"type":"arrived","radius":100000})", .behavior = R"("type":"wander")"}, 2),
      "00");
}

}  // namespace
}  // namespace drover::test
