// Writes the states of a run as a table with one row per agent and state: long ("tidy") format.
//
// Rows are ordered by step, then by agent number. The initial state is step 0. A file FILE gets a neighbor
// FILE.meta.json that says how it was made and where agents were teleported, and holds the scenario, so that
// the two can be reproduced and drawn alone. Agents have rows while they are there.
//
// The file is a trace (a table with chosen columns) or a dataset in one of the formats of observe/dataset.
// Where something flies, rolls or explodes there is a table of that, too (projectile_table).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "observe/dataset/dataset_format.h"
#include "observe/record/dataset_file.h"
#include "observe/record/projectile_table.h"
#include "observe/record/provenance.h"
#include "observe/record/row_writer.h"
#include "observe/record/trace_rows.h"
#include "observe/record/trails.h"
#include "observe/record/unwrapped_positions.h"
#include "observe/record/walkable_world.h"
#include "sim/step/simulator.h"

namespace drover {

inline constexpr int kTraceFormat = 1;

struct TraceSpec {
  std::string path;  // "-": standard output
  DatasetChoices choices = {};
  std::optional<std::int64_t> every = {};  // steps; absent: default_trace_stride()
  std::uint64_t steps = 0;                 // of the run; the default stride and the size follow from it
  std::vector<std::string> columns = {};   // valid names; empty: the default columns
  std::vector<std::string> groups = {};    // existing groups; empty: all agents
  FakeOrientationDef fake_orientation = {};
  Durability durability = Durability::cached;
  std::string scenario = {};  // its name, for formats that hold it
};

// The rows a trace has at most where nobody said how often states are written: about 100 MB as CSV, which
// tools still load at once.
inline constexpr std::uint64_t kMaxDefaultRows = 1'000'000;

// The least of 1, 2, 5, 10, 20, 50, ... steps with which a trace of so many agents over so many steps has no
// more than kMaxDefaultRows.
std::int64_t default_trace_stride(std::uint64_t agents, std::uint64_t steps);

// How much a trace will hold if all its agents are there all the time.
struct TraceSize : TableSize {
  std::int64_t stride = 1;  // steps between two states
};

class TraceWriter {
 public:
  // Creates the files. Starts the recording of contributions where a column needs it.
  [[nodiscard]] Failure open(const TraceSpec& spec, Simulator& simulator);

  // Call it once before the first step and after every step; writes the states that are due. They may reach
  // the file later: a failure is known in one of the next calls, at the latest in finish().
  [[nodiscard]] Failure observe(const Simulator& simulator);

  // Writes the last state unless it was due; a dataset has no frame for it.
  [[nodiscard]] Failure observe_last(const Simulator& simulator);

  // Publishes all files. Where the provenance says that the run
  // is not complete they keep the ending ".incomplete".
  [[nodiscard]] Failure finish(const Provenance& provenance, const nlohmann::ordered_json& scenario);

  // After open().
  TraceSize expected_size() const;
  std::uint64_t row_count() const { return row_count_; }
  // Of the table of projectiles, where it is a file of its own; else empty.
  const std::string& projectiles_path() const { return projectiles_.path(); }

  // After finish(): what the format could not hold, one sentence each.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  std::vector<std::string> columns_held(const Simulator& simulator);
  DatasetSpec dataset_spec(const World& world);
  bool is_regular() const { return format_->has_layout || spec_.choices.only_frames; }
  void note_cuts(const World& world);
  void note_doors(const World& world);
  void unwrap(const World& world);
  Failure open_projectiles(const Model& model);
  Failure write_state(const Simulator& simulator);
  void read_row(const Simulator& simulator, AgentIndex agent, std::span<std::uint64_t> words) const;
  nlohmann::ordered_json meta(const Provenance& provenance, const nlohmann::ordered_json& scenario) const;

  TraceSpec spec_;
  std::int64_t stride_ = 1;
  const DatasetFormat* format_ = nullptr;
  bool is_unwrapped_ = false;
  DatasetFile file_;
  std::optional<TraceRows> rows_;
  std::vector<TableColumn> added_;        // by the choices
  std::size_t width_ = 0;                 // words of a row
  std::optional<std::size_t> x_, y_, z_;  // of a table: their columns
  std::vector<UnwrappedPosition> ways_;   // per agent, where positions are unwrapped
  std::vector<std::uint8_t> was_there_;   // per agent, in the state before
  std::vector<TrailCut> cuts_;
  std::optional<std::uint64_t> last_tick_;  // written last
  std::uint64_t row_count_ = 0;
  DatasetEnd end_;
  const Model* model_ = nullptr;
  std::vector<ShapeChange> doors_;
  std::vector<std::uint8_t> obstacles_, walls_;    // whether each was present in the state before
  bool is_beyond_edges_ = false;                   // an unwrapped position
  std::optional<ProjectileRows> projectile_rows_;  // where there are any
  ProjectileTable projectiles_;
  std::vector<std::string> notes_;
  std::optional<RowWriter> writer_;  // uses the file and the rows: goes first
};

}  // namespace drover
