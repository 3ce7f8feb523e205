#include "golden/golden.h"

#include <cmath>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/erased.h"
#include "core/exact_integers.h"
#include "core/field.h"
#include "core/kind.h"
#include "scenario/json_document.h"
#include "scenario/object_reader.h"
#include "scenario/scenario_writer.h"
#include "scenario/text_file.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

constexpr Range kFromOne = closed(1, 1e9);
constexpr Range kSteps = closed(0, 1e9);

constexpr auto kAcceptanceFields = fields(
    field<&AcceptanceDef::reason>({.key = "reason", .doc = "Why the results are right."}),
    field<&AcceptanceDef::drover>({.key = "drover", .doc = "The version of drover that came to them."}),
    field<&AcceptanceDef::numerics>(
        {.key = "numerics",
         .doc = "The arithmetic they belong to; `drover version` prints that of a program.",
         .required = true}),
    field<&AcceptanceDef::hashes>(
        {.key = "hashes", .doc = "The form of the hashes; `drover version` prints that of a program."}));

constexpr auto kCheckpointFields = fields(
    field<&CheckpointDef::step>(
        {.key = "step", .range = kSteps, .doc = "A number of steps.", .required = true}),
    field<&CheckpointDef::hash>({.key = "hash", .doc = "The state hash after them.", .required = true}));

constexpr auto kDigestFields =
    fields(field<&DigestsDef::every>(
               {.key = "every", .range = kFromOne, .doc = "Steps from one digest to the next."}),
           field<&DigestsDef::hashes>({.key = "hashes", .doc = "The first four digits of each state hash."}));

constexpr auto kMetricFields = fields(
    field<&GoldenMetricDef::value>({.key = "value", .doc = "Its value.", .otherwise = "nothing to measure"}));

constexpr auto kUnmetExpectationFields =
    fields(field<&UnmetExpectationDef::metric>({.key = "metric", .doc = "Its path.", .required = true}),
           field<&UnmetExpectationDef::at_most>(
               {.key = "at_most", .doc = "Greatest value expected.", .otherwise = "no limit"}),
           field<&UnmetExpectationDef::at_least>(
               {.key = "at_least", .doc = "Least value expected.", .otherwise = "no limit"}),
           field<&UnmetExpectationDef::value>(
               {.key = "value", .doc = "What was measured.", .otherwise = "nothing to measure"}),
           field<&UnmetExpectationDef::why>({.key = "why", .doc = "Why there was nothing to measure."}));

constexpr auto kToleranceFields = fields(
    field<&ToleranceDef::absolute>(
        {.key = "abs", .range = kNotNegative, .doc = "How far a number may be off, in its unit."}),
    field<&ToleranceDef::relative>({.key = "rel",
                                    .range = kNotNegative,
                                    .doc = "The same as a part of the accepted number; both add up."}));

constexpr auto kTolerancesFields =
    fields(field<&TolerancesDef::horizon>({.key = "horizon",
                                           .range = kSteps,
                                           .doc = "The trace is compared up to this step.",
                                           .otherwise = "to its end"}),
           field<&TolerancesDef::columns>(
               {.key = "columns", .doc = "Tolerances of columns of the trace; \"*\" is every other."}),
           field<&TolerancesDef::metrics>(
               {.key = "metrics", .doc = "Tolerances of metrics; \"path_progress.*\" names several."}));

constexpr auto kTraceFields = fields(
    field<&GoldenTraceDef::every>(
        {.key = "every", .range = kFromOne, .doc = "Steps from one state to the next."}),
    field<&GoldenTraceDef::rows>({.key = "rows", .doc = "A trace as CSV, the names of its columns first."}));

constexpr auto kFields = fields(
    field<&GoldenDef::format>({.key = "format",
                               .range = closed(kGoldenFormat, kGoldenFormat),
                               .doc = "Version of the format of golden files.",
                               .required = true}),
    field<&GoldenDef::scenario>(
        {.key = "scenario", .doc = "The scenario's file, seen from the golden's folder.", .required = true}),
    field<&GoldenDef::accepted>({.key = "accepted", .doc = "Why it was accepted, and what came to it."}),
    field<&GoldenDef::scenario_hash>(
        {.key = "scenario_hash", .doc = "Identifies what the motion follows from.", .required = true}),
    field<&GoldenDef::dt>(
        {.key = "dt", .unit = "s", .range = kPositive, .doc = "Time of a step.", .required = true}),
    field<&GoldenDef::steps>({.key = "steps", .range = kSteps, .doc = "Steps of the run.", .required = true}),
    field<&GoldenDef::state_hash>(
        {.key = "state_hash", .doc = "The state hash after the last step.", .required = true}),
    field<&GoldenDef::checkpoints>({.key = "checkpoints", .doc = "State hashes on the way."}),
    field<&GoldenDef::digests>(
        {.key = "digests", .doc = "Short state hashes of every step, to find where runs part."}),
    field<&GoldenDef::metrics>({.key = "metrics", .doc = "What was measured, by path."}),
    field<&GoldenDef::scenario_values>(
        {.key = "scenario_values",
         .doc = "The values it follows from, to show what changed in the scenario."}),
    field<&GoldenDef::scenario_expressions>(
        {.key = "scenario_expressions",
         .doc = "Its variables, and the expressions that values come out of, to show which were changed."}),
    field<&GoldenDef::unmet_expectations>(
        {.key = "unmet_expectations",
         .doc = "What the scenario expected of the run and the run did not meet."}),
    field<&GoldenDef::tolerances>(
        {.key = "tolerances",
         .doc = "What may differ when the bits do. It is kept when a change is accepted.",
         .otherwise = "nothing may differ"}),
    field<&GoldenDef::trace>(
        {.key = "trace", .doc = "States on the way, number by number.", .otherwise = "none"}));

std::vector<Problem> check_metric(const GoldenMetricDef& metric) {
  if (!metric.value.is_drawn()) return {};
  return {{"/value", "\"value\" is a number, not a distribution"}};
}

std::vector<Problem> check_unmet(const UnmetExpectationDef& unmet) {
  if (!unmet.at_most.is_drawn() && !unmet.at_least.is_drawn() && !unmet.value.is_drawn()) return {};
  return {{"", "limits and values are numbers, not distributions"}};
}

std::optional<double> number_of(const Parameter& parameter) {
  return parameter.is_present() ? std::optional(parameter.constant()) : std::nullopt;
}

// Every tolerance has to be for something: a misspelled one would be for nothing.
std::vector<Problem> check_golden(const GoldenDef& golden) {
  std::vector<std::string> paths;
  for (const auto& [path, metric] : golden.metrics)
    paths.push_back(path);
  const std::vector<std::string> columns =
      golden.trace ? golden.trace->columns() : std::vector<std::string>{};
  std::vector<Problem> problems;
  for (const std::string& unknown : {unknown_pattern(golden.metric_tolerances(), paths),
                                     unknown_pattern(golden.column_tolerances(), columns)}) {
    if (!unknown.empty())
      problems.push_back({"/tolerances", fmt::format("nothing in the golden is called {}", unknown)});
  }
  return problems;
}

Tolerances tolerances_from(const NamedList<ToleranceDef>& list) {
  Tolerances tolerances;
  for (const auto& [name, def] : list)
    tolerances.set(name, {def.absolute, def.relative});
  return tolerances;
}

constexpr std::size_t kLineWidth = 110;

std::string scalar_text(const Json& value) {
  // A count is a count, although every metric is a double.
  if (value.is_number_float()) {
    const double number = value.get<double>();
    const bool is_whole = number == std::floor(number) && std::fabs(number) < kLargestExactInteger;
    if (is_whole && number != 0.0) return fmt::format("{}", static_cast<std::int64_t>(number));
    if (number == 0.0) return "0";
  }
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// On one line where it fits, else one line for each member. Members without a value are left out of objects.
std::string json_text(const Json& value, std::size_t indent) {
  if (!value.is_structured()) return scalar_text(value);
  std::vector<std::string> members;
  std::size_t width = indent;
  for (const auto& [key, member] : value.items()) {
    if (value.is_object() && member.is_null()) continue;
    const std::string name = value.is_object() ? scalar_text(Json(key)) + ": " : "";
    members.push_back(name + json_text(member, indent + 2));
    width += members.back().size() + 2;
  }
  const std::string_view brackets = value.is_object() ? "{}" : "[]";
  const bool fits = width <= kLineWidth && indent > 0;
  const std::string line(indent, ' ');
  const std::string separator = fits ? ", " : ",\n  " + line;
  const std::string text = fmt::format("{}", fmt::join(members, separator));
  if (fits || members.empty()) return fmt::format("{}{}{}", brackets[0], text, brackets[1]);
  return fmt::format("{0}\n  {1}{2}\n{1}{3}", brackets[0], line, text, brackets[1]);
}

}  // namespace

const Table& AcceptanceDef::table() {
  static constexpr Table kTable{.name = "golden_accepted", .fields = kAcceptanceFields};
  return kTable;
}

const Table& CheckpointDef::table() {
  static constexpr Table kTable{.name = "golden_checkpoint", .fields = kCheckpointFields};
  return kTable;
}

const Table& DigestsDef::table() {
  static constexpr Table kTable{.name = "golden_digests", .fields = kDigestFields};
  return kTable;
}

const Table& GoldenMetricDef::table() {
  static constexpr Table kTable{
      .name = "golden_metric", .fields = kMetricFields, .check = erased<check_metric>};
  return kTable;
}

const Table& UnmetExpectationDef::table() {
  static constexpr Table kTable{
      .name = "unmet_expectation", .fields = kUnmetExpectationFields, .check = erased<check_unmet>};
  return kTable;
}

const Table& ToleranceDef::table() {
  static constexpr Table kTable{.name = "tolerance", .fields = kToleranceFields};
  return kTable;
}

const Table& TolerancesDef::table() {
  static constexpr Table kTable{.name = "tolerances", .fields = kTolerancesFields};
  return kTable;
}

const Table& GoldenTraceDef::table() {
  static constexpr Table kTable{.name = "golden_trace", .fields = kTraceFields};
  return kTable;
}

const Table& GoldenDef::table() {
  static constexpr Table kTable{.name = "golden", .fields = kFields, .check = erased<check_golden>};
  return kTable;
}

std::vector<std::string> GoldenTraceDef::columns() const {
  std::vector<std::string> names;
  std::istringstream header(rows.empty() ? std::string() : rows.front());
  for (std::string name; std::getline(header, name, ',');)
    names.push_back(name);
  return names;
}

void GoldenDef::set_unmet(std::span<const Verdict> verdicts) {
  unmet_expectations.clear();
  for (const Verdict& verdict : verdicts) {
    if (verdict.pass) continue;
    UnmetExpectationDef& unmet = unmet_expectations.emplace_back();
    unmet.metric = verdict.metric;
    if (verdict.at_most) unmet.at_most = *verdict.at_most;
    if (verdict.at_least) unmet.at_least = *verdict.at_least;
    if (verdict.value.number) unmet.value = *verdict.value.number;
    unmet.why = verdict.value.why;
  }
}

std::vector<Verdict> GoldenDef::unmet() const {
  std::vector<Verdict> verdicts;
  for (const UnmetExpectationDef& unmet : unmet_expectations) {
    Verdict& verdict = verdicts.emplace_back();
    verdict.metric = unmet.metric;
    verdict.at_most = number_of(unmet.at_most);
    verdict.at_least = number_of(unmet.at_least);
    verdict.value.number = number_of(unmet.value);
    verdict.value.why = unmet.why;
  }
  return verdicts;
}

Tolerances GoldenDef::column_tolerances() const {
  return tolerances ? tolerances_from(tolerances->columns) : Tolerances{};
}

Tolerances GoldenDef::metric_tolerances() const {
  return tolerances ? tolerances_from(tolerances->metrics) : Tolerances{};
}

Json GoldenDef::metric_tree() const {
  Json tree = Json::object();
  for (const auto& [path, metric] : metrics) {
    const std::size_t dot = path.find('.');
    const std::string output = dot == std::string::npos ? "" : path.substr(dot + 1);
    Json& value = tree[path.substr(0, dot)][output];
    if (metric.value.is_present()) value = metric.value.constant();
  }
  return tree;
}

std::string to_text(const GoldenDef& golden) {
  Json document = write_object(GoldenDef::table(), &golden);
  // Few goldens have any.
  for (const char* key : {"scenario_expressions", "unmet_expectations"}) {
    if (document[key].empty()) document.erase(key);
  }
  return json_text(document, 0) + "\n";
}

std::optional<GoldenDef> read_golden(const std::string& path, JsonSources& sources,
                                     Diagnostics& diagnostics) {
  const std::size_t errors_before = diagnostics.error_count();
  const std::optional<std::uint32_t> source = read_text_file(sources, path, JsonLimits{}, diagnostics);
  if (!source) return std::nullopt;
  const std::optional<JsonValue> document = parse_json(sources, *source, JsonLimits{}, diagnostics);
  if (!document) return std::nullopt;
  static const Catalog kNoKinds{std::vector<Catalog::Family>{}};  // none can be chosen in a golden
  ReaderContext context{.catalog = kNoKinds, .diagnostics = diagnostics};
  GoldenDef golden;
  read_object(*document, GoldenDef::table(), &golden, context);
  if (diagnostics.error_count() > errors_before) return std::nullopt;
  return golden;
}

}  // namespace drover
