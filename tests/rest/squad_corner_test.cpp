// Squads hold together where their way turns: with the default moderation nobody overlaps, nobody is a
// spacing away from its slot, and the march takes little longer than one without such care.
#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "rest/stage.h"
#include "sim/formation/slot_error.h"

namespace drover::test::squad_corner_test {
namespace {

using rest::Json;
using rest::Scene;
using rest::Stage;

constexpr double kSpacing = 1.5;  // [m]
constexpr double kUntil = 120.0;  // [s]

struct March {
  const char* pattern;
  int count;
  const char* way;
  double time;  // that the moderation `lead` takes, which was the default before `leash` [s]
};

const March kMarches[] = {
    {"box", 5, "corners", 51.9},    {"box", 9, "corners", 52.5},    {"box", 20, "corners", 54.9},
    {"line", 5, "corners", 54.0},   {"line", 9, "corners", 58.9},   {"line", 20, "corners", 73.1},
    {"wedge", 5, "corners", 51.1},  {"wedge", 9, "corners", 52.2},  {"wedge", 20, "corners", 54.4},
    {"box", 5, "reversal", 27.5},   {"box", 9, "reversal", 27.9},   {"box", 20, "reversal", 29.0},
    {"line", 5, "reversal", 28.3},  {"line", 9, "reversal", 30.6},  {"line", 20, "reversal", 38.6},
    {"wedge", 5, "reversal", 27.7}, {"wedge", 9, "reversal", 28.3}, {"wedge", 20, "reversal", 29.6},
};

void add_march(Stage& stage, const March& march) {
  Scene& s = stage.add(fmt::format("{} of {}, {}", march.pattern, march.count, march.way));
  s.radius = 0.3;
  const std::string way = march.way == std::string("corners")
                              ? s.path({{0, 0}, {25, 0}, {25, 25}, {0, 25}, {0, 0}})
                              : s.path({{0, 0}, {25, 0}, {0, 0}});
  const std::string type = s.type("soldier", {{"radius", 0.3},
                                              {"max_speed", 2},
                                              {"max_acceleration", 4},
                                              {"steering", {{"behaviors", {{{"type", "slot_arrive"}}}}}}});
  for (int k = 0; k < march.count; ++k)
    s.agent({{"type", type}, {"group", s.id("squad")}, {"placement", {{"type", "in_slot"}}}});
  Json pattern = {{"type", march.pattern}, {"spacing", kSpacing}};
  if (march.count == 20 && march.pattern == std::string("box")) pattern["cols"] = 5;
  s.formations[s.id("f")] = {
      {"pattern", pattern},
      {"members", {{{"group", s.id("squad")}}}},
      {"anchor",
       {{"position", s.at(0, 0)},
        {"heading", 0},
        {"steering", {{"behaviors", {{{"type", "follow_path"}, {"path", way}, {"variant", "rabbit"}}}}}}}}};
}

struct Outcome {
  double worst_slot_error = 0.0;  // [m]
  double worst_at = 0.0;          // [s]
  double overlap_seconds = 0.0;   // in which some pair overlaps
  double nearest_pair = 1e9;      // between centers [m]
  double nearest_at = 0.0;        // [s]
  double time = 0.0;              // when the mean of the members is back within half a meter of the start [s]
};

void look(const Simulator& simulator, const Stage& stage, std::size_t scene, Outcome& outcome) {
  const World& world = simulator.world();
  const std::size_t count = stage.scenes[scene].watched.size();
  Vec3 mean;
  double nearest = 1e9;
  for (std::size_t a = 0; a < count; ++a) {
    const AgentIndex i = stage.watched(scene, a);
    const double error = slot_error(world, i).value_or(0.0);
    if (error > outcome.worst_slot_error) {
      outcome.worst_slot_error = error;
      outcome.worst_at = world.time();
    }
    mean += world.state.motion.position(i) / static_cast<double>(count);
    for (std::size_t b = 0; b < a; ++b)
      nearest = std::min(nearest, length(world.state.motion.position(i) -
                                         world.state.motion.position(stage.watched(scene, b))));
  }
  if (nearest < outcome.nearest_pair) {
    outcome.nearest_pair = nearest;
    outcome.nearest_at = world.time();
  }
  if (nearest < 2 * stage.scenes[scene].radius) outcome.overlap_seconds += world.model().dt;
  const bool is_back = world.time() > 15.0 && length(mean - stage.scenes[scene].origin()) < 0.5;
  if (is_back && outcome.time == 0.0) outcome.time = world.time();
}

TEST(SquadCorner, HoldsTogetherAndMarchesOn) {
  Stage stage;
  for (const March& march : kMarches)
    add_march(stage, march);
  Simulator simulator = make_simulator(stage.text(0.02, kUntil));
  std::vector<Outcome> outcomes(stage.scenes.size());
  int tick = 0;
  rest::watch(simulator, 0.0, kUntil, [&] {
    if (tick++ % 5 != 0) return;  // overlaps last longer than a tenth of a second
    for (std::size_t s = 0; s < stage.scenes.size(); ++s)
      look(simulator, stage, s, outcomes[s]);
  });
  std::string report;
  int failed = 0;
  for (std::size_t s = 0; s < stage.scenes.size(); ++s) {
    const Outcome& of = outcomes[s];
    std::string text;
    if (of.overlap_seconds > 0.0)
      text += fmt::format(" overlaps {:.3g} s, nearest pair {:.2f} m at {:.0f} s;", 5 * of.overlap_seconds,
                          of.nearest_pair, of.nearest_at);
    if (of.worst_slot_error >= kSpacing)
      text += fmt::format(" slot error {:.2f} m at {:.0f} s;", of.worst_slot_error, of.worst_at);
    const double limit = 1.15 * kMarches[s].time;
    if (of.time == 0.0 || of.time > limit)
      text += fmt::format(" marches {:.1f} s, limit {:.1f}", of.time, limit);
    if (text.empty()) continue;
    ++failed;
    report += stage.scenes[s].name + "; dt 0.02:" + text + "\n";
    rest::write_if_asked(stage, s, kUntil);
  }
  EXPECT_EQ(failed, 0) << fmt::format("of {} rows; limits: no overlap, slot error {} m:\n",
                                      stage.scenes.size(), kSpacing)
                       << report;
}

}  // namespace
}  // namespace drover::test::squad_corner_test
