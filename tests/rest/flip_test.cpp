// The default stack without any tuning does not flip its heading, wherever it is stopped, and does not turn
// to and fro where it can come to rest. A body that a wall keeps from what it wants may still swing its
// feelers to and fro: the push of a feeler four meters long follows each turn of the heading.
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "rest/stage.h"

namespace drover::test::flip_test {
namespace {

using rest::Json;
using rest::Scene;
using rest::Stage;

constexpr double kUntil = 30.0;  // [s]
constexpr double kReversalsPerSecond = 1.5;
constexpr double kReversal = 0.1;  // a turn to one side counts from here [rad]

// Flips: consecutive headings more than a quarter turn apart. Reversals: turns of at least kReversal to one
// side and then to the other.
class Turns {
 public:
  void look(Vec3 heading) {
    const double turn = is_first_ ? 0.0 : rest::turn_between(heading_, heading);
    is_first_ = false;
    heading_ = heading;
    flips += std::abs(turn) > 1.5707963 ? 1 : 0;
    angle_ += turn;
    if (side_ == 0.0) {
      if (std::abs(angle_) < kReversal) return;
      side_ = angle_ > 0.0 ? 1.0 : -1.0;
      extreme_ = angle_;
    } else if (side_ * (angle_ - extreme_) > 0.0) {
      extreme_ = angle_;
    } else if (side_ * (extreme_ - angle_) >= kReversal) {
      ++reversals;
      side_ = -side_;
      extreme_ = angle_;
    }
  }
  int flips = 0;
  int reversals = 0;

 private:
  bool is_first_ = true;
  Vec3 heading_;
  double angle_ = 0.0;    // turned since the start [rad]
  double extreme_ = 0.0;  // the farthest to the side that it turns to
  double side_ = 0.0;     // 1 to the left, -1 to the right, 0 before the first turn
};

void expect_no_flips(const Stage& stage, double dt) {
  Simulator simulator = make_simulator(stage.text(dt, kUntil));
  std::vector<AgentIndex> agents;
  for (std::size_t s = 0; s < stage.scenes.size(); ++s)
    agents.push_back(stage.watched(s, 0));
  std::vector<Turns> turns(agents.size());
  rest::watch(simulator, 0.0, kUntil, [&] {
    for (std::size_t s = 0; s < agents.size(); ++s)
      turns[s].look(simulator.world().state.motion.heading(agents[s]));
  });
  std::string report;
  int failed = 0;
  for (std::size_t s = 0; s < agents.size(); ++s) {
    std::string text;
    if (turns[s].flips > 0) text += fmt::format(" {} flips", turns[s].flips);
    const double rate = turns[s].reversals / kUntil;
    const bool can_rest = stage.scenes[s].name.find("before") != std::string::npos &&
                          stage.scenes[s].name.find("pursue") == std::string::npos;
    if (can_rest && rate > kReversalsPerSecond) text += fmt::format(" {:.2f} reversals/s", rate);
    if (text.empty()) continue;
    ++failed;
    report += fmt::format("{}; dt {:.3g}:{}\n", stage.scenes[s].name, dt, text);
    rest::write_if_asked(stage, s, kUntil);
  }
  EXPECT_EQ(failed, 0) << fmt::format("of {} rows; limits: 0 flips, {} reversals/s where it can rest:\n",
                                      stage.scenes.size(), kReversalsPerSecond)
                       << report;
}

// A shape whose side that is met is at x = 0, with the body on the left of it.
struct Shape {
  const char* name;
  std::function<void(Scene&)> make;
};

const Shape kWall = {"wall", [](Scene& s) { s.wall({{0, -20}, {0, 20}}); }};
const Shape kCorner = {"corner", [](Scene& s) { s.wall({{-20, -2}, {0, -2}, {0, 20}}); }};
const Shape kBox = {"box", [](Scene& s) { s.box(1.5, 0, 3, 5); }};
const Shape kCircle = {"circle", [](Scene& s) { s.circle(2, 0, 2); }};

struct Task {
  const char* name;
  std::function<Json(Scene&)> make;
};

Json arrive_at(Scene& s, double x, double y) {
  return {{"type", "arrive"}, {"target", {{"point", s.at(x, y)}}}};
}

// A body that is moved along, or stands at, x from y on with the speed.
Json pursue(Scene& s, double x, double y, double speed) {
  Json frames = Json::array({{0, s.at(x, y)[0], s.at(x, y)[1]}});
  frames.push_back({kUntil, s.at(x, y)[0], double(s.at(x, y)[1]) + speed * kUntil});
  const std::string prey = s.type("prey", {{"locomotion", {{"type", "scripted"}, {"keyframes", frames}}}});
  s.agents.push_back({{"id", s.id("prey")}, {"type", prey}, {"position", s.at(x, y)}});
  return {{"type", "pursue"}, {"target", {{"agent", s.id("prey")}}}};
}

const Task kTasks[] = {
    {"arrive 0.9 m before it", [](Scene& s) { return arrive_at(s, -0.9, 0.4); }},
    {"arrive 2 m before it", [](Scene& s) { return arrive_at(s, -2, 0.4); }},
    {"arrive beyond it", [](Scene& s) { return arrive_at(s, 6, 0.4); }},
    {"pursue one that stands beyond it", [](Scene& s) { return pursue(s, 3, 0, 0); }},
    {"pursue one that walks along beyond it", [](Scene& s) { return pursue(s, 5, -3, 0.3); }},
    {"pursue one that stands before it", [](Scene& s) { return pursue(s, -1, 0, 0); }},
};

Json default_stack(Json task, const char* arbiter) {
  Json stack = Json::array();
  for (const char* type : {"wall_avoidance", "obstacle_avoidance", "separation"})
    stack.push_back({{"type", type}});
  stack.push_back(std::move(task));
  return {{"arbiter", {{"type", arbiter}}}, {"behaviors", stack}};
}

// 72 for each arbiter and speed: 54 with the first shapes, 18 in the corner.
const std::vector<Shape> kPlain = {kWall, kBox, kCircle};
const std::vector<Shape> kCorners = {kCorner};

Stage variations(const std::vector<Shape>& shapes, const char* arbiter, double max_speed) {
  Stage stage;
  stage.simulation["non_penetration"] = {{"enabled", true}};
  for (const Shape& shape : shapes)
    for (const Task& task : kTasks)
      for (const auto& [direction, y] : {std::pair("head-on", 0.0), {"askew", 4.0}, {"along", 11.0}}) {
        Scene& s = stage.add(fmt::format("{}, {}, {}, {}, max_speed {}", shape.name, task.name, direction,
                                         arbiter, max_speed));
        shape.make(s);
        const Json steering = default_stack(task.make(s), arbiter);
        s.agent({{"type", s.type("hunter", {{"radius", 0.4},
                                            {"max_speed", max_speed},
                                            {"max_acceleration", 2.4 * max_speed},
                                            {"steering", steering}})},
                 {"position", s.at(y > 10 ? -1.5 : -8, y)}});
      }
  return stage;
}

TEST(Flip, NoneInVariationsOfTheDefaultStackBySum) {
  expect_no_flips(variations(kPlain, "weighted_sum", 1.4), 0.02);
  expect_no_flips(variations(kPlain, "weighted_sum", 5), 0.02);
}

TEST(Flip, NoneInVariationsOfTheDefaultStackByPriority) {
  expect_no_flips(variations(kPlain, "prioritized_sum", 1.4), 0.02);
  expect_no_flips(variations(kPlain, "prioritized_sum", 5), 0.02);
}

TEST(Flip, NoneInVariationsWithOtherStepLengths) {
  for (const double dt : {0.005, 0.05})
    for (const char* arbiter : {"weighted_sum", "prioritized_sum"})
      expect_no_flips(variations(kPlain, arbiter, 3), dt);
}

TEST(Flip, NoneInVariationsInACorner) {
  for (const double dt : {0.005, 0.02, 0.05})
    for (const char* arbiter : {"weighted_sum", "prioritized_sum"})
      for (const double max_speed : {1.4, 5.0})
        expect_no_flips(variations(kCorners, arbiter, max_speed), dt);
}

// Reports of users: half a meter before a wall, prey behind a wall, and rays at what is exactly ahead.
Stage reports() {
  Stage stage;
  stage.simulation["non_penetration"] = {{"enabled", true}};
  const Json walker = {{"radius", 0.25}, {"max_speed", 1.4}, {"max_acceleration", 4}};
  for (const char* arbiter : {"weighted_sum", "prioritized_sum"}) {
    Scene& before_wall = stage.add(fmt::format("half a meter before a wall, {}", arbiter));
    before_wall.wall({{-5, 0}, {5, 0}});
    Json type = walker;
    type["steering"] = {{"arbiter", {{"type", arbiter}}},
                        {"behaviors", {{{"type", "wall_avoidance"}}, arrive_at(before_wall, 0, 0.5)}}};
    before_wall.agent({{"type", before_wall.type("a", type)}, {"position", before_wall.at(0, 5)}});
    Scene& prey = stage.add(fmt::format("prey behind a wall, {}", arbiter));
    prey.wall({{-20, 0}, {20, 0}});
    type = {{"radius", 0.4}, {"max_speed", 5}, {"max_acceleration", 12}};
    type["steering"] = {{"arbiter", {{"type", arbiter}}},
                        {"behaviors", {{{"type", "wall_avoidance"}}, pursue(prey, 0, 3, 0)}}};
    prey.agent({{"type", prey.type("a", type)}, {"position", prey.at(0.3, -8)}});
    for (const char* variant : {"ray_normal", "ray_center", "ray_reflect"})
      for (const bool round : {true, false}) {
        Scene& ahead = stage.add(
            fmt::format("{} exactly ahead, {}, {}", round ? "circle" : "flat face", variant, arbiter));
        if (round)
          ahead.circle(0, 0, 1.5);
        else
          ahead.box(0, 0, 3, 3);
        type = walker;
        type["steering"] = {
            {"arbiter", {{"type", arbiter}}},
            {"behaviors", {{{"type", "obstacle_avoidance"}, {"variant", variant}}, arrive_at(ahead, 8, 0)}}};
        ahead.agent({{"type", ahead.type("a", type)}, {"position", ahead.at(-8, 0)}});
      }
  }
  Scene& pedestrian = stage.add("a pedestrian half a meter before a wall");
  pedestrian.wall({{-5, 0}, {5, 0}});
  pedestrian.agent(
      {{"type", "pedestrian"}, {"position", pedestrian.at(0, 5)}, {"goal", pedestrian.at(0, 0.5)}});
  return stage;
}

TEST(Flip, NoneInTheScenesThatUsersReported) {
  for (const double dt : {0.005, 0.02, 0.05})
    expect_no_flips(reports(), dt);
}

// Ties between sides go to the left, so that nobody stands before what is exactly ahead.
TEST(Flip, RaysLeadPastWhatIsExactlyAhead) {
  const Stage stage = reports();
  Simulator simulator = make_simulator(stage.text(0.02, kUntil));
  run_steps(simulator, static_cast<int>(kUntil / 0.02));
  std::string report;
  int failed = 0;
  for (std::size_t s = 0; s < stage.scenes.size(); ++s) {
    const Scene& scene = stage.scenes[s];
    if (scene.name.find("exactly ahead") == std::string::npos) continue;
    const Vec3 place = simulator.world().state.motion.position(stage.watched(s, 0)) - scene.origin();
    if (length(place - Vec3{8.0, 0.0, 0.0}) < 0.5) continue;
    ++failed;
    report += fmt::format("{}; dt 0.02: rests at ({:.3g}, {:.3g})\n", scene.name, place.x, place.y);
  }
  EXPECT_EQ(failed, 0) << "of 12 rows; limit 0.5 m from (8, 0):\n" << report;
}

}  // namespace
}  // namespace drover::test::flip_test
