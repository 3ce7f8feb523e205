#include "scenario/scenario_reader.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenario/describe.h"
#include "scenario/document_names.h"
#include "scenario/extends.h"
#include "scenario/includes.h"
#include "scenario/json_document.h"
#include "scenario/json_edit.h"
#include "scenario/object_reader.h"
#include "scenario/reader_context.h"
#include "scenario/scenario_checks.h"
#include "scenario/scenario_writer.h"
#include "scenario/text_file.h"
#include "scenario/variables.h"

namespace drover {
namespace {

// What the world says of its dimensions decides how vectors anywhere in the document are read.
Dimensions dimensions_of(const JsonValue& document) {
  const JsonValue* const dimensions = value_at(document, "/world/dimensions");
  WorldDef world;
  if (dimensions != nullptr && dimensions->is_number()) world.dimensions = dimensions->number;
  return world.space();
}

// One reading of one text.
class ScenarioReader {
 public:
  ScenarioReader(const ReadOptions& options, const Catalog& catalog, JsonSources& sources,
                 Diagnostics& diagnostics)
      : options_(options), sources_(sources), context_{.catalog = catalog, .diagnostics = diagnostics} {
    context_.asked_columns = options.columns;
    for (std::uint32_t source = 0; source < sources.size(); ++source) {
      if (sources.at(source).included_from) context_.included.insert(source);
    }
  }

  std::optional<LoadedScenario> read(JsonValue document) {
    const std::size_t errors_before = context_.diagnostics.error_count();
    apply_options(document);
    if (!check_format(document)) return std::nullopt;
    check_document_names(document, context_);
    if (!resolve_types(document, stack_edits_, limits_.values, context_)) return std::nullopt;
    LoadedScenario result;
    if (document.find("variables") != nullptr) result.written = document;
    // Where a value is missing, the rest of the document would look wrong too.
    if (!resolve_expressions(document, limits_, sources_, context_)) return std::nullopt;
    context_.vectors_have_heights = dimensions_of(document) == Dimensions::space;
    context_.few_vectors_have_heights = dimensions_of(document) == Dimensions::elevated;
    read_object(document, ScenarioDef::table(), &result.def, context_);
    fill_stacks(result.def, context_.catalog);
    read_own_parameters(result.def, document, context_);
    repeat_to_the_end(result.def, document);
    apply_steps(result.def);
    check_scenario(result.def, document, options_.steps.has_value(), context_);
    if (context_.diagnostics.error_count() > errors_before) return std::nullopt;
    result.resolved =
        std::make_shared<const nlohmann::ordered_json>(write_object(ScenarioDef::table(), &result.def));
    result.hash = scenario_hash(result.def);
    result.document = std::move(document);
    return result;
  }

 private:
  void apply_options(JsonValue& document) {
    for (const std::string& argument : options_.set) {
      std::optional<JsonOverride> change = parse_override(sources_, argument, limits_, context_.diagnostics);
      if (change) apply(document, std::move(change->path), std::move(change->value));
    }
    for (const std::string& argument : options_.unset) {
      std::optional<JsonPath> path = read_path("--unset " + argument, argument);
      if (path) apply(document, std::move(*path), std::nullopt);
    }
    for (const ScenarioFlag& flag : options_.flags) {
      // The value is a source of its own, so that what is wrong with it is shown as a problem of the flag.
      const std::uint32_t source = sources_.add(flag.text, flag.value, SourceKind::command_line);
      std::optional<JsonValue> value = parse_json(sources_, source, limits_, context_.diagnostics);
      const std::optional<JsonPath> path = read_path(flag.text, flag.path);
      if (value && path) set_value(document, *path, std::move(*value), context_.diagnostics);
    }
    if (options_.seed) {
      const JsonValue seed = command_line_number("--seed", *options_.seed);
      set_value(document, {{"seed", seed.where}}, seed, context_.diagnostics);
    }
  }

  // Sets or removes a value. What belongs to a behavior by its label has to wait until its type is complete.
  void apply(JsonValue& document, JsonPath path, std::optional<JsonValue> value) {
    if (!path.empty() && path[0].text == "include") {
      context_.diagnostics.add(
          {.where = path[0].where, .message = "\"include\" cannot be changed: files are included before"});
    } else if (const std::optional<std::size_t> label = find_label(path)) {
      stack_edits_.push_back({std::move(path), *label, std::move(value)});
    } else if (value) {
      set_value(document, path, std::move(*value), context_.diagnostics);
    } else {
      unset_value(document, path, context_.diagnostics);
    }
  }

  // A path of the command line.
  std::optional<JsonPath> read_path(std::string name, const std::string& text) {
    const std::uint32_t source = sources_.add(std::move(name), text, SourceKind::command_line);
    const SourceRange whole{source, 0, static_cast<std::uint32_t>(text.size())};
    return parse_path(sources_, whole, limits_, context_.diagnostics);
  }

  // A source of its own, so that a number that is out of range is shown where it was written.
  JsonValue command_line_number(std::string_view flag, std::int64_t number) {
    const std::string text = fmt::format("{}", number);
    const std::uint32_t source =
        sources_.add(fmt::format("{} {}", flag, text), text, SourceKind::command_line);
    JsonValue value = make_json(JsonType::integer, {source, 0, static_cast<std::uint32_t>(text.size())});
    value.integer = number;
    value.number = static_cast<double>(number);
    return value;
  }

  // Nothing else can be said about a file of another format.
  bool check_format(const JsonValue& document) {
    const JsonValue* format = document.find("format");
    if (format == nullptr || !format->is_number()) return true;
    if (format->number == static_cast<double>(kScenarioFormat)) return true;
    const PointerScope scope(context_, "format");
    report(context_, format->where,
           {.message = fmt::format("this version of drover reads scenario format {}", kScenarioFormat),
            .found = fmt::format("format {}", number_text(format->number)),
            .allowed = {fmt::format("{}", kScenarioFormat)},
            .hint = format->number > static_cast<double>(kScenarioFormat)
                        ? "The file was written for a newer version of drover."
                        : "Formats start at 1."});
    return false;
  }

  void apply_steps(ScenarioDef& def) {
    if (!options_.steps) return;
    const JsonValue steps = command_line_number("--steps", *options_.steps);
    if (*options_.steps < 0 || *options_.steps > kMaxSteps) {
      report(context_, steps.where,
             {.message = "the number of steps is out of range",
              .found = describe(steps),
              .allowed = {fmt::format("0 to {}", kMaxSteps)}});
      return;
    }
    def.simulation.duration = static_cast<double>(*options_.steps) * def.simulation.dt;
  }

  const ReadOptions& options_;
  JsonSources& sources_;
  ReaderContext context_;
  JsonLimits limits_;
  std::vector<StackEdit> stack_edits_;
};

// The document of a source and of what it includes.
std::optional<JsonValue> read_document(std::uint32_t source, const DocumentOrigin& origin,
                                       const Catalog& catalog, JsonSources& sources,
                                       Diagnostics& diagnostics) {
  std::optional<JsonValue> document = parse_json(sources, source, JsonLimits{}, diagnostics);
  if (!document) return std::nullopt;
  ReaderContext context{.catalog = catalog, .diagnostics = diagnostics};
  const std::size_t errors_of_text = diagnostics.error_count();
  resolve_includes(*document, origin, JsonLimits{}, sources, context);
  // What an included file lacks, or would have brought, would be missed everywhere.
  const bool is_whole = diagnostics.error_count() == errors_of_text;
  return is_whole ? std::move(document) : std::nullopt;
}

// Errors of the document and of the rest are reported together.
std::optional<LoadedScenario> read_rest(std::optional<JsonValue> document, std::size_t errors_before,
                                        const ReadOptions& options, const Catalog& catalog,
                                        JsonSources& sources, Diagnostics& diagnostics) {
  if (!document) return std::nullopt;
  std::optional<LoadedScenario> scenario =
      read_scenario(std::move(*document), options, catalog, sources, diagnostics);
  return diagnostics.error_count() == errors_before ? std::move(scenario) : std::nullopt;
}

}  // namespace

std::optional<LoadedScenario> load_scenario(std::string_view path_or_dash, const ReadOptions& options,
                                            const Catalog& catalog, JsonSources& sources,
                                            Diagnostics& diagnostics) {
  const std::optional<std::uint32_t> source =
      read_text_file(sources, std::string(path_or_dash), JsonLimits{}, diagnostics);
  return source ? load_scenario(*source, options, catalog, sources, diagnostics) : std::nullopt;
}

std::optional<LoadedScenario> load_scenario(std::uint32_t source, const ReadOptions& options,
                                            const Catalog& catalog, JsonSources& sources,
                                            Diagnostics& diagnostics) {
  const std::size_t errors_before = diagnostics.error_count();
  // A link or a wrong name may have led here: of a file that is no scenario nothing is shown.
  if (!looks_like_object(sources.at(source).text)) {
    diagnostics.add({.where = whole_source(source),
                     .message = "this is no scenario",
                     .allowed = "an object: a text that begins with {"});
    return std::nullopt;
  }
  const std::string& path = sources.at(source).name;
  DocumentOrigin origin;
  if (path != kStandardInput) origin = {std::filesystem::path(path).parent_path().string(), path};
  return read_rest(read_document(source, origin, catalog, sources, diagnostics), errors_before, options,
                   catalog, sources, diagnostics);
}

std::optional<LoadedScenario> read_scenario_text(ScenarioText text, const ReadOptions& options,
                                                 const Catalog& catalog, JsonSources& sources,
                                                 Diagnostics& diagnostics) {
  const std::size_t errors_before = diagnostics.error_count();
  return read_rest(read_scenario_document(std::move(text), catalog, sources, diagnostics), errors_before,
                   options, catalog, sources, diagnostics);
}

std::optional<JsonValue> read_scenario_document(ScenarioText text, const Catalog& catalog,
                                                JsonSources& sources, Diagnostics& diagnostics) {
  const std::uint32_t source = sources.add(std::move(text.name), std::move(text.text));
  return read_document(source, {.folder = std::move(text.folder)}, catalog, sources, diagnostics);
}

std::optional<LoadedScenario> read_scenario(JsonValue document, const ReadOptions& options,
                                            const Catalog& catalog, JsonSources& sources,
                                            Diagnostics& diagnostics) {
  return ScenarioReader(options, catalog, sources, diagnostics).read(std::move(document));
}

}  // namespace drover
