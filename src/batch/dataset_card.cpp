#include "batch/dataset_card.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/escape.h"
#include "core/text.h"
#include "core/utf8.h"
#include "observe/record/provenance.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

// Words that YAML 1.1 takes for something else are quoted like all others: JSON strings are YAML. A title may
// be any bytes.
std::string yaml_text(std::string_view text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

// A name within Markdown.
std::string inline_text(std::string_view name) {
  return escape_markdown(make_visible(name));
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
    if (card.parts[k].runs == 0) continue;
    text += fmt::format("  - split: {}\n    path: {}\n", yaml_text(k == 1 ? "validation" : kSplits[k]),
                        yaml_text(fmt::format("{}/*{}", kSplits[k], card.ending)));
  }
  return text + "---\n";
}

std::string field_table(const Json& fields) {
  std::string text = "| column | type | unit | meaning |\n|---|---|---|---|\n";
  for (const Json& field : fields)
    text +=
        fmt::format("| {} | {} | {} | {} |\n", inline_text(field.at("name").get<std::string>()),
                    inline_text(field.at("type").get<std::string>()), inline_text(field.value("unit", "")),
                    inline_text(field.at("description").get<std::string>()));
  return text;
}

std::string column_table(const DatasetCard& card) {
  if (!card.layout.empty()) {
    std::string text = fmt::format("Format of the files: {}", card.layout);
    if (!card.columns_left_out.empty())
      text += fmt::format(" It does not hold what the traces had besides: {}.",
                          inline_text(fmt::format("{}", fmt::join(card.columns_left_out, ", "))));
    return text + "\n";
  }
  return field_table(trace_fields(card.columns));
}

// Within a layout the rows are all of one run.
std::string projectile_section(const DatasetCard& card) {
  if (card.projectile_columns.is_null()) return {};
  Json fields = trace_fields(card.projectile_columns);
  std::string place = fmt::format("`projectiles/ID{}`", card.ending);
  if (!card.layout.empty()) {
    place = "The table of projectiles in the file of a run";
    fields.erase(fields.size() - 1);
    fields.erase(fields.size() - 1);
  }
  return fmt::format(
      "\n{} has a row for each projectile and ball in each frame, and for what happened to it.\n\n{}", place,
      field_table(fields));
}

template <class Set>
std::size_t count_of_all(const DatasetCard& card, Set DatasetPart::*set) {
  Set all;
  for (const DatasetPart& part : card.parts)
    all.insert((part.*set).begin(), (part.*set).end());
  return all.size();
}

std::string variation(const DatasetCard& card) {
  const std::size_t points = count_of_all(card, &DatasetPart::points);
  std::string text = fmt::format("{} with {}, of {}", counted(card.runs, "run"),
                                 counted(count_of_all(card, &DatasetPart::seeds), "different seed"),
                                 counted(points, "point"));
  for (std::size_t k = 0; k < card.parameters.size(); ++k)
    text +=
        fmt::format("{} <code>{}</code>", k == 0 ? " that differ in" : ",", inline_text(card.parameters[k]));
  return text + ".";
}

std::string division(const DatasetCard& card) {
  switch (card.split_by) {
    case SplitBy::seed:
      return "No seed is in two parts, so no two parts have random numbers in common; points may be.";
    case SplitBy::point:
      return "No point and no seed is in two parts.";
    case SplitBy::run:
      break;
  }
  return "Runs are divided one by one: points and seeds may be in several parts.";
}

std::string part_table(const DatasetCard& card) {
  std::string text =
      "| part | runs | points | seeds | agent type | trajectories | rows | mean length |\n"
      "|---|---|---|---|---|---|---|---|\n";
  for (std::size_t k = 0; k < kSplits.size(); ++k) {
    const DatasetPart& part = card.parts[k];
    const std::string start =
        fmt::format("| {} | {} | {} | {} |", kSplits[k], part.runs, part.points.size(), part.seeds.size());
    if (part.types.empty()) text += start + " | | | |\n";
    for (const auto& [type, count] : part.types)
      text += fmt::format("{} {} | {} | {} | {:.4g} s |\n", start, inline_text(type), count.agents,
                          count.rows, count.seconds / static_cast<double>(count.agents));
  }
  return text;
}

std::string type_of(const ResultTable& table, std::size_t column) {
  bool is_whole = true;
  bool is_number = true;
  for (const std::vector<Cell>& row : table.rows) {
    const CellType type = row[column].type;
    is_whole = is_whole && (type == CellType::whole || type == CellType::nothing);
    is_number = is_number && type != CellType::text;
  }
  if (!is_number) return "string";
  return is_whole ? "integer" : "number";
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
  std::string text = head(card) + fmt::format("\n# {}\n\n", inline_text(card.title));
  text += fmt::format(
      "Trajectories of agents in {} simulated runs, {} rows. They are synthetic: made by drover {}, a "
      "simulator of steering behaviors, and not recorded from people, animals or machines.\n\n",
      card.runs, card.rows, drover_version());
  text += "## Composition\n\n";
  std::vector<std::string> rates;
  for (const DatasetRate& rate : card.rates)
    rates.push_back(fmt::format("{:.10g} per second, of steps of {:.10g} s", rate.fps, rate.dt));
  text += fmt::format("A file for every run. {} {} Frames: {}.\n\n{}\n", variation(card), division(card),
                      fmt::join(rates, "; or "), part_table(card));
  text += column_table(card) + projectile_section(card);
  text +=
      "\n`agents.csv` has a row for every agent of every run: type, radius [m], first and last frame. "
      "`metrics.csv` has a row for every run with its parameters, seed and metrics; `scenarios` holds the "
      "scenario of every run with every default, `plan.json` the plan they come from.\n\n";
  text += "## Collection\n\n";
  text +=
      "Simulated in fixed steps; the same scenario and seed give the same bits on every machine. "
      "`manifest.json` has version, numerics profile and the hash of the last state of every run, so that "
      "any of them can be "
      "made and verified again: `drover run scenarios/ID.json`.\n\n";
  text += "## Uses and limits\n\n";
  text +=
      "For learning and testing methods that predict or classify trajectories. The motion follows from the "
      "rules in the scenarios: what is learned from it holds for these rules and not for human or animal "
      "behavior. "
      "Nobody was observed, and no personal data are in it.\n\n";
  text +=
      "## Files\n\n`sha256sum -c SHA256SUMS` verifies all files; `datapackage.json` describes them (Data "
      "Package, version 2).\n";
  if (!card.author.empty()) text += fmt::format("\nAuthor: {}\n", inline_text(card.author));
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

Json table_fields(const ResultTable& table) {
  static constexpr std::array<std::string_view, 6> kTexts = {"experiment", "status", "problem",
                                                             "state_hash", "name",   "type"};
  Json fields = Json::array();
  for (std::size_t k = 0; k < table.columns.size(); ++k) {
    // A column of texts may be empty everywhere.
    const bool is_text = std::ranges::find(kTexts, table.columns[k]) != kTexts.end();
    fields.push_back({{"name", table.columns[k]}, {"type", is_text ? "string" : type_of(table, k)}});
  }
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
