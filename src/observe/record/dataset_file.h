// A file of trajectories in any format, and the file beside it that says how it was made.
#pragma once

#include <memory>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "observe/dataset/dataset_format.h"
#include "observe/record/output_file.h"

namespace drover {

// The neighbor of a trace or dataset.
std::string trace_meta_path(const std::string& trace_path);

// The format of a file as the choices name it, or by its ending; nullptr with the reason in `problem`.
const DatasetFormat* chosen_format(const DatasetChoices& choices, const std::string& path,
                                   std::string& problem);

// How the file beside a trace describes a column.
nlohmann::ordered_json column_json(const TableColumn& column);

class DatasetFile {
 public:
  DatasetFile() = default;
  DatasetFile(const DatasetFile&) = delete;
  DatasetFile& operator=(const DatasetFile&) = delete;

  // Creates the files and begins to write. Where bytes go straight to a stream there is no file beside it.
  [[nodiscard]] Failure open(const std::string& path, const DatasetFormat& format, DatasetSpec spec,
                             Durability durability);

  DatasetWriter& writer() { return *writer_; }
  // A failure of the writer with the name of the file, which what is below it does not know.
  Failure named(Failure failure) const;

  // Everything written so far.
  const ContentHash& content() const { return file_.content(); }
  bool has_meta() const { return meta_file_.is_open(); }

  // After the writer has finished: publishes both files, as ".incomplete" where the run was not completed.
  // The second one is there where has_meta().
  [[nodiscard]] Failure publish(const nlohmann::ordered_json& meta, bool is_complete);

 private:
  OutputFile file_;
  OutputFile meta_file_;
  bool has_file_failed_ = false;
  std::unique_ptr<DatasetWriter> writer_;  // uses the file: goes first
};

}  // namespace drover
