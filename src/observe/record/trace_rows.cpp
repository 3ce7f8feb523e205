#include "observe/record/trace_rows.h"

#include <algorithm>

namespace drover {
namespace {

unsigned needs_of(std::span<const Column> columns) {
  unsigned needs = TraceHistory::nothing;
  for (const Column& column : columns) {
    if (column.kind() != nullptr) needs |= column.kind()->needs;
  }
  return needs;
}

}  // namespace

TraceRows::TraceRows(std::span<const std::string> columns, std::span<const std::string> groups,
                     Simulator& simulator, const FakeOrientationDef& fake_orientation)
    : columns_(make_columns(columns, simulator.world())),
      history_(simulator.world(), needs_of(columns_)),
      fake_orientation_(fake_orientation) {
  const World& world = simulator.world();
  for (AgentIndex i = 0; i < world.model().body_count(); ++i) {
    const std::uint32_t group = world.model().agents.group[i];
    const bool is_wanted =
        groups.empty() ||
        (group != kNoIndex && std::ranges::count(groups, world.model().group_names[group]) > 0);
    if (is_wanted) agents_.push_back(i);
  }
  const auto any_shows = [this](bool ColumnKind::*what) {
    return std::ranges::any_of(
        columns_, [what](const Column& column) { return column.kind() != nullptr && column.kind()->*what; });
  };
  if (std::ranges::any_of(columns_, &Column::is_contribution)) simulator.record_contributions();
  if (any_shows(&ColumnKind::shows_neighbors)) simulator.record_neighbors();
  if (any_shows(&ColumnKind::shows_requests)) simulator.record_requests();
  if (std::ranges::any_of(columns_, &Column::shows_present_perceptions)) simulator.enable_prefetch();
}

void TraceRows::read(const Simulator& simulator, AgentIndex agent, std::span<std::uint64_t> words) const {
  const TraceRow row{simulator, history_, agent, fake_orientation_};
  for (std::size_t k = 0; k < columns_.size(); ++k)
    words[k] = columns_[k].word(row);
}

TextRows::TextRows(TraceFormat format, std::span<const std::string> columns,
                   std::span<const std::string> groups, Simulator& simulator)
    : TraceRows(columns, groups, simulator),
      formatter_(format, table_columns(this->columns(), simulator.world())),
      words_(this->columns().size()) {}

void TextRows::append(const Simulator& simulator, AgentIndex agent, fmt::memory_buffer& out) {
  read(simulator, agent, words_);
  formatter_.append(words_, out);
}

}  // namespace drover
