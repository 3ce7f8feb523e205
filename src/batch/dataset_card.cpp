#include "batch/dataset_card.h"

#include <cctype>

#include <fmt/format.h>

#include "batch/dataset.h"
#include "observe/record/provenance.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

// Words that YAML 1.1 takes for something else are quoted like all others: JSON strings are YAML. A title may
// be any bytes.
std::string yaml_text(std::string_view text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string size_category(std::uint64_t rows) {
  if (rows < 1'000) return "n<1K";
  if (rows < 10'000) return "1K<n<10K";
  if (rows < 100'000) return "10K<n<100K";
  if (rows < 1'000'000) return "100K<n<1M";
  if (rows < 10'000'000) return "1M<n<10M";
  return rows < 100'000'000 ? "10M<n<100M" : "n>100M";
}

std::string head(const DatasetCard& card) {
  std::string text = "---\n";
  std::string licence = card.licence;
  for (char& c : licence)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  text += fmt::format("license: {}\npretty_name: {}\n", yaml_text(licence), yaml_text(card.title));
  text += fmt::format("size_categories:\n- {}\n", yaml_text(size_category(card.rows)));
  text += "tags:\n- \"trajectories\"\n- \"steering-behaviors\"\n- \"simulation\"\n- \"synthetic\"\n";
  text += "configs:\n- config_name: \"default\"\n  data_files:\n";
  for (std::size_t k = 0; k < kSplits.size(); ++k) {
    if (card.split_runs[k] == 0) continue;
    text += fmt::format("  - split: {}\n    path: {}\n", yaml_text(k == 1 ? "validation" : kSplits[k]),
                        yaml_text(fmt::format("{}/*{}", kSplits[k], card.ending)));
  }
  return text + "---\n";
}

std::string column_table(const DatasetCard& card) {
  if (!card.layout.empty()) return fmt::format("Format of the files: {}\n", card.layout);
  std::string text = "| column | type | unit | meaning |\n|---|---|---|---|\n";
  for (const Json& field : trace_fields(card.columns))
    text += fmt::format("| {} | {} | {} | {} |\n", field.at("name").get<std::string>(),
                        field.at("type").get<std::string>(), field.value("unit", ""),
                        field.at("description").get<std::string>());
  return text;
}

std::string parameter_list(const DatasetCard& card) {
  if (card.parameters.empty()) return "All runs are of one scenario and differ in their seeds.";
  std::string text = "Runs differ in their seeds and in";
  for (std::size_t k = 0; k < card.parameters.size(); ++k)
    text += fmt::format("{} `{}`", k == 0 ? "" : ",", card.parameters[k]);
  return text + ".";
}

// Where the text of a licence is; empty for licences that are not known here.
std::string licence_place(std::string_view licence) {
  if (licence == "CC0-1.0") return "https://creativecommons.org/publicdomain/zero/1.0/";
  if (licence == "CC-BY-4.0") return "https://creativecommons.org/licenses/by/4.0/";
  if (licence == "CC-BY-SA-4.0") return "https://creativecommons.org/licenses/by-sa/4.0/";
  return fmt::format("https://spdx.org/licenses/{}.html", licence);
}

}  // namespace

std::string card_text(const DatasetCard& card) {
  std::string text = head(card) + fmt::format("\n# {}\n\n", card.title);
  text += fmt::format(
      "Trajectories of agents in {} simulated runs, {} rows. They are synthetic: made by drover {}, a "
      "simulator of "
      "steering behaviors, and not recorded from people, animals or machines.\n\n",
      card.runs, card.rows, drover_version());
  text += "## Composition\n\n";
  text += fmt::format(
      "A file for every run: {} in train, {} in val, {} in test. A run is in one part only, by the "
      "hash of its id; runs that are added move none. {}\n\n",
      card.split_runs[0], card.split_runs[1], card.split_runs[2], parameter_list(card));
  text += column_table(card);
  text +=
      "\n`metrics.csv` has a row for every run with its parameters, seed and metrics; `scenarios` holds the "
      "scenario "
      "of every run with every default, `plan.json` the plan they come from.\n\n";
  text += "## Collection\n\n";
  text +=
      "Simulated in fixed steps; the same scenario and seed give the same bits on every machine. "
      "`manifest.json` has "
      "version, numerics profile and the hash of the last state of every run, so that any of them can be "
      "made and "
      "verified again: `drover run scenarios/ID.json`.\n\n";
  text += "## Uses and limits\n\n";
  text +=
      "For learning and testing methods that predict or classify trajectories. The motion follows from the "
      "rules in "
      "the scenarios: what is learned from it holds for these rules and not for human or animal behavior. "
      "Nobody "
      "was observed, and no personal data are in it.\n\n";
  text +=
      "## Files\n\n`sha256sum -c SHA256SUMS` verifies all files; `datapackage.json` describes them (Data "
      "Package, "
      "version 2).\n";
  if (!card.author.empty()) text += fmt::format("\nAuthor: {}\n", card.author);
  return text;
}

std::string licence_text(const DatasetCard& card) {
  std::string text =
      fmt::format("SPDX-License-Identifier: {}\n\n{}\n", card.licence, licence_place(card.licence));
  if (!card.author.empty()) text += fmt::format("\nAuthor: {}\n", card.author);
  return text;
}

Json licence_json(const DatasetCard& card) {
  return {{"name", card.licence}, {"path", licence_place(card.licence)}};
}

Json trace_fields(const Json& columns) {
  Json fields = Json::array();
  for (const Json& column : columns) {
    const std::string type = column.value("type", "number");
    Json field = {{"name", column.value("name", "")},
                  {"type", type == "text" ? "string" : type},
                  {"description", column.value("doc", "")}};
    if (const std::string unit = column.value("unit", ""); !unit.empty()) field["unit"] = unit;
    fields.push_back(std::move(field));
  }
  fields.push_back({{"name", "run_id"}, {"type", "string"}, {"description", "The run."}});
  fields.push_back({{"name", "seed"}, {"type", "integer"}, {"description", "Its seed."}});
  return fields;
}

std::string resource_name(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const auto lower = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const bool is_good = std::isalnum(static_cast<unsigned char>(lower)) != 0 || lower == '.' || lower == '_';
    name += is_good ? lower : '-';
  }
  return name;
}

}  // namespace drover
