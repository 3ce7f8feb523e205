#include "sim/construction/goal_linker.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "core/frame.h"
#include "sim/definitions/scenario_parts.h"
#include "sim/step/agent_goals.h"
#include "sim/step/edges.h"

namespace drover {
namespace {

constexpr double kDefaultFlow = 1.3;  // of an exit, where none is given [1/s]

// Whether the agents of a closed world get to no point of a place.
bool is_beyond_closed_edges(const Model& model, const GoalPlace& place) {
  if (!place.is_region()) return is_beyond_closed_edges(model.bounds, place.point);
  const Vec3 low = model.regions[place.region].low(), high = model.regions[place.region].high();
  const Vec3 min = model.bounds.min(), max = model.bounds.max();
  const bool meets_heights = !model.bounds.has_heights() || (low.z <= max.z && min.z <= high.z);
  const bool meets = low.x <= max.x && low.y <= max.y && min.x <= high.x && min.y <= high.y && meets_heights;
  return !meets && is_beyond_closed_edges(model.bounds, low);
}

std::string pointer_of_type(const Named<AgentTypeDef>& type) {
  return joined_pointer("/agent_types", type.name);
}

}  // namespace

std::uint32_t GoalLinker::index_of(const Reference& named) const {
  Reference linked = named;
  linker_.link_reference(linked);
  return linked.index;
}

std::uint32_t GoalLinker::add(const GoalDef& def, std::span<const AgentIndex> agents) {
  AgentGoal goal;
  const GoalForm form = goal.form = def.form();
  if (form == GoalForm::point) goal.place.point = *def.point;
  if (form == GoalForm::each) link_each(def.each, agents, goal);
  if (form == GoalForm::opposite) goal.place.point = *def.opposite;
  if (form == GoalForm::agent) link_agent(def.agent, agents, goal);
  if (form == GoalForm::region) goal.place.region = index_of(def.region);
  if (form == GoalForm::direction) goal.direction = unit_vector(def.direction.constant());
  if (form == GoalForm::random_in) goal.place.region = index_of(def.random.region);
  if (form == GoalForm::random_in) check_heights(goal.place.region);
  goal.redraw = def.random.is_redrawn();
  if (form == GoalForm::regions) link_regions(def.regions, goal);
  if (form == GoalForm::route) link_route(def.route, goal);
  warn_about_edges(goal);
  model_.goals.goals.push_back(std::move(goal));
  return static_cast<std::uint32_t>(model_.goals.goals.size() - 1);
}

// Where no height is the greatest none can be drawn.
void GoalLinker::check_heights(std::uint32_t region) {
  const Region& drawn_from = model_.regions[region];
  if (is_finite(drawn_from.low()) && is_finite(drawn_from.high())) return;
  problems_.push_back(
      {.pointer = "/goal/random_in",
       .message = fmt::format(
           "the region \"{}\" has no end upwards or downwards, so that no place in it can be drawn",
           drawn_from.name)});
}

void GoalLinker::link_each(const std::vector<Vec3>& points, std::span<const AgentIndex> agents,
                           AgentGoal& goal) {
  goal.owners.assign(agents.begin(), agents.end());
  goal.each = points;
  if (points.size() == agents.size()) return;
  problems_.push_back({.pointer = "/goal/each",
                       .message = "\"each\" has to have one point for each agent",
                       .found = fmt::format("{} points for {} agents", points.size(), agents.size())});
}

void GoalLinker::link_agent(const Reference& agent, std::span<const AgentIndex> agents, AgentGoal& goal) {
  goal.agent = index_of(agent);
  if (!std::ranges::binary_search(agents, goal.agent)) return;
  problems_.push_back(
      {.pointer = "/goal/agent", .message = fmt::format("agent \"{}\" would be its own goal", agent.name)});
}

void GoalLinker::link_regions(const RegionsGoalDef& def, AgentGoal& goal) const {
  for (const RegionNameDef& region : def.regions)
    goal.places.push_back({{}, index_of(region.region)});
  for (const RegionNameDef& area : def.areas)
    goal.areas.push_back(index_of(area.region));
  goal.choice = def.choose;
  goal.shares = def.shares;
  goal.flows = def.flows;
  if (goal.flows.empty()) goal.flows.assign(def.regions.size(), kDefaultFlow);
  goal.hold = static_cast<std::uint64_t>(larger(1.0, std::floor(def.hold / model_.dt + 0.5)));
}

void GoalLinker::link_route(const RouteGoalDef& def, AgentGoal& goal) const {
  for (const RoutePlaceDef& place : def.places)
    goal.places.push_back(place.point ? GoalPlace{*place.point} : GoalPlace{{}, index_of(place.region)});
  goal.at_end = def.at_end;
  goal.place_radius = def.radius;
}

std::uint32_t GoalLinker::add(const GoalKeys& keys, std::span<const AgentIndex> agents,
                              const std::string& label) {
  const std::uint32_t index = add(*keys.goal, agents);
  AgentGoal& goal = model_.goals.goals[index];
  if (keys.goal_radius.is_present()) goal.radius = link_radius(keys.goal_radius, agents, label);
  if (keys.at_goal) goal.sequel = link_sequel(*keys.at_goal);
  return index;
}

// The first place that lies beyond edges that no agent passes.
void GoalLinker::warn_about_edges(const AgentGoal& goal) {
  const auto warn = [&](const GoalPlace& place, std::string pointer) {
    if (!is_beyond_closed_edges(model_, place)) return false;
    problems_.push_back({.pointer = "/goal" + pointer,
                         .message = "the goal lies beyond the edges of the world, where no agent gets",
                         .found = place.is_region()
                                      ? fmt::format("region \"{}\"", model_.regions[place.region].name)
                                      : fmt::format("({:.6g}, {:.6g})", place.point.x, place.point.y),
                         .severity = Severity::warning});
    return true;
  };
  const bool is_route = goal.form == GoalForm::route;
  for (std::size_t k = 0; k < goal.places.size(); ++k) {
    if (warn(goal.places[k], fmt::format("/{}/{}", is_route ? "route" : "regions", k))) return;
  }
  for (std::size_t k = 0; k < goal.each.size(); ++k) {
    if (warn({goal.each[k]}, fmt::format("/each/{}", k))) return;
  }
  const bool has_place =
      goal.form == GoalForm::point || goal.form == GoalForm::region || goal.form == GoalForm::random_in;
  if (has_place) warn(goal.place, "");
}

Parameter GoalLinker::link_radius(const Parameter& radius, std::span<const AgentIndex> agents,
                                  const std::string& label) {
  Parameter linked = radius;
  linker_.bind(linked, agents, label + "/goal_radius");
  return linked;
}

GoalSequel GoalLinker::link_sequel(const AtGoalDef& def) {
  GoalSequel sequel{.action = def.action, .wait = {}, .service = {}, .stops = {}};
  if (def.wait) sequel.stops = def.wait->at;
  if (def.queue) sequel.stops = def.queue->at;
  if (def.wait) sequel.wait = GoalWait{def.wait->seconds, def.wait->then};
  if (def.queue) sequel.service = GoalService{link_queue(*def.queue), def.queue->service, def.queue->then};
  return sequel;
}

// Agents that queue along one path are in one queue, whatever their type.
std::uint32_t GoalLinker::link_queue(const QueueDef& def) {
  const std::uint32_t path = index_of(def.places);
  std::vector<GoalQueue>& queues = model_.goals.queues;
  const auto same = std::ranges::find(queues, path, &GoalQueue::path);
  const auto index = static_cast<std::uint32_t>(same - queues.begin());
  if (same == queues.end()) {
    queues.push_back({path, def.spacing, {}});
    if (model_.paths[path].length() == 0.0)
      problems_.push_back(
          {.pointer = "/at_goal/queue/places",
           .message = fmt::format("the path \"{}\" of the queue has no length", def.places.name)});
  } else if (same->spacing != def.spacing) {
    problems_.push_back(
        {.pointer = "/at_goal/queue/spacing",
         .message = fmt::format("the queue along \"{}\" has another spacing elsewhere", def.places.name),
         .found = fmt::format("{} m and {} m", same->spacing, def.spacing)});
  }
  return index;
}

void GoalBuilder::build() {
  const bool has_keys =
      std::ranges::any_of(entries_, [](const DeclaredAgents& e) { return e.def->goals.is_any_given(); }) ||
      std::ranges::any_of(types_, [](const Named<AgentTypeDef>& t) { return t.value.goals.is_any_given(); });
  model_.goals.manners.emplace_back();
  if (has_keys) {
    model_.goals.first.assign(seats_.size(), kNoIndex);
    model_.goals.manner_of.assign(seats_.size(), 0);
    build_goals();
    build_manners();
  }
  build_modes();
  if (has_keys) check_queues();
}

void GoalBuilder::report(const std::string& pointer) {
  for (Problem& problem : linker_.take_problems()) {
    problem.pointer.insert(0, pointer);
    auto& list = problem.severity == Severity::warning ? built_.warnings : built_.problems;
    list.push_back(std::move(problem));
  }
}

void GoalBuilder::give(const GoalDef& def, const std::vector<AgentIndex>& agents,
                       const std::string& pointer) {
  if (agents.empty()) return;
  const std::uint32_t goal = linker_.add(def, agents);
  report(pointer);
  for (const AgentIndex i : agents)
    model_.goals.first[i] = goal;
  model_.goals.starters.resize(goal + std::size_t{1});
  model_.goals.starters[goal] = static_cast<std::uint32_t>(agents.size());
}

// The goal of an entry is that of its agents; the others of a type have that of the type.
void GoalBuilder::build_goals() {
  std::vector<std::vector<AgentIndex>> of_type(types_.size());
  std::vector<std::vector<AgentIndex>> of_entry(entries_.size());
  for (AgentIndex i = 0; i < seats_.size(); ++i) {
    if (entry_of(i).is_anchor) continue;
    (entry_of(i).def->goals.goal ? of_entry[seats_[i].entry] : of_type[model_.agents.type[i]]).push_back(i);
  }
  for (std::size_t t = 0; t < types_.size(); ++t) {
    const std::optional<GoalDef>& goal = types_[t].value.goals.goal;
    if (goal) give(*goal, of_type[t], pointer_of_type(types_[t]));
  }
  // By the first agent: the numbers of goals are state, and do not depend on the order of the entries.
  std::erase_if(of_entry, [](const std::vector<AgentIndex>& agents) { return agents.empty(); });
  std::ranges::sort(of_entry, {}, [](const std::vector<AgentIndex>& agents) { return agents.front(); });
  for (const std::vector<AgentIndex>& agents : of_entry) {
    const DeclaredAgents& entry = entry_of(agents.front());
    give(*entry.def->goals.goal, agents, entry.pointer);
  }
}

// One manner for the agents of each entry and type, where these say something.
void GoalBuilder::build_manners() {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<AgentIndex>> by_entry_and_type;
  for (AgentIndex i = 0; i < seats_.size(); ++i) {
    if (!entry_of(i).is_anchor)
      by_entry_and_type[std::pair(seats_[i].entry, model_.agents.type[i])].push_back(i);
  }
  // Their queues are state, so they come in the order of their first agents, not of the entries.
  std::vector<std::vector<AgentIndex>> shared;
  for (auto& [of, agents] : by_entry_and_type)
    shared.push_back(std::move(agents));
  std::ranges::sort(shared, {}, [](const std::vector<AgentIndex>& agents) { return agents.front(); });
  for (const std::vector<AgentIndex>& agents : shared) {
    const DeclaredAgents& entry = entry_of(agents.front());
    const Named<AgentTypeDef>& type = types_[model_.agents.type[agents.front()]];
    const GoalKeys& own = entry.def->goals;
    const GoalKeys& of_type = type.value.goals;
    const Parameter& radius = own.goal_radius.is_present() ? own.goal_radius : of_type.goal_radius;
    const std::optional<AtGoalDef>& at_goal = own.at_goal ? own.at_goal : of_type.at_goal;
    if (!radius.is_present() && !at_goal) continue;
    GoalManner manner;
    if (radius.is_present()) manner.radius = linker_.link_radius(radius, agents, type.name);
    if (at_goal) manner.sequel = linker_.link_sequel(*at_goal);
    const std::string pointer = own.at_goal ? entry.pointer : pointer_of_type(type);
    report(pointer);
    check_next(model_.goals.first[agents.front()], manner.sequel, pointer);
    for (const AgentIndex i : agents)
      model_.goals.manner_of[i] = static_cast<std::uint32_t>(model_.goals.manners.size());
    model_.goals.manners.push_back(std::move(manner));
  }
}

void GoalBuilder::check_next(std::uint32_t goal, const GoalSequel& sequel, const std::string& pointer) {
  if (goal == kNoIndex || sequel.action != AtGoal::next) return;
  const AgentGoal& reached = model_.goals.goals[goal];
  if (reached.redraw || reached.form == GoalForm::route) return;
  built_.warnings.push_back(
      {.pointer = pointer + "/at_goal",
       .message = "\"next\" has no effect: no other goal follows",
       .hint = "A route goes on from place to place, and random_in with \"redraw\": true draws again.",
       .severity = Severity::warning});
}

void GoalBuilder::build_modes() {
  for (std::uint32_t t = 0; t < types_.size(); ++t) {
    for (std::size_t m = 0; m < types_[t].value.steering.modes.size(); ++m) {
      const Named<ModeDef>& mode = types_[t].value.steering.modes[m];
      const std::string pointer = joined_pointer(pointer_of_type(types_[t]) + "/steering/modes", mode.name);
      if (!mode.value.goals.goal) {
        if (mode.value.goals.is_any_given())
          built_.warnings.push_back(
              {.pointer = pointer,
               .message = "the mode has no \"goal\": what it says about one has no effect",
               .severity = Severity::warning});
        continue;
      }
      const std::span<const AgentIndex> agents = built_.world.state.agents_of(t);
      if (agents.empty()) continue;
      const std::string label = fmt::format("{}/{}", types_[t].name, mode.name);
      model_.types[t].modes[m].goal = linker_.add(mode.value.goals, agents, label);
      report(pointer);
      model_.goals.modes_have_goals = true;
    }
  }
}

// More agents may queue than a path has places for: they stand straight on behind its end.
void GoalBuilder::check_queues() {
  std::vector<std::size_t> agents(model_.goals.queues.size());
  for (AgentIndex i = 0; i < seats_.size(); ++i) {
    const std::uint32_t goal = model_.goals.first[i];
    if (goal == kNoIndex) continue;
    const GoalSequel& sequel = sequel_of(built_.world, i, model_.goals.goals[goal]);
    if (sequel.service) ++agents[sequel.service->queue];
  }
  for (std::size_t k = 0; k < agents.size(); ++k) {
    const GoalQueue& queue = model_.goals.queues[k];
    const Path& path = model_.paths[queue.path];
    const double places = std::floor(path.length() / queue.spacing) + 1.0;
    if (static_cast<double>(agents[k]) <= places) continue;
    built_.warnings.push_back(
        {.pointer = joined_pointer("/world/paths", path.name()),
         .message = fmt::format("the path \"{}\" is too short for all agents that may queue along it: those "
                                "beyond its end stand straight on",
                                path.name()),
         .found = fmt::format("{} places for {} agents", places, agents[k]),
         .severity = Severity::warning});
  }
}

}  // namespace drover
