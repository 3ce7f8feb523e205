#include "observe/record/columns.h"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/check.h"

namespace drover {
namespace {

using OfAim = Column::OfAim;
using OfBehavior = Column::OfBehavior;

// In the order of BehaviorPart.
constexpr std::array<std::string_view, 7> kPartNames = {"x", "y", "z", "x", "y", "z", "on"};

std::string_view name_of(BehaviorPart part) {
  return kPartNames[static_cast<std::size_t>(part)];
}

double coordinate(Vec3 vector, BehaviorPart part) {
  const std::string_view axis = name_of(part);
  return axis == "x" ? vector.x : axis == "y" ? vector.y : vector.z;
}

std::span<const BehaviorPart> coordinates_of(const World& world) {
  static constexpr std::array kCoordinates = {BehaviorPart::x, BehaviorPart::y, BehaviorPart::z};
  return std::span(kCoordinates).first(world.model().is_spatial() ? 3 : 2);
}

bool is_turn(BehaviorPart part) {
  return part >= BehaviorPart::turn_x && part <= BehaviorPart::turn_z;
}

std::span<const BehaviorPart> turns_of(const World& world) {
  static constexpr std::array kTurns = {BehaviorPart::turn_z, BehaviorPart::turn_x, BehaviorPart::turn_y};
  return std::span(kTurns).first(world.model().is_spatial() ? 3 : 1);
}

bool exists(const ColumnKind& kind, const World& world) {
  return kind.from <= world.model().dimensions;
}

std::string column_name(const OfBehavior& column) {
  if (column.part == BehaviorPart::on) return column.label + "_on";
  const bool is_velocity = column.unit == RequestUnit::velocity;
  const std::string_view quantity =
      is_turn(column.part) ? (is_velocity ? "w" : "alpha") : (is_velocity ? "v" : "a");
  return fmt::format("{}_{}{}", column.label, quantity, name_of(column.part));
}

std::string column_name(const OfAim& column) {
  return fmt::format("{}_{}_{}", column.label, column.aim, name_of(column.part));
}

std::string doc_of(const OfAim& column) {
  return fmt::format("The \"{}\" of {} in this state; empty where there is none.", column.aim, column.label);
}

std::string doc_of(const OfBehavior& column) {
  if (column.part == BehaviorPart::on) {
    return fmt::format(
        "1 where the condition of {} held in the step before; 0 in the first row and where it has none.",
        column.label);
  }
  const bool is_velocity = column.unit == RequestUnit::velocity;
  return fmt::format("What {} contributed to the {}{} {} {} in the step before; 0 in the first row.",
                     column.label, is_turn(column.part) ? "angular " : "",
                     is_velocity ? "velocity asked for" : "acceleration",
                     is_turn(column.part) ? "about" : "along", name_of(column.part));
}

// All that a world offers.
struct Offered {
  std::vector<ColumnKind> kinds;
  std::vector<OfBehavior> behaviors;
  std::vector<OfAim> aims;
  std::vector<NamedQuantity> quantities;
  std::vector<StateValue> state;

  explicit Offered(const World& world)
      : behaviors(behavior_columns(world)),
        aims(aim_columns(world)),
        quantities(observed_quantities(world.model())),
        state(state_values(world)) {
    std::ranges::copy_if(column_kinds(), std::back_inserter(kinds),
                         [&](const ColumnKind& kind) { return exists(kind, world); });
  }
};

std::string_view column_name(const NamedQuantity& quantity) {
  return quantity.name;
}

std::string_view column_name(const StateValue& value) {
  return value.name;
}

std::string_view column_name(const ColumnKind& kind) {
  return kind.name;
}

// The entry of a list that makes the column of a name; nullptr without.
template <class List>
auto find_column(const List& list, std::string_view name) {
  const auto at = std::ranges::find_if(list, [&](const auto& entry) { return column_name(entry) == name; });
  return at == std::ranges::end(list) ? nullptr : &*at;
}

// The names a column that does not exist may have been meant to have.
std::vector<std::string> names_like(std::string_view name, const Offered& offered) {
  std::vector<std::string> names;
  if (name.starts_with(kStatePrefix)) {
    for (const StateValue& value : offered.state)
      names.push_back(value.name);
    return names;
  }
  for (const ColumnKind& kind : offered.kinds)
    names.emplace_back(kind.name);
  for (const NamedQuantity& quantity : offered.quantities) {
    if (find_column(column_kinds(), quantity.name) == nullptr) names.push_back(quantity.name);
  }
  for (const OfBehavior& column : offered.behaviors)
    names.push_back(column_name(column));
  names.emplace_back(kAllContributions);
  for (const OfAim& column : offered.aims)
    names.push_back(column_name(column));
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

// The entry with a label, kNoIndex without.
std::uint32_t entry_labeled(const AgentType& type, std::string_view label) {
  const auto found = std::ranges::find(type.entries, label, &StackEntry::label);
  return found == type.entries.end() ? kNoIndex : static_cast<std::uint32_t>(found - type.entries.begin());
}

}  // namespace

Column::Column(const ColumnKind& kind)
    : name_(kind.name), unit_(kind.unit), doc_(kind.doc), type_(kind.type), kind_(&kind) {}

Column::Column(const OfBehavior& behavior, const World& world)
    : name_(column_name(behavior)),
      unit_(behavior.part == BehaviorPart::on ? ""
            : is_turn(behavior.part)          ? turn_unit(behavior.unit)
                                              : linear_unit(behavior.unit)),
      doc_(doc_of(behavior)),
      type_(behavior.part == BehaviorPart::on ? ColumnType::integer : ColumnType::number),
      part_(behavior.part) {
  for (const AgentType& type : world.model().visible_types()) {
    const bool has_unit = behavior.part == BehaviorPart::on ||
                          (type.request_unit == behavior.unit && (!is_turn(behavior.part) || type.turns()));
    entries_.push_back(has_unit ? entry_labeled(type, behavior.label) : kNoIndex);
  }
}

Column::Column(const OfAim& aim, const World& world)
    : name_(column_name(aim)),
      unit_("m"),
      doc_(doc_of(aim)),
      type_(ColumnType::number),
      part_(aim.part),
      aim_(aim.aim) {
  for (const AgentType& type : world.model().visible_types())
    entries_.push_back(entry_labeled(type, aim.label));
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
  if (entries_[type] == kNoIndex) return 0.0;
  const Contributions& all = row.simulator.contributions();
  DROVER_CHECK(all.enabled, "contribution columns need recorded contributions");
  const Contribution& part = all.by_type[type][entries_[type]][row.identity().index_in_type[row.agent]];
  return coordinate(is_turn(part_) ? part.angular : part.linear, part_);
}

double Column::aim(const TraceRow& row) const {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const std::uint32_t entry = entries_[row.identity().type[row.agent]];
  if (entry == kNoIndex) return kNone;
  const Aims aims = row.simulator.aims(row.agent, entry);
  const auto found = std::ranges::find(aims.all(), aim_, &Aim::name);
  if (found == aims.all().end()) return kNone;
  return coordinate(found->place, part_);
}

double Column::value(const TraceRow& row) const {
  const double value = row.simulator.value(*quantity_, row.agent);
  return is_finite(value) ? value : std::numeric_limits<double>::quiet_NaN();
}

std::uint64_t Column::condition(const TraceRow& row) const {
  const std::uint32_t type = row.identity().type[row.agent];
  if (entries_[type] == kNoIndex) return 0;
  const std::uint32_t condition = row.world().model().types[type].entries[entries_[type]].condition;
  return condition == kNoIndex ? 0 : row.world().answers(condition)[row.agent];
}

std::vector<Column::OfBehavior> behavior_columns(const World& world) {
  // The labels of behaviors that have a condition in some agent type.
  std::set<std::string_view> conditional;
  for (const AgentType& type : world.model().visible_types()) {
    for (const StackEntry& entry : type.entries) {
      if (entry.condition != kNoIndex) conditional.insert(entry.label);
    }
  }
  std::set<std::string_view> known_conditions;
  std::set<std::pair<std::string_view, RequestUnit>> known, turning;
  std::vector<OfBehavior> columns;
  for (const AgentType& type : world.model().visible_types()) {
    for (const StackEntry& entry : type.entries) {
      if (known.emplace(entry.label, type.request_unit).second) {
        for (const BehaviorPart part : coordinates_of(world))
          columns.push_back({entry.label, part, type.request_unit});
      }
      if (type.turns() && turning.emplace(entry.label, type.request_unit).second) {
        for (const BehaviorPart part : turns_of(world))
          columns.push_back({entry.label, part, type.request_unit});
      }
      if (conditional.contains(entry.label) && known_conditions.insert(entry.label).second)
        columns.push_back({entry.label, BehaviorPart::on});
    }
  }
  return columns;
}

std::vector<OfAim> aim_columns(const World& world) {
  std::set<std::string_view> known;
  std::vector<OfAim> columns;
  for (const AgentType& type : world.model().visible_types()) {
    for (const StackEntry& entry : type.entries) {
      if (!known.insert(entry.label).second) continue;
      for (const std::string_view aim : entry.kind->aim_names) {
        for (const BehaviorPart part : coordinates_of(world))
          columns.push_back({entry.label, aim, part});
      }
    }
  }
  return columns;
}

std::vector<Problem> validate_columns(std::span<const std::string> names, const World& world) {
  const Offered offered(world);
  std::vector<Problem> problems;
  const auto add = [&](std::size_t index, Problem problem) {
    problem.pointer = fmt::format("/{}", index);
    problems.push_back(std::move(problem));
  };
  std::vector<std::string> seen;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::string& name = names[k];
    if (const ColumnKind* kind = find_column(column_kinds(), name);
        kind != nullptr && !exists(*kind, world)) {
      add(k, {.message = fmt::format("the column \"{}\" has no meaning where \"dimensions\" is {}", name,
                                     kDimensions[static_cast<std::size_t>(world.model().dimensions)])});
      continue;
    }
    const bool is_other = find_column(column_kinds(), name) != nullptr || name == kAllContributions ||
                          find_column(offered.behaviors, name) != nullptr ||
                          find_column(offered.aims, name) != nullptr;
    if (is_other && world.model().find_quantity(name) != nullptr) {
      add(k, {.message = fmt::format("\"{}\" is a column and the name of a quantity", name),
              .hint = "Give the quantity another name."});
      continue;
    }
    if (!is_other && find_column(offered.state, name) == nullptr &&
        find_column(offered.quantities, name) == nullptr) {
      add(k, unknown_name(fmt::format("there is no column \"{}\"", name), name, names_like(name, offered)));
      continue;
    }
    for (std::string& one : expanded(name, offered.behaviors)) {
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
  const Offered offered(world);
  std::vector<std::string> wanted;
  for (const std::string& name : names) {
    for (std::string& one : expanded(name, offered.behaviors))
      wanted.push_back(std::move(one));
  }
  const std::span<const std::string_view> defaults = default_columns(world.model().dimensions);
  if (names.empty()) wanted.assign(defaults.begin(), defaults.end());
  std::vector<Column> columns;
  for (const std::string& name : wanted) {
    if (const ColumnKind* kind = find_column(column_kinds(), name)) {
      columns.emplace_back(*kind);
    } else if (const OfBehavior* behavior = find_column(offered.behaviors, name)) {
      columns.emplace_back(*behavior, world);
    } else if (const OfAim* aim = find_column(offered.aims, name)) {
      columns.emplace_back(*aim, world);
    } else if (const NamedQuantity* quantity = find_column(offered.quantities, name)) {
      columns.emplace_back(*quantity);
    } else {
      const StateValue* value = find_column(offered.state, name);
      DROVER_CHECK(value != nullptr, "names of columns are validated before");
      columns.emplace_back(*value);
    }
  }
  return columns;
}

std::vector<TableColumn> table_columns(std::span<const Column> columns, const World& world) {
  std::vector<TableColumn> table;
  for (const Column& column : columns) {
    table.push_back({column.name(), column.unit(), column.doc(), column.type()});
    if (column.type() == ColumnType::text) table.back().texts = column.kind()->texts(world);
  }
  return table;
}

}  // namespace drover
