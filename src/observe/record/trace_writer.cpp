#include "observe/record/trace_writer.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/check.h"
#include "observe/record/frame_rate.h"
#include "observe/record/heights.h"
#include "observe/record/json_file.h"

namespace drover {

std::int64_t default_trace_stride(std::uint64_t agents, std::uint64_t steps) {
  for (std::uint64_t unit = 1;; unit *= 10) {
    for (const std::uint64_t factor : {1u, 2u, 5u}) {
      const std::uint64_t stride = factor * unit;
      const std::uint64_t states = steps / stride + 1;
      // The initial state is written in any case, however many agents there are.
      if (agents * states <= kMaxDefaultRows || states == 1) return static_cast<std::int64_t>(stride);
    }
  }
}

Failure TraceWriter::open(const TraceSpec& spec, Simulator& simulator) {
  std::string problem;
  format_ = chosen_format(spec.choices, spec.path, problem);
  if (format_ != nullptr) problem = problem_with(spec.choices, *format_);
  if (!problem.empty()) return fmt::format("cannot write {}: {}", spec.path, problem);
  DROVER_CHECK(!spec.every || *spec.every > 0, "the stride of a trace is positive");
  writer_.reset();
  spec_ = spec;
  notes_.clear();
  end_ = {};
  doors_.clear();
  obstacles_.clear();
  walls_.clear();
  is_beyond_edges_ = false;
  const World& world = simulator.world();
  model_ = &world.model();
  is_unwrapped_ =
      world.model().bounds.wraps() && spec.choices.unwrapped.value_or(unwraps_by_default(*format_));
  rows_.emplace(format_->has_layout ? columns_held(simulator) : spec.columns, spec.groups, simulator,
                spec.fake_orientation);
  stride_ = spec.every.value_or(default_trace_stride(rows_->agents().size(), spec.steps));
  was_there_.assign(world.model().agents.size(), 0);
  ways_.assign(is_unwrapped_ ? world.model().agents.size() : 0, {});
  if (Failure failure = file_.open(spec.path, *format_, dataset_spec(world), spec.durability)) return failure;
  writer_.emplace(file_.writer(), width_, rows_->agents().size());
  return open_projectiles(world.model());
}

Failure TraceWriter::open_projectiles(const Model& model) {
  projectile_rows_.reset();
  projectiles_ = ProjectileTable();
  if (!ProjectileRows::exist_in(model)) return std::nullopt;
  projectile_rows_.emplace(model);
  return projectiles_.open({.trace = spec_.path,
                            .has_folder = file_.has_meta(),
                            .choices = spec_.choices,
                            .seed = model.seed,
                            .stride = stride_,
                            .durability = spec_.durability},
                           *format_, model);
}

// Of a layout: the key of a row, whose words those of the layout replace, and the columns that were chosen
// and that the format can hold besides its own.
std::vector<std::string> TraceWriter::columns_held(const Simulator& simulator) {
  std::vector<std::string> held = {"step", "agent"};
  std::vector<std::string> left_out;
  if (spec_.columns.empty()) return held;
  for (const Column& column : make_columns(spec_.columns, simulator.world())) {
    const Held held_as = held_by(*format_, column.name(), column.type());
    if (held_as != Held::own) (held_as == Held::extra ? held : left_out).push_back(column.name());
  }
  if (!left_out.empty()) {
    notes_.push_back(fmt::format("{} cannot hold the {} {}", format_->name,
                                 left_out.size() == 1 ? "column" : "columns", fmt::join(left_out, ", ")));
  }
  return held;
}

DatasetSpec TraceWriter::dataset_spec(const World& world) {
  DatasetSpec spec = {.columns = table_columns(rows_->columns(), world),
                      .fps = frame_rate(world.model().dt, stride_),
                      .has_heights = world.model().dimensions != Dimensions::plane,
                      .digits = spec_.choices.digits,
                      .csv_reader = spec_.choices.csv_reader,
                      .scenario = spec_.scenario,
                      .run_id = spec_.choices.run_id,
                      .seed = world.model().seed};
  if (format_->has_layout) {
    spec.columns.erase(spec.columns.begin(), spec.columns.begin() + 2);
    width_ = kLayoutWidth + spec.columns.size();
    if (format_->holds_area) spec.ground = walkable_ground(world.model(), is_unwrapped_);
    return spec;
  }
  const auto place_of = [&](std::string_view name) -> std::optional<std::size_t> {
    const auto at = std::ranges::find(spec.columns, name, &TableColumn::name);
    if (at == spec.columns.end()) return std::nullopt;
    return static_cast<std::size_t>(at - spec.columns.begin());
  };
  x_ = place_of("x");
  y_ = place_of("y");
  z_ = place_of("z");
  added_ = added_columns(spec_.choices);
  spec.columns.insert(spec.columns.end(), added_.begin(), added_.end());
  width_ = spec.columns.size();
  return spec;
}

TraceSize TraceWriter::expected_size() const {
  constexpr std::uint64_t kBytesPerNumber = 9;  // as they are on average, with the comma
  constexpr std::uint64_t kPlace = 2;           // the numbers of a layout that are no columns of the trace
  constexpr std::uint64_t kCompression = 3;
  const std::uint64_t columns = rows_->columns().size();
  std::uint64_t row_bytes = kBytesPerNumber * (columns + (format_->has_layout ? kPlace : 0));
  for (const Column& column : rows_->columns()) {
    constexpr std::uint64_t kJsonMarks = 3;
    if (format_->name.starts_with("jsonl")) row_bytes += column.name().size() + kJsonMarks;
  }
  if (format_->is_compressed || format_ == &kPedpyHdf5) row_bytes /= kCompression;
  const std::uint64_t extras = format_->has_layout ? columns - 2 : 0;
  const std::uint64_t kept = format_->kept_per_row > 0 ? format_->kept_per_row + kKeptPerExtra * extras : 0;
  TraceSize size;
  size.stride = stride_;
  size.rows = rows_->agents().size() * (spec_.steps / static_cast<std::uint64_t>(stride_) + 1);
  size.bytes = size.rows * row_bytes;
  size.memory = size.rows * kept;
  return size;
}

Failure TraceWriter::observe(const Simulator& simulator) {
  const World& world = simulator.world();
  rows_->advance(world);
  if (!world.model().events.empty()) note_cuts(world);
  if (world.model().has_doors) note_doors(world);
  if (is_unwrapped_) unwrap(world);
  if (projectile_rows_) {
    if (Failure failure = projectiles_.add(projectile_rows_->news(simulator))) return failure;
  }
  const auto stride = static_cast<std::uint64_t>(stride_);
  const std::uint64_t tick = world.state.tick;
  if (tick % stride != 0) return std::nullopt;
  end_.frames.include(static_cast<std::int64_t>(tick / stride));
  return write_state(simulator);
}

// Where the ways of agents that were there already have a gap.
void TraceWriter::note_cuts(const World& world) {
  for (const AgentIndex i : rows_->agents()) {
    if (was_there_[i] != 0 && world.is_present(i) && world.state.record.teleport_tick[i] == world.state.tick)
      cuts_.push_back({static_cast<std::int64_t>(world.state.tick), world.model().agents.number[i]});
    was_there_[i] = world.state.status.present[i];
  }
}

void TraceWriter::note_doors(const World& world) {
  const auto note_kind = [&](bool is_wall, const std::vector<std::uint8_t>& present,
                             const std::vector<std::uint8_t>& at_start, std::vector<std::uint8_t>& last) {
    if (last.empty()) last = at_start;
    for (std::uint32_t k = 0; k < present.size(); ++k) {
      if (present[k] == last[k]) continue;
      last[k] = present[k];
      doors_.push_back({static_cast<std::int64_t>(world.state.tick), is_wall, k, present[k] != 0});
    }
  };
  const Model& model = world.model();
  note_kind(false, world.state.doors.obstacles, model.statics->shapes.obstacles_at_start, obstacles_);
  note_kind(true, world.state.doors.walls, model.statics->shapes.walls_at_start, walls_);
}

void TraceWriter::unwrap(const World& world) {
  for (const AgentIndex i : rows_->agents()) {
    if (!world.is_present(i)) continue;
    const bool is_cut = world.state.record.teleport_tick[i] == world.state.tick;
    ways_[i].advance(observed_position(world, i), world.model().bounds, is_cut);
    is_beyond_edges_ = is_beyond_edges_ || ways_[i].is_beyond_edges();
  }
}

Failure TraceWriter::write_state(const Simulator& simulator) {
  for (const AgentIndex i : rows_->agents()) {
    if (!simulator.world().is_present(i)) continue;
    ++row_count_;
    read_row(simulator, i, writer_->next_row());
  }
  last_tick_ = simulator.world().state.tick;
  if (projectile_rows_) {
    if (Failure failure = projectiles_.add(projectile_rows_->states(simulator.world()))) return failure;
  }
  return file_.named(writer_->failure());
}

void TraceWriter::read_row(const Simulator& simulator, AgentIndex agent,
                           std::span<std::uint64_t> words) const {
  const World& world = simulator.world();
  const std::uint64_t frame = world.state.tick / static_cast<std::uint64_t>(stride_);
  if (format_->has_layout) {
    rows_->read(simulator, agent, words.subspan(kLayoutWidth - 2));
    return put_layout({.frame = frame,
                       .id = world.model().agents.number[agent],
                       .position = is_unwrapped_ ? ways_[agent].position() : observed_position(world, agent),
                       .heading = world.state.motion.heading(agent)},
                      words);
  }
  const std::size_t own = rows_->columns().size();
  rows_->read(simulator, agent, words.first(own));
  if (is_unwrapped_) {
    if (x_) words[*x_] = std::bit_cast<std::uint64_t>(ways_[agent].position().x);
    if (y_) words[*y_] = std::bit_cast<std::uint64_t>(ways_[agent].position().y);
    if (z_) words[*z_] = std::bit_cast<std::uint64_t>(ways_[agent].position().z);
  }
  fill_added(added_, {world.model().seed, frame}, words.subspan(own));
}

Failure TraceWriter::observe_last(const Simulator& simulator) {
  if (is_regular() || last_tick_ == simulator.world().state.tick) return std::nullopt;
  return write_state(simulator);
}

Failure TraceWriter::finish(const Provenance& provenance, const nlohmann::ordered_json& scenario) {
  end_.changes = barrier_changes(*model_, doors_, stride_);
  end_.projectiles = projectiles_.take_inside();
  if (Failure failure = file_.named(writer_->finish(end_))) return failure;
  if (is_beyond_edges_ && !spec_.choices.unwrapped) notes_.emplace_back(kUnwrappedNote);
  for (const std::vector<std::string>& notes : {file_.writer().notes(), projectiles_.notes()})
    notes_.insert(notes_.end(), notes.begin(), notes.end());
  if (Failure failure = projectiles_.publish(provenance.complete)) return failure;
  return file_.publish(meta(provenance, scenario), provenance.complete);
}

nlohmann::ordered_json TraceWriter::meta(const Provenance& provenance,
                                         const nlohmann::ordered_json& scenario) const {
  nlohmann::ordered_json columns = nlohmann::ordered_json::array();
  // The key of a layout's rows is no column of its own.
  for (const Column& column : rows_->columns().subspan(format_->has_layout ? 2 : 0))
    columns.push_back(column_json({column.name(), column.unit(), column.doc(), column.type()}));
  for (const TableColumn& column : added_)
    columns.push_back(column_json(column));
  nlohmann::ordered_json out;
  out["format"] = kTraceFormat;
  out["drover"] = drover_version();
  out["provenance"] = to_json(provenance);
  out["table"] = format_->name;
  if (is_regular()) out["fps"] = frame_rate(provenance.dt, stride_);
  if (is_unwrapped_) out["unwrapped"] = true;
  out["dt"] = provenance.dt;
  out["every"] = stride_;
  out["groups"] = spec_.groups;
  out["rows"] = row_count_;
  out["complete"] = provenance.complete;
  // Tells whether a trace is the one that this file was written with.
  out["content"] = to_json(file_.content());
  out["columns"] = std::move(columns);
  if (nlohmann::ordered_json projectiles = projectiles_.meta(); !projectiles.is_null())
    out["projectiles"] = std::move(projectiles);
  // Only of runs with events: pairs of step and agent.
  for (const TrailCut& cut : cuts_)
    out["teleports"].push_back({cut.step, cut.number});
  if (model_->has_doors) out["doors"] = nlohmann::ordered_json::array();
  for (const ShapeChange& door : doors_)
    out["doors"].push_back(
        {{"step", door.step}, {door.is_wall ? "wall" : "obstacle", door.index}, {"present", door.present}});
  out["scenario"] = scenario;
  return out;
}

}  // namespace drover
