#include "app/option_checks.h"

#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "app/console.h"
#include "observe/record/trace_writer.h"

namespace drover {
namespace {

template <typename Number>
std::optional<Number> parse(const std::string& text) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

// An empty message accepts the value.
CLI::Validator make_check(std::function<std::string(std::string&)> check) {
  return CLI::Validator(std::move(check), "");
}

}  // namespace

CLI::Validator whole_number_from(std::int64_t low) {
  return make_check([low](std::string& text) -> std::string {
    const std::optional<std::int64_t> value = parse<std::int64_t>(text);
    if (!value || *value < low) {
      return fmt::format("a whole number from {} to {} is needed, not \"{}\"", low,
                         std::numeric_limits<std::int64_t>::max(), text);
    }
    text = fmt::to_string(*value);
    return {};
  });
}

CLI::Validator number_between(double low, double high) {
  return make_check([low, high](std::string& text) -> std::string {
    const std::optional<double> value = parse<double>(text);
    if (value && *value >= low && *value <= high) return {};
    return fmt::format("a number from {} to {} is needed, not \"{}\"", low, high, text);
  });
}

CLI::Validator auto_always_never() {
  return make_check([](std::string& text) -> std::string {
    static constexpr std::array<std::pair<std::string_view, When>, 3> kWords = {
        {{"auto", When::automatic}, {"always", When::always}, {"never", When::never}}};
    for (const auto& [word, when] : kWords) {
      if (text != word) continue;
      text = fmt::to_string(static_cast<int>(when));
      return {};
    }
    return fmt::format("auto, always or never is needed, not \"{}\"", text);
  });
}

CLI::Validator trace_name() {
  return make_check([](std::string& text) -> std::string {
    if (trace_format_of(text)) return {};
    return fmt::format("a name that ends in .csv, .jsonl or .ndjson is needed, not \"{}\"", text);
  });
}

}  // namespace drover
