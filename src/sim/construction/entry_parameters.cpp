#include "sim/construction/entry_parameters.h"

#include <algorithm>

namespace drover {

EntryParameters::EntryParameters(const std::vector<DeclaredAgents>& entries, std::span<const Seat> seats)
    : seats_(seats), own_(entries.size()) {
  for (std::size_t e = 0; e < entries.size(); ++e) {
    for (const Named<Parameter>& parameter : entries[e].def->parameters) {
      std::string name = parameter.name;
      if (const std::size_t dot = name.rfind('.'); dot != std::string::npos) name[dot] = '/';
      own_[e].emplace(std::move(name), &parameter.value);
      are_there_any_ = true;
    }
    batch_.push_back(entries[e].batch());
  }
}

const Parameter* EntryParameters::find(AgentIndex agent, std::string_view name) const {
  if (!are_there_any_) return nullptr;
  const ByName& own = own_[seats_[agent].entry];
  const auto found = own.find(name);
  return found == own.end() ? nullptr : found->second;
}

bool EntryParameters::has_any(std::span<const AgentIndex> agents, std::string_view name) const {
  return are_there_any_ &&
         std::ranges::any_of(agents, [&](AgentIndex agent) { return find(agent, name) != nullptr; });
}

}  // namespace drover
