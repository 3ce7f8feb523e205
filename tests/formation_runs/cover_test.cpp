// Formations from cover to cover in a run. The covers of most tests are in a row, at x = 0, 5, 10, ... m.
#include <algorithm>
#include <cmath>

#include "formation_runs/squad.h"
#include "formations/turning.h"

namespace drover::test::cover_test {
namespace {

using enum BoundingState;

// Steps of 1/64 s: speeds of whole sixty-fourths move by exact distances.
constexpr double kDt = 1.0 / 64;

std::string row_of_covers(int count = 41, const std::string& facing = "") {
  std::string points;
  for (int k = 0; k < count; ++k)
    points += fmt::format(R"({}{{"position":[{},0]{}}})", k == 0 ? "" : ",", 5 * k, facing);
  return points;
}

// Members that run at 4 m/s without inertia and stop in place, or bodies with inertia.
constexpr std::string_view kWithoutInertia =
    R"("max_speed":4,"locomotion":{"type":"kinematic"},"steering":{"behaviors":[{"type":"slot_arrive"}]})";
constexpr std::string_view kSteered =
    R"("max_speed":4,"max_acceleration":6,"steering":{"behaviors":[{"type":"slot_arrive"}]})";

// All strings are JSON; lists of keys and of entries start with a comma.
struct Covered {
  int count = 4;
  std::string_view type = kWithoutInertia;
  std::string covers = row_of_covers();
  std::string cover = R"(,"hysteresis":0)";  // keys
  std::string anchor = R"({"position":[7.5,0],"heading":0})";
  std::string formation = R"(,"slow_radius":0.0625)";  // keys: a step at full speed
  std::string placement = R"({"type":"in_slot"})";
  std::string agents = "";
  std::string types = "";
  std::string scenario = "";
};

// An anchor that moves along the row.
std::string anchor_at_speed(double speed) {
  return fmt::format(R"({{"position":[7.5,0],"heading":0,"speed_fraction":{},"steering":{{"behaviors":[)"
                     R"({{"type":"seek","target":{{"point":[1000,0]}}}}]}}}})",
                     speed / 4.0);
}

std::string text_of(const Covered& covered) {
  return fmt::format(R"({{"format":1,"simulation":{{"dt":{}}},"agent_types":{{"m":{{)", kDt) +
         std::string(covered.type) + "}" + covered.types +
         fmt::format(R"(}},"agents":[{{"type":"m","id":"m","count":{},"placement":{}}})", covered.count,
                     covered.placement) +
         covered.agents + R"(],"formations":{"f":{"cover":{"points":[)" + covered.covers + "]" +
         covered.cover + R"(},"members":[{"agent_type":"m"}],"anchor":)" + covered.anchor +
         covered.formation + "}}" + covered.scenario + "}";
}

Simulator simulator_of(const Covered& covered) {
  return make_simulator(text_of(covered));
}

// x of the cover of each slot [m]; not a number for a slot without.
std::vector<double> covers_of(const Simulator& simulator) {
  std::vector<double> covers;
  const World& world = simulator.world();
  for (AgentIndex i = 0; i < world.model().first_anchor; ++i) {
    const std::uint32_t slot = slot_of(world, i);
    if (slot == kNoIndex) continue;
    if (covers.size() <= slot) covers.resize(slot + 1, std::nan(""));
    const std::uint32_t cover = world.state.covers.cover[i];
    if (cover != kNoIndex) covers[slot] = world.model().formations[0].def.cover->points[cover].position.x;
  }
  return covers;
}
using Covers = std::vector<double>;

BoundingState state_of(const Simulator& simulator, AgentIndex i) {
  return static_cast<BoundingState>(simulator.world().state.covers.bounding_state[i]);
}

// A change of covers: where the anchor was one step before.
struct Change {
  double anchor;  // [m]
  Covers covers;
};

std::vector<Change> changes_until(Simulator& simulator, double anchor_x) {
  std::vector<Change> changes;
  Covers covers = covers_of(simulator);
  while (anchor_place(simulator).x < anchor_x) {
    const double before = anchor_place(simulator).x;
    run_steps(simulator, 1);
    if (covers_of(simulator) == covers) continue;
    covers = covers_of(simulator);
    changes.push_back({before, covers});
  }
  return changes;
}

TEST(CoverFormation, TheFirstSlotGetsTheNearestCover) {
  Simulator simulator = simulator_of({});
  EXPECT_EQ(covers_of(simulator), (Covers{5, 10, 0, 15}));
  for (AgentIndex i = 0; i < 4; ++i) {
    EXPECT_EQ(place_of(simulator, i), simulator.world().state.slots[i].position);
    EXPECT_EQ(simulator.world().state.slots[i].velocity, Vec3{});
  }
  run_for(simulator, 5);
  EXPECT_EQ(covers_of(simulator), (Covers{5, 10, 0, 15}));
}

// At exactly 10 m nothing changes, in the next state it does.
TEST(CoverFormation, AsTheAnchorPassesACoverTheRearmostSlotGetsTheNextOne) {
  Simulator simulator = simulator_of({.anchor = anchor_at_speed(0.5)});
  const std::vector<Change> changes = changes_until(simulator, 31);
  ASSERT_EQ(changes.size(), 5u);
  const std::vector<Covers> expected = {
      {5, 10, 20, 15}, {25, 10, 20, 15}, {25, 30, 20, 15}, {25, 30, 20, 35}, {25, 30, 40, 35}};
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_EQ(changes[k].covers, expected[k]);
    EXPECT_EQ(changes[k].anchor, 10.0 + 5.0 * static_cast<double>(k));
  }
}

TEST(CoverFormation, HysteresisDefersTheChange) {
  Simulator simulator = simulator_of({.cover = R"(,"hysteresis":1)", .anchor = anchor_at_speed(0.5)});
  const std::vector<Change> changes = changes_until(simulator, 21);
  ASSERT_EQ(changes.size(), 3u);
  EXPECT_EQ(changes[0].anchor, 10.5);
  EXPECT_EQ(changes[1].anchor, 15.5);
  EXPECT_EQ(changes[2].anchor, 20.5);
  EXPECT_EQ(changes[2].covers, (Covers{25, 30, 20, 15}));
}

Covered behind_leader(const std::string& leader, const std::string& cover = R"(,"hysteresis":0)") {
  return {.cover = cover,
          .anchor = R"({"type":"leader","leader":"boss"})",
          .agents = R"(,{"type":"boss","id":"boss",)" + leader + "}",
          .types = R"(,"boss":{"max_speed":4,"locomotion":{"type":"kinematic"},"steering":{"behaviors":[)"
                   R"({"type":"seek","target":{"point":[1000,0]}}]}})"};
}

TEST(CoverFormation, CoversNextToTheLeaderDoNotCount) {
  Simulator simulator = simulator_of(behind_leader(R"("position":[10,0])"));
  EXPECT_EQ(covers_of(simulator), (Covers{5, 15, 0, 20}));
  EXPECT_FALSE(simulator.world().state.slots[4].exists);
  Simulator near =
      simulator_of(behind_leader(R"("position":[10,0])", R"(,"hysteresis":0,"leader_exclusion":0)"));
  EXPECT_EQ(covers_of(near), (Covers{10, 5, 15, 0}));
}

// Once the leader has gone all the way, those who are left sit around the place.
TEST(CoverFormation, AFixedAnchorHoldsItsCovers) {
  Simulator simulator = simulator_of({.anchor = R"({"type":"fixed","position":[22,3]})",
                                      .placement = R"({"type":"line","from":[0,5],"to":[9,5]})"});
  EXPECT_EQ(covers_of(simulator), (Covers{20, 25, 15, 30}));
  run_for(simulator, 20);
  EXPECT_EQ(covers_of(simulator), (Covers{20, 25, 15, 30}));
  for (AgentIndex i = 0; i < 4; ++i)
    EXPECT_LT(length(way_to_slot(simulator, i)), 1e-9);
}

// The most that are farther than this from their slots at once, with an anchor at a speed.
int most_movers(const Covered& covered, double distance) {
  Simulator simulator = simulator_of(covered);
  int most = 0;
  while (anchor_place(simulator).x < 60) {
    run_steps(simulator, 1);
    int movers = 0;
    for (AgentIndex i = 0; i < 4; ++i)
      movers += length(way_to_slot(simulator, i)) > distance ? 1 : 0;
    most = std::max(most, movers);
  }
  return most;
}

// v_member / members = 1 m/s is the greatest speed of the anchor at which one runs at a time.
TEST(CoverFormation, SlowAnchorsMoveOneMemberAtATime) {
  for (const double speed : {0.5, 0.75, 1.0})
    EXPECT_EQ(most_movers({.anchor = anchor_at_speed(speed)}, 1e-6), 1) << speed;
  for (const double speed : {1.01, 1.5, 2.0})
    EXPECT_EQ(most_movers({.anchor = anchor_at_speed(speed)}, 1e-6), 2) << speed;
  EXPECT_EQ(most_movers({.anchor = anchor_at_speed(2.01)}, 1e-6), 3);
}

TEST(CoverFormation, BodiesWithInertiaNeedASlowerAnchor) {
  const auto movers = [](double speed) {
    return most_movers({.type = kSteered, .anchor = anchor_at_speed(speed), .formation = ""}, 0.5);
  };
  EXPECT_EQ(movers(0.5), 1);
  EXPECT_EQ(movers(0.9), 1);
  EXPECT_EQ(movers(1.0), 2);
}

// By default 0.8 v_member / members.
TEST(CoverFormation, TheAnchorIsSlowByItself) {
  Simulator simulator = simulator_of(
      {.anchor =
           R"({"position":[7.5,0],"steering":{"behaviors":[{"type":"seek","target":{"point":[1000,0]}}]}})"});
  run_for(simulator, 10);
  EXPECT_NEAR(anchor_place(simulator).x, 7.5 + 0.8 * 10, 0.02);
}

// Members that wait stay in the cover they hold, and the anchor stands meanwhile.
TEST(CoverFormation, OneMoverAtATimeWhateverTheSpeed) {
  for (const double speed : {0.5, 1.0, 2.0, 4.0}) {
    Simulator simulator = simulator_of({.type = kSteered,
                                        .cover = R"(,"hysteresis":0,"one_mover":true)",
                                        .anchor = anchor_at_speed(speed),
                                        .formation = ""});
    int bounds = 0;
    bool was_running = false;
    double anchor_way = 0.0;
    for (int step = 0; step < 6000; ++step) {
      const Vec3 anchor = anchor_place(simulator);
      run_steps(simulator, 1);
      int running = 0, away = 0;
      for (AgentIndex i = 0; i < 4; ++i) {
        running += state_of(simulator, i) == bounding ? 1 : 0;
        const bool is_away = length(way_to_slot(simulator, i)) > 0.5;
        away += is_away ? 1 : 0;
        EXPECT_TRUE(!is_away || state_of(simulator, i) == bounding);
      }
      bounds += running;
      ASSERT_LE(running, 1);
      ASSERT_LE(away, 1);
      if (running > 0 && was_running) {
        EXPECT_LT(anchor_place(simulator).x - anchor.x, larger(anchor_way - 0.9 * 6 * kDt * kDt, 1e-9));
      }
      was_running = running > 0;
      anchor_way = anchor_place(simulator).x - anchor.x;
    }
    EXPECT_GT(bounds, 0);
    EXPECT_GT(anchor_place(simulator).x, 30);
  }
}

TEST(CoverFormation, ALeaderDoesNotWaitAndStillOneRunsAtATime) {
  Covered covered = behind_leader(R"("position":[7.5,0])", R"(,"hysteresis":0,"one_mover":true)");
  Simulator simulator = simulator_of(covered);
  for (int step = 0; step < 1500; ++step) {
    run_steps(simulator, 1);
    int running = 0;
    for (AgentIndex i = 0; i < 4; ++i)
      running += state_of(simulator, i) == bounding ? 1 : 0;
    ASSERT_LE(running, 1);
  }
  EXPECT_GT(place_of(simulator, 4).x, 80);
}

// Members that start elsewhere run to their first covers one after the other, and those who wait stand.
TEST(CoverFormation, FromTheStartOneRunsAtATime) {
  Simulator simulator = simulator_of(
      {.cover = R"(,"one_mover":true)", .placement = R"({"type":"line","from":[0,8],"to":[9,8]})"});
  int running = 0;
  std::vector<Vec3> starts;
  for (AgentIndex i = 0; i < 4; ++i) {
    running += state_of(simulator, i) == bounding ? 1 : 0;
    starts.push_back(place_of(simulator, i));
  }
  EXPECT_EQ(running, 1);
  run_for(simulator, 0.5);
  for (AgentIndex i = 0; i < 4; ++i)
    EXPECT_EQ(place_of(simulator, i) == starts[i], state_of(simulator, i) == waiting);
  run_for(simulator, 30);
  for (AgentIndex i = 0; i < 4; ++i) {
    EXPECT_EQ(state_of(simulator, i), BoundingState::cover);
    EXPECT_LT(length(way_to_slot(simulator, i)), 1e-9);
  }
}

TEST(CoverFormation, ThoseWhoDoNotRunWatch) {
  const std::string one_mover = R"(,"hysteresis":0,"one_mover":true)";
  Simulator simulator =
      simulator_of({.cover = one_mover + R"(,"watch":{"point":[5,100]})", .anchor = anchor_at_speed(0.5)});
  expect_near(simulator.world().state.slots[0].heading, direction(Vec3{5, 100, 0} - place_of(simulator, 0)),
              1e-12);
  const auto runner = [&] {
    for (AgentIndex i = 0; i < 4; ++i)
      if (state_of(simulator, i) == bounding) return i;
    return kNoIndex;
  };
  while (runner() == kNoIndex)
    run_steps(simulator, 1);
  EXPECT_EQ(simulator.world().state.slots[runner()].heading, (Vec3{1, 0, 0}));
  // Without anything to watch: the facing of the cover, or the heading of the anchor.
  Simulator facing = simulator_of({.covers = row_of_covers(41, R"(,"facing":1.5707963267948966)")});
  expect_near(facing.world().state.slots[2].heading, {0, 1, 0}, 1e-12);
  Simulator plain = simulator_of({});
  EXPECT_EQ(plain.world().state.slots[2].heading, (Vec3{1, 0, 0}));
}

// A wall stands between the last member and its next cover: it stops in the open, and the others go on.
TEST(CoverFormation, ARunThatTakesTooLongEndsWhereTheMemberStands) {
  Simulator simulator = simulator_of(
      {.type = R"("max_speed":4,"max_acceleration":6,"steering":{"behaviors":[{"type":"slot_arrive"}]})",
       .cover = R"(,"hysteresis":0,"one_mover":true,"bound_timeout":2)",
       .anchor = anchor_at_speed(0.5),
       .formation = ""});
  while (state_of(simulator, 0) != bounding && state_of(simulator, 1) != bounding &&
         state_of(simulator, 2) != bounding && state_of(simulator, 3) != bounding)
    run_steps(simulator, 1);
  AgentIndex runner = 0;
  while (state_of(simulator, runner) != bounding)
    ++runner;
  run_for(simulator, 2.0);  // 20 m take longer
  EXPECT_EQ(state_of(simulator, runner), BoundingState::cover);
  EXPECT_EQ(simulator.world().state.slots[runner].position, place_of(simulator, runner));
  run_for(simulator, 3);
  EXPECT_LT(length(velocity_of(simulator, runner)), 1e-3);
  EXPECT_LT(place_of(simulator, runner).x, 19);
  const double anchor = anchor_place(simulator).x;
  run_for(simulator, 1);
  EXPECT_GT(anchor_place(simulator).x, anchor);
}

TEST(CoverFormation, WithFewerCoversThanMembersTheHighestSlotsFollowTheAnchor) {
  Simulator simulator = simulator_of({.covers = row_of_covers(2), .anchor = anchor_at_speed(0.5)});
  const Covers covers = covers_of(simulator);
  EXPECT_EQ(covers[0], 5);
  EXPECT_EQ(covers[1], 0);
  EXPECT_TRUE(std::isnan(covers[2]) && std::isnan(covers[3]));
  run_for(simulator, 20);
  int followers = 0;
  for (AgentIndex i = 0; i < 4; ++i) {
    if (slot_of(simulator.world(), i) < 2) continue;
    ++followers;
    EXPECT_LT(length(place_of(simulator, i) - anchor_place(simulator)), 0.05);
    EXPECT_EQ(simulator.world().state.slots[i].velocity, (Vec3{0.5, 0, 0}));
  }
  EXPECT_EQ(followers, 2);
}

TEST(CoverFormation, WhereNoCoverIsFreeAllFollowTheAnchor) {
  Simulator simulator =
      simulator_of(behind_leader(R"("position":[7.5,0])", R"(,"leader_exclusion":1000,"one_mover":true)"));
  for (const double cover : covers_of(simulator))
    EXPECT_TRUE(std::isnan(cover));
  for (AgentIndex i = 0; i < 4; ++i) {
    EXPECT_EQ(simulator.world().state.slots[i].position, place_of(simulator, 4));
    EXPECT_EQ(state_of(simulator, i), BoundingState::cover);
  }
  run_for(simulator, 2);
  EXPECT_EQ(simulator.world().state.slots[0].velocity, (Vec3{4, 0, 0}));
}

TEST(CoverFormation, MembersThatLeaveMakeNoOtherOneMove) {
  Simulator simulator =
      simulator_of({.scenario = R"(,"events":[{"type":"remove","target":{"agent":"m.1"},"at":2},)"
                                R"({"type":"spawn","at":8,"agents":{"type":"m","position":[7,5]}}])"});
  const auto slot_before = [&](AgentIndex i) { return slot_of(simulator.world(), i); };
  const std::vector<std::uint32_t> slots{slot_before(0), slot_before(1), slot_before(2), slot_before(3)};
  run_for(simulator, 5);
  EXPECT_EQ(slot_before(1), kNoIndex);
  for (const AgentIndex i : {0u, 2u, 3u})
    EXPECT_EQ(slot_before(i), slots[i]);
  run_for(simulator, 10);
  EXPECT_EQ(slot_before(4), slots[1]);  // the lowest that is free
  EXPECT_LT(length(way_to_slot(simulator, 4)), 1e-9);
  for (const AgentIndex i : {0u, 2u, 3u})
    EXPECT_EQ(slot_before(i), slots[i]);
}

TEST(CoverFormation, OneMemberGoesFromCoverToCover) {
  Simulator simulator = simulator_of({.count = 1, .anchor = anchor_at_speed(0.5)});
  EXPECT_EQ(covers_of(simulator), (Covers{5}));
  run_for(simulator, 10);
  EXPECT_EQ(covers_of(simulator), (Covers{10}));
  EXPECT_LT(length(way_to_slot(simulator, 0)), 1e-9);
}

TEST(CoverFormation, WithoutMembersTheAnchorStands) {
  Simulator simulator =
      simulator_of({.cover = R"(,"hysteresis":0,"one_mover":true)",
                    .anchor = anchor_at_speed(0.5),
                    .scenario = R"(,"events":[{"type":"remove","target":{"agent_type":"m"},"at":1}])"});
  run_for(simulator, 2);
  const Vec3 anchor = anchor_place(simulator);
  run_for(simulator, 2);
  EXPECT_EQ(anchor_place(simulator), anchor);
  EXPECT_TRUE(covers_of(simulator).empty());
}

// Of the members, each takes the cover that makes the ways shortest in sum.
TEST(CoverFormation, MembersTakeTheCoversThatSuitThem) {
  Simulator simulator =
      simulator_of({.placement = R"({"type":"points","points":[[16,1],[11,1],[1,1],[6,1]]})"});
  const Vec3 expected[] = {{15, 0, 0}, {10, 0, 0}, {0, 0, 0}, {5, 0, 0}};
  for (AgentIndex i = 0; i < 4; ++i)
    EXPECT_EQ(simulator.world().state.slots[i].position, expected[i]);
}

TEST(CoverFormation, TurnedFormationsTurnBitForBit) {
  const auto scene = [](bool is_turned) {
    std::string covers, points;
    const auto add = [&](std::string& list, double x, double y, std::string_view before,
                         std::string_view after) {
      list += fmt::format("{}{}[{},{}]{}", list.empty() ? "" : ",", before, is_turned ? -y : x,
                          is_turned ? x : y, after);
    };
    for (int k = 0; k < 20; ++k)
      add(covers, 3.5 * k, k % 3 - 1.25 * (k % 2), R"({"position":)", "}");
    for (int k = 0; k < 4; ++k)
      add(points, 2.5 * k, 1.5, "", "");
    const std::string to = is_turned ? "[0,1000]" : "[1000,0]";
    return simulator_of(
        {.type = kSteered,
         .covers = covers,
         .cover = R"(,"one_mover":true,"watch":{"point":)" + to + "}",
         .anchor = fmt::format(
             R"({{"position":{},"steering":{{"behaviors":[{{"type":"seek","target":{{"point":{}}}}}]}}}})",
             is_turned ? "[0,4]" : "[4,0]", to),
         .formation = "",
         .placement = fmt::format(R"({{"type":"points","points":[{}]}},"velocity":{})", points,
                                  is_turned ? "[0,0.5]" : "[0.5,0]")});
  };
  Simulator plain = scene(false);
  Simulator turned = scene(true);
  for (int step = 0; step < 2000; ++step) {
    run_steps(plain, 1);
    run_steps(turned, 1);
    for (AgentIndex i = 0; i < 4; ++i)
      ASSERT_EQ(place_of(turned, i), quarter_turned(place_of(plain, i))) << step;
  }
  EXPECT_GT(anchor_place(plain).x, 10);
}

TEST(CoverFormation, ARestoredStateGoesOnWithTheSameBits) {
  const Covered covered{.type = kSteered,
                        .cover = R"(,"one_mover":true,"watch":{"point":[5,100]})",
                        .anchor = anchor_at_speed(1.0),
                        .formation = ""};
  for (const double seconds : {0.5, 6.0, 7.0, 11.0}) {
    Simulator simulator = simulator_of(covered);
    run_for(simulator, seconds);
    const SavedState saved = save_state(simulator.world());
    run_for(simulator, 6);
    Simulator restored = simulator_of(covered);
    ASSERT_FALSE(restored.restore(saved));
    run_for(restored, 6);
    EXPECT_EQ(restored.hash(), simulator.hash()) << seconds;
  }
}

TEST(CoverFormation, TheOrderInTheFileDoesNotMatter) {
  expect_any_order(
      R"("cover":{"one_mover":true,"points":[)" + row_of_covers(5) + R"(]},"anchor":{"position":[7,0]})",
      300);
}

}  // namespace
}  // namespace drover::test::cover_test
