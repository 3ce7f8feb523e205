#include "sim/state/saved_state.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/state/agent_lists.h"
#include "sim/state/index_checks.h"

namespace drover {
namespace {

struct ColumnSaver {
  SavedState& saved;

  template <class Number>
  void operator()(const StateColumn& column, std::span<Number> values) {
    std::vector<std::remove_const_t<Number>> copy;
    copy.assign(values.begin(), values.end());
    save(column, std::move(copy));
  }
  template <class Number>
  void operator()(const StateColumn& column, const SharedColumn<Number>& values) {
    save(column, values.to_vector());
  }

 private:
  template <class Number>
  void save(const StateColumn& column, std::vector<Number> values) {
    if (values.empty()) return;
    saved.columns.push_back({std::string(column.name), std::string(column.unit), column.owner, column.type,
                             column.width, std::move(values)});
  }
};

// Whether each column of the world has one of the same name, type and size, in the same order.
struct ColumnMatcher {
  const SavedState& saved;
  std::size_t next = 0;
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
    const std::string_view name = column.name;
    if (next == saved.columns.size() || saved.columns[next].name != name) {
      problem = fmt::format("it has no column \"{}\" where one belongs", name);
      return;
    }
    const SavedColumn& found = saved.columns[next++];
    const auto* numbers = std::get_if<std::vector<Number>>(&found.values);
    if (numbers == nullptr || numbers->size() != count) {
      problem = fmt::format("its column \"{}\" has {} numbers of another kind or count than the {} expected",
                            name, found.size(), count);
    }
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
  const auto at = std::find_if(columns.begin(), columns.end(),
                               [name](const SavedColumn& column) { return column.name == name; });
  return at == columns.end() ? nullptr : &*at;
}

SavedState save_state(const World& world) {
  SavedState saved{world.state.tick, {}};
  visit_columns(world, ColumnSaver{saved});
  return saved;
}

std::optional<std::string> load_state(const SavedState& saved, World& world) {
  ColumnMatcher matcher{saved};
  visit_columns(world, matcher);
  if (matcher.problem) return matcher.problem;
  if (matcher.next != saved.columns.size())
    return fmt::format("its column \"{}\" belongs to nothing here", saved.columns[matcher.next].name);
  if (auto problem = check_population(saved, world)) return problem;
  if (auto problem = check_indices(saved, world)) return problem;
  visit_columns(world, ColumnLoader{saved});
  world.state.tick = saved.tick;
  world.state.next = world.state.motion;
  list_agents(world);
  return std::nullopt;
}

}  // namespace drover
