// What is measured during a run. A metric looks at every state, the initial one included, and reports numbers
// at the end. A kind is a constexpr object in its own file of metrics/; metrics/registry.cpp lists it.
//
// Rules shared by all: a mean over time weighs every observed state alike, the initial one included.
// Agent-seconds and other integrals add dt per state after the initial one, so they never exceed agents times
// duration. Sums run in ascending index per state and then in order of the states.
//
// Agents that come and go: a state counts for an agent while it is there, and what is averaged over agents is
// averaged over those that are; a state without agents has no such mean. What is added up along an agent's
// track counts the steps it travelled (Observation::travelled). A mean over agents at the end is one over all
// that were ever there.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/kind.h"
#include "observe/metrics/metric_table.h"
#include "observe/metrics/observation.h"

namespace drover {

// A number a metric reports.
struct MetricOutput {
  std::string_view name = "";  // "agent_agent"; collisions.agent_agent to users
  std::string_view unit = "";
  std::string_view doc = "";
};

// The value of an output; absent where there is nothing to measure, such as the time to a goal that no agent
// reached. Always finite.
struct MetricValue {
  std::optional<double> number;
  bool is_count = false;  // a whole number
  std::string why = {};   // of an absent value: why there is none, a clause
};

class MetricReport {
 public:
  struct Entry {
    std::string_view output;
    MetricValue value;
  };

  void count(std::string_view output, std::uint64_t value) {
    entries_.push_back({output, {static_cast<double>(value), true, {}}});
  }
  // A value that is not finite counts as absent. `why` says why there may be none.
  void number(std::string_view output, std::optional<double> value,
              std::string_view why = "there was nothing to measure") {
    if (value && !is_finite(*value)) value.reset();
    entries_.push_back({output, {value, false, std::string(value ? "" : why)}});
  }
  std::span<const Entry> entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;
};

class Metric {
 public:
  virtual ~Metric() = default;
  // Called once for every state, in order.
  virtual void observe(Observation& observation) = 0;
  // Every output of the kind, each once.
  virtual void report(MetricReport& report) const = 0;
  // Of a metric with rows besides its numbers: their columns, known before the run, and the rows so far.
  virtual std::vector<TableColumn> columns() const { return {}; }
  virtual void fill(MetricTable&) const {}
  // Steps from one row to the next where rows follow from the time alone; 0: from what happens.
  virtual std::uint64_t row_period() const { return 0; }
};

// Where in the world a metric measures, for pictures: a line or a region.
struct MetricMark {
  std::string metric = {};  // its name
  std::string region = {};  // empty: the line
  Vec3 from = {}, to = {};  // m
};

// What becomes of a metric in the run of a scenario that does not say which metrics it wants.
enum class Unasked {
  measured,
  left_out,  // it costs more or is of less use; goldens hold it
  never,     // it needs parameters, or is of use only to scenarios that ask for it
};

struct MetricKind : Kind {
  static constexpr std::string_view kFamily = "metric";
  std::span<const MetricOutput> outputs = {};
  Unasked unasked = Unasked::left_out;
  bool looks_back = false;       // at the state before (Observation::before)
  bool compares_bodies = false;  // with those of the state before (Observation::gap_before)
  bool looks_around = false;     // asks for quantities, for which a state is sensed
  bool reads_requests = false;   // needs Simulator::record_requests()
  bool has_rows = false;         // besides its numbers (Metric::columns)
  // Warnings about parameters that are valid but do not suit the world, such as a line beyond its edges, with
  // pointers relative to the metric. Without it: none.
  std::vector<Problem> (*inspect)(const void* params, const World& world) = nullptr;
  // Without it the metric measures everywhere. Names are for the caller to fill in.
  MetricMark (*mark)(const void* params) = nullptr;
  // The parameters are those of the definition: names are not linked.
  std::unique_ptr<Metric> (*make)(const void* params, const Simulator& simulator) = nullptr;
};

// What a metric's file writes (see sim/definitions/typed_kinds.h).
template <class Def>
struct TypedMetric {
  using Params = Def;
  KindInfo info = {};
  std::span<const Field> fields = {};
  std::span<const MetricOutput> outputs = {};
  std::vector<Problem> (*check)(const Def& def) = nullptr;
  Unasked unasked = Unasked::left_out;
  bool looks_back = false;
  bool compares_bodies = false;
  bool looks_around = false;
  bool reads_requests = false;
  bool has_rows = false;
  std::vector<Problem> (*inspect)(const Def& def, const World& world) = nullptr;
  MetricMark (*mark)(const Def& def) = nullptr;
  std::unique_ptr<Metric> (*make)(const Def& def, const Simulator& simulator) = nullptr;
};

// TypedMetric::make of a class with the constructor Measure(const Def&, const Simulator&).
template <class Measure, class Def>
std::unique_ptr<Metric> construct(const Def& def, const Simulator& simulator) {
  return std::make_unique<Measure>(def, simulator);
}

template <const auto& Typed>
constexpr MetricKind make_metric() {
  auto kind = make_kind<MetricKind, Typed>();
  kind.outputs = Typed.outputs;
  kind.unasked = Typed.unasked;
  kind.looks_back = Typed.looks_back;
  kind.compares_bodies = Typed.compares_bodies;
  kind.looks_around = Typed.looks_around;
  kind.reads_requests = Typed.reads_requests;
  kind.has_rows = Typed.has_rows;
  kind.mark = erased<Typed.mark>;
  kind.inspect = erased<Typed.inspect>;
  kind.make = erased<Typed.make>;
  return kind;
}

}  // namespace drover
