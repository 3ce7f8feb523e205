// What the entries of agents say about single agents: numbers of their own, and their place in lists with one
// number for each.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/construction/seats.h"
#include "sim/definitions/declared_agents.h"
#include "sim/state/world.h"

namespace drover {

class EntryParameters {
 public:
  EntryParameters() = default;
  // The entries and the seats, by index of the agent, outlive it.
  EntryParameters(const std::vector<DeclaredAgents>& entries, std::span<const Seat> seats);

  bool exist() const { return are_there_any_; }

  // Of the agent, counted within the agents that its entry makes at one time; 0 where no entries are known.
  std::size_t place_of(AgentIndex agent) const {
    return agent < seats_.size() ? seats_[agent].in_entry % batch_[seats_[agent].entry] : 0;
  }

  // The agent's own value of a parameter, by the name that keys its draws: "max_speed", or
  // "<label of a behavior>/<key>". Null where its type decides.
  const Parameter* find(AgentIndex agent, std::string_view name) const;

  // Whether any of the agents has one.
  bool has_any(std::span<const AgentIndex> agents, std::string_view name) const;

 private:
  using ByName = std::map<std::string, const Parameter*, std::less<>>;

  std::span<const Seat> seats_;     // by agent
  std::vector<std::size_t> batch_;  // by entry
  std::vector<ByName> own_;         // by entry
  bool are_there_any_ = false;
};

}  // namespace drover
