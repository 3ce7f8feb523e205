// drover list, explain and schema: the reference, printed from the field tables.
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/catalog.h"
#include "app/commands.h"
#include "app/explain_picture.h"
#include "app/files.h"
#include "app/kind_pictures.h"
#include "app/reference_lists.h"
#include "app/templates.h"
#include "batch/plan_reader.h"
#include "core/text.h"
#include "observe/metrics/metric.h"
#include "observe/record/json_file.h"
#include "scenario/builtin_types.h"
#include "scenario/explain.h"
#include "scenario/explain_text.h"
#include "scenario/json_schema.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

struct Listing {
  std::string_view word;    // what the user types
  std::string_view family;  // of the catalog; empty: no kinds, but what these give
  std::string (*text)(std::size_t width) = nullptr;
  Json (*json)() = nullptr;
};
constexpr std::array<Listing, 20> kListings = {{{"behaviors", "behavior"},
                                                {"arbiters", "arbiter"},
                                                {"targeters", "targeter"},
                                                {"decomposers", "decomposer"},
                                                {"constraints", "constraint"},
                                                {"path_actuators", "path_actuator"},
                                                {"conditions", "condition"},
                                                {"quantities", "quantity"},
                                                {"actions", "action"},
                                                {"actuators", "actuator"},
                                                {"locomotion", "locomotion"},
                                                {"placements", "placement"},
                                                {"patterns", "pattern"},
                                                {"events", "event"},
                                                {"metrics", "metric"},
                                                {"columns", "", list_columns, list_columns_json},
                                                {"sweeps", "sweep"},
                                                {"formats", "", list_formats, list_formats_json},
                                                {"types", "", list_types, list_types_json},
                                                {"templates", "", list_templates, list_templates_json}}};

// Accepts the singular too, which is the family of kinds.
const Listing* find_listing(std::string_view word) {
  for (const Listing& listing : kListings) {
    const std::string_view singular =
        listing.family.empty() ? listing.word.substr(0, listing.word.size() - 1) : listing.family;
    if (word == listing.word || word == singular) return &listing;
  }
  return nullptr;
}

// The catalog of scenarios or that of plans.
const Catalog& catalog_of(const Listing& listing) {
  return catalog().kinds(listing.family).empty() ? plan_catalog() : catalog();
}

std::string list_text(const Listing& listing, std::size_t width) {
  return listing.text != nullptr ? listing.text(width)
                                 : list_kinds(catalog_of(listing), listing.family, width);
}

Json list_json(const Listing& listing) {
  return listing.json != nullptr ? listing.json() : list_kinds_json(catalog_of(listing), listing.family);
}

ExitCode list_everything(const Console& console) {
  Json document;
  std::string text;
  for (const Listing& listing : kListings) {
    document[std::string(listing.word)] = list_json(listing);
    text +=
        fmt::format("{}{}\n{}", text.empty() ? "" : "\n", listing.word, list_text(listing, console.width()));
  }
  return print_result(console, console.json() ? pretty(document) : text);
}

}  // namespace

ExitCode execute(const ListCommandOptions& options, const Console& console) {
  const std::string& word = options.what;
  if (word.empty()) return list_everything(console);
  const Listing* listing = find_listing(word);
  if (listing == nullptr) {
    std::vector<std::string_view> words;
    for (const Listing& known : kListings)
      words.push_back(known.word);
    const std::string_view nearest = nearest_name(word, words);
    return refuse(
        fmt::format("there is no list of \"{}\"; {}the lists are {}", word,
                    nearest.empty() ? "" : fmt::format("did you mean \"{}\"? ", nearest), join(words, ", ")),
        ExitCode::usage, console);
  }
  return print_result(console,
                      console.json() ? pretty(list_json(*listing)) : list_text(*listing, console.width()));
}

namespace {

// What a metric of that name, with or without its family, reports, or the one output that is named with its
// metric ("arrivals.share"). Empty for other names.
Json outputs_of_metric(std::string_view name) {
  constexpr std::string_view kFamily = "metric.";
  if (name.starts_with(kFamily)) name.remove_prefix(kFamily.size());
  const std::string_view metric = name.substr(0, name.find('.'));
  const auto* kind = catalog().find<MetricKind>(metric);
  Json found = Json::array();
  if (kind == nullptr) return found;
  for (const MetricOutput& output : kind->outputs) {
    const std::string path = fmt::format("{}.{}", metric, output.name);
    if (name != metric && name != path) continue;
    found.push_back(
        {{"name", path}, {"unit", output.unit.empty() ? Json() : Json(output.unit)}, {"doc", output.doc}});
  }
  return found;
}

std::string outputs_text(const std::string& name, std::size_t width) {
  std::string text;
  for (const Json& output : outputs_of_metric(name)) {
    const Json& unit = output["unit"];
    text += fmt::format("  {}{}\n", output["name"].get<std::string>(),
                        unit.is_null() ? "" : fmt::format(" [{}]", unit.get<std::string>()));
    text += wrap(output["doc"].get<std::string>(), 6, width);
  }
  return text.empty() ? text : "reports\n" + text;
}

std::string picture_text(std::string_view name) {
  const std::string commands = picture_commands(name);
  return commands.empty() ? commands : "picture\n" + commands;
}

// All that the name means; empty for an unknown name.
std::string explain_text(const std::string& name, std::size_t width) {
  const std::string other = explain_column(name, width) + explain_format(name, width) +
                            explain_types(name, width) + explain_template(name, width);
  std::optional<std::string> text = explain(catalog(), name, width);
  if (!text && other.empty()) text = explain(plan_catalog(), name, width);
  std::string page;
  for (const std::string& part : {text.value_or(""), outputs_text(name, width), picture_text(name), other}) {
    if (!page.empty() && !part.empty()) page += "\n";
    page += part;
  }
  return page;
}

// The same for programs: an array of all that the name means; empty for an unknown name.
Json explain_document(const std::string& name) {
  Json pages = explain_json(catalog(), name).value_or(Json::array());
  for (Json& page : pages) {
    const bool is_metric = page.contains("family") && page["family"] == "metric";
    if (is_metric) page["reports"] = outputs_of_metric(name);
  }
  const std::string type_name = fmt::format("{}{}", kBuiltinPrefix, name);
  for (const Listing& listing : kListings) {
    if (listing.json == nullptr) continue;
    for (const Json& entry : listing.json()) {
      if (entry["name"] == name || entry["name"] == type_name) pages.push_back(entry);
    }
  }
  if (pages.empty()) pages = outputs_of_metric(name);
  return pages.empty() ? explain_json(plan_catalog(), name).value_or(Json::array()) : pages;
}

}  // namespace

ExitCode execute(const ExplainCommandOptions& options, const Console& console) {
  const std::string& name = options.name;
  if (!options.picture.empty()) return explain_by_picture(name, options.picture, console);
  if (console.json()) {
    if (const Json pages = explain_document(name); !pages.empty())
      return print_result(console, pretty(pages));
  } else if (const std::string text = explain_text(name, console.width()); !text.empty()) {
    return print_result(console, text);
  }
  const std::string nearest = suggest_name(catalog(), name);
  return refuse(fmt::format("nothing is called \"{}\"{}", name,
                            nearest.empty() ? "; `drover list` shows the names"
                                            : fmt::format("; did you mean \"{}\"?", nearest)),
                ExitCode::usage, console);
}

ExitCode execute(const SchemaCommandOptions& options, const Console& console) {
  const std::array<std::pair<std::string_view, Json>, 2> schemas = {
      {{"scenario", scenario_schema(catalog())}, {"plan", plan_schema()}}};
  Json written = Json::array();
  for (const auto& [name, schema] : schemas) {
    const std::string text = pretty(schema);
    if (options.folder.empty() && name == options.what) return print_result(console, text);
    if (options.folder.empty()) continue;
    const std::string path = fmt::format("{}/{}.schema.json", options.folder, name);
    if (const std::optional<std::string> problem = write_whole_file(path, text))
      return refuse(*problem, ExitCode::bad_output, console);
    written.push_back(path);
    console.info("wrote " + path);
  }
  const Json document = {{"ok", true}, {"wrote", std::move(written)}};
  return console.json() ? print_result(console, pretty(document)) : ExitCode::ok;
}

}  // namespace drover
