// When an event at a time happens: once, again and again, or as a law says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/definitions/definitions.h"

namespace drover {

// No event has more repetitions: of one that asks for more, one more than these are listed.
inline constexpr std::size_t kMaxRepetitions = 1'000'000;

// Whether the event is repeated until a time or the end of the run, or a source until it has made all its
// agents.
bool is_repeated(const EventDef& event);

// Whether nothing but the end of the run ends the event.
bool is_endless(const EventDef& event);

// Whether the event is a source whose agents are as many as the run is long.
bool is_endless_source(const EventDef& event);

// The times at which the event with this index in the list of events is due [s], ascending; none of one with
// "when". With a number for "every", time k is at + k every; with a law each gap is drawn, the first one
// before the first time: number k of the key (seed, agent 0, tick 0, Purpose::source, stream of the event's
// id, else of "#" and its index), so that no other event changes them. They end with "times", "until"
// (inclusive) or "up_to", whichever comes first, and without any of them with the run.
std::vector<double> event_times(const ScenarioDef& scenario, std::size_t index);

// How many agents a source makes with so many repetitions; the last of them may be short of some.
std::int64_t source_size(const SpawnDef& source, std::size_t repetitions);

}  // namespace drover
