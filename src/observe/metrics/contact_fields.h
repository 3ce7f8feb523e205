// The keys of metrics about contacts.
#pragma once

#include "observe/metrics/group_members.h"

namespace drover {

// Where bodies are pushed apart (non_penetration), the last passes leave nanometers of overlap, which come
// and go from step to step. The default is well above that, and far below what matters between bodies.
struct ContactDef {
  GroupDef members;
  double tolerance = 1e-6;
};

inline constexpr FieldInfo kContactTolerance = {
    .key = "tolerance",
    .unit = "m",
    .range = closed(0, 1e3),
    .doc = "Bodies that overlap by no more than this touch; only a deeper overlap is a contact."};

inline constexpr auto kContactFields =
    join(embed<&ContactDef::members>(kGroupFields), fields(field<&ContactDef::tolerance>(kContactTolerance)));

}  // namespace drover
