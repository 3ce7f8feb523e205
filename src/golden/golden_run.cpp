#include "golden/golden_run.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/hash.h"
#include "core/numerics.h"
#include "observe/metrics/metric_set.h"
#include "observe/record/provenance.h"
#include "observe/record/trace_rows.h"
#include "scenario/scenario_writer.h"

namespace drover {
namespace {

constexpr std::size_t kDigestsPerLine = 25;

// The trace of a golden as lines of CSV.
class TraceLines {
 public:
  TraceLines(const std::vector<std::string>& wanted, std::int64_t every, Simulator& simulator)
      : rows_(TraceFormat::csv, with_keys(wanted), {}, simulator), every_(static_cast<std::uint64_t>(every)) {
    add(rows_.header());
  }

  void observe(const Simulator& simulator) {
    const World& world = simulator.world();
    rows_.advance(world);
    if (world.state.tick % every_ != 0) return;
    for (const AgentIndex i : rows_.agents()) {
      if (!world.is_present(i)) continue;
      buffer_.clear();
      rows_.append(simulator, i, buffer_);
      add({buffer_.data(), buffer_.size()});
    }
  }

  GoldenTraceDef take() { return {static_cast<std::int64_t>(every_), std::move(lines_)}; }

 private:
  // Rows are compared by step and agent.
  static std::vector<std::string> with_keys(std::vector<std::string> wanted) {
    if (wanted.empty()) wanted = {"x", "y", "vx", "vy", "hx", "hy"};
    for (const char* key : {"agent", "step"}) {
      if (std::find(wanted.begin(), wanted.end(), key) == wanted.end()) wanted.insert(wanted.begin(), key);
    }
    return wanted;
  }

  void add(std::string_view line) {
    lines_.emplace_back(line.ends_with('\n') ? line.substr(0, line.size() - 1) : line);
  }

  TraceRows rows_;
  std::uint64_t every_;
  fmt::memory_buffer buffer_;
  std::vector<std::string> lines_;
};

class GoldenRecorder {
 public:
  GoldenRecorder(const LoadedScenario& scenario, Simulator& simulator, const GoldenRunOptions& options)
      : simulator_(simulator), metrics_(scenario.def.record, simulator), steps_(scenario.def.step_count()) {
    GoldenDef& golden = run_.golden;
    golden.accepted.drover = drover_version();
    golden.accepted.numerics = kNumericsProfile;
    golden.scenario_hash = golden_scenario_hash(scenario);
    golden.dt = scenario.def.simulation.dt;
    golden.digests.every = options.digest_every > 0
                               ? options.digest_every
                               : std::max<std::int64_t>(1, (steps_ + kMostDigests - 1) / kMostDigests);
    if (options.trace_every) trace_.emplace(options.trace_columns, *options.trace_every, simulator);
    observe();
    golden.checkpoints.push_back({0, hex(simulator.hash())});
  }

  void run(const std::function<bool()>& is_stopped) {
    while (tick() < steps_ && run_.is_complete()) {
      run_.failure = simulator_.step();
      if (run_.failure) return;
      observe();
      note_hashes();
      run_.is_stopped = is_stopped && is_stopped();
    }
  }

  GoldenRun take(std::span<const ExpectDef> expect) {
    GoldenDef& golden = run_.golden;
    golden.steps = tick();
    golden.state_hash = hex(simulator_.hash());
    const MetricResults results = metrics_.results();
    for (const MetricResults::Entry& entry : results.entries()) {
      GoldenMetricDef metric;
      if (entry.value.number) metric.value = *entry.value.number;
      golden.metrics.push_back({fmt::format("{}.{}", entry.metric, entry.output), metric});
    }
    run_.expectations = judge(expect, results, simulator_.counters());
    if (trace_) golden.trace = trace_->take();
    return std::move(run_);
  }

 private:
  std::int64_t tick() const { return static_cast<std::int64_t>(simulator_.world().state.tick); }

  void observe() {
    metrics_.observe(simulator_);
    if (trace_) trace_->observe(simulator_);
  }

  void note_hashes() {
    GoldenDef& golden = run_.golden;
    const bool is_digest = tick() % golden.digests.every == 0;
    const auto next = static_cast<std::int64_t>(golden.checkpoints.size());
    const bool is_checkpoint = tick() >= steps_ * next / kCheckpointCount;
    if (!is_digest && !is_checkpoint) return;
    const std::string hash = hex(simulator_.hash());
    if (is_checkpoint) golden.checkpoints.push_back({tick(), hash});
    if (!is_digest) return;
    std::vector<std::string>& lines = golden.digests.hashes;
    if (lines.empty() || lines.back().size() == kDigestsPerLine * kDigestDigits) lines.emplace_back();
    lines.back() += hash.substr(0, kDigestDigits);
  }

  Simulator& simulator_;
  MetricSet metrics_;
  std::optional<TraceLines> trace_;
  std::int64_t steps_;
  GoldenRun run_;
};

}  // namespace

GoldenRun run_golden(const LoadedScenario& scenario, Simulator simulator, const GoldenRunOptions& options) {
  GoldenRecorder recorder(scenario, simulator, options);
  recorder.run(options.is_stopped);
  return recorder.take(scenario.def.expect);
}

std::string golden_scenario_hash(const LoadedScenario& scenario) {
  return hex(hash_bytes(motion_part(scenario.resolved).dump()));
}

}  // namespace drover
