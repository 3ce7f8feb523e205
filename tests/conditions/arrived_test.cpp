#include <gtest/gtest.h>

#include "conditions/watch.h"

namespace drover::test::arrived_test {
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

// The region reaches from x = 0 on; the radius does not count.
std::string in_region(const std::string& keys, const std::vector<double>& x) {
  std::vector<std::array<double, 2>> places;
  for (const double value : x)
    places.push_back({value, 0.0});
  return answers(
      {.condition = R"({"type":"arrived")" + keys + "}",
       .type = "," + at_places(places),
       .scenario = R"(,"simulation":{"dt":1},"world":{"regions":{"exit":{"min":[0,-1],"max":[9,1]}}})",
       .behavior = R"("type":"seek","target":{"region":"exit"})"},
      static_cast<int>(x.size()));
}

TEST(Arrived, ARegionIsReachedByBeingInside) {
  EXPECT_EQ(in_region(R"(,"radius":2,"hysteresis":0)", {-1, -0.01, 0, 5, -0.01}), "00110");
  EXPECT_EQ(in_region(R"(,"radius":2)", {-0.01, 0, -0.2, -0.21, -0.01}), "01100");
}

// A round trip is not over before it begins: the agent stands at the end of its path.
TEST(Arrived, AtTheEndOfAPathOnlyWhenTheRestOfItIsBehind) {
  constexpr const char* kRound = R"(,"simulation":{"dt":1},"world":{"paths":{"p":{"points":[[5,0],[0,0]]}}})";
  const auto at_end = [](const std::string& keys) {
    return answers({.condition = R"({"type":"arrived","radius":1})",
                    .scenario = kRound,
                    .behavior = R"("type":"follow_path","path":"p")" + keys},
                   2);
  };
  EXPECT_EQ(at_end(""), "00");
  EXPECT_EQ(at_end(R"(,"direction":"backward")"), "00");
  // A rabbit begins at the point of the path nearest to it.
  EXPECT_EQ(at_end(R"(,"variant":"rabbit")"), "11");
}

}  // namespace
}  // namespace drover::test::arrived_test
