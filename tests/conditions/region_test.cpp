#include <gtest/gtest.h>

#include "conditions/watch.h"

namespace drover::test::region_test {
namespace {

// The answers of an actor that is at these x on the axis at 0 s, 1 s, 2 s...; the pen reaches from 2 to 6.
std::string along(const std::string& keys, const std::vector<double>& x) {
  std::vector<std::array<double, 2>> places;
  for (const double at : x)
    places.push_back({at, 0.0});
  return answers({.condition = R"({"type":"region","region":"pen")" + keys + "}",
                  .type = "," + at_places(places),
                  .scenario = R"(,"simulation":{"dt":1},
                      "world":{"regions":{"far":{"center":[90,0]},"pen":{"min":[2,-1],"max":[6,1]}}})"},
                 static_cast<int>(x.size()));
}

TEST(RegionCondition, TheBorderBelongsToTheInside) {
  EXPECT_EQ(along("", {1.99, 2, 4, 6, 6.01}), "01110");
  EXPECT_EQ(along(R"(,"inside":false)", {1.99, 2, 4, 6, 6.01}), "10001");
}

TEST(RegionCondition, HysteresisWorksBothWays) {
  EXPECT_EQ(along(R"(,"hysteresis":0.5)", {1.8, 2.1, 1.8, 1.51, 1.49, 1.8, 3}), "0111001");
  EXPECT_EQ(along(R"(,"inside":false,"hysteresis":0.5)", {3, 1.9, 2.2, 2.49, 2.51, 2.2, 1}), "0111001");
}

TEST(RegionCondition, DiscsAndPolygonsAreRegionsToo) {
  const auto at_origin = [](const std::string& region) {
    return answers({.condition = R"({"type":"region","region":"r"})",
                    .scenario = R"(,"world":{"regions":{"r":)" + region + "}}"},
                   1);
  };
  EXPECT_EQ(at_origin(R"({"center":[3,4],"radius":5})"), "1");
  EXPECT_EQ(at_origin(R"({"center":[3,4],"radius":4.99})"), "0");
  EXPECT_EQ(at_origin(R"({"points":[[-1,-1],[2,-1],[-1,2]]})"), "1");
  EXPECT_EQ(at_origin(R"({"points":[[1,1],[4,1],[1,4]]})"), "0");
}

}  // namespace
}  // namespace drover::test::region_test
