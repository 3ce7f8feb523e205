// The columns added while a world is built: what behaviors, arbiters and conditions remember, the
// answers of conditions, how often events were applied, parameters that differ from agent to agent.
// A column is found again by the handle that add() returned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/parameter.h"
#include "core/target.h"

namespace drover {

// What one row of a column belongs to.
enum class StateOwner {
  world,
  agent,          // by index of the agent
  agent_of_type,  // by index among the agents of a type
  formation,      // by index of the formation
  projectile,     // by row of the projectile; rows that are not used hold initial values
};

// What is known of a column apart from its numbers.
struct ColumnInfo {
  std::string name;  // "x", "fish/wander/memory", "condition 2/fish/wander/when/memory"
  std::string unit = {};
  StateOwner owner = StateOwner::agent;
  std::uint32_t type = kNoIndex;  // of agent_of_type: index of the agent type
  std::size_t width = 1;          // numbers per row, beside each other
  // Whether it can influence the next state. Other columns exist for observers of a run.
  bool hashed = true;
  // A column that holds this in every row is neither hashed nor saved.
  double initial = 0.0;
  // Whether it counts for each trial state of an integrator with stages: every stage starts from the numbers
  // of S(t).
  bool staged = false;
};

// Finds a column of numbers of type T.
template <class T>
struct ColumnHandle {
  std::uint32_t index = kNoIndex;
};
// Of the numbers a behavior, an arbiter or a condition remembers: `width` for each row.
struct MemoryHandle {
  ColumnHandle<double> column;
  std::size_t width = 0;
};

class ColumnSet {
 public:
  using Values = std::variant<std::vector<double>, std::vector<std::uint64_t>, std::vector<std::uint32_t>,
                              std::vector<std::uint8_t>>;
  struct Column {
    ColumnInfo info;
    Values values;  // rows * info.width; they stay where they are when columns are added or the set moves
  };

  template <class T>
  ColumnHandle<T> add(ColumnInfo info, std::vector<T> values) {
    info.name = unique_name(info.name);
    columns_.push_back({std::move(info), std::move(values)});
    return {static_cast<std::uint32_t>(columns_.size() - 1)};
  }
  // Zeros for something that may remember nothing: then there is no column.
  MemoryHandle add_memory(ColumnInfo info, std::size_t rows) {
    const std::size_t width = info.width;
    if (width == 0) return {};
    return {add(std::move(info), std::vector<double>(rows * width, 0.0)), width};
  }

  // The column must exist and hold numbers of that type.
  template <class T>
  std::span<T> values(ColumnHandle<T> column) {
    return *std::get_if<std::vector<T>>(&columns_[column.index].values);
  }
  template <class T>
  std::span<const T> values(ColumnHandle<T> column) const {
    return *std::get_if<std::vector<T>>(&columns_[column.index].values);
  }
  // Nothing for a memory of width 0.
  std::span<double> values(const MemoryHandle& memory) {
    return memory.width == 0 ? std::span<double>() : values(memory.column);
  }
  std::span<const double> values(const MemoryHandle& memory) const {
    return memory.width == 0 ? std::span<const double>() : values(memory.column);
  }

  // In the order in which they were added.
  std::span<Column> columns() { return columns_; }
  std::span<const Column> columns() const { return columns_; }

 private:
  std::string unique_name(const std::string& name);

  std::vector<Column> columns_;
  std::set<std::string> names_;         // of the columns
  std::map<std::string, int> numbers_;  // the last that was put in front of a name
};

}  // namespace drover
