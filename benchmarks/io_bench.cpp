// Rows per second of what a run writes and reads, and agents per second of what it builds before. The bare
// formatter is the limit the others are measured against: the default columns of ready numbers, into memory
// that is there already.
#include <sstream>
#include <stdexcept>

#include <benchmark/benchmark.h>
#include <fmt/compile.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "bench_scenes.h"
#include "observe/picture/world_display.h"
#include "observe/read/trace_reader.h"
#include "observe/record/trace_writer.h"
#include "observe/replay/replay_recorder.h"
#include "observe/replay/run_block.h"

namespace drover::bench {
namespace {

constexpr int kAgents = 10000;

// Some steps after its start, so that all numbers have all their digits.
Simulator wanderers(std::int64_t agents = kAgents) {
  Simulator simulator = make_simulator(fmt::format(
      R"({{"format": 1, "seed": 1,
          "agent_types": {{"bird": {{"max_speed": 1, "max_acceleration": 4, "steering": {{
            "behaviors": [{{"type": "wander"}}, {{"type": "seek", "target": {{"point": [0, 0]}}}}]}}}}}},
          "agents": [{{"type": "bird", "count": {}, "heading": {{"uniform": [-3.14, 3.14]}}, "speed": 0.5,
                      "placement": {{"type": "rectangle", "min": [-50, -50], "max": [50, 50]}}}}]}})",
      agents));
  for (int k = 0; k < 20; ++k)
    simulator.step();
  return simulator;
}

void check(const Failure& failure) {
  if (failure) throw std::runtime_error(*failure);
}

void count_rows(benchmark::State& state, std::uint64_t rows) {
  state.counters["rows"] = benchmark::Counter(static_cast<double>(rows), benchmark::Counter::kIsRate);
}

struct ReadyRow {
  std::uint64_t step, agent;
  double time, x, y, vx, vy, heading;
};

std::vector<ReadyRow> ready_rows(const Simulator& simulator) {
  const std::vector<Column> columns = make_columns({}, simulator.world());
  const TraceHistory history(simulator.world(), TraceHistory::nothing);
  std::vector<ReadyRow> rows;
  for (AgentIndex i = 0; i < simulator.world().model().agents.size(); ++i) {
    const TraceRow row{simulator, history, i};
    const AgentMotion& s = row.state();
    rows.push_back({columns[0].integer(row), columns[2].integer(row), columns[1].number(row), s.x[i], s.y[i],
                    s.vx[i], s.vy[i], columns[8].number(row)});
  }
  return rows;
}

char* put_row(char* out, TraceFormat format, const ReadyRow& r) {
  return format == TraceFormat::csv
             ? fmt::format_to(out, FMT_COMPILE("{},{},{},bird,{},{},{},{},{}\n"), r.step, r.time, r.agent,
                              r.x, r.y, r.vx, r.vy, r.heading)
             : fmt::format_to(out,
                              FMT_COMPILE("{{\"step\":{},\"time\":{},\"agent\":{},\"type\":\"bird\",\"x\":{},"
                                          "\"y\":{},\"vx\":{},\"vy\":{},\"heading\":{}}}\n"),
                              r.step, r.time, r.agent, r.x, r.y, r.vx, r.vy, r.heading);
}

void bare_formatter(benchmark::State& state, TraceFormat format) {
  const std::vector<ReadyRow> rows = ready_rows(wanderers());
  std::vector<char> text(std::size_t{1} << 16);
  constexpr std::ptrdiff_t kLongestRow = 512;
  std::uint64_t count = 0;
  for (auto _ : state) {
    char* at = text.data();
    for (const ReadyRow& row : rows) {
      if (text.data() + text.size() - at < kLongestRow) at = text.data();
      at = put_row(at, format, row);
    }
    benchmark::DoNotOptimize(at);
    count += rows.size();
  }
  count_rows(state, count);
}

void row_formatter(benchmark::State& state, TraceFormat format) {
  Simulator simulator = wanderers();
  TextRows rows(format, {}, {}, simulator);
  rows.advance(simulator.world());
  fmt::memory_buffer text;
  std::uint64_t count = 0;
  for (auto _ : state) {
    for (const AgentIndex i : rows.agents()) {
      if (text.size() > std::size_t{1} << 16) text.clear();
      rows.append(simulator, i, text);
    }
    count += rows.agents().size();
  }
  count_rows(state, count);
}

// The same state again and again, so that nothing but writing takes time; whole files, as a run makes them.
void trace_writer(benchmark::State& state, std::string_view format, const std::string& path) {
  Simulator simulator = wanderers();
  std::uint64_t count = 0;
  for (auto _ : state) {
    TraceWriter writer;
    TraceSpec spec;
    spec.path = path;
    spec.choices.format = format;
    check(writer.open(spec, simulator));
    for (int k = 0; k < 50; ++k)
      check(writer.observe(simulator));
    Provenance provenance;
    provenance.complete = true;
    check(writer.observe_last(simulator));
    check(writer.finish(provenance, {}));
    count += writer.row_count();
  }
  count_rows(state, count);
}

void to_nowhere(benchmark::State& state, TraceFormat format) {
  trace_writer(state, name_of(format), "/dev/null");
}

void to_file(benchmark::State& state, std::string_view format) {
  const std::string path = fmt::format("/tmp/io_bench.{}.trace", ::getpid());
  trace_writer(state, format, path);
  ::unlink(path.c_str());
  ::unlink(trace_meta_path(path).c_str());
}

// Steps whose states are written: what a trace costs a run, by its stride and columns.
void traced_steps(benchmark::State& state, const std::vector<std::string>& columns) {
  Simulator simulator = wanderers();
  TraceWriter writer;
  const std::int64_t every = state.range(0);
  TraceSpec spec;
  spec.path = "/dev/null";
  spec.every = every;
  spec.columns = columns;
  if (every > 0) check(writer.open(spec, simulator));
  const std::uint64_t before = simulator.counters().agent_steps;
  for (auto _ : state) {
    simulator.step();
    if (every > 0) check(writer.observe(simulator));
  }
  count_rows(state, simulator.counters().agent_steps - before);
}

void trace_reading(benchmark::State& state, TraceFormat format) {
  Simulator simulator = wanderers();
  TextRows rows(format, {}, {}, simulator);
  rows.advance(simulator.world());
  fmt::memory_buffer text;
  for (const AgentIndex i : rows.agents())
    rows.append(simulator, i, text);
  std::istringstream stream(rows.header() + fmt::to_string(text));
  std::uint64_t count = 0;
  for (auto _ : state) {
    stream.clear();
    stream.seekg(0);
    const TraceReading reading = read_trace(stream, simulator.world());
    if (reading.problem) throw std::runtime_error(reading.problem->message);
    count += static_cast<std::uint64_t>(reading.rows);
  }
  count_rows(state, count);
}

// From a scenario that was read to a simulator that is ready to step.
void building(benchmark::State& state) {
  const std::int64_t agents = state.range(0);
  const LoadedScenario flock = load_flock(agents);
  for (auto _ : state)
    benchmark::DoNotOptimize(make_simulator(flock).world().state.motion.x.data());
  state.counters["agents"] =
      benchmark::Counter(static_cast<double>(agents), benchmark::Counter::kIsIterationInvariantRate);
}

// A trace is written by a thread of its own: rows per second of real time; the CPU time is that of both.
void in_real_time(benchmark::internal::Benchmark* benchmark) {
  benchmark->MeasureProcessCPUTime()->UseRealTime();
}

// A replay of twenty states, up to its bytes before they are compressed: samples of agents per second, which
// stay the same as the agents become more.
void replayed_states(benchmark::State& state) {
  Simulator simulator = wanderers(state.range(0));
  const ScenarioDef scenario;
  std::uint64_t samples = 0;
  for (auto _ : state) {
    ReplayRecorder recorder(scenario, simulator);
    for (int k = 0; k < 20; ++k) {
      recorder.observe();
      simulator.step();
    }
    const Replay replay = recorder.finish(false);
    benchmark::DoNotOptimize(run_block(replay, simulator.world(), world_display(simulator.world())));
    samples += replay.agents.size() * replay.frames.frames().size();
  }
  count_rows(state, samples);
}
BENCHMARK(replayed_states)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);

#define DROVER_BOTH_FORMATS(function)                                      \
  BENCHMARK_CAPTURE(function, csv, TraceFormat::csv)->Apply(in_real_time); \
  BENCHMARK_CAPTURE(function, json_lines, TraceFormat::json_lines)->Apply(in_real_time)

DROVER_BOTH_FORMATS(bare_formatter);
DROVER_BOTH_FORMATS(row_formatter);
DROVER_BOTH_FORMATS(to_nowhere);
// Every format, as files. The least of what they cost is the state they are all made of.
BENCHMARK_CAPTURE(to_file, csv, "csv")->Apply(in_real_time);
BENCHMARK_CAPTURE(to_file, csv_zst, "csv.zst")->Apply(in_real_time);
BENCHMARK_CAPTURE(to_file, json_lines, "jsonl")->Apply(in_real_time);
BENCHMARK_CAPTURE(to_file, json_lines_zst, "jsonl.zst")->Apply(in_real_time);
BENCHMARK_CAPTURE(to_file, jupedsim, "jupedsim")->Apply(in_real_time);
BENCHMARK_CAPTURE(to_file, pedpy_text, "pedpy_text")->Apply(in_real_time);
BENCHMARK_CAPTURE(to_file, pedpy_hdf5, "pedpy_hdf5")->Apply(in_real_time);
BENCHMARK_CAPTURE(to_file, trajnet, "trajnet")->Apply(in_real_time);
BENCHMARK_CAPTURE(to_file, eth_ucy, "eth_ucy")->Apply(in_real_time);
BENCHMARK_CAPTURE(to_file, npz, "npz")->Apply(in_real_time);
DROVER_BOTH_FORMATS(trace_reading);
BENCHMARK(building)->Arg(10'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

// 0: no trace.
BENCHMARK_CAPTURE(traced_steps, default_columns, {})->Arg(0)->Arg(1)->Arg(10)->Arg(1000)->Apply(in_real_time);
BENCHMARK_CAPTURE(traced_steps, accelerations, {"ax", "ay", "throttle", "steer"})
    ->Arg(1000)
    ->Apply(in_real_time);
BENCHMARK_CAPTURE(traced_steps, smoothed, {"smoothed_heading"})->Arg(1000)->Apply(in_real_time);
BENCHMARK_CAPTURE(traced_steps, contributions, {"contributions"})->Arg(1000)->Apply(in_real_time);

}  // namespace
}  // namespace drover::bench
