#include "observe/record/columns.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include <fmt/format.h>

#include "core/check.h"

namespace drover {
namespace {

using OfBehavior = Column::OfBehavior;

std::string column_name(const OfBehavior& column) {
  if (column.part == BehaviorPart::on) return column.label + "_on";
  return fmt::format("{}_{}{}", column.label, column.unit == RequestUnit::velocity ? 'v' : 'a',
                     column.part == BehaviorPart::y ? 'y' : 'x');
}

std::string doc_of(const OfBehavior& column) {
  if (column.part == BehaviorPart::on) {
    return fmt::format(
        "1 where the condition of {} held in the step before; 0 in the first row and where it has none.",
        column.label);
  }
  return fmt::format("What {} contributed to the {} along {} in the step before; 0 in the first row.",
                     column.label,
                     column.unit == RequestUnit::velocity ? "velocity asked for" : "acceleration",
                     column.part == BehaviorPart::y ? "y" : "x");
}

const OfBehavior* behavior_named(std::string_view name, std::span<const OfBehavior> behaviors) {
  const auto at = std::find_if(behaviors.begin(), behaviors.end(),
                               [&](const OfBehavior& column) { return name == column_name(column); });
  return at == behaviors.end() ? nullptr : &*at;
}

const ColumnKind* kind_named(std::string_view name) {
  const std::span<const ColumnKind> kinds = column_kinds();
  const auto at =
      std::find_if(kinds.begin(), kinds.end(), [&](const ColumnKind& kind) { return kind.name == name; });
  return at == kinds.end() ? nullptr : &*at;
}

std::vector<std::string> all_names(std::span<const OfBehavior> behaviors,
                                   std::span<const NamedQuantity> quantities) {
  std::vector<std::string> names;
  for (const ColumnKind& kind : column_kinds())
    names.emplace_back(kind.name);
  for (const NamedQuantity& quantity : quantities)
    names.push_back(quantity.name);
  for (const OfBehavior& column : behaviors)
    names.push_back(column_name(column));
  names.emplace_back(kAllContributions);
  return names;
}

// "contributions" replaced by what it stands for.
std::vector<std::string> expanded(std::string_view name, std::span<const OfBehavior> behaviors) {
  if (name != kAllContributions) return {std::string(name)};
  std::vector<std::string> names;
  for (const OfBehavior& column : behaviors) {
    if (column.part != BehaviorPart::on) names.push_back(column_name(column));
  }
  return names;
}

// The slot with a label, kNoIndex without.
std::uint32_t slot_labeled(const AgentType& type, std::string_view label) {
  const auto slot = std::find_if(type.slots.begin(), type.slots.end(),
                                 [&](const Slot& entry) { return entry.label == label; });
  return slot == type.slots.end() ? kNoIndex : static_cast<std::uint32_t>(slot - type.slots.begin());
}

bool has_condition(const World& world, std::string_view label) {
  return std::any_of(world.model().types.begin(), world.model().types.end(), [&](const AgentType& type) {
    const std::uint32_t slot = slot_labeled(type, label);
    return slot != kNoIndex && type.slots[slot].condition != kNoIndex;
  });
}

// The names a column that does not exist may have been meant to have.
std::vector<std::string> names_like(std::string_view name, std::span<const OfBehavior> behaviors,
                                    std::span<const NamedQuantity> quantities,
                                    std::span<const StateValue> state) {
  if (!name.starts_with(kStatePrefix)) return all_names(behaviors, quantities);
  std::vector<std::string> names;
  for (const StateValue& value : state)
    names.push_back(value.name);
  return names;
}

const StateValue* state_named(std::string_view name, std::span<const StateValue> state) {
  const auto at = std::ranges::find(state, name, &StateValue::name);
  return at == state.end() ? nullptr : &*at;
}

const NamedQuantity* quantity_named(std::string_view name, std::span<const NamedQuantity> quantities) {
  const auto at = std::ranges::find(quantities, name, &NamedQuantity::name);
  return at == quantities.end() ? nullptr : &*at;
}

Problem unknown_column(std::string_view name, std::vector<std::string> allowed) {
  Problem problem = unknown_name(fmt::format("there is no column \"{}\"", name), name, std::move(allowed));
  return problem;
}

}  // namespace

std::string_view name_of(ColumnType type) {
  static constexpr std::array<std::string_view, 3> kNames = {"integer", "number", "text"};
  return kNames[static_cast<std::size_t>(type)];
}

Column::Column(const ColumnKind& kind)
    : name_(kind.name), unit_(kind.unit), doc_(kind.doc), type_(kind.type), kind_(&kind) {}

Column::Column(const OfBehavior& behavior, const World& world)
    : name_(column_name(behavior)),
      unit_(behavior.part == BehaviorPart::on ? "" : linear_unit(behavior.unit)),
      doc_(doc_of(behavior)),
      type_(behavior.part == BehaviorPart::on ? ColumnType::integer : ColumnType::number),
      part_(behavior.part) {
  for (const AgentType& type : world.model().types) {
    const bool has_unit = behavior.part == BehaviorPart::on || type.request_unit == behavior.unit;
    slots_.push_back(has_unit ? slot_labeled(type, behavior.label) : kNoIndex);
  }
}

Column::Column(StateValue value)
    : name_(value.name),
      unit_(value.unit),
      doc_("A number of the state the next step goes on from."),
      type_(ColumnType::number),
      state_(std::move(value)) {}

Column::Column(NamedQuantity quantity)
    : name_(quantity.name),
      unit_(quantity.kind->unit),
      doc_(quantity.kind->summary),
      type_(ColumnType::number),
      quantity_(std::move(quantity)) {}

std::uint64_t Column::word(const TraceRow& row) const {
  switch (type_) {
    case ColumnType::integer:
      return integer(row);
    case ColumnType::number:
      return std::bit_cast<std::uint64_t>(number(row));
    case ColumnType::text:
      return kind_->text(row);
  }
  return 0;
}

double Column::contribution(const TraceRow& row) const {
  const std::uint32_t type = row.identity().type[row.agent];
  if (slots_[type] == kNoIndex) return 0.0;
  const Contributions& all = row.simulator.contributions();
  DROVER_CHECK(all.enabled, "contribution columns need recorded contributions");
  const Vec3 part = all.by_type[type][slots_[type]][row.identity().index_in_type[row.agent]];
  return part_ == BehaviorPart::y ? part.y : part.x;
}

double Column::value(const TraceRow& row) const {
  const double value = row.simulator.value(*quantity_, row.agent);
  return is_finite(value) ? value : std::numeric_limits<double>::quiet_NaN();
}

std::uint64_t Column::condition(const TraceRow& row) const {
  const std::uint32_t type = row.identity().type[row.agent];
  if (slots_[type] == kNoIndex) return 0;
  const std::uint32_t condition = row.world().model().types[type].slots[slots_[type]].condition;
  return condition == kNoIndex ? 0 : row.world().answers(condition)[row.agent];
}

std::vector<Column::OfBehavior> behavior_columns(const World& world) {
  std::vector<OfBehavior> columns;
  for (const AgentType& type : world.model().types) {
    for (const Slot& slot : type.slots) {
      const auto is_known = [&](BehaviorPart part) {
        return std::ranges::any_of(columns, [&](const OfBehavior& column) {
          return column.label == slot.label && column.part == part &&
                 (part == BehaviorPart::on || column.unit == type.request_unit);
        });
      };
      for (const BehaviorPart part : {BehaviorPart::x, BehaviorPart::y}) {
        if (!is_known(part)) columns.push_back({slot.label, part, type.request_unit});
      }
      if (has_condition(world, slot.label) && !is_known(BehaviorPart::on))
        columns.push_back({slot.label, BehaviorPart::on});
    }
  }
  return columns;
}

std::vector<Problem> validate_columns(std::span<const std::string> names, const World& world) {
  const std::vector<OfBehavior> behaviors = behavior_columns(world);
  const std::vector<StateValue> state = state_values(world);
  const std::vector<NamedQuantity> quantities = observed_quantities(world.model());
  std::vector<Problem> problems;
  const auto add = [&](std::size_t index, Problem problem) {
    problem.pointer = fmt::format("/{}", index);
    problems.push_back(std::move(problem));
  };
  std::vector<std::string> seen;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::string& name = names[k];
    const bool is_other = kind_named(name) != nullptr || name == kAllContributions ||
                          behavior_named(name, behaviors) != nullptr;
    if (is_other && world.model().find_quantity(name) != nullptr) {
      add(k, {.message = fmt::format("\"{}\" is a column and the name of a quantity", name),
              .hint = "Give the quantity another name."});
      continue;
    }
    if (!is_other && state_named(name, state) == nullptr && quantity_named(name, quantities) == nullptr) {
      add(k, unknown_column(name, names_like(name, behaviors, quantities, state)));
      continue;
    }
    for (std::string& one : expanded(name, behaviors)) {
      if (std::find(seen.begin(), seen.end(), one) == seen.end()) {
        seen.push_back(std::move(one));
      } else {
        add(k, {.message = fmt::format("the column \"{}\" is given twice", one)});
      }
    }
  }
  return problems;
}

std::vector<Column> make_columns(std::span<const std::string> names, const World& world) {
  const std::vector<OfBehavior> behaviors = behavior_columns(world);
  std::vector<std::string> wanted;
  for (const std::string& name : names) {
    for (std::string& one : expanded(name, behaviors))
      wanted.push_back(std::move(one));
  }
  const std::vector<StateValue> state = state_values(world);
  const std::vector<NamedQuantity> quantities = observed_quantities(world.model());
  if (names.empty()) wanted.assign(default_columns().begin(), default_columns().end());
  std::vector<Column> columns;
  for (const std::string& name : wanted) {
    if (const ColumnKind* kind = kind_named(name)) {
      columns.emplace_back(*kind);
    } else if (const OfBehavior* behavior = behavior_named(name, behaviors)) {
      columns.emplace_back(*behavior, world);
    } else if (const NamedQuantity* quantity = quantity_named(name, quantities)) {
      columns.emplace_back(*quantity);
    } else {
      const StateValue* value = state_named(name, state);
      DROVER_CHECK(value != nullptr, "names of columns are validated before");
      columns.emplace_back(*value);
    }
  }
  return columns;
}

}  // namespace drover
