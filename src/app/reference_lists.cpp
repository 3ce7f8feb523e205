#include "app/reference_lists.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "observe/dataset/dataset_format.h"
#include "observe/record/columns.h"
#include "quantities/registry.h"
#include "scenario/builtin_types.h"
#include "scenario/explain_text.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

// The columns that depend on the behaviors of a scenario.
struct BehaviorColumn {
  std::string_view name;
  std::string_view unit;
  std::string_view doc;
};
constexpr BehaviorColumn kBehaviorColumns[] = {
    {"<quantity>", "",
     "A quantity that the scenario declares under \"quantities\", by its name; empty where it is not "
     "finite."},
    {"<behavior>_ax, <behavior>_ay", "m/s^2",
     "What a behavior added to the agent's acceleration; \"contributions\" stands for all of these columns. "
     "In "
     "space also _az."},
    {"<behavior>_vx, <behavior>_vy", "m/s",
     "The same where the body takes velocities: what a behavior added to the velocity asked for. In space "
     "also _vz."},
    {"<behavior>_on", "",
     "Of a behavior with \"when\": 1 where its condition held in the step before, else 0; 0 in the first "
     "row."},
    {"<behavior>_<aim>_x, <behavior>_<aim>_y", "m",
     "Where a behavior steers to or probes in this state: pursue_aim_x is the predicted place, "
     "wander_circle_x the middle of its circle, wall_avoidance_feeler_left_x the tip of a feeler, "
     "obstacle_avoidance_box_front_left_x a corner of its box; empty where there is none. In space also _z."},
    {"state.<column>", "",
     "Any number of agents that a saved state holds, by the name it has there, such as state.mass, "
     "state.mode_since or state.fish/wander/memory[0]."},
};

// The quantities that are columns by the name of their kind.
std::vector<const QuantityKind*> quantity_columns() {
  const std::span<const ColumnKind> columns = column_kinds();
  std::vector<const QuantityKind*> quantities;
  for (const QuantityKind* quantity : quantity_kinds()) {
    if (needs_no_parameters(*quantity) &&
        std::ranges::find(columns, quantity->name, &ColumnKind::name) == columns.end())
      quantities.push_back(quantity);
  }
  return quantities;
}

bool is_default(const ColumnKind& kind, Dimensions dimensions = Dimensions::plane) {
  const auto names = default_columns(dimensions);
  return std::ranges::find(names, kind.name) != names.end();
}

// Which worlds have the column, where these are not all, and where it is there without being chosen.
std::string text_of(const ColumnKind& kind) {
  static constexpr std::array<std::string_view, 3> kWhere = {"", " Where \"dimensions\" is not 2.",
                                                             " Where \"dimensions\" is 3."};
  const bool is_default_there = is_default(kind, kind.from) ||
                                (kind.from == Dimensions::elevated && is_default(kind, Dimensions::space));
  return fmt::format("{}{}{}", kind.doc, kWhere[static_cast<std::size_t>(kind.from)],
                     is_default_there ? " (default)" : "");
}

// The name, the unit and the sentence, which goes on below itself.
std::string row_text(std::string_view name, std::string_view unit, const std::string& doc,
                     std::size_t width) {
  const std::string head = fmt::format("  {:<18} {:<6} ", name, unit);
  std::string lines = wrap(doc, head.size(), width);
  return lines.replace(0, head.size(), head);
}

std::string summary_of(const DatasetFormat& format) {
  return fmt::format("{} Ends in {}.", format.summary, fmt::join(format.endings, ", "));
}

Json describe(const BuiltinTypes& types) {
  const Json text = Json::parse(types.text);
  Json names = Json::array();
  for (const auto& [name, type] : text["agent_types"].items())
    names.push_back(name);
  return {{"name", fmt::format("{}{}", kBuiltinPrefix, types.name)},
          {"summary", text["description"]},
          {"agent_types", std::move(names)}};
}

}  // namespace

std::string list_columns(std::size_t width) {
  std::string text;
  for (const ColumnKind& kind : column_kinds())
    text += row_text(kind.name, kind.unit, text_of(kind), width);
  for (const QuantityKind* quantity : quantity_columns())
    text += row_text(quantity->name, quantity->unit, std::string(quantity->summary), width);
  for (const BehaviorColumn& column : kBehaviorColumns)
    text += fmt::format("  {}\n", column.name) + row_text("", column.unit, std::string(column.doc), width);
  return text;
}

std::string explain_column(std::string_view name, std::size_t width) {
  for (const ColumnKind& kind : column_kinds()) {
    if (kind.name == name) return "trace column\n" + row_text(kind.name, kind.unit, text_of(kind), width);
  }
  for (const QuantityKind* quantity : quantity_columns()) {
    if (quantity->name == name)
      return "trace column\n" + row_text(name, quantity->unit, std::string(quantity->summary), width);
  }
  return {};
}

Json list_columns_json() {
  Json list = Json::array();
  for (const ColumnKind& kind : column_kinds()) {
    list.push_back(
        {{"name", kind.name}, {"unit", kind.unit}, {"doc", kind.doc}, {"default", is_default(kind)}});
  }
  for (const QuantityKind* quantity : quantity_columns()) {
    list.push_back(
        {{"name", quantity->name}, {"unit", quantity->unit}, {"doc", quantity->summary}, {"default", false}});
  }
  for (const BehaviorColumn& column : kBehaviorColumns) {
    list.push_back({{"name", column.name}, {"unit", column.unit}, {"doc", column.doc}, {"default", false}});
  }
  return list;
}

std::string list_formats(std::size_t width) {
  Json kinds = Json::array();
  for (const DatasetFormat* format : dataset_formats())
    kinds.push_back({{"name", format->name}, {"summary", summary_of(*format)}});
  return kinds_text(kinds, width);
}

Json list_formats_json() {
  Json list = Json::array();
  for (const DatasetFormat* format : dataset_formats()) {
    list.push_back({{"name", format->name},
                    {"summary", format->summary},
                    {"source", format->source},
                    {"endings", format->endings}});
  }
  return list;
}

std::string explain_format(std::string_view name, std::size_t width) {
  const DatasetFormat* format = find_dataset_format(name);
  if (format == nullptr) return {};
  return fmt::format("{} (format of trajectories)\n{}  source: {}\n", format->name,
                     wrap(summary_of(*format), 2, width), format->source);
}

std::string list_types(std::size_t width) {
  return kinds_text(list_types_json(), width);
}

Json list_types_json() {
  Json list = Json::array();
  for (const BuiltinTypes& types : builtin_types())
    list.push_back(describe(types));
  return list;
}

std::string explain_types(std::string_view name, std::size_t width) {
  const bool has_prefix = name.starts_with(kBuiltinPrefix);
  const BuiltinTypes* types = find_builtin_types(has_prefix ? name.substr(kBuiltinPrefix.size()) : name);
  if (types == nullptr) return {};
  const Json described = describe(*types);
  const std::string full_name = described["name"].get<std::string>();
  std::string text = fmt::format("{} (types to include)\n", full_name);
  text += wrap(described["summary"].get<std::string>(), 2, width) + "\n";
  text += fmt::format("  \"include\": [\"{}\"] declares the agent types", full_name);
  for (const Json& type : described["agent_types"])
    text +=
        fmt::format("{} {}", &type == &described["agent_types"].front() ? "" : ",", type.get<std::string>());
  return text + "\n\n" + std::string(types->text);
}

}  // namespace drover
