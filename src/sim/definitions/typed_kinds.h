// How the file of a kind describes it: the words, the parameters and functions of these parameters in one
// aggregate, which make_behavior and the like turn into a kind for the rest of the program:
//
//   constexpr TypedBehavior<SeekDef> kBehavior = {
//       .info = {.name = "seek", ...}, .fields = kFields, .steer = steer, .goal = find_goal};
//   extern constexpr BehaviorKind kSeek = make_behavior<kBehavior>();
//
// kinds.h says what the functions have to do; a kind leaves out those that it does not need.
#pragma once

#include "sim/definitions/kinds.h"

namespace drover {

// Of a kind for which something holds whatever its parameters are: .needs_turning = always<FaceDef>.
template <class Def>
bool always(const Def&) {
  return true;
}

template <class Def>
struct TypedBehavior {
  using Params = Def;
  KindInfo info = {};
  std::span<const Field> fields = {};
  std::vector<Problem> (*check)(const Def& def) = nullptr;
  std::size_t memory = 0;
  std::size_t memory_of_heights = 0;
  std::size_t (*memory_needed)(const Def& def) = nullptr;
  double probability = BehaviorKind{}.probability;
  bool (*needs_turning)(const Def& def) = nullptr;
  bool (*ignores_walls)(const Def& def) = nullptr;
  bool needs_slot = false;
  bool leads = BehaviorKind{}.leads;
  bool asks_for_full_speed = true;
  bool finds_way = false;
  bool uses_grids = false;
  void (*plan)(Def& def, PerceptionPlan& plan) = nullptr;
  void (*start)(const Def& def, const AgentView& view, AgentIndex agent) = nullptr;
  // The request of one agent.
  std::optional<Request> (*steer)(const Def& def, const AgentView& view, AgentIndex agent) = nullptr;
  ForecastNeed (*forecast)(const Def& def) = nullptr;
  void (*claim)(const Def& def, const AgentView& view, std::span<const AgentIndex> agents,
                ProjectileForecast& forecast) = nullptr;
  std::optional<double> (*distance_to_rest)(const Def& def, const AgentView& view,
                                            AgentIndex agent) = nullptr;
  std::optional<Goal> (*goal)(const Def& def, const AgentView& view, AgentIndex agent) = nullptr;
  bool (*finished)(const Def& def, const AgentView& view, AgentIndex agent) = nullptr;
  std::optional<WayAhead> (*way)(const Def& def, const AgentView& view, AgentIndex agent) = nullptr;
  std::size_t (*points_ahead)(const Def& def, const AgentView& view, AgentIndex agent,
                              std::span<Vec3> out) = nullptr;
  WayMeans (*way_means)(const Def& def) = nullptr;
  std::optional<WayQuery> (*way_query)(const Def& def, const AgentView& view, AgentIndex agent) = nullptr;
  // The displacement to the one point it goes for [m]; of a behavior that has several places, `aim` instead.
  std::optional<Vec3> (*aim_at)(const Def& def, const AgentView& view, AgentIndex agent) = nullptr;
  std::span<const std::string_view> aim_names = {};
  void (*aim)(const Def& def, const AgentView& view, AgentIndex agent, Aims& out) = nullptr;
  bool (*may_jump)(const Def& def, const Model& model) = nullptr;
  std::size_t memory_of_jumps = 0;
  std::optional<JumpReport> (*jump)(const Def& def, const AgentView& view, AgentIndex agent) = nullptr;
  std::vector<Problem> (*check_in_world)(const Def& def, const World& world, std::uint32_t type) = nullptr;
};

// The loops over the agents that ask a behavior, which they call directly. That of the plane, where heights
// are not stored, has a copy of it of its own, from which the compiler drops what only heights need.
template <const auto& Typed>
struct SteerLoop {
  using Params = typename std::remove_cvref_t<decltype(Typed)>::Params;

  // AgentView is incomplete in this header.
  template <class View, class Columns>
  [[gnu::noinline, gnu::flatten]] static void in_plane(const void* params, const View& view,
                                                       std::span<const AgentIndex> agents, Columns& out) {
    const auto& def = *static_cast<const Params*>(params);
    const auto entries = out.template entries<false>();
    const auto planar = view.in_plane();
    for (const AgentIndex agent : agents)
      entries.set(agent, Typed.steer(def, planar, agent));
  }
  template <class Columns>
  static void in_space(const void* params, const AgentView& view, std::span<const AgentIndex> agents,
                       Columns& out) {
    const auto& def = *static_cast<const Params*>(params);
    const auto entries = out.template entries<true>();
    for (const AgentIndex agent : agents)
      entries.set(agent, Typed.steer(def, view, agent));
  }
};

template <const auto& Typed>
constexpr BehaviorKind make_behavior() {
  auto kind = make_kind<BehaviorKind, Typed>();
  kind.memory = Typed.memory;
  kind.memory_of_heights = Typed.memory_of_heights;
  kind.memory_needed = erased<Typed.memory_needed>;
  kind.probability = Typed.probability;
  kind.needs_turning = erased<Typed.needs_turning>;
  kind.ignores_walls = erased<Typed.ignores_walls>;
  kind.needs_slot = Typed.needs_slot;
  kind.leads = Typed.leads;
  kind.asks_for_full_speed = Typed.asks_for_full_speed;
  kind.finds_way = Typed.finds_way;
  kind.uses_grids = Typed.uses_grids;
  kind.plan = erased<Typed.plan>;
  kind.start = erased<Typed.start>;
  kind.forecast = erased<Typed.forecast>;
  kind.claim = erased<Typed.claim>;
  kind.distance_to_rest = erased<Typed.distance_to_rest>;
  kind.goal = erased<Typed.goal>;
  kind.finished = erased<Typed.finished>;
  kind.way = erased<Typed.way>;
  kind.points_ahead = erased<Typed.points_ahead>;
  kind.way_means = erased<Typed.way_means>;
  kind.way_query = erased<Typed.way_query>;
  kind.aim_names = Typed.aim_names;
  kind.aim = erased<Typed.aim>;
  kind.may_jump = erased<Typed.may_jump>;
  kind.memory_of_jumps = Typed.memory_of_jumps;
  kind.jump = erased<Typed.jump>;
  kind.check_in_world = erased<Typed.check_in_world>;
  if constexpr (!is_null<Typed.aim_at>) {
    kind.aim_names = kAimNames;
    kind.aim = [](const void* params, const auto& view, AgentIndex agent, Aims& out) {
      const auto& def = *static_cast<const typename std::remove_cvref_t<decltype(Typed)>::Params*>(params);
      if (const std::optional<Vec3> to_aim = Typed.aim_at(def, view, agent))
        out.add_point(kAimName, view.position(agent) + *to_aim);
    };
  }
  if constexpr (!is_null<Typed.steer>) {
    // RequestColumns is incomplete in this header: as a parameter of type auto it need not be complete before
    // the kind is made.
    kind.compute = [](const void* params, const auto& view, std::span<const AgentIndex> agents, auto& out) {
      SteerLoop<Typed>::in_plane(params, view, agents, out);
    };
    kind.compute_in_space = [](const void* params, const AgentView& view, std::span<const AgentIndex> agents,
                               auto& out) { SteerLoop<Typed>::in_space(params, view, agents, out); };
  }
  return kind;
}

template <class Def>
struct TypedCondition {
  using Params = Def;
  KindInfo info = {};
  std::span<const Field> fields = {};
  std::vector<Problem> (*check)(const Def& def) = nullptr;
  std::size_t memory = 0;
  std::size_t memory_of_heights = 0;
  bool compares_states = false;
  void (*plan)(Def& def, PerceptionPlan& plan) = nullptr;
  void (*start)(const Def& def, const AgentView& view, AgentIndex agent) = nullptr;
  void (*begin)(const Def& def, const AgentView& view) = nullptr;
  bool (*holds)(const Def& def, const AgentView& view, AgentIndex agent) = nullptr;
  std::span<const ConditionDef> (*children)(const Def& def) = nullptr;
  bool (*join)(std::span<const std::uint8_t> answers) = nullptr;
};

template <const auto& Typed>
constexpr ConditionKind make_condition() {
  auto kind = make_kind<ConditionKind, Typed>();
  kind.memory = Typed.memory;
  kind.memory_of_heights = Typed.memory_of_heights;
  kind.compares_states = Typed.compares_states;
  kind.plan = erased<Typed.plan>;
  kind.start = erased<Typed.start>;
  kind.begin = erased<Typed.begin>;
  kind.holds = erased<Typed.holds>;
  kind.children = erased<Typed.children>;
  kind.join = Typed.join;
  return kind;
}

template <class Def>
struct TypedEvent {
  using Params = Def;
  KindInfo info = {};
  std::span<const Field> fields = {};
  EventSubject subject = EventSubject::agents;
  bool pushes = false;
  std::vector<Problem> (*check)(const Def& def) = nullptr;
  std::optional<Problem> (*prepare)(Def& def, EventSetup& setup,
                                    std::span<const AgentIndex> agents) = nullptr;
  void (*apply)(const Def& def, EventContext& context, std::span<const AgentIndex> agents) = nullptr;
};

template <const auto& Typed>
constexpr EventKind make_event() {
  auto kind = make_kind<EventKind, Typed>();
  kind.subject = Typed.subject;
  kind.pushes = Typed.pushes;
  kind.prepare = erased<Typed.prepare>;
  kind.apply = erased<Typed.apply>;
  return kind;
}

template <class Def>
struct TypedAction {
  using Params = Def;
  KindInfo info = {};
  std::span<const Field> fields = {};
  std::vector<Problem> (*check)(const Def& def) = nullptr;
  std::size_t memory = 0;
  bool (*recoils)(const Def& def) = nullptr;
  std::optional<Problem> (*check_in_world)(const Def& def, const Model& model,
                                           const AgentType& type) = nullptr;
  void (*act)(const Def& def, ActionContext& context, std::span<const AgentIndex> agents) = nullptr;
};

template <const auto& Typed>
constexpr ActionKind make_action() {
  auto kind = make_kind<ActionKind, Typed>();
  kind.memory = Typed.memory;
  kind.recoils = erased<Typed.recoils>;
  kind.check_in_world = erased<Typed.check_in_world>;
  kind.act = erased<Typed.act>;
  return kind;
}

template <class Def>
struct TypedArbiter {
  using Params = Def;
  KindInfo info = {};
  std::span<const Field> fields = {};
  std::vector<Problem> (*check)(const Def& def) = nullptr;
  std::size_t memory = 0;
  bool uses_probability = false;
  bool uses_priority = false;
  ClipTime (*clip_time)(const Def& def) = nullptr;
  std::string_view default_behavior = "";
  const BehaviorKind& (*own_behavior)(const Def& def) = nullptr;
  void (*combine)(const Def& def, ArbiterContext& context) = nullptr;
};

template <const auto& Typed>
constexpr ArbiterKind make_arbiter() {
  auto kind = make_kind<ArbiterKind, Typed>();
  kind.uses_probability = Typed.uses_probability;
  kind.uses_priority = Typed.uses_priority;
  kind.memory = Typed.memory;
  kind.clip_time = erased<Typed.clip_time>;
  kind.default_behavior = Typed.default_behavior;
  kind.own_behavior = erased<Typed.own_behavior>;
  kind.combine = erased<Typed.combine>;
  return kind;
}

template <class Def>
struct TypedActuator {
  using Params = Def;
  KindInfo info = {};
  std::span<const Field> fields = {};
  std::vector<Problem> (*check)(const Def& def) = nullptr;
  RequestUnit (*request_unit)(const Def& def, RequestUnit body) = nullptr;
  void (*convert)(const Def& def, ActuatorContext& context, std::span<const AgentIndex> agents) = nullptr;
  bool passes_on = false;
  void (*plan)(Def& def, PerceptionPlan& plan) = nullptr;
  std::span<const std::string_view> memory = {};
  std::vector<Problem> (*check_with_body)(const Def& def, const Boxed<LocomotionKind>& body) = nullptr;
  DriverArcs (*driver_arcs)(const Def& def, const World& world, AgentIndex agent, const DriveLimits& body,
                            double speed) = nullptr;
};

template <const auto& Typed>
constexpr ActuatorKind make_actuator() {
  auto kind = make_kind<ActuatorKind, Typed>();
  kind.request_unit = erased<Typed.request_unit>;
  kind.convert = erased<Typed.convert>;
  kind.passes_on = Typed.passes_on;
  kind.plan = erased<Typed.plan>;
  kind.memory = Typed.memory;
  kind.check_with_body = erased<Typed.check_with_body>;
  kind.driver_arcs = erased<Typed.driver_arcs>;
  return kind;
}

template <class Def>
struct TypedLocomotion {
  using Params = Def;
  KindInfo info = {};
  std::span<const Field> fields = {};
  std::vector<Problem> (*check)(const Def& def) = nullptr;
  bool steered = true;
  RequestUnit takes = LocomotionKind{}.takes;
  bool turns = false;
  bool (*dictates_positions)(const Def& def) = nullptr;
  bool (*only_goes_ahead)(const Def& def) = nullptr;
  bool (*heading_follows)(const Def& def) = nullptr;
  double (*longest_step)(const Def& def, double dt) = nullptr;
  void (*start)(const Def& def, LocomotionContext& context, AgentIndex agent) = nullptr;
  void (*advance)(const Def& def, LocomotionContext& context, std::span<const AgentIndex> agents) = nullptr;
  std::size_t (*stages)(const Def& def) = nullptr;
  std::span<const std::string_view> memory = {};
  DriveLimits (*drive_limits)(const Def& def, const World& world, AgentIndex agent) = nullptr;
  DrivenState (*drive_step)(const Def& def, const World& world, AgentIndex agent, const DrivenState& state,
                            const DriveCommand& command) = nullptr;
  void (*trial)(const Def& def, LocomotionContext& context, std::size_t stage,
                std::span<const AgentIndex> agents) = nullptr;
};

template <const auto& Typed>
constexpr LocomotionKind make_locomotion() {
  auto kind = make_kind<LocomotionKind, Typed>();
  kind.steered = Typed.steered;
  kind.takes = Typed.takes;
  kind.turns = Typed.turns;
  kind.dictates_positions = erased<Typed.dictates_positions>;
  kind.only_goes_ahead = erased<Typed.only_goes_ahead>;
  kind.heading_follows = erased<Typed.heading_follows>;
  kind.longest_step = erased<Typed.longest_step>;
  kind.start = erased<Typed.start>;
  kind.advance = erased<Typed.advance>;
  kind.stages = erased<Typed.stages>;
  kind.memory = Typed.memory;
  kind.drive_limits = erased<Typed.drive_limits>;
  kind.drive_step = erased<Typed.drive_step>;
  kind.trial = erased<Typed.trial>;
  return kind;
}

template <class Def>
struct TypedPlacement {
  using Params = Def;
  KindInfo info = {};
  std::span<const Field> fields = {};
  std::vector<Problem> (*check)(const Def& def) = nullptr;
  PlacementArea (*area)(const Def& def) = nullptr;
  std::size_t (*capacity)(const Def& def) = nullptr;
  Vec3 (*place)(const Def& def, std::size_t index, std::size_t count, Draws& draws) = nullptr;
};

template <const auto& Typed>
constexpr PlacementKind make_placement() {
  auto kind = make_kind<PlacementKind, Typed>();
  kind.area = erased<Typed.area>;
  kind.capacity = erased<Typed.capacity>;
  kind.place = erased<Typed.place>;
  return kind;
}

}  // namespace drover
