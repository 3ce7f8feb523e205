#include "events/registry.h"

#include <array>

#include "sim/definitions/kinds.h"

namespace drover {

extern const EventKind kSpawn;
extern const EventKind kRemove;
extern const EventKind kTeleport;
extern const EventKind kSet;
extern const EventKind kModeEvent;

std::span<const Kind* const> event_kinds() {
  static constexpr auto kKinds = std::to_array<const Kind*>({
      &kSpawn,
      &kRemove,
      &kTeleport,
      &kSet,
      &kModeEvent,
  });
  return kKinds;
}

}  // namespace drover
