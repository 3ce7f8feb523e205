// Compares two traces row by row.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "observe/compare/divergence.h"
#include "observe/compare/tolerances.h"
#include "observe/read/row_source.h"

namespace drover {

struct TraceComparisonOptions {
  Tolerances tolerances = {};                 // by column
  std::optional<std::uint64_t> horizon = {};  // rows of later steps are not compared
  std::vector<std::string> columns = {};      // only these; empty: all that both have
};

// Which row of a trace it is.
struct RowKey {
  std::uint64_t step = 0;
  std::uint32_t agent = 0;

  friend auto operator<=>(const RowKey&, const RowKey&) = default;
};

// What only one of the traces has, and how far it goes.
struct TraceSide {
  std::vector<std::string> only_columns = {};
  std::uint64_t only_rows = 0;
  std::optional<RowKey> first_only_row = {};
  std::optional<std::uint64_t> last_step = {};  // up to the horizon
  std::string note = {};                        // of its source
};

struct TraceComparison {
  Divergence divergence = {};
  TraceSide expected = {};
  TraceSide actual = {};
  std::vector<std::string> columns = {};  // compared; not those that say which row it is
  std::uint64_t rows = 0;                 // compared
  std::uint64_t max_agents = 0;           // compared in one step
  double dt = 0.0;                        // s; 0 where the traces do not tell
  bool is_by_time = false;                // there are no steps: they are microseconds
  // Why the comparison ended early, with file and line; the rest is about what lies before.
  std::optional<std::string> problem = {};

  // Whether both have the same rows and every value agrees within its tolerance.
  bool agrees() const {
    return divergence.intolerable() == 0 && expected.only_rows == 0 && actual.only_rows == 0;
  }
};

// Rows belong together by step (or time, where one of the traces has no steps) and agent; each trace has them
// in ascending order of both. Numbers are compared by their tolerance, directions on the circle, texts as
// texts; a cell without a value agrees with another one only. A column that one trace lacks is named and is
// no difference. Holds one row of each trace at a time.
TraceComparison compare_traces(RowSource& expected, RowSource& actual,
                               const TraceComparisonOptions& options = {});

}  // namespace drover
