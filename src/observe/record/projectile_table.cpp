#include "observe/record/projectile_table.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "observe/record/dataset_file.h"
#include "observe/record/json_file.h"

namespace drover {

std::string projectile_table_path(const std::string& trace_path, const DatasetFormat& format) {
  constexpr std::string_view kName = ".projectiles";
  std::string_view ending;
  for (const std::string_view one : format.endings)
    if (trace_path.ends_with(one) && one.size() > ending.size()) ending = one;
  const std::string stem = trace_path.substr(0, trace_path.size() - ending.size());
  return fmt::format("{}{}{}", stem, kName, ending.empty() ? format.endings.front() : ending);
}

std::string find_projectile_table(const std::string& trace_path, const nlohmann::ordered_json& meta) {
  const nlohmann::ordered_json::json_pointer file("/projectiles/file");
  if (!meta.contains(file) || !meta[file].is_string()) return {};
  // Beside the trace; in a dataset in a folder of its own.
  constexpr std::string_view kOfDataset = "../projectiles/";
  const std::string name = meta[file].get<std::string>();
  const std::size_t folder = name.starts_with(kOfDataset) ? kOfDataset.size() : 0;
  const bool is_file_name = name.find_first_of(std::string_view("/\0", 2), folder) == std::string::npos;
  if (!is_file_name) return {};
  return (std::filesystem::path(trace_path).parent_path() / name).string() +
         std::string(trace_path.ends_with(kIncompleteEnding) ? kIncompleteEnding : "");
}

Failure ProjectileTable::open(const ProjectileTableSpec& spec, const DatasetFormat& format,
                              const Model& model) {
  spec_ = spec;
  is_inside_ = format.has_layout && format.holds_projectiles;
  if (format.has_layout && !is_inside_) {
    notes_.push_back(fmt::format("{} cannot hold projectiles, which are left out; {} can", format.name,
                                 formats_with_projectiles()));
    return std::nullopt;
  }
  if (!is_inside_ && !spec.has_folder) {
    notes_.emplace_back(
        "the table of projectiles is left out: it goes into a file beside that of the trace, which is none");
    return std::nullopt;
  }
  model_ = &model;
  columns_ = projectile_columns(model);
  added_ = added_columns(spec.choices);
  words_.resize(columns_.size() + added_.size());
  if (is_inside_) {
    inside_ = {.columns = columns_};
    return std::nullopt;
  }
  DatasetSpec table{
      .columns = columns_, .digits = spec.choices.digits, .csv_reader = spec.choices.csv_reader};
  table.columns.insert(table.columns.end(), added_.begin(), added_.end());
  const std::string path = spec.path.empty() ? projectile_table_path(spec.trace, format) : spec.path;
  if (Failure failure = file_.open(path, spec.durability)) return failure;
  writer_ = format.make(std::move(table), [this](std::string_view bytes) { return file_.write(bytes); });
  return writer_->begin();
}

Failure ProjectileTable::add(std::span<const ProjectileRow> rows) {
  if (model_ == nullptr) return std::nullopt;
  row_count_ += rows.size();
  for (const ProjectileRow& row : rows) {
    put_projectile(row, *model_, words_);
    if (is_inside_) {
      inside_.words.insert(inside_.words.end(), words_.begin(), words_.end());
      continue;
    }
    fill_added(added_, {spec_.seed, row.step / static_cast<std::uint64_t>(spec_.stride)},
               std::span(words_).subspan(columns_.size()));
    if (Failure failure = writer_->add(words_)) return failure;
  }
  return std::nullopt;
}

Failure ProjectileTable::publish(bool is_complete) {
  if (!writer_) return std::nullopt;
  if (Failure failure = writer_->finish()) return failure;
  return file_.publish(is_complete);
}

nlohmann::ordered_json ProjectileTable::meta() const {
  if (model_ == nullptr) return nullptr;
  nlohmann::ordered_json out;
  if (writer_) {
    const std::filesystem::path folder = std::filesystem::path(spec_.trace).parent_path();
    out["file"] = std::filesystem::path(file_.path()).lexically_proximate(folder).string();
  }
  out["rows"] = row_count_;
  if (writer_) out["content"] = to_json(file_.content());
  out["columns"] = nlohmann::ordered_json::array();
  for (const auto* columns : {&columns_, &added_})
    for (const TableColumn& column : *columns)
      out["columns"].push_back(column_json(column));
  return out;
}

}  // namespace drover
