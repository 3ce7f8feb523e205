#include "scenario/explain_text.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenario/describe.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 5> kColumns = {"key", "type", "unit", "default", "range"};
using Row = std::array<std::string, kColumns.size()>;

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : std::string();
}

// An empty cell is a "-".
Row row_of(const Json& parameter) {
  const Json& value = parameter["default"];
  std::string by_default;
  if (parameter["required"])
    by_default = "required";
  else if (!value.is_null())
    by_default = value.is_number_float() ? number_text(value.get<double>()) : value.dump();
  Row row = {text_of(parameter["key"]), text_of(parameter["type"]), text_of(parameter["unit"]), by_default,
             text_of(parameter["range"])};
  std::ranges::replace(row, "", "-");
  return row;
}

std::string joined(const Json& names) {
  std::string text;
  for (const Json& name : names)
    text += (text.empty() ? "" : ", ") + text_of(name);
  return text;
}

std::string listed_numbers(const Json& numbers) {
  std::string text;
  for (const Json& number : numbers)
    text += (text.empty() ? "" : " or ") + fmt::format("{}", number.get<double>());
  return text;
}

// The sentences below the row of a parameter.
std::string notes(const Json& parameter) {
  std::string text = text_of(parameter["doc"]);
  if (!parameter["choices"].is_null()) text += fmt::format(" One of {}.", joined(parameter["choices"]));
  if (!parameter["otherwise"].is_null())
    text += fmt::format(" When absent: {}.", text_of(parameter["otherwise"]));
  for (const Json& condition : parameter["read_when"])
    text += fmt::format(" Only with {} {}.", text_of(condition["key"]), joined(condition["values"]));
  if (!parameter["dimensions"].is_null())
    text += fmt::format(" Only where dimensions is {}.", listed_numbers(parameter["dimensions"]));
  if (!parameter["planar_choices"].is_null())
    text += fmt::format(" Not in three dimensions: {}.", text_of(parameter["planar_choices"]));
  if (!parameter["degrees_key"].is_null())
    text += fmt::format(" In degrees: {}.", text_of(parameter["degrees_key"]));
  if (!parameter["original_default"].is_null())
    text += fmt::format(" Original default: {}.", text_of(parameter["original_default"]));
  return text;
}

// The first `count` columns of a row.
std::string line_of(const Row& row, const std::array<std::size_t, kColumns.size()>& widths,
                    std::size_t count) {
  std::string line = " ";
  for (std::size_t i = 0; i < count; ++i)
    line += fmt::format(" {:<{}}", row[i], widths[i] + 1);
  while (line.ends_with(' '))
    line.pop_back();
  return line + "\n";
}

std::string table_text(std::string_view title, const Json& parameters, std::size_t width) {
  if (parameters.empty()) return {};
  std::vector<Row> rows(1);
  for (std::size_t i = 0; i < kColumns.size(); ++i)
    rows[0][i] = kColumns[i];
  for (const Json& parameter : parameters)
    rows.push_back(row_of(parameter));
  std::array<std::size_t, kColumns.size()> widths = {};
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], row[i].size());
  }
  // In a narrow terminal the range is a sentence instead of a column.
  const std::size_t total = 1 + std::accumulate(widths.begin(), widths.end(), 2 * widths.size());
  const std::size_t count = total > width ? kColumns.size() - 1 : kColumns.size();
  std::string text = fmt::format("\n{}\n{}", title, line_of(rows[0], widths, count));
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::string& range = rows[i + 1].back();
    const std::string sentence =
        count == kColumns.size() || range == "-" ? "" : fmt::format(" Range: {}.", range);
    text += line_of(rows[i + 1], widths, count) + wrap(notes(parameters[i]) + sentence, 6, width);
  }
  return text;
}

std::string example_text(const Json& example, std::size_t width) {
  std::string text = example.is_string() ? text_of(example) : example.dump();
  if (text.size() + 2 > width && !example.is_string()) text = example.dump(2);
  std::string out = "\nexample\n  ";
  for (const char c : text) {
    out += c;
    if (c == '\n') out += "  ";
  }
  return out + "\n";
}

std::string kind_page(const Json& page, std::size_t width) {
  std::string text = fmt::format("{} ({})\n", text_of(page["name"]), text_of(page["family"]));
  text += wrap(text_of(page["summary"]), 2, width);
  if (!page["source"].is_null()) text += wrap("Source: " + text_of(page["source"]), 2, width);
  if (!page["dimensions"].is_null())
    text += wrap(fmt::format("Works where dimensions is {}.", listed_numbers(page["dimensions"])), 2, width);
  text += page["parameters"].empty() ? std::string("\nno parameters of its own\n")
                                     : table_text("parameters", page["parameters"], width);
  text += table_text(fmt::format("common to every {}", text_of(page["family"])), page["common"], width);
  for (const Json& other : page["common_elsewhere"])
    text += table_text(fmt::format("common to every {}", text_of(other["name"])), other["parameters"], width);
  text += example_text(page["example"], width);
  if (!page["related"].empty()) text += "\nrelated\n" + wrap(joined(page["related"]), 2, width);
  return text;
}

std::string object_page(const Json& page, std::size_t width) {
  std::string text = fmt::format("{} (object)\n", text_of(page["name"]));
  text += table_text("keys", page["parameters"], width);
  if (page["family"].is_null()) return text;
  const std::string by_default = text_of(page["default_kind"]);
  text += "\ntype";
  text += by_default.empty() ? " (required)\n" : fmt::format(" (default: {})\n", by_default);
  return text + kinds_text(page["kinds"], width);
}

// The ways to write a value, each with its meaning.
std::string notation_page(const Json& page, std::size_t width) {
  std::string text =
      fmt::format("{} (value)\n", text_of(page["name"])) + wrap(text_of(page["notation"]), 2, width) + "\n";
  std::size_t longest = 0;
  for (const Json& form : page["forms"])
    longest = std::max(longest, text_of(form[0]).size());
  for (const Json& form : page["forms"]) {
    std::string lines = wrap(text_of(form[1]), longest + 4, width);
    lines.replace(2, text_of(form[0]).size(), text_of(form[0]));
    text += lines;
  }
  return text;
}

}  // namespace

std::string wrap(std::string_view text, std::size_t indent, std::size_t width) {
  std::string out;
  std::string line;
  const auto flush = [&] {
    out += std::string(indent, ' ') + line + "\n";
    line.clear();
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (!line.empty() && indent + line.size() + 1 + word.size() > width) flush();
    if (!line.empty()) line += ' ';
    line += word;
  }
  if (!line.empty()) flush();
  return out;
}

std::string page_text(const Json& page, std::size_t width) {
  if (page.contains("notation")) return notation_page(page, width);
  if (!page.contains("parameter"))
    return page.contains("summary") ? kind_page(page, width) : object_page(page, width);
  std::string text = text_of(page["name"]) + "\n";
  text += table_text("key", Json::array({page["parameter"]}), width);
  if (page.contains("object")) text += "\n" + object_page(page["object"], width);
  return text;
}

std::string kinds_text(const Json& kinds, std::size_t width) {
  std::size_t longest = 0;
  for (const Json& kind : kinds)
    longest = std::max(longest, text_of(kind["name"]).size());
  std::string text;
  for (const Json& kind : kinds) {
    std::string lines = wrap(text_of(kind["summary"]), longest + 4, width);
    if (lines.empty()) lines = std::string(longest + 4, ' ') + "\n";
    const std::string name = text_of(kind["name"]);
    lines.replace(2, name.size(), name);
    text += lines;
  }
  return text;
}

}  // namespace drover
