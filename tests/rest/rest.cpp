#include "rest/rest.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace drover::test::rest {
namespace {

constexpr double kSpeed = 1e-3;     // of the greatest speed
constexpr double kTurned = 0.1;     // [rad]
constexpr double kSpread = 0.05;    // radii between the places of different step lengths
constexpr double kFromPlace = 0.5;  // radii between the place that was meant and the one that was found

// Of all that are watched in a scene, the worst.
struct Measured {
  double dt = 0.0;
  double speed = 0.0;   // of the greatest speed
  double turned = 0.0;  // [rad]
  std::vector<Vec3> places;
};

Measured measured_of(const Simulator& simulator, const std::vector<AgentIndex>& agents, double max_speed,
                     const std::vector<double>& speeds, const std::vector<double>& turns) {
  Measured measured;
  measured.dt = simulator.world().model().dt;
  for (const AgentIndex i : agents) {
    measured.speed = std::max(measured.speed, speeds[i] / max_speed);
    measured.turned = std::max(measured.turned, turns[i]);
    measured.places.push_back(simulator.world().state.motion.position(i));
  }
  return measured;
}

std::vector<Measured> run_stage(const Stage& stage, double dt) {
  Simulator simulator = make_simulator(stage.text(dt, kUntil));
  const AgentMotion& motion = simulator.world().state.motion;
  const std::size_t count = motion.size();
  std::vector<double> speeds(count), turns(count);
  std::vector<Vec3> headings;
  watch(simulator, kFrom, kUntil, [&] {
    for (AgentIndex i = 0; i < count; ++i) {
      speeds[i] = std::max(speeds[i], length(motion.velocity(i)));
      if (!headings.empty()) turns[i] += std::abs(turn_between(headings[i], motion.heading(i)));
    }
    headings.clear();
    for (AgentIndex i = 0; i < count; ++i)
      headings.push_back(motion.heading(i));
  });
  std::vector<Measured> rows;
  for (std::size_t s = 0; s < stage.scenes.size(); ++s) {
    std::vector<AgentIndex> agents;
    for (std::size_t k = 0; k < stage.scenes[s].watched.size(); ++k)
      agents.push_back(stage.watched(s, k));
    rows.push_back(measured_of(simulator, agents, stage.scenes[s].max_speed, speeds, turns));
  }
  return rows;
}

std::string complaint(const Scene& scene, const Measured& row) {
  std::string text;
  if (!(row.speed < kSpeed)) text += fmt::format(" speed {:.2g}", row.speed);
  if (!(row.turned < kTurned)) text += fmt::format(" turned {:.3g}", row.turned);
  if (scene.has_place) {
    const double off = length(row.places[0] - scene.origin());
    if (!(off < kFromPlace * scene.radius + scene.slack)) text += fmt::format(" off {:.3g}", off);
  }
  return text.empty() ? text : fmt::format("; dt {:.3g}:{}", row.dt, text);
}

double spread_of(const std::vector<std::vector<Measured>>& runs, std::size_t scene) {
  double spread = 0.0;
  for (const auto& run : runs)
    for (std::size_t k = 0; k < run[scene].places.size(); ++k)
      spread = std::max(spread, length(run[scene].places[k] - runs[0][scene].places[k]));
  return spread;
}

}  // namespace

void expect_rest(const Stage& stage, std::initializer_list<double> step_lengths) {
  std::vector<std::vector<Measured>> runs;
  for (const double dt : step_lengths)
    runs.push_back(run_stage(stage, dt));
  std::string report;
  std::size_t failed = 0;
  for (std::size_t s = 0; s < stage.scenes.size(); ++s) {
    const Scene& scene = stage.scenes[s];
    std::string text;
    for (const auto& run : runs)
      text += complaint(scene, run[s]);
    const double spread = spread_of(runs, s);
    if (scene.place_counts && !(spread < kSpread * scene.radius + 2.0 * scene.slack))
      text += fmt::format("; places differ by {:.3g}", spread);
    if (text.empty()) continue;
    ++failed;
    report += scene.name + text + "\n";
    write_if_asked(stage, s, kUntil);
  }
  EXPECT_EQ(failed, 0u) << fmt::format(
                               "of {} rows; limits: speed {} of the greatest, turned {} rad, off {} radii, "
                               "places {} radii; in m and rad:\n",
                               stage.scenes.size(), kSpeed, kTurned, kFromPlace, kSpread)
                        << report;
}

}  // namespace drover::test::rest
