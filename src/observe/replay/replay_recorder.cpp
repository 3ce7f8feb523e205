#include "observe/replay/replay_recorder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "observe/picture/picture_formations.h"
#include "observe/record/heights.h"

namespace drover {
namespace {

std::vector<ReplayAgent> replay_agents(const World& world) {
  std::vector<ReplayAgent> agents;
  const Model& model = world.model();
  for (AgentIndex i = 0; i < model.body_count(); ++i)
    agents.push_back({model.agents.number[i], model.agents.type[i], world.state.limits.radius[i]});
  for (const AgentName& name : model.names)
    if (!model.is_anchor(name.agent)) agents[name.agent].name = name.name;
  return agents;
}

// Of the grid in which neighbors are looked for, as Simulator sizes it; 0 where there is none [m].
double cell_size(const Simulator& simulator) {
  const PartitionDef& partition = simulator.world().model().partition;
  double reach = kInfinity;
  for (const PerceptionPass& pass : simulator.perceptions())
    if (pass.shortest_reach() > 0.0) reach = smaller(reach, pass.shortest_reach());
  if (!partition.enabled || reach == kInfinity) return 0.0;
  return partition.cell_size > 0.0 ? partition.cell_size : reach;
}

// The presence of obstacles, then of walls.
std::vector<std::uint8_t> door_states(const World& world) {
  if (!world.model().has_doors) return {};
  std::vector<std::uint8_t> states = world.state.doors.obstacles;
  states.insert(states.end(), world.state.doors.walls.begin(), world.state.doors.walls.end());
  return states;
}

unsigned needs_of(std::span<const Column> columns) {
  unsigned needs = TraceHistory::nothing;
  for (const Column& column : columns)
    if (column.kind() != nullptr) needs |= column.kind()->needs;
  return needs;
}

void begin_recording(Simulator& simulator, std::span<const Column> columns) {
  for (const Column& column : columns) {
    if (column.is_contribution()) simulator.record_contributions();
    if (column.shows_present_perceptions()) simulator.enable_prefetch();
    if (column.kind() == nullptr) continue;
    if (column.kind()->shows_neighbors) simulator.record_neighbors();
    if (column.kind()->shows_requests) simulator.record_requests();
  }
}

double value_of(const Column& column, const TraceRow& row) {
  const std::uint64_t word = column.word(row);
  return column.type() == ColumnType::number ? std::bit_cast<double>(word) : static_cast<double>(word);
}

}  // namespace

std::vector<std::string> event_names(const ScenarioDef& scenario) {
  std::vector<std::string> names;
  for (const EventDef& event : scenario.events)
    names.push_back(event.id.empty() ? std::string(event.event.kind->name)
                                     : fmt::format("{} ({})", event.id, event.event.kind->name));
  return names;
}

ReplayRecorder::ReplayRecorder(const ScenarioDef& scenario, Simulator& simulator,
                               const ReplayOptions& options)
    : simulator_(simulator),
      marks_(simulator.world(), event_names(scenario)),
      charts_(scenario, simulator),
      flights_(simulator.world()),
      details_(simulator, options.details) {
  const World& world = simulator.world();
  const Model& model = world.model();
  if (!options.columns.empty()) columns_ = make_columns(options.columns, world);
  begin_recording(simulator, columns_);
  if (needs_of(columns_) != TraceHistory::nothing || !columns_.empty())
    history_.emplace(world, needs_of(columns_));
  replay_.frames = FrameTable(options.limits.frames_of(model.body_count()), columns_.size());
  replay_.columns = table_columns(columns_, world);
  replay_.types = trail_types(world);
  replay_.agents = replay_agents(world);
  replay_.is_in_space = model.is_spatial() || model.is_elevated();
  replay_.dt = model.dt;
  replay_.cell_size = cell_size(simulator);
  for (const AgentType& type : model.visible_types()) {
    first_mode_.push_back(static_cast<std::uint32_t>(replay_.modes.size()));
    if (type.modes.size() < 2) continue;
    for (const Mode& mode : type.modes)
      replay_.modes.push_back(mode.name);
  }
  mode_.assign(replay_.agents.size(), kNoIndex);
  radius_ = std::vector<double>(replay_.agents.size(), 0.0);
  before_.resize(replay_.agents.size());
}

void ReplayRecorder::observe() {
  const World& world = simulator_.world();
  marks_.observe(simulator_);
  charts_.observe(simulator_);
  flights_.observe(simulator_);
  if (history_) history_->advance(world);
  const auto step = static_cast<std::int64_t>(world.state.tick);
  if (ReplayFrame* frame = replay_.frames.frame(step)) sample(*frame);
}

void ReplayRecorder::sample(ReplayFrame& frame) {
  sample_agents(frame);
  sample_columns(frame);
  note_changes(frame.step);
  note_formations(frame.step);
  charts_.sample(simulator_);
  flights_.sample(simulator_.world());
  details_.sample(simulator_, replay_);
  before_ = frame.samples;
  step_before_ = frame.step;
}

bool ReplayRecorder::came_by_jump(AgentIndex i, const FrameSample& now) const {
  const World& world = simulator_.world();
  if (!before_[i].is_present) return false;
  if (static_cast<std::int64_t>(world.state.record.teleport_tick[i]) > step_before_) return true;
  return crosses_edge(world.model().bounds, before_[i].position, now.position);
}

void ReplayRecorder::sample_agents(ReplayFrame& frame) {
  const World& world = simulator_.world();
  frame.samples.resize(replay_.agents.size());
  for (AgentIndex i = 0; i < replay_.agents.size(); ++i) {
    FrameSample& sample = frame.samples[i];
    if (!world.is_present(i)) continue;
    sample.is_present = true;
    sample.position = observed_position(world, i);
    sample.heading = world.state.motion.heading(i);
    sample.has_jumped = came_by_jump(i, sample);
  }
}

void ReplayRecorder::sample_columns(ReplayFrame& frame) {
  frame.values.assign(replay_.agents.size() * columns_.size(), std::numeric_limits<double>::quiet_NaN());
  for (AgentIndex i = 0; i < replay_.agents.size(); ++i) {
    if (!frame.samples[i].is_present) continue;
    for (std::size_t k = 0; k < columns_.size(); ++k)
      frame.values[i * columns_.size() + k] = value_of(columns_[k], {simulator_, *history_, i});
  }
}

void ReplayRecorder::note_changes(std::int64_t step) {
  const World& world = simulator_.world();
  for (AgentIndex i = 0; i < replay_.agents.size(); ++i) {
    if (!world.is_present(i)) continue;
    if (world.model().type_of(i).modes.size() > 1) {
      const std::uint32_t mode = first_mode_[world.model().agents.type[i]] + world.state.status.mode[i];
      if (mode != mode_[i]) replay_.mode_changes.push_back({i, step, static_cast<double>(mode)});
      mode_[i] = mode;
    }
    const double radius = world.state.limits.radius[i];
    if (radius_[i] == 0.0) replay_.agents[i].radius = radius;
    if (radius_[i] != 0.0 && radius != radius_[i]) replay_.radius_changes.push_back({i, step, radius});
    radius_[i] = radius;
  }
  std::vector<std::uint8_t> doors = door_states(world);
  for (std::uint32_t k = 0; k < doors.size(); ++k)
    if (doors_.empty() || doors[k] != doors_[k])
      replay_.doors.push_back({k, step, static_cast<double>(doors[k])});
  doors_ = std::move(doors);
}

void ReplayRecorder::note_formations(std::int64_t step) {
  for (const FormationPicture& picture : formation_pictures(simulator_)) {
    ReplayFormation formation{picture.name, step, picture.anchor, picture.heading};
    for (const FormationPicture::Place& place : picture.places)
      formation.slots.push_back({place.slot, place.agent, place.is_blocked});
    replay_.formations.push_back(std::move(formation));
  }
}

Replay ReplayRecorder::finish(bool is_whole) {
  const auto step = static_cast<std::int64_t>(simulator_.world().state.tick);
  if (is_whole && step != step_before_) sample(replay_.frames.add_last(step));
  replay_.duration = static_cast<double>(is_whole ? step : step_before_) * replay_.dt;
  marks_.finish(replay_);
  flights_.finish(replay_);
  charts_.finish(replay_);
  if (replay_.frames.stride() > 1)
    replay_.notes.push_back(
        fmt::format("One of {} steps is kept, about every {:.3g} s; positions in between are interpolated.",
                    replay_.frames.stride(), static_cast<double>(replay_.frames.stride()) * replay_.dt));
  return std::move(replay_);
}

}  // namespace drover
