#include "sim/world_builder.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/check.h"
#include "core/det_math.h"
#include "sim/behavior_view.h"
#include "sim/linker.h"
#include "sim/locomotion_context.h"
#include "sim/placing.h"

namespace drover {
namespace {

inline constexpr double kDefaultMaxAcceleration = 6.0;  // m/s^2

// One agent before it has an index.
struct Seat {
  std::uint32_t number;
  std::uint32_t entry;     // index in ScenarioDef::agents
  std::uint32_t in_entry;  // 0 .. count - 1
};

// Every agent of the scenario, in ascending number. Entries without a number take the next free ones.
std::vector<Seat> seat_agents(const std::vector<AgentDef>& entries) {
  std::vector<Seat> seats;
  std::int64_t next_free = 0;
  for (std::size_t e = 0; e < entries.size(); ++e) {
    const std::int64_t first = entries[e].number.value_or(next_free);
    for (std::int64_t k = 0; k < entries[e].count; ++k) {
      seats.push_back({static_cast<std::uint32_t>(first + k), static_cast<std::uint32_t>(e),
                       static_cast<std::uint32_t>(k)});
    }
    next_free = std::max(next_free, first + entries[e].count);
  }
  std::sort(seats.begin(), seats.end(), [](const Seat& a, const Seat& b) { return a.number < b.number; });
  return seats;
}

class Builder {
 public:
  explicit Builder(const ScenarioDef& def) : def_(def), world_(built_.world) {}

  BuiltWorld build() {
    build_surroundings();
    seats_ = seat_agents(def_.agents);
    build_agents();
    build_names_and_groups();
    place_agents();
    if (built_.problems.empty()) {
      build_stacks();
      start_agents();
    }
    return std::move(built_);
  }

 private:
  void build_surroundings();
  void build_agents();
  void build_names_and_groups();
  void place_agents();
  void place_entry(std::size_t entry, std::span<const AgentIndex> agents);
  void build_stacks();
  void warn_about_long_ranges();
  void start_agents();

  const AgentTypeDef& type_of(const AgentDef& entry) const;
  std::uint32_t type_index(const AgentDef& entry) const;
  double draw(const Quantity& quantity, std::uint32_t number, std::string_view name) const;
  void start_motion(AgentIndex i, const AgentDef& entry);

  const ScenarioDef& def_;
  BuiltWorld built_;
  World& world_;
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
  world_.geometry = StaticGeometry(def_.world, world_.bounds);
  for (const Named<PathDef>& path : def_.world.paths)
    world_.paths.emplace_back(path.name, path.value);
}

void Builder::build_agents() {
  world_.stacks.resize(def_.agent_types.size());
  for (std::size_t t = 0; t < world_.stacks.size(); ++t)
    world_.stacks[t].name = def_.agent_types[t].name;
  AgentTable& table = world_.agents;
  for (std::size_t k = 0; k < seats_.size(); ++k) {
    const AgentDef& entry = def_.agents[seats_[k].entry];
    const AgentTypeDef& type = type_of(entry);
    const std::uint32_t number = seats_[k].number;
    Stack& stack = world_.stacks[type_index(entry)];
    table.number.push_back(number);
    table.type.push_back(type_index(entry));
    table.rank.push_back(static_cast<std::uint32_t>(stack.agents.size()));
    stack.agents.push_back(static_cast<AgentIndex>(k));
    const double mass = draw(type.mass, number, "mass");
    table.mass.push_back(mass);
    table.radius.push_back(draw(type.radius, number, "radius"));
    table.max_speed.push_back(draw(type.max_speed, number, "max_speed"));
    double most = type.max_force.is_present() ? draw(type.max_force, number, "max_force") / mass : kInfinity;
    if (type.max_acceleration.is_present())
      most = smaller(most, draw(type.max_acceleration, number, "max_acceleration"));
    table.max_acceleration.push_back(most < kInfinity ? most : kDefaultMaxAcceleration);
    table.max_turn_rate.push_back(
        type.max_turn_rate.is_present() ? draw(type.max_turn_rate, number, "max_turn_rate") : kInfinity);
  }
  world_.state.resize(seats_.size());
  world_.next.resize(seats_.size());
}

void Builder::build_names_and_groups() {
  world_.agents.group.assign(seats_.size(), kNoIndex);
  for (const AgentDef& entry : def_.agents) {
    const bool known = std::any_of(world_.groups.begin(), world_.groups.end(),
                                   [&](const AgentList& group) { return group.name == entry.group; });
    if (!entry.group.empty() && !known) world_.groups.push_back({entry.group, {}});
  }
  for (AgentIndex i = 0; i < seats_.size(); ++i) {
    const AgentDef& entry = def_.agents[seats_[i].entry];
    if (!entry.id.empty()) {
      world_.names.push_back(
          {entry.count > 1 ? entry.id + "." + std::to_string(seats_[i].in_entry) : entry.id, i});
    }
    for (std::uint32_t g = 0; g < world_.groups.size(); ++g) {
      if (world_.groups[g].name != entry.group) continue;
      world_.groups[g].agents.push_back(i);
      world_.agents.group[i] = g;
    }
  }
  std::sort(world_.names.begin(), world_.names.end(),
            [](const AgentName& a, const AgentName& b) { return a.name < b.name; });
}

void Builder::place_agents() {
  std::vector<std::vector<AgentIndex>> by_entry(def_.agents.size());
  for (AgentIndex i = 0; i < seats_.size(); ++i)
    by_entry[seats_[i].entry].push_back(i);
  for (std::size_t e = 0; e < by_entry.size(); ++e)
    place_entry(e, by_entry[e]);
  for (AgentIndex i = 0; i < seats_.size(); ++i)
    start_motion(i, def_.agents[seats_[i].entry]);
}

void Builder::place_entry(std::size_t entry, std::span<const AgentIndex> agents) {
  const AgentDef& def = def_.agents[entry];
  const std::string pointer = "/agents/" + std::to_string(entry);
  if (def.position) {
    world_.state.set_position(agents[0], *def.position);
  } else if (const std::optional<std::string> problem = place_group(world_, *def.placement, agents)) {
    built_.problems.push_back({pointer + "/placement", *problem});
    return;
  }
  if (!world_.bounds.is_bounded() || world_.bounds.edge() == Edge::open) return;
  for (const AgentIndex i : agents) {
    const Vec3 p = world_.state.position(i);
    const Vec3 low = world_.bounds.min();
    const Vec3 high = world_.bounds.max();
    if (world_.bounds.wraps()) {
      world_.state.set_position(i, world_.bounds.wrapped(p));
    } else if (p.x < low.x || p.x > high.x || p.y < low.y || p.y > high.y) {
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
}

void Builder::build_stacks() {
  Linker linker(world_);
  PerceptionPlan plan(world_.agents.size());
  for (std::size_t t = 0; t < def_.agent_types.size(); ++t) {
    const AgentTypeDef& type = def_.agent_types[t].value;
    Stack& stack = world_.stacks[t];
    stack.color = type.color;
    stack.heading_samples = type.heading_samples;
    plan.begin_stack(stack.agents);
    const KindBox& arbiter = type.steering.arbiter.arbiter;
    stack.arbiter = static_cast<const ArbiterKind*>(arbiter.kind);
    stack.arbiter_params = linker.link(arbiter, stack, "arbiter");
    const KindBox& locomotion = type.locomotion.locomotion;
    stack.locomotion = static_cast<const LocomotionKind*>(locomotion.kind);
    stack.locomotion_params = linker.link(locomotion, stack, "locomotion");
    for (const SlotDef& slot : type.steering.behaviors)
      stack.slots.push_back(linker.link_slot(slot, stack));
    for (Slot& slot : stack.slots) {
      if (slot.kind->plan != nullptr) slot.kind->plan(slot.params.get(), plan);
    }
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
      if (entry.asks[i] == 0 || entry.spec.radius[i] <= half) continue;
      built_.warnings.push_back(
          {"/world/bounds",
           fmt::format("a perception radius of {} m reaches beyond half of the world, which wraps; of "
                       "every other agent only the nearest image is seen",
                       entry.spec.radius[i])});
      return;
    }
  }
}

void Builder::start_agents() {
  // A locomotion model that dictates where its agents start writes S(t+1), as in a step.
  world_.next = world_.state;
  const RequestColumns none;
  LocomotionContext context(world_, none);
  for (const Stack& stack : world_.stacks) {
    if (stack.locomotion->start == nullptr) continue;
    for (const AgentIndex i : stack.agents)
      stack.locomotion->start(stack.locomotion_params.get(), context, i);
  }
  world_.state = world_.next;
  for (Stack& stack : world_.stacks) {
    for (Slot& slot : stack.slots) {
      if (slot.kind->start == nullptr) continue;
      const BehaviorView view(world_, {}, slot);
      for (const AgentIndex i : stack.agents)
        slot.kind->start(slot.params.get(), view, i);
    }
  }
}

}  // namespace

BuiltWorld build_world(const ScenarioDef& def) {
  return Builder(def).build();
}

}  // namespace drover
