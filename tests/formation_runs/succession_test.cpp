// Formations that turn in succession: members walk in the steps of the first.
#include <vector>

#include "formation_runs/squad.h"
#include "sim/geometry/static_room.h"
#include "sim/state/trails.h"

namespace drover::test::succession_test {
namespace {

constexpr const char* kModerations[] = {"lead", "leash", "none"};

// A column of five, 2 m apart, on a path.
Squad column_on(const std::string& points, const std::string& moderation = "lead",
                const std::string& keys = "") {
  return {.pattern = R"({"type":"column","spacing":2})",
          .anchor = anchor_at("[0,0]", "0", R"({"type":"follow_path","path":"p"})"),
          .formation = fmt::format(R"(,"moderation":"{}"{})", moderation, keys),
          .scenario = fmt::format(R"(,"world":{{"paths":{{"p":{{"points":{}}}}}}})", points)};
}

// How far members were from where the front has been, at most [m]. In the beginning they stand behind it.
class Track {
 public:
  void add(const Simulator& simulator) {
    places_.push_back(anchor_place(simulator));
    for (AgentIndex i = 0; i < 5; ++i)
      worst_ = larger(worst_, distance(place_of(simulator, i)));
  }
  double worst() const { return worst_; }

 private:
  double distance(Vec3 place) const {
    double least = place.x < places_.front().x ? std::fabs(place.y) : kInfinity;
    for (const Vec3 other : places_)
      least = smaller(least, length(place - other));
    return least;
  }

  std::vector<Vec3> places_;
  double worst_ = 0.0;
};

// Bodies that can turn as sharply as the path does, at 3 m/s: within 0.3 m with 30 m/s^2, which bend it by
// half a meter.
TEST(Succession, AColumnWalksInTheStepsOfTheFirst) {
  for (const char* moderation : kModerations) {
    for (const char* points :
         {"[[0,0],[20,0],[20,30]]", "[[0,0],[15,0],[25,8],[40,8]]", "[[0,0],[15,0],[15,6],[30,6]]"}) {
      Squad squad = column_on(points, moderation);
      squad.type = R"("max_speed":3,"max_acceleration":30)";
      Simulator simulator = simulator_of(squad);
      Track track;
      for (int step = 0; step < 1500; ++step) {
        run_steps(simulator, 1);
        track.add(simulator);
      }
      EXPECT_LT(track.worst(), 0.5) << moderation << ' ' << points;
    }
  }
}

// The path ends 3 m behind a corner: the first is at its end, the others are 2 m apart on its way there.
TEST(Succession, AColumnRestsAlongItsWay) {
  for (const char* moderation : kModerations) {
    Simulator simulator = simulator_of(column_on("[[0,0],[20,0],[20,3]]", moderation));
    run_for(simulator, 60);
    const World& world = simulator.world();
    const TrailPath trail(world, world.model().formations[0].trail, {});
    expect_near(trail.point_at(trail.end()), {20, 3, 0}, 0.02);
    for (AgentIndex i = 0; i < 5; ++i) {
      const double behind = 2.0 * static_cast<double>(slot_of(world, i));
      EXPECT_LT(length(place_of(simulator, i) - trail.point_at(trail.end() - behind)), 1e-3) << moderation;
    }
    expect_near(trail.point_at(trail.end() - 8.0), {15, 0, 0}, 1.0);
    run_for(simulator, 120);
    for (AgentIndex i = 0; i < 5; ++i)
      EXPECT_LT(length(velocity_of(simulator, i)), 1e-6) << moderation;
    expect_near(anchor_place(simulator), {20, 3, 0}, 0.02);
  }
}

TEST(Succession, OnAStraightWayItMarchesAsAWheelingColumnDoes) {
  Simulator simulator = simulator_of(column_on("[[0,0],[90,0]]"));
  Squad squad = column_on("[[0,0],[90,0]]", "lead", R"(,"turn":"wheel")");
  squad.anchor = anchor_at("[-4,0]", "0", R"({"type":"follow_path","path":"p"})");
  squad.scenario = R"(,"world":{"paths":{"p":{"points":[[-4,0],[86,0]]}}})";
  Simulator wheel = simulator_of(squad);
  run_for(simulator, 60);
  run_for(wheel, 60);
  for (AgentIndex i = 0; i < 5; ++i)
    EXPECT_LT(length(place_of(simulator, i) - place_of(wheel, i)), 0.05) << i;
}

// A front that waits for members who lag does not step back, and is never faster than they are.
TEST(Succession, TheFrontNeverStepsBack) {
  for (const char* moderation : {"lead", "leash"}) {
    Squad squad = column_on("[[0,0],[20,0],[20,30]]", moderation);
    squad.placement = R"({"type":"ring","center":[-9,5],"radius":4})";
    Simulator simulator = simulator_of(squad);
    const World& world = simulator.world();
    const TrailPath start(world, world.model().formations[0].trail, {});
    double end = start.end();
    for (int step = 0; step < 2000; ++step) {
      run_steps(simulator, 1);
      const TrailPath trail(world, world.model().formations[0].trail, {});
      EXPECT_GE(trail.end(), end - 1e-9) << moderation << ' ' << step;
      EXPECT_LE(trail.end(), end + 3.0 * 0.02 + 1e-9) << moderation << ' ' << step;
      end = trail.end();
    }
    EXPECT_GT(end, start.end() + 40.0);
  }
}

// Slots beside the file swing around the corner; the ranks keep their order along the way.
TEST(Succession, AWideFormationTakesTheCornerRankByRank) {
  Squad squad = column_on("[[0,0],[25,0],[25,30]]", "lead", R"(,"turn":"in_succession")");
  squad.pattern = R"({"type":"box","cols":2,"spacing":2})";
  squad.count = 8;
  Simulator simulator = simulator_of(squad);
  bool was_bent = false;
  for (int step = 0; step < 2000; ++step) {
    run_steps(simulator, 1);
    double first = -kInfinity;
    double last = kInfinity;
    for (AgentIndex i = 0; i < 8; ++i) {
      first = larger(first, place_of(simulator, i).y);
      last = smaller(last, place_of(simulator, i).y);
    }
    was_bent = was_bent || (first > 3.0 && last < -0.5);
  }
  EXPECT_TRUE(was_bent);
  EXPECT_LT(shape_error(simulator), 0.01);
}

// Most of them start beyond the edge.
TEST(Succession, AcrossTheEdgeOfATorusItIsAsInTheOpen) {
  Squad squad = column_on("[[0,0],[20,0],[20,30]]");
  Simulator open = simulator_of(squad);
  squad.scenario = R"(,"world":{"bounds":{"min":[-5,-30],"max":[35,50],"edge":"wrap"},)"
                   R"("paths":{"p":{"points":[[0,0],[20,0],[20,30]]}}})";
  Simulator torus = simulator_of(squad);
  for (int step = 0; step < 1500; ++step) {
    run_steps(open, 1);
    run_steps(torus, 1);
  }
  const Bounds& bounds = torus.world().model().bounds;
  for (AgentIndex i = 0; i < 5; ++i)
    EXPECT_LT(length(bounds.displacement(place_of(open, i), place_of(torus, i))), 1e-6) << i;
}

// Walls of a corridor of 5 m around a corner: a V falls back to a column, nobody comes nearer to a wall than
// its radius, and all come out.
TEST(Succession, ASquadPassesACornerOfACorridor) {
  for (const char* pattern : {"v", "column"}) {
    for (const char* moderation : kModerations) {
      Squad squad = column_on("", moderation,
                              R"(,"patterns":{"column":{"type":"column","spacing":2}},)"
                              R"("pattern_fallback":["base","column"])");
      squad.pattern = fmt::format(R"({{"type":"{}","spacing":2}})", pattern);
      squad.scenario =
          R"(,"world":{"paths":{"p":{"points":[[0,0],[30,0],[30,45]]}},"walls":[)"
          R"({"points":[[10,2.5],[27.5,2.5],[27.5,30]]},{"points":[[10,-2.5],[32.5,-2.5],[32.5,30]]}]})";
      Simulator simulator = simulator_of(squad);
      double clearance = kInfinity;
      for (int step = 0; step < 4000; ++step) {
        run_steps(simulator, 1);
        const StaticGeometry& geometry = simulator.world().geometry();
        for (AgentIndex i = 0; i < 5; ++i)
          clearance = smaller(clearance, clear_distance(geometry, simulator.world().model().bounds,
                                                        place_of(simulator, i), 2.0, 0.0));
      }
      EXPECT_GE(clearance, 0.5) << pattern << ' ' << moderation;
      for (AgentIndex i = 0; i < 5; ++i)
        EXPECT_GT(place_of(simulator, i).y, 30.0) << pattern << ' ' << moderation << ' ' << i;
    }
  }
}

// Houses and a wall with gaps of 3 m on the way from (0, 0) to (60, 12); nobody says where they are.
constexpr const char* kVillage =
    R"(,"world":{"bounds":{"min":[-50,-30],"max":[80,30]},"walls":[)"
    R"({"points":[[10,1.5],[10,8],[22,8],[22,1.5]]},{"points":[[10,-1.5],[10,-8],[22,-8],[22,-1.5]]},)"
    R"({"points":[[30,-30],[30,12]]},{"points":[[30,15],[30,30]]}]})";
constexpr const char* kFallback =
    R"(,"patterns":{"column":{"type":"column","spacing":1.5}},"pattern_fallback":["base","column"])";

TEST(Succession, ASquadPassesAVillageByItsGoalAlone) {
  for (const char* pattern : {"v", "line", "box"}) {
    for (const int count : {3, 5, 9}) {
      for (const char* moderation : kModerations) {
        Squad squad{.pattern = fmt::format(R"({{"type":"{}","spacing":1.5}})", pattern),
                    .count = count,
                    .anchor = anchor_at("[0,0]", "0", R"({"type":"go_to","target":{"point":[60,12]}})"),
                    .formation = fmt::format(R"(,"moderation":"{}")", moderation) + kFallback,
                    .scenario = kVillage};
        Simulator simulator = simulator_of(squad);
        run_for(simulator, 100);
        for (AgentIndex i = 0; i < static_cast<AgentIndex>(count); ++i) {
          EXPECT_GT(place_of(simulator, i).x, 31.0) << pattern << ' ' << count << ' ' << moderation;
          EXPECT_LT(length(velocity_of(simulator, i)), 0.05) << pattern << ' ' << count << ' ' << moderation;
        }
      }
    }
  }
}

// Three squads behind each other, 10 m apart, each a V or a column as there is room.
TEST(Succession, APlatoonPassesAVillageByItsGoalAlone) {
  std::string agents, formations, members;
  for (const char* name : {"x", "y", "z"}) {
    agents += fmt::format(R"(,{{"type":"m","count":5,"group":"{}","placement":{{"type":"in_slot"}}}})", name);
    formations +=
        fmt::format(R"("{0}":{{"pattern":{{"type":"v","spacing":1.5}},"members":[{{"group":"{0}"}}]{1}}},)",
                    name, kFallback);
    members += fmt::format(R"({}{{"formation":"{}"}})", members.empty() ? "" : ",", name);
  }
  for (const char* moderation : kModerations) {
    Simulator simulator = make_simulator(
        R"({"format":1,"simulation":{"dt":0.02},"agent_types":{"m":{"radius":0.4,"max_speed":2,"max_acceleration":5,)"
        R"("steering":{"behaviors":[{"type":"slot_arrive"}]}}},"agents":[)" +
        agents.substr(1) + R"(],"formations":{)" + formations +
        fmt::format(R"("platoon":{{"pattern":{{"type":"column","spacing":10}},"assignment":"sequential",)"
                    R"("moderation":"{}","members":[{}],"anchor":{}}}}})",
                    moderation, members,
                    anchor_at("[0,0]", "0", R"({"type":"go_to","target":{"point":[60,12]}})")) +
        kVillage + "}");
    run_for(simulator, 120);
    for (AgentIndex i = 0; i < 15; ++i) {
      EXPECT_GT(place_of(simulator, i).x, 31.0) << moderation << ' ' << i;
      EXPECT_LT(length(velocity_of(simulator, i)), 1e-3) << moderation << ' ' << i;
    }
  }
}

// Behind a leader, whoever leads it.
TEST(Succession, FollowersWalkInTheStepsOfTheirLeader) {
  Squad squad = column_on("[[8,0],[20,0],[20,30]]", "none");
  squad.count = 4;
  squad.types = R"(,"leader":{"max_speed":2,"steering":{"behaviors":[{"type":"follow_path","path":"p"}]}})";
  squad.agents = R"(,{"type":"leader","id":"first","position":[8,0]})";
  squad.anchor = R"({"type":"leader","leader":"first"})";
  Simulator simulator = simulator_of(squad);
  Track track;
  for (int step = 0; step < 1500; ++step) {
    run_steps(simulator, 1);
    track.add(simulator);
  }
  EXPECT_LT(track.worst(), 0.35);
}

}  // namespace
}  // namespace drover::test::succession_test
