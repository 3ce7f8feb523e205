#include "sim/construction/world_builder.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/check.h"
#include "core/frame.h"
#include "core/quaternion.h"
#include "sim/construction/build_checks.h"
#include "sim/construction/entry_parameters.h"
#include "sim/construction/formation_builder.h"
#include "sim/construction/formation_parts.h"
#include "sim/construction/goal_linker.h"
#include "sim/construction/jump_builder.h"
#include "sim/construction/linker.h"
#include "sim/construction/navigation_builder.h"
#include "sim/construction/obstacle_placing.h"
#include "sim/construction/placements/in_slot.h"
#include "sim/construction/placing.h"
#include "sim/construction/seats.h"
#include "sim/construction/space_obstacle_placing.h"
#include "sim/construction/world_columns.h"
#include "sim/definitions/declared_agents.h"
#include "sim/definitions/event_times.h"
#include "sim/definitions/request_unit_of.h"
#include "sim/definitions/ticks.h"
#include "sim/geometry/static_blocker.h"
#include "sim/step/agent_limits.h"
#include "sim/step/event_setup.h"
#include "sim/step/held_requests.h"
#include "sim/step/population.h"

namespace drover {
namespace {

// Whether contacts leave the bodies of an agent type where they are.
bool is_immovable(const AgentTypeDef& type) {
  const Boxed<LocomotionKind>& locomotion = type.locomotion.locomotion;
  const auto dictates = locomotion->dictates_positions;
  return type.immovable || (dictates != nullptr && dictates(locomotion.params.get()));
}

class Builder {
 public:
  Builder(const ScenarioDef& def, std::shared_ptr<const Statics> like)
      : def_(def),
        like_(std::move(like)),
        built_{.world = World(model_of_world_)},
        world_(built_.world),
        model_(*model_of_world_),
        types_(def.agent_types),
        anchors_(anchor_agents(def)),
        entries_(declared_agents(def)),
        formations_(def, model_, built_) {
    for (Named<AgentTypeDef>& type : anchor_types(def))
      types_.push_back(std::move(type));
    for (std::size_t f = 0; f < anchors_.size(); ++f)
      entries_.push_back({.def = &anchors_[f],
                          .pointer = formation_pointer(def.formations[f].name) + "/anchor",
                          .number = *anchors_[f].number,
                          .is_anchor = true});
  }

  BuiltWorld build() {
    build_surroundings();
    seats_ = seat_agents(entries_);
    own_parameters_ = EntryParameters(entries_, seats_);
    build_agents();
    build_limits();
    build_names_and_groups();
    formations_.declare();
    place_agents();
    if (built_.problems.empty()) {
      build_types();
      build_projectiles();
      GoalBuilder(model_, built_, own_parameters_, def_.agent_types, entries_, seats_).build();
      formations_.link(linker_);
      build_modes();
      for (std::uint32_t e = 0; e < def_.events.size(); ++e)
        build_event(def_.events[e], e);
      for (std::uint32_t k = 0; k < def_.world.platforms.size(); ++k)
        build_platform_start(def_.world.platforms[k], k);
      model_.has_pushes = has_pushes();
      BuildCheck check{def_, entries_, seats_, built_};
      build_navigation(check, model_);
      link_jumps(model_);
      WorldColumns columns(model_, world_, std::move(own_limits_));
      columns.add(formations_);
      columns.materialize();
      place_projectiles();
    }
    BuildCheck check{def_, entries_, seats_, built_};
    if (built_.problems.empty()) check_formations(check);
    if (built_.problems.empty()) {
      plan_perceptions();
      start_formations();
    }
    if (built_.problems.empty()) check_ground_under_starts(check);
    if (built_.problems.empty()) check_jumps(check);
    if (built_.problems.empty()) {
      start_agents();
      warn_about_world(check);
      warn_about_ways(check);
      warn_about_formations(check);
    }
    return std::move(built_);
  }

 private:
  void build_surroundings();
  std::shared_ptr<const Statics> build_statics(const std::vector<PlacedObstacle>& obstacles) const;
  void build_statics_in_space();
  void build_agents();
  void build_limits();
  SharedColumn<double> draw_for_all(std::string_view key, Parameter AgentTypeDef::*of_type,
                                    double otherwise) const;
  void build_names_and_groups();
  void place_agents();
  void choose_heights();
  bool has_area(const AgentDef& entry) const;
  void place_entry(std::size_t entry, std::span<const AgentIndex> agents, Placer& placer);
  void bring_inside(std::size_t entry, std::span<const AgentIndex> agents);
  void build_types();
  void build_projectiles();
  void place_projectiles();
  void place_in_hands(const ProjectileDef& def, std::uint32_t row);
  void build_counters();
  void link_effects(std::vector<EffectDef>& effects) const;
  void link_winds();
  bool has_pushes() const;
  double ground_height(Vec3 p) const;
  void check_actions(const Named<AgentTypeDef>& def, const AgentType& type);
  void start_formations();
  void build_modes();
  void build_event(const EventDef& def, std::uint32_t index);
  void build_platform_start(const PlatformDef& def, std::uint32_t index);
  void declare_needs(PerceptionPlan& plan);
  void plan_perceptions();
  void start_agents();

  std::optional<std::string> place_waiting(std::size_t entry, std::span<const AgentIndex> agents,
                                           Placer& placer);
  std::optional<std::string> check_fixed_place(AgentIndex agent) const;
  std::optional<WaitingArea> waiting_area(const EventDef& def) const;

  const AgentTypeDef& type_of(AgentIndex i) const { return types_[model_.agents.type[i]].value; }
  std::uint32_t type_index(const Seat& seat) const;
  double draw(const Parameter& parameter, AgentIndex i, std::string_view name) const;
  Quaternion start_orientation(AgentIndex i, const AgentDef& entry) const;
  void start_motion(AgentIndex i, const AgentDef& entry);

  const ScenarioDef& def_;
  std::shared_ptr<const Statics> like_;
  std::shared_ptr<Model> model_of_world_ = std::make_shared<Model>();
  BuiltWorld built_;
  World& world_;
  Model& model_;
  NamedList<AgentTypeDef> types_;  // those of the scenario, then those of anchors
  std::vector<AgentDef> anchors_;
  std::vector<DeclaredAgents> entries_;
  FormationBuilder formations_;
  std::vector<Seat> seats_;
  EntryParameters own_parameters_;
  Linker linker_{model_, world_, own_parameters_};
  OwnLimitValues own_limits_;
};

std::uint32_t Builder::type_index(const Seat& seat) const {
  const AgentDef& entry = *entries_[seat.entry].def;
  if (entry.number && *entry.number >= kFirstAnchorNumber)
    return static_cast<std::uint32_t>(def_.agent_types.size() +
                                      static_cast<std::size_t>(*entry.number - kFirstAnchorNumber));
  const std::uint32_t index =
      model_.name_table.find(ReferenceType::agent_type, type_name_of(seat, entry.type, model_.seed));
  DROVER_CHECK(index != kNoIndex, "the reader lets only known agent types pass");
  return index;
}

double Builder::draw(const Parameter& parameter, AgentIndex i, std::string_view name) const {
  if (!parameter.is_drawn()) return parameter.constant();
  return draw_parameter(parameter, {model_.seed, seats_[i].number, 0, Purpose::parameter, stream_of(name)},
                        own_parameters_.place_of(i));
}

void Builder::build_surroundings() {
  model_.name_table = NameTable(def_, entries_);
  model_.seed = static_cast<std::uint64_t>(def_.seed);
  model_.dt = def_.simulation.dt;
  model_.dimensions = def_.world.space();
  model_.non_penetration = def_.simulation.non_penetration;
  model_.partition = def_.simulation.partition;
  if (def_.world.bounds) model_.bounds = Bounds(*def_.world.bounds);
  for (const Named<RegionDef>& region : def_.world.regions)
    model_.regions.emplace_back(region.name, region.value, model_.dimensions);
  model_.step_height = def_.world.step_height;
  for (const PlatformDef& platform : def_.world.platforms)
    model_.platforms.emplace_back(platform,
                                  model_.name_table.find(ReferenceType::region, platform.region.name));
  if (model_.is_spatial()) {
    build_statics_in_space();
  } else {
    const std::vector<PlacedObstacle> obstacles =
        place_obstacles(def_.world, model_.regions, model_.bounds, model_.seed, built_.problems);
    const bool is_alike = like_ != nullptr &&
                          std::ranges::equal(obstacles, like_->shapes.obstacles, {}, &PlacedObstacle::shape);
    model_.statics = is_alike ? std::move(like_) : build_statics(obstacles);
  }
  for (const Named<PathDef>& path : def_.world.paths)
    model_.paths.emplace_back(path.name, path.value);
}

void Builder::build_statics_in_space() {
  const std::vector<PlacedSpaceObstacle> obstacles =
      place_space_obstacles(def_.world, model_.regions, model_.bounds, model_.seed, built_.problems);
  auto statics = std::make_shared<Statics>();
  statics->shapes = StaticShapes(def_.world, obstacles, model_.bounds, model_.partition.enabled);
  const bool is_alike = like_ != nullptr && like_->shapes.space &&
                        like_->shapes.space->obstacles == statics->shapes.space->obstacles;
  model_.statics = is_alike ? std::move(like_) : std::move(statics);
}

std::shared_ptr<const Statics> Builder::build_statics(const std::vector<PlacedObstacle>& obstacles) const {
  const bool with_cells = model_.partition.enabled;
  auto statics = std::make_shared<Statics>();
  statics->shapes = StaticShapes(def_.world, obstacles, model_.bounds, with_cells);
  if (def_.world.ground.empty() && def_.world.platforms.empty()) return statics;
  std::vector<std::string_view> types;
  for (const Named<AgentTypeDef>& type : def_.agent_types)
    types.push_back(type.name);
  statics->ground = Ground(def_.world, obstacles, model_.regions, types, model_.bounds, with_cells);
  return statics;
}

void Builder::build_agents() {
  model_.types.resize(types_.size());
  model_.first_anchor = static_cast<AgentIndex>(seats_.size() - anchors_.size());
  world_.state.lists.types.resize(model_.types.size());
  for (std::size_t t = 0; t < model_.types.size(); ++t) {
    model_.types[t].name = types_[t].name;
    model_.types[t].body_height = types_[t].value.body_height;
    model_.types[t].hands = types_[t].value.hands;
    model_.types[t].dead_reckoning = types_[t].value.dead_reckoning;
  }
  build_counters();
  model_.agents.number.reserve(seats_.size());
  std::vector<std::uint8_t> immovable;  // by type
  for (const Named<AgentTypeDef>& type : types_)
    immovable.push_back(is_immovable(type.value) ? 1 : 0);
  std::uint32_t entry = kNoIndex, type = kNoIndex;  // of the agent before
  for (std::size_t k = 0; k < seats_.size(); ++k) {
    const bool draws_type = !entries_[seats_[k].entry].def->type.shares.empty();
    if (seats_[k].entry != entry || draws_type) type = type_index(seats_[k]);
    entry = seats_[k].entry;
    std::vector<AgentIndex>& of_type = world_.state.lists.types[type].all;
    model_.agents.number.push_back(seats_[k].number);
    model_.agents.type.push_back(type);
    model_.agents.index_in_type.push_back(static_cast<std::uint32_t>(of_type.size()));
    of_type.push_back(static_cast<AgentIndex>(k));
    model_.types[type].agent_count = of_type.size();
    model_.agents.immovable.push_back(immovable[type]);
  }
  resize_columns(world_.state.motion, seats_.size());
  if (model_.is_spatial()) materialize_columns(world_.state.motion);
  if (model_.is_elevated()) resize_columns(world_.state.elevation, seats_.size());
  resize_columns(world_.state.status, seats_.size());
  resize_columns(world_.state.record, seats_.size());
  world_.state.status.present.assign(seats_.size(), 1);
  for (AgentIndex i = 0; i < seats_.size(); ++i)
    if (!entries_[seats_[i].entry].is_there_at_start()) world_.state.status.present.set(i, 0);
}

// Limits that a type does not declare are infinite.
void Builder::build_limits() {
  AgentLimits& limits = world_.state.limits;
  for (const AgentLimit& limit : kAgentLimits) {
    SharedColumn<double> values = draw_for_all(limit.key, limit.of_type, kInfinity);
    if (limit.own != nullptr) own_limits_[limit.key] = values;
    if (limit.column != nullptr) limits.*limit.column = std::move(values);
  }
  model_.agents.body_length = draw_for_all("body_length", &AgentTypeDef::body_length, 0.0);

  std::vector<RequestUnit> units;  // by type
  for (const Named<AgentTypeDef>& type : types_)
    units.push_back(request_unit_of(type.value));
  const SharedColumn<double>& max_force = own_limits_["max_force"];
  const SharedColumn<double>& max_acceleration = own_limits_["max_acceleration"];
  const SharedColumn<double> max_angular_request = std::exchange(limits.max_angular_request, {});
  const std::array<const SharedColumn<double>*, 6> declared = {&limits.mass,          &limits.max_speed,
                                                               &limits.max_turn_rate, &max_force,
                                                               &max_acceleration,     &max_angular_request};
  const bool are_alike =
      std::ranges::all_of(units, [&](RequestUnit unit) { return unit == units.front(); }) &&
      std::ranges::all_of(declared, [](const SharedColumn<double>* column) { return column->is_uniform(); });
  AgentLimits row;
  resize_columns(row, 1);
  const std::size_t rows = are_alike ? std::min<std::size_t>(1, seats_.size()) : seats_.size();
  for (AgentIndex i = 0; i < rows; ++i) {
    const RequestUnit unit = units[model_.agents.type[i]];
    row.mass.set(0, limits.mass[i]);
    row.max_speed.set(0, limits.max_speed[i]);
    row.max_turn_rate.set(0, limits.max_turn_rate[i]);
    row.max_angular_request.set(0, max_angular_request[i]);
    limit_requests(row, 0, max_force[i], max_acceleration[i], unit);
    limits.max_request.push_back(row.max_request[0]);
    limits.max_angular_request.push_back(row.max_angular_request[0]);
    model_.agents.request_unit.push_back(unit);
  }
  if (!are_alike || seats_.empty()) return;
  limits.max_request.assign(seats_.size(), limits.max_request[0]);
  limits.max_angular_request.assign(seats_.size(), limits.max_angular_request[0]);
  model_.agents.request_unit.assign(seats_.size(), model_.agents.request_unit[0]);
}

// A number of each agent: its own, else that of its type.
SharedColumn<double> Builder::draw_for_all(std::string_view key, Parameter AgentTypeDef::*of_type,
                                           double otherwise) const {
  const auto constant_of = [&](const Named<AgentTypeDef>& type) {
    const Parameter& declared = type.value.*of_type;
    return declared.is_present() ? declared.constant() : otherwise;
  };
  const bool are_alike =
      !own_parameters_.exist() && std::ranges::all_of(types_, [&](const Named<AgentTypeDef>& type) {
        return !(type.value.*of_type).is_drawn() && constant_of(type) == constant_of(types_.front());
      });
  SharedColumn<double> values;
  if (are_alike && !types_.empty()) {
    values.assign(seats_.size(), constant_of(types_.front()));
    return values;
  }
  for (AgentIndex i = 0; i < seats_.size(); ++i) {
    const Parameter* own = own_parameters_.find(i, key);
    const Parameter& declared = own != nullptr ? *own : type_of(i).*of_type;
    values.push_back(declared.is_present() ? draw(declared, i, key) : otherwise);
  }
  return values;
}

void Builder::build_names_and_groups() {
  std::vector<std::string>& groups = model_.group_names;
  std::vector<std::uint32_t> group_of;  // by entry
  for (const DeclaredAgents& entry : entries_) {
    const std::string& name = entry.def->group;
    group_of.push_back(model_.name_table.find(ReferenceType::group, name));
    if (!name.empty() && group_of.back() == groups.size()) groups.push_back(name);
  }
  world_.state.lists.groups.resize(groups.size());
  for (AgentIndex i = 0; i < seats_.size(); ++i) {
    const AgentDef& entry = *entries_[seats_[i].entry].def;
    if (!entry.id.empty()) {
      model_.names.push_back({entries_[seats_[i].entry].count > 1
                                  ? entry.id + "." + std::to_string(seats_[i].in_entry)
                                  : entry.id,
                              i});
    }
    const std::uint32_t group = group_of[seats_[i].entry];
    model_.agents.group.push_back(group);
    if (group != kNoIndex) world_.state.lists.groups[group].push_back(i);
  }
  std::sort(model_.names.begin(), model_.names.end(),
            [](const AgentName& a, const AgentName& b) { return a.name < b.name; });
}

// Before the places: bodies on different floors leave each other room.
void Builder::choose_heights() {
  for (AgentIndex i = 0; i < seats_.size(); ++i) {
    const AgentDef& entry = *entries_[seats_[i].entry].def;
    const bool has_height = entry.height.is_present();
    world_.state.elevation.z[i] = has_height       ? draw(entry.height, i, "height")
                                  : entry.position ? entry.position->z
                                                   : 0.0;
  }
}

void Builder::place_agents() {
  std::vector<std::vector<AgentIndex>> by_entry(entries_.size());
  for (std::size_t e = 0; e < entries_.size(); ++e)
    by_entry[e].reserve(static_cast<std::size_t>(entries_[e].count));
  for (AgentIndex i = 0; i < seats_.size(); ++i)
    by_entry[seats_[i].entry].push_back(i);
  // In the order of the numbers, not in that of the file. Fixed places first: random ones keep their spacing
  // from them.
  std::vector<std::size_t> order;
  for (std::size_t e = 0; e < entries_.size(); ++e) {
    // A source may bring nobody: its first random gap can be longer than the time it has.
    if (!by_entry[e].empty()) order.push_back(e);
  }
  std::ranges::sort(order, {}, [&](std::size_t e) { return by_entry[e].front(); });
  if (model_.is_elevated()) choose_heights();
  Placer placer(world_);
  for (const bool random : {false, true}) {
    for (const std::size_t e : order) {
      if (has_area(*entries_[e].def) == random) place_entry(e, by_entry[e], placer);
    }
  }
  for (AgentIndex i = 0; i < seats_.size(); ++i) {
    const AgentDef& entry = *entries_[seats_[i].entry].def;
    start_motion(i, entry);
  }
}

bool Builder::has_area(const AgentDef& entry) const {
  return entry.placement && PlacementSpace(*entry.placement, model_.regions, model_.dimensions).has_area();
}

void Builder::place_entry(std::size_t entry, std::span<const AgentIndex> agents, Placer& placer) {
  const AgentDef& def = *entries_[entry].def;
  const bool comes_later = !entries_[entry].is_there_at_start();
  const std::uint32_t event = entries_[entry].event;
  const bool is_waiting = event != kNoIndex && def_.events[event].event.as<SpawnDef>().when_free;
  if (def.position) {
    for (const AgentIndex i : agents) {
      Vec3 position = *def.position;
      // Over ground with heights agents move in the plane, and heights have columns of their own.
      if (model_.is_elevated()) position.z = 0.0;
      world_.state.motion.set_position(i, position);
      if (!comes_later) placer.take(i);
    }
    const bool needs_room = is_waiting && !def.overlap.value_or(false) && !agents.empty();
    if (auto problem = needs_room ? check_fixed_place(agents.front()) : std::nullopt)
      built_.problems.push_back({entries_[entry].pointer + "/position", *problem});
    return bring_inside(entry, agents);
  }
  if (def.placement->placement.kind == &kInSlotPlacement) return;  // formations say where
  const PlacementRules rules{.overlaps = def.overlap.value_or(false)};
  const std::size_t batch = entries_[entry].batch();
  for (std::size_t first = 0; first < agents.size(); first += batch) {
    const std::span<const AgentIndex> group = agents.subspan(first, std::min(batch, agents.size() - first));
    const std::optional<std::string> problem = is_waiting ? place_waiting(entry, group, placer)
                                               : comes_later
                                                   ? placer.place_newcomers(*def.placement, group, rules)
                                                   : placer.place(*def.placement, group, rules);
    if (!problem) continue;
    built_.problems.push_back({entries_[entry].pointer + "/placement", *problem});
    return;
  }
  bring_inside(entry, agents);
}

// Agents that wait for room come one by one: each has to find some in the world without the others.
std::optional<std::string> Builder::place_waiting(std::size_t entry, std::span<const AgentIndex> agents,
                                                  Placer& placer) {
  const AgentDef& def = *entries_[entry].def;
  const PlacementSpace space(*def.placement, model_.regions, model_.dimensions);
  const PlacementRules rules{.overlaps = def.overlap.value_or(false)};
  if (!space.has_area()) {
    if (auto problem = placer.place_newcomers(*def.placement, agents, {.overlaps = true})) return problem;
  }
  for (const AgentIndex& agent : agents) {
    auto problem = space.has_area() ? placer.place_newcomers(*def.placement, std::span(&agent, 1), rules)
                                    : check_fixed_place(agent);
    if (problem) return problem;
  }
  return std::nullopt;
}

// What does not move would keep an agent waiting for ever.
std::optional<std::string> Builder::check_fixed_place(AgentIndex agent) const {
  const Vec3 p = world_.state.motion.position(agent);
  const double radius = world_.state.limits.radius[agent];
  const auto blocker = static_blocker(world_.geometry(), p, radius);
  if (!blocker) {
    if (!static_blocker(world_.geometry_for(agent), p, radius)) return std::nullopt;
    return fmt::format("the place of agent {} never has room: the ground there is forbidden to its type",
                       model_.agents.number[agent]);
  }
  const bool is_obstacle = blocker->kind == StaticBlocker::Kind::obstacle;
  return fmt::format("the place of agent {} never has room: it is {}{}", model_.agents.number[agent],
                     is_obstacle ? "in an obstacle" : "on a wall",
                     blocker->id.empty() ? "" : fmt::format(", \"{}\"", blocker->id));
}

// A world that wraps takes agents from anywhere; where edges hold agents back, they start inside.
void Builder::bring_inside(std::size_t entry, std::span<const AgentIndex> agents) {
  if (!model_.bounds.is_bounded() || model_.bounds.edge() == Edge::open) return;
  for (const AgentIndex i : agents) {
    const Vec3 p = world_.state.motion.position(i);
    if (model_.bounds.wraps()) {
      world_.state.motion.set_position(i, model_.bounds.wrapped(p));
    } else if (entries_[entry].is_anchor) {
      // Without a position an anchor starts where its members or its leader are.
      const auto& [name, def] = def_.formations[i - model_.first_anchor];
      if (!def.anchor.position || model_.bounds.contains(*def.anchor.position)) continue;
      built_.problems.push_back(
          {.pointer = entries_[entry].pointer + "/position",
           .message = fmt::format("the anchor of formation \"{}\" starts outside the world's bounds", name)});
    } else if (!model_.bounds.contains(p)) {
      built_.problems.push_back(
          {entries_[entry].pointer + (entries_[entry].def->position ? "/position" : "/placement"),
           "agent " + std::to_string(model_.agents.number[i]) + " starts outside the world's bounds"});
      return;
    }
  }
}

// Heading: as given, else along the velocity, else +x. Velocity: as given, else speed along the heading.
// In space: of the orientation that is given, or with the nose along the velocity and the wings level but for
// a roll.
Quaternion Builder::start_orientation(AgentIndex i, const AgentDef& entry) const {
  if (entry.orientation) {
    const auto& [w, x, y, z] = *entry.orientation;
    return normalized({w, x, y, z});
  }
  YawPitchRoll angles{.pitch = draw(entry.pitch, i, "pitch"), .roll = draw(entry.roll, i, "roll")};
  if (entry.heading.is_present()) {
    angles.yaw = draw(entry.heading, i, "heading");
  } else if (entry.velocity && length(*entry.velocity) >= kLengthEpsilon) {
    const YawPitchRoll along = angles_of(level_orientation(direction(*entry.velocity), {}));
    angles.yaw = along.yaw;
    angles.pitch = along.pitch;
  }
  return orientation_at(angles);
}

void Builder::start_motion(AgentIndex i, const AgentDef& entry) {
  AgentMotion& motion = world_.state.motion;
  Vec3 heading{1.0, 0.0, 0.0};
  if (model_.is_spatial()) {
    motion.set_frame(i, frame_of(start_orientation(i, entry)));
    heading = motion.heading(i);
  } else if (entry.heading.is_present()) {
    heading = unit_vector(draw(entry.heading, i, "heading"));
  } else if (entry.velocity && length(*entry.velocity) >= kLengthEpsilon) {
    heading = direction(*entry.velocity);
  }
  motion.set_heading(i, heading);
  motion.set_velocity(i, entry.velocity ? *entry.velocity : heading * draw(entry.speed, i, "speed"));
  motion.rotation.set(i, draw(entry.rotation, i, "rotation"));
  if (entry.angular_velocity) motion.set_angular_velocity(i, *entry.angular_velocity);
}

void Builder::build_types() {
  linker_.link_quantities(def_.quantities);
  for (std::uint32_t t = 0; t < types_.size(); ++t) {
    const AgentTypeDef& type = types_[t].value;
    const std::span<const AgentIndex> agents = world_.state.agents_of(t);
    AgentType& agent_type = model_.types[t];
    agent_type.color = type.color;
    agent_type.gravity = model_.is_elevated() ? type.gravity_scale * def_.world.gravity : 0.0;
    agent_type.jump_speed = type.jump_speed;
    agent_type.air_drag = model_.is_elevated() ? type.air_drag : 0.0;
    agent_type.heading_samples = type.heading_samples;
    agent_type.actuator = type.actuator.actuator.get();
    agent_type.actuator_params = linker_.link(type.actuator.actuator, agents, "actuator");
    agent_type.request_unit = request_unit_of(type);
    agent_type.decisions = {decide_period(type.decide_every, model_.dt),
                            type.decide_phase == DecidePhase::together};
    agent_type.locomotion = type.locomotion.locomotion.get();
    agent_type.locomotion_params = linker_.link(type.locomotion.locomotion, agents, "locomotion");
    linker_.link_steering(type.steering, t);
    linker_.link_actions(type, t);
    model_.holds_requests = model_.holds_requests || agent_type.decisions.are_held() ||
                            std::ranges::any_of(agent_type.entries, [](const StackEntry& entry) {
                              return entry.decisions.are_held();
                            });
    for (const AgentLimit& limit : kAgentLimits) {
      if (limit.by == nullptr || !(type.*limit.by)) continue;
      agent_type.limit_factors.*limit.factor =
          linker_.link_factor(*(type.*limit.by), agents, fmt::format("{}_by", limit.key));
    }
    if (type.gravity_scale_by)
      agent_type.limit_factors.gravity =
          linker_.link_factor(*type.gravity_scale_by, agents, "gravity_scale_by");
    if (type.jump_speed_by)
      agent_type.limit_factors.jump_speed = linker_.link_factor(*type.jump_speed_by, agents, "jump_speed_by");
  }
  // So far there are those of types alone.
  for (Condition& condition : model_.conditions) {
    if (condition.watched.type == TargetType::agent_type)
      condition.at_decisions = model_.types[condition.watched.index].decisions.are_held();
  }
}

// Those of all modes come first, as in the linker.
void Builder::check_actions(const Named<AgentTypeDef>& def, const AgentType& type) {
  const std::size_t of_all_modes = def.value.actions.size();
  std::map<std::uint32_t, std::size_t> of_mode;
  for (std::size_t k = 0; k < type.actions.size(); ++k) {
    const Action& action = type.actions[k];
    if (action.kind->check_in_world == nullptr) continue;
    const std::size_t place = k < of_all_modes ? k : of_mode[action.mode]++;
    std::optional<Problem> problem = action.kind->check_in_world(action.params.get(), model_, type);
    if (!problem || type.agent_count == 0) continue;
    const std::string owner =
        k < of_all_modes ? "" : joined_pointer("/steering/modes", type.modes[action.mode].name);
    problem->pointer.insert(
        0, fmt::format("{}{}/actions/{}", joined_pointer("/agent_types", def.name), owner, place));
    auto& list = problem->severity == Severity::warning ? built_.warnings : built_.problems;
    list.push_back(std::move(*problem));
  }
}

// The counters of the types, and what is said about each by the types that have it.
void Builder::build_counters() {
  for (const std::string& name : counter_names(def_))
    model_.counters.push_back({name, {}});
  for (std::size_t t = 0; t < model_.types.size(); ++t) {
    model_.types[t].counters.resize(model_.counters.size());
    for (const auto& [name, counter] : types_[t].value.counters)
      model_.types[t].counters[model_.name_table.find(ReferenceType::counter, name)] = counter;
  }
}

void Builder::link_effects(std::vector<EffectDef>& effects) const {
  for (EffectDef& effect : effects)
    effect.counter.index = model_.name_table.find(ReferenceType::counter, effect.counter.name);
}

void Builder::link_winds() {
  ProjectileModel& projectiles = model_.projectiles;
  for (const WindDef& def : def_.world.wind) {
    Wind& wind = projectiles.winds.emplace_back(
        Wind{.velocity = def.velocity, .by = def.by, .sine = def.sine, .height = def.height});
    if (!def.region.name.empty())
      wind.region = model_.name_table.find(ReferenceType::region, def.region.name);
  }
  const auto first = projectiles.winds.begin(), end = projectiles.winds.end();
  const auto regional = std::stable_partition(first, end, std::mem_fn(&Wind::is_everywhere));
  projectiles.everywhere = static_cast<std::size_t>(regional - first);
  std::vector<StaticGrid::Item> items;
  for (auto wind = regional; wind != end; ++wind)
    items.push_back(item_of(model_.regions[wind->region].shape));
  projectiles.wind_grid = StaticGrid(items, Bounds(), model_.partition.enabled);
}

bool Builder::has_pushes() const {
  const auto pushes = [](const ProjectileType& type) {
    return type.explosion.has_value() || (type.ball && type.ball->recoil);
  };
  const auto recoils = [](const Action& action) {
    return action.kind->recoils != nullptr && action.kind->recoils(action.params.get());
  };
  return std::ranges::any_of(model_.projectiles.types, pushes) ||
         std::ranges::any_of(
             model_.types,
             [&](const AgentType& type) { return std::ranges::any_of(type.actions, recoils); }) ||
         std::ranges::any_of(model_.events, [](const Event& event) { return event.kind->pushes; });
}

void Builder::build_projectiles() {
  ProjectileModel& projectiles = model_.projectiles;
  const double gravity = model_.is_elevated() ? def_.world.gravity : WorldDef().gravity;
  const Vec3 down = model_.dimensions == Dimensions::plane ? Vec3{} : Vec3{0.0, 0.0, -gravity};
  for (const auto& [name, def] : def_.projectile_types) {
    projectiles.types.push_back({.name = name,
                                 .color = def.color,
                                 .radius = def.radius,
                                 .mass = def.ball ? def.ball->mass : def.mass,
                                 .muzzle_speed = def.muzzle_speed,
                                 .gravity = def.gravity.value_or(down) * def.gravity_scale,
                                 .drag_linear = def.drag_linear,
                                 .drag_quadratic = def.drag_quadratic,
                                 .spin = def.spin,
                                 .lifetime = def.lifetime.value_or(kInfinity),
                                 .fuse = def.instant ? kInfinity : def.fuse.value_or(kInfinity),
                                 .bounce = def.bounce,
                                 .explosion = def.explosion,
                                 .effects = def.effects,
                                 .ball = def.instant ? std::nullopt : def.ball,
                                 .is_instant = def.instant,
                                 .range = def.range,
                                 .inherit_velocity = def.instant ? 0.0 : def.inherit_velocity});
  }
  for (ProjectileType& type : projectiles.types) {
    link_effects(type.effects);
    if (type.explosion) link_effects(type.explosion->effects);
  }
  link_winds();
  for (const WellDef& def : def_.world.wells) {
    projectiles.wells.push_back({def.at, def.strength, def.softening, def.range.value_or(kInfinity)});
    linker_.link_target(projectiles.wells.back().at, {}, "at");
  }
  for (std::uint32_t t = 0; t < def_.agent_types.size(); ++t)
    check_actions(def_.agent_types[t], model_.types[t]);
  const bool any_acts =
      std::ranges::any_of(model_.types, [](const AgentType& type) { return !type.actions.empty(); });
  if (any_acts || !def_.projectiles.empty())
    projectiles.room = static_cast<std::size_t>(def_.simulation.max_projectiles);
}

// Those that are there from the start; a ball that would be in the ground lies on it.
void Builder::place_projectiles() {
  ProjectileColumns& projectiles = world_.state.projectiles;
  for (std::uint32_t row = 0; row < def_.projectiles.size(); ++row) {
    const ProjectileDef& def = def_.projectiles[row];
    projectiles.number[row] = row + 1;
    projectiles.type[row] = model_.name_table.find(ReferenceType::projectile_type, def.type.name);
    projectiles.owner[row] = projectiles.holder[row] = projectiles.barred[row] = kNoIndex;
    projectiles.is_clear[row] = 1;
    if (!def.held_by.name.empty()) {
      place_in_hands(def, row);
      continue;
    }
    const ProjectileType& type = model_.projectiles.types[projectiles.type[row]];
    Vec3 place = *def.position;
    auto phase = ProjectilePhase::flies;
    if (type.ball && model_.is_elevated()) {
      const double lowest = ground_height(place) + type.radius;
      if (place.z <= lowest) phase = ProjectilePhase::rolls;
      place.z = larger(place.z, lowest);
    }
    if (type.ball && model_.dimensions == Dimensions::plane) phase = ProjectilePhase::rolls;
    projectiles.phase[row] = static_cast<std::uint8_t>(phase);
    projectiles.set_motion(row, place, def.velocity);
  }
  if (def_.projectiles.empty()) return;
  world_.state.projectile_counts.in_flight[0] = world_.state.projectile_counts.fired[0] =
      static_cast<std::uint32_t>(def_.projectiles.size());
}

// A holder who comes later finds it when he does.
void Builder::place_in_hands(const ProjectileDef& def, std::uint32_t row) {
  const AgentIndex holder = model_.name_table.find(ReferenceType::agent, def.held_by.name);
  const std::string pointer = fmt::format("/projectiles/{}/held_by", row);
  ProjectileColumns& projectiles = world_.state.projectiles;
  const auto fail = [&](std::string message) {
    built_.problems.push_back({.pointer = pointer, .message = std::move(message)});
  };
  if (!model_.type_of(holder).hands)
    return fail(
        fmt::format("the agent type \"{}\" has no \"hands\" to hold it with", model_.type_of(holder).name));
  if (!model_.projectiles.types[projectiles.type[row]].ball)
    return fail(fmt::format("\"{}\" is no ball: nobody can hold it", def.type.name));
  if (world_.state.hands.ball[holder] != 0)
    return fail(fmt::format("\"{}\" holds another one already", def.held_by.name));
  world_.state.hands.ball[holder] = projectiles.number[row];
  projectiles.holder[row] = holder;
  projectiles.phase[row] = static_cast<std::uint8_t>(ProjectilePhase::held);
}

// Of the highest top at a place that is no higher; platforms are where they are at the start.
double Builder::ground_height(Vec3 p) const {
  double height = 0.0;
  bool is_found = false;
  model_.statics->ground.visit_tops_at(model_.regions, {p.x, p.y, 0.0}, [&](const GroundTop& top) {
    const double here = top.height_at(p);
    if (here > p.z || (is_found && here <= height)) return;
    height = here;
    is_found = true;
  });
  return height;
}

void Builder::start_formations() {
  std::vector<AgentIndex> in_slots;
  for (AgentIndex i = 0; i < seats_.size(); ++i) {
    const AgentDef& entry = *entries_[seats_[i].entry].def;
    if (!entry.placement || entry.placement->placement.kind != &kInSlotPlacement) continue;
    in_slots.push_back(i);
    if (formations_.starts_in_slot(i)) continue;
    built_.problems.push_back(
        {.pointer = entries_[seats_[i].entry].pointer + "/placement",
         .message = fmt::format("agent {} has no slot to start in: it belongs to no formation with slots",
                                model_.agents.number[i])});
    return;
  }
  formations_.start(in_slots);
}

// The mode each agent starts in.
void Builder::build_modes() {
  for (AgentIndex i = 0; i < seats_.size(); ++i) {
    const AgentDef& agent = *entries_[seats_[i].entry].def;
    const std::string& initial = type_of(i).steering.initial_mode;
    const std::string& name = agent.mode.empty() ? initial : agent.mode;
    if (name.empty()) continue;
    const std::vector<Mode>& modes = model_.type_of(i).modes;
    const auto at = std::ranges::find(modes, name, &Mode::name);
    DROVER_CHECK(at != modes.end(), "the reader lets only existing modes pass");
    world_.state.status.mode.set(i, static_cast<std::uint32_t>(at - modes.begin()));
  }
}

void Builder::build_event(const EventDef& def, std::uint32_t index) {
  Event event;
  event.kind = def.event.get();
  event.target = def.target;
  event.watch = def.watch;
  linker_.link_target(event.target, {}, "target");
  linker_.link_target(event.watch, {}, "watch");
  event.times = event_times(def_, index);
  if (def.event.kind->name == kSpawnName) {
    event.batch = static_cast<std::size_t>(def.event.as<SpawnDef>().agents->count);
    event.waiting = waiting_area(def);
  }
  if (def.when) {
    const Target& watched = event.watch.type != TargetType::none ? event.watch : event.target;
    event.condition = linker_.link_condition(*def.when, watched, fmt::format("events/{}/when", index));
  }
  for (AgentIndex i = 0; i < seats_.size(); ++i) {
    if (entries_[seats_[i].entry].event == index) event.newcomers.push_back(i);
  }
  std::span<const AgentIndex> agents = event.newcomers;
  if (event.target.type != TargetType::none && !event.is_about_shape()) agents = world_.members(event.target);
  event.params = linker_.link(def.event, agents, fmt::format("events/{}", index));
  EventSetup setup{model_, world_};
  std::optional<Problem> problem;
  if (event.kind->prepare != nullptr) problem = event.kind->prepare(event.params.get(), setup, agents);
  if (problem) {
    problem->pointer.insert(0, fmt::format("/events/{}", index));
    auto& list = problem->severity == Severity::warning ? built_.warnings : built_.problems;
    list.push_back(std::move(*problem));
  }
  model_.events.push_back(std::move(event));
}

void Builder::build_platform_start(const PlatformDef& def, std::uint32_t index) {
  if (!def.start) return;
  Platform& platform = model_.platforms[index];
  platform.watched = def.watch;
  linker_.link_target(platform.watched, {}, "watch");
  platform.condition =
      linker_.link_condition(*def.start, platform.watched, fmt::format("platforms/{}/start", index));
}

std::optional<WaitingArea> Builder::waiting_area(const EventDef& def) const {
  const SpawnDef& source = def.event.as<SpawnDef>();
  if (!source.when_free) return std::nullopt;
  WaitingArea area;
  area.overlaps = source.agents->overlap.value_or(false);
  if (source.agents->placement) {
    area.space.emplace(*source.agents->placement, model_.regions, model_.dimensions);
    area.clearance = area.space->clearance();
  }
  return area;
}

void Builder::declare_needs(PerceptionPlan& plan) {
  const auto declare = [&](const auto& part) {
    if (part.kind->plan != nullptr) part.kind->plan(part.params.get(), plan);
  };
  for (std::uint32_t type = 0; type < model_.types.size(); ++type) {
    const AgentType& agent_type = model_.types[type];
    // Actuators look about in every step, also of agents that decide less often.
    plan.begin_agents(world_.state.agents_of(type));
    if (agent_type.actuator->plan != nullptr)
      agent_type.actuator->plan(agent_type.actuator_params.get(), plan);
    plan.begin_agents(world_.state.agents_of(type), agent_type.decisions.are_held());
    for (const StackEntry& entry : agent_type.entries) {
      declare(entry);
      if (entry.weight_by) declare(*entry.weight_by);
      if (entry.priority_by) declare(*entry.priority_by);
    }
  }
  for (const Condition& condition : model_.conditions) {
    plan.begin_agents(world_.members(condition.watched), condition.at_decisions);
    declare(condition);
  }
  const std::vector<AgentIndex> all = indices_in(model_.all_rows());
  plan.begin_agents(all);
  std::ranges::for_each(model_.quantities, declare);
}

// Once to know all needs, and once more for the handles that merging them gives.
void Builder::plan_perceptions() {
  PerceptionPlan plan(model_.agents.size());
  declare_needs(plan);
  plan.merge();
  declare_needs(plan);
  built_.perceptions = plan.take();
  for (const double period : plan.sample_periods()) {
    const std::string name = fmt::format("positions every {} s", period);
    model_.position_samples.push_back(
        {.period = std::max<std::uint64_t>(1, first_tick_from(period, model_.dt)),
         .memory = world_.state.columns.add_memory({.name = name, .width = PositionSample::kWidth},
                                                   model_.agents.size())});
  }
}

void Builder::start_agents() {
  resize_columns(world_.state.next, seats_.size());
  RegionCrowds crowds;
  for (AgentIndex i = 0; i < seats_.size(); ++i) {
    if (world_.is_active(i)) start_agent(world_, i, crowds);
  }
  world_.state.next = world_.state.motion;
}

}  // namespace

BuiltWorld build_world(const ScenarioDef& def, std::shared_ptr<const Statics> like) {
  return Builder(def, std::move(like)).build();
}

}  // namespace drover
