#include "observe/columns.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/check.h"
#include "core/text.h"

namespace drover {
namespace {

struct ContributionName {
  std::string label;
  bool is_y;
};

std::optional<ContributionName> contribution_named(std::string_view name,
                                                   std::span<const std::string> labels) {
  for (const std::string& label : labels) {
    if (name == label + "_ax") return ContributionName{label, false};
    if (name == label + "_ay") return ContributionName{label, true};
  }
  return std::nullopt;
}

const ColumnKind* kind_named(std::string_view name) {
  const std::span<const ColumnKind> kinds = column_kinds();
  const auto at =
      std::find_if(kinds.begin(), kinds.end(), [&](const ColumnKind& kind) { return kind.name == name; });
  return at == kinds.end() ? nullptr : &*at;
}

std::vector<std::string> all_names(std::span<const std::string> labels) {
  std::vector<std::string> names;
  for (const ColumnKind& kind : column_kinds())
    names.emplace_back(kind.name);
  for (const std::string& label : labels) {
    names.push_back(label + "_ax");
    names.push_back(label + "_ay");
  }
  names.emplace_back(kAllContributions);
  return names;
}

// "contributions" replaced by what it stands for.
std::vector<std::string> expanded(std::string_view name, std::span<const std::string> labels) {
  if (name != kAllContributions) return {std::string(name)};
  std::vector<std::string> names;
  for (const std::string& label : labels) {
    names.push_back(label + "_ax");
    names.push_back(label + "_ay");
  }
  return names;
}

ColumnProblem unknown_column(std::size_t index, std::string_view name, std::vector<std::string> allowed) {
  ColumnProblem problem{index, fmt::format("there is no column \"{}\"", name), {}, std::move(allowed)};
  const std::vector<std::string_view> candidates(problem.allowed.begin(), problem.allowed.end());
  problem.nearest = std::string(nearest_name(name, candidates));
  if (!problem.nearest.empty()) problem.message += fmt::format("; did you mean \"{}\"?", problem.nearest);
  return problem;
}

}  // namespace

std::string_view name_of(ColumnType type) {
  static constexpr std::array<std::string_view, 3> kNames = {"integer", "number", "text"};
  return kNames[static_cast<std::size_t>(type)];
}

Column::Column(const ColumnKind& kind)
    : name_(kind.name), unit_(kind.unit), doc_(kind.doc), type_(kind.type), kind_(&kind) {}

Column::Column(const Contribution& contribution, const World& world)
    : name_(fmt::format("{}_{}", contribution.label, contribution.is_y ? "ay" : "ax")),
      unit_("m/s^2"),
      doc_(fmt::format(
          "What {} contributed to the acceleration along {} in the step before; 0 in the first row.",
          contribution.label, contribution.is_y ? "y" : "x")),
      type_(ColumnType::number),
      is_y_(contribution.is_y) {
  for (const Stack& stack : world.stacks) {
    const auto slot = std::find_if(stack.slots.begin(), stack.slots.end(),
                                   [&](const Slot& s) { return s.label == contribution.label; });
    slots_.push_back(slot == stack.slots.end() ? kNoIndex
                                               : static_cast<std::uint32_t>(slot - stack.slots.begin()));
  }
}

double Column::contribution(const TraceRow& row) const {
  const std::uint32_t stack = row.agents().type[row.agent];
  if (slots_[stack] == kNoIndex) return 0.0;
  const Contributions& all = row.simulator.contributions();
  DROVER_CHECK(all.enabled, "whoever writes contribution columns records contributions");
  const Vec3 part = all.by_stack[stack][slots_[stack]][row.agents().rank[row.agent]];
  return is_y_ ? part.y : part.x;
}

std::vector<std::string> contribution_labels(const World& world) {
  std::vector<std::string> labels;
  for (const Stack& stack : world.stacks) {
    for (const Slot& slot : stack.slots) {
      if (std::find(labels.begin(), labels.end(), slot.label) == labels.end()) labels.push_back(slot.label);
    }
  }
  return labels;
}

std::vector<ColumnProblem> validate_columns(std::span<const std::string> names, const World& world) {
  const std::vector<std::string> labels = contribution_labels(world);
  std::vector<ColumnProblem> problems;
  std::vector<std::string> seen;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (kind_named(names[k]) == nullptr && names[k] != kAllContributions &&
        !contribution_named(names[k], labels)) {
      problems.push_back(unknown_column(k, names[k], all_names(labels)));
      continue;
    }
    for (std::string& name : expanded(names[k], labels)) {
      if (std::find(seen.begin(), seen.end(), name) == seen.end()) {
        seen.push_back(std::move(name));
      } else {
        problems.push_back({k, fmt::format("the column \"{}\" is given twice", name), {}, {}});
      }
    }
  }
  return problems;
}

std::vector<Column> make_columns(std::span<const std::string> names, const World& world) {
  const std::vector<std::string> labels = contribution_labels(world);
  std::vector<std::string> wanted;
  for (const std::string& name : names) {
    for (std::string& one : expanded(name, labels))
      wanted.push_back(std::move(one));
  }
  if (names.empty()) wanted.assign(default_columns().begin(), default_columns().end());
  std::vector<Column> columns;
  for (const std::string& name : wanted) {
    if (const ColumnKind* kind = kind_named(name)) {
      columns.emplace_back(*kind);
      continue;
    }
    const std::optional<ContributionName> contribution = contribution_named(name, labels);
    DROVER_CHECK(contribution.has_value(), "names of columns are validated before");
    columns.emplace_back(Column::Contribution{contribution->label, contribution->is_y}, world);
  }
  return columns;
}

}  // namespace drover
