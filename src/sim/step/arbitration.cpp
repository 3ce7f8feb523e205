#include "sim/step/arbitration.h"

#include <cmath>
#include <optional>

#include "sim/step/held_requests.h"

namespace drover {

ArbitrationScratch::ArbitrationScratch(std::size_t count, std::size_t entries, RequestColumns::Parts parts)
    : requests(entries), weights(entries) {
  for (RequestColumns& column : requests)
    column.resize(count, parts);
  for (AgentColumn<double>& column : weights)
    column.resize(count);
  for (auto* list : {&remaining, &selected, &active, &deciders})
    list->reserve(count);
  for (auto* column : {&numbers, &more_numbers, &demand})
    column->resize(count);
  for (auto* column : {&marks, &more_marks})
    column->resize(count);
}

void ArbitrationScratch::begin_at(AgentIndex first) {
  for (RequestColumns& column : requests)
    column.begin_at(first);
  for (AgentColumn<double>& column : weights)
    column.begin_at(first);
  for (auto* column : {&numbers, &more_numbers, &demand})
    column->begin_at(first);
  for (auto* column : {&marks, &more_marks})
    column->begin_at(first);
}

double ArbiterContext::ramp(const std::optional<Ramp>& ramp, AgentIndex agent, double otherwise) const {
  if (!ramp) return otherwise;
  const AgentView view(parts_.world, parts_.perceptions);
  return ramp->at(ramp->kind->value(ramp->params.get(), view, agent));
}

double ArbiterContext::priority(std::size_t k, AgentIndex agent) const {
  const StackEntry& s = entry(k);
  return parts_.world.state.value(s.priority, agent) + ramp(s.priority_by, agent, 0.0);
}

bool ArbiterContext::counts(std::size_t k, AgentIndex agent) const {
  const StackEntry& s = entry(k);
  if (s.condition != kNoIndex && parts_.world.answers(s.condition)[agent] == 0) return false;
  return weight(k, agent) != 0.0;
}

double ArbiterContext::demand(std::size_t k, AgentIndex agent) const {
  return level_.demand[agent] * std::fabs(weight(k, agent));
}

// The agents for which the entry's condition holds; the others get no request.
std::span<const AgentIndex> ArbiterContext::active_agents(std::size_t k, std::span<const AgentIndex> agents) {
  const StackEntry& entry = this->entry(k);
  const std::span<const std::uint8_t> holds = parts_.world.answers(entry.condition);
  std::vector<AgentIndex>& active = level_.active;
  active.clear();
  for (const AgentIndex agent : agents) {
    if (holds[agent] != 0) {
      active.push_back(agent);
    } else {
      level_.requests[k].set(agent, std::nullopt);
    }
  }
  return active;
}

void ArbiterContext::evaluate(std::size_t k, std::span<const AgentIndex> agents) {
  const StackEntry& entry = this->entry(k);
  if (entry.condition != kNoIndex) agents = active_agents(k, agents);
  if (entry.group != kNoIndex) return evaluate_group(k, agents);
  if (entry.decisions.are_held()) return ask_deciders(k, agents);
  ask(k, agents);
}

void ArbiterContext::ask(std::size_t k, std::span<const AgentIndex> agents) {
  const StackEntry& entry = this->entry(k);
  const AgentView view(parts_.world, parts_.perceptions, entry);
  const auto compute = level_.requests[k].is_spatial() ? entry.kind->compute_in_space : entry.kind->compute;
  compute(entry.params.get(), view, agents, level_.requests[k]);
}

// Those whose turn it is ask the behavior; for the others what it asked for last goes on.
void ArbiterContext::ask_deciders(std::size_t k, std::span<const AgentIndex> agents) {
  const Decisions& decisions = entry(k).decisions;
  RequestColumns& requests = level_.requests[k];
  level_.deciders.clear();
  for (const AgentIndex agent : agents) {
    if (decides(parts_.world, decisions, agent)) {
      level_.deciders.push_back(agent);
    } else {
      requests.set(agent, held_request(parts_.world, decisions, agent));
    }
  }
  ask(k, level_.deciders);
  for (const AgentIndex agent : level_.deciders) {
    const bool asks = requests.is_active(agent);
    hold_request(parts_.world, decisions, agent,
                 asks ? std::optional(requests.request(agent)) : std::nullopt);
  }
}

void ArbiterContext::evaluate_group(std::size_t k, std::span<const AgentIndex> agents) {
  for (const AgentIndex agent : agents) {
    level_.requests[k].set(agent, std::nullopt);
    level_.demand[agent] = 0.0;
  }
  Parts inner{.world = parts_.world,
              .type = parts_.type,
              .group = entry(k).group,
              .agents = agents,
              .perceptions = parts_.perceptions,
              .total = level_.requests[k],
              .scratch = parts_.scratch.subspan(1),
              .contributions = parts_.contributions,
              .demand = &level_.demand};
  combine_group(inner);
}

void ArbiterContext::note_contribution(std::size_t k, AgentIndex agent, const Contribution& part) {
  if (parts_.demand != nullptr) (*parts_.demand)[agent] += length(part.linear);
  if (!parts_.contributions.enabled) return;
  const AgentIdentity& agents = parts_.world.model().agents;
  parts_.contributions.by_type[agents.type[agent]][entries_[k]][agents.index_in_type[agent]] = part;
}

std::vector<AgentIndex>& ArbiterContext::remaining() {
  level_.remaining.assign(parts_.agents.begin(), parts_.agents.end());
  return level_.remaining;
}

void combine_group(const ArbiterContext::Parts& parts) {
  const StackGroup& group = parts.type.groups[parts.group];
  ArbiterContext context(parts);
  group.arbiter->combine(group.arbiter_params.get(), context);
}

std::size_t depth_of(const AgentType& type, std::uint32_t group) {
  std::size_t below = 0;
  for (const std::uint32_t entry : type.groups[group].entries) {
    if (type.entries[entry].group == kNoIndex) continue;
    const std::size_t depth = depth_of(type, type.entries[entry].group);
    if (depth > below) below = depth;
  }
  return below + 1;
}

}  // namespace drover
