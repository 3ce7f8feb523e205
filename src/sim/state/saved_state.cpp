#include "sim/state/saved_state.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/state/agent_lists.h"
#include "sim/state/index_checks.h"

namespace drover {
namespace {

// Hashes take -0 for 0, a run that goes on does not.
template <class Number>
bool needs_saving(const StateColumn& column, std::span<const Number> values) {
  return !holds_initial(column, values) || std::ranges::any_of(values, [](Number value) {
    return value == 0 && std::signbit(static_cast<double>(value));
  });
}

struct ColumnSaver {
  SavedState& saved;

  template <class Number>
  void operator()(const StateColumn& column, std::span<Number> values) {
    using Value = std::remove_const_t<Number>;
    if (needs_saving(column, std::span<const Value>(values)))
      save(column, std::vector<Value>(values.begin(), values.end()));
  }
  template <class Number>
  void operator()(const StateColumn& column, const SharedColumn<Number>& values) {
    if (needs_saving(column, values.entries())) save(column, values.to_vector());
  }

 private:
  template <class Number>
  void save(const StateColumn& column, std::vector<Number> values) {
    saved.columns.push_back({std::string(column.name), std::string(column.unit), column.owner, column.type,
                             column.width, column.initial, column.hashed, std::move(values)});
  }
};

// Brings the columns of a saved state into the order of the world, with those that are not saved because they
// hold their initial value everywhere.
struct ColumnMatcher {
  SavedState& saved;
  SavedState complete{saved.tick, {}};
  std::optional<std::string> problem = {};

  template <class Number>
  void operator()(const StateColumn& column, std::span<Number> values) {
    match<std::remove_const_t<Number>>(column, values.size());
  }
  template <class Number>
  void operator()(const StateColumn& column, const SharedColumn<Number>& values) {
    match<Number>(column, values.size());
  }

 private:
  template <class Number>
  void match(const StateColumn& column, std::size_t count) {
    if (problem || count == 0) return;
    const auto found = std::ranges::find(saved.columns, column.name, &SavedColumn::name);
    if (found == saved.columns.end()) {
      if (std::isnan(column.initial)) {
        problem = fmt::format("it has no column \"{}\"", column.name);
        return;
      }
      complete.columns.push_back(
          {.name = std::string(column.name),
           .values = std::vector<Number>(count, initial_number<Number>(column.initial))});
      return;
    }
    const auto* numbers = std::get_if<std::vector<Number>>(&found->values);
    if (numbers == nullptr || numbers->size() != count) {
      problem = fmt::format("its column \"{}\" has {} numbers of another kind or count than the {} expected",
                            found->name, found->size(), count);
      return;
    }
    complete.columns.push_back(std::move(*found));
  }
};

// Agents and their types follow from the scenario.
std::optional<std::string> check_population(const SavedState& saved, const World& world) {
  if (world.model().agents.size() == 0) return std::nullopt;
  for (const auto& [name, here] : {std::pair("number", world.model().agents.number),
                                   std::pair("type", world.model().agents.type.to_vector())}) {
    const auto* numbers = std::get_if<std::vector<std::uint32_t>>(&saved.find(name)->values);
    if (numbers == nullptr || *numbers != here) return fmt::format("its agents have another {}", name);
  }
  return std::nullopt;
}

struct ColumnLoader {
  const SavedState& saved;
  std::size_t next = 0;

  template <class Number>
  void operator()(const StateColumn&, std::span<Number> values) {
    if (values.empty()) return;
    const SavedColumn& column = saved.columns[next++];
    if constexpr (!std::is_const_v<Number>) std::ranges::copy(numbers_of<Number>(column), values.begin());
  }
  template <class Number>
  void operator()(const StateColumn&, SharedColumn<Number>& values) {
    if (values.size() == 0) return;
    const std::vector<Number>& numbers = numbers_of<Number>(saved.columns[next++]);
    for (AgentIndex i = 0; i < numbers.size(); ++i)
      values.set(i, numbers[i]);
  }
  // The model's own columns were compared already.
  template <class Number>
  void operator()(const StateColumn&, const SharedColumn<Number>& values) {
    if (values.size() > 0) ++next;
  }

 private:
  template <class Number>
  static const std::vector<Number>& numbers_of(const SavedColumn& column) {
    return std::get<std::vector<Number>>(column.values);
  }
};

}  // namespace

std::size_t SavedColumn::size() const {
  return std::visit([](const auto& numbers) { return numbers.size(); }, values);
}

double SavedColumn::number(std::size_t index) const {
  return std::visit([index](const auto& numbers) { return static_cast<double>(numbers[index]); }, values);
}

const SavedColumn* SavedState::find(std::string_view name) const {
  const auto at = std::ranges::find(columns, name, &SavedColumn::name);
  return at == columns.end() ? nullptr : &*at;
}

SavedState save_state(const World& world) {
  SavedState saved{world.state.tick, {}};
  visit_columns(world, ColumnSaver{saved});
  return saved;
}

std::optional<std::string> load_state(SavedState saved, World& world) {
  ColumnMatcher matcher{saved};
  visit_columns(world, matcher);
  if (matcher.problem) return matcher.problem;
  const auto stray = std::ranges::find_if(saved.columns, [](const SavedColumn& c) { return c.size() > 0; });
  if (stray != saved.columns.end())
    return fmt::format("its column \"{}\" belongs to nothing here", stray->name);
  const SavedState& complete = matcher.complete;
  if (auto problem = check_population(complete, world)) return problem;
  if (auto problem = check_indices(complete, world)) return problem;
  visit_columns(world, ColumnLoader{complete});
  world.state.tick = saved.tick;
  world.state.next = world.state.motion;
  list_agents(world);
  return std::nullopt;
}

}  // namespace drover
