#include "golden/scenario_values.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/hash.h"
#include "scenario/plain_json.h"

namespace drover {
namespace {

constexpr std::size_t kLongestValue = 80;  // bytes
constexpr std::string_view kVariables = "/variables";

bool is_left_out(std::string_view key) {
  static constexpr std::array<std::string_view, 6> kKeys = {"$schema",     "format", "name",
                                                            "description", "record", "expect"};
  return key.starts_with("x-") || std::ranges::find(kKeys, key) != kKeys.end();
}

bool is_leaf(const JsonValue& value) {
  return value.members.empty() && std::ranges::all_of(value.items, [](const JsonValue& item) {
           return item.members.empty() && (item.items.empty() || is_leaf(item));
         });
}

std::string shortened(const std::string& text) {
  if (text.size() <= kLongestValue) return text;
  const auto is_inside_character = [&](std::size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xc0u) == 0x80u;  // of UTF-8
  };
  std::size_t end = kLongestValue / 2;
  while (is_inside_character(end))
    --end;
  return fmt::format("{}... ({})", text.substr(0, end), hex(hash_bytes(text)));
}

void append_values(const JsonValue& value, const std::string& pointer, std::vector<std::string>& lines) {
  if (is_leaf(value)) {
    const std::string text =
        to_json(value).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    lines.push_back(fmt::format("{}: {}", pointer, shortened(text)));
    return;
  }
  for (std::size_t i = 0; i < value.items.size(); ++i)
    append_values(value.items[i], fmt::format("{}/{}", pointer, i), lines);
  for (const JsonMember& member : value.members) {
    if (member.key.starts_with("x-") || (pointer.empty() && is_left_out(member.key))) continue;
    std::string own = pointer;
    append_pointer_token(own, member.key);
    append_values(member.value, own, lines);
  }
}

bool is_expression(const JsonValue& value) {
  return value.find("=") != nullptr;
}

bool holds_expression(const JsonValue& value) {
  return is_expression(value) || std::ranges::any_of(value.items, holds_expression) ||
         std::ranges::any_of(value.members,
                             [](const JsonMember& member) { return holds_expression(member.value); });
}

// Both have the same members in the same order, but for "variables", which are only in what was written. All
// that an expression stands for as a whole has that expression.
void append_expressions(const JsonValue& value, const JsonValue& written, const std::string& pointer,
                        std::vector<std::string>& lines) {
  if (is_leaf(value)) {
    if (holds_expression(written))
      lines.push_back(fmt::format("{}: {}", pointer, shortened(json_text(written))));
    return;
  }
  const bool is_whole = is_expression(written);
  for (std::size_t i = 0; i < value.items.size(); ++i)
    append_expressions(value.items[i], is_whole ? written : written.items[i],
                       fmt::format("{}/{}", pointer, i), lines);
  std::size_t at = 0;
  for (const JsonMember& member : value.members) {
    while (!is_whole && written.members[at].key != member.key)
      ++at;
    if (member.key.starts_with("x-") || (pointer.empty() && is_left_out(member.key))) continue;
    std::string own = pointer;
    append_pointer_token(own, member.key);
    append_expressions(member.value, is_whole ? written : written.members[at].value, own, lines);
  }
}

// A name that holds ": " itself is cut there, on both sides in the same place.
std::pair<std::string, std::string> split_line(const std::string& line) {
  const std::size_t at = std::min(line.find(": "), line.size());
  return {line.substr(0, at), line.substr(std::min(at + 2, line.size()))};
}

}  // namespace

std::vector<std::string> scenario_values(const JsonValue& document) {
  std::vector<std::string> lines;
  append_values(document, "", lines);
  return lines;
}

std::vector<std::string> scenario_expressions(const JsonValue& document, const JsonValue& written) {
  std::vector<std::string> lines;
  if (const JsonValue* variables = written.find("variables")) {
    for (const JsonMember& member : variables->members) {
      if (member.key.starts_with("x-")) continue;
      std::string own(kVariables);
      append_pointer_token(own, member.key);
      lines.push_back(fmt::format("{}: {}", own, shortened(json_text(member.value))));
    }
  }
  append_expressions(document, written, "", lines);
  return lines;
}

std::vector<ScenarioChange> compare_scenario_values(const std::vector<std::string>& before,
                                                    const std::vector<std::string>& after) {
  std::map<std::string, std::string> left;  // of before
  for (const std::string& line : before)
    left.insert(split_line(line));
  std::vector<ScenarioChange> changes;
  for (const std::string& line : after) {
    auto [pointer, value] = split_line(line);
    const auto old = left.find(pointer);
    if (old == left.end()) {
      changes.push_back({std::move(pointer), std::nullopt, std::move(value)});
      continue;
    }
    if (old->second != value) changes.push_back({std::move(pointer), old->second, std::move(value)});
    left.erase(old);
  }
  for (const std::string& line : before) {
    auto [pointer, value] = split_line(line);
    if (left.erase(pointer) > 0) changes.push_back({std::move(pointer), std::move(value), std::nullopt});
  }
  return changes;
}

std::vector<ScenarioChange> compare_scenario_lines(const ScenarioLines& before, const ScenarioLines& after) {
  std::vector<ScenarioChange> values = compare_scenario_values(before.values, after.values);
  if (before.expressions.empty() || after.expressions.empty()) return values;
  std::vector<ScenarioChange> changes = compare_scenario_values(before.expressions, after.expressions);
  std::erase_if(changes,
                [](const ScenarioChange& change) { return !change.pointer.starts_with(kVariables); });
  const std::set<std::string> of_before(before.expressions.begin(), before.expressions.end());
  std::set<std::string> unchanged;  // pointers
  for (const std::string& line : after.expressions) {
    if (of_before.contains(line)) unchanged.insert(split_line(line).first);
  }
  std::ranges::copy_if(values, std::back_inserter(changes),
                       [&](const ScenarioChange& change) { return !unchanged.contains(change.pointer); });
  return changes;
}

std::string describe(const ScenarioChange& change) {
  return fmt::format("{}: {} -> {}", change.pointer, change.before.value_or("(not there)"),
                     change.after.value_or("(removed)"));
}

}  // namespace drover
