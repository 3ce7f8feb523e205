// What pushes begins at zero: a body that is moved through the border of a push meets no jump of the request.
#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "rest/stage.h"

namespace drover::test::continuity_test {
namespace {

using rest::Json;

constexpr double kStep = 0.001;  // of the sweep [m]
constexpr double kSlope =
    150.0;  // greatest change of a request per meter [1/s^2]; the steepest law has 1/tau^2 = 100

// The body is where `place` says with the velocity; x is forward. Anything else is at the origin.
struct Sweep {
  std::string name;
  Json behaviors;
  double from, to;  // of the parameter [m]
  std::function<Vec3(double)> place;
  Vec3 velocity;
  Json world = Json::object();
  bool neighbor = false;
  Json arbiter = {{"type", "weighted_sum"}};
};

Json scenario_of(const Sweep& sweep) {
  Json scenario = {{"format", 1}, {"world", sweep.world.is_null() ? Json::object() : sweep.world}};
  scenario["agent_types"] = {
      {"a", {{"steering", {{"arbiter", sweep.arbiter}, {"behaviors", sweep.behaviors}}}}},
      {"other", {{"radius", 0.5}}}};
  scenario["agents"] = {
      {{"type", "a"}, {"id", "me"}, {"position", {-50, 0}}, {"heading_deg", 0}, {"goal", {8, 0.1}}}};
  if (sweep.neighbor)
    scenario["agents"].push_back(
        {{"type", "other"}, {"id", "other"}, {"position", {0, 0}}, {"heading_deg", 0}});
  return scenario;
}

Vec3 request_at(Simulator& simulator, const Sweep& sweep, double parameter) {
  World& world = world_of(simulator);
  const Vec3 heading =
      length(sweep.velocity) > 0.0 ? sweep.velocity / length(sweep.velocity) : Vec3{1.0, 0.0, 0.0};
  world.state.motion.set_motion(0, sweep.place(parameter), sweep.velocity, heading);
  if (sweep.neighbor) world.state.motion.set_motion(1, Vec3{}, Vec3{}, Vec3{1.0, 0.0, 0.0});
  simulator.record_requests();
  run_steps(simulator, 1);
  return simulator.requests().linear(0);
}

// The jumps between neighboring places of the sweep, in one line; empty without any.
std::string jumps_of(const Sweep& sweep) {
  Simulator simulator = make_simulator(scenario_of(sweep).dump());
  Vec3 before = request_at(simulator, sweep, sweep.from);
  double strongest = 0.0;
  std::string jumps;
  int count = 0;
  const auto steps = static_cast<int>((sweep.to - sweep.from) / kStep);
  for (int k = 1; k <= steps; ++k) {
    const Vec3 request = request_at(simulator, sweep, sweep.from + k * kStep);
    strongest = std::max(strongest, length(request));
    const double jump = length(request - before);
    if (jump >= kSlope * kStep && ++count <= 4)
      jumps += fmt::format("{} {:.3g} at {:.3f} m", count > 1 ? "," : "", jump, sweep.from + k * kStep);
    before = request;
  }
  if (!(strongest > 0.0)) return sweep.name + ": pushes nowhere\n";
  if (count == 0) return "";
  return fmt::format("{}: {} jumps:{}\n", sweep.name, count, jumps);
}

void expect_no_jumps(const std::vector<Sweep>& sweeps) {
  std::string report;
  int failed = 0;
  for (const Sweep& sweep : sweeps) {
    const std::string jump = jumps_of(sweep);
    failed += jump.empty() ? 0 : 1;
    report += jump;
  }
  EXPECT_EQ(failed, 0) << fmt::format("of {} rows; limit {} m/s^2 from one place to the next, {} m away:\n",
                                      sweeps.size(), kSlope * kStep, kStep)
                       << report;
}

Vec3 ahead(double d) {
  return {-d, 0.3, 0.0};
}
Vec3 beside(double y) {
  return {-3.0, y, 0.0};
}

Json one(Json behavior) {
  return Json::array({std::move(behavior)});
}

constexpr Vec3 kRest{0.0, 0.0, 0.0};
constexpr Vec3 kSlow{1.0, 0.0, 0.0};
constexpr Vec3 kFast{3.0, 0.0, 0.0};
constexpr Vec3 kAskew{1.70037, 1.0, 0.0};

// flocking keeps the step of decay / threshold at the border of its inverse push, and leader_following
// changes from keeping its place to making way.
TEST(Continuity, OfPushesOffNeighbors) {
  const Json separation = one({{"type", "separation"}});
  const Json avoidance = one({{"type", "collision_avoidance"}});
  expect_no_jumps({
      {"separation, distance", separation, 0.3, 7, ahead, kRest, {}, true},
      {"separation linear, distance",
       one({{"type", "separation"}, {"variant", "linear"}}),
       0.3,
       7,
       ahead,
       kRest,
       {},
       true},
      {"collision_avoidance, distance at 1 m/s", avoidance, 0.3, 12, ahead, kSlow, {}, true},
      {"collision_avoidance, distance at 3 m/s", avoidance, 0.3, 16, ahead, kFast, {}, true},
      {"collision_avoidance, passing distance", avoidance, 0.05, 2, beside, kFast, {}, true},
      {"wall_avoidance of agents, distance",
       one({{"type", "wall_avoidance"}, {"agents", true}}),
       0.8,
       7,
       ahead,
       kRest,
       {},
       true},
  });
}

TEST(Continuity, OfPushesOffObstacles) {
  const Json circle = {{"obstacles", {{{"center", {0, 0}}, {"radius", 1}}}}};
  const Json box = {{"obstacles", {{{"box", {{"center", {0, 0}}, {"size", {2, 2}}}}}}}};
  const Json slanted = {{"obstacles", {{{"box", {{"center", {0, 0}}, {"size", {2, 2}}, {"angle", 0.5}}}}}}};
  std::vector<Sweep> sweeps;
  for (const auto& [shape, world] : {std::pair("circle", circle), {"box", box}, {"slanted box", slanted}}) {
    const Json avoidance = one({{"type", "obstacle_avoidance"}});
    const auto named = [shape = shape](const char* what) {
      return fmt::format("obstacle_avoidance, {}, {}", shape, what);
    };
    sweeps.push_back({named("distance at rest"), avoidance, 2.1, 8, ahead, kRest, world});
    sweeps.push_back({named("distance at 3 m/s"), avoidance, 2.1, 12, ahead, kFast, world});
    sweeps.push_back({named("distance near its clearance"), avoidance, 1.3, 2.1, ahead, kRest, world});
    sweeps.push_back({named("passing distance"), avoidance, 0.35, 3, beside, kFast, world});
    const Json feelers = one({{"type", "wall_avoidance"}, {"obstacles", true}});
    sweeps.push_back({fmt::format("wall_avoidance of obstacles, {}, distance", shape), feelers, 1.3, 8, ahead,
                      kRest, world});
    Sweep round = {fmt::format("obstacle_avoidance round before seek, {}, passing distance", shape),
                   Json::array({{{"type", "obstacle_avoidance"}, {"variant", "round"}},
                                {{"type", "seek"}, {"target", "goal"}}}),
                   0.35,
                   5,
                   beside,
                   Vec3{2.0, 0.0, 0.0},
                   world};
    round.arbiter = {{"type", "priority_groups"}, {"epsilon_linear", 1e-9}};
    sweeps.push_back(round);
  }
  expect_no_jumps(sweeps);
}

TEST(Continuity, OfPushesOffWallsAndBorders) {
  const Json wall = {{"walls", {{{"points", {{0, -30}, {0, 30}}}}}}};
  const Json region = {{"regions", {{"yard", {{"min", {-40, -20}}, {"max", {0, 20}}}}}}};
  std::vector<Sweep> sweeps;
  for (const char* config : {"single_whiskers", "single", "fan", "parallel", "volume"})
    for (const char* combine : {"closest", "sum"})
      for (const auto& [direction, velocity] : {std::pair("head-on", kSlow), {"askew", kAskew}})
        // Of closest the feeler that counts changes where a whisker becomes the nearest.
        if (std::string(config) != "single_whiskers" || std::string(combine) != "closest")
          sweeps.push_back({fmt::format("wall_avoidance {} {}, {}, distance", config, combine, direction),
                            one({{"type", "wall_avoidance"}, {"config", config}, {"combine", combine}}), 0.6,
                            6,
                            [](double d) {
                              return Vec3{-d, 0.0, 0.0};
                            },
                            velocity, wall});
  const Json containment = one({{"type", "containment"}, {"region", "yard"}});
  sweeps.push_back({"containment, distance at 1 m/s", containment, 0.05, 4, ahead, kSlow, region});
  sweeps.push_back({"containment, distance at 3 m/s", containment, 0.05, 6, ahead, kFast, region});
  sweeps.push_back({"containment, distance askew", containment, 0.05, 6, ahead, kAskew, region});
  expect_no_jumps(sweeps);
}

}  // namespace
}  // namespace drover::test::continuity_test
