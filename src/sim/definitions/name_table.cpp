#include "sim/definitions/name_table.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "core/kind.h"

namespace drover {
namespace {

// Agents made by one entry with count > 1 are candidates for a suggestion up to this number.
constexpr std::int64_t kMaxSuggested = 100;

constexpr std::array<std::string_view, kReferenceTypeCount> kWords = {
    "agent",  "group",    "agent type", "path", "region", "quantity",        "formation",
    "source", "obstacle", "wall",       "grid", "graph",  "projectile type", "counter"};
static_assert(!kWords.back().empty());

// "id.3" as id and 3; the number has no leading zero.
struct NumberedName {
  std::string_view id;
  std::int64_t number = 0;
};

std::optional<NumberedName> split_number(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const std::string_view digits = name.substr(dot + 1);
  if (digits.empty() || digits.front() == '-' || (digits.size() > 1 && digits.front() == '0'))
    return std::nullopt;
  NumberedName result{.id = name.substr(0, dot)};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), result.number);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return result;
}

// The index of the first agent of each entry, in the order of the numbers.
std::vector<std::uint32_t> first_agents(std::span<const DeclaredAgents> entries) {
  std::vector<std::size_t> order(entries.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t e) { return entries[e].number; });
  std::vector<std::uint32_t> first(entries.size());
  std::int64_t next = 0;
  for (const std::size_t e : order) {
    first[e] = static_cast<std::uint32_t>(next);
    next += entries[e].count;
  }
  return first;
}

}  // namespace

NameTable::NameTable(const ScenarioDef& def, std::span<const DeclaredAgents> entries) {
  add_obstacles(def.world);
  add_ids(index_of(ReferenceType::wall), def.world.walls, "/world/walls");
  Index events;
  add_ids(events, def.events, "/events");
  for (const auto& [id, index] : events) {
    const Kind* kind = def.events[index].event.kind;
    if (kind != nullptr && kind->name == kSpawnName) index_of(ReferenceType::source).emplace(id, index);
  }
  add_agents(entries);
  add_names(ReferenceType::path, def.world.paths);
  add_names(ReferenceType::region, def.world.regions);
  add_names(ReferenceType::grid, def.navigation.grids);
  add_names(ReferenceType::graph, def.navigation.graphs);
  add_names(ReferenceType::formation, def.formations);
  add_names(ReferenceType::agent_type, def.agent_types);
  add_names(ReferenceType::quantity, def.quantities);
  add_names(ReferenceType::projectile_type, def.projectile_types);
  for (const std::string& name : counter_names(def)) {
    Index& counters = index_of(ReferenceType::counter);
    counters.emplace(name, static_cast<std::uint32_t>(counters.size()));
  }
}

std::vector<std::string> counter_names(const ScenarioDef& def) {
  std::vector<std::string> names;
  for (const Named<AgentTypeDef>& type : def.agent_types) {
    for (const Named<CounterDef>& counter : type.value.counters) {
      if (std::ranges::find(names, counter.name) == names.end()) names.push_back(counter.name);
    }
  }
  return names;
}

template <class List>
void NameTable::add_names(ReferenceType type, const List& list) {
  for (std::size_t k = 0; k < list.size(); ++k)
    index_of(type).emplace(list[k].name, static_cast<std::uint32_t>(k));
}

template <class List>
void NameTable::add_ids(Index& index, const List& list, std::string_view pointer) {
  for (std::size_t k = 0; k < list.size(); ++k) {
    if (list[k].id.empty()) continue;
    const auto [first, added] = index.emplace(list[k].id, static_cast<std::uint32_t>(k));
    if (!added)
      take(fmt::format("{}/{}", pointer, k), list[k].id,
           fmt::format("{}/{} has it too", pointer, first->second));
  }
}

// An entry that makes several gives each a name of its own.
void NameTable::add_obstacles(const WorldDef& world) {
  std::vector<std::size_t> makers;  // by index of the obstacle
  for (std::size_t e = 0; e < world.obstacles.size(); ++e) {
    const ObstacleDef& entry = world.obstacles[e];
    const auto first = static_cast<std::uint32_t>(makers.size());
    makers.insert(makers.end(), static_cast<std::size_t>(entry.count), e);
    for (std::uint32_t k = 0; !entry.id.empty() && k < static_cast<std::uint32_t>(entry.count); ++k) {
      const std::string id = entry.count > 1 ? fmt::format("{}.{}", entry.id, k) : entry.id;
      const auto [other, added] = index_of(ReferenceType::obstacle).emplace(id, first + k);
      if (added) continue;
      take(fmt::format("/world/obstacles/{}", e), id,
           fmt::format("/world/obstacles/{} has it too", makers[other->second]));
      break;
    }
  }
}

void NameTable::add_agents(std::span<const DeclaredAgents> entries) {
  const std::vector<std::uint32_t> first = first_agents(entries);
  Index& groups = index_of(ReferenceType::group);
  for (std::size_t e = 0; e < entries.size(); ++e) {
    const AgentDef& def = *entries[e].def;
    if (!def.group.empty()) groups.emplace(def.group, static_cast<std::uint32_t>(groups.size()));
    if (def.id.empty()) continue;
    const auto [other, added] = agents_.emplace(def.id, Entry{e, entries[e].count, first[e]});
    if (!added)
      take(entries[e].pointer, def.id, fmt::format("{} has it too", entries[other->second.index].pointer));
  }
  // An id such as "sheep.3" that another entry gives to its fourth agent.
  for (const DeclaredAgents& entry : entries) {
    const std::optional<NumberedName> split = split_number(entry.def->id);
    if (entry.count > 1 || !split) continue;
    const auto other = agents_.find(split->id);
    if (other == agents_.end() || other->second.count <= 1 || split->number >= other->second.count) continue;
    take(entry.pointer, entry.def->id,
         fmt::format("{} makes \"{}.0\" to \"{}.{}\"", entries[other->second.index].pointer, split->id,
                     split->id, other->second.count - 1));
  }
}

void NameTable::take(std::string_view pointer, std::string_view id, std::string found) {
  taken_.push_back({.pointer = fmt::format("{}/id", pointer),
                    .message = fmt::format("the id \"{}\" is taken", id),
                    .found = std::move(found)});
}

std::optional<NameTable::FoundAgent> NameTable::find_agent(std::string_view name) const {
  const auto exact = agents_.find(name);
  if (exact != agents_.end() && exact->second.count == 1) return FoundAgent{&exact->second, 0};
  const std::optional<NumberedName> split = split_number(name);
  const auto several = split ? agents_.find(split->id) : agents_.end();
  if (several == agents_.end() || several->second.count <= 1 || split->number >= several->second.count)
    return std::nullopt;
  return FoundAgent{&several->second, static_cast<std::uint32_t>(split->number)};
}

std::uint32_t NameTable::find(ReferenceType type, std::string_view name) const {
  if (type == ReferenceType::agent) {
    const std::optional<FoundAgent> agent = find_agent(name);
    return agent ? agent->entry->first_agent + agent->number : kNoIndex;
  }
  const auto found = index_of(type).find(name);
  return found == index_of(type).end() ? kNoIndex : found->second;
}

std::size_t NameTable::entry_of_agent(std::string_view name) const {
  const std::optional<FoundAgent> agent = find_agent(name);
  return agent ? agent->entry->index : kNoIndex;
}

std::vector<std::string> NameTable::names_of_agents() const {
  std::vector<std::string> names;
  for (const auto& [id, entry] : agents_) {
    if (names.size() > kMaxCompared) break;
    if (entry.count == 1) names.push_back(id);
    for (std::int64_t k = 0; entry.count > 1 && k < std::min(entry.count, kMaxSuggested); ++k)
      names.push_back(fmt::format("{}.{}", id, k));
  }
  return names;
}

Problem NameTable::unknown(ReferenceType type, std::string_view name,
                           std::vector<std::string_view> others) const {
  std::vector<std::string_view> valid = std::move(others);
  const std::vector<std::string> agents =
      type == ReferenceType::agent ? names_of_agents() : std::vector<std::string>();
  valid.insert(valid.end(), agents.begin(), agents.end());
  for (const auto& [known, index] : index_of(type))
    valid.push_back(known);
  std::ranges::sort(valid);
  const std::string_view what = kWords[static_cast<std::size_t>(type)];
  Problem problem = unknown_among(fmt::format("unknown {} \"{}\"", what, name), name, valid);
  if (valid.empty()) {
    problem.hint = type == ReferenceType::agent ? "No agent of the scenario has an \"id\"."
                                                : fmt::format("The scenario declares no {}.", what);
  }
  const auto several = agents_.find(name);
  if (type == ReferenceType::agent && several != agents_.end())
    problem.hint = fmt::format("Its entry makes \"{0}.0\" to \"{0}.{1}\".", name, several->second.count - 1);
  return problem;
}

}  // namespace drover
