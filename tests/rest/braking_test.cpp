// Arrivals are no faster than the body can brake: nobody passes its goal, whatever its limits are.
#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "rest/stage.h"

namespace drover::test::braking_test {
namespace {

using rest::Json;
using rest::Scene;
using rest::Stage;

constexpr double kUntil = 60.0;   // [s]
constexpr double kBeyond = 0.05;  // of the radius

struct Limits {
  double radius, max_speed, max_acceleration;
};

// Each comes along x to the origin.
Stage arrivals() {
  const Json wishes[] = {{{"type", "arrive"}, {"deceleration", "fast"}},
                         {{"type", "arrive"}},
                         {{"type", "arrive"}, {"deceleration", "slow"}},
                         {{"type", "arrive"}, {"variant", "radii"}},
                         {{"type", "arrive"}, {"variant", "slowing_distance"}},
                         {{"type", "pursue"}, {"steer", "arrive"}},
                         {{"type", "interpose"}},
                         {{"type", "offset_pursuit"}, {"offset", {-1, 2}}},
                         {{"type", "follow_path"}, {"variant", "rabbit"}},
                         {{"type", "follow_path"}, {"end", "stop"}}};
  Stage stage;
  for (const Limits& limits : {Limits{0.5, 6, 2}, {0.5, 10, 1.5}, {0.25, 1.4, 0.4}, {0.5, 3, 6}})
    for (Json wish : wishes) {
      Scene& s = stage.add(
          fmt::format("{} m/s, {} m/s^2, {}", limits.max_speed, limits.max_acceleration, wish.dump()));
      s.radius = limits.radius;
      if (wish["type"] == "arrive") wish["target"] = {{"point", s.at(0, 0)}};
      if (wish["type"] == "pursue") wish["target"] = {{"agent", s.stand(0, 0)}};
      if (wish["type"] == "offset_pursuit") wish["target"] = {{"agent", s.stand(1, -2)}};
      if (wish["type"] == "follow_path") wish["path"] = s.path({{-45, 0}, {0, 0}});
      if (wish["type"] == "interpose") {
        wish["first"] = {{"point", s.at(0, -3)}};
        wish["second"] = {{"point", s.at(0, 3)}};
      }
      const Json type = {{"radius", limits.radius},
                         {"max_speed", limits.max_speed},
                         {"max_acceleration", limits.max_acceleration},
                         {"steering", {{"behaviors", Json::array({wish})}}}};
      s.agent({{"type", s.type("body", type)}, {"position", s.at(-45, 0)}});
    }
  Scene& pedestrian = stage.add("drover:pedestrian");
  pedestrian.radius = 0.25;
  pedestrian.agent({{"type", pedestrian.type("body", {{"extends", "pedestrian"}, {"max_speed", 1.34}})},
                    {"position", pedestrian.at(-45, 0)},
                    {"goal", pedestrian.at(0, 0)}});
  return stage;
}

// How far each passes the origin of its scene [m].
std::vector<double> passed_by(const Stage& stage, double dt) {
  Simulator simulator = make_simulator(stage.text(dt, kUntil));
  std::vector<double> beyond(stage.scenes.size(), 0.0);
  rest::watch(simulator, 0.0, kUntil, [&] {
    for (std::size_t s = 0; s < beyond.size(); ++s)
      beyond[s] = std::max(
          beyond[s], simulator.world().state.motion.x[stage.watched(s, 0)] - stage.scenes[s].origin().x);
  });
  return beyond;
}

TEST(Braking, NobodyPassesItsGoal) {
  const Stage stage = arrivals();
  std::vector<std::string> rows(stage.scenes.size());
  for (const double dt : {0.005, 0.02, 0.05}) {
    const std::vector<double> beyond = passed_by(stage, dt);
    for (std::size_t s = 0; s < rows.size(); ++s)
      if (!(beyond[s] < kBeyond * stage.scenes[s].radius))
        rows[s] += fmt::format("; dt {:.3g}: {:.3g} m beyond", dt, beyond[s]);
  }
  std::string report;
  int failed = 0;
  for (std::size_t s = 0; s < rows.size(); ++s) {
    if (rows[s].empty()) continue;
    ++failed;
    report += stage.scenes[s].name + rows[s] + "\n";
    rest::write_if_asked(stage, s, kUntil);
  }
  EXPECT_EQ(failed, 0) << fmt::format("of {} rows; limit {} radii:\n", rows.size(), kBeyond) << report;
}

}  // namespace
}  // namespace drover::test::braking_test
