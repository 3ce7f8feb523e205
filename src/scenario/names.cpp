// Names that are declared and used in a scenario.
#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "scenario/scenario_checks.h"
#include "sim/definitions/declared_agents.h"
#include "sim/definitions/factor.h"
#include "sim/definitions/kinds.h"

namespace drover {
namespace {

// Agents made by one entry with count > 1 are candidates for a suggestion up to this number.
constexpr std::int64_t kMaxSuggested = 100;

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

using Index = std::map<std::string, std::size_t, std::less<>>;

class NameChecker {
 public:
  NameChecker(const ReadScenario& scenario, ReaderContext& context)
      : def_(scenario.def),
        document_(scenario.document),
        context_(context),
        entries_(declared_agents(scenario.def)) {}

  void run() {
    check_all_characters();
    declare();
    for (const UsedName& used : context_.used_names)
      check_used(used);
    for (const UsedName& used : context_.used_quantities)
      check_quantity(used);
    for (const UsedName& used : context_.used_sources)
      check_listed(used, "source", sources_);
    for (const Named<QuantityDef>& quantity : def_.quantities)
      check_declared_quantity(quantity);
    check_trace_groups();
    check_forbidden_types();
    check_numbers();
  }

 private:
  // Names stand in the cells of traces and in the messages of terminals as they are.
  void check_characters(std::string_view name, std::string pointer) {
    const bool is_clean = std::ranges::none_of(name, [](char c) {
      return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == 0x7f;
    });
    if (is_clean) return;
    report(document_, {.pointer = std::move(pointer), .message = "the name holds a control character"},
           context_.diagnostics);
  }

  template <class List>
  void check_names_of(const List& list, const std::string& pointer) {
    for (const auto& entry : list) {
      std::string own = pointer;
      append_pointer_token(own, entry.name);
      check_characters(entry.name, std::move(own));
    }
  }

  template <class List>
  void check_ids_of(const List& list, std::string_view pointer) {
    for (std::size_t i = 0; i < list.size(); ++i)
      check_characters(list[i].id, fmt::format("{}/{}/id", pointer, i));
  }

  void check_all_characters() {
    check_ids_of(def_.world.obstacles, "/world/obstacles");
    check_ids_of(def_.world.walls, "/world/walls");
    check_ids_of(def_.events, "/events");
    check_names_of(def_.world.paths, "/world/paths");
    check_names_of(def_.world.regions, "/world/regions");
    check_names_of(def_.agent_types, "/agent_types");
    for (const Named<AgentTypeDef>& type : def_.agent_types) {
      std::string pointer = "/agent_types";
      append_pointer_token(pointer, type.name);
      check_names_of(type.value.steering.modes, pointer + "/steering/modes");
    }
    check_names_of(def_.formations, "/formations");
    for (const DeclaredAgents& agents : entries_) {
      check_characters(agents.def->id, agents.pointer + "/id");
      check_characters(agents.def->group, agents.pointer + "/group");
    }
  }

  void declare() {
    declare_obstacles();
    declare_ids(def_.world.walls, "/world/walls", walls_);
    declare_sources();
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const AgentDef& agents = *entries_[i].def;
      const auto [first, added] = declare_id(agents.id, i, agents_);
      if (!added) report_taken(entries_[i].pointer, agents.id, entries_[first].pointer);
      if (!agents.group.empty()) groups_.emplace(agents.group, i);
    }
    for (const DeclaredAgents& entry : entries_)
      check_numbered_id(entry);
    for (std::size_t i = 0; i < def_.world.paths.size(); ++i)
      paths_.emplace(def_.world.paths[i].name, i);
    for (std::size_t i = 0; i < def_.world.regions.size(); ++i)
      regions_.emplace(def_.world.regions[i].name, i);
    for (std::size_t i = 0; i < def_.formations.size(); ++i)
      formations_.emplace(def_.formations[i].name, i);
    for (std::size_t i = 0; i < def_.agent_types.size(); ++i)
      types_.emplace(def_.agent_types[i].name, i);
    for (std::size_t i = 0; i < def_.quantities.size(); ++i)
      quantities_.emplace(def_.quantities[i].name, i);
    observable_ = quantities_;
    for (const QuantityKind* kind : context_.catalog.kinds<QuantityKind>()) {
      if (needs_no_parameters(*kind)) observable_.emplace(kind->name, 0);
    }
  }

  void declare_sources() {
    Index events;
    declare_ids(def_.events, "/events", events);
    for (const auto& [id, index] : events) {
      const Kind* kind = def_.events[index].event.kind;
      if (kind != nullptr && kind->name == kSpawnName) sources_.emplace(id, index);
    }
  }

  // The entry that has the id, and whether that is this one.
  static std::pair<std::size_t, bool> declare_id(const std::string& id, std::size_t entry, Index& index) {
    if (id.empty()) return {entry, true};
    const auto [at, added] = index.emplace(id, entry);
    return {at->second, added};
  }

  void report_taken(std::string_view pointer, std::string_view id, std::string_view other) {
    report(document_,
           {.pointer = fmt::format("{}/id", pointer),
            .message = fmt::format("the id \"{}\" is taken", id),
            .found = fmt::format("{} has it too", other)},
           context_.diagnostics);
  }

  template <class List>
  void declare_ids(const List& list, std::string_view pointer, Index& index) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const auto [first, added] = declare_id(list[i].id, i, index);
      if (added) continue;
      report_taken(fmt::format("{}/{}", pointer, i), list[i].id, fmt::format("{}/{}", pointer, first));
    }
  }

  // An entry that makes several gives each a name of its own.
  void declare_obstacles() {
    for (std::size_t i = 0; i < def_.world.obstacles.size(); ++i) {
      const ObstacleDef& obstacle = def_.world.obstacles[i];
      const std::int64_t count = obstacle.id.empty() ? 0 : obstacle.count;
      for (std::int64_t k = 0; k < count; ++k) {
        const std::string id = count > 1 ? fmt::format("{}.{}", obstacle.id, k) : obstacle.id;
        const auto [first, added] = declare_id(id, i, obstacles_);
        if (added) continue;
        report_taken(fmt::format("/world/obstacles/{}", i), id, fmt::format("/world/obstacles/{}", first));
        break;
      }
    }
  }

  // An id such as "sheep.3" that another entry gives to its fourth agent.
  void check_numbered_id(const DeclaredAgents& entry) {
    const std::string& id = entry.def->id;
    const std::optional<NumberedName> split = split_number(id);
    if (entry.count > 1 || !split) return;
    const auto at = agents_.find(split->id);
    if (at == agents_.end()) return;
    const DeclaredAgents& other = entries_[at->second];
    if (other.count <= 1 || split->number >= other.count) return;
    report(document_,
           {.pointer = entry.pointer + "/id",
            .message = fmt::format("the id \"{}\" is taken", id),
            .found = fmt::format("{} makes \"{}.0\" to \"{}.{}\"", other.pointer, split->id, split->id,
                                 other.count - 1)},
           context_.diagnostics);
  }

  // The entry that makes the agent of that name.
  const AgentDef* find_agent(std::string_view name) const {
    const auto exact = agents_.find(name);
    if (exact != agents_.end() && entries_[exact->second].count == 1) return entries_[exact->second].def;
    const std::optional<NumberedName> split = split_number(name);
    if (!split) return nullptr;
    const auto several = agents_.find(split->id);
    if (several == agents_.end()) return nullptr;
    const DeclaredAgents& entry = entries_[several->second];
    return entry.count > 1 && split->number < entry.count ? entry.def : nullptr;
  }

  void check_used(const UsedName& used) {
    switch (used.type) {
      case TargetType::agent:
        return check_agent(used);
      case TargetType::group:
        return check_listed(used, "group", groups_);
      case TargetType::agent_type:
        return check_listed(used, "agent type", types_);
      case TargetType::path:
        return check_listed(used, "path", paths_);
      case TargetType::obstacle:
        return check_listed(used, "obstacle", obstacles_);
      case TargetType::wall:
        return check_listed(used, "wall", walls_);
      case TargetType::region:
        return check_listed(used, "region", regions_);
      case TargetType::formation:
        return check_listed(used, "formation", formations_);
      case TargetType::slot:
        return check_slot(used);
      case TargetType::none:
      case TargetType::point:
      case TargetType::goal:
        return;
    }
  }

  // Its name is that of a column too, in lists with commas and in the heads of traces.
  void check_declared_quantity(const Named<QuantityDef>& quantity) {
    std::string pointer = "/quantities";
    append_pointer_token(pointer, quantity.name);
    const bool is_plain = std::ranges::none_of(quantity.name, [](char c) {
      return static_cast<unsigned char>(c) <= ' ' || c == ',' || c == '.' || c == '"';
    });
    const Kind* called = context_.catalog.find("quantity", quantity.name);
    if (!is_plain) {
      report(document_,
             {.pointer = pointer,
              .message = fmt::format("a quantity cannot be called \"{}\"", quantity.name),
              .allowed = {"a name without spaces, commas, dots and quotation marks"}},
             context_.diagnostics);
    } else if (called != nullptr && called != quantity.value.quantity.kind) {
      report(document_,
             {.pointer = pointer,
              .message = fmt::format("\"{}\" is the name of another quantity", quantity.name),
              .hint = "Choose a name that is not a kind."},
             context_.diagnostics);
    }
  }

  // What is recorded can also be a kind that needs no parameters, by its name.
  void check_quantity(const UsedName& used) {
    if (used.pointer.starts_with("/quantities/")) {
      return report_used(used, {.message = "a quantity that is declared cannot be the name of another",
                                .hint = "Use the name itself instead."});
    }
    check_listed(used, "quantity", used.pointer.starts_with("/record/") ? observable_ : quantities_);
    check_factor_quantity(used);
  }

  // A kind that is chosen in place is refused with its ramp (check_factor).
  void check_factor_quantity(const UsedName& used) {
    constexpr std::string_view kFactors[] = {
        "max_speed_by",     "preferred_speed_by", "max_force_by", "max_acceleration_by",
        "max_turn_rate_by", "radius_by",          "fov_by"};
    const bool is_factor = std::ranges::any_of(kFactors, [&](std::string_view key) {
      return used.pointer.ends_with(fmt::format("/{}/quantity", key));
    });
    const auto found = quantities_.find(used.name);
    if (!is_factor || found == quantities_.end()) return;
    const std::string_view why = why_not_followed(def_.quantities[found->second].value.quantity);
    if (why.empty()) return;
    report_used(used, {.message = fmt::format("\"{}\" cannot be followed here: {}", used.name, why)});
  }

  void check_slot(const UsedName& used) {
    if (used.name == kOwnSlot) return;
    report_used(used, {.message = "an agent has no slot but its own",
                       .found = fmt::format("\"{}\"", used.name),
                       .allowed = {fmt::format("\"{}\"", kOwnSlot)}});
  }

  void check_agent(const UsedName& used) {
    const AgentDef* agent = find_agent(used.name);
    if (agent == nullptr) return report_unknown_agent(used);
    const bool is_own = std::ranges::any_of(type_names(*agent), [&](std::string_view type) {
      std::string type_pointer = "/agent_types";
      append_pointer_token(type_pointer, type);
      return used.pointer.starts_with(type_pointer + "/");
    });
    if (!is_own) return;
    report_used(used, {.message = fmt::format(
                           "agent \"{}\" would target itself: give it an agent type of its own", used.name)});
  }

  void report_unknown_agent(const UsedName& used) {
    std::vector<std::string> names;
    for (const auto& [id, entry] : agents_) {
      const std::int64_t count = entries_[entry].count;
      if (count == 1) names.push_back(id);
      if (is_full(context_) || names.size() > kMaxCompared) break;
      for (std::int64_t k = 0; count > 1 && k < std::min(count, kMaxSuggested); ++k)
        names.push_back(fmt::format("{}.{}", id, k));
    }
    const std::vector<std::string_view> valid(names.begin(), names.end());
    Problem problem =
        unknown_name(context_, fmt::format("unknown agent \"{}\"", used.name), used.name, valid);
    if (agents_.empty()) problem.hint = "No agent of the scenario has an \"id\".";
    const auto several = agents_.find(used.name);
    if (several != agents_.end()) {
      const std::int64_t last = entries_[several->second].count - 1;
      problem.hint = fmt::format("Its entry makes \"{0}.0\" to \"{0}.{1}\".", used.name, last);
    }
    report_used(used, std::move(problem));
  }

  // Whether a name of that kind was declared in a way that could not be read: which names there are is
  // unknown.
  bool is_uncertain(std::string_view key) const {
    return std::ranges::any_of(context_.diagnostics.sorted(), [&](const Diagnostic& problem) {
      return problem.severity == Severity::error && problem.pointer &&
             problem.pointer->starts_with("/agents/") && problem.pointer->ends_with(key);
    });
  }

  void check_listed(const UsedName& used, std::string_view what, const Index& declared) {
    if (declared.find(used.name) != declared.end()) return;
    if (what == "group" && is_uncertain("/group")) return;
    std::vector<std::string_view> names;
    if (!is_full(context_) && declared.size() <= kMaxCompared) {
      for (const auto& entry : declared)
        names.push_back(entry.first);
    }
    Problem problem =
        unknown_name(context_, fmt::format("unknown {} \"{}\"", what, used.name), used.name, names);
    if (declared.empty()) problem.hint = fmt::format("The scenario declares no {}.", what);
    report_used(used, std::move(problem));
  }

  void report_used(const UsedName& used, Problem problem) {
    problem.pointer = used.pointer;
    report(context_, used.where, std::move(problem));
  }

  void check_trace_groups() {
    const std::vector<std::string>& groups = def_.record.trace.groups;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const std::string pointer = fmt::format("/record/trace/groups/{}", i);
      check_listed({TargetType::group, groups[i], nearest_value(document_, pointer).where, pointer}, "group",
                   groups_);
    }
  }

  void check_forbidden_types() {
    for (std::size_t k = 0; k < def_.world.ground.size(); ++k) {
      const std::vector<std::string>& names = def_.world.ground[k].forbidden_to;
      for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string pointer = fmt::format("/world/ground/{}/forbidden_to/{}", k, i);
        check_listed({TargetType::agent_type, names[i], nearest_value(document_, pointer).where, pointer},
                     "agent type", types_);
      }
    }
  }

  // No two entries give the same number to an agent.
  void check_numbers() {
    std::vector<std::tuple<std::int64_t, std::size_t>> numbered;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (entries_[i].def->number) numbered.emplace_back(*entries_[i].def->number, i);
    }
    std::sort(numbered.begin(), numbered.end());
    std::int64_t next_free = 0;
    std::size_t holder = 0;
    for (const auto& [number, entry] : numbered) {
      if (number < next_free) {
        report(document_,
               {.pointer = entries_[entry].pointer + "/number",
                .message = fmt::format("the number {} is taken", number),
                .found = fmt::format("{} has the numbers {} to {}", entries_[holder].pointer,
                                     *entries_[holder].def->number, next_free - 1)},
               context_.diagnostics);
      }
      const std::int64_t end = number + entries_[entry].count;
      if (end <= next_free) continue;
      next_free = end;
      holder = entry;
    }
  }

  const ScenarioDef& def_;
  const JsonValue& document_;
  ReaderContext& context_;
  std::vector<DeclaredAgents> entries_;
  Index agents_;
  Index groups_;
  Index types_;
  Index paths_;
  Index obstacles_;
  Index walls_;
  Index regions_;
  Index formations_;
  Index sources_;     // spawn events with an id
  Index quantities_;  // that are declared
  Index observable_;  // and the kinds that need no parameters
};

}  // namespace

void check_names(const ReadScenario& scenario, ReaderContext& context) {
  NameChecker(scenario, context).run();
}

}  // namespace drover
