// two_track: a tank. Millington, AI for Games, 3rd ed., 3.8.3 ("Tracked vehicles").
#include "locomotion/tracks.h"

namespace drover {
namespace {

struct TwoTrackDef {
  TrackKeys tracks;
  Parameter scrub = 1.0;
};

constexpr auto kTwoTrackFields = join(
    embed<&TwoTrackDef::tracks>(kTrackFields),
    fields(field<&TwoTrackDef::scrub>(
        {.key = "scrub",
         .range = closed(1, 1e3),
         .doc = "Tracks slip sideways in a turn: it turns as if the gauge were so many times as wide."})));

double scrub_of(const TwoTrackDef& def, const World& world, AgentIndex agent) {
  return world.state.value(def.scrub, agent);
}

constexpr TypedLocomotion<TwoTrackDef> kTypedTwoTrack = typed_tracks<TwoTrackDef>(
    {.name = "two_track",
     .summary = "A tank: two tracks, which turn it by their difference, on the spot too.",
     .source = "Millington, AI for Games, 3rd ed., 3.8.3",
     .example = R"({"type": "two_track", "track_gauge": 2.5, "scrub": 1.5})",
     .related = "differential_drive, bicycle, tank",
     .not_in_space = kDrivenNotInSpace},
    kTwoTrackFields);

}  // namespace

extern constexpr LocomotionKind kTwoTrack = make_locomotion<kTypedTwoTrack>();

}  // namespace drover
