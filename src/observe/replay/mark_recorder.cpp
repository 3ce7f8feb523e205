#include "observe/replay/mark_recorder.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "core/text.h"
#include "observe/metrics/contact_fields.h"

namespace drover {
namespace {

std::vector<std::string> agent_names(const Model& model) {
  std::vector<std::string> names;
  for (AgentIndex i = 0; i < model.body_count(); ++i)
    names.push_back(fmt::format("agent {}", model.agents.number[i]));
  for (const AgentName& name : model.names)
    if (!model.is_anchor(name.agent)) names[name.agent] = name.name;
  return names;
}

}  // namespace

void MarkList::add(double time, std::string text, std::vector<std::uint32_t> agents) {
  constexpr std::size_t kMost = 400;  // a time line has no room for more
  if (count_++ % every_ != 0) return;
  marks_.push_back({time, kind_, std::move(text), std::move(agents)});
  if (marks_.size() <= kMost) return;
  every_ *= 2;
  std::size_t stay = 0;
  for (std::size_t k = 0; k < marks_.size(); k += 2)
    std::swap(marks_[stay++], marks_[k]);
  marks_.resize(stay);
}

MarkRecorder::MarkRecorder(const World& world, std::vector<std::string> events)
    : names_(agent_names(world.model())),
      event_names_(std::move(events)),
      happened_(world.model().events.size(), 0),
      present_(names_.size(), 0),
      mode_(names_.size(), kNoIndex) {
  DROVER_CHECK(event_names_.size() == happened_.size(), "every event has a name");
}

void MarkRecorder::observe(const Simulator& simulator) {
  observation_.advance(simulator);
  note_events(simulator.world());
  note_agents(simulator.world());
  note_contacts(simulator.world());
  is_begun_ = true;
}

void MarkRecorder::note_events(const World& world) {
  for (std::size_t k = 0; k < happened_.size(); ++k) {
    const std::uint64_t happened = world.state.columns.values(world.model().events[k].happened)[0];
    if (is_begun_ && happened > happened_[k]) events_.add(world.time(), event_names_[k]);
    happened_[k] = happened;
  }
}

void MarkRecorder::note_agents(const World& world) {
  for (AgentIndex i = 0; i < names_.size(); ++i) {
    const bool is_present = world.is_present(i);
    if (is_begun_ && is_present != (present_[i] != 0))
      (is_present ? comings_ : goings_)
          .add(world.time(), names_[i] + (is_present ? " appears" : " is removed"), {i});
    present_[i] = is_present ? 1 : 0;
    if (!is_present) continue;
    const std::uint32_t mode = world.state.status.mode[i];
    if (mode_[i] != kNoIndex && mode_[i] != mode)
      modes_.add(world.time(), fmt::format("{}: {}", names_[i], world.model().type_of(i).modes[mode].name),
                 {i});
    mode_[i] = mode;
  }
}

// Where two begin to overlap. Those that overlap from the start are marked there.
void MarkRecorder::note_contacts(const World& world) {
  now_touching_.clear();
  observation_.visit_contacts(ContactDef{}.tolerance, [this](const Overlap& overlap) {
    now_touching_.emplace_back(overlap.a, overlap.b);
  });
  for (const Pair& pair : now_touching_)
    if (!std::ranges::binary_search(touching_, pair))
      contacts_.add(world.time(), fmt::format("{} and {} overlap", names_[pair.first], names_[pair.second]),
                    {pair.first, pair.second});
  std::swap(touching_, now_touching_);
}

void MarkRecorder::finish(Replay& replay) const {
  for (const auto& [list, what] :
       {std::pair(&events_, "events"), std::pair(&contacts_, "contacts of bodies"),
        std::pair(&modes_, "changes of modes"), std::pair(&comings_, "agents that appear"),
        std::pair(&goings_, "agents that are removed")}) {
    std::ranges::copy(list->marks(), std::back_inserter(replay.marks));
    if (list->marks().size() < list->count())
      replay.notes.push_back(fmt::format("Of {} {}, {} are marked, evenly over the run.", list->count(), what,
                                         list->marks().size()));
  }
  std::ranges::stable_sort(replay.marks, {}, &ReplayMark::time);
}

}  // namespace drover
