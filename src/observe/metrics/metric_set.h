// All metrics of a run.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "observe/dataset/dataset_format.h"
#include "observe/metrics/metric.h"
#include "sim/definitions/definitions.h"

namespace drover {

// A whole number, a number, or null.
nlohmann::ordered_json to_json(const MetricValue& value);

// What the metrics of a run say, in the order of the scenario and then of each kind's outputs.
class MetricResults {
 public:
  struct Entry {
    std::string metric;       // its name: "collisions"
    std::string_view output;  // "agent_agent"
    MetricValue value;
  };
  explicit MetricResults(std::vector<Entry> entries) : entries_(std::move(entries)) {}

  std::span<const Entry> entries() const { return entries_; }
  // The value at a path such as "collisions.agent_agent"; nullptr when there is no such path.
  const MetricValue* find(std::string_view path) const;
  // {"collisions": {"agent_agent": 0, ...}, ...}; what is absent is null.
  nlohmann::ordered_json to_json() const;

 private:
  std::vector<Entry> entries_;
};

// The metrics that a run measures: those the scenario names or, where it does not say, a short list of those
// that cost little and those its expectations ask for, with their defaults.
NamedList<KindBox> measured_metrics(const RecordDef& def, std::span<const ExpectDef> expectations,
                                    Dimensions dimensions = Dimensions::plane);
// The metrics that the scenario names or, where it does not say, all that work in its dimensions with their
// defaults: what goldens hold, and what expectations may ask for.
NamedList<KindBox> possible_metrics(const RecordDef& def, Dimensions dimensions = Dimensions::plane);

class MetricSet {
 public:
  MetricSet(const NamedList<KindBox>& metrics, const Simulator& simulator);

  // Adds the table with one row per agent. Call it before the first state.
  void add_agents_table(const AgentsTableDef& def, const Simulator& simulator);

  // Call it once before the first step and after every step.
  void observe(Simulator& simulator);
  MetricResults results() const;
  // The rows of the metrics that have any, in the order of the metrics, and the table of the agents behind
  // them. Before the run they have no rows yet.
  std::vector<MetricTable> tables() const;
  // Of the rows whose number follows from that of the steps, of all tables together.
  TableSize expected_size(std::uint64_t steps) const;

 private:
  struct Member {
    std::string name;
    const MetricKind* kind;
    std::unique_ptr<Metric> metric;
  };
  std::vector<Member> members_;
  std::unique_ptr<Metric> agents_table_;
  Observation observation_;
  bool looks_around_ = false;
  bool reads_requests_ = false;
};

// What is wrong with the metrics of a scenario or does not suit its world, with pointers relative to the
// definition.
std::vector<Problem> inspect_metrics(const RecordDef& def, const World& world);

// Where the metrics that the scenario names measure.
std::vector<MetricMark> metric_marks(const RecordDef& def);

// "collisions" of the path "collisions.agent_agent".
inline std::string_view metric_name(std::string_view path) {
  return path.substr(0, path.find('.'));
}

// The paths the results of a run will have, in their order; known without a simulation.
std::vector<std::string> metric_paths(const NamedList<KindBox>& metrics);

}  // namespace drover
