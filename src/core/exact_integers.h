// How far doubles count without gaps.
#pragma once

namespace drover {

// A double holds every whole number up to this one exactly: 2^53.
inline constexpr double kLargestExactInteger = 9007199254740992.0;

}  // namespace drover
