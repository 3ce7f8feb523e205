// The words of a dataset: its card, its licence, and the names and fields in its documents.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "batch/dataset_split.h"
#include "batch/result_table.h"

namespace drover {

// What is different in one part.
struct DatasetPart {
  struct Type {
    std::size_t agents = 0;  // a trajectory each
    std::uint64_t rows = 0;
    double seconds = 0.0;  // from the first frame to the last, of all of them
  };
  std::size_t runs = 0;
  std::set<std::string> points = {};  // by point_key
  std::set<std::uint64_t> seeds = {};
  std::map<std::string, Type> types = {};  // of agents
};

struct DatasetRate {
  double dt = 0.0;   // s
  double fps = 0.0;  // frames per second
  auto operator<=>(const DatasetRate&) const = default;
};

struct DatasetCard {
  std::string title;
  std::string licence;  // SPDX identifier
  std::string author;   // empty: not named
  std::size_t runs = 0;
  std::uint64_t rows = 0;
  std::array<DatasetPart, kSplits.size()> parts = {};
  std::set<DatasetRate> rates = {};  // of the runs
  SplitBy split_by = SplitBy::seed;
  std::string ending;              // of the files of runs: ".csv"
  std::string layout;              // what a format with columns of its own is; empty: a table of `columns`
  nlohmann::ordered_json columns;  // of traces, as their .meta.json lists them
  nlohmann::ordered_json projectile_columns;  // likewise, of tables of projectiles; null without
  std::set<std::string> columns_left_out;     // of the traces, which the format does not hold
  std::vector<std::string> parameters;        // paths
};

// The card with the head that dataset hubs read. Its headings follow Gebru et al., "Datasheets for datasets",
// 2021.
std::string card_text(const DatasetCard& card);

std::string licence_text(const DatasetCard& card);
// {"name": "CC0-1.0", "path": "https://..."}
nlohmann::ordered_json licence_json(const DatasetCard& card);

// The fields of the tables in the parts: the columns, run_id and seed.
nlohmann::ordered_json trace_fields(const nlohmann::ordered_json& columns);

// The fields of agents.csv or metrics.csv, with the types that the cells have.
nlohmann::ordered_json table_fields(const ResultTable& table);

// Lower-case letters, digits, "-", "." and "_", as names of Data Package are.
std::string resource_name(std::string_view text);

}  // namespace drover
