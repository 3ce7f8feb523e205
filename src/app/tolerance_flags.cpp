#include "app/tolerance_flags.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include <fmt/format.h>

namespace drover {
namespace {

struct NamedTolerance {
  std::string name;
  Tolerance tolerance;
};

std::optional<double> parse_amount(std::string_view text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  return is_number && std::isfinite(value) && value >= 0.0 ? std::optional(value) : std::nullopt;
}

// NAME=ABS or NAME=ABS,REL
std::optional<NamedTolerance> parse_tolerance(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  if (equals == 0 || equals == std::string::npos) return std::nullopt;
  const std::string_view amounts = std::string_view(text).substr(equals + 1);
  const std::size_t comma = amounts.find(',');
  const auto absolute = parse_amount(amounts.substr(0, comma));
  const auto relative =
      comma == std::string_view::npos ? std::optional(0.0) : parse_amount(amounts.substr(comma + 1));
  if (!absolute || !relative) return std::nullopt;
  return NamedTolerance{text.substr(0, equals), {*absolute, *relative}};
}

CLI::Validator tolerance_text() {
  return CLI::Validator(
      [](std::string& text) {
        if (parse_tolerance(text)) return std::string();
        return fmt::format("NAME=ABS or NAME=ABS,REL is needed, with numbers from 0, not \"{}\"", text);
      },
      "");
}

}  // namespace

void add_tolerance_flag(CLI::App& command, std::vector<std::string>& texts, const std::string& doc) {
  command.add_option("--tolerance", texts, doc)
      ->type_name("NAME=ABS[,REL]")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all()
      ->check(tolerance_text());
}

void add_tolerances(const std::vector<std::string>& texts, Tolerances& tolerances) {
  for (const std::string& text : texts) {
    if (const auto parsed = parse_tolerance(text)) tolerances.set(parsed->name, parsed->tolerance);
  }
}

std::string unknown_tolerance(const Tolerances& tolerances, const std::vector<std::string>& known) {
  const std::string unknown = unknown_pattern(tolerances, known);
  return unknown.empty() ? "" : fmt::format("--tolerance: nothing here is called {}", unknown);
}

}  // namespace drover
