#include "observe/record/dataset_file.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/text.h"
#include "observe/record/json_file.h"

namespace drover {

std::string trace_meta_path(const std::string& trace_path) {
  return trace_path + ".meta.json";
}

const DatasetFormat* chosen_format(const DatasetChoices& choices, const std::string& path,
                                   std::string& problem) {
  if (choices.format.empty()) {
    const DatasetFormat* format = dataset_format_of(path);
    if (format == nullptr) {
      problem =
          fmt::format("the format of {} is not known by its ending; the endings are {}; or name the format",
                      path, known_endings());
    }
    return format;
  }
  if (const DatasetFormat* format = find_dataset_format(choices.format)) return format;
  std::vector<std::string_view> names;
  for (const DatasetFormat* known : dataset_formats())
    names.push_back(known->name);
  const std::string_view nearest = nearest_name(choices.format, names);
  problem =
      fmt::format("there is no format \"{}\"; {}the formats are {}", choices.format,
                  nearest.empty() ? "" : fmt::format("did you mean \"{}\"? ", nearest), join(names, ", "));
  return nullptr;
}

nlohmann::ordered_json column_json(const TableColumn& column) {
  return {{"name", column.name}, {"type", name_of(column.type)}, {"unit", column.unit}, {"doc", column.doc}};
}

Failure DatasetFile::open(const std::string& path, const DatasetFormat& format, DatasetSpec spec,
                          Durability durability) {
  writer_.reset();
  has_file_failed_ = false;
  if (Failure failure = file_.open(path, durability)) return failure;
  if (!file_.is_direct()) {
    if (Failure failure = meta_file_.open(trace_meta_path(path), durability)) return failure;
  }
  writer_ = format.make(std::move(spec), [this](std::string_view bytes) {
    Failure failure = file_.write(bytes);
    has_file_failed_ = failure.has_value();
    return failure;
  });
  return named(writer_->begin());
}

Failure DatasetFile::named(Failure failure) const {
  if (!failure || has_file_failed_) return failure;
  return fmt::format("cannot write {}: {}", file_.path(), *failure);
}

Failure DatasetFile::publish(const nlohmann::ordered_json& meta, bool is_complete) {
  const bool has_neighbor = has_meta();
  if (has_neighbor) {
    if (Failure failure = meta_file_.write(pretty(meta))) return failure;
  }
  if (Failure failure = file_.publish(is_complete)) return failure;
  return has_neighbor ? meta_file_.publish(is_complete) : std::nullopt;
}

}  // namespace drover
