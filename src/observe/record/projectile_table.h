// The table of projectiles of a run: a file of the same format beside a trace, or part of a dataset whose
// format has room for it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "observe/dataset/dataset_format.h"
#include "observe/record/output_file.h"
#include "observe/record/projectile_rows.h"

namespace drover {

// "out/trace.projectiles.csv" beside "out/trace.csv".
std::string projectile_table_path(const std::string& trace_path, const DatasetFormat& format);

// The table of a trace that was written before, as the file beside the trace names it; empty where it names
// none. The run that left a trace with the ending ".incomplete" left its table with it.
std::string find_projectile_table(const std::string& trace_path, const nlohmann::ordered_json& meta);

struct ProjectileTableSpec {
  std::string trace = {};   // its path; "-": standard output
  bool has_folder = false;  // the trace is a file
  std::string path = {};    // of the table; empty: beside the trace
  DatasetChoices choices = {};
  std::uint64_t seed = 0;
  std::int64_t stride = 1;  // steps from one frame of the trace to the next
  Durability durability = Durability::cached;
};

class ProjectileTable {
 public:
  // Creates the file of the table where it has one of its own. Without a call there is no table.
  [[nodiscard]] Failure open(const ProjectileTableSpec& spec, const DatasetFormat& format,
                             const Model& model);

  [[nodiscard]] Failure add(std::span<const ProjectileRow> rows);

  // For the writer of the format.
  SideTable take_inside() { return std::move(inside_); }
  // Publishes the file, as ".incomplete" where the run was not completed.
  [[nodiscard]] Failure publish(bool is_complete);
  // What the file beside the trace says about the table; null where there is none. After publish().
  nlohmann::ordered_json meta() const;

  // Of its own file; empty without.
  const std::string& path() const { return file_.path(); }
  // Why there is no table, one sentence each.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  ProjectileTableSpec spec_;
  const Model* model_ = nullptr;  // nullptr: there is no table
  std::vector<TableColumn> columns_;
  std::vector<TableColumn> added_;  // behind them
  bool is_inside_ = false;
  SideTable inside_;
  OutputFile file_;
  std::unique_ptr<DatasetWriter> writer_;  // uses the file: goes first
  std::vector<std::uint64_t> words_;       // of one row
  std::uint64_t row_count_ = 0;
  std::vector<std::string> notes_;
};

}  // namespace drover
