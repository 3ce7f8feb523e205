#include "observe/metrics/metrics_file.h"

#include <nlohmann/json.hpp>

#include "observe/record/dataset_file.h"

namespace drover {

nlohmann::ordered_json to_json(const MetricsDocument& document) {
  nlohmann::ordered_json out;
  out["format"] = kMetricsFormat;
  out["drover"] = drover_version();
  out["provenance"] = to_json(document.provenance);
  out["metrics"] = document.metrics.to_json();
  for (const TableInfo& table : document.tables) {
    nlohmann::ordered_json& entry = out["tables"][table.name];
    entry["file"] = table.file;
    for (const TableColumn& column : table.columns)
      entry["columns"].push_back(column_json(column));
  }
  out["counters"] = {{"agent_steps", document.counters.agent_steps},
                     {"pairs_tested", document.counters.pairs_tested}};
  out["expectations"] = to_json(std::span<const Verdict>(document.verdicts));
  if (document.timing != nullptr) out["not_reproducible"]["timing"] = *document.timing;
  return out;
}

}  // namespace drover
