// The words of a dataset: its card, its licence, and the names and fields in its documents.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace drover {

struct DatasetCard {
  std::string title;
  std::string licence;  // SPDX identifier
  std::string author;   // empty: not named
  std::size_t runs = 0;
  std::array<std::size_t, 3> split_runs = {};
  std::uint64_t rows = 0;
  std::string ending;              // of the files of runs: ".csv"
  std::string layout;              // what a format with columns of its own is; empty: a table of `columns`
  nlohmann::ordered_json columns;  // of traces, as their .meta.json lists them
  std::vector<std::string> parameters;  // paths
};

// The card with the head that dataset hubs read. Its headings follow Gebru et al., "Datasheets for datasets",
// 2021.
std::string card_text(const DatasetCard& card);

std::string licence_text(const DatasetCard& card);
// {"name": "CC0-1.0", "path": "https://..."}
nlohmann::ordered_json licence_json(const DatasetCard& card);

// The fields of the tables in the parts: the columns, run_id and seed.
nlohmann::ordered_json trace_fields(const nlohmann::ordered_json& columns);

// Lower-case letters, digits, "-", "." and "_", as names of Data Package are.
std::string resource_name(std::string_view text);

}  // namespace drover
