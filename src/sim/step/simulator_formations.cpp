// What a step does for formations: their anchors are steered, their slots laid out
// (sim/formation/formations.h).
#include <array>

#include "core/frame.h"
#include "sim/formation/formation_columns.h"
#include "sim/step/agent_view.h"
#include "sim/step/factors.h"
#include "sim/step/goals.h"
#include "sim/step/simulator.h"

namespace drover {

// The stacks of anchors come first: where slots are follows from what anchors want.
void Simulator::steer_anchors() {
  const Model& model = world_.model();
  RequestColumns& requests = scratch_.requests.totals.front();
  for_each_chunk(model.anchor_rows(),
                 [&](AgentRange range, std::size_t worker) { steer(requests, range, worker); });
  find_ways_of_anchors();
  const AgentView view(world_, perceptions_);
  for (std::uint32_t f = 0; f < model.formations.size(); ++f) {
    const Formation& formation = model.formations[f];
    // The direction that the anchor is told to turn to; zero where it turns to where it goes.
    const AnchorDef& def = formation.def.anchor;
    const Vec3 facing = def.face_angle.is_present()
                            ? unit_vector(def.face_angle.constant())
                            : view.displacement_to(def.face, formation.anchor).value_or(Vec3{});
    formations_.set_anchor_request(world_, f, requests.linear(formation.anchor), facing);
  }
  formations_.lay_out_again(world_);
  formations_.store_for_next_step(world_);
}

// Those that change their patterns before passages look along the ways of their anchors.
void Simulator::update_formations(Beginning how) {
  find_ways_of_anchors();
  formations_.update(world_, how == Beginning::next);
}

void Simulator::find_ways_of_anchors() {
  for (std::uint32_t f = 0; f < world_.model().formations.size(); ++f) {
    const Formation& formation = world_.model().formations[f];
    if (!formation.looks_for_passages()) continue;
    std::array<Vec3, kMostPointsAhead> points;
    const std::size_t count = find_points_ahead(world_, formation.anchor, points);
    formations_.set_points_ahead(f, std::span(points).first(count));
  }
}

// In a state that is complete, with the limits that hold in it.
void Simulator::lay_out_slots(Beginning how) {
  const AgentView view(world_, {});
  for (std::uint32_t f = 0; f < world_.model().formations.size(); ++f) {
    const Formation& formation = world_.model().formations[f];
    if (!formation.is_in_cover()) continue;
    const std::optional<Vec3> offset = view.displacement_to(formation.def.cover->watch, formation.anchor);
    const Vec3 anchor = world_.state.motion.position(formation.anchor);
    formations_.set_watch_point(f, offset ? std::optional(anchor + *offset) : std::nullopt);
  }
  formations_.lay_out(world_, how == Beginning::restored);
}

// Roots of emergent formations keep to what their followers can do now.
void Simulator::limit_roots() {
  for (std::uint32_t f = 0; f < world_.model().formations.size(); ++f) {
    const AgentIndex root = leader_of(world_, f);
    if (!world_.model().formations[f].is_emergent() || root == kNoIndex) continue;
    update_limits(world_, root, root_speed_limit(world_, f, formations_.scratch(f).members));
  }
}

}  // namespace drover
