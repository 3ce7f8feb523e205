#include "observe/metrics/metric_set.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/check.h"
#include "observe/metrics/agent_goal.h"
#include "observe/metrics/agents_table.h"
#include "observe/metrics/registry.h"

namespace drover {
namespace {

const MetricKind& kind_of(const KindBox& box) {
  return *kind_cast<MetricKind>(box.kind);
}

}  // namespace

nlohmann::ordered_json to_json(const MetricValue& value) {
  if (!value.number) return nullptr;
  if (value.is_count) return static_cast<std::uint64_t>(*value.number);
  return *value.number;
}

const MetricValue* MetricResults::find(std::string_view path) const {
  for (const Entry& entry : entries_) {
    const std::size_t dot = entry.metric.size();
    if (path.size() != dot + 1 + entry.output.size() || path[dot] != '.') continue;
    if (path.substr(0, dot) == entry.metric && path.substr(dot + 1) == entry.output) return &entry.value;
  }
  return nullptr;
}

nlohmann::ordered_json MetricResults::to_json() const {
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  for (const Entry& entry : entries_) {
    out[entry.metric][std::string(entry.output)] = drover::to_json(entry.value);
  }
  return out;
}

NamedList<KindBox> possible_metrics(const RecordDef& def, Dimensions dimensions) {
  if (def.metrics) return *def.metrics;
  NamedList<KindBox> all;
  for (const MetricKind* kind : metric_kinds()) {
    const bool works = dimensions == Dimensions::space ? kind->in_space : kind->in_plane;
    if (kind->unasked == Unasked::never || !works) continue;
    all.push_back({std::string(kind->name), {kind, kind->make_params()}});
  }
  return all;
}

NamedList<KindBox> measured_metrics(const RecordDef& def, std::span<const ExpectDef> expectations,
                                    Dimensions dimensions) {
  NamedList<KindBox> metrics = possible_metrics(def, dimensions);
  if (def.metrics) return metrics;
  std::erase_if(metrics, [&](const Named<KindBox>& metric) {
    const bool is_expected = std::ranges::any_of(expectations, [&](const ExpectDef& expectation) {
      return metric_name(expectation.metric) == metric.name;
    });
    return kind_of(metric.value).unasked != Unasked::measured && !is_expected;
  });
  return metrics;
}

MetricSet::MetricSet(const NamedList<KindBox>& metrics, const Simulator& simulator) {
  for (const auto& [name, box] : metrics) {
    const MetricKind& kind = kind_of(box);
    if (kind.looks_back) observation_.remember_states();
    looks_around_ = looks_around_ || kind.looks_around;
    reads_requests_ = reads_requests_ || kind.reads_requests;
    if (kind.compares_bodies) observation_.remember_bodies();
    members_.push_back({name, &kind, kind.make(box.params.get(), simulator)});
  }
}

void MetricSet::observe(Simulator& simulator) {
  if (looks_around_) simulator.enable_prefetch();
  if (reads_requests_) simulator.record_requests();
  observation_.advance(simulator);
  for (const Member& member : members_)
    member.metric->observe(observation_);
  if (agents_table_) agents_table_->observe(observation_);
}

MetricResults MetricSet::results() const {
  std::vector<MetricResults::Entry> entries;
  for (const Member& member : members_) {
    MetricReport report;
    member.metric->report(report);
    const std::span<const MetricReport::Entry> found = report.entries();
    DROVER_CHECK(found.size() == member.kind->outputs.size(), "a metric reports each of its outputs once");
    for (const MetricOutput& output : member.kind->outputs) {
      const auto at = std::ranges::find(found, output.name, &MetricReport::Entry::output);
      DROVER_CHECK(at != found.end(), "a metric reports each of its outputs once");
      entries.push_back({member.name, output.name, at->value});
    }
  }
  return MetricResults(std::move(entries));
}

void MetricSet::add_agents_table(const AgentsTableDef& def, const Simulator& simulator) {
  agents_table_ = make_agents_table(def, simulator);
  observation_.remember_states();
  observation_.remember_bodies();
  looks_around_ = true;
}

std::vector<MetricTable> MetricSet::tables() const {
  std::vector<MetricTable> tables;
  const auto add = [&](std::string_view name, const Metric& metric) {
    std::vector<TableColumn> columns = metric.columns();
    if (columns.empty()) return;
    metric.fill(tables.emplace_back(std::string(name), std::move(columns)));
  };
  for (const Member& member : members_)
    add(member.name, *member.metric);
  if (agents_table_) add(kAgentsTableName, *agents_table_);
  return tables;
}

// In memory rows are numbers, and once more when the tables are made.
TableSize MetricSet::expected_size(std::uint64_t steps) const {
  constexpr std::uint64_t kBytesPerNumber = 4;  // many are counts of one digit
  constexpr std::uint64_t kBytesInMemory = 16;
  TableSize size;
  for (const Member& member : members_) {
    const std::uint64_t period = member.metric->row_period();
    if (period == 0) continue;
    const std::uint64_t rows = steps / period + 1;
    const std::uint64_t numbers = rows * member.metric->columns().size();
    size.rows += rows;
    size.bytes += numbers * kBytesPerNumber;
    size.memory += numbers * kBytesInMemory;
  }
  return size;
}

std::vector<Problem> inspect_metrics(const RecordDef& def, const World& world) {
  std::vector<Problem> problems;
  const auto add = [&](std::string pointer, Problem problem) {
    problem.pointer.insert(0, pointer);
    problems.push_back(std::move(problem));
  };
  if (def.agents_table) {
    for (Problem& problem : check_agents_table(*def.agents_table))
      add("/agents_table", std::move(problem));
    for (Problem& problem :
         inspect_goal_radius("radius", def.agents_table->radius, AgentsTableDef().radius, GroupDef(), world))
      add("/agents_table", std::move(problem));
  }
  if (!def.metrics) return problems;
  for (const auto& [name, box] : *def.metrics) {
    const MetricKind& kind = kind_of(box);
    std::string pointer = "/metrics";
    append_pointer_token(pointer, name);
    if (kind.has_rows && (name == kAgentsTableName || name.find('/') != std::string::npos)) {
      add(pointer, {.message = "the name of a metric with rows is part of the name of their file",
                    .found = fmt::format("\"{}\"", name),
                    .allowed = {"a name without \"/\" that is not \"agents_table\""}});
    }
    if (kind.inspect == nullptr) continue;
    for (Problem& problem : kind.inspect(box.params.get(), world))
      add(pointer, std::move(problem));
  }
  return problems;
}

std::vector<MetricMark> metric_marks(const RecordDef& def) {
  std::vector<MetricMark> marks;
  if (!def.metrics) return marks;
  for (const auto& [name, box] : *def.metrics) {
    if (kind_of(box).mark == nullptr) continue;
    marks.push_back(kind_of(box).mark(box.params.get()));
    marks.back().metric = name;
  }
  return marks;
}

std::vector<std::string> metric_paths(const NamedList<KindBox>& metrics) {
  std::vector<std::string> paths;
  for (const auto& [name, box] : metrics) {
    for (const MetricOutput& output : kind_of(box).outputs)
      paths.push_back(fmt::format("{}.{}", name, output.name));
  }
  return paths;
}

}  // namespace drover
