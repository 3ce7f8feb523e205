// What has no meaning in space, and what is missing there, is refused with its place.
#include <gtest/gtest.h>

#include "scenario/fake_catalog.h"

namespace drover::test::space_checks_test {
namespace {

struct Case {
  const char* world;  // JSON, after the dimensions
  const char* place;  // JSON pointer
  const char* words;  // part of the message
};

constexpr Case kCases[] = {
    {R"("walls": [{"points": [[0, 0, 0], [1, 0, 0]]}])", "/world/walls/0",
     "a wall in space is made of triangles"},
    {R"("walls": [{"points": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": [[0, 1, 3]]}])",
     "/world/walls/0/triangles/0", "a triangle has the indices of three points"},
    {R"("walls": [{"points": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": [[0, 1, 0.5]]}])",
     "/world/walls/0/triangles/0", "a triangle has the indices of three points"},
    {R"("walls": [{"points": [[0, 0, 0], [1, 0, 0], [2, 0, 0]], "triangles": [[0, 1, 2]]}])",
     "/world/walls/0/triangles/0", "the corners of the triangle lie on one line"},
    {R"("walls": [{"points": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": [[0, 1, 2]], "closed": true}])",
     "/world/walls/0/closed", R"("closed" has no meaning where "dimensions" is 3)"},
    {R"("obstacles": [{"polygon": [[0, 0], [1, 0], [0, 1]]}])", "/world/obstacles/0/polygon",
     R"("polygon" has no meaning where "dimensions" is 3)"},
    {R"("obstacles": [{"box": {"center": [0, 0, 0], "size": [1, 1]}}])", "/world/obstacles/0/box/size",
     "a box in space needs three lengths"},
    {R"("obstacles": [{"box": {"center": [0, 0, 0], "size": [1, 1, 1], "orientation": [1, 1, 0, 0]}}])",
     "/world/obstacles/0/box/orientation", "an orientation is a quaternion of length 1"},
    {R"("obstacles": [{"box": {"center": [0, 0, 0], "size": [1, 1, 1], "orientation": [1, 0, 0, 0], "angle": 1}}])",
     "/world/obstacles/0/box/orientation", R"(give either "orientation" or "angle", not both)"},
    {R"("bounds": {"min": [0, 0, 5], "max": [9, 9, 5]})", "/world/bounds/max",
     R"(every number of "max" must be greater)"},
    {R"("bounds": {"min": [0, 0, 0], "max": [9, 9, 2], "edge": "wrap"},
        "obstacles": [{"center": [0, 0, 0], "radius": 1.5}])",
     "/world/obstacles/0", "the obstacle is higher than the world, which wraps"},
    {R"("regions": {"r": {"min": [0, 0, 3], "max": [9, 9, 1]}})", "/world/regions/r/max",
     R"(the height of "max" must be greater)"},
    {R"("regions": {"r": {"center": [0, 0, 3], "top": 1}})", "/world/regions/r/top",
     R"("top" is for regions with "points")"},
    {R"("regions": {"r": {"points": [[0, 0], [1, 0], [0, 1]], "bottom": 2, "top": 1}})",
     "/world/regions/r/top", R"("top" must be greater than "bottom")"},
    {R"("regions": {"r": {"points": [[0, 0, 1], [1, 0, 1], [0, 1, 1]]}})", "/world/regions/r/points/0",
     R"("points" needs two numbers)"},
    {R"("regions": {"r": {"points": [[0, 0], [1, 0], [0, 1]]}}, "ground": [{"region": "r"}])",
     "/world/ground", R"("ground" has no meaning where "dimensions" is 3)"},
};

TEST(SpaceChecks, RefuseWithItsPlaceWhatHasNoMeaning) {
  for (const Case& test : kCases) {
    const Reading reading =
        read_text(std::string(R"({"format": 1, "world": {"dimensions": 3, )") + test.world + "}}");
    EXPECT_FALSE(reading.scenario.has_value()) << test.world;
    ASSERT_FALSE(reading.problems.empty()) << test.world;
    EXPECT_NE(reading.place(reading.problems[0]).find(test.place), std::string::npos) << reading.text();
    EXPECT_NE(reading.problems[0].message.find(test.words), std::string::npos) << reading.text();
  }
}

TEST(SpaceChecks, LetSolidsInSpacePass) {
  const Reading reading = read_text(R"({"format": 1, "world": {"dimensions": 3,
      "bounds": {"min": [-9, -9, 0], "max": [9, 9, 9], "edge": "wrap"},
      "obstacles": [{"center": [0, 0, 5], "radius": 1}, {"box": {"center": [4, 0, 2], "size": [1, 2, 3],
                     "orientation": [0, 0, 0.6, 0.8]}},
                    {"capsule": {"from": [0, 4, 1], "to": [0, 4, 3], "radius": 0.5}, "hollow": true}],
      "walls": [{"id": "w", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 2]], "triangles": [[0, 1, 2], [1, 3, 2]]}],
      "regions": {"a": {"center": [0, 0, 3]}, "b": {"min": [0, 0, 1], "max": [1, 1, 2]},
                  "c": {"points": [[0, 0], [1, 0], [0, 1]], "bottom": -1, "top": 3}},
      "paths": {"p": {"points": [[0, 0, 0], [1, 1, 1]]}}}})");
  EXPECT_TRUE(reading.scenario.has_value()) << reading.text();
  EXPECT_TRUE(reading.problems.empty()) << reading.text();
}

TEST(SpaceChecks, RefuseHeightsInThePlane) {
  const Reading reading = read_text(R"({"format": 1, "world": {
      "regions": {"c": {"points": [[0, 0], [1, 0], [0, 1]], "top": 3}}}})");
  EXPECT_FALSE(reading.scenario.has_value());
  EXPECT_NE(reading.text().find(R"("top" has no meaning where "dimensions" is 2)"), std::string::npos)
      << reading.text();
}

}  // namespace
}  // namespace drover::test::space_checks_test
