#include "run/trembling.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/text.h"
#include "sim/definitions/ticks.h"

namespace drover {
namespace {

constexpr double kLongestWindow = 60.0;   // s; the end of the run that is judged,
constexpr double kShortestWindow = 10.0;  // s; at most its second half: the first may be a start
constexpr double kPause = 10.0;           // s
constexpr double kAngle = 0.2;            // rad; the default of the metric smoothness,
constexpr double kFewestPerSecond = 0.5;  // 1/s; and its default
constexpr double kFarthest = 2.0;         // diameters of the body; an agent that moved farther gets on
constexpr std::size_t kNamed = 3;         // agents that get a sentence of their own

bool is_watched(const World& world, AgentIndex i) {
  const AgentType& type = world.model().type_of(i);
  const LocomotionKind& body = *type.locomotion;
  const bool is_dictated =
      body.dictates_positions != nullptr && body.dictates_positions(type.locomotion_params.get());
  return body.steered && !is_dictated && !type.entries.empty();
}

}  // namespace

TremblingWatch::TremblingWatch(const Simulator& simulator, std::uint64_t last_tick)
    : dt_(simulator.world().model().dt), tick_(simulator.world().state.tick) {
  const World& world = simulator.world();
  const std::uint64_t steps = last_tick > tick_ ? last_tick - tick_ : 0;
  window_ = last_tick - std::min(steps / 2, first_tick_from(kLongestWindow, dt_));
  pause_ = first_tick_from(kPause, dt_);
  // Such a run is not judged.
  if (static_cast<double>(last_tick - window_) * dt_ < kShortestWindow) return;
  for (AgentIndex i = 0; i < world.model().body_count(); ++i) {
    if (is_watched(world, i))
      agents_.push_back({i,
                         world.state.motion.heading(i),
                         world.state.motion.frame(i).up,
                         {.start = world.state.motion.position(i)}});
  }
}

// The angles of the turns are their sines below a quarter turn, which is less and costs no arc tangent.
inline bool TremblingWatch::turned_back(const World& world, Agent& agent) const {
  const Vec3 heading = world.state.motion.heading(agent.index);
  const bool is_flip = !(dot(agent.heading, heading) > 0.0);
  if (!world.model().is_spatial()) {
    const double sine = agent.heading.x * heading.y - agent.heading.y * heading.x;
    return agent.way.heading.advance(is_flip ? det::kPi : sine, kAngle);
  }
  // Seen from the body as it was: to the left, and up.
  const double aside = dot(cross(agent.up, agent.heading), heading);
  const double rise = dot(agent.up, heading);
  const bool turned = agent.way.heading.advance(is_flip ? det::kPi : aside, kAngle);
  return agent.way.nodding.advance(is_flip ? det::kPi : rise, kAngle) || turned;
}

inline void TremblingWatch::observe_step(const World& world, Agent& agent, bool is_counted) {
  const bool turned = turned_back(world, agent);
  const bool reversed = agent.way.velocity.advance(world, agent.index);
  if (turned || reversed) note(world, agent, turned, reversed, is_counted);
}

void TremblingWatch::observe(const Simulator& simulator) {
  const World& world = simulator.world();
  if (world.state.tick == tick_) return;
  const bool is_counted = tick_ >= window_;
  for (Agent& agent : agents_) {
    if (!world.is_present(agent.index) || world.state.record.teleport_tick[agent.index] > tick_) {
      agent.way = {.start = world.state.motion.position(agent.index)};
    } else {
      if (tick_ == window_) agent.way.start = world.state.motion.position(agent.index);
      observe_step(world, agent, is_counted);
    }
    agent.heading = world.state.motion.heading(agent.index);
    if (world.model().is_spatial()) agent.up = world.state.motion.frame(agent.index).up;
  }
  tick_ = world.state.tick;
}

void TremblingWatch::note(const World& world, Agent& agent, bool turned, bool reversed, bool is_counted) {
  Way& way = agent.way;
  turned = turned && way.turn_spot.is_back(world, agent.index);
  reversed = reversed && way.velocity_spot.is_back(world, agent.index);
  if (!turned && !reversed) return;
  if (way.last == 0 || world.state.tick - way.last > pause_) way.first = world.state.tick;
  way.last = world.state.tick;
  if (!is_counted) return;
  if (turned) ++way.turns;
  if (reversed) ++way.reversals;
  const Vec3 position = world.state.motion.position(agent.index);
  way.farthest2 = larger(way.farthest2, length2(world.model().bounds.displacement(way.start, position)));
}

// A heading that follows the velocity turns back with it.
std::uint64_t TremblingWatch::count(const Agent& agent) const {
  return std::max(agent.way.turns, agent.way.reversals);
}

std::string TremblingWatch::sentence(const World& world, const Agent& agent, double seconds) const {
  const std::string window =
      std::fabs(seconds - kLongestWindow) < dt_ ? std::string("minute") : fmt::format("{:.4g} s", seconds);
  return fmt::format(
      "agent {} turned back {} times in the last {} while it moved {:.2g} m (first at t = {:.6g} s)",
      world.model().agents.number[agent.index], count(agent), window, std::sqrt(agent.way.farthest2),
      static_cast<double>(agent.way.first) * dt_);
}

std::vector<std::string> TremblingWatch::sentences(const World& world) const {
  const double seconds = tick_ > window_ ? static_cast<double>(tick_ - window_) * dt_ : 0.0;
  if (seconds < kShortestWindow) return {};
  std::vector<const Agent*> worst;
  for (const Agent& agent : agents_) {
    // Who strays about turns back often, too, but farther and farther off.
    const bool trembles =
        static_cast<double>(count(agent)) >= kFewestPerSecond * seconds &&
        std::sqrt(agent.way.farthest2) <= kFarthest * 2.0 * world.state.limits.radius[agent.index];
    if (trembles && world.is_present(agent.index)) worst.push_back(&agent);
  }
  std::ranges::stable_sort(worst, std::ranges::greater{},
                           [this](const Agent* agent) { return count(*agent); });
  std::vector<std::string> sentences;
  for (std::size_t k = 0; k < std::min(kNamed, worst.size()); ++k)
    sentences.push_back(sentence(world, *worst[k], seconds));
  if (const std::size_t named = sentences.size(); worst.size() > named)
    sentences.push_back(
        fmt::format("{} turned back and forth as well; the metric smoothness counts such turns",
                    counted(worst.size() - named, "more agent")));
  return sentences;
}

}  // namespace drover
