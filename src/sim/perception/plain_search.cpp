// The search for neighbors: the candidates of the grid, then the narrower conditions of a neighborhood on the
// near ones. Conditions that only some neighborhoods have stay out of the loop over the candidates.
#include <algorithm>
#include <cmath>

#include "core/det_math.h"
#include "sim/perception/field_of_view.h"
#include "sim/perception/plain_perception.h"
#include "sim/state/world.h"

namespace drover {
namespace {

// The cosine of half the angle of view.
double view_cosine(const NeighborhoodDef& def, AgentIndex i) {
  switch (def.view) {
    case View::full:
      return -1.0;
    case View::limited:
      return 0.0;
    case View::wide: {  // the angle is pi - atan(back_factor)
      const double slope = def.back_factor[i];
      return -1.0 / std::sqrt(1.0 + slope * slope);
    }
    case View::narrow: {  // the angle is atan(front_factor)
      const double slope = def.front_factor[i];
      return 1.0 / std::sqrt(1.0 + slope * slope);
    }
    case View::angle:
      return det::cos(0.5 * def.fov[i]);
  }
  return -1.0;
}

}  // namespace

void PerceptionScratch::Buffer::move(std::size_t from, std::size_t to) {
  index[to] = index[from];
  dx[to] = dx[from];
  dy[to] = dy[from];
  d2[to] = d2[from];
}

PlainPerception::PlainPerception(PerceptionPass& pass, const World& world, const NeighborGrid& grid,
                                 std::size_t worker)
    : pass_(pass),
      spec_(pass.spec_),
      world_(world),
      grid_(grid),
      worker_(worker),
      scratch_(pass.scratch_[worker]),
      buffer_(scratch_.buffer),
      result_(pass.result_) {}

void PlainPerception::run(IndexRange range) {
  for (const SortedAgent& agent : grid_.sorted_agents().subspan(range.begin, range.end - range.begin)) {
    const AgentIndex i = agent.agent;
    if (!pass_.subscribes(i)) continue;
    gather(i);
    reduce(i);
  }
}

void PlainPerception::gather(AgentIndex i) {
  const Vec3 p = world_.state.motion.position(i);
  const NeighborhoodDef& def = spec_.neighborhood;
  const double radius = radius_of(spec_.neighborhood, world_, i);
  const double reach = def.add_other_radius ? radius + pass_.largest_radius(world_, i) : radius;
  const bool wraps = world_.model().bounds.wraps();
  const Vec3 size = world_.model().bounds.size();
  const std::span<const SortedAgent> sorted_agents = grid_.sorted_agents();
  buffer_.size = 0;
  grid_.visit_near(p, reach, [&](std::uint32_t begin, std::uint32_t end) {
    buffer_.reserve(buffer_.size + (end - begin));
    scratch_.pairs_tested += end - begin;
    std::size_t size_now = buffer_.size;
    for (std::uint32_t k = begin; k < end; ++k) {
      double dx = sorted_agents[k].x - p.x;
      double dy = sorted_agents[k].y - p.y;
      if (wraps) {
        dx = Bounds::nearest_image(dx, size.x);
        dy = Bounds::nearest_image(dy, size.y);
      }
      const AgentIndex j = sorted_agents[k].agent;
      const double d2 = dx * dx + dy * dy;
      const double limit = def.add_other_radius ? radius + world_.state.limits.radius[j] : radius;
      // Written always, kept only if it counts: no unpredictable branch in the loop.
      buffer_.index[size_now] = j;
      buffer_.dx[size_now] = dx;
      buffer_.dy[size_now] = dy;
      buffer_.d2[size_now] = d2;
      const bool keep = (d2 < limit * limit) & (j != i) & (pass_.counts_.empty() || pass_.counts_[j] != 0);
      size_now += keep ? 1 : 0;
    }
    buffer_.size = size_now;
  });
  if (def.same_type) {
    const SharedColumn<std::uint32_t>& types = world_.model().agents.type;
    keep_where([&](std::size_t k) { return types[buffer_.index[k]] == types[i]; });
  }
  if (def.view != View::full) keep_in_view(i);
  if (def.walls_hide) keep_before_walls(p, reach);
  if (def.max_neighbors) keep_nearest(static_cast<std::size_t>(*def.max_neighbors));
}

template <class Keep>
void PlainPerception::keep_where(Keep keep) {
  std::size_t kept = 0;
  for (std::size_t k = 0; k < buffer_.size; ++k) {
    if (keep(k)) buffer_.move(k, kept++);
  }
  buffer_.size = kept;
}

// A neighbor is in view iff its bearing is at most half the angle of view: heading . d >= cos(half) |d|. One
// that coincides with the agent has no bearing and is in view.
void PlainPerception::keep_in_view(AgentIndex i) {
  const double cosine = view_cosine(spec_.neighborhood, i) - kViewSlack;
  const Vec3 heading = world_.state.motion.heading(i);
  keep_where([&](std::size_t k) {
    const double d2 = buffer_.d2[k];
    const double ahead = heading.x * buffer_.dx[k] + heading.y * buffer_.dy[k];
    return ahead >= cosine * std::sqrt(d2) || d2 < kLengthEpsilon * kLengthEpsilon;
  });
}

// Walls are not seen through the edges of a world that wraps: only where they are drawn do they hide.
void PlainPerception::keep_before_walls(Vec3 p, double reach) {
  const StaticGeometry& geometry = world_.model().geometry;
  if (!geometry.segment_grid().any(StaticGrid::box(p, reach), [](std::uint32_t) { return true; })) return;
  keep_where([&](std::size_t k) {
    return !geometry.is_wall_between(p, p + Vec3{buffer_.dx[k], buffer_.dy[k], 0.0});
  });
}

// Keeps the nearest; a total order by distance and index, so that no order of the candidates matters.
void PlainPerception::keep_nearest(std::size_t count) {
  if (buffer_.size <= count) return;
  scratch_.order.resize(buffer_.size);
  for (std::size_t k = 0; k < buffer_.size; ++k)
    scratch_.order[k] = static_cast<std::uint32_t>(k);
  const auto middle = scratch_.order.begin() + static_cast<std::ptrdiff_t>(count);
  std::nth_element(scratch_.order.begin(), middle, scratch_.order.end(),
                   [this](std::uint32_t a, std::uint32_t b) {
                     if (buffer_.d2[a] != buffer_.d2[b]) return buffer_.d2[a] < buffer_.d2[b];
                     return buffer_.index[a] < buffer_.index[b];
                   });
  // In ascending position, so that moving one never overwrites another that is still to be moved.
  std::sort(scratch_.order.begin(), middle);
  for (std::size_t k = 0; k < count; ++k)
    buffer_.move(scratch_.order[k], k);
  buffer_.size = count;
}

}  // namespace drover
