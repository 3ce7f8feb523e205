// The memory of one worker that finds neighbors in blocks: the candidates of the present block, and the
// parameters of its lanes in one perception.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/aligned.h"
#include "core/fixed_sum.h"
#include "sim/perception/block_lanes.h"

namespace drover {

// Columns in the order of the cells, for the lanes.
struct LaneColumns {
  std::vector<double> radius;
  std::vector<double> velocity_x, velocity_y, velocity_z;  // z in space
  std::vector<double> speed, mass;
  std::vector<std::int64_t> label;
};

class CandidateBuffer {
 public:
  // Makes room for so many candidates, in the plane or in space.
  void reserve(std::size_t count, bool is_spatial);
  lanes::Candidates candidates();
  // Of all candidates, whose number is not known yet.
  lanes::Selection selection();

 private:
  AlignedVector<lanes::Quad> quads_;  // six per candidate, seven in space; each column by itself
  AlignedVector<std::uint32_t> indices_;
  AlignedVector<lanes::LaneBits> bits_;
  std::size_t capacity_ = 0;
  bool is_spatial_ = false;
};

// Which lanes see how far, and in what units their sums are counted.
struct LaneParameters {
  using Scales = std::array<FixedScale, lanes::kLanes>;
  static Scales unit_scales() {
    const FixedScale unit = FixedScale::for_bound(1.0);
    return {unit, unit, unit, unit};
  }

  lanes::LaneBits are_set = 0;    // the lanes whose parameters were set in this run
  lanes::Quad reach = {};         // how far agents see, without the others' radii [m]
  lanes::Quad search_reach = {};  // how far to look for all but large bodies [m]
  lanes::Quad sight = {};         // how far away the center of a neighbor can be [m]
  lanes::Quad beyond = {};        // from where on neighbors count [m]
  lanes::View view = {};
  lanes::IntQuad wanted = {};
  Scales displacement = unit_scales();
  lanes::Quad displacement_rounding = {};
  struct Pushes {
    lanes::PushLanes lanes = {};
    Scales scale = unit_scales();
    lanes::LaneBits apply = 0;     // to which lanes
    lanes::LaneBits in_plain = 0;  // which of these only the plain form sums
  };
  std::vector<Pushes> pushes;  // by law
};

}  // namespace drover
