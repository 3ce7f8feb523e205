// Covers that are found around obstacles and walls, and hide from a threat.
#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>

#include "core/det_math.h"
#include "formation_runs/squad.h"
#include "sim/formation/shape_covers.h"

namespace drover::test::shape_cover_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kBox = R"({"id":"box","box":{"center":[5,0],"size":[2,2]}})";

// All strings are JSON; lists of keys and of entries start with a comma.
struct Hidden {
  int count = 3;
  std::string obstacles = kBox;
  std::string walls = "";
  std::string threat = R"({"point":[0,0]})";
  std::string cover = "";  // keys
  std::string anchor = R"({"position":[9,0],"heading":0})";
  std::string agents = "";
  std::string types = "";
  std::string scenario = "";
};

Simulator simulator_of(const Hidden& hidden) {
  const std::string threat = hidden.threat.empty() ? "" : R"("threat":)" + hidden.threat + ",";
  return make_simulator(
      R"({"format":1,"simulation":{"dt":0.03125},"world":{"obstacles":[)" + hidden.obstacles +
      R"(],"walls":[)" + hidden.walls +
      R"(]},"agent_types":{"m":{"radius":0.5,"max_speed":4,"locomotion":{"type":"kinematic"},)"
      R"("steering":{"behaviors":[{"type":"slot_arrive"}]}})" +
      hidden.types +
      fmt::format(R"(}},"agents":[{{"type":"m","count":{},"placement":{{"type":"in_slot"}}}})",
                  hidden.count) +
      hidden.agents + R"(],"formations":{"f":{"cover":{"from":"shapes",)" + threat +
      R"("standoff":0.6,"spacing":0.5)" + hidden.cover + R"(},"members":[{"agent_type":"m"}],"anchor":)" +
      hidden.anchor + "}}" + hidden.scenario + "}");
}

struct FoundCover {
  std::string id;
  Vec3 position;
  double quality;
};

std::vector<FoundCover> covers_in(const Simulator& simulator) {
  std::vector<FoundCover> covers;
  const World& world = simulator.world();
  const std::vector<CoverPointDef>& points = world.model().formations[0].def.cover->points;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const double quality = cover_quality(world, 0, k);
    if (quality > 0.0) covers.push_back({points[k].id, points[k].position, quality});
  }
  return covers;
}

std::vector<std::string> ids_in(const Simulator& simulator) {
  std::vector<std::string> ids;
  for (const FoundCover& cover : covers_in(simulator))
    ids.push_back(cover.id);
  return ids;
}

// Id of the member's cover; empty without.
std::string cover_of(const Simulator& simulator, AgentIndex i) {
  const World& world = simulator.world();
  const std::uint32_t cover = world.state.covers.cover[i];
  return cover == kNoIndex ? "" : world.model().formations[0].def.cover->points[cover].id;
}

TEST(ShapeCovers, LieBehindABox) {
  const Simulator simulator = simulator_of({});
  const World& world = simulator.world();
  const std::vector<CoverPointDef>& points = world.model().formations[0].def.cover->points;
  ASSERT_EQ(points.size(), 23u);
  EXPECT_NEAR(length(points[0].position - Vec3{4.0, -1.6, 0.0}), 0.0, 1e-12);
  struct Expected {
    const char* id;
    double x, y, quality;
  };
  const std::vector<Expected> expected = {
      {"5", 6.4814, -1.3582, 2.0 / 3.0}, {"6", 6.6, -0.8721, 1.0}, {"7", 6.6, -0.3603, 1.0},
      {"8", 6.6, 0.1514, 1.0},           {"9", 6.6, 0.6631, 1.0},  {"10", 6.5747, 1.1724, 2.0 / 3.0},
      {"11", 6.2482, 1.5463, 2.0 / 3.0}};
  const std::vector<FoundCover> covers = covers_in(simulator);
  ASSERT_EQ(covers.size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    EXPECT_EQ(covers[k].id, expected[k].id);
    EXPECT_NEAR(covers[k].position.x, expected[k].x, 1e-4);
    EXPECT_NEAR(covers[k].position.y, expected[k].y, 1e-4);
    EXPECT_EQ(covers[k].quality, expected[k].quality);
    const Vec3 facing = cover_facing(world, 0, 5 + k);
    EXPECT_NEAR(length(facing + direction(covers[k].position)), 0.0, 1e-12);
  }
  EXPECT_EQ(cover_of(simulator, 0), "8");
  EXPECT_EQ(cover_of(simulator, 1), "7");
  EXPECT_EQ(cover_of(simulator, 2), "9");
}

TEST(ShapeCovers, ThereAreNoneFromAThreatInsideOfSomething) {
  const Simulator simulator = simulator_of({.threat = R"({"point":[5,0.5]})"});
  EXPECT_THAT(ids_in(simulator), IsEmpty());
  for (AgentIndex i = 0; i < 3; ++i)
    EXPECT_EQ(simulator.world().state.slots[i].position, (Vec3{9, 0, 0}));
}

TEST(ShapeCovers, ThereAreNoneWhereNothingStands) {
  const Simulator simulator = simulator_of({.obstacles = ""});
  EXPECT_TRUE(simulator.world().model().formations[0].def.cover->points.empty());
  EXPECT_EQ(cover_of(simulator, 0), "");
  EXPECT_EQ(simulator.world().state.slots[0].position, (Vec3{9, 0, 0}));
}

TEST(ShapeCovers, WithoutAThreatEveryPlaceIsFullCover) {
  const Simulator simulator = simulator_of({.threat = ""});
  EXPECT_THAT(covers_in(simulator), SizeIs(23));
  EXPECT_TRUE(
      std::ranges::all_of(covers_in(simulator), [](const FoundCover& c) { return c.quality == 1.0; }));
  EXPECT_EQ(cover_facing(simulator.world(), 0, 0), Vec3{});
}

constexpr const char* kStander = R"(,"t":{"locomotion":{"type":"kinematic"}})";

TEST(ShapeCovers, OfSeveralThreatsTheWorstCounts) {
  const std::string agents = R"(,{"type":"t","position":[0,0]},{"type":"t","position":[0,-6]})";
  const Simulator both =
      simulator_of({.threat = R"({"agent_type":"t"})", .agents = agents, .types = kStander});
  const Simulator other = simulator_of({.threat = R"({"point":[0,-6]})"});
  const Simulator one = simulator_of({});
  const auto quality = [](const Simulator& simulator, std::size_t k) {
    return cover_quality(simulator.world(), 0, k);
  };
  bool is_somewhere_less = false;
  for (std::size_t k = 0; k < 23; ++k) {
    EXPECT_EQ(quality(both, k), std::min(quality(one, k), quality(other, k)));
    is_somewhere_less |= quality(both, k) < quality(one, k);
  }
  EXPECT_TRUE(is_somewhere_less);
  EXPECT_FALSE(ids_in(both).empty());
  // Cover 10 looks at the threat in the origin, which is nearer.
  EXPECT_NEAR(length(cover_facing(both.world(), 0, 10) + direction(Vec3{6.5747, 1.1724, 0})), 0.0, 1e-4);
}

TEST(ShapeCovers, OfTooLittleQualityDoNotCount) {
  EXPECT_THAT(ids_in(simulator_of({.cover = R"(,"least_quality":0.7)"})), ElementsAre("6", "7", "8", "9"));
}

TEST(ShapeCovers, ThoseWhoPeekStayNearTheEdge) {
  // 0.51 m from one place to the next; the shadow ends 0.4 m before cover 5 and just behind cover 11.
  EXPECT_THAT(ids_in(simulator_of({.cover = R"(,"peek":0.55)"})), ElementsAre("5", "10", "11"));
  EXPECT_THAT(ids_in(simulator_of({.cover = R"(,"peek":1.1)"})), ElementsAre("5", "6", "9", "10", "11"));
  EXPECT_THAT(ids_in(simulator_of({.cover = R"(,"peek":20)"})), SizeIs(7));
}

TEST(ShapeCovers, OutOfRangeDoNotCount) {
  // From (9, 0) the covers 7 and 8 are 2.4 m away.
  const Simulator simulator = simulator_of({.cover = R"(,"max_range":2.45)"});
  EXPECT_EQ(cover_of(simulator, 0), "8");
  EXPECT_EQ(cover_of(simulator, 1), "7");
  EXPECT_EQ(cover_of(simulator, 2), "");
  EXPECT_EQ(simulator.world().state.slots[2].position, (Vec3{9, 0, 0}));
}

// Once round the box in 40 s.
TEST(ShapeCovers, MembersGoRoundABoxAsAThreatDoes) {
  const std::string sentry =
      R"(,"t":{"max_speed":1.5,"radius":0.5,"locomotion":{"type":"kinematic"},"steering":{"behaviors":[)"
      R"({"type":"orbit","target":{"point":[5,0]},"radius":9}]}})";
  Simulator simulator = simulator_of({.threat = R"({"agent":"sentry"})",
                                      .anchor = R"({"position":[5,0],"heading":0})",
                                      .agents = R"(,{"id":"sentry","type":"t","position":[-4,0]})",
                                      .types = sentry});
  const World& world = simulator.world();
  const StaticGeometry geometry = world.geometry();
  std::vector<std::string> held;
  for (int step = 0; step < 1280; ++step) {
    run_steps(simulator, 1);
    for (AgentIndex i = 0; i < 3; ++i) {
      const std::uint32_t cover = world.state.covers.cover[i];
      ASSERT_NE(cover, kNoIndex);
      // It is found at most 0.5 s late, in which the threat has gone 0.75 m, or for 0.7 m in one cell.
      const Vec3 place = world.model().formations[0].def.cover->points[cover].position;
      EXPECT_LT(dot(place - Vec3{5, 0, 0}, place_of(simulator, 3) - Vec3{5, 0, 0}), 0.0);
      if (std::ranges::find(held, cover_of(simulator, i)) == held.end())
        held.push_back(cover_of(simulator, i));
    }
  }
  EXPECT_GE(held.size(), 12u);
  for (AgentIndex i = 0; i < 3; ++i)
    EXPECT_TRUE(geometry.blocks_sight(place_of(simulator, 3), place_of(simulator, i)));
}

TEST(ShapeCovers, AreNoneAroundWhatVanishes) {
  Simulator simulator = simulator_of(
      {.obstacles = std::string(kBox) + R"(,{"box":{"center":[5,9],"size":[2,2]}})",
       .scenario = R"(,"events":[{"type":"shape","target":{"obstacle":"box"},"at":1,"present":false},)"
                   R"({"type":"shape","target":{"obstacle":"box"},"at":3,"present":true}])"});
  const std::vector<std::string> before = ids_in(simulator);
  EXPECT_EQ(cover_of(simulator, 0), "8");
  run_steps(simulator, 64);
  for (const std::string& id : ids_in(simulator))
    EXPECT_EQ(id.size(), 5u) << id;  // of the other box: 10000 and more
  EXPECT_EQ(cover_of(simulator, 0).size(), 5u);
  run_steps(simulator, 64);
  EXPECT_EQ(ids_in(simulator), before);
}

TEST(ShapeCovers, LieOnBothSidesOfAWallAndNotTooNearToAnything) {
  const Simulator simulator = simulator_of({.obstacles = R"({"center":[5,2],"radius":0.5})",
                                            .walls = R"({"points":[[5,-4],[5,4]]})",
                                            .threat = ""});
  const World& world = simulator.world();
  const std::vector<FoundCover> covers = covers_in(simulator);
  EXPECT_GT(covers.size(), 20u);
  bool is_left = false;
  bool is_right = false;
  for (const FoundCover& cover : covers) {
    EXPECT_GE(world.geometry().distance(cover.position), 0.6 - 1e-9);
    is_left |= cover.position.x < 5.0;
    is_right |= cover.position.x > 5.0;
  }
  EXPECT_TRUE(is_left && is_right);
}

// As if all covers were looked at in every step.
TEST(ShapeCovers, TheNearestOfManyAreChosen) {
  std::string boxes;
  for (int k = 0; k < 100; ++k)
    boxes += fmt::format(R"({}{{"box":{{"center":[{},{}],"size":[2,2]}}}})", k == 0 ? "" : ",", 8 * (k % 10),
                         8 * (k / 10));
  Simulator simulator = simulator_of(
      {.count = 4,
       .obstacles = boxes,
       .threat = R"({"point":[90,40]})",
       .cover = R"(,"hysteresis":0)",
       .anchor = R"({"position":[4,4],"heading":0,"speed_fraction":0.75,"steering":{"behaviors":[)"
                 R"({"type":"seek","target":{"point":[64,31]}}]}})"});
  const World& world = simulator.world();
  for (int step = 0; step < 640; ++step) {
    run_steps(simulator, 1);
    const auto distance = [&](Vec3 place) { return length(place - anchor_place(simulator)); };
    std::vector<double> nearest;
    for (const FoundCover& cover : covers_in(simulator))
      nearest.push_back(distance(cover.position));
    std::ranges::sort(nearest);
    std::vector<double> chosen;
    for (AgentIndex i = 0; i < 4; ++i)
      chosen.push_back(
          distance(world.model().formations[0].def.cover->points[world.state.covers.cover[i]].position));
    std::ranges::sort(chosen);
    for (std::size_t k = 0; k < 4; ++k)
      ASSERT_NEAR(chosen[k], nearest[k], 2e-6);
  }
  EXPECT_GT(anchor_place(simulator).x, 50.0);
}

// A cover behind a wall that has no door, and one that is farther away.
constexpr const char* kTwoCovers = R"("cover":{"points":[{"id":"near","position":[3,0]},)"
                                   R"({"id":"far","position":[-6,0]}])";
constexpr const char* kHouse = R"({"points":[[2,-2],[6,-2],[6,2],[2,2],[2,-2]]})";
constexpr const char* kOpenHouse = R"({"points":[[6,-1],[6,-2],[2,-2],[2,2],[6,2],[6,1]]})";

std::string chosen_cover(const std::string& walls, const std::string& keys) {
  const Simulator simulator = make_simulator(
      R"({"format":1,"world":{"walls":[)" + walls +
      R"(]},"navigation":{"grids":{"ground":{"cell_size":0.5,"origin":[-10,-10],"width":40,"height":40}}},)"
      R"("agent_types":{"m":{"radius":0.3,"steering":{"behaviors":[{"type":"slot_arrive"}]}}},)"
      R"("agents":[{"type":"m","position":[0,0]}],"formations":{"f":{)" +
      kTwoCovers + keys + R"(},"members":[{"agent_type":"m"}],"anchor":{"position":[0,0],"heading":0}}}})");
  return cover_of(simulator, 0);
}

TEST(CoverWays, ACoverThatNoWayLeadsToIsNotTaken) {
  EXPECT_EQ(chosen_cover(kHouse, ""), "far");
  EXPECT_EQ(chosen_cover(kHouse, R"(,"by":"air")"), "near");
}

// Through the door it is about 3.5 + 4 + 3 m.
TEST(CoverWays, ACoverIsAsFarAsItsWay) {
  EXPECT_EQ(chosen_cover(kOpenHouse, ""), "far");
  EXPECT_EQ(chosen_cover(kOpenHouse, R"(,"by":"air")"), "near");
  EXPECT_EQ(chosen_cover(R"({"points":[[2,0.5],[6,0.5]]})", ""), "near");
}

}  // namespace
}  // namespace drover::test::shape_cover_test
