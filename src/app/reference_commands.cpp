// drover list, explain and schema: the reference, printed from the field tables.
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/catalog.h"
#include "app/column_reference.h"
#include "app/commands.h"
#include "app/files.h"
#include "app/format_reference.h"
#include "app/templates.h"
#include "app/type_reference.h"
#include "batch/plan_reader.h"
#include "core/text.h"
#include "observe/metrics/metric.h"
#include "scenario/explain.h"
#include "scenario/explain_text.h"
#include "scenario/json_schema.h"

namespace drover {
namespace {

struct Listing {
  std::string_view word;    // what the user types
  std::string_view family;  // of the catalog; empty: no kinds
};
constexpr std::array<Listing, 15> kListings = {{{"behaviors", "behavior"},
                                                {"arbiters", "arbiter"},
                                                {"conditions", "condition"},
                                                {"quantities", "quantity"},
                                                {"actuators", "actuator"},
                                                {"locomotion", "locomotion"},
                                                {"placements", "placement"},
                                                {"patterns", "pattern"},
                                                {"events", "event"},
                                                {"metrics", "metric"},
                                                {"columns", ""},
                                                {"sweeps", "sweep"},
                                                {"formats", ""},
                                                {"types", ""},
                                                {"templates", ""}}};

// Accepts the singular too.
const Listing* find_listing(std::string_view word) {
  for (const Listing& listing : kListings) {
    if (word == listing.word || word == listing.word.substr(0, listing.word.size() - 1)) return &listing;
  }
  return nullptr;
}

// The catalog of scenarios or that of plans.
const Catalog& catalog_of(const Listing& listing) {
  return catalog().kinds(listing.family).empty() ? plan_catalog() : catalog();
}

std::string list_text(const Listing& listing, std::size_t width) {
  if (listing.word == "formats") return list_formats(width);
  if (listing.word == "types") return list_types(width);
  if (listing.word == "templates") return list_templates(width);
  return listing.family.empty() ? list_columns(width)
                                : list_kinds(catalog_of(listing), listing.family, width);
}

nlohmann::ordered_json list_json(const Listing& listing) {
  if (listing.word == "formats") return list_formats_json();
  if (listing.word == "types") return list_types_json();
  if (listing.word == "templates") return list_templates_json();
  return listing.family.empty() ? list_columns_json() : list_kinds_json(catalog_of(listing), listing.family);
}

ExitCode list_everything(const Console& console) {
  nlohmann::ordered_json document;
  std::string text;
  for (const Listing& listing : kListings) {
    document[std::string(listing.word)] = list_json(listing);
    text +=
        fmt::format("{}{}\n{}", text.empty() ? "" : "\n", listing.word, list_text(listing, console.width()));
  }
  return print_result(console, console.json() ? document.dump(2) + "\n" : text);
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
    console.error(fmt::format("there is no list of \"{}\"; {}the lists are {}", word,
                              nearest.empty() ? "" : fmt::format("did you mean \"{}\"? ", nearest),
                              join(words, ", ")));
    return ExitCode::usage;
  }
  return print_result(
      console, console.json() ? list_json(*listing).dump(2) + "\n" : list_text(*listing, console.width()));
}

namespace {

// What a metric of that name reports, or the output that is named with its metric ("arrivals.share").
std::vector<nlohmann::ordered_json> outputs_of_metric(const std::string& name) {
  const std::string metric = name.substr(0, name.find('.'));
  const auto* kind = static_cast<const MetricKind*>(catalog().find("metric", metric));
  std::vector<nlohmann::ordered_json> found;
  if (kind == nullptr) return found;
  for (const MetricOutput& output : kind->outputs) {
    const std::string path = fmt::format("{}.{}", metric, output.name);
    if (name == metric || name == path)
      found.push_back({{"name", path}, {"unit", output.unit}, {"doc", output.doc}});
  }
  return found;
}

std::string outputs_text(const std::string& name, std::size_t width) {
  std::string text;
  for (const nlohmann::ordered_json& output : outputs_of_metric(name)) {
    const auto unit = output["unit"].get<std::string>();
    text += fmt::format("  {}{}\n", output["name"].get<std::string>(),
                        unit.empty() ? "" : fmt::format(" [{}]", unit));
    text += wrap(output["doc"].get<std::string>(), 6, width);
  }
  return text.empty() ? text : "reports\n" + text;
}

}  // namespace

ExitCode execute(const ExplainCommandOptions& options, const Console& console) {
  const std::string& name = options.name;
  if (console.json()) {
    auto document = explain_json(catalog(), name);
    if (!document) document = explain_json(plan_catalog(), name);
    if (!document && !outputs_of_metric(name).empty()) document = outputs_of_metric(name);
    if (document) return print_result(console, document->dump(2) + "\n");
    for (const nlohmann::ordered_json& list :
         {list_formats_json(), list_types_json(), list_templates_json()}) {
      for (const nlohmann::ordered_json& entry : list) {
        if (entry["name"] == name)
          return print_result(console, nlohmann::ordered_json::array({entry}).dump(2) + "\n");
      }
    }
  } else {
    const std::string column = explain_column(name, console.width()) + explain_format(name, console.width()) +
                               explain_types(name, console.width()) + explain_template(name, console.width());
    std::optional<std::string> text = explain(catalog(), name, console.width());
    if (!text && column.empty()) text = explain(plan_catalog(), name, console.width());
    std::string page;
    for (const std::string& part : {text.value_or(""), outputs_text(name, console.width()), column}) {
      if (!page.empty() && !part.empty()) page += "\n";
      page += part;
    }
    if (!page.empty()) return print_result(console, page);
  }
  const std::string nearest = suggest_name(catalog(), name);
  console.error(fmt::format(
      "nothing is called \"{}\"{}", name,
      nearest.empty() ? "; `drover list` shows the names" : fmt::format("; did you mean \"{}\"?", nearest)));
  return ExitCode::usage;
}

ExitCode execute(const SchemaCommandOptions& options, const Console& console) {
  const std::array<std::pair<std::string_view, nlohmann::ordered_json>, 2> schemas = {
      {{"scenario", scenario_schema(catalog())}, {"plan", plan_schema()}}};
  nlohmann::ordered_json written = nlohmann::ordered_json::array();
  for (const auto& [name, schema] : schemas) {
    const std::string text = schema.dump(2) + "\n";
    if (options.folder.empty() && name == options.what) return print_result(console, text);
    if (options.folder.empty()) continue;
    const std::string path = fmt::format("{}/{}.schema.json", options.folder, name);
    if (const std::optional<std::string> problem = write_whole_file(path, text)) {
      console.error(*problem);
      return ExitCode::bad_output;
    }
    written.push_back(path);
    console.info("wrote " + path);
  }
  const nlohmann::ordered_json document = {{"ok", true}, {"wrote", std::move(written)}};
  return console.json() ? print_result(console, document.dump(2) + "\n") : ExitCode::ok;
}

}  // namespace drover
