// priority_groups: the first group of the stack whose request exceeds the threshold gets full control.
// Millington 3.4.3, with the test inside the loop over the groups, separate thresholds for linear and angular
// parts, and a defined result without groups; see README.md.
#include "arbiters/clip_rule.h"
#include "arbiters/request_threshold.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/arbitration.h"

namespace drover {
namespace {

DROVER_ENUM(FallbackWhen, small, equilibrium)

struct PriorityGroupsDef {
  double epsilon_linear = 0.01;
  double epsilon_angular = 0.01;
  double epsilon_velocity = 0.01;
  double epsilon_angular_velocity = 0.01;
  FallbackWhen fallback_when = FallbackWhen::small;
  double min_hold = 0.0;
  ClipRule rule;
};

constexpr auto kControlFields = fields(
    field<&PriorityGroupsDef::epsilon_linear>(
        {.key = "epsilon_linear",
         .unit = "m/s^2",
         .range = left_open(0, 1e6),
         .doc = "A behavior or group whose request is no longer than this, and turns no more than "
                "epsilon_angular, leaves the control to the next.",
         .original_default = "a small value, not given (Millington)"}),
    field<&PriorityGroupsDef::epsilon_angular>(
        {.key = "epsilon_angular",
         .unit = "rad/s^2",
         .range = left_open(0, 1e6),
         .doc = "The same for the angular part of the request, to either side.",
         .original_default = "the same number as epsilon (Millington)"}),
    field<&PriorityGroupsDef::epsilon_velocity>(
        {.key = "epsilon_velocity",
         .unit = "m/s",
         .range = left_open(0, 1e6),
         .doc = "Takes the place of epsilon_linear where requests are velocities."}),
    field<&PriorityGroupsDef::epsilon_angular_velocity>(
        {.key = "epsilon_angular_velocity",
         .unit = "rad/s",
         .range = left_open(0, 1e6),
         .doc = "Takes the place of epsilon_angular where requests are velocities."}),
    field<&PriorityGroupsDef::fallback_when>(
        {.key = "fallback_when",
         .doc = "When the behaviors marked as fallback are asked: small, whenever no other gets through; "
                "equilibrium, only if besides the requests inside a group cancel out: their lengths sum up "
                "to ten times epsilon_linear or more. With equilibrium an agent that is where it wants to be "
                "stays there.",
         .original_default = "a small value, not given (Millington)"}),
    field<&PriorityGroupsDef::min_hold>(
        {.key = "min_hold",
         .unit = "s",
         .range = closed(0, 1e6),
         .doc =
             "The behavior or group in control keeps it at least this long against those of lower priority, "
             "even while it asks for nothing; those of higher priority can take it at any time."}));

constexpr auto kPriorityGroupsFields = join(kControlFields, embed<&PriorityGroupsDef::rule>(kClipFields));

// The requests of a group cancel out if they add up to this many times the epsilon of their linear parts.
inline constexpr double kCancelingDemand = 10.0;

// Marks of an agent: its entry in this round, or one of these.
inline constexpr std::uint32_t kNoEntry = 0xffffffffU;
inline constexpr std::uint32_t kSettled = 0xfffffffeU;

RequestThreshold threshold_of(const PriorityGroupsDef& def, RequestUnit unit) {
  if (unit == RequestUnit::velocity) return {def.epsilon_velocity, def.epsilon_angular_velocity};
  return {def.epsilon_linear, def.epsilon_angular};
}

// One step's search for the entry that gets the control of each agent.
class Search {
 public:
  Search(const PriorityGroupsDef& def, ArbiterContext& context) : def_(def), context_(context) {
    for (const AgentIndex agent : context.agents()) {
      mark_[agent] = last_asked_[agent] = kNoEntry;
      cancels_[agent] = 0.0;
    }
    shares_order_ = true;
    for (std::size_t k = 0; k < context.entry_count(); ++k)
      shares_order_ = shares_order_ && context.has_constant_priority(k);
  }

  // Lets the undecided agents ask the entries that are, or are not, a fallback.
  void ask_all(bool fallback);
  void conclude();

 private:
  std::uint32_t next_entry(AgentIndex agent, std::uint32_t previous, bool fallback) const;
  bool is_held(std::size_t k, AgentIndex agent) const;
  void ask(std::size_t k, std::span<const AgentIndex> agents);
  void settle(std::size_t k, AgentIndex agent, const std::optional<Request>& part);
  void ask_round(std::span<const AgentIndex> looking);

  const PriorityGroupsDef& def_;
  ArbiterContext& context_;
  RequestThreshold threshold_ = threshold_of(def_, context_.unit());
  bool shares_order_;  // whether the priorities are the same for every agent
  AgentColumn<std::uint32_t>& mark_ = context_.columns().marks;
  AgentColumn<std::uint32_t>& last_asked_ = context_.columns().more_marks;  // the last with a request
  AgentColumn<double>& cancels_ = context_.columns().numbers;  // 1: the requests of some group cancel out
};

// The entry after `previous` in the agent's order: by priority, then as in the stack.
std::uint32_t Search::next_entry(AgentIndex agent, std::uint32_t previous, bool fallback) const {
  const double previous_priority = previous == kNoEntry ? kInfinity : context_.priority(previous, agent);
  std::uint32_t best = kNoEntry;
  double best_priority = -kInfinity;
  for (std::uint32_t k = 0; k < context_.entry_count(); ++k) {
    if (context_.entry(k).fallback != fallback) continue;
    const double priority = context_.priority(k, agent);
    const bool comes_later = priority < previous_priority || (priority == previous_priority && k > previous);
    if (!comes_later || !(priority > best_priority)) continue;
    best = k;
    best_priority = priority;
  }
  return best;
}

// The memory: the entry that has the control, counted from 1 (0: none), and the tick at which it took it.
bool Search::is_held(std::size_t k, AgentIndex agent) const {
  if (def_.min_hold == 0.0) return false;
  const std::span<const double> held = context_.memory(agent);
  if (held[0] != static_cast<double>(k + 1)) return false;
  const World& world = context_.world();
  return (static_cast<double>(world.state.tick) - held[1]) * world.model().dt < def_.min_hold &&
         context_.counts(k, agent);
}

void Search::settle(std::size_t k, AgentIndex agent, const std::optional<Request>& part) {
  context_.clear_total(agent);
  if (part) {
    context_.set_total(agent, *part);
    context_.contribute_all(k, agent);
  }
  mark_[agent] = kSettled;
  if (def_.min_hold == 0.0) return;
  const std::span<double> held = context_.memory(agent);
  if (held[0] == static_cast<double>(k + 1)) return;
  held[0] = static_cast<double>(k + 1);
  held[1] = static_cast<double>(context_.world().state.tick);
}

// Settles the agents with a request from entry k that exceeds the threshold.
void Search::ask(std::size_t k, std::span<const AgentIndex> agents) {
  context_.evaluate(k, agents);
  const bool is_group = context_.entry(k).group != kNoIndex;
  for (const AgentIndex agent : agents) {
    const std::optional<Request> part = context_.lone_request(k, agent);
    if ((part && threshold_.is_exceeded_by(context_.clipped(*part, agent))) || is_held(k, agent)) {
      settle(k, agent, part);
    } else if (part) {
      context_.set_total(agent, *part);
      last_asked_[agent] = static_cast<std::uint32_t>(k);
      if (is_group && context_.demand(k, agent) >= kCancelingDemand * threshold_.linear)
        cancels_[agent] = 1.0;
    }
  }
}

// Every agent asks the entry it is marked with.
void Search::ask_round(std::span<const AgentIndex> looking) {
  std::vector<AgentIndex>& asking = context_.columns().selected;
  for (std::uint32_t k = 0; k < context_.entry_count(); ++k) {
    asking.clear();
    for (const AgentIndex agent : looking) {
      if (mark_[agent] == k) asking.push_back(agent);
    }
    if (!asking.empty()) ask(k, asking);
  }
}

void Search::ask_all(bool fallback) {
  std::vector<AgentIndex>& looking = context_.remaining();
  std::erase_if(looking, [&](AgentIndex agent) {
    const bool may_fall_back = def_.fallback_when == FallbackWhen::small || cancels_[agent] != 0.0;
    return mark_[agent] == kSettled || (fallback && !may_fall_back);
  });
  for (const AgentIndex agent : looking)
    mark_[agent] = kNoEntry;
  std::uint32_t shared = kNoEntry;
  while (!looking.empty()) {
    if (shares_order_) {
      shared = next_entry(looking.front(), shared, fallback);
      if (shared == kNoEntry) return;
      ask(shared, looking);
    } else {
      for (const AgentIndex agent : looking)
        mark_[agent] = next_entry(agent, mark_[agent], fallback);
      std::erase_if(looking, [this](AgentIndex agent) { return mark_[agent] == kNoEntry; });
      ask_round(looking);
    }
    std::erase_if(looking, [this](AgentIndex agent) { return mark_[agent] == kSettled; });
  }
}

// If no request exceeds the threshold, the last small request counts, and no entry has the control.
void Search::conclude() {
  for (const AgentIndex agent : context_.agents()) {
    if (mark_[agent] == kSettled) continue;
    if (last_asked_[agent] != kNoEntry) context_.contribute_all(last_asked_[agent], agent);
    if (def_.min_hold > 0.0) context_.memory(agent)[0] = 0.0;
  }
}

void combine(const PriorityGroupsDef& def, ArbiterContext& context) {
  Search search(def, context);
  search.ask_all(false);
  search.ask_all(true);
  search.conclude();
}

constexpr TypedArbiter<PriorityGroupsDef> kTypedPriorityGroups = {
    .info = {.name = "priority_groups",
             .summary = "Gives the whole control to the first behavior or group that wants something.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.4.3",
             .example = R"({"type": "priority_groups", "fallback_when": "equilibrium"})",
             .related = "group, prioritized_sum, weighted_sum",
             .in_space = true},
    .fields = kPriorityGroupsFields,
    .memory = 2,
    .uses_priority = true,
    .clip_time = clip_time<PriorityGroupsDef>,
    .combine = combine,
};

}  // namespace

extern constexpr ArbiterKind kPriorityGroups = make_arbiter<kTypedPriorityGroups>();

}  // namespace drover
