// What blocks found, written into the rows of the agents: sums, pushes and arg-mins over the neighbors
// selected.
#include <algorithm>
#include <array>
#include <vector>

#include "sim/perception/block_perception.h"
#include "sim/perception/push_lanes.h"
#include "sim/state/world.h"

namespace drover {

using lanes::IntQuad;
using lanes::IntQuadVector;
using lanes::kLanes;
using lanes::LaneBits;
using lanes::Quad;
using lanes::QuadVector;

// The rows of the agents of a block that ask for a pass.
struct BlockPerception::Rows {
  using Scales = LaneParameters::Scales;

  LaneBits lanes;
  const IntQuad& counts;  // of neighbors
  bool is_spatial;
  std::array<double*, kLanes> rows = {};

  template <class Value>
  void put(std::size_t offset, Value value) const {
    for_lanes(lanes, [&](std::size_t lane) { rows[lane][offset] = value(lane); });
  }
  // A sum with the bits of a rounding constant in each term.
  void put_sum(std::size_t offset, const IntQuad& sum, const Scales& scales) const {
    put(offset, [&](std::size_t lane) { return sum_of(sum.at[lane], counts.at[lane], scales[lane]); });
  }
  // The same of vectors.
  void put_sums(std::size_t offset, const IntQuadVector& sum, const Scales& x, const Scales& y,
                const Scales& z) const {
    put_sum(offset, sum.x, x);
    put_sum(offset + 1, sum.y, y);
    if (is_spatial) put_sum(offset + 2, sum.z, z);
  }
  // The units of sums of terms up to a bound, and their rounding constants.
  Scales scales_for(const Quad& greatest, Quad& rounding) const {
    Scales scales = LaneParameters::unit_scales();
    for_lanes(lanes, [&](std::size_t lane) {
      scales[lane] = FixedScale::for_bound(smaller(greatest.at[lane], kMaxBound));
      rounding.at[lane] = scales[lane].rounding_constant();
    });
    return scales;
  }
};

void BlockPerception::store_sums(PerceptionPass& pass, LaneBits lanes) {
  Rows rows{.lanes = lanes, .counts = selection_.counts, .is_spatial = grid_.is_spatial()};
  for_lanes(lanes, [&](std::size_t lane) { rows.rows[lane] = pass.result_.row(agent(lane)); });
  store_counts(pass, rows);
  store_vectors(pass, rows);
  store_columns(pass, rows);
}

void BlockPerception::store_counts(const PerceptionPass& pass, const Rows& rows) const {
  const bool is_counted = pass.wants(Reduction::count);
  rows.put(0, [&](std::size_t lane) { return is_counted ? static_cast<double>(rows.counts.at[lane]) : 0.0; });
  if (pass.wants(Reduction::ahead)) {
    IntQuad ahead;
    loops_.count_ahead(candidates_, selection_, ahead);
    rows.put(pass.result_.ahead_, [&](std::size_t lane) { return static_cast<double>(ahead.at[lane]); });
  }
  if (pass.wants(Reduction::nearest)) {
    Quad nearest2;
    loops_.nearest2(candidates_, selection_, nearest2);
    rows.put(pass.result_.nearest_, [&](std::size_t lane) { return nearest2.at[lane]; });
  }
}

// The vectors to the neighbors, and their headings.
void BlockPerception::store_vectors(PerceptionPass& pass, const Rows& rows) const {
  IntQuadVector sum;
  if (pass.wants(Reduction::displacement)) {
    const LaneParameters& of = parameters(pass);
    loops_.sum_displacements(candidates_, selection_, of.displacement_rounding, sum);
    rows.put_sums(pass.result_.displacement_, sum, of.displacement, of.displacement, of.displacement);
  }
  if (pass.wants(Reduction::direction)) {
    const Rows::Scales scales = LaneParameters::unit_scales();
    const double rounding = scales[0].rounding_constant();
    loops_.sum_directions(candidates_, selection_, {{rounding, rounding, rounding, rounding}}, sum);
    rows.put_sums(pass.result_.direction_, sum, scales, scales, scales);
  }
  if (pass.wants(Reduction::heading)) {
    const FixedScale scale = NeighborGrid::heading_scale();
    const std::size_t offset = pass.result_.heading_;
    loops_.sum_headings(candidates_, selection_, {block_.sorted_agents, grid_.sorted_heading_z().data()},
                        sum);
    rows.put(offset, [&](std::size_t lane) { return scale.to_double(sum.x.at[lane]); });
    rows.put(offset + 1, [&](std::size_t lane) { return scale.to_double(sum.y.at[lane]); });
    if (grid_.is_spatial())
      rows.put(offset + 2, [&](std::size_t lane) { return scale.to_double(sum.z.at[lane]); });
  }
}

// Sums in steps that follow from the largest of their terms.
void BlockPerception::store_columns(const PerceptionPass& pass, const Rows& rows) const {
  QuadVector greatest, rounding = {};
  IntQuadVector sum;
  const auto put_column = [&](std::size_t offset, const double* column) {
    loops_.greatest_of_column(candidates_, selection_, column, kMinBound, greatest.x);
    const Rows::Scales scales = rows.scales_for(greatest.x, rounding.x);
    loops_.sum_column(candidates_, selection_, column, rounding.x, sum.x);
    rows.put_sum(offset, sum.x, scales);
  };
  if (pass.wants(Reduction::velocity)) {
    const lanes::VectorColumns velocity = velocities();
    loops_.greatest_of_columns(candidates_, selection_, velocity, kMinBound, greatest);
    const Rows::Scales x = rows.scales_for(greatest.x, rounding.x);
    const Rows::Scales y = rows.scales_for(greatest.y, rounding.y);
    const Rows::Scales z = grid_.is_spatial() ? rows.scales_for(greatest.z, rounding.z) : y;
    loops_.sum_columns(candidates_, selection_, velocity, rounding, sum);
    rows.put_sums(pass.result_.velocity_, sum, x, y, z);
  }
  if (pass.wants(Reduction::speed)) put_column(pass.result_.speed_, columns_.speed.data());
  if (pass.wants(Reduction::mass_displacement)) {
    const double* mass = columns_.mass.data();
    put_column(pass.result_.mass_, mass);
    loops_.greatest_of_moments(candidates_, selection_, mass, kMinBound, greatest);
    const Rows::Scales x = rows.scales_for(greatest.x, rounding.x);
    const Rows::Scales y = rows.scales_for(greatest.y, rounding.y);
    const Rows::Scales z = grid_.is_spatial() ? rows.scales_for(greatest.z, rounding.z) : y;
    loops_.sum_moments(candidates_, selection_, mass, rounding, sum);
    rows.put_sums(pass.result_.mass_displacement_, sum, x, y, z);
  }
}

void BlockPerception::store_forces(PerceptionPass& pass, LaneBits lanes) {
  for (std::size_t k = 0; k < pass.spec_.forces.size(); ++k) {
    const LaneParameters::Pushes& pushes = parameters(pass).pushes[k];
    const std::size_t offset = pass.result_.forces_ + pass.result_.width_ * k;
    const lanes::Force force = lane_force(pass.spec_.forces[k].variants.front().form);
    lanes::BlockLoops::Pushes sums = {};
    if ((lanes & pushes.apply & ~pushes.in_plain) != 0) {
      IntQuad agents;
      std::ranges::copy(block_.agent, agents.at);
      loops_.sum_pushes[static_cast<std::size_t>(force)](candidates_, selection_, block_.sorted_agents,
                                                         agents, pushes.lanes, sums);
    }
    for_lanes(lanes, [&](std::size_t lane) {
      if ((pushes.in_plain & lane_bit(lane)) != 0) return neighbors_of(pass, lane).sum_force(k, agent(lane));
      double* row = pass.result_.row(agent(lane)) + offset;
      const bool applies = (pushes.apply & lane_bit(lane)) != 0;
      row[0] = applies ? sum_of(sums.sum.x.at[lane], sums.count.at[lane], pushes.scale[lane]) : 0.0;
      row[1] = applies ? sum_of(sums.sum.y.at[lane], sums.count.at[lane], pushes.scale[lane]) : 0.0;
      if (!grid_.is_spatial()) return;
      row[2] = applies ? sum_of(sums.sum.z.at[lane], sums.count.at[lane], pushes.scale[lane]) : 0.0;
    });
  }
}

void BlockPerception::store_argmins(PerceptionPass& pass, LaneBits lanes) {
  const bool are_unhidden = pass.wants_all_neighbors() || pass.spec_.shape().max_neighbors;
  for (std::size_t k = 0; k < pass.spec_.argmins.size(); ++k) {
    const Law<ArgMin>& law = pass.spec_.argmins[k];
    lanes::LeastKey least;
    find_keys(law, lanes);
    const bool hides = pass.spec_.shape().walls_hide && !are_unhidden;
    LaneBits asking = 0;  // for this key
    for_lanes(lanes, [&](std::size_t lane) {
      if (law.find(agent(lane)) != nullptr) asking = static_cast<LaneBits>(asking | lane_bit(lane));
    });
    find_least(asking, hides, least);
    for_lanes(lanes, [&](std::size_t lane) {
      const bool is_found = (asking & lane_bit(lane)) != 0 && least.agent.at[lane] >= 0;
      pass.result_.argmin_[k][agent(lane)] =
          is_found ? static_cast<AgentIndex>(least.agent.at[lane]) : kNoIndex;
    });
  }
}

// The keys of all neighbors.
void BlockPerception::find_keys(const Law<ArgMin>& law, LaneBits lanes) {
  const ArgMin& first = law.variants.front();
  if (first.is_distance) return loops_.distance_keys(candidates_, selection_);
  if (first.approach != nullptr) {
    lanes::ApproachLanes of = {};
    for_lanes(lanes, [&](std::size_t lane) {
      const AgentIndex i = agent(lane);
      const ArgMin* rule = law.find(i);
      if (rule == nullptr) return;
      const ApproachRule approach = rule->approach(rule->params, world_, i);
      of.velocity.x.at[lane] = world_.state.motion.vx[i];
      of.velocity.y.at[lane] = world_.state.motion.vy[i];
      of.velocity.z.at[lane] = world_.state.motion.vz[i];
      of.radius.at[lane] = world_.state.limits.radius[i];
      of.margin.at[lane] = approach.margin;
      of.horizon.at[lane] = approach.horizon;
      of.response_time.at[lane] = approach.response_time;
      of.printed_form.at[lane] = approach.printed_form ? -1 : 0;
    });
    return loops_.approach_keys(candidates_, selection_, of, {velocities(), columns_.radius.data()});
  }
  for (std::size_t e = 0; e < selection_.size; ++e) {
    const std::uint32_t k = selection_.candidate[e];
    for_lanes(selection_.lanes[e], [&](std::size_t lane) {
      const ArgMin* rule = law.find(agent(lane));
      candidates_.key[k].at[lane] =
          rule == nullptr ? kInfinity
                          : rule->key(rule->params, world_, agent(lane), index_of(k), displacement(k, lane));
    });
  }
}

// Those with the least keys, hidden ones left out: only those that would win are looked at.
// Where nearly all are hidden, all are looked at after some rounds.
void BlockPerception::find_least(LaneBits lanes, bool hides, lanes::LeastKey& least) {
  constexpr int kRounds = 8;
  bool is_any_hidden = false;
  for (int round = 0; round == 0 || is_any_hidden; ++round) {
    if (round == kRounds) keep_before_walls(lanes);
    loops_.least_key(candidates_, selection_, block_.sorted_agents, least);
    if (!hides || round == kRounds) return;
    is_any_hidden = false;
    for_lanes(lanes, [&](std::size_t lane) {
      if (least.agent.at[lane] < 0) return;
      const auto k = static_cast<std::uint32_t>(least.candidate.at[lane]);
      if (!is_hidden(k, lane)) return;
      candidates_.key[k].at[lane] = kInfinity;
      is_any_hidden = true;
    });
  }
}

// What only the plain form computes, with the neighbors of one lane.
PlainPerception BlockPerception::neighbors_of(PerceptionPass& pass, std::size_t lane) {
  PlainPerception plain(pass, world_, grid_, worker_);
  PerceptionScratch::Buffer& buffer = plain.neighbors();
  buffer.reserve(selection_.size, grid_.is_spatial());
  buffer.size = 0;
  for (std::size_t e = 0; e < selection_.size; ++e) {
    if ((selection_.lanes[e] & lane_bit(lane)) == 0) continue;
    const std::uint32_t k = selection_.candidate[e];
    buffer.index[buffer.size] = index_of(k);
    buffer.dx[buffer.size] = candidates_.dx[k].at[lane];
    buffer.dy[buffer.size] = candidates_.dy[k].at[lane];
    if (grid_.is_spatial()) buffer.dz[buffer.size] = candidates_.dz[k].at[lane];
    buffer.d2[buffer.size] = candidates_.d2[k].at[lane];
    ++buffer.size;
  }
  return plain;
}

}  // namespace drover
