// Names that are declared and used in a scenario.
#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "scenario/object_reader.h"
#include "scenario/scenario_checks.h"
#include "sim/definitions/factor.h"
#include "sim/definitions/name_table.h"

namespace drover {
namespace {

// The name of a quantity is that of a column too, in lists with commas and in the heads of traces.
void check_declared_quantities(CheckedScenario& scenario) {
  for (const auto& [quantity, pointer] : scenario.parts.quantities) {
    const bool is_plain = std::ranges::none_of(quantity.name, [](char c) {
      return static_cast<unsigned char>(c) <= ' ' || c == ',' || c == '.' || c == '"';
    });
    const Kind* called = scenario.context.catalog.find("quantity", quantity.name);
    if (!is_plain) {
      scenario.fail({.pointer = pointer,
                     .message = fmt::format("a quantity cannot be called \"{}\"", quantity.name),
                     .allowed = {"a name without spaces, commas, dots and quotation marks"}});
    } else if (called != nullptr && called != quantity.value.quantity.kind) {
      scenario.fail({.pointer = pointer,
                     .message = fmt::format("\"{}\" is the name of another quantity", quantity.name),
                     .hint = "Choose a name that is not a kind."});
    }
  }
}

// No two entries give the same number to an agent.
void check_numbers(CheckedScenario& scenario) {
  const std::vector<DeclaredAgents>& entries = scenario.parts.agents;
  std::vector<std::tuple<std::int64_t, std::size_t>> numbered;
  for (std::size_t e = 0; e < entries.size(); ++e)
    numbered.emplace_back(entries[e].number, e);
  std::ranges::sort(numbered);
  std::int64_t next_free = 0;
  std::size_t holder = 0;
  for (const auto& [number, e] : numbered) {
    if (number < next_free) {
      scenario.fail({.pointer = entries[e].pointer + "/number",
                     .message = fmt::format("the number {} is taken", number),
                     .found = fmt::format("{} has the numbers {} to {}", entries[holder].pointer,
                                          entries[holder].number, next_free - 1)});
    }
    const std::int64_t end = number + entries[e].count;
    if (end <= next_free) continue;
    next_free = end;
    holder = e;
  }
}

class UsedNames {
 public:
  explicit UsedNames(CheckedScenario& scenario)
      : scenario_(scenario), context_(scenario.context), names_(scenario.def, scenario.parts.agents) {}

  void check() {
    for (const Problem& problem : names_.taken())
      scenario_.fail(problem);
    for (const UsedName& used : context_.used_names)
      check_used(used);
    const auto check_list = [&](ReferenceType type, const auto& list, const std::string& pointer) {
      for (const auto& [name, at] : located(list, pointer))
        check_declared(type,
                       {.name = name, .where = nearest_value(scenario_.document, at).where, .pointer = at});
    };
    check_list(ReferenceType::group, scenario_.def.record.trace.groups, "/record/trace/groups");
    for (const auto& [ground, pointer] : scenario_.parts.ground)
      check_list(ReferenceType::agent_type, ground.forbidden_to, pointer + "/forbidden_to");
    for (const auto& [grid, pointer] : scenario_.parts.grids) {
      for (const auto& [cost, at] : located(grid.value.terrain_cost, pointer + "/terrain_cost"))
        check_declared(
            ReferenceType::region,
            {.name = cost.name, .where = nearest_value(scenario_.document, at).where, .pointer = at});
    }
  }

 private:
  void fail(const UsedName& used, Problem problem) {
    problem.pointer = used.pointer;
    report(context_, used.where, std::move(problem));
  }

  // Whether there is such a thing; else it is reported.
  bool check_declared(ReferenceType type, const UsedName& used,
                      const std::vector<std::string_view>& others = {}) {
    if (names_.find(type, used.name) != kNoIndex || std::ranges::count(others, used.name) > 0) return true;
    // Where a group was declared in a way that could not be read, which there are is unknown.
    const auto hides_group = [](const Diagnostic& problem) {
      return problem.severity == Severity::error && problem.pointer &&
             problem.pointer->starts_with("/agents/") && problem.pointer->ends_with("/group");
    };
    if (type == ReferenceType::group && std::ranges::any_of(context_.diagnostics.sorted(), hides_group))
      return false;
    fail(used, is_full(context_) ? Problem{.message = "unknown name"}  // it is only counted
                                 : names_.unknown(type, used.name, others));
    return false;
  }

  void check_used(const UsedName& used) {
    if (used.target == TargetType::slot && used.name != kOwnSlot) {
      fail(used, {.message = "an agent has no slot but its own",
                  .found = fmt::format("\"{}\"", used.name),
                  .allowed = {fmt::format("\"{}\"", kOwnSlot)}});
    }
    if (!used.type) return;
    if (used.type == ReferenceType::quantity) return check_quantity(used);
    if (!check_declared(*used.type, used) || used.type != ReferenceType::agent) return;
    const AgentDef& agent = *scenario_.parts.agents[names_.entry_of_agent(used.name)].def;
    const bool is_own = std::ranges::any_of(type_names(agent), [&](std::string_view type) {
      return used.pointer.starts_with(joined_pointer("/agent_types", type) + "/");
    });
    if (is_own)
      fail(used, {.message = fmt::format("agent \"{}\" would target itself: give it an agent type of its own",
                                         used.name)});
  }

  // What is recorded can also be a kind that needs no parameters, by its name.
  void check_quantity(const UsedName& used) {
    if (used.pointer.starts_with("/quantities/")) {
      return fail(used, {.message = "a quantity that is declared cannot be the name of another",
                         .hint = "Use the name itself instead."});
    }
    std::vector<std::string_view> kinds;
    for (const QuantityKind* kind : context_.catalog.kinds<QuantityKind>()) {
      if (used.pointer.starts_with("/record/") && needs_no_parameters(*kind)) kinds.push_back(kind->name);
    }
    if (!check_declared(ReferenceType::quantity, used, kinds) || !is_factor(used.pointer)) return;
    const std::uint32_t index = names_.find(ReferenceType::quantity, used.name);
    const std::string_view why = why_not_followed(scenario_.def.quantities[index].value.quantity);
    if (!why.empty())
      fail(used, {.message = fmt::format("\"{}\" cannot be followed here: {}", used.name, why)});
  }

  // Whether ".../max_speed_by/quantity" is what a factor follows: all ramps are factors but those of the
  // entries of stacks. A kind that is chosen in place is refused with its ramp (check_factor).
  static bool is_factor(std::string_view pointer) {
    constexpr std::string_view kQuantity = "/quantity";
    if (!pointer.ends_with("_by/quantity")) return false;
    pointer.remove_suffix(kQuantity.size());
    const std::string_view key = pointer.substr(pointer.rfind('/') + 1);
    return find_field(StackEntryDef::table().fields, key) == nullptr;
  }

  CheckedScenario& scenario_;
  ReaderContext& context_;
  NameTable names_;
};

}  // namespace

void check_names(CheckedScenario& scenario) {
  UsedNames(scenario).check();
  check_declared_quantities(scenario);
  check_numbers(scenario);
}

}  // namespace drover
