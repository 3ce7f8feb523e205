// A trace that was written before, in another format.
#pragma once

#include <cstdint>
#include <istream>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "observe/dataset/dataset_format.h"
#include "observe/record/output_file.h"
#include "observe/record/trails.h"
#include "sim/state/world.h"

namespace drover {

struct TraceSource {
  std::istream& rows;
  std::string name;                    // for messages
  const nlohmann::ordered_json& meta;  // the file beside the trace
  const World& world;                  // of the scenario in it
  std::span<const TrailCut> cuts;      // where agents were teleported
  // The columns that the scenario records, which a layout holds where none are asked for.
  std::span<const std::string> recorded = {};
  std::string projectiles = {};  // its table of them (find_projectile_table); empty without
};

struct ConversionSpec {
  std::string path;  // "-": standard output
  DatasetChoices choices = {};
  std::int64_t every = 1;                 // steps, a multiple of the trace's own stride
  std::vector<std::string> columns = {};  // of the trace; empty: all in a table, none besides a layout's own
  std::string projectiles = {};           // where their table goes; empty: beside the file
};

// The rows of one agent.
struct WrittenAgent {
  std::uint64_t first_frame = 0;  // step / stride
  std::uint64_t last_frame = 0;
  std::uint64_t rows = 0;
};

struct Conversion {
  std::string input_problem = {};                     // why the trace cannot be converted, with its place
  Failure output_problem = {};                        // why the file cannot be written
  std::vector<std::string> notes = {};                // what is not in the file, for people
  std::vector<std::string> columns_left_out = {};     // of the trace, that were not asked for
  std::uint64_t rows = 0;                             // written
  std::string projectiles = {};                       // the file of their table; empty without
  std::map<std::uint32_t, WrittenAgent> agents = {};  // by number: those with rows

  bool is_good() const { return input_problem.empty() && !output_problem; }
};

// The steps between two states of a trace, and its time step [s], as the file beside it says; empty where it
// does not.
std::optional<std::int64_t> stride_of(const nlohmann::ordered_json& meta);
std::optional<double> time_step_of(const nlohmann::ordered_json& meta);
// Where it says that agents were teleported; what is no pair of step and agent is left out.
std::vector<TrailCut> cuts_of(const nlohmann::ordered_json& meta);

// Needs the column agent, and step or time; a layout also x and y, and headings where the format has them (hx
// and hy, or heading). Rows stand in the order in which traces are written. The file beside the new one is
// that of the trace with what has changed.
Conversion convert_trace(const TraceSource& source, const ConversionSpec& spec);

}  // namespace drover
