#include "sim/perception/block_perception.h"

#include <algorithm>

#include "sim/geometry/static_geometry.h"
#include "sim/perception/field_of_view.h"
#include "sim/perception/push_lanes.h"
#include "sim/state/world.h"

namespace drover {
namespace {

using lanes::kLanes;
using lanes::LaneBits;
using lanes::Quad;
using lanes::QuadVector;

// From so many candidates of a block on, more of them for more neighbors that count, the nearest are looked
// for outward, agent by agent.
constexpr std::size_t kBlockCrowd = 256;
constexpr std::size_t kBlockCrowdPerNeighbor = 16;

// Where other perceptions have gathered the candidates of a crowd already, up to this many times as many are
// ranked in lanes.
constexpr std::size_t kGatheredCrowd = 16;
// Perceptions that look less far than this part of the farthest of their group have a group of their own.
constexpr double kReachOfGroup = 0.4;

bool is_in_blocks(const PerceptionPass& pass) {
  return pass.how() == PerceptionPass::How::in_blocks;
}

}  // namespace

void CandidateBuffer::reserve(std::size_t count, bool is_spatial) {
  // The loops write one more than they keep.
  if (count + 1 <= capacity_) return;
  capacity_ = std::max(count + 1, 2 * capacity_);
  is_spatial_ = is_spatial;
  quads_.resize((is_spatial ? 7 : 6) * capacity_);
  indices_.resize(3 * capacity_);
  for (std::size_t k = 0; k < capacity_; ++k)
    indices_[k] = static_cast<std::uint32_t>(k);
  bits_.resize(2 * capacity_);
}

lanes::Candidates CandidateBuffer::candidates() {
  const auto column = [this](std::size_t k) { return quads_.data() + k * capacity_; };
  return {.size = 0,
          .dx = column(0),
          .dy = column(1),
          .dz = is_spatial_ ? column(6) : nullptr,
          .d2 = column(2),
          .distance = column(3),
          .ahead = column(4),
          .key = column(5),
          .position = indices_.data() + capacity_,
          .near = bits_.data()};
}

lanes::Selection CandidateBuffer::selection() {
  return {.size = 0,
          .candidate = indices_.data(),
          .lanes = bits_.data(),
          .counts = {},
          .kept_candidate = indices_.data() + 2 * capacity_,
          .kept_lanes = bits_.data() + capacity_};
}

bool PerceptionPass::reads_velocities() const {
  const auto has_approach = [](const Law<ArgMin>& law) { return law.variants.front().approach != nullptr; };
  return wants(Reduction::velocity) || std::ranges::any_of(spec_.argmins, has_approach);
}

bool PerceptionPass::reads_radii() const {
  return spec_.shape().add_other_radius || reads_velocities();
}

// What agents perceive within very different distances is looked for apart: those who look at what is near
// would go through all that is far.
std::uint32_t BlockPerception::make_groups(std::span<PerceptionPass> passes) {
  for (PerceptionPass& pass : passes)
    pass.group_ = kNoIndex;
  for (std::uint32_t group = 0;; ++group) {
    double farthest = -1.0;
    const auto is_left = [](const PerceptionPass& pass) {
      return is_in_blocks(pass) && pass.group_ == kNoIndex;
    };
    for (const PerceptionPass& pass : passes)
      farthest = is_left(pass) ? larger(farthest, pass.reach_) : farthest;
    if (farthest < 0.0) return group;
    for (PerceptionPass& pass : passes) {
      if (is_left(pass) && pass.reach_ >= kReachOfGroup * farthest) pass.group_ = group;
    }
  }
}

void BlockPerception::prepare(std::span<PerceptionPass> passes, const World& world, const NeighborGrid& grid,
                              WorkerPool& workers) {
  const std::span<const SortedAgent> sorted_agents = grid.sorted_agents();
  LaneColumns& shared = std::ranges::find_if(passes, is_in_blocks)->columns_;
  const auto make_room = [n = sorted_agents.size(), all = world.model().agents.size()](auto& column) {
    column.reserve(all);
    column.resize(n);
  };
  const auto any = [&](auto&& reads) {
    return std::ranges::any_of(passes,
                               [&](const PerceptionPass& pass) { return is_in_blocks(pass) && reads(pass); });
  };
  // Of all agents in the order of the cells, on all threads.
  const auto fill = [&](auto& column, auto value) {
    make_room(column);
    const Chunks chunks = workers.chunks_of(sorted_agents.size());
    workers.run(chunks.number(), [&](std::size_t chunk, std::size_t) {
      for (std::size_t k = chunks.begin(chunk); k < chunks.end(chunk); ++k)
        column[k] = value(sorted_agents[k].agent);
    });
  };
  const AgentMotion& motion = world.state.motion;
  if (any([](const PerceptionPass& pass) { return pass.reads_radii(); }))
    fill(shared.radius, [&](AgentIndex i) { return world.state.limits.radius[i]; });
  if (any([](const PerceptionPass& pass) { return pass.reads_velocities(); })) {
    fill(shared.velocity_x, [&](AgentIndex i) { return motion.vx[i]; });
    fill(shared.velocity_y, [&](AgentIndex i) { return motion.vy[i]; });
    if (grid.is_spatial()) fill(shared.velocity_z, [&](AgentIndex i) { return motion.vz[i]; });
  }
  if (any([](const PerceptionPass& pass) { return pass.wants(Reduction::speed); }))
    fill(shared.speed, [&](AgentIndex i) { return length(motion.velocity(i)); });
  if (any([](const PerceptionPass& pass) { return pass.wants(Reduction::mass_displacement); }))
    fill(shared.mass, [&](AgentIndex i) { return world.state.limits.mass[i]; });
  for (PerceptionPass& pass : passes) {
    if (is_in_blocks(pass) && pass.is_filtered())
      fill(pass.columns_.label, [&](AgentIndex i) { return std::int64_t{pass.labels_[i]}; });
  }
}

BlockPerception::BlockPerception(std::span<PerceptionPass> passes, const World& world,
                                 const NeighborGrid& grid, std::uint32_t group, std::size_t worker)
    : passes_(passes),
      group_(group),
      world_(world),
      grid_(grid),
      worker_(worker),
      scratch_(std::ranges::find(passes, group, [](const PerceptionPass& pass) { return pass.group_; })
                   ->scratch_[worker]),
      columns_(std::ranges::find_if(passes, is_in_blocks)->columns_),
      search_(world, grid, shortest_reach(), scratch_.ranges),
      loops_(lanes::loops_for(grid.is_spatial(), *std::ranges::find_if(passes, is_in_blocks)->width_)) {
  bool counts_radii = false;
  for (const PerceptionPass& pass : passes) {
    if (!belongs(pass)) continue;
    counts_radii = counts_radii || pass.spec_.shape().add_other_radius;
    if (!pass.large_bodies_.empty()) large_bodies_ = &pass;
  }
  block_.sorted_agents = grid.sorted_agents().data();
  block_.radius = counts_radii ? columns_.radius.data() : nullptr;
  block_.heights = grid.sorted_z().data();
  block_.width_x = world.model().bounds.size().x;
  block_.width_y = world.model().bounds.size().y;
  block_.width_z = world.model().bounds.size().z;
}

double BlockPerception::shortest_reach() const {
  double shortest = kInfinity;
  for (const PerceptionPass& pass : passes_) {
    if (belongs(pass)) shortest = smaller(shortest, pass.shortest_reach_);
  }
  return shortest;
}

LaneBits BlockPerception::subscribers(const PerceptionPass& pass) const {
  LaneBits lanes = 0;
  for (std::size_t lane = 0; lane < block_.count; ++lane)
    lanes = static_cast<LaneBits>(lanes | (pass.subscribes(agent(lane)) ? lane_bit(lane) : 0));
  return lanes;
}

void BlockPerception::run(IndexRange range) {
  for (std::size_t first = range.begin; first < range.end; first += block_.count) {
    search_.take(first, range.end, block_);
    if (!find_candidates()) continue;
    for (PerceptionPass& pass : passes_) {
      if (belongs(pass) && !is_crowd(pass, 1)) perceive(pass, subscribers(pass));
    }
    for (PerceptionPass& pass : passes_) {
      if (!belongs(pass) || !is_crowd(pass, 1)) continue;
      if (is_gathered_ && !is_crowd(pass, kGatheredCrowd)) perceive(pass, subscribers(pass));
    }
    // Last: the plain form takes the memory of the ranges.
    for (PerceptionPass& pass : passes_) {
      if (belongs(pass) && is_crowd(pass, is_gathered_ ? kGatheredCrowd : 1)) look_outward(pass);
    }
  }
}

bool BlockPerception::is_crowd(const PerceptionPass& pass, std::size_t times) const {
  const std::optional<std::int64_t> most = pass.spec_.shape().max_neighbors;
  return most &&
         candidate_count_ > times * (kBlockCrowd + kBlockCrowdPerNeighbor * static_cast<std::size_t>(*most));
}

void BlockPerception::look_outward(PerceptionPass& pass) {
  PlainPerception plain(pass, world_, grid_, worker_);
  for_lanes(subscribers(pass), [&](std::size_t lane) {
    plain.find_neighbors(agent(lane));
    plain.reduce(agent(lane));
  });
}

// Of all passes together. Returns whether any agent of the block asks for one.
bool BlockPerception::find_candidates() {
  block_.reach = {};
  sight_ = {};
  double search_reach = -1.0;
  bool measures = false;
  const AgentMotion& motion = world_.state.motion;
  for (PerceptionPass& pass : passes_) {
    if (!belongs(pass)) continue;
    const LaneBits lanes = subscribers(pass);
    if (lanes == 0) continue;
    set_parameters(pass, lanes);
    for_lanes(lanes, [&](std::size_t lane) {
      // What is far apart in memory is fetched while candidates are gathered.
      __builtin_prefetch(pass.result_.row(agent(lane)), 1);
      if (pass.measures()) {
        __builtin_prefetch(&motion.hx[agent(lane)]);
        __builtin_prefetch(&motion.hy[agent(lane)]);
      }
      const LaneParameters& of = parameters(pass);
      block_.reach.at[lane] = larger(block_.reach.at[lane], of.reach.at[lane]);
      search_reach = larger(search_reach, of.search_reach.at[lane]);
      sight_.at[lane] = larger(sight_.at[lane], of.sight.at[lane]);
    });
    measures = measures || pass.measures();
  }
  if (search_reach < 0.0) return false;
  search_.set_reach(search_reach);
  const bool through_edges = search_.find_ranges(large_bodies_, block_);
  candidate_count_ = block_.candidates();
  scratch_.candidates.reserve(candidate_count_, grid_.is_spatial());
  candidates_ = scratch_.candidates.candidates();
  selection_ = scratch_.candidates.selection();
  is_gathered_ = false;
  through_edges_ = through_edges;
  measures_ = measures;
  for (std::size_t lane = 0; has_walls_ && lane < kLanes; ++lane)
    walls_[lane].reset();
  has_walls_ = false;
  return true;
}

// Compares the block with its candidates, when the first pass needs it: none may, in a crowd.
void BlockPerception::gather() {
  if (is_gathered_) return;
  is_gathered_ = true;
  (through_edges_ ? loops_.gather_through_edges : loops_.gather_inside)(block_, candidates_);
  scratch_.pairs_tested += candidate_count_ * block_.count;
  if (!measures_) return;
  QuadVector heading = {};
  for (std::size_t lane = 0; lane < block_.count; ++lane) {
    heading.x.at[lane] = world_.state.motion.hx[agent(lane)];
    heading.y.at[lane] = world_.state.motion.hy[agent(lane)];
    if (grid_.is_spatial()) heading.z.at[lane] = world_.state.motion.hz[agent(lane)];
  }
  loops_.measure(heading, candidates_);
}

void BlockPerception::perceive(PerceptionPass& pass, LaneBits lanes) {
  if (lanes == 0) return;
  const std::optional<std::int64_t> most = pass.spec_.shape().max_neighbors;
  gather();
  select(pass, lanes);
  const bool is_sorted_out = most && static_cast<std::size_t>(*most) > lanes::kMaxRanked;
  // Where only the neighbor with the least key counts, walls are looked at for those that would win.
  if (pass.spec_.shape().walls_hide && (pass.wants_all_neighbors() || most)) keep_before_walls(lanes);
  if (is_sorted_out) {
    return for_lanes(lanes, [&](std::size_t lane) {
      PlainPerception plain = neighbors_of(pass, lane);
      plain.keep_nearest(static_cast<std::size_t>(*most));
      plain.reduce(agent(lane));
    });
  }
  if (most) keep_nearest(static_cast<std::size_t>(*most));
  store_sums(pass, lanes);
  store_forces(pass, lanes);
  store_argmins(pass, lanes);
  if (pass.spec_.list)
    for_lanes(lanes, [&](std::size_t lane) { neighbors_of(pass, lane).store_list(agent(lane)); });
}

void BlockPerception::set_parameters(PerceptionPass& pass, LaneBits lanes) {
  LaneParameters& of = parameters(pass);
  if (pass.same_parameters_ && (lanes & ~of.are_set) == 0) return;
  for_lanes(lanes, [&](std::size_t lane) {
    const AgentIndex i = agent(lane);
    const NeighborhoodDef& def = pass.neighborhood(i);
    of.reach.at[lane] = radius_of(def, world_, i);
    of.search_reach.at[lane] = pass.search_reach(world_, i);
    of.sight.at[lane] = of.reach.at[lane] + (def.add_other_radius ? pass.largest_radius(world_, i) : 0.0);
    of.beyond.at[lane] = world_.state.value_or(def.min_radius, i, 0.0);
    const double near = world_.state.value(def.near_radius, i);
    of.view.near2.at[lane] = larger(near * near, lanes::kCoincident2);
    of.view.cosine.at[lane] = def.view == View::full ? 0.0 : view_cosine(def, world_, i) - kViewSlack;
    if (pass.is_filtered()) of.wanted.at[lane] = pass.wanted_label(i);
    of.displacement[lane] = pass.displacement_scale(world_, i);
    of.displacement_rounding.at[lane] = of.displacement[lane].rounding_constant();
    for (std::size_t k = 0; k < of.pushes.size(); ++k) {
      LaneParameters::Pushes& pushes = of.pushes[k];
      pushes.apply = static_cast<LaneBits>(pushes.apply & ~lane_bit(lane));
      pushes.in_plain = static_cast<LaneBits>(pushes.in_plain & ~lane_bit(lane));
      const PairForce* force = pass.spec_.forces[k].find(i);
      if (force == nullptr) continue;
      pushes.apply = static_cast<LaneBits>(pushes.apply | lane_bit(lane));
      const PushParameters push = pass.parameters_of(world_, *force, i);
      if (force->closest || lane_force(force->form) == lanes::Force::none ||
          is_far_below_limit(force->form, push)) {
        pushes.in_plain = static_cast<LaneBits>(pushes.in_plain | lane_bit(lane));
        continue;
      }
      pushes.scale[lane] = FixedScale::for_bound(max_push(force->form, push.max));
      set_push_lane(pushes.lanes, lane, force->form, push, pushes.scale[lane]);
    }
  });
  of.are_set = static_cast<LaneBits>(of.are_set | lanes);
}

// The neighbors, but for what walls hide and for all beyond the nearest.
void BlockPerception::select(PerceptionPass& pass, LaneBits lanes) {
  const NeighborhoodDef& shape = pass.spec_.shape();
  const LaneParameters& of = parameters(pass);
  const double* radius = shape.add_other_radius ? columns_.radius.data() : nullptr;
  // What was gathered is what is near where no other pass looks farther.
  bool is_near = radius == block_.radius;
  for_lanes(lanes,
            [&](std::size_t lane) { is_near = is_near && of.reach.at[lane] == block_.reach.at[lane]; });
  if (shape.view == View::full && is_near) {
    const lanes::Selection all = scratch_.candidates.selection();
    selection_.size = candidates_.size;
    selection_.candidate = all.candidate;
    selection_.lanes = all.lanes;
    loops_.count(selection_);
  } else if (shape.view == View::full) {
    loops_.select_near(candidates_, lanes, of.reach, radius, selection_);
  } else {
    loops_.select_in_view(candidates_, lanes, of.reach, radius, of.view, selection_);
  }
  if (pass.is_filtered()) loops_.keep_labels(candidates_, pass.columns_.label.data(), of.wanted, selection_);
  if (shape.min_radius.is_present()) loops_.keep_beyond(candidates_, of.beyond, radius, selection_);
}

// Walls are not seen through the edges of a world that wraps: only where they are drawn do they hide.
bool BlockPerception::is_hidden(std::uint32_t candidate, std::size_t lane) {
  const Vec3 p = world_.state.motion.position(agent(lane));
  if (!walls_[lane]) walls_[lane].emplace(world_.geometry(), p, sight_.at[lane]);
  has_walls_ = true;
  if (walls_[lane]->is_empty()) return false;
  return walls_[lane]->hide(p, p + displacement(candidate, lane));
}

void BlockPerception::keep_before_walls(LaneBits lanes) {
  std::size_t size = 0;
  for (std::size_t e = 0; e < selection_.size; ++e) {
    const std::uint32_t k = selection_.candidate[e];
    LaneBits kept = selection_.lanes[e];
    for_lanes(static_cast<LaneBits>(kept & lanes), [&](std::size_t lane) {
      if (is_hidden(k, lane)) kept = static_cast<LaneBits>(kept & ~lane_bit(lane));
    });
    selection_.kept_candidate[size] = k;
    selection_.kept_lanes[size] = kept;
    size += kept != 0 ? 1 : 0;
  }
  selection_.size = size;
  selection_.candidate = selection_.kept_candidate;
  selection_.lanes = selection_.kept_lanes;
  loops_.count(selection_);
}

void BlockPerception::keep_nearest(std::size_t most) {
  Quad farthest2;
  loops_.ranked(candidates_, selection_, most, farthest2);
  loops_.keep_within(candidates_, farthest2, selection_);
  for (std::size_t lane = 0; lane < block_.count; ++lane) {
    const auto count = static_cast<std::size_t>(selection_.counts.at[lane]);
    if (count > most) drop_ties(lane, farthest2.at[lane], count - most);
  }
}

// Of the equally near those with the highest numbers.
void BlockPerception::drop_ties(std::size_t lane, double distance2, std::size_t surplus) {
  for (; surplus > 0; --surplus) {
    std::size_t highest = selection_.size;
    for (std::size_t e = 0; e < selection_.size; ++e) {
      const std::uint32_t k = selection_.candidate[e];
      if ((selection_.lanes[e] & lane_bit(lane)) == 0 || candidates_.d2[k].at[lane] != distance2) continue;
      if (highest == selection_.size || index_of(k) > index_of(selection_.candidate[highest])) highest = e;
    }
    // Conditions write what they keep where it can be changed.
    selection_.kept_lanes[highest] = static_cast<LaneBits>(selection_.lanes[highest] & ~lane_bit(lane));
    --selection_.counts.at[lane];
  }
}

}  // namespace drover
