#include "app/trace_origin.h"

#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "app/catalog.h"
#include "observe/convert/trace_conversion.h"
#include "run/result_json.h"
#include "run/result_set.h"

namespace drover {

std::optional<TraceOrigin> read_origin(const std::string& trace, const Console& console) {
  const std::string path = meta_path_of(trace);
  JsonReading reading = read_result(path, kListLimits);
  const nlohmann::ordered_json& meta = reading.document;
  if (reading.problem.empty() && !(meta.is_object() && meta.contains("scenario")))
    reading.problem = fmt::format("{} holds no scenario", path);
  if (!reading.problem.empty()) {
    console.error(fmt::format("{}; it tells what world the trace belongs to", reading.problem));
    return std::nullopt;
  }
  JsonSources sources;
  Diagnostics diagnostics;
  std::optional<LoadedScenario> scenario =
      read_scenario_text({path, meta["scenario"].dump()}, {}, catalog(), sources, diagnostics);
  if (!scenario) {
    console.raw_error(format_human(diagnostics, sources, console.color()));
    return std::nullopt;
  }
  if (const std::string mismatch = trace_mismatch(trace, meta); !mismatch.empty()) console.warning(mismatch);
  TraceOrigin origin{.scenario = std::move(*scenario), .cuts = cuts_of(meta), .meta = meta};
  const nlohmann::ordered_json::json_pointer hash("/provenance/state_hash");
  if (meta.contains(hash) && meta[hash].is_string())
    origin.state_hash = std::strtoull(meta[hash].get<std::string>().c_str(), nullptr, 16);
  if (meta.contains("rows") && meta["rows"].is_number_unsigned())
    origin.rows = meta["rows"].get<std::int64_t>();
  origin.is_complete = !meta.contains("complete") || meta["complete"] != false;
  return origin;
}

}  // namespace drover
