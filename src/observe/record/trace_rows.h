// The states of a run as rows, one per agent that is there: what trace files and goldens hold.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "observe/dataset/row_formatter.h"
#include "observe/record/columns.h"
#include "observe/record/trace_history.h"
#include "sim/step/simulator.h"

namespace drover {

class TraceRows {
 public:
  // Names are valid; without columns the default ones, without groups all agents. Starts the recording of
  // contributions where a column needs it.
  TraceRows(std::span<const std::string> columns, std::span<const std::string> groups, Simulator& simulator,
            const FakeOrientationDef& fake_orientation = {});

  std::span<const Column> columns() const { return columns_; }
  // Those that have rows while they are there, ascending.
  std::span<const AgentIndex> agents() const { return agents_; }

  // Moves on to the world's state; call it for every state, in order, before its rows.
  void advance(const World& world) { history_.advance(world); }
  // The words of the row of one agent, one per column.
  void read(const Simulator& simulator, AgentIndex agent, std::span<std::uint64_t> words) const;

 private:
  std::vector<Column> columns_;
  std::vector<AgentIndex> agents_;
  TraceHistory history_;
  FakeOrientationDef fake_orientation_;
};

// The same as lines of text.
class TextRows : public TraceRows {
 public:
  TextRows(TraceFormat format, std::span<const std::string> columns, std::span<const std::string> groups,
           Simulator& simulator);

  const std::string& header() const { return formatter_.header(); }
  // Appends the row of one agent and its line feed.
  void append(const Simulator& simulator, AgentIndex agent, fmt::memory_buffer& out);

 private:
  RowFormatter formatter_;
  std::vector<std::uint64_t> words_;  // of one row
};

}  // namespace drover
