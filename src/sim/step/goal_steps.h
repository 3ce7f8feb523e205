// What a step does about the goals of agents: who has arrived in S(t), and what follows in S(t + dt).
#pragma once

#include <cstdint>
#include <vector>

#include "sim/state/agent_column.h"
#include "sim/state/world.h"
#include "sim/step/agent_goals.h"
#include "sim/step/event_context.h"
#include "sim/step/region_crowds.h"

namespace drover {

class GoalSteps {
 public:
  // Makes room for the agents of a world.
  void begin(const World& world);

  // Looks at S(t), before it is replaced: which agents have reached a place, a goal or the head of a queue,
  // and which do not see where they go.
  void find(const World& world, AgentRange range);
  // The same when S(t + dt) is written: which agents go past places of their routes on their way there.
  // Events have not happened in it, so those that put agents somewhere make them pass nothing.
  void find_passed(const World& world, AgentRange range);
  // Lets agents choose again among regions, where it is their turn in S(t): after find, for all agents.
  void reconsider(const World& world);
  // What follows in S(t + dt), when its events have happened. Agents that got a goal in this state go on with
  // that.
  void apply(EventContext& context);

 private:
  // What was found about an agent.
  struct Found : GoalProgress {
    bool is_at_head = false;
    bool is_hidden = false;       // where it goes, from an agent that would go straight there
    bool sees_again = false;      // the place from which it turned back
    bool are_all_hidden = false;  // its goal and all places of its route, when it looked for them
    bool has_looked = false;
    bool changes_region = false;  // to `stage`
  };

  void look(const World& world, AgentIndex agent);
  std::uint32_t choose_again(const World& world, const AgentGoal& goal, AgentIndex agent);
  void follow(EventContext& context, AgentIndex agent);
  void arrive(EventContext& context, AgentIndex agent);
  void look_for_place(World& world, AgentIndex agent);
  void note_sight(World& world, AgentIndex agent);
  void conclude(EventContext& context, AgentIndex agent);
  void advance_goal(EventContext& context, AgentIndex agent);
  void leave(EventContext& context, AgentIndex agent);
  void finish_stay(EventContext& context, AgentIndex agent);
  void sort_queues(const World& world);
  void serve(EventContext& context, std::uint32_t queue);
  void begin_service(World& world, std::uint32_t queue, AgentIndex head);

  std::uint64_t look_period_ = 1;  // ticks
  bool has_routes_ = false;
  bool has_choices_ = false;                    // some agents may choose again
  bool can_be_hidden_ = false;                  // something may stand between agents and their goals
  std::vector<Found> found_;                    // by index of the agent
  std::vector<std::vector<AgentIndex>> lines_;  // by index of the queue, the head first
  RegionCrowds crowds_;
};

}  // namespace drover
