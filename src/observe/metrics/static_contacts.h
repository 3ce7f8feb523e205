// Which agents overlap obstacles and walls, and since when.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "sim/state/world.h"

namespace drover {

// An agent that overlaps an obstacle or a wall by more than the tolerance.
struct StaticContact {
  AgentIndex agent;
  std::uint32_t body;  // index of the obstacle or of the wall (all its segments are one wall)

  friend auto operator<=>(const StaticContact&, const StaticContact&) = default;
};

struct StaticContacts {
  std::vector<StaticContact> obstacles;  // ordered by (agent, obstacle)
  std::vector<StaticContact> walls;      // ordered by (agent, wall)
};

// Compares every agent that is there with every obstacle and segment.
void find_static_contacts(const World& world, const AgentMotion& state, double tolerance,
                          StaticContacts& out);

// Calls visit(contact) for those now that were not there before; both are sorted.
template <class Visit>
void visit_begun(std::span<const StaticContact> before, std::span<const StaticContact> now, Visit&& visit) {
  auto old = before.begin();
  for (const StaticContact& contact : now) {
    while (old != before.end() && *old < contact)
      ++old;
    if (old == before.end() || contact < *old) visit(contact);
  }
}

// Contacts with what does not move of one sort, from one state to the next.
class ContactLog {
 public:
  // Takes the contacts of a state that are about members; `found` is sorted.
  template <class IsMember>
  void observe(std::span<const StaticContact> found, const IsMember& is_member, bool counts_time) {
    std::uint64_t agents = 0;
    AgentIndex last = kNoIndex;
    for (const StaticContact& contact : found) {
      if (!is_member(contact.agent)) continue;
      now_.push_back(contact);
      if (contact.agent != last) ++agents;
      last = contact.agent;
    }
    visit_begun(before_, now_, [this](const StaticContact&) { ++events_; });
    if (counts_time) agent_steps_ += agents;
    std::swap(before_, now_);
    now_.clear();
  }

  // Contacts that began.
  std::uint64_t events() const { return events_; }
  double agent_seconds(double dt) const { return static_cast<double>(agent_steps_) * dt; }

 private:
  std::vector<StaticContact> before_, now_;  // sorted
  std::uint64_t events_ = 0;
  std::uint64_t agent_steps_ = 0;
};

}  // namespace drover
