// Contacts with what does not move of one sort, from one state to the next.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "observe/metrics/static_contacts.h"

namespace drover {

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
    count_begun();
    if (counts_time) agent_steps_ += agents;
    std::swap(before_, now_);
    now_.clear();
  }

  // Contacts that began.
  std::uint64_t events() const { return events_; }
  double agent_seconds(double dt) const { return static_cast<double>(agent_steps_) * dt; }

 private:
  void count_begun() {
    auto old = before_.begin();
    for (const StaticContact& contact : now_) {
      while (old != before_.end() && *old < contact)
        ++old;
      if (old == before_.end() || contact < *old) ++events_;
    }
  }

  std::vector<StaticContact> before_, now_;  // sorted
  std::uint64_t events_ = 0;
  std::uint64_t agent_steps_ = 0;
};

}  // namespace drover
