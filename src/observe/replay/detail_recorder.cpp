#include "observe/replay/detail_recorder.h"

#include <utility>

#include <fmt/format.h>

#include "observe/picture/navigation_pictures.h"
#include "observe/record/heights.h"

namespace drover {
namespace {

// How long the arrow of a contribution is: the way of half a second at the velocity that is asked for, or
// what an acceleration adds to the way of one second.
constexpr double kArrowScale = 0.5;  // s or s^2

std::string_view class_of(AimForm form) {
  if (form == AimForm::feeler) return "feeler";
  return form == AimForm::corner ? "corner" : "aim";
}

std::string goal_text(const Simulator& simulator, AgentIndex agent) {
  const std::optional<Goal> goal = simulator.goal(agent);
  if (!goal) return {};
  const double distance = length(simulator.world().model().bounds.displacement(
      simulator.world().state.motion.position(agent), goal->position));
  return fmt::format("({:.2f}, {:.2f}), {:.2f} m away", goal->position.x, goal->position.y, distance);
}

}  // namespace

DetailRecorder::DetailRecorder(Simulator& simulator, DetailChoice choice) : choice_(std::move(choice)) {
  if (choice_.contributions) simulator.record_contributions();
  if (choice_.neighbors) neighbors_.emplace(simulator, choice_.agents);
}

void DetailRecorder::sample(const Simulator& simulator, Replay& replay) {
  const World& world = simulator.world();
  if (neighbors_) neighbors_->look(world);
  for (const AgentIndex agent : choice_.agents) {
    if (!world.is_present(agent)) continue;
    ReplayDetail detail{agent, static_cast<std::int64_t>(world.state.tick), goal_text(simulator, agent)};
    if (choice_.aims) add_aims(simulator, agent, detail);
    if (choice_.contributions && world.state.tick > 0) add_contributions(simulator, agent, detail);
    if (neighbors_) add_neighbors(world, agent, detail);
    if (choice_.ways)
      for (WayPicture& way : way_pictures(simulator, std::span(&agent, 1)))
        detail.items.push_back({"line", "way", std::move(way.points)});
    replay.details.push_back(std::move(detail));
  }
}

void DetailRecorder::add_aims(const Simulator& simulator, AgentIndex agent, ReplayDetail& detail) const {
  const Vec3 here = observed_position(simulator.world(), agent);
  const AgentType& type = simulator.world().model().type_of(agent);
  for (std::uint32_t entry = 0; entry < type.entries.size(); ++entry) {
    const Aims aims = simulator.aims(agent, entry);
    for (const Aim& aim : aims.all()) {
      ReplayItem item{aim.form == AimForm::circle ? "disc" : "line", class_of(aim.form)};
      item.points = aim.form == AimForm::circle ? std::vector{aim.place} : std::vector{here, aim.place};
      item.radius = aim.form == AimForm::circle ? aim.radius : 0.0;
      item.text = type.entries[entry].label;
      detail.items.push_back(std::move(item));
    }
  }
}

// A line to each that the agent perceives, over an edge that wraps where that is the shorter way.
void DetailRecorder::add_neighbors(const World& world, AgentIndex agent, ReplayDetail& detail) const {
  const Vec3 here = observed_position(world, agent);
  for (const AgentIndex neighbor : neighbors_->of(agent)) {
    if (world.model().is_anchor(neighbor)) continue;
    const Vec3 way = world.model().bounds.displacement(here, observed_position(world, neighbor));
    detail.items.push_back({"line", "neighbor", {here, here + way}});
  }
}

void DetailRecorder::add_contributions(const Simulator& simulator, AgentIndex agent,
                                       ReplayDetail& detail) const {
  const World& world = simulator.world();
  const Vec3 here = observed_position(world, agent);
  const AgentType& type = world.model().type_of(agent);
  const auto& by_entry = simulator.contributions().by_type[world.model().agents.type[agent]];
  for (std::uint32_t entry = 0; entry < type.entries.size(); ++entry) {
    const Vec3 part = by_entry[entry][world.model().agents.index_in_type[agent]].linear;
    if (length2(part) == 0.0) continue;
    detail.items.push_back(
        {"arrow", "contribution", {here, here + part * kArrowScale}, 0.0, type.entries[entry].label});
  }
}

}  // namespace drover
