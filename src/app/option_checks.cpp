#include "app/option_checks.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/console.h"
#include "app/suggestion.h"
#include "app/templates.h"
#include "core/text.h"
#include "observe/dataset/dataset_format.h"

namespace drover {
namespace {

template <typename Number>
std::optional<Number> parse(std::string_view text) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

// In lower case; empty for standard output, and for what stands in /dev.
std::string ending_of(const std::string& path) {
  if (path.starts_with("/dev/") || path.starts_with("/proc/")) return {};
  return lower_case(std::filesystem::path(path).extension().string());
}

std::optional<double> parse_amount(std::string_view text) {
  const std::optional<double> value = parse<double>(text);
  return value && std::isfinite(*value) && *value >= 0.0 ? value : std::nullopt;
}

std::optional<std::pair<std::string, Tolerance>> parse_tolerance(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  if (equals == 0 || equals == std::string::npos) return std::nullopt;
  const std::string_view amounts = std::string_view(text).substr(equals + 1);
  const std::size_t comma = amounts.find(',');
  const auto absolute = parse_amount(amounts.substr(0, comma));
  const auto relative =
      comma == std::string_view::npos ? std::optional(0.0) : parse_amount(amounts.substr(comma + 1));
  if (!absolute || !relative) return std::nullopt;
  return std::pair(text.substr(0, equals), Tolerance{*absolute, *relative});
}

}  // namespace

std::string check_whole_number(std::string& text, std::int64_t low, std::int64_t high) {
  const std::optional<std::int64_t> value = parse<std::int64_t>(text);
  if (!value || *value < low || *value > high)
    return fmt::format("a whole number from {} to {} is needed, not \"{}\"", low, high, text);
  text = fmt::to_string(*value);
  return {};
}

std::string check_size(std::string& text) {
  constexpr std::string_view kEndings = "KMGT";
  constexpr std::int64_t kMost = std::int64_t{1} << 60;
  std::string_view digits = text;
  const std::size_t power = digits.empty() ? std::string_view::npos : kEndings.find(digits.back());
  if (power != std::string_view::npos) digits.remove_suffix(1);
  const unsigned shift = power == std::string_view::npos ? 0 : 10 * (static_cast<unsigned>(power) + 1);
  const std::optional<std::int64_t> value = parse<std::int64_t>(digits);
  if (!value || *value < 1 || *value > kMost >> shift)
    return fmt::format("a size such as 500000, 200M or 2G is needed, not \"{}\"", text);
  text = fmt::to_string(*value << shift);
  return {};
}

std::string check_number(const std::string& text, double low, double high) {
  const std::optional<double> value = parse<double>(text);
  if (value && *value >= low && *value <= high) return {};
  return fmt::format("a number from {} to {} is needed, not \"{}\"", low, high, text);
}

std::string check_when(std::string& text) {
  static constexpr std::array<std::pair<std::string_view, When>, 3> kWords = {
      {{"auto", When::automatic}, {"always", When::always}, {"never", When::never}}};
  for (const auto& [word, when] : kWords) {
    if (text != word) continue;
    text = fmt::to_string(static_cast<int>(when));
    return {};
  }
  return fmt::format("auto, always or never is needed, not \"{}\"", text);
}

std::string check_name(const std::string& text) {
  return text.empty() ? "the name is empty" : "";
}

std::string check_metrics_name(const std::string& text) {
  const std::string ending = ending_of(text);
  if (ending.empty() || ending == ".json") return {};
  return fmt::format("metrics are written as JSON: a name that ends in .json is needed, not \"{}\"", text);
}

std::string check_picture_name(const std::string& text) {
  const std::string ending = ending_of(text);
  if (ending.empty() || ending == ".svg") return {};
  std::string problem =
      fmt::format("pictures are written as SVG: a name that ends in .svg is needed, not \"{}\"", text);
  if (ending == ".png" || ending == ".pdf") {
    const std::string stem = text.substr(0, text.size() - ending.size());
    problem += fmt::format("; rsvg-convert makes a {} from it: rsvg-convert -f {} {}.svg -o {}",
                           ending == ".png" ? "PNG" : "PDF", ending.substr(1), stem, text);
  }
  return problem;
}

std::string check_page_name(const std::string& text) {
  if (ending_of(text) == ".html") return {};
  return fmt::format("a page is written as HTML: a name that ends in .html is needed, not \"{}\"", text);
}

std::string check_picture_or_page_name(const std::string& text) {
  if (ending_of(text) == ".html") return {};
  const std::string problem = check_picture_name(text);
  return problem.empty() ? problem : problem + "; or one that ends in .html, for a page that plays the run";
}

std::string check_trace_name(const std::string& text) {
  if (dataset_format_of(text) != nullptr) return {};
  return fmt::format("a name with the ending of a format is needed, not \"{}\": {}; or name the format", text,
                     known_endings());
}

std::string check_template(const std::string& text) {
  const std::vector<std::string> names = template_names();
  if (std::ranges::find(names, text) != names.end()) return {};
  return fmt::format("there is no template \"{}\"{}; the templates are {}", text, suggestion(text, names),
                     fmt::join(names, ", "));
}

std::string check_tolerance(const std::string& text) {
  if (parse_tolerance(text)) return {};
  return fmt::format("NAME=ABS or NAME=ABS,REL is needed, with numbers from 0, not \"{}\"", text);
}

void add_tolerance(const std::string& text, Tolerances& tolerances) {
  if (const auto parsed = parse_tolerance(text)) tolerances.set(parsed->first, parsed->second);
}

std::string unknown_tolerance(const Tolerances& tolerances, const std::vector<std::string>& known) {
  const std::string unknown = unknown_pattern(tolerances, known);
  return unknown.empty() ? "" : fmt::format("--tolerance: nothing here is called {}", unknown);
}

}  // namespace drover
