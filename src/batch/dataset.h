// Datasets: the traces of a batch as a folder that can be published.
//
//   README.md           a dataset card: what it is, how it was made, its limits
//   LICENSE             the licence that was named
//   datapackage.json    Data Package version 2: every file with its size, hash and fields
//   manifest.json       plan, runs, version, numerics, where each run went
//   SHA256SUMS          for sha256sum -c
//   train/ val/ test/   ID.csv: the trace of a run, with its id and seed in every row, or in another format;
//   no
//                       other files, because readers of such folders take every file
//   projectiles/        ID.csv: the table of projectiles of a run, where something flies, rolls or explodes
//   provenance/         ID.json: how the file of a run was made
//   scenarios/          ID.json: the resolved scenario of every run
//   agents.csv          a row for every agent of every run: its type, radius and frames, in every format
//   metrics.csv         a row for every run
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <set>
#include <string>

#include "batch/dataset_split.h"
#include "core/kind.h"
#include "observe/dataset/dataset_format.h"
#include "observe/record/frame_rate.h"
#include "observe/record/output_file.h"

namespace drover {

struct DatasetOptions {
  std::string batch = {};                      // folder of a batch whose runs have traces that drover reads
  std::string folder = {};                     // that does not exist or is empty
  std::string title = {};                      // empty: the name of the plan
  std::string licence = {};                    // SPDX identifier
  std::string author = {};                     // empty: not named
  DatasetChoices choices = {.format = "csv"};  // of trajectories; the format by its name
  FrameChoice frames = {};                     // without: every state of the traces
  SplitBy split_by = SplitBy::seed;
  SplitShares shares = {80, 10, 10};
  Durability durability = Durability::cached;  // of the whole folder, before it has its name
};

struct DatasetResult {
  std::string problem = {};   // why there is no dataset, as a sentence; empty without
  bool is_bad_input = false;  // the problem is one of the batch, not of writing
  std::size_t runs = 0;
  std::array<std::size_t, kSplits.size()> split_runs = {};
  std::uint64_t rows = 0;
  std::set<std::string> notes = {};             // what the format could not hold, and shares that are not met
  std::set<std::string> columns_left_out = {};  // of the traces
};

// Where a dataset goes.
struct DatasetPlace {
  std::string path = {};  // absolute, without links
  Failure problem = {};   // why it cannot go there, as far as it shows before the work
};
// Removes what a killed process left of a dataset of this name.
DatasetPlace find_dataset_place(const std::string& folder);

// The name of the folder without a slash at its end: names of what is made beside it begin with it.
std::string dataset_folder(const std::string& name);

// Makes the folder; `is_stopped` is asked between runs. The folder grows under a hidden name and is renamed
// when it is complete.
DatasetResult make_dataset(const DatasetOptions& options, const Catalog& catalog,
                           const std::function<bool()>& is_stopped,
                           const std::function<void(std::size_t done, std::size_t all)>& progress);

}  // namespace drover
