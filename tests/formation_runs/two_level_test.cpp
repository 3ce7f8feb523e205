// Formations whose members steer to their slots: published and closed-form numbers.
#include <cmath>
#include <numbers>

#include "formation_runs/squad.h"

namespace drover::test::two_level_test {
namespace {

// Turns by a right angle on its way to the goal, keeps its shape and stops there.
TEST(TwoLevelFormation, TurnsToItsGoalAndStopsThere) {
  Simulator simulator = simulator_of({.goal = "[0,30]"});
  double largest = 0.0;
  double arrival = kInfinity;
  for (int step = 0; step < 1500; ++step) {
    run_steps(simulator, 1);
    largest = larger(largest, shape_error(simulator));
    const double left = length(mean_place(simulator, 5) - Vec3{0, 30, 0});
    if (left < 0.05) arrival = smaller(arrival, simulator.world().time());
  }
  EXPECT_NEAR(arrival, 12.9, 0.25);
  EXPECT_LT(largest, 0.5);
  EXPECT_NEAR(upright({1, 0, 0}).bearing(anchor_heading(simulator)), 0.5 * det::kPi, 0.002);
  EXPECT_LT(length(mean_place(simulator, 5) - Vec3{0, 30, 0}), 1e-6);
}

// Without a lead angle, members that face what they are told to face confirm their old heading for ever.
TEST(TwoLevelFormation, FacingWithoutALeadAngleNeverTurns) {
  const std::string bodies = R"("max_speed":3,"max_acceleration":6,"locomotion":{"type":"oriented"})";
  const std::string keys =
      R"(,"moderation":"lead","heading_estimator":"facing","lead_distance":1,"lead_angle":0)";
  Simulator original = simulator_of({.goal = "[0,30]", .formation = keys, .type = bodies});
  run_for(original, 40);
  EXPECT_NEAR(upright({1, 0, 0}).bearing(anchor_heading(original)), 0.0, 1e-3);
  Simulator mended =
      simulator_of({.goal = "[0,30]", .formation = R"(,"heading_estimator":"facing")", .type = bodies});
  run_for(mended, 40);
  EXPECT_GT(upright({1, 0, 0}).bearing(anchor_heading(mended)), 1.2);
}

// Members that face where they go scatter the mean of their facings, and a formation without a lead angle
// loses its shape.
TEST(TwoLevelFormation, FacingsOfMembersThatLookWhereTheyGoScatterIt) {
  const auto error_at_the_end = [](const std::string& keys) {
    const std::string type =
        Squad{}.type + R"(,"locomotion":{"type":"point_mass","facing":"velocity_aligned"})";
    Simulator simulator = simulator_of({.goal = "[0,30]", .formation = keys, .type = type});
    run_for(simulator, 40);
    return shape_error(simulator);
  };
  EXPECT_NEAR(error_at_the_end(R"(,"moderation":"lead","heading_estimator":"facing","lead_angle":0)"), 3.8,
              0.1);
  EXPECT_LT(error_at_the_end(""), 1e-3);
}

TEST(TwoLevelFormation, StandsWithoutAGoal) {
  for (const char* pattern : {R"({"type":"finger_four"})", R"({"type":"v"})", R"({"type":"wedge"})",
                              R"({"type":"defensive_circle"})", R"({"type":"box"})"}) {
    Simulator simulator = simulator_of({.pattern = pattern, .count = 4});
    std::vector<Vec3> before;
    for (AgentIndex i = 0; i < 4; ++i)
      before.push_back(place_of(simulator, i));
    run_steps(simulator, 1000);
    for (AgentIndex i = 0; i < 4; ++i)
      EXPECT_LT(length(place_of(simulator, i) - before[i]), 1e-9) << pattern;
  }
}

// From any start every shape closes.
TEST(TwoLevelFormation, ClosesFromRandomStarts) {
  for (int seed = 0; seed < 60; ++seed) {
    const int count = 2 + seed % 7;
    Simulator simulator = simulator_of({.count = count,
                                        .placement = R"({"type":"rectangle","min":[-10,-10],"max":[10,10]})",
                                        .scenario = fmt::format(R"(,"seed":{})", seed)});
    run_for(simulator, 60);
    EXPECT_LT(shape_error(simulator), 1e-6) << "seed " << seed << ", " << count << " members";
  }
}

struct Cruise {
  double dt;
  double lead_distance;
  double speed;
};

// One member with max_speed 4 and slow_radius 2: it travels at max_speed min(1, lead / slow_radius), at any
// time step, and comes to rest at the goal without passing it.
TEST(TwoLevelFormation, LeadSetsTheSpeedAtAnyTimeStep) {
  for (const double dt : {1.0 / 30.0, 1.0 / 60.0, 1.0 / 120.0}) {
    for (const auto& [lead, speed] :
         {std::pair(0.5, 1.0), std::pair(1.0, 2.0), std::pair(2.0, 4.0), std::pair(3.0, 4.0)}) {
      Simulator simulator =
          simulator_of({.pattern = R"({"type":"line"})",
                        .count = 1,
                        .goal = "[40,0]",
                        .formation = fmt::format(R"(,"moderation":"lead","lead_distance":{})", lead),
                        .type = R"("max_speed":4,"max_acceleration":1000)",
                        .dt = dt});
      run_for(simulator, 5);
      EXPECT_NEAR(velocity_of(simulator, 0).x, speed, 1e-6) << dt << " " << lead;
      double farthest = 0.0;
      for (int step = 0; static_cast<double>(step) * dt < 60.0; ++step) {
        run_steps(simulator, 1);
        farthest = larger(farthest, place_of(simulator, 0).x);
      }
      EXPECT_NEAR(place_of(simulator, 0).x, 40.0, 1e-6);
      EXPECT_LE(farthest, 40.0 + 1e-6);
    }
  }
}

// The published offset of k times the velocity: below k* = slow_radius / max_speed it slows to a halt, but
// for what its own step adds, above it speeds up to max_speed.
TEST(TwoLevelFormation, VelocityOffsetSlowsDownOrNeverStops) {
  const auto speed_with = [](double factor) {
    const double dt = 1.0 / 60.0;
    Simulator simulator = simulator_of(
        {.pattern = R"({"type":"line"})",
         .count = 1,
         .anchor = anchor_at("[0,0]", "0", R"({"type":"seek","target":{"point":[100000,0]}})"),
         .formation = fmt::format(R"(,"moderation":"velocity_offset","offset_factor":{})", factor),
         .type = R"("max_speed":4,"max_acceleration":8)",
         .placement = R"({"type":"points","points":[[0,0]]})",
         .dt = dt});
    world_of(simulator).state.motion.set_velocity(0, {1, 0, 0});
    run_for(simulator, 20);
    return velocity_of(simulator, 0).x;
  };
  EXPECT_NEAR(speed_with(0.0), 0.0046, 1e-4);
  EXPECT_NEAR(speed_with(0.45), 0.0667, 2e-3);
  EXPECT_NEAR(speed_with(0.55), 4.0, 1e-3);
  EXPECT_NEAR(speed_with(0.75), 4.0, 1e-3);
}

// A member arrives at 40 m with a velocity of 2 m/s: below k* it creeps before it gets anywhere, above it
// passes the goal at full speed.
TEST(TwoLevelFormation, VelocityOffsetDoesNotArrive) {
  const auto member_with = [](double factor) {
    Simulator simulator = simulator_of(
        {.pattern = R"({"type":"line"})",
         .count = 1,
         .anchor = anchor_at("[0,0]", "0", arriving("[40,0]")),
         .formation = fmt::format(R"(,"moderation":"velocity_offset","offset_factor":{})", factor),
         .type = R"("max_speed":4,"max_acceleration":8)",
         .placement = R"({"type":"points","points":[[0,0]]},"velocity":[2,0])",
         .dt = 1.0 / 60.0});
    run_for(simulator, 60);
    return std::pair(place_of(simulator, 0).x, velocity_of(simulator, 0).x);
  };
  EXPECT_NEAR(member_with(0.45).first, 6.87, 0.005);
  EXPECT_NEAR(member_with(0.55).first, 239.4, 0.05);
  EXPECT_NEAR(member_with(0.55).second, 4.0, 1e-3);
}

// Without a wish of the anchor the velocity decays by exp(-(1 - k / k*) t / response_time).
TEST(TwoLevelFormation, VelocityOffsetDecaysBelowTheCriticalFactor) {
  for (const auto& [factor, share] : {std::pair(0.0, 0.368), std::pair(0.25, 0.607)}) {
    Simulator simulator = simulator_of(
        {.pattern = R"({"type":"line"})",
         .count = 1,
         .anchor = R"({"position":[0,0]})",
         .formation = fmt::format(R"(,"moderation":"velocity_offset","offset_factor":{})", factor),
         .type = R"("max_speed":4,"max_acceleration":1000)",
         .placement = R"({"type":"points","points":[[0,0]]})",
         .dt = 1e-4});
    world_of(simulator).state.motion.set_velocity(0, {1, 0, 0});
    run_for(simulator, 0.1);
    EXPECT_NEAR(velocity_of(simulator, 0).x, share, 1e-3) << factor;
  }
}

// Members of different speeds lag by what makes them travel alike.
TEST(TwoLevelFormation, FastAndSlowMembersTravelAtTheWantedSpeed) {
  Simulator simulator = simulator_of(
      {.pattern = R"({"type":"line"})",
       .count = 1,
       .anchor =
           R"({"position":[0,0],"heading":0,"steering":{"behaviors":[{"type":"seek","target":{"point":[100000,0]}}]},"speed_fraction":0.66666666666666663})",
       .formation = R"(,"assignment":"sequential","moderation":"lead")",
       .agents = R"(,{"type":"fast","group":"squad","placement":{"type":"in_slot"}})",
       .types =
           R"(,"fast":{"max_speed":6,"max_acceleration":6,"steering":{"behaviors":[{"type":"slot_arrive"}]}})"});
  run_for(simulator, 40);
  EXPECT_NEAR(velocity_of(simulator, 0).x, 2.0, 1e-6);
  EXPECT_NEAR(velocity_of(simulator, 1).x, 2.0, 1e-6);
  EXPECT_NEAR(way_to_slot(simulator, 0).x, 4.0 / 3.0, 0.02);
  EXPECT_NEAR(way_to_slot(simulator, 1).x, 2.0 / 3.0, 0.02);
}

// A leader at constant speed v: members lag (1 - feed_forward) v slow_radius / max_speed behind their slots.
TEST(TwoLevelFormation, LagsBehindALeaderByWhatIsNotFedForward) {
  for (const auto& [feed_forward, lag] :
       {std::pair(0.0, 1.3333), std::pair(0.5, 0.6667), std::pair(1.0, 0.0)}) {
    Simulator simulator =
        simulator_of({.pattern = R"({"type":"column"})",
                      .count = 2,
                      .anchor = R"({"type":"leader","leader":"leader"})",
                      .formation = fmt::format(R"(,"feed_forward":{})", feed_forward),
                      .agents = R"(,{"type":"leader","id":"leader","position":[0,0],"velocity":[2,0]})",
                      .types = R"(,"leader":{"max_speed":10})"});
    run_for(simulator, 40);
    EXPECT_NEAR(way_to_slot(simulator, 0).x - (1.0 - feed_forward) * 2.0 * 0.0, lag, 1e-3);
    EXPECT_NEAR(way_to_slot(simulator, 1).y, 0.0, 1e-9);
    EXPECT_NEAR(velocity_of(simulator, 0).x, 2.0, 1e-9);
  }
}

// On a circle the lag of a fully fed forward member is about response_time slow_radius / max_speed times the
// acceleration of its slot.
TEST(TwoLevelFormation, LagsLittleBehindALeaderOnACircle) {
  Simulator simulator = simulator_of(
      {.pattern = R"({"type":"custom","slots":[{"position":[0,0]},{"position":[0,1]}]})",
       .count = 1,
       .anchor = R"({"type":"leader","leader":"leader"})",
       .agents = R"(,{"type":"leader","id":"leader","position":[0,-11],"velocity":[1.65,0]})",
       .types = R"(,"leader":{"max_speed":1.65,"locomotion":{"type":"scripted","controls":[[0,1,0.15]]}})"});
  run_for(simulator, 40);
  // The slot runs at 1.5 m/s on a circle of 10 m.
  EXPECT_NEAR(length(simulator.world().state.slots[0].velocity), 1.5, 0.01);
  EXPECT_NEAR(length(way_to_slot(simulator, 0)), 0.015, 0.003);
}

// A member that is held stops the others when it is count * lead behind; with a leash of 3 m, count * leash.
TEST(TwoLevelFormation, WaitsForAMemberThatIsHeld) {
  const auto way_of_anchor = [](const std::string& keys) {
    Simulator simulator = simulator_of(
        {.pattern = R"({"type":"line"})",
         .count = 4,
         .anchor = anchor_at("[0,0]", "0", R"({"type":"seek","target":{"point":[100000,0]}})"),
         .formation = R"(,"assignment":"sequential")" + keys,
         .agents = R"(,{"type":"stone","group":"squad","placement":{"type":"in_slot"}})",
         .types =
             R"(,"stone":{"max_speed":3,"max_acceleration":6,"locomotion":{"type":"scripted","controls":[[0,0,0]]}})"});
    run_for(simulator, 200);
    EXPECT_LT(length(velocity_of(simulator, 0)), 1e-3);
    return way_to_slot(simulator, 4).x;
  };
  EXPECT_NEAR(way_of_anchor(R"(,"moderation":"lead","lead_angle":0)"), 10.0, 0.2);
  EXPECT_NEAR(way_of_anchor(R"(,"moderation":"leash","lead_angle":0)"), 15.0, 0.3);
  // Those too far away do not count: the others go on.
  Simulator simulator = simulator_of(
      {.pattern = R"({"type":"line"})",
       .count = 4,
       .anchor = anchor_at("[0,0]", "0", R"({"type":"seek","target":{"point":[100000,0]}})"),
       .formation = R"(,"assignment":"sequential","max_straggle":4)",
       .agents = R"(,{"type":"stone","group":"squad","placement":{"type":"in_slot"}})",
       .types =
           R"(,"stone":{"max_speed":3,"max_acceleration":6,"locomotion":{"type":"scripted","controls":[[0,0,0]]}})"});
  run_for(simulator, 60);
  EXPECT_NEAR(length(velocity_of(simulator, 0)), 0.9 * 3.0, 1e-3);
}

// A leashed anchor that is as fast as its members allow has no lag on straights.
TEST(TwoLevelFormation, ALeashedAnchorTravelsAheadOfNobody) {
  Simulator simulator =
      simulator_of({.anchor = anchor_at("[0,0]", "0", R"({"type":"seek","target":{"point":[100000,0]}})"),
                    .formation = R"(,"moderation":"leash")"});
  run_for(simulator, 40);
  EXPECT_NEAR(velocity_of(simulator, 0).x, 0.9 * 3.0, 1e-6);
  EXPECT_LT(length(way_to_slot(simulator, 0)), 1e-3);
}

// One that may be faster than its members pulls the leash taut and travels at their speed, also round a bend.
TEST(TwoLevelFormation, AnAnchorFasterThanItsMembersPullsItsLeashTaut) {
  const auto run = [](const std::string& goal) {
    Simulator simulator = simulator_of(
        {.anchor =
             R"({"position":[0,0],"heading":0,"speed_fraction":1.3333333333333333,"steering":{"behaviors":[)"
             R"({"type":"seek","target":{"point":)" +
             goal + "}}]}}",
         .formation = R"(,"moderation":"leash","leash_length":3)"});
    run_for(simulator, 40);
    return simulator;
  };
  const Simulator straight = run("[100000,0]");
  EXPECT_NEAR(velocity_of(straight, 0).x, 3.0, 1e-6);
  EXPECT_NEAR(length(way_to_slot(straight, 0)), 3.0, 1e-6);
  const Simulator turned = run("[0,100000]");
  EXPECT_NEAR(velocity_of(turned, 0).y, 3.0, 1e-3);
  EXPECT_NEAR(anchor_heading(turned).y, 1.0, 1e-3);
}

// Facing a target while travelling to another.
TEST(TwoLevelFormation, FacesWhatItIsToldTo) {
  Simulator simulator =
      simulator_of({.anchor = R"({"position":[0,0],"heading":0,"face_angle":0,"steering":{"behaviors":[)" +
                              arriving("[0,30]") + "]}}"});
  run_for(simulator, 30);
  EXPECT_NEAR(anchor_heading(simulator).x, 1.0, 1e-6);
  expect_near(mean_place(simulator, 5), {0, 30, 0}, 1e-6);
}

// Slots that all face to the left: the anchor faces there too, and the slots stay where they are.
TEST(TwoLevelFormation, AFrameOfFacingsTurnsTheAnchorAndNotTheSlots) {
  const std::string pattern =
      R"({"type":"custom","slots":[{"position":[2,0],"facing":1.5707963267948966},{"position":[-2,0],"facing":1.5707963267948966}]})";
  const std::string keys = R"(,"assignment":"sequential","heading_estimator":")";
  Simulator plain = simulator_of({.pattern = pattern, .count = 2, .formation = keys + R"(facing")"});
  Simulator turned = simulator_of({.pattern = pattern, .count = 2, .formation = keys + R"(frame_change")"});
  for (AgentIndex i = 0; i < 2; ++i)
    expect_near(place_of(turned, i), place_of(plain, i), 1e-12);
  expect_near(anchor_heading(plain), {1, 0, 0}, 1e-12);
  expect_near(anchor_heading(turned), {0, 1, 0}, 1e-12);
  run_steps(turned, 100);
  expect_near(place_of(turned, 0), place_of(plain, 0), 1e-9);
}

// The order in which a formation lists its members does not matter.
TEST(TwoLevelFormation, TheOrderOfMembersDoesNotMatter) {
  const auto hash_of = [](const std::string& members) {
    Simulator simulator = make_simulator(
        R"({"format":1,"agent_types":{"m":{"steering":{"behaviors":[{"type":"slot_arrive"}]}}},"agents":[)"
        R"({"type":"m","id":"a","position":[0,0]},{"type":"m","id":"b","position":[1,2]},{"type":"m","id":"c","position":[3,1]}],)"
        R"("formations":{"f":{"pattern":{"type":"v"},"anchor":{"steering":{"behaviors":[)" +
        arriving("[9,9]") + R"(]}},"members":[)" + members + "]}}}");
    run_steps(simulator, 200);
    return simulator.hash();
  };
  EXPECT_EQ(hash_of(R"({"agent":"a"},{"agent":"b"},{"agent":"c"})"),
            hash_of(R"({"agent":"c"},{"agent":"a"},{"agent":"b"})"));
}

// In a world that wraps the shape holds across the edge.
TEST(TwoLevelFormation, CrossesTheEdgeOfAWorldThatWraps) {
  Simulator simulator =
      simulator_of({.anchor = anchor_at("[0,0]", "0", R"({"type":"seek","target":{"point":[9,0]}})"),
                    .scenario = R"(,"world":{"bounds":{"min":[-10,-20],"max":[10,20],"edge":"wrap"}})"});
  for (int step = 0; step < 2000; ++step) {
    run_steps(simulator, 1);
    ASSERT_LT(shape_error(simulator), 3.0) << step;
  }
}

// One who joins 50 m behind the others runs after them, and they do not run back.
TEST(TwoLevelFormation, GoesOnWhileOneJoinsFromFarBehind) {
  for (const std::string moderation : {"lead", "leash"}) {
    Simulator simulator = make_simulator(
        R"({"format":1,"simulation":{"dt":0.02},
            "agent_types":{"a":{"max_speed":3,"max_acceleration":6,
              "steering":{"behaviors":[{"type":"slot_arrive"}]}}},
            "agents":[{"type":"a","count":5,"group":"g","placement":{"type":"in_slot"}},
                      {"type":"a","id":"late","position":[-30,0]}],
            "formations":{"f":{"pattern":{"type":"v"},"members":[{"group":"g"}],"moderation":")" +
        moderation +
        R"(","anchor":{"position":[0,0],"heading":0,
              "steering":{"behaviors":[{"type":"arrive","target":{"point":[60,0]}}]}}}},
            "events":[{"type":"join","target":{"agent":"late"},"at":6,"formation":"f"}]})");
    double farthest = 0.0;
    double fallen_back = 0.0;
    for (int step = 0; step < 2500; ++step) {
      run_steps(simulator, 1);
      farthest = larger(farthest, mean_place(simulator, 5).x);
      fallen_back = larger(fallen_back, farthest - mean_place(simulator, 5).x);
    }
    EXPECT_LT(fallen_back, 1.5) << moderation;
    EXPECT_GT(place_of(simulator, 5).x, 50.0) << moderation;
  }
}

}  // namespace
}  // namespace drover::test::two_level_test
