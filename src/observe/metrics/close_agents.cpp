#include "observe/metrics/close_agents.h"

namespace drover {
namespace {

// Beyond this many agents in a cell of the simulator, cells made for the bodies are worth sorting anew.
constexpr double kMaxAgentsPerCell = 4.0;
// More than rounding adds to a distance; agents are looked at exactly afterwards [m].
constexpr double kSlack = 1e-6;

}  // namespace

// Events may change radii.
void CloseAgents::follow_radii(const World& world) {
  const SharedColumn<double>& radius = world.state.limits.radius;
  if (pass_ && radius_ == radius) return;
  radius_ = radius;
  const std::size_t n = world.model().agents.size();
  reach_.resize(n);
  for (AgentIndex i = 0; i < n; ++i)
    reach_[i] = radius[i] + margin_ + kSlack;
  if (pass_) return pass_->update_bounds(world);
  NeighborhoodDef def;
  def.radius.bind(reach_.data());
  std::vector<AgentIndex> all = world.model().every_agent();
  all.resize(world.model().body_count());
  PerceptionPlan plan(n);
  plan.begin_agents(all);
  plan.need(def, {});
  pass_.emplace(plan.take().front(), world);
}

void CloseAgents::find_grid(const Simulator& simulator) {
  grid_ = simulator.grid();
  if (grid_ != nullptr && grid_->agents_per_cell() <= kMaxAgentsPerCell) return;
  const World& world = simulator.world();
  own_grid_.build(world.state.motion.x, world.state.motion.y, world.model().bounds,
                  {.enabled = world.model().partition.enabled,
                   .size = larger(pass_->shortest_reach(), 1e-3),
                   .present = world.state.status.presence()},
                  simulator.workers());
  grid_ = &own_grid_;
}

std::span<const AgentIndex> CloseAgents::find(const Simulator& simulator) {
  const World& world = simulator.world();
  close_.clear();
  follow_radii(world);
  find_grid(simulator);
  pass_->run(world, *grid_, simulator.workers());
  for (AgentIndex i = 0; i < world.model().body_count(); ++i) {
    if (world.is_present(i) && pass_->result().count(i) > 0) close_.push_back(i);
  }
  return close_;
}

}  // namespace drover
