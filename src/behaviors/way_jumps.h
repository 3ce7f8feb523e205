// Jumps over edges of a graph, for a behavior whose way leads over them: once the agent is near such an edge,
// the jump says where it goes (jump_run.h), and behind the landing the way is planned anew.
#pragma once

#include <optional>
#include <span>

#include "behaviors/jump_run.h"
#include "sim/step/way_following.h"

namespace drover {

// Whether a way after this rule may lead over jumps.
bool may_lead_over_jumps(const WayRule& rule, const Model& model);

// One agent in one step.
class WayJump {
 public:
  // `numbers` are those of its jump, none where no way leads over jumps.
  WayJump(const WayRule& rule, const AgentView& view, AgentIndex agent, std::span<double> numbers)
      : rule_(rule), view_(view), agent_(agent), numbers_(numbers) {}

  bool may_jump() const { return !numbers_.empty(); }
  // Whether it runs up or flies, or stands where it gave up: then the way does not count.
  bool holds_way() const;
  // Begins the jump that the way leads over next, where the agent is near enough, and lets go of one that it
  // does not lead over any more. Returns whether there is one.
  bool begin(const WayMemory& way, double response_time);
  // What the jump asks of the body; sets the way back where the jump is over.
  std::optional<Request> go_on(WayMemory way, double response_time);

 private:
  std::uint32_t next_edge(const WayMemory& way) const;
  std::uint32_t edge_between(Vec3 from, Vec3 to) const;
  JumpPlace place_of(std::uint32_t edge, double response_time) const;
  bool is_near(const JumpPlace& place, double response_time) const;
  const WaypointGraph& graph() const { return view_.world().graph_for(rule_.graph.index, agent_); }

  const WayRule& rule_;
  const AgentView& view_;
  AgentIndex agent_;
  std::span<double> numbers_;
};

// What an agent with these numbers is doing; nothing while it goes its way.
std::optional<JumpReport> way_jump_report(const WayRule& rule, const AgentView& view, AgentIndex agent,
                                          std::span<const double> numbers);

}  // namespace drover
