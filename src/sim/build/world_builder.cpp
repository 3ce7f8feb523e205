#include "sim/build/world_builder.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/check.h"
#include "core/det_math.h"
#include "sim/build/linker.h"
#include "sim/build/placing.h"
#include "sim/definitions/declared_agents.h"
#include "sim/definitions/ticks.h"
#include "sim/step/event_context.h"
#include "sim/step/population.h"

namespace drover {
namespace {

// One agent before it has an index.
struct Seat {
  std::uint32_t number;
  std::uint32_t entry;     // index in the list of entries
  std::uint32_t in_entry;  // 0 .. count - 1
};

// Every agent there will ever be, in ascending number. Entries without a number take the next free ones.
std::vector<Seat> seat_agents(const std::vector<DeclaredAgents>& entries) {
  std::vector<Seat> seats;
  std::int64_t next_free = 0;
  for (std::size_t e = 0; e < entries.size(); ++e) {
    const std::int64_t first = entries[e].def->number.value_or(next_free);
    for (std::int64_t k = 0; k < entries[e].count; ++k) {
      seats.push_back({static_cast<std::uint32_t>(first + k), static_cast<std::uint32_t>(e),
                       static_cast<std::uint32_t>(k)});
    }
    next_free = std::max(next_free, first + entries[e].count);
  }
  std::sort(seats.begin(), seats.end(), [](const Seat& a, const Seat& b) { return a.number < b.number; });
  return seats;
}

// In which unit the behaviors of an agent type are asked.
RequestUnit request_unit_of(const AgentTypeDef& type) {
  const RequestUnit body = static_cast<const LocomotionKind*>(type.locomotion.locomotion.kind)->takes;
  const KindBox& box = type.actuator.actuator;
  const auto& actuator = *static_cast<const ActuatorKind*>(box.kind);
  return actuator.request_unit == nullptr ? body : actuator.request_unit(box.params.get(), body);
}

class Builder {
 public:
  explicit Builder(const ScenarioDef& def)
      : def_(def), world_(built_.world), entries_(declared_agents(def)) {}

  BuiltWorld build() {
    build_surroundings();
    seats_ = seat_agents(entries_);
    build_agents();
    build_names_and_groups();
    place_agents();
    if (built_.problems.empty()) {
      build_stacks();
      build_modes();
      build_events();
      spread_columns();
    }
    if (built_.problems.empty()) {
      plan_perceptions();
      start_agents();
    }
    return std::move(built_);
  }

 private:
  void build_surroundings();
  void build_agents();
  void add_limits(const AgentTypeDef& type, std::uint32_t number);
  void build_names_and_groups();
  void place_agents();
  void place_entry(std::size_t entry, std::span<const AgentIndex> agents);
  void build_stacks();
  void build_modes();
  void build_events();
  void build_event(const EventDef& def, std::uint32_t index, Linker& linker);
  void spread_columns();
  void plan_perceptions();
  void plan_stack(Stack& stack, PerceptionPlan& plan);
  void warn_about_long_ranges();
  void start_agents();

  const AgentTypeDef& type_of(const AgentDef& entry) const;
  std::uint32_t type_index(const AgentDef& entry) const;
  double draw(const Quantity& quantity, std::uint32_t number, std::string_view name) const;
  void start_motion(AgentIndex i, const AgentDef& entry);

  const ScenarioDef& def_;
  BuiltWorld built_;
  World& world_;
  std::vector<DeclaredAgents> entries_;
  std::vector<Seat> seats_;
};

std::uint32_t Builder::type_index(const AgentDef& entry) const {
  const auto at = std::find_if(def_.agent_types.begin(), def_.agent_types.end(),
                               [&](const Named<AgentTypeDef>& type) { return type.name == entry.type.name; });
  DROVER_CHECK(at != def_.agent_types.end(), "the reader lets only known agent types pass");
  return static_cast<std::uint32_t>(at - def_.agent_types.begin());
}

const AgentTypeDef& Builder::type_of(const AgentDef& entry) const {
  return def_.agent_types[type_index(entry)].value;
}

double Builder::draw(const Quantity& quantity, std::uint32_t number, std::string_view name) const {
  return draw_quantity(quantity, {world_.seed, number, 0, Purpose::parameter, stream_of(name)});
}

void Builder::build_surroundings() {
  world_.seed = static_cast<std::uint64_t>(def_.seed);
  world_.dt = def_.simulation.dt;
  world_.non_penetration = def_.simulation.non_penetration;
  world_.partition = def_.simulation.partition;
  if (def_.world.bounds) world_.bounds = Bounds(*def_.world.bounds);
  world_.geometry = StaticGeometry(def_.world, world_.bounds, world_.partition.enabled);
  for (const Named<PathDef>& path : def_.world.paths)
    world_.paths.emplace_back(path.name, path.value);
  for (const Named<RegionDef>& region : def_.world.regions)
    world_.regions.emplace_back(region.name, region.value);
}

void Builder::build_agents() {
  world_.stacks.resize(def_.agent_types.size());
  for (std::size_t t = 0; t < world_.stacks.size(); ++t)
    world_.stacks[t].name = def_.agent_types[t].name;
  AgentTable& table = world_.agents;
  for (std::size_t k = 0; k < seats_.size(); ++k) {
    const AgentDef& entry = *entries_[seats_[k].entry].def;
    const AgentTypeDef& type = type_of(entry);
    const std::uint32_t number = seats_[k].number;
    Stack& stack = world_.stacks[type_index(entry)];
    table.number.push_back(number);
    table.type.push_back(type_index(entry));
    table.rank.push_back(static_cast<std::uint32_t>(stack.agents.size()));
    stack.agents.push_back(static_cast<AgentIndex>(k));
    stack.agent_count = stack.agents.size();
    table.present.push_back(entries_[seats_[k].entry].event == kNoIndex ? 1 : 0);
    add_limits(type, number);
  }
  world_.state.resize(seats_.size());
  world_.next.resize(seats_.size());
  world_.mode.assign(seats_.size(), 0);
  world_.mode_since.assign(seats_.size(), 0);
  world_.demand.assign(seats_.size(), 0.0);
  world_.placed.assign(seats_.size(), 0);
}

// What the next agent of the table is and can do.
void Builder::add_limits(const AgentTypeDef& type, std::uint32_t number) {
  AgentTable& table = world_.agents;
  const auto limit = [&](const Quantity& quantity, std::string_view name) {
    return quantity.is_present() ? draw(quantity, number, name) : kInfinity;
  };
  const AgentLimits own{
      .mass = draw(type.mass, number, "mass"),
      .max_speed = draw(type.max_speed, number, "max_speed"),
      .max_force = limit(type.max_force, "max_force"),
      .max_acceleration = limit(type.max_acceleration, "max_acceleration"),
      .max_turn_rate = limit(type.max_turn_rate, "max_turn_rate"),
      .max_angular_acceleration = draw(type.max_angular_acceleration, number, "max_angular_acceleration"),
  };
  const RequestUnit unit = request_unit_of(type);
  const RequestLimits requests = request_limits(own, unit);
  table.radius.push_back(draw(type.radius, number, "radius"));
  table.mass.push_back(own.mass);
  table.max_speed.push_back(own.max_speed);
  table.max_force.push_back(own.max_force);
  table.own_max_acceleration.push_back(own.max_acceleration);
  table.max_turn_rate.push_back(own.max_turn_rate);
  table.request_unit.push_back(unit);
  table.max_acceleration.push_back(requests.linear);
  table.max_angular_acceleration.push_back(requests.angular);
}

void Builder::build_names_and_groups() {
  for (const DeclaredAgents& entry : entries_) {
    const bool known = std::any_of(world_.groups.begin(), world_.groups.end(),
                                   [&](const AgentList& group) { return group.name == entry.def->group; });
    if (!entry.def->group.empty() && !known) world_.groups.push_back({entry.def->group, {}});
  }
  for (AgentIndex i = 0; i < seats_.size(); ++i) {
    const AgentDef& entry = *entries_[seats_[i].entry].def;
    if (!entry.id.empty()) {
      world_.names.push_back({entries_[seats_[i].entry].count > 1
                                  ? entry.id + "." + std::to_string(seats_[i].in_entry)
                                  : entry.id,
                              i});
    }
    const auto group = std::find_if(world_.groups.begin(), world_.groups.end(),
                                    [&](const AgentList& list) { return list.name == entry.group; });
    if (group == world_.groups.end()) {
      world_.agents.group.push_back(kNoIndex);
    } else {
      world_.agents.group.push_back(static_cast<std::uint32_t>(group - world_.groups.begin()));
      group->agents.push_back(i);
    }
  }
  std::sort(world_.names.begin(), world_.names.end(),
            [](const AgentName& a, const AgentName& b) { return a.name < b.name; });
}

void Builder::place_agents() {
  std::vector<std::vector<AgentIndex>> by_entry(entries_.size());
  for (AgentIndex i = 0; i < seats_.size(); ++i)
    by_entry[seats_[i].entry].push_back(i);
  for (std::size_t e = 0; e < by_entry.size(); ++e)
    place_entry(e, by_entry[e]);
  for (AgentIndex i = 0; i < seats_.size(); ++i)
    start_motion(i, *entries_[seats_[i].entry].def);
}

void Builder::place_entry(std::size_t entry, std::span<const AgentIndex> agents) {
  const AgentDef& def = *entries_[entry].def;
  const std::string& pointer = entries_[entry].pointer;
  if (def.position) {
    for (const AgentIndex i : agents)
      world_.state.set_position(i, *def.position);
  }
  const std::size_t batch = entries_[entry].batch();
  for (std::size_t first = 0; !def.position && first < agents.size(); first += batch) {
    const std::optional<std::string> problem =
        place_group(world_, *def.placement, agents.subspan(first, batch));
    if (!problem) continue;
    built_.problems.push_back({pointer + "/placement", *problem});
    return;
  }
  if (!world_.bounds.is_bounded() || world_.bounds.edge() == Edge::open) return;
  for (const AgentIndex i : agents) {
    const Vec3 p = world_.state.position(i);
    if (world_.bounds.wraps()) {
      world_.state.set_position(i, world_.bounds.wrapped(p));
    } else if (!world_.bounds.contains(p)) {
      built_.problems.push_back(
          {pointer + (def.position ? "/position" : "/placement"),
           "agent " + std::to_string(world_.agents.number[i]) + " starts outside the world's bounds"});
      return;
    }
  }
}

// Heading: as given, else along the velocity, else +x. Velocity: as given, else speed along the heading.
void Builder::start_motion(AgentIndex i, const AgentDef& entry) {
  const std::uint32_t number = world_.agents.number[i];
  Vec3 heading{1.0, 0.0, 0.0};
  if (entry.heading.is_present()) {
    const auto [sine, cosine] = det::sin_cos(draw(entry.heading, number, "heading"));
    heading = {cosine, sine, 0.0};
  } else if (entry.velocity && length(*entry.velocity) >= kLengthEpsilon) {
    heading = direction(*entry.velocity);
  }
  world_.state.set_heading(i, heading);
  world_.state.set_velocity(i,
                            entry.velocity ? *entry.velocity : heading * draw(entry.speed, number, "speed"));
  world_.state.rotation.set(i, draw(entry.rotation, number, "rotation"));
}

void Builder::build_stacks() {
  Linker linker(world_);
  for (std::size_t t = 0; t < def_.agent_types.size(); ++t) {
    const AgentTypeDef& type = def_.agent_types[t].value;
    Stack& stack = world_.stacks[t];
    stack.color = type.color;
    stack.heading_samples = type.heading_samples;
    const KindBox& actuator = type.actuator.actuator;
    stack.actuator = static_cast<const ActuatorKind*>(actuator.kind);
    stack.actuator_params = linker.link(actuator, stack.agents, "actuator");
    stack.request_unit = request_unit_of(type);
    const KindBox& locomotion = type.locomotion.locomotion;
    stack.locomotion = static_cast<const LocomotionKind*>(locomotion.kind);
    stack.locomotion_params = linker.link(locomotion, stack.agents, "locomotion");
    linker.link_steering(type.steering, static_cast<std::uint32_t>(t));
  }
}

// The mode each agent starts in.
void Builder::build_modes() {
  for (AgentIndex i = 0; i < seats_.size(); ++i) {
    const AgentDef& agent = *entries_[seats_[i].entry].def;
    const std::string& initial = type_of(agent).steering.initial_mode;
    const std::string& name = agent.mode.empty() ? initial : agent.mode;
    if (name.empty()) continue;
    const std::vector<Mode>& modes = world_.stacks[world_.agents.type[i]].modes;
    const auto at =
        std::find_if(modes.begin(), modes.end(), [&](const Mode& mode) { return mode.name == name; });
    DROVER_CHECK(at != modes.end(), "the reader lets only existing modes pass");
    world_.mode.set(i, static_cast<std::uint32_t>(at - modes.begin()));
  }
}

void Builder::build_events() {
  Linker linker(world_);
  for (std::size_t e = 0; e < def_.events.size(); ++e)
    build_event(def_.events[e], static_cast<std::uint32_t>(e), linker);
}

void Builder::build_event(const EventDef& def, std::uint32_t index, Linker& linker) {
  Event event;
  event.kind = static_cast<const EventKind*>(def.event.kind);
  event.target = def.target;
  event.watch = def.watch;
  linker.link_target(event.target);
  linker.link_target(event.watch);
  event.times = static_cast<std::uint64_t>(def.times);
  if (def.at.is_present()) event.at = def.at.constant();
  event.every = def.every;
  if (def.when) {
    const Target& watched = event.watch.type != TargetType::none ? event.watch : event.target;
    event.condition = linker.link_condition(*def.when, watched, fmt::format("events/{}/when", index));
    event.done.assign(world_.agents.size(), 0);
  }
  for (AgentIndex i = 0; i < seats_.size(); ++i) {
    if (entries_[seats_[i].entry].event == index) event.newcomers.push_back(i);
  }
  const std::span<const AgentIndex> agents =
      event.target.type != TargetType::none ? world_.members(event.target) : event.newcomers;
  event.params = linker.link(def.event, agents, fmt::format("events/{}", index));
  EventContext context(world_);
  if (std::optional<Problem> problem = event.kind->prepare(event.params.get(), context, agents)) {
    problem->pointer.insert(0, fmt::format("/events/{}", index));
    built_.problems.push_back(std::move(*problem));
  }
  world_.events.push_back(std::move(event));
}

// Steps change some columns that agents may share: where they can, each agent gets an entry of its own.
void Builder::spread_columns() {
  const auto any_stack = [this](auto holds) {
    return std::any_of(world_.stacks.begin(), world_.stacks.end(), holds);
  };
  const bool has_events = !world_.events.empty();
  if (has_events) {
    world_.agents.spread();
    world_.placed.spread();
  }
  if (has_events || any_stack([](const Stack& stack) { return stack.modes.size() > 1; })) {
    world_.mode.spread();
    world_.mode_since.spread();
  }
  const bool anybody_turns =
      std::ranges::any_of(world_.state.rotation.entries(), [](double rotation) { return rotation != 0.0; });
  if (anybody_turns || any_stack([](const Stack& stack) { return stack.locomotion->turns; }))
    world_.state.rotation.spread();
}

void Builder::plan_stack(Stack& stack, PerceptionPlan& plan) {
  plan.begin_agents(stack.agents);
  for (Slot& slot : stack.slots) {
    if (slot.kind->plan != nullptr) slot.kind->plan(slot.params.get(), plan);
    for (const auto* ramp : {&slot.weight_by, &slot.priority_by}) {
      if (*ramp && (*ramp)->kind->plan != nullptr) (*ramp)->kind->plan((*ramp)->params.get(), plan);
    }
  }
}

void Builder::plan_perceptions() {
  PerceptionPlan plan(world_.agents.size());
  for (Stack& stack : world_.stacks)
    plan_stack(stack, plan);
  for (const Condition& condition : world_.conditions) {
    if (condition.kind->plan == nullptr) continue;
    plan.begin_agents(world_.members(condition.watched));
    condition.kind->plan(condition.params.get(), plan);
  }
  built_.perceptions = plan.take();
  warn_about_long_ranges();
}

// Beyond half the world, an agent would have to see another one twice, and sees its nearest image only.
void Builder::warn_about_long_ranges() {
  if (!world_.bounds.wraps()) return;
  const double half = 0.5 * smaller(world_.bounds.size().x, world_.bounds.size().y);
  for (const PerceptionPlan::Entry& entry : built_.perceptions) {
    for (AgentIndex i = 0; i < entry.asks.size(); ++i) {
      const double radius = radius_of(entry.spec.neighborhood, world_, i);
      if (entry.asks[i] == 0 || radius <= half) continue;
      built_.warnings.push_back(
          {.pointer = "/world/bounds",
           .message = fmt::format("a perception radius of {} m reaches beyond half of the world, which "
                                  "wraps; of every other agent only the nearest image is seen",
                                  radius),
           .severity = Severity::warning});
      return;
    }
  }
}

void Builder::start_agents() {
  world_.next = world_.state;
  for (AgentIndex i = 0; i < seats_.size(); ++i) {
    if (world_.is_present(i)) start_agent(world_, i);
  }
}

}  // namespace

BuiltWorld build_world(const ScenarioDef& def) {
  return Builder(def).build();
}

}  // namespace drover
