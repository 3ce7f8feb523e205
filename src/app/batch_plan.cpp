#include "app/batch_plan.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/scenario_input.h"
#include "core/utf8.h"
#include "scenario/text_file.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

// What is wrong with an option, as a sentence.
struct BadOption {
  std::string problem;
};

// A plan is JSON, whose texts are UTF-8; names of files may be any bytes.
void require_utf8(std::string_view what, const std::string& text) {
  if (make_valid_utf8(text) != text)
    throw BadOption{fmt::format("{} {}: this is not UTF-8, which texts of a plan have to be", what, text)};
}

// JSON, or else the text itself, as --set takes it.
Json value_of(std::string_view text) {
  Json value = Json::parse(text, nullptr, false);
  return value.is_discarded() ? Json(text) : value;
}

std::optional<double> number_of(std::string_view text) {
  const Json value = Json::parse(text, nullptr, false);
  return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

// The parts between separators that stand in no brackets and no quotes.
std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  int depth = 0;
  bool is_quoted = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (c == '"' && (k == 0 || text[k - 1] != '\\')) is_quoted = !is_quoted;
    if (!is_quoted && (c == '[' || c == '{')) ++depth;
    if (!is_quoted && (c == ']' || c == '}')) --depth;
    if (c == separator && depth == 0 && !is_quoted) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

// "PATH=..." of an option.
std::pair<std::string, std::string> split_path(std::string_view option, const std::string& text,
                                               std::string_view example) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    throw BadOption{fmt::format("{} {}: expected {}", option, text, example)};
  require_utf8(option, text);
  return {text.substr(0, equals), text.substr(equals + 1)};
}

// A list, or FIRST:LAST:STEP.
Json axis_of(std::string_view option, const std::string& text) {
  const auto [path, values] = split_path(option, text, "PATH=VALUES, such as agents.0.count=10,20,50");
  Json axis = {{"path", path}};
  const std::vector<std::string> ends = split(values, ':');
  if (ends.size() == 1) {
    axis["values"] = Json::array();
    for (const std::string& value : split(values, ','))
      axis["values"].push_back(value_of(value));
    return axis;
  }
  constexpr std::array<const char*, 3> kKeys = {"from", "to", "step"};
  for (std::size_t k = 0; k < ends.size() && k < kKeys.size(); ++k) {
    const auto number = number_of(ends[k]);
    if (number) axis[kKeys[k]] = value_of(ends[k]);
  }
  if (ends.size() != kKeys.size() || axis.size() != kKeys.size() + 1)
    throw BadOption{fmt::format("{} {}: expected FIRST:LAST:STEP, three numbers", option, text)};
  return axis;
}

Json range_of(const std::string& text) {
  const auto [path, limits] =
      split_path("--range", text, "PATH=MIN:MAX, such as agents.0.count=10:100:whole");
  const std::vector<std::string> parts = split(limits, ':');
  const bool is_good = (parts.size() == 2 || parts.size() == 3) && number_of(parts[0]) &&
                       number_of(parts[1]) && (parts.size() == 2 || parts[2] == "whole" || parts[2] == "log");
  if (!is_good)
    throw BadOption{fmt::format("--range {}: expected MIN:MAX, MIN:MAX:whole or MIN:MAX:log", text)};
  Json range = {{"path", path}, {"min", value_of(parts[0])}, {"max", value_of(parts[1])}};
  if (parts.size() == 3 && parts[2] == "whole") range["whole"] = true;
  if (parts.size() == 3 && parts[2] == "log") range["scale"] = "log";
  return range;
}

// "20", "1..20" or "1,5,9".
void add_seeds(const std::string& text, Json& plan) {
  constexpr std::int64_t kMost = 1'000'000;
  constexpr std::uint64_t kLast = std::numeric_limits<std::int64_t>::max();
  const auto whole = [&](const std::string& part) -> std::int64_t {
    const Json value = Json::parse(part, nullptr, false);
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > kLast)
      throw BadOption{fmt::format("--seeds {}: expected how many there are, 1..20, or 1,5,9", text)};
    return value.get<std::int64_t>();
  };
  const std::size_t dots = text.find("..");
  if (dots != std::string::npos) {
    const std::int64_t first = whole(text.substr(0, dots));
    const std::int64_t last = whole(text.substr(dots + 2));
    if (last < first || last - first >= kMost)
      throw BadOption{
          fmt::format("--seeds {}: the last seed is above the first, by less than {}", text, kMost)};
    plan["seeds"] = Json::array();
    for (std::int64_t k = 0; k <= last - first; ++k)  // beyond the last seed there may be no number
      plan["seeds"].push_back(first + k);
    return;
  }
  const std::vector<std::string> parts = split(text, ',');
  if (parts.size() == 1) {
    plan["replications"] = whole(parts.front());
    return;
  }
  plan["seeds"] = Json::array();
  for (const std::string& part : parts)
    plan["seeds"].push_back(whole(part));
}

// Whether seeds are neither named nor varied, and there are several runs.
bool draws_seeds(const PlanOptions& options) {
  const bool names_seeds = options.seeds.find_first_of(".,") != std::string::npos;
  bool varies_seed = false;
  for (const auto* axes : {&options.over, &options.zip, &options.ranges}) {
    varies_seed = varies_seed || std::ranges::any_of(*axes, [](const std::string& text) {
                    return text.starts_with("seed=") || text.starts_with("/seed=");
                  });
  }
  const bool has_points = !options.over.empty() || !options.zip.empty() || options.samples;
  return !names_seeds && !varies_seed && (has_points || !options.seeds.empty());
}

// Of a scenario that was read. Where it can be read only once, it becomes a part of the plan.
Json plan_of(const PlanOptions& options, const JsonValue& scenario) {
  require_utf8("the scenario", options.input);
  require_utf8("--trace", options.trace);
  std::error_code error;
  const bool is_file = std::filesystem::is_regular_file(options.input, error);
  const JsonValue* name = scenario.find("name");
  const bool is_named = name != nullptr && name->is_string() && !name->string.empty();
  Json plan = {
      {"format", kPlanFormat},
      {"name", is_named ? name->string : name_from(std::filesystem::path(options.input).stem().string())},
      {"scenario", is_file ? Json(options.input) : Json::parse(json_text(scenario))}};
  if (!options.set.empty()) plan["set"] = Json::object();
  for (const std::string& text : options.set) {
    const auto [path, value] = split_path("--set", text, "PATH=VALUE, such as agents.0.max_speed=2");
    plan["set"][path] = value_of(value);
  }
  Json vary = Json::array();
  for (const std::string& text : options.over)
    vary.push_back(axis_of("--over", text));
  if (!options.zip.empty()) {
    Json axes = Json::array();
    for (const std::string& text : options.zip)
      axes.push_back(axis_of("--zip", text));
    vary.push_back({{"type", "zip"}, {"axes", std::move(axes)}});
  }
  if (options.ranges.empty() != !options.samples.has_value() ||
      (options.ranges.empty() && !options.sample.empty()))
    throw BadOption{
        "--range and --samples belong together: which paths are sampled, and how often; "
        "--sample says how"};
  if (options.samples) {
    Json ranges = Json::array();
    for (const std::string& text : options.ranges)
      ranges.push_back(range_of(text));
    const std::string type = options.sample.empty() ? "random" : options.sample;
    vary.push_back({{"type", type}, {"samples", *options.samples}, {"ranges", std::move(ranges)}});
  }
  if (!vary.empty()) plan["vary"] = std::move(vary);
  if (!options.seeds.empty()) add_seeds(options.seeds, plan);
  if (options.independent_seeds && !options.common_seeds && draws_seeds(options))
    plan["independent_seeds"] = true;
  if (!options.trace.empty()) plan["trace"] = options.trace;
  return plan;
}

}  // namespace

bool makes_plan(const PlanOptions& options) {
  return !options.over.empty() || !options.zip.empty() || !options.ranges.empty() || options.samples ||
         !options.sample.empty() || !options.set.empty() || !options.seeds.empty() ||
         !options.trace.empty() || options.common_seeds;
}

BatchPlan load_plan(const PlanOptions& options, const Console& console) {
  BatchPlan out{.plan = {}, .code = ExitCode::bad_input};
  Diagnostics diagnostics;
  std::optional<std::uint32_t> source = read_text_file(out.sources, options.input, JsonLimits{}, diagnostics);
  std::optional<JsonValue> document;
  if (source) document = parse_json(out.sources, *source, JsonLimits{}, diagnostics);
  const bool is_plan = document && looks_like_plan(*document);
  if (is_plan && makes_plan(options))
    return {
        .plan = {},
        .code = refuse(
            fmt::format("{} is a plan, which says itself what --over, --zip, --range, --sample, --samples, "
                        "--set, --seeds, --common-seeds and --trace say of a scenario",
                        options.input),
            ExitCode::usage, console)};
  if (!document || (!is_plan && diagnostics.has_errors())) {
    report_problems(diagnostics, out.sources, console);
    return out;
  }
  if (!is_plan) {
    try {
      // A source of its own: the places of problems are those in the plan that the options make.
      source = out.sources.add("plan of the options", plan_of(options, *document).dump(2));
    } catch (const BadOption& bad) {
      return {.plan = {}, .code = refuse(bad.problem, ExitCode::usage, console)};
    }
  }
  out.text = out.sources.at(*source).text;
  out.plan = read_plan(*source, out.sources, diagnostics);
  report_problems(diagnostics, out.sources, console);
  if (out.plan) out.code = ExitCode::ok;
  if (out.plan) out.plan->names_any_file = !is_plan;
  if (out.plan && options.max_runs) out.plan->max_runs = static_cast<std::size_t>(*options.max_runs);
  return out;
}

}  // namespace drover
