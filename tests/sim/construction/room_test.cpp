// Random places are free of other bodies, and where darts do not find enough of them a lattice does.
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "sim/construction/placing.h"
#include "support/scene.h"

namespace drover::room_test {
namespace {

using test::make_simulator;
using test::make_world;
using test::scene;

std::string crowd(int count, const std::string& placement, const std::string& keys = "") {
  return R"({"type":"a","count":)" + std::to_string(count) + R"(,"placement":{)" + placement + "}" + keys +
         "}";
}

std::string rectangle(double side) {
  return R"("type":"rectangle","min":[0,0],"max":[)" + std::to_string(side) + "," + std::to_string(side) +
         "]";
}

Simulator placed(const std::string& agents, const std::string& type = "", const std::string& keys = "") {
  return make_simulator(scene("[]", "[" + agents + "]", type, keys));
}

std::string problem_of(const std::string& agents, const std::string& keys = "") {
  try {
    placed(agents, "", keys);
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

// The least distance between the surfaces of two bodies, on a torus of the nearest images.
double least_gap(const World& world) {
  double least = kInfinity;
  for (AgentIndex i = 0; i < world.model().agents.size(); ++i) {
    for (AgentIndex j = 0; j < i; ++j) {
      const Vec3 way =
          world.model().bounds.displacement(world.state.motion.position(i), world.state.motion.position(j));
      least = smaller(least, length(way) - world.state.limits.radius[i] - world.state.limits.radius[j]);
    }
  }
  return least;
}

TEST(Room, RandomBodiesDoNotOverlap) {
  const Simulator simulator = placed(crowd(60, rectangle(20.0)) + "," + crowd(40, rectangle(20.0)) + "," +
                                         R"({"type":"a","position":[10,10]},)" +
                                         crowd(9, R"("type":"grid","origin":[2,2],"step":[2,2])"),
                                     R"(,"radius":{"uniform":[0.1,0.9]})");
  EXPECT_GE(least_gap(simulator.world()), -1e-9);
}

TEST(Room, ReachesAcrossTheEdgesOfATorus) {
  const Simulator simulator = placed(crowd(80, rectangle(12.0)), "",
                                     R"(,"world":{"bounds":{"min":[0,0],"max":[12,12],"edge":"wrap"}})");
  EXPECT_GE(least_gap(simulator.world()), -1e-9);
}

TEST(Room, ALatticeOnATorusLeavesRoomAcrossItsEdges) {
  const Simulator simulator = placed(crowd(110, rectangle(12.0)), "",
                                     R"(,"world":{"bounds":{"min":[0,0],"max":[12,12],"edge":"wrap"}})");
  EXPECT_GE(least_gap(simulator.world()), -1e-9);
}

// 12 rows of 11 and 10 bodies of 1 m have their centers in a square of 10 m: (10 / 1 + 1) columns, rows of
// sqrt(3) / 2 m.
TEST(Room, ALatticeHoldsAsManyBodiesAsTheDensestPacking) {
  const Simulator simulator = placed(crowd(126, rectangle(10.0)));
  EXPECT_GE(least_gap(simulator.world()), -1e-9);
  for (AgentIndex i = 0; i < 126; ++i) {
    const double row = simulator.world().state.motion.y[i] / (0.5 * std::sqrt(3.0));
    EXPECT_NEAR(row, std::round(row), 1e-9);
  }
  const std::string full = problem_of(crowd(127, rectangle(10.0)));
  EXPECT_NE(full.find("/agents/0/placement"), std::string::npos) << full;
  EXPECT_NE(full.find("no room for agent 127 of 127: of 1000 tries, 1000 on other bodies"), std::string::npos)
      << full;
}

bool is_on_lattice(const World& world) {
  for (AgentIndex i = 0; i < world.model().agents.size(); ++i) {
    const double row = world.state.motion.y[i] / (0.5 * std::sqrt(3.0));
    if (std::fabs(row - std::round(row)) > 1e-9) return false;
  }
  return true;
}

// Random sequential adsorption of a thousand tries each.
TEST(Room, DartsAloneEndNearTheJammingDensity) {
  const auto needs_lattice = [](int count, int seed) {
    const std::string key = R"(,"seed":)" + std::to_string(seed);
    return is_on_lattice(placed(crowd(count, rectangle(10.0)), "", key).world());
  };
  for (int seed = 1; seed <= 5; ++seed) {
    EXPECT_FALSE(needs_lattice(67, seed)) << seed;
    EXPECT_TRUE(needs_lattice(75, seed)) << seed;
  }
}

TEST(Room, AGapIsKeptFromBodiesObstaclesAndWalls) {
  const Simulator simulator =
      placed(crowd(60, rectangle(20.0) + R"(,"gap":0.7)"), "",
             R"(,"world":{"obstacles":[{"center":[5,5],"radius":1}],"walls":[{"points":[[0,10],[20,10]]}]})");
  const World& world = simulator.world();
  EXPECT_GE(least_gap(world), 0.7 - 1e-9);
  for (AgentIndex i = 0; i < 60; ++i) {
    EXPECT_GE(length(world.state.motion.position(i) - Vec3{5, 5, 0}), 1.0 + 0.5 + 0.7 - 1e-9);
    EXPECT_GE(std::fabs(world.state.motion.y[i] - 10.0), 0.5 + 0.7 - 1e-9);
  }
}

TEST(Room, LargeBodiesComeFirstOnALattice) {
  // Darts do not place a hundred here; the largest find room although they are not the first.
  const Simulator simulator = placed(crowd(105, rectangle(10.0)), R"(,"radius":{"choice":[0.3,0.5]})");
  EXPECT_GE(least_gap(simulator.world()), -1e-9);
}

TEST(Room, ARegionIsFilled) {
  const std::string regions = R"(,"world":{"regions":{"disc":{"center":[0,0],"radius":6},
     "box":{"min":[20,0],"max":[26,4]},"ell":{"points":[[40,0],[50,0],[50,3],[43,3],[43,9],[40,9]]}}})";
  const Simulator simulator = placed(crowd(80, R"("type":"region","region":"disc")") + "," +
                                         crowd(20, R"("type":"region","region":"box")") + "," +
                                         crowd(30, R"("type":"region","region":"ell")"),
                                     "", regions);
  const World& world = simulator.world();
  EXPECT_GE(least_gap(world), -1e-9);
  for (AgentIndex i = 0; i < 130; ++i) {
    const std::size_t region = i < 80 ? 0 : i < 100 ? 1 : 2;
    EXPECT_TRUE(world.model().regions[region].shape.encloses(world.state.motion.position(i)));
  }
}

TEST(Room, NumbersDecideNotTheOrderOfEntries) {
  const auto entry = [](int number, int count) {
    return crowd(count, rectangle(10.0), R"(,"number":)" + std::to_string(number));
  };
  // Seventy do not fit by darts beside thirty.
  const Simulator ordered = placed(entry(0, 30) + "," + entry(100, 45));
  const Simulator permuted = placed(entry(100, 45) + "," + entry(0, 30));
  EXPECT_EQ(ordered.hash(), permuted.hash());
  EXPECT_GE(least_gap(ordered.world()), -1e-9);
}

TEST(Room, WithOverlapRandomPlacesIgnoreBodies) {
  const Simulator simulator = placed(crowd(300, rectangle(10.0), R"(,"overlap":true)"));
  EXPECT_LT(least_gap(simulator.world()), -0.5);
}

constexpr const char* kTwoPoints = R"("type":"points","points":[[0,0],[0.75,0]])";

TEST(Overlap, OfFixedPlacesIsAWarning) {
  const auto warnings = [](const std::string& agents) {
    return make_world(scene("[]", "[" + agents + "]")).warnings;
  };
  const std::vector<Problem> found = warnings(crowd(2, kTwoPoints));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].pointer, "/agents/0/placement");
  EXPECT_EQ(found[0].message, "the bodies of agents 0 and 1 overlap at the start");
  EXPECT_EQ(found[0].found, "0.75 m apart, radii 0.5 m and 0.5 m");
  EXPECT_TRUE(warnings(crowd(2, kTwoPoints, R"(,"overlap":true)")).empty());
  EXPECT_TRUE(warnings(crowd(2, R"("type":"points","points":[[0,0],[1,0]])")).empty());
  const std::string one = R"({"type":"a","position":[0,0]},{"type":"a","position":[0.5,0])";
  EXPECT_EQ(warnings(one + "}").at(0).pointer, "/agents/1/position");
  EXPECT_TRUE(warnings(one + R"(,"overlap":true})").empty());
}

TEST(Overlap, OfFixedPlacesIsAnErrorWhereItIsRuledOut) {
  const std::string found = problem_of(crowd(2, kTwoPoints, R"(,"overlap":false)"));
  EXPECT_NE(found.find("the bodies of agents 0 and 1 overlap at the start"), std::string::npos) << found;
  EXPECT_NE(found.find("/agents/0/placement"), std::string::npos) << found;
}

TEST(Overlap, ManyBodiesAtOnePointAreReportedOnce) {
  EXPECT_EQ(make_world(scene("[]", "[" + crowd(3000, R"("type":"line","from":[0,0],"to":[1,0])") + "]"))
                .warnings.size(),
            1u);
}

}  // namespace
}  // namespace drover::room_test
