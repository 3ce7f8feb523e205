// Reads scenario files into definitions. Every problem of the text is reported, not only the first.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/kind.h"
#include "scenario/diagnostics.h"
#include "scenario/json_document.h"
#include "scenario/read_options.h"
#include "sim/definitions/definitions.h"

namespace drover {

struct LoadedScenario {
  ScenarioDef def;
  // As written by write_object: every default explicit. Copies share it.
  std::shared_ptr<const nlohmann::ordered_json> resolved;
  std::uint64_t hash = 0;  // scenario_hash(def)
  JsonValue document;      // all resolved, options applied: the places of later problems
  std::optional<JsonValue> written =
      {};  // the same before its expressions were evaluated, of one with variables
};

// Reads a file, or standard input for "-", and the files it includes: relative to its folder, of standard
// input to the working directory. Empty when there is an error; warnings may come with a result.
std::optional<LoadedScenario> load_scenario(std::string_view path_or_dash, const ReadOptions& options,
                                            const Catalog& catalog, JsonSources& sources,
                                            Diagnostics& diagnostics);

// The same for a file that read_text_file read before: the source with that index.
std::optional<LoadedScenario> load_scenario(std::uint32_t source, const ReadOptions& options,
                                            const Catalog& catalog, JsonSources& sources,
                                            Diagnostics& diagnostics);

// A text that is already in memory.
struct ScenarioText {
  std::string name;  // as messages call it
  std::string text;
  std::string folder = {};  // of the files it includes; empty: the working directory
};

std::optional<LoadedScenario> read_scenario_text(ScenarioText text, const ReadOptions& options,
                                                 const Catalog& catalog, JsonSources& sources,
                                                 Diagnostics& diagnostics);

// The two halves of reading, for those who read one text with many options. First the text and the files it
// includes, merged into one document without "include"; empty when there is an error. Then the rest.
std::optional<JsonValue> read_scenario_document(ScenarioText text, const Catalog& catalog,
                                                JsonSources& sources, Diagnostics& diagnostics);
std::optional<LoadedScenario> read_scenario(JsonValue document, const ReadOptions& options,
                                            const Catalog& catalog, JsonSources& sources,
                                            Diagnostics& diagnostics);

}  // namespace drover
