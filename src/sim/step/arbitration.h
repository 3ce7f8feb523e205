// The context of an arbiter: the entries of one group, its agents, and the columns to fill.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/state/agent_column.h"
#include "sim/state/world.h"
#include "sim/step/agent_view.h"
#include "sim/step/requests.h"

namespace drover {

// What an entry contributed to the request of an agent, in the unit of its agent type.
struct Contribution {
  Vec3 linear, angular;
};

// Those of each entry to each agent. Kept only when they are recorded. The parts of an entry inside a group
// are what it added to the request of its group.
struct Contributions {
  bool enabled = false;
  // By agent type, then entry: one per agent of the type, by index in the type.
  std::vector<std::vector<std::vector<Contribution>>> by_type;
};

// Columns and lists for one level of nested groups, with room for the agents of one chunk.
struct ArbitrationScratch {
  // For so many agents and at most so many entries in a group, whose requests have these parts.
  ArbitrationScratch(std::size_t count, std::size_t entries, RequestColumns::Parts parts);
  // Makes the columns those of the agents from this one on.
  void begin_at(AgentIndex first);

  std::vector<RequestColumns> requests;      // by entry, those evaluated last
  std::vector<AgentColumn<double>> weights;  // by entry, see ArbiterContext::visit_weighted
  std::vector<AgentIndex> remaining;         // room for lists of agents
  std::vector<AgentIndex> selected;
  std::vector<AgentIndex> active;
  std::vector<AgentIndex> deciders;
  // Columns by agent, with stale values when an arbiter begins; it sets the entries of its agents.
  AgentColumn<double> numbers, more_numbers;
  AgentColumn<std::uint32_t> marks, more_marks;
  AgentColumn<double> demand;  // see ArbiterContext::demand; of the entry evaluated last, if it is a group
};

class ArbiterContext {
 public:
  struct Parts {
    World& world;
    const AgentType& type;
    std::uint32_t group;  // index in AgentType::groups
    std::span<const AgentIndex> agents;
    std::span<const PerceptionPass> perceptions;
    RequestColumns& total;                  // the result
    std::span<ArbitrationScratch> scratch;  // one entry for this level and each below it
    Contributions& contributions;
    // Of a nested group: where to add the lengths of what its entries contribute (see
    // ArbiterContext::demand).
    AgentColumn<double>* demand = nullptr;
    // Of agents whose requests are held: the length is for later steps to limit.
    bool is_held = false;
  };
  explicit ArbiterContext(const Parts& parts)
      : parts_(parts), entries_(parts.type.groups[parts.group].entries), level_(parts.scratch.front()) {}

  std::span<const AgentIndex> agents() const { return parts_.agents; }
  // The entries of the group are counted from 0, whatever else its agent type has.
  std::size_t entry_count() const { return entries_.size(); }
  const StackEntry& entry(std::size_t k) const { return parts_.type.entries[entries_[k]]; }
  // The unit of the requests.
  RequestUnit unit() const { return parts_.type.request_unit; }
  // The limits of a request, in its unit: m/s^2 or m/s, and rad/s^2 or rad/s.
  double max_request(AgentIndex agent) const { return parts_.world.state.limits.max_request[agent]; }
  double max_angular_request(AgentIndex agent) const {
    return parts_.world.state.limits.max_angular_request[agent];
  }
  const World& world() const { return parts_.world; }
  // Whether angular requests reach the body at all.
  bool body_turns() const { return parts_.type.turns(); }

  // The weight of entry k for an agent now.
  double weight(std::size_t k, AgentIndex agent) const { return weight(entry(k), agent); }
  // The priority of entry k for an agent now; the same for every agent at all times where it is constant.
  double priority(std::size_t k, AgentIndex agent) const;
  bool has_constant_priority(std::size_t k) const {
    return !entry(k).priority_by && !entry(k).priority.varies();
  }
  // Whether entry k counts for an agent now: its condition holds and its weight is not zero.
  bool counts(std::size_t k, AgentIndex agent) const;

  // Evaluates the requests of entry k, which are valid in request(k) from then on. An agent for which the
  // entry's condition does not hold has none.
  void evaluate(std::size_t k, std::span<const AgentIndex> agents);
  const RequestColumns& request(std::size_t k) const { return level_.requests[k]; }
  // The request of entry k, evaluated last, to an agent, times its weight and shortened as far as the stack's
  // ClipTime says. Weight zero is the same as no request.
  struct Weighted {
    Request request;
    double limit;  // what the body can do, times the size of the weight [m/s^2 or m/s]
  };
  std::optional<Weighted> weighted(std::size_t k, AgentIndex agent) const {
    if (!request(k).is_active(agent)) return std::nullopt;
    const double factor = weight(k, agent);
    if (factor == 0.0) return std::nullopt;
    return shortened(entry(k).clip, request(k).request(agent), agent, factor);
  }
  // Calls visit(agent, weighted) for those of the agents that have such a request, and keeps weights that
  // vary.
  template <bool kIsSpatial, class Visit>
  void visit_weighted(std::size_t k, Visit&& visit) {
    const StackEntry& s = entry(k);
    // A constant weight is hoisted out of the loop.
    if (!has_constant_weight(s)) {
      AgentColumn<double>& weights = level_.weights[k];
      visit_entries<kIsSpatial>(
          k, [&](AgentIndex agent) { return weights[agent] = weight(s, agent); }, visit);
    } else {
      visit_entries<kIsSpatial>(
          k, [factor = s.weight.constant()](AgentIndex) { return factor; }, visit);
    }
  }
  // What visit_weighted found for an agent, in the same step.
  std::optional<Weighted> weighted_again(std::size_t k, AgentIndex agent) const {
    if (!request(k).is_active(agent)) return std::nullopt;
    const StackEntry& s = entry(k);
    const double factor = has_constant_weight(s) ? s.weight.constant() : level_.weights[k][agent];
    if (factor == 0.0) return std::nullopt;
    return shortened(s.clip, request(k).request(agent), agent, factor);
  }
  // The same times a factor, of an arbiter that adds it to no other request: shortened before the weight
  // counts, unless the stack around this one still adds to it.
  std::optional<Request> lone_request(std::size_t k, AgentIndex agent, double factor = 1.0) const {
    const std::optional<Weighted> asked = weighted(k, agent);
    if (!asked) return std::nullopt;
    const Request& part = asked->request;
    const bool is_short = part.damping == 0.0 || keeps_length();
    const Vec3 linear = is_short ? part.linear : clip(part.linear, asked->limit);
    return Request{linear * factor, part.angular * factor, part.damping * factor};
  }
  // The demand of entry k, a group evaluated last: the sum of the lengths of what its entries contributed,
  // times the size of the group's weight, in unit(). It exceeds the length of the group's request where the
  // contributions oppose each other.
  double demand(std::size_t k, AgentIndex agent) const;

  // A request shortened to the agent's limits: its linear part by length, its angular part by size.
  Request clipped(const Request& request, AgentIndex agent) const {
    return {clip(request.linear, max_request(agent)), clip_turn(request.angular, max_angular_request(agent))};
  }

  // Sets the agent's request, shortened to its limits. That of a group, and one that is held, keeps its full
  // length where it has damping: the stack around it, or a later step, shortens it.
  void set_total(AgentIndex agent, Request request) {
    const bool stays_long = keeps_length() && request.damping != 0.0;
    if (!stays_long) request.linear = clip(request.linear, max_request(agent));
    request.angular = clip_turn(request.angular, max_angular_request(agent));
    parts_.total.set(agent, request);
  }
  void clear_total(AgentIndex agent) { parts_.total.set(agent, std::nullopt); }
  // Of all agents; starts as none.
  const RequestColumns& total() const { return parts_.total; }
  // For loops that fill it.
  template <bool kIsSpatial>
  RequestColumns::EntriesIn<kIsSpatial> total_entries() {
    return parts_.total.entries<kIsSpatial>();
  }
  // Records what entry k added to a sum, as far as it is left in the agent's total.
  void contribute_of(const Request& sum, std::size_t k, AgentIndex agent, const Contribution& part) {
    const Request total = parts_.total.request(agent);
    contribute(k, agent,
               {part.linear * share_left(total.linear, sum.linear),
                part.angular * share_left(total.angular, sum.angular)});
  }
  // Whether the requests go to a stack around this one.
  bool is_inner() const { return parts_.demand != nullptr; }

  // Records what entry k added to the agent's total; all of that, where it is the only one.
  void contribute(std::size_t k, AgentIndex agent, const Contribution& part) {
    if (notes_contributions()) note_contribution(k, agent, part);
  }
  void contribute_all(std::size_t k, AgentIndex agent) {
    const Request total = parts_.total.request(agent);
    contribute(k, agent, {total.linear, total.angular});
  }
  bool notes_contributions() const { return is_inner() || parts_.contributions.enabled; }

  // The numbers the agent remembers for this group.
  std::span<double> memory(AgentIndex agent) const {
    const MemoryHandle& memory = parts_.type.groups[parts_.group].memory;
    return parts_.world.state.columns.values(memory).subspan(
        parts_.world.model().agents.index_in_type[agent] * memory.width, memory.width);
  }

  // A list of the group's agents that the arbiter may shrink, and room for a second list and for columns.
  std::vector<AgentIndex>& remaining();
  ArbitrationScratch& columns() { return level_; }

 private:
  bool keeps_length() const { return is_inner() || parts_.is_held; }
  static bool has_constant_weight(const StackEntry& s) { return !s.weight_by && !s.weight.varies(); }
  Weighted shortened(ClipTime clip_time, Request part, AgentIndex agent, double factor) const {
    const double limit = max_request(agent);
    if (clip_time != ClipTime::before_damping) {
      if (part.damping != 0.0 && clip_time == ClipTime::before_weights)
        part.linear = clip(part.linear, limit);
      part.damping = 0.0;
    }
    return {{part.linear * factor, part.angular * factor, part.damping * factor}, limit * std::fabs(factor)};
  }
  template <bool kIsSpatial, class WeightOf, class Visit>
  void visit_entries(std::size_t k, WeightOf&& weight_of, Visit&& visit) {
    const auto requests = level_.requests[k].entries<kIsSpatial>();
    const ClipTime clip_time = entry(k).clip;
    for (const AgentIndex agent : agents()) {
      if (!requests.is_active(agent)) continue;
      const double factor = weight_of(agent);
      if (factor != 0.0) visit(agent, shortened(clip_time, requests.request(agent), agent, factor));
    }
  }
  double weight(const StackEntry& s, AgentIndex agent) const {
    return s.weight_by ? parts_.world.state.value(s.weight, agent) * ramp(s.weight_by, agent, 1.0)
                       : parts_.world.state.value(s.weight, agent);
  }
  static double share_left(Vec3 total, Vec3 sum) { return total == sum ? 1.0 : length(total) / length(sum); }
  void note_contribution(std::size_t k, AgentIndex agent, const Contribution& part);
  double ramp(const std::optional<Ramp>& ramp, AgentIndex agent, double otherwise) const;
  std::span<const AgentIndex> active_agents(std::size_t k, std::span<const AgentIndex> agents);
  void evaluate_group(std::size_t k, std::span<const AgentIndex> agents);
  void ask(std::size_t k, std::span<const AgentIndex> agents);
  void ask_deciders(std::size_t k, std::span<const AgentIndex> agents);

  Parts parts_;
  std::span<const std::uint32_t> entries_;  // indices in AgentType::entries
  ArbitrationScratch& level_;
};

// Combines the requests of the group for each listed agent.
void combine_group(const ArbiterContext::Parts& parts);

// The number of levels of groups below and including this one.
std::size_t depth_of(const AgentType& type, std::uint32_t group);

}  // namespace drover
