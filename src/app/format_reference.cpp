#include "app/format_reference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "observe/dataset/dataset_format.h"
#include "scenario/explain_text.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

std::string summary_of(const DatasetFormat& format) {
  return fmt::format("{} Ends in {}.", format.summary, fmt::join(format.endings, ", "));
}

}  // namespace

std::string list_formats(std::size_t width) {
  Json kinds = Json::array();
  for (const DatasetFormat* format : dataset_formats())
    kinds.push_back({{"name", format->name}, {"summary", summary_of(*format)}});
  return kinds_text(kinds, width);
}

Json list_formats_json() {
  Json list = Json::array();
  for (const DatasetFormat* format : dataset_formats()) {
    list.push_back({{"name", format->name},
                    {"summary", format->summary},
                    {"source", format->source},
                    {"endings", format->endings}});
  }
  return list;
}

std::string explain_format(std::string_view name, std::size_t width) {
  const DatasetFormat* format = find_dataset_format(name);
  if (format == nullptr) return {};
  return fmt::format("{} (format of trajectories)\n{}  source: {}\n", format->name,
                     wrap(summary_of(*format), 2, width), format->source);
}

}  // namespace drover
