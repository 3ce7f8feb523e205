#include "golden/golden_run.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/hash.h"
#include "core/numerics.h"
#include "golden/scenario_values.h"
#include "observe/record/provenance.h"
#include "observe/record/trace_rows.h"
#include "run/run.h"
#include "scenario/scenario_writer.h"

namespace drover {
namespace {

constexpr std::size_t kDigestsPerLine = 25;

// The trace of a golden as lines of CSV.
class TraceLines {
 public:
  TraceLines(const std::vector<std::string>& wanted, std::int64_t every, Simulator& simulator)
      : rows_(TraceFormat::csv, with_keys(wanted, simulator.world().model()), {}, simulator),
        every_(static_cast<std::uint64_t>(every)) {
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
  static std::vector<std::string> with_keys(std::vector<std::string> wanted, const Model& model) {
    if (wanted.empty() && model.dimensions == Dimensions::plane) wanted = {"x", "y", "vx", "vy", "hx", "hy"};
    if (wanted.empty() && model.dimensions == Dimensions::elevated)
      wanted = {"x", "y", "z", "vx", "vy", "vz", "hx", "hy"};
    if (wanted.empty()) wanted = {"x", "y", "z", "vx", "vy", "vz", "qw", "qx", "qy", "qz"};
    for (const char* key : {"agent", "step"}) {
      if (std::find(wanted.begin(), wanted.end(), key) == wanted.end()) wanted.insert(wanted.begin(), key);
    }
    return wanted;
  }

  void add(std::string_view line) {
    lines_.emplace_back(line.ends_with('\n') ? line.substr(0, line.size() - 1) : line);
  }

  TextRows rows_;
  std::uint64_t every_;
  fmt::memory_buffer buffer_;
  std::vector<std::string> lines_;
};

// Watches a run: state hashes and the trace of a golden.
class GoldenRecorder {
 public:
  GoldenRecorder(const LoadedScenario& scenario, Simulator& simulator, const GoldenRunOptions& options)
      : steps_(scenario.def.step_count()) {
    golden_.accepted.drover = drover_version();
    golden_.accepted.numerics = kNumericsProfile;
    golden_.accepted.hashes = kHashForm;
    golden_.scenario_hash = golden_scenario_hash(scenario);
    golden_.scenario_values = scenario_values(scenario.document);
    if (scenario.written)
      golden_.scenario_expressions = scenario_expressions(scenario.document, *scenario.written);
    golden_.dt = scenario.def.simulation.dt;
    golden_.digests.every = options.digest_every > 0
                                ? options.digest_every
                                : std::max<std::int64_t>(1, (steps_ + kMaxDigests - 1) / kMaxDigests);
    if (options.trace_every) trace_.emplace(options.trace_columns, *options.trace_every, simulator);
  }

  void observe(const Simulator& simulator) {
    if (trace_) trace_->observe(simulator);
    const auto tick = static_cast<std::int64_t>(simulator.world().state.tick);
    const bool is_digest = tick > 0 && tick % golden_.digests.every == 0;
    const auto next = static_cast<std::int64_t>(golden_.checkpoints.size());
    const bool is_checkpoint = tick >= steps_ * next / kCheckpointCount;
    if (!is_digest && !is_checkpoint) return;
    const std::string hash = hex(simulator.hash());
    if (is_checkpoint) golden_.checkpoints.push_back({tick, hash});
    if (!is_digest) return;
    std::vector<std::string>& lines = golden_.digests.hashes;
    if (lines.empty() || lines.back().size() == kDigestsPerLine * kDigestDigits) lines.emplace_back();
    lines.back() += hash.substr(0, kDigestDigits);
  }

  GoldenDef take(const RunResult& result) {
    golden_.steps = static_cast<std::int64_t>(result.provenance.steps);
    golden_.state_hash = hex(result.provenance.state_hash.value_or(0));
    for (const MetricResults::Entry& entry : result.metrics.entries()) {
      GoldenMetricDef metric;
      if (entry.value.number) metric.value = *entry.value.number;
      golden_.metrics.push_back({fmt::format("{}.{}", entry.metric, entry.output), metric});
    }
    golden_.set_unmet(result.verdicts);
    if (trace_) golden_.trace = trace_->take();
    return std::move(golden_);
  }

 private:
  std::int64_t steps_;  // of the scenario
  std::optional<TraceLines> trace_;
  GoldenDef golden_;
};

}  // namespace

GoldenRun run_golden(const LoadedScenario& scenario, Simulator simulator, const GoldenRunOptions& options) {
  Run run(scenario, std::move(simulator), {.observes_metrics = true, .measures_all = true});
  GoldenRecorder recorder(scenario, run.simulator(), options);
  run.add_observer([&recorder](const Simulator& state) { recorder.observe(state); });
  RunResult result = run.execute({.is_stopped = options.is_stopped});
  return {.golden = recorder.take(result),
          .expectations = std::move(result.verdicts),
          .failure = std::move(result.step_failure),
          .output_problem = std::move(result.output_problem),
          .is_stopped = result.end == RunEnd::stopped};
}

std::string golden_scenario_hash(const LoadedScenario& scenario) {
  return hex(hash_bytes(motion_part(relevant_part(scenario.def)).dump()));
}

}  // namespace drover
