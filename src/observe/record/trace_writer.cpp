#include "observe/record/trace_writer.h"

#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/check.h"
#include "observe/record/json_file.h"

namespace drover {

std::optional<TraceFormat> trace_format_of(std::string_view path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  if (extension.empty() || extension == ".csv") return TraceFormat::csv;
  if (extension == ".jsonl" || extension == ".ndjson") return TraceFormat::json_lines;
  return std::nullopt;
}

std::string trace_meta_path(const std::string& trace_path) {
  return trace_path + ".meta.json";
}

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
  const std::optional<TraceFormat> format = spec.format ? spec.format : trace_format_of(spec.path);
  if (!format) {
    return fmt::format("cannot write {}: a trace ends in .csv, .jsonl or .ndjson, or its format is given",
                       spec.path);
  }
  DROVER_CHECK(!spec.every || *spec.every > 0, "the stride of a trace is positive");
  writer_.reset();
  spec_ = spec;
  format_ = *format;
  rows_.emplace(format_, spec.columns, spec.groups, simulator);
  stride_ = spec.every.value_or(default_trace_stride(rows_->agents().size(), spec.steps));
  was_there_.assign(simulator.world().model().agents.size(), 0);
  if (Failure failure = file_.open(spec.path, spec.durability)) return failure;
  if (!file_.is_direct()) {
    if (Failure failure = meta_file_.open(trace_meta_path(spec.path), spec.durability)) return failure;
  }
  writer_.emplace(rows_->formatter(), file_, rows_->columns().size(), rows_->agents().size());
  return file_.write(rows_->header());
}

TraceSize TraceWriter::expected_size() const {
  constexpr std::uint64_t kBytesPerNumber = 9;  // as they are on average, with the comma
  std::uint64_t row_bytes = 0;
  for (const Column& column : rows_->columns()) {
    constexpr std::uint64_t kJsonMarks = 3;
    row_bytes += kBytesPerNumber;
    if (format_ == TraceFormat::json_lines) row_bytes += column.name().size() + kJsonMarks;
  }
  const std::uint64_t states = spec_.steps / static_cast<std::uint64_t>(stride_) + 1;
  const std::uint64_t rows = rows_->agents().size() * states;
  return {.stride = stride_, .rows = rows, .bytes = rows * row_bytes};
}

Failure TraceWriter::observe(const Simulator& simulator) {
  rows_->advance(simulator.world());
  if (!simulator.world().model().events.empty()) note_cuts(simulator.world());
  const bool is_due = simulator.world().state.tick % static_cast<std::uint64_t>(stride_) == 0;
  return is_due ? write_state(simulator) : std::nullopt;
}

// Where the ways of agents that were there already have a gap.
void TraceWriter::note_cuts(const World& world) {
  for (const AgentIndex i : rows_->agents()) {
    if (was_there_[i] != 0 && world.is_present(i) && world.state.record.teleport_tick[i] == world.state.tick)
      cuts_.push_back({static_cast<std::int64_t>(world.state.tick), world.model().agents.number[i]});
    was_there_[i] = world.state.status.present[i];
  }
}

Failure TraceWriter::write_state(const Simulator& simulator) {
  for (const AgentIndex i : rows_->agents()) {
    if (!simulator.world().is_present(i)) continue;
    ++row_count_;
    rows_->read(simulator, i, writer_->next_row());
  }
  last_tick_ = simulator.world().state.tick;
  return writer_->failure();
}

Failure TraceWriter::observe_last(const Simulator& simulator) {
  return last_tick_ != simulator.world().state.tick ? write_state(simulator) : std::nullopt;
}

Failure TraceWriter::finish(const Provenance& provenance, const nlohmann::ordered_json& scenario) {
  if (Failure failure = writer_->finish()) return failure;
  const bool has_meta = meta_file_.is_open();
  if (has_meta) {
    if (Failure failure = meta_file_.write(pretty(meta(provenance, scenario)))) return failure;
  }
  if (Failure failure = provenance.complete ? file_.commit() : file_.keep_incomplete()) return failure;
  if (!has_meta) return std::nullopt;
  return provenance.complete ? meta_file_.commit() : meta_file_.keep_incomplete();
}

nlohmann::ordered_json TraceWriter::meta(const Provenance& provenance,
                                         const nlohmann::ordered_json& scenario) const {
  nlohmann::ordered_json columns = nlohmann::ordered_json::array();
  for (const Column& column : rows_->columns()) {
    columns.push_back({{"name", column.name()},
                       {"type", name_of(column.type())},
                       {"unit", column.unit()},
                       {"doc", column.doc()}});
  }
  nlohmann::ordered_json out;
  out["format"] = kTraceFormat;
  out["drover"] = drover_version();
  out["provenance"] = to_json(provenance);
  out["table"] = name_of(format_);
  out["dt"] = provenance.dt;
  out["every"] = stride_;
  out["groups"] = spec_.groups;
  out["rows"] = row_count_;
  out["complete"] = provenance.complete;
  // Tells whether a trace is the one that this file was written with.
  out["content"] = to_json(file_.content());
  out["columns"] = std::move(columns);
  // Only of runs with events: pairs of step and agent.
  for (const TrailCut& cut : cuts_)
    out["teleports"].push_back({cut.step, cut.number});
  out["scenario"] = scenario;
  return out;
}

}  // namespace drover
