#include "app/column_reference.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "observe/columns.h"

namespace drover {
namespace {

constexpr std::string_view kContributionName = "<behavior>_ax, <behavior>_ay";
constexpr std::string_view kContributionDoc =
    "What a behavior added to the agent's acceleration; \"contributions\" stands for all of these columns.";

bool is_default(const ColumnKind& kind) {
  const auto names = default_columns();
  return std::find(names.begin(), names.end(), kind.name) != names.end();
}

}  // namespace

std::string list_columns() {
  std::string text;
  for (const ColumnKind& kind : column_kinds()) {
    text += fmt::format("  {:<18} {:<6} {}{}\n", kind.name, kind.unit, kind.doc,
                        is_default(kind) ? " (default)" : "");
  }
  return text + fmt::format("  {}\n  {:<18} {:<6} {}\n", kContributionName, "", "m/s^2", kContributionDoc);
}

nlohmann::ordered_json list_columns_json() {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const ColumnKind& kind : column_kinds()) {
    list.push_back(
        {{"name", kind.name}, {"unit", kind.unit}, {"doc", kind.doc}, {"default", is_default(kind)}});
  }
  list.push_back(
      {{"name", kContributionName}, {"unit", "m/s^2"}, {"doc", kContributionDoc}, {"default", false}});
  return list;
}

}  // namespace drover
