// The search for neighbors: the candidates of the grid, then the narrower conditions of a neighborhood on the
// near ones. Conditions that only some neighborhoods have stay out of the loop over the candidates.
#include <algorithm>
#include <cmath>

#include "core/det_math.h"
#include "sim/perception/field_of_view.h"
#include "sim/perception/plain_perception.h"
#include "sim/state/different_floors.h"
#include "sim/state/world.h"

namespace drover {
namespace {

// A neighbor is in view iff its bearing is at most half the angle of view: heading . d >= cos(half) |d|. One
// that coincides with the agent has no bearing and is in view, and so is one that is near enough.
class ViewTest {
 public:
  ViewTest(const NeighborhoodDef& def, const World& world, AgentIndex i)
      : is_full_(def.view == View::full),
        cosine_(view_cosine(def, world, i) - kViewSlack),
        near_(world.state.value(def.near_radius, i)),
        heading_(world.state.motion.heading(i)) {}

  bool sees(Vec3 d, double d2) const {
    const double ahead = dot(heading_, d);
    return is_full_ | (ahead >= cosine_ * std::sqrt(d2)) | (d2 < kLengthEpsilon * kLengthEpsilon) |
           (d2 < near_ * near_);
  }

 private:
  bool is_full_;
  double cosine_, near_;
  Vec3 heading_;
};

// Whether a neighbor is within the hole of a ring.
bool is_too_near(const NeighborhoodDef& def, const World& world, AgentIndex i, AgentIndex other, double d2) {
  const double least =
      world.state.value(def.min_radius, i) + (def.add_other_radius ? world.state.limits.radius[other] : 0.0);
  return d2 < least * least;
}

// From so many candidates on, more of them for more neighbors that count, the nearest are looked for outward.
constexpr std::size_t kCrowd = 128;
constexpr std::size_t kCrowdPerNeighbor = 16;

}  // namespace

double view_cosine(const NeighborhoodDef& def, const World& world, AgentIndex i) {
  switch (def.view) {
    case View::full:
      return -1.0;
    case View::limited:
      return 0.0;
    case View::wide: {  // the angle is pi - atan(back_factor)
      const double slope = world.state.value(def.back_factor, i);
      return -1.0 / std::sqrt(1.0 + slope * slope);
    }
    case View::narrow: {  // the angle is atan(front_factor)
      const double slope = world.state.value(def.front_factor, i);
      return 1.0 / std::sqrt(1.0 + slope * slope);
    }
    case View::angle:
      if (def.fov_by)
        return det::cos(
            smaller(det::kPi, 0.5 * (world.state.value(def.fov, i) * world.factor(def.fov_by->index, i))));
      return det::cos(0.5 * world.state.value(def.fov, i));
  }
  return -1.0;
}

void PerceptionScratch::Buffer::move(std::size_t from, std::size_t to) {
  index[to] = index[from];
  dx[to] = dx[from];
  dy[to] = dy[from];
  if (!dz.empty()) dz[to] = dz[from];
  d2[to] = d2[from];
}

PlainPerception::PlainPerception(PerceptionPass& pass, const World& world, const NeighborGrid& grid,
                                 std::size_t worker)
    : pass_(pass),
      spec_(pass.spec_),
      world_(world),
      is_spatial_(world.model().is_spatial()),
      grid_(grid),
      worker_(worker),
      scratch_(pass.scratch_[worker]),
      buffer_(scratch_.buffer),
      result_(pass.result_) {}

void PlainPerception::run(IndexRange range) {
  for (const SortedAgent& agent : grid_.sorted_agents().subspan(range.begin, range.end - range.begin)) {
    const AgentIndex i = agent.agent;
    if (!pass_.subscribes(i)) continue;
    find_neighbors(i);
    reduce(i);
  }
}

// Where the candidates are.
void PlainPerception::find_ranges(AgentIndex i) {
  const Vec3 p = world_.state.motion.position(i);
  const double reach = pass_.search_reach(world_, i);
  scratch_.ranges.clear();
  grid_.visit_near(p, reach, [&](std::uint32_t begin, std::uint32_t end) {
    scratch_.ranges.push_back({begin, end});
  });
  pass_.add_large_bodies(
      world_,
      {.center = p, .half_width = 0.0, .half_height = 0.0, .half_depth = 0.0, .reach = reach, .own = {0, 0}},
      scratch_.ranges);
}

// Moved always, kept only if it counts: no unpredictable branch in the loop.
template <class Keep>
void PlainPerception::keep_where(Keep keep) {
  std::size_t kept = 0;
  for (std::size_t k = 0; k < buffer_.size; ++k) {
    const bool keeps = keep(k);
    buffer_.move(k, kept);
    kept += keeps ? 1 : 0;
  }
  buffer_.size = kept;
}

void PlainPerception::find_neighbors(AgentIndex i) {
  const NeighborhoodDef& def = pass_.neighborhood(i);
  find_ranges(i);
  if (def.max_neighbors) {
    const auto most = static_cast<std::size_t>(*def.max_neighbors);
    std::size_t count = 0;  // of candidates
    for (const IndexRange& range : scratch_.ranges)
      count += range.end - range.begin;
    if (count > kCrowd + kCrowdPerNeighbor * most) return gather_nearest(i, most);
  }
  gather(i);
  if (world_.model().is_elevated())
    keep_where([&](std::size_t k) { return !are_on_different_floors(world_, i, buffer_.index[k]); });
  if (def.same_type && def.neighbors.type != TargetType::none) {
    const SharedColumn<std::uint32_t>& types = world_.model().agents.type;
    keep_where([&](std::size_t k) { return types[buffer_.index[k]] == types[i]; });
  }
  if (def.min_radius.is_present()) {
    keep_where([&](std::size_t k) { return !is_too_near(def, world_, i, buffer_.index[k], buffer_.d2[k]); });
  }
  if (def.view != View::full) {
    const ViewTest view(def, world_, i);
    keep_where([&](std::size_t k) { return view.sees(buffer_.offset(k), buffer_.d2[k]); });
  }
  if (def.walls_hide) keep_before_walls(i);
  if (def.max_neighbors) keep_nearest(static_cast<std::size_t>(*def.max_neighbors));
}

// How far another agent is above a height [m].
double PlainPerception::height_from(double z, AgentIndex other) const {
  const double dz = world_.state.motion.z[other] - z;
  const Bounds& bounds = world_.model().bounds;
  return bounds.wraps_heights() ? Bounds::nearest_image(dz, bounds.size().z) : dz;
}

void PlainPerception::gather(AgentIndex i) {
  const Vec3 p = world_.state.motion.position(i);
  const NeighborhoodDef& def = pass_.neighborhood(i);
  const double radius = radius_of(def, world_, i);
  const bool wraps = world_.model().bounds.wraps();
  const Vec3 size = world_.model().bounds.size();
  const bool is_filtered = pass_.is_filtered();
  const std::uint32_t wanted = is_filtered ? pass_.wanted_label(i) : 0;
  const std::span<const SortedAgent> sorted_agents = grid_.sorted_agents();
  buffer_.size = 0;
  for (const IndexRange& range : scratch_.ranges) {
    buffer_.reserve(buffer_.size + (range.end - range.begin), is_spatial_);
    scratch_.pairs_tested += range.end - range.begin;
    std::size_t size_now = buffer_.size;
    for (std::uint32_t k = range.begin; k < range.end; ++k) {
      double dx = sorted_agents[k].x - p.x;
      double dy = sorted_agents[k].y - p.y;
      if (wraps) {
        dx = Bounds::nearest_image(dx, size.x);
        dy = Bounds::nearest_image(dy, size.y);
      }
      const AgentIndex j = sorted_agents[k].agent;
      double d2 = dx * dx + dy * dy;
      if (is_spatial_) {
        const double dz = height_from(p.z, j);
        d2 += dz * dz;
        buffer_.dz[size_now] = dz;
      }
      const double limit = def.add_other_radius ? radius + world_.state.limits.radius[j] : radius;
      // Written always, kept only if it counts: no unpredictable branch in the loop.
      buffer_.index[size_now] = j;
      buffer_.dx[size_now] = dx;
      buffer_.dy[size_now] = dy;
      buffer_.d2[size_now] = d2;
      const bool keep = (d2 < limit * limit) & (j != i) & (!is_filtered || pass_.labels_[j] == wanted);
      size_now += keep ? 1 : 0;
    }
    buffer_.size = size_now;
  }
}

// The same as gather() and all that leaves neighbors out, for agents in a crowd: looks at candidates from the
// nearest outward, until there are as many as count.
void PlainPerception::gather_nearest(AgentIndex i, std::size_t most) {
  const NeighborhoodDef& def = pass_.neighborhood(i);
  const double radius = radius_of(def, world_, i);
  const double reach = def.add_other_radius ? radius + pass_.largest_radius(world_, i) : radius;
  const SharedColumn<std::uint32_t>& types = world_.model().agents.type;
  const ViewTest view(def, world_, i);
  const StaticGeometry geometry = world_.geometry();
  const Vec3 p = world_.state.motion.position(i);
  const auto is_neighbor = [&](AgentIndex j, Vec3 d, double d2) {
    const double limit = def.add_other_radius ? radius + world_.state.limits.radius[j] : radius;
    if (j == i || !(d2 < limit * limit)) return false;
    if (pass_.is_filtered() && pass_.labels_[j] != pass_.wanted_label(i)) return false;
    if (def.same_type && types[j] != types[i]) return false;
    if (are_on_different_floors(world_, i, j)) return false;
    if (def.min_radius.is_present() && is_too_near(def, world_, i, j, d2)) return false;
    return view.sees(d, d2) && !(def.walls_hide && geometry.is_wall_between(p, p + d));
  };
  std::vector<PerceptionScratch::Candidate>& nearest = scratch_.nearest;
  nearest.clear();
  pass_.tree_of_all(world_).visit_outward(
      p, reach * reach, [&](AgentIndex j, double dx, double dy, double d2) {
        ++scratch_.pairs_tested;
        const double dz = is_spatial_ ? height_from(p.z, j) : 0.0;
        d2 += dz * dz;
        const PerceptionScratch::Candidate candidate{d2, dx, dy, dz, j};
        const bool is_full = nearest.size() == most;
        if ((!is_full || candidate < nearest.front()) && is_neighbor(j, {dx, dy, dz}, d2)) {
          if (is_full) {
            std::pop_heap(nearest.begin(), nearest.end());
            nearest.pop_back();
          }
          nearest.push_back(candidate);
          std::push_heap(nearest.begin(), nearest.end());
        }
        return nearest.size() == most ? PointTree::Cut{nearest.front().d2, nearest.front().index}
                                      : PointTree::Cut{};
      });
  buffer_.reserve(nearest.size(), is_spatial_);
  buffer_.size = nearest.size();
  for (std::size_t k = 0; k < nearest.size(); ++k) {
    buffer_.index[k] = nearest[k].index;
    buffer_.dx[k] = nearest[k].dx;
    buffer_.dy[k] = nearest[k].dy;
    if (is_spatial_) buffer_.dz[k] = nearest[k].dz;
    buffer_.d2[k] = nearest[k].d2;
  }
}

// Walls are not seen through the edges of a world that wraps: only where they are drawn do they hide.
void PlainPerception::keep_before_walls(AgentIndex i) {
  const NeighborhoodDef& def = pass_.neighborhood(i);
  const double radius = radius_of(def, world_, i);
  const double reach = def.add_other_radius ? radius + pass_.largest_radius(world_, i) : radius;
  const StaticGeometry geometry = world_.geometry();
  const Vec3 p = world_.state.motion.position(i);
  const auto is_any = [](std::uint32_t) { return true; };
  if (!is_spatial_ && !geometry.segment_grid().any(StaticGrid::box(p, reach), is_any)) return;
  keep_where([&](std::size_t k) { return !geometry.is_wall_between(p, p + buffer_.offset(k)); });
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
