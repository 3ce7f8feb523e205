// The parameters and sums of pair forces in lanes.
#pragma once

#include <bit>
#include <cstdint>

#include "core/fixed_sum.h"
#include "sim/perception/pair_force.h"
#include "sim/perception/pair_lanes.h"

namespace drover {

static_assert(lanes::kCoincident == kLengthEpsilon);

// none for the forms that only the scalar code sums.
constexpr lanes::Force lane_force(PairForce::Form form) {
  switch (form) {
    case PairForce::Form::inverse:
      return lanes::Force::inverse;
    case PairForce::Form::inverse_square:
      return lanes::Force::inverse_square;
    case PairForce::Form::linear:
      return lanes::Force::linear;
    case PairForce::Form::lateral:
      return lanes::Force::none;
  }
  return lanes::Force::none;
}

// An upper bound of the squared distance below which a push may be clamped or coincident.
constexpr double clamp_distance2(PairForce::Form form, const PushParameters& push) {
  constexpr double kSlack = 1.0 + 1e-9;
  const double coincident = kLengthEpsilon * kLengthEpsilon * kSlack;
  if (form != PairForce::Form::inverse) return coincident;
  return larger(coincident, push.decay * push.decay / (push.max * push.max) * kSlack);
}

// Terms are counted in `scale`.
inline void set_push_lane(lanes::PushLanes& lanes, std::size_t lane, PairForce::Form form,
                          const PushParameters& push, const FixedScale& scale) {
  lanes.rounding[lane] = scale.rounding_constant();
  lanes.decay[lane] = push.decay;
  lanes.decay2[lane] = push.decay * push.decay;
  lanes.max_push[lane] = push.max;
  lanes.max_push2[lane] = push.max * push.max;
  lanes.clamped_factor[lane] = push.decay < 0.0 ? push.max : -push.max;
  const bool repels = form == PairForce::Form::linear || push.decay > 0.0;
  lanes.coincident_push[lane] = repels ? push.max : 0.0;
  lanes.range[lane] = push.range;
  lanes.range2[lane] = push.range * push.range;
  lanes.clamp_threshold2[lane] = clamp_distance2(form, push);
}

// The sum, in the unit of its terms, from the count of a lane: subtracts the rounding constants.
inline double sum_of(std::int64_t counted, std::int64_t terms, const FixedScale& scale) {
  const std::uint64_t constants =
      static_cast<std::uint64_t>(terms) * std::bit_cast<std::uint64_t>(scale.rounding_constant());
  return scale.to_double(static_cast<std::int64_t>(static_cast<std::uint64_t>(counted) - constants));
}

}  // namespace drover
