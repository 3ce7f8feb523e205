// The moments of a run that are worth looking at: events, contacts, changes of modes, agents that come and
// go.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "observe/metrics/observation.h"
#include "observe/replay/replay.h"
#include "sim/step/simulator.h"

namespace drover {

// Moments of one kind. Where there are many, every second one goes, evenly over the run.
class MarkList {
 public:
  explicit MarkList(std::string_view kind) : kind_(kind) {}

  void add(double time, std::string text, std::vector<std::uint32_t> agents = {});
  const std::vector<ReplayMark>& marks() const { return marks_; }
  // Of how many those are left.
  std::uint64_t count() const { return count_; }

 private:
  std::string_view kind_;
  std::vector<ReplayMark> marks_;
  std::uint64_t count_ = 0;
  std::uint64_t every_ = 1;
};

class MarkRecorder {
 public:
  // `events`: what to call each event of the model, in its order.
  MarkRecorder(const World& world, std::vector<std::string> events);

  // Call it before the first step and after every step.
  void observe(const Simulator& simulator);
  // Adds the moments, by time, and says which kinds were thinned.
  void finish(Replay& replay) const;

 private:
  using Pair = std::pair<AgentIndex, AgentIndex>;

  void note_events(const World& world);
  void note_agents(const World& world);
  void note_contacts(const World& world);

  std::vector<std::string> names_;  // of agents
  std::vector<std::string> event_names_;
  Observation observation_;
  bool is_begun_ = false;
  std::vector<std::uint64_t> happened_;  // by event
  std::vector<std::uint8_t> present_;    // by agent
  std::vector<std::uint32_t> mode_;      // by agent
  std::vector<Pair> touching_, now_touching_;
  MarkList events_{"event"};
  MarkList contacts_{"contact"};
  MarkList modes_{"mode"};
  MarkList comings_{"appears"};
  MarkList goings_{"removed"};
};

}  // namespace drover
