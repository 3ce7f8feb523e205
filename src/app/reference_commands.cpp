// drover list, explain and schema: the reference, printed from the field tables.
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/catalog.h"
#include "app/column_reference.h"
#include "app/command.h"
#include "app/files.h"
#include "core/text.h"
#include "observe/metrics/metric.h"
#include "scenario/explain.h"
#include "scenario/json_schema.h"

namespace drover {
namespace {

struct Listing {
  std::string_view word;    // what the user types
  std::string_view family;  // of the catalog; empty: trace columns
};
constexpr std::array<Listing, 10> kListings = {{{"behaviors", "behavior"},
                                                {"arbiters", "arbiter"},
                                                {"conditions", "condition"},
                                                {"measures", "measure"},
                                                {"actuators", "actuator"},
                                                {"locomotion", "locomotion"},
                                                {"placements", "placement"},
                                                {"events", "event"},
                                                {"metrics", "metric"},
                                                {"columns", ""}}};

// Accepts the singular too.
const Listing* find_listing(std::string_view word) {
  for (const Listing& listing : kListings) {
    if (word == listing.word || word == listing.word.substr(0, listing.word.size() - 1)) return &listing;
  }
  return nullptr;
}

std::string list_text(const Listing& listing) {
  return listing.family.empty() ? list_columns() : list_kinds(catalog(), listing.family);
}

nlohmann::ordered_json list_json(const Listing& listing) {
  return listing.family.empty() ? list_columns_json() : list_kinds_json(catalog(), listing.family);
}

ExitCode list_everything(const Console& console) {
  nlohmann::ordered_json document;
  std::string text;
  for (const Listing& listing : kListings) {
    document[std::string(listing.word)] = list_json(listing);
    text += fmt::format("{}{}\n{}", text.empty() ? "" : "\n", listing.word, list_text(listing));
  }
  return print_result(console, console.json() ? document.dump(2) + "\n" : text);
}

ExitCode list_one(const std::string& word, const Console& console) {
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
  return print_result(console, console.json() ? list_json(*listing).dump(2) + "\n" : list_text(*listing));
}

// What a metric of that name reports; empty for other names.
std::string outputs_of_metric(const std::string& name) {
  const auto* kind = static_cast<const MetricKind*>(catalog().find("metric", name));
  if (kind == nullptr) return {};
  std::string text = "\nreports\n";
  for (const MetricOutput& output : kind->outputs) {
    text += fmt::format("  {}.{}{}\n      {}\n", name, output.name,
                        output.unit.empty() ? "" : fmt::format(" [{}]", output.unit), output.doc);
  }
  return text;
}

ExitCode explain_name(const std::string& name, const Console& console) {
  if (console.json()) {
    const auto document = explain_json(catalog(), name);
    if (document) return print_result(console, document->dump(2) + "\n");
  } else if (const std::optional<std::string> text = explain(catalog(), name)) {
    return print_result(console, *text + outputs_of_metric(name));
  }
  const std::string nearest = suggest_name(catalog(), name);
  console.error(fmt::format(
      "nothing is called \"{}\"{}", name,
      nearest.empty() ? "; `drover list` shows the names" : fmt::format("; did you mean \"{}\"?", nearest)));
  return ExitCode::usage;
}

ExitCode write_schema(const std::string& folder, const Console& console) {
  const std::string text = scenario_schema(catalog()).dump(2) + "\n";
  if (folder.empty()) return print_result(console, text);
  const std::string path = folder + "/scenario.schema.json";
  if (const std::optional<std::string> problem = write_whole_file(path, text)) {
    console.error(*problem);
    return ExitCode::bad_output;
  }
  console.info("wrote " + path);
  return ExitCode::ok;
}

}  // namespace

void add_list_command(CommandLine& line) {
  auto word = std::make_shared<std::string>();
  CLI::App* command =
      line.app.add_subcommand("list", "List behaviors, arbiters, metrics, trace columns and more");
  command->footer("Examples:\n  drover list\n  drover list behaviors\n  drover list columns --json\n");
  command->add_option("what", *word,
                      "behaviors, arbiters, conditions, measures, actuators, locomotion, placements, events, "
                      "metrics or columns");
  command->callback(
      [&line, word] { line.chosen = [word](const Console& console) { return list_one(*word, console); }; });
}

void add_explain_command(CommandLine& line) {
  auto name = std::make_shared<std::string>();
  CLI::App* command =
      line.app.add_subcommand("explain", "Explain a behavior, any other kind, or a key of a scenario");
  command->footer(
      "Examples:\n  drover explain arrive\n  drover explain scenario\n  drover explain "
      "agent_type.max_speed\n");
  command->add_option("name", *name, "What to explain")->required();
  command->callback([&line, name] {
    line.chosen = [name](const Console& console) { return explain_name(*name, console); };
  });
}

void add_schema_command(CommandLine& line) {
  auto folder = std::make_shared<std::string>();
  CLI::App* command = line.app.add_subcommand("schema", "Print the JSON Schema of scenarios, for editors");
  command->footer("Examples:\n  drover schema > scenario.schema.json\n  drover schema --write schemas\n");
  command->add_option("--write", *folder, "Write scenario.schema.json into this folder instead")
      ->type_name("DIR");
  command->callback([&line, folder] {
    line.chosen = [folder](const Console& console) { return write_schema(*folder, console); };
  });
}

}  // namespace drover
