// The names that a scenario declares, and what they mean: found here alone, by the reader to say which names
// are unknown, and by what links a world.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "sim/definitions/declared_agents.h"

namespace drover {

// The names of the counters that agent types have, each once, in the order of the file.
std::vector<std::string> counter_names(const ScenarioDef& def);

class NameTable {
 public:
  NameTable() = default;
  NameTable(const ScenarioDef& def, std::span<const DeclaredAgents> entries);

  // The index of what is called so, in the order of the file; of an agent in the order of the numbers.
  // kNoIndex where nothing is.
  std::uint32_t find(ReferenceType type, std::string_view name) const;
  // The same of the entry that makes an agent.
  std::size_t entry_of_agent(std::string_view name) const;

  // The problem of a name that stands for nothing: `others` are allowed, too.
  Problem unknown(ReferenceType type, std::string_view name, std::vector<std::string_view> others = {}) const;
  // Names that are declared twice.
  const std::vector<Problem>& taken() const { return taken_; }

 private:
  using Index = std::map<std::string, std::uint32_t, std::less<>>;
  // An entry of agents with an id: a name for each of them.
  struct Entry {
    std::size_t index;
    std::int64_t count;
    std::uint32_t first_agent;
  };
  struct FoundAgent {
    const Entry* entry;
    std::uint32_t number;  // in the entry
  };
  Index& index_of(ReferenceType type) { return indices_[static_cast<std::size_t>(type)]; }
  const Index& index_of(ReferenceType type) const { return indices_[static_cast<std::size_t>(type)]; }
  template <class List>
  void add_names(ReferenceType type, const List& list);
  template <class List>
  void add_ids(Index& index, const List& list, std::string_view pointer);
  void add_obstacles(const WorldDef& world);
  void add_agents(std::span<const DeclaredAgents> entries);
  void take(std::string_view pointer, std::string_view id, std::string found);
  std::optional<FoundAgent> find_agent(std::string_view name) const;
  std::vector<std::string> names_of_agents() const;

  std::array<Index, kReferenceTypeCount> indices_;    // none of agents
  std::map<std::string, Entry, std::less<>> agents_;  // by id
  std::vector<Problem> taken_;
};

}  // namespace drover
