#include "run/result_json.h"

#include <utility>

#include <fmt/format.h>

#include "observe/record/entry_below.h"
#include "scenario/plain_json.h"
#include "scenario/text_file.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

std::string first_problem(const JsonSources& sources, const Diagnostics& diagnostics) {
  const Diagnostic problem = diagnostics.sorted().front();
  const std::string& name = sources.at(problem.where.source).name;
  if (problem.where.begin == kNoOffset) return fmt::format("cannot read {}: {}", name, problem.message);
  return fmt::format("{}:{}: {}", name, sources.line_number(problem.where.source, problem.where.begin),
                     problem.message);
}

JsonReading parse(const JsonSources& sources, std::optional<std::uint32_t> source, const JsonLimits& limits,
                  Diagnostics& diagnostics) {
  std::optional<JsonValue> document;
  if (source) document = parse_json(sources, *source, limits, diagnostics);
  if (!document || diagnostics.has_errors()) return {.problem = first_problem(sources, diagnostics)};
  return {.document = to_json(*document)};
}

}  // namespace

JsonReading read_result(const std::string& path, const JsonLimits& limits) {
  JsonSources sources;
  Diagnostics diagnostics;
  const auto source = read_text_file(sources, path, limits, diagnostics, FileKinds::regular);
  return parse(sources, source, limits, diagnostics);
}

JsonReading read_result_below(const std::string& root, const std::string& name, const JsonLimits& limits) {
  const std::string path = root + "/" + name;
  switch (entry_below(root, name)) {
    case Entry::file:
      return read_result(path, limits);
    case Entry::absent:
      return {.problem = fmt::format("cannot read {}: there is no such file", path)};
    default:
      return {.problem =
                  fmt::format("cannot read {}: it is no regular file, or a symbolic link leads to it", path)};
  }
}

JsonReading parse_result(const std::string& name, std::string text, const JsonLimits& limits) {
  JsonSources sources;
  Diagnostics diagnostics;
  const std::uint32_t source = sources.add(name, std::move(text));
  return parse(sources, source, limits, diagnostics);
}

std::optional<double> number_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

std::string text_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

}  // namespace drover
