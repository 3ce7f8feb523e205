#include "sim/construction/placing.h"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "support/scene.h"

namespace drover::placing_test {
namespace {

using test::make_simulator;
using test::scene;

TEST(Placement, PlacesAgentsApart) {
  const Simulator simulator = make_simulator(scene(
      "[]",
      R"([{"type":"a","count":100,"placement":{"type":"disc","center":[0,0],"radius":10,"spacing":1}}])"));
  const AgentMotion& state = simulator.world().state.motion;
  for (AgentIndex i = 0; i < 100; ++i) {
    EXPECT_LE(length(state.position(i)), 10.0);
    for (AgentIndex j = 0; j < i; ++j)
      EXPECT_GE(length(state.position(i) - state.position(j)), 1.0);
  }
}

TEST(Placement, KeepsRandomPlacesClearOfObstacles) {
  const Simulator simulator = make_simulator(scene(
      "[]",
      R"([{"type":"a","count":100,"overlap":true,"placement":{"type":"disc","center":[0,0],"radius":5}}])",
      "", R"(,"world":{"obstacles":[{"center":[0,0],"radius":3}]})"));
  for (AgentIndex i = 0; i < 100; ++i)
    EXPECT_GE(length(simulator.world().state.motion.position(i)), 3.5);
}

double least_distance(const World& world) {
  double least = kInfinity;
  for (AgentIndex i = 0; i < world.model().agents.size(); ++i) {
    for (AgentIndex j = 0; j < i; ++j)
      least = smaller(least, length(world.state.motion.position(i) - world.state.motion.position(j)));
  }
  return least;
}

TEST(Placement, KeepsTheSpacingFromAgentsOfOtherEntries) {
  const std::string box = R"("placement":{"type":"rectangle","min":[0,0],"max":[12,12],"spacing":)";
  const Simulator simulator = make_simulator(scene(
      "[]",
      R"([{"type":"a","count":40,)" + box + R"(1}},{"type":"a","count":30,)" + box +
          R"(1.01}},{"type":"a","position":[6,6]},{"type":"a","count":2,"placement":{"type":"points","points":[[2,2],[4,4]]}}])"));
  EXPECT_GE(least_distance(simulator.world()), 1.0);
}

TEST(Placement, ByTheNumbersOfTheAgentsNotByTheirOrderInTheFile) {
  const auto entry = [](int number) {
    return R"({"type":"a","count":30,"number":)" + std::to_string(number) +
           R"(,"placement":{"type":"rectangle","min":[0,0],"max":[9,9],"spacing":1}})";
  };
  const Simulator ordered = make_simulator(scene("[]", "[" + entry(0) + "," + entry(100) + "]"));
  const Simulator permuted = make_simulator(scene("[]", "[" + entry(100) + "," + entry(0) + "]"));
  EXPECT_EQ(ordered.hash(), permuted.hash());
  EXPECT_GE(least_distance(ordered.world()), 1.0);
}

TEST(Placement, KeepsRandomPlacesClearOfWalls) {
  const Simulator simulator = make_simulator(scene(
      "[]",
      R"([{"type":"a","count":300,"overlap":true,"placement":{"type":"rectangle","min":[0,0],"max":[10,10]}}])",
      "",
      R"(,"world":{"walls":[{"points":[[0,5],[10,5]]},
                                  {"points":[[6,6],[9,6],[9,9],[6,9]],"closed":true,"solid":true}]})"));
  for (AgentIndex i = 0; i < 300; ++i) {
    const Vec3 p = simulator.world().state.motion.position(i);
    EXPECT_GE(std::fabs(p.y - 5.0), 0.5);
    EXPECT_FALSE(p.x > 5.5 && p.x < 9.5 && p.y > 5.9 && p.y < 9.1);
  }
}

// Random darts at the whole box give up: the last of these agents has one place of 0.2 m beside the obstacle.
TEST(Placement, FindsTheLastGap) {
  const Simulator simulator = make_simulator(scene(
      "[]", R"([{"type":"a","count":2,"placement":{"type":"rectangle","min":[0,0],"max":[100,100]}}])", "",
      R"(,"world":{"walls":[{"points":[[-1,-1],[99.3,-1],[99.3,101],[-1,101]],"closed":true,"solid":true}]})"));
  for (AgentIndex i = 0; i < 2; ++i)
    EXPECT_GE(simulator.world().state.motion.x[i], 99.8);
}

// Random sequential adsorption of discs jams where they cover 0.547 of the plane (Hinrichsen, Feder and
// Jossang 1986); darts alone come nowhere near.
TEST(Placement, FillsABoxAsFarAsRandomPlacesCan) {
  const auto fill = [](int count) {
    return make_simulator(
        scene("[]", R"([{"type":"a","overlap":true,"count":)" + std::to_string(count) +
                        R"(,"placement":{"type":"rectangle","min":[0,0],"max":[30,30],"spacing":1}}])"));
  };
  // Centers may be on the border, so discs cover a square of side 31.
  const double jammed = 0.547 * 31.0 * 31.0 / (0.25 * 3.141592653589793);
  const Simulator simulator = fill(static_cast<int>(0.97 * jammed));
  EXPECT_GE(least_distance(simulator.world()), 1.0);
  EXPECT_THROW(fill(static_cast<int>(1.05 * jammed)), std::runtime_error);
}

std::string problem_of(const std::string& agents, const std::string& keys = "") {
  try {
    make_simulator(scene("[]", agents, "", keys));
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

TEST(Placement, SaysWhatIsInTheWay) {
  const std::string in_oak = R"([{"type":"a","placement":{"type":"disc","center":[0,0],"radius":1}}])";
  const std::string oak =
      problem_of(in_oak, R"(,"world":{"obstacles":[{"id":"oak","center":[0,0],"radius":2}]})");
  EXPECT_NE(oak.find("no room for agent 1 of 1: of 1000 tries, 1000 in obstacles (such as \"oak\")"),
            std::string::npos)
      << oak;
  const std::string fence = problem_of(
      in_oak,
      R"(,"world":{"walls":[{"id":"hut","points":[[-2,-2],[2,-2],[2,2],[-2,2]],"closed":true,"solid":true}]})");
  EXPECT_NE(fence.find("1000 on walls (such as \"hut\")"), std::string::npos) << fence;
  const std::string full = problem_of(
      R"([{"type":"a","count":3,"placement":{"type":"disc","center":[0,0],"radius":0.1,"spacing":1}}])");
  EXPECT_NE(
      full.find(
          "no room for agent 2 of 3: of 1000 tries, 1000 nearer to other agents than \"spacing\" (1 m)"),
      std::string::npos)
      << full;
}

TEST(Placement, SaysWhenThereIsNoRoom) {
  EXPECT_THROW(
      make_simulator(scene(
          "[]",
          R"([{"type":"a","count":100,"placement":{"type":"disc","center":[0,0],"radius":2,"spacing":1}}])")),
      std::runtime_error);
  EXPECT_THROW(make_simulator(scene(
                   "[]", R"([{"type":"a","count":3,"placement":{"type":"points","points":[[0,0],[1,0]]}}])")),
               std::runtime_error);
}

TEST(Placement, GridFillsRowsAndIsNearlySquareByDefault) {
  const Simulator simulator = make_simulator(
      scene("[]", R"([{"type":"a","count":5,"placement":{"type":"grid","origin":[1,1],"step":[2,3]}}])"));
  EXPECT_EQ(simulator.world().state.motion.x, (std::vector<double>{1, 3, 5, 1, 3}));
  EXPECT_EQ(simulator.world().state.motion.y, (std::vector<double>{1, 1, 1, 4, 4}));
}

TEST(Placement, RingStandsOnTheCircleInEqualSteps) {
  const Simulator simulator = make_simulator(
      scene("[]", R"([{"type":"a","count":7,"placement":{"type":"ring","center":[2,1],"radius":4}}])"));
  const AgentMotion& state = simulator.world().state.motion;
  const double side = 2.0 * 4.0 * std::sin(3.14159265358979323846 / 7.0);
  for (AgentIndex i = 0; i < 7; ++i) {
    EXPECT_NEAR(length(state.position(i) - Vec3{2, 1, 0}), 4.0, 1e-12);
    EXPECT_NEAR(length(state.position(i) - state.position((i + 1) % 7)), side, 1e-12);
  }
}

TEST(Placement, JitterMovesByNoMoreThanItSays) {
  const Simulator simulator = make_simulator(scene(
      "[]",
      R"([{"type":"a","count":100,"overlap":true,"placement":{"type":"line","from":[0,0],"to":[99,0],"jitter":0.25}}])"));
  double farthest = 0.0;
  for (AgentIndex i = 0; i < 100; ++i) {
    EXPECT_LE(std::abs(simulator.world().state.motion.x[i] - i), 0.25);
    farthest = larger(farthest, std::abs(simulator.world().state.motion.y[i]));
  }
  EXPECT_LE(farthest, 0.25);
  EXPECT_GT(farthest, 0.2);
}

// The share of a uniform disc within half its radius is one quarter: four standard errors of 2000 draws.
TEST(Placement, DiscIsUniformOverItsArea) {
  const Simulator simulator = make_simulator(scene(
      "[]",
      R"([{"type":"a","count":2000,"overlap":true,"placement":{"type":"disc","center":[0,0],"radius":2}}])"));
  double inner = 0.0;
  for (AgentIndex i = 0; i < 2000; ++i)
    inner += length(simulator.world().state.motion.position(i)) < 1.0 ? 1.0 / 2000.0 : 0.0;
  EXPECT_NEAR(inner, 0.25, 4.0 * std::sqrt(0.25 * 0.75 / 2000.0));
}

const std::string kInSpace = R"(,"world":{"dimensions":3})";

// Of a ball an eighth lies within half its radius, and a third of all squared heights is that of z.
TEST(Placement, BallIsUniformOverItsVolume) {
  const Simulator simulator = make_simulator(scene(
      "[]",
      R"([{"type":"a","count":2000,"overlap":true,"placement":{"type":"ball","center":[1,2,3],"radius":2}}])",
      "", kInSpace));
  double inner = 0.0, squares = 0.0, square_of_z = 0.0;
  for (AgentIndex i = 0; i < 2000; ++i) {
    const Vec3 out = simulator.world().state.motion.position(i) - Vec3{1.0, 2.0, 3.0};
    EXPECT_LE(length(out), 2.0);
    inner += length(out) < 1.0 ? 1.0 / 2000.0 : 0.0;
    squares += length2(out);
    square_of_z += out.z * out.z;
  }
  EXPECT_NEAR(inner, 0.125, 4.0 * std::sqrt(0.125 * 0.875 / 2000.0));
  EXPECT_NEAR(square_of_z / squares, 1.0 / 3.0, 0.03);
}

TEST(Placement, KeepsAgentsApartInSpaceToo) {
  for (const char* place :
       {R"("ball","center":[0,0,0],"radius":3)", R"("box","min":[0,0,0],"max":[5,5,5])"}) {
    const Simulator simulator = make_simulator(scene(
        "[]", R"([{"type":"a","count":60,"placement":{"type":)" + std::string(place) + R"(,"spacing":1.1}}])",
        "", kInSpace));
    EXPECT_GE(least_distance(simulator.world()), 1.1);
    EXPECT_GT(std::fabs(simulator.world().state.motion.z[0]), 0.0);
  }
}

// More than random places hold: bodies of radius 0.5 that fill half of the volume their centers are in, which
// a lattice holds.
TEST(Placement, FallsBackToALatticeInSpace) {
  const Simulator simulator = make_simulator(scene(
      "[]",
      R"([{"type":"a","count":200,"placement":{"type":"box","min":[0,0,0],"max":[5,5,5],"spacing":1}}])", "",
      kInSpace));
  EXPECT_GE(least_distance(simulator.world()), 1.0 - 1e-9);
  EXPECT_NE(problem_of(R"([{"type":"a","count":400,"placement":{"type":"box","min":[0,0,0],"max":[5,5,5]}}])",
                       kInSpace)
                .find("no room for agent"),
            std::string::npos);
}

TEST(Placement, LooksAcrossTheCeilingOfAWorldThatWraps) {
  const Simulator simulator = make_simulator(scene(
      "[]", R"([{"type":"a","count":40,"placement":{"type":"box","min":[0,0,0],"max":[4,4,4],"spacing":1}}])",
      "", R"(,"world":{"dimensions":3,"bounds":{"min":[0,0,0],"max":[4,4,4],"edge":"wrap"}})"));
  const World& world = simulator.world();
  for (AgentIndex i = 0; i < 40; ++i)
    for (AgentIndex j = 0; j < i; ++j)
      EXPECT_GE(length(world.model().bounds.displacement(world.state.motion.position(i),
                                                         world.state.motion.position(j))),
                1.0 - 1e-9);
}

TEST(Placement, KeepsClearOfSolidsInSpace) {
  const Simulator simulator = make_simulator(scene(
      "[]",
      R"([{"type":"a","count":100,"overlap":true,"placement":{"type":"ball","center":[0,0,0],"radius":5}}])",
      "",
      R"(,"world":{"dimensions":3,"obstacles":[{"center":[0,0,0],"radius":2},
                                  {"box":{"center":[4,0,0],"size":[2,2,2]}},
                                  {"capsule":{"from":[-3,0,0],"to":[-3,0,5],"radius":0.5}}],
         "walls":[{"points":[[-9,-9,-3],[9,-9,-3],[0,18,-3]],"triangles":[[0,1,2]]}]})"));
  for (AgentIndex i = 0; i < 100; ++i) {
    const Vec3 p = simulator.world().state.motion.position(i);
    EXPECT_GE(length(p), 2.5);
    EXPECT_GE(std::fabs(p.z + 3.0), 0.5);
    EXPECT_GE(simulator.world().geometry().distance(p), 0.5);
  }
}

TEST(Placement, OfARegionInSpaceIsWithinItsHeights) {
  const Simulator simulator = make_simulator(scene(
      "[]", R"([{"type":"a","count":50,"overlap":true,"placement":{"type":"region","region":"r"}}])", "",
      R"(,"world":{"dimensions":3,"regions":{"r":{"points":[[0,0],[4,0],[0,4]],"bottom":1,"top":2}}})"));
  for (AgentIndex i = 0; i < 50; ++i) {
    const Vec3 p = simulator.world().state.motion.position(i);
    EXPECT_TRUE(p.x >= 0.0 && p.y >= 0.0 && p.x + p.y <= 4.0 && p.z >= 1.0 && p.z <= 2.0);
  }
  EXPECT_NE(problem_of(R"([{"type":"a","placement":{"type":"region","region":"r"}}])",
                       R"(,"world":{"dimensions":3,"regions":{"r":{"points":[[0,0],[4,0],[0,4]],"top":2}}})")
                .find("the region has no end upwards or downwards"),
            std::string::npos);
}

}  // namespace
}  // namespace drover::placing_test
