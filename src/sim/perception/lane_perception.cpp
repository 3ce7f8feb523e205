#include "sim/perception/lane_perception.h"

#include <algorithm>
#include <cmath>

#include "core/check.h"
#include "sim/perception/push_lanes.h"
#include "sim/state/world.h"

namespace drover {
namespace {

using lanes::kLanes;
static_assert(lanes::kCoincident2 == kLengthEpsilon * kLengthEpsilon);

// Whether the force reaches all neighbors, and a clamped push is rare: less than one in some thousand
// neighbors, by the area in which pushes are clamped.
bool is_rarely_clamped(const PushParameters& push, double reach) {
  constexpr double kRare = 2e-4;
  return push.range >= reach && clamp_distance2(PairForce::Form::inverse, push) < kRare * (reach * reach);
}

}  // namespace

bool PerceptionPass::fits_one_loop() const {
  const NeighborhoodDef& shape = spec_.shape();
  constexpr auto kSums = static_cast<unsigned>(Reduction::displacement) |
                         static_cast<unsigned>(Reduction::heading) |
                         static_cast<unsigned>(Reduction::nearest) | static_cast<unsigned>(Reduction::count);
  const bool has_two_filters = shape.same_type && shape.neighbors.type != TargetType::none;
  if (shape.view != View::full || has_two_filters || shape.walls_hide || shape.max_neighbors) return false;
  if (shape.min_radius.is_present()) return false;
  // The lanes know the nearest candidate, which is a neighbor wherever its distance alone decides.
  if (wants(Reduction::nearest) && (is_filtered() || shape.add_other_radius)) return false;
  if ((spec_.reductions & ~kSums) != 0 || spec_.list || !spec_.argmins.empty()) return false;
  if (spec_.forces.size() > 1) return false;
  if (spec_.forces.empty()) return true;
  const Law<PairForce>& law = spec_.forces.front();
  // Lanes of agents that did not ask for the force would need one all the same.
  for (AgentIndex i = 0; i < subscribers_.size(); ++i) {
    if (subscribers_[i] != 0 && law.find(i) == nullptr) return false;
  }
  // The lanes round pushes as they find them, before the largest is known.
  if (has_steps_of_pushes_) return false;
  return !law.variants.front().closest && law.variants.front().form != PairForce::Form::lateral;
}

// In this state or, where radii or limits follow something, in one to come.
bool PerceptionPass::may_have_steps_of_pushes(const World& world) const {
  if (spec_.forces.empty()) return false;
  const bool asks_alike = ask_alike(world);
  for (AgentIndex i = 0; i < subscribers_.size(); ++i) {
    const PairForce* force = subscribers_[i] != 0 ? spec_.forces.front().find(i) : nullptr;
    if (force == nullptr) continue;
    if (!force->max_strength.is_present() && may_limits_change(world)) return true;
    PushParameters push = parameters_of(world, *force, i);
    // A push at the range is the farther below its limit the farther away that is.
    if (!force->threshold.is_present() && !force->threshold_factor.is_present()) {
      const RadiusRange radius = radius_range(neighborhood(i), world, i);
      push.range = larger(push.range, radius.greatest + largest_radius(world, i));
    }
    if (is_far_below_limit(force->form, push)) return true;
    if (asks_alike) return false;
  }
  return false;
}

void PerceptionPass::choose_how() {
  const NeighborhoodDef& shape = spec_.shape();
  const bool has_two_filters = shape.same_type && shape.neighbors.type != TargetType::none;
  how_ = !width_ || has_two_filters || has_floors_ ? How::plainly
         : fits_one_loop()                         ? How::in_one_loop
                                                   : How::in_blocks;
}

void PerceptionPass::use_lanes(std::optional<lanes::Width> width) {
  width_ = width;
  const How before = how_;
  choose_how();
  if (how_ != before) scratch_.clear();  // each way has memory of its own
  if (how_ != How::in_one_loop) return;
  const auto kernels = [&](lanes::Force force) {
    lanes::Form form = form_;
    form.force = force;
    const lanes::Kernel inner = lanes::kernel_for(form, *width);
    form.through_edges = true;
    return Kernels{inner, lanes::kernel_for(form, *width)};
  };
  kernels_ = kernels(form_.force);
  unclamped_kernels_ =
      form_.force == lanes::Force::inverse ? kernels(lanes::Force::inverse_unclamped) : kernels_;
}

void PerceptionPass::choose_form(const World& world) {
  has_floors_ = world.model().is_elevated();
  has_steps_of_pushes_ = may_have_steps_of_pushes(world);
  same_parameters_ = have_same_parameters(world);
  if (!fits_one_loop()) return use_lanes(width_);
  const AgentIdentity& agents = world.model().agents;
  const SharedColumn<double>& radius = world.state.limits.radius;
  bool same_radius = true;
  std::optional<double> first;
  for (AgentIndex i = 0; i < agents.size() && same_radius; ++i) {
    if (is_filtered() && labels_[i] == kNoIndex) continue;
    if (!first) first = radius[i];
    same_radius = radius[i] == *first;
  }
  form_ = {.is_spatial = result_.is_spatial(),
           .other_radius = spec_.shape().add_other_radius && !same_radius,
           .filtered = is_filtered(),
           .displacement = wants(Reduction::displacement),
           .heading = wants(Reduction::heading),
           .force = spec_.forces.empty() ? lanes::Force::none
                                         : lane_force(spec_.forces.front().variants.front().form)};
  use_lanes(width_);
}

void LanePerception::prepare(PerceptionPass& pass, const World& world, const NeighborGrid& grid,
                             WorkerPool& workers) {
  const lanes::Form& form = pass.form_;
  const std::span<const SortedAgent> sorted_agents = grid.sorted_agents();
  DROVER_CHECK(!form.heading || sorted_agents.empty() || grid.has_headings(),
               "a grid for headings is built with them");
  LaneColumns& columns = pass.columns_;
  const auto make_room = [n = sorted_agents.size(), all = world.model().agents.size()](bool wanted,
                                                                                       auto&... column) {
    if (wanted) (column.reserve(all), ...);
    if (wanted) (column.resize(n), ...);
  };
  make_room(form.other_radius, columns.radius);
  make_room(form.filtered, columns.label);
  if (!form.other_radius && !form.filtered) return;
  const Chunks chunks = workers.chunks_of(sorted_agents.size());
  workers.run(chunks.number(), [&](std::size_t chunk, std::size_t) {
    for (std::size_t k = chunks.begin(chunk); k < chunks.end(chunk); ++k) {
      const AgentIndex i = sorted_agents[k].agent;
      if (form.other_radius) columns.radius[k] = world.state.limits.radius[i];
      if (form.filtered) columns.label[k] = pass.labels_[i];
    }
  });
}

LanePerception::LanePerception(PerceptionPass& pass, const World& world, const NeighborGrid& grid,
                               std::size_t worker)
    : pass_(pass),
      world_(world),
      scratch_(pass.scratch_[worker]),
      search_(world, grid, pass.shortest_reach_, scratch_.ranges),
      result_(pass.result_),
      columns_{.sorted_agents = grid.sorted_agents().data(),
               .radius = pass.columns_.radius.data(),
               .label = pass.columns_.label.data(),
               .z = grid.sorted_z().data(),
               .heading_z = grid.sorted_heading_z().data(),
               .width_x = world.model().bounds.size().x,
               .width_y = world.model().bounds.size().y,
               .width_z = world.model().bounds.size().z},
      block_{} {}

void LanePerception::run(IndexRange range) {
  for (std::size_t first = range.begin; first < range.end; first += block_.count) {
    search_.take(first, range.end, block_);
    const std::span agents = std::span(block_.agent).first(block_.count);
    if (std::ranges::none_of(agents,
                             [this](std::int64_t i) { return pass_.subscribes(static_cast<AgentIndex>(i)); }))
      continue;
    // The rows of the results, which are far apart in memory, are fetched while the kernel computes.
    for (const std::int64_t i : agents)
      __builtin_prefetch(result_.row(static_cast<AgentIndex>(i)), 1);
    set_parameters();
    const bool through_edges = search_.find_ranges(pass_.large_bodies_.empty() ? nullptr : &pass_, block_);
    const PerceptionPass::Kernels& kernels = is_unclamped_ ? pass_.unclamped_kernels_ : pass_.kernels_;
    (through_edges ? kernels.edge : kernels.inner)(columns_, block_);
    store_results();
  }
}

void LanePerception::set_parameters() {
  if (parameters_are_set_ && pass_.same_parameters_) return;
  double reach = 0.0;
  is_unclamped_ = pass_.form_.force == lanes::Force::inverse;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    // Lanes of agents without a subscription take the parameters of a subscriber.
    auto i = static_cast<AgentIndex>(block_.agent[lane < block_.count ? lane : 0]);
    for (std::size_t other = 0; !pass_.subscribes(i); ++other)
      i = static_cast<AgentIndex>(block_.agent[other]);
    set_parameters(lane, i);
    reach = larger(reach, pass_.search_reach(world_, i));
  }
  parameters_are_set_ = true;
  search_.set_reach(reach);
}

void LanePerception::set_parameters(std::size_t lane, AgentIndex i) {
  const NeighborhoodDef& def = pass_.neighborhood(i);
  const double radius = radius_of(def, world_, i);
  const bool adds_equal_radius = def.add_other_radius && !pass_.form_.other_radius;
  block_.limit[lane] = adds_equal_radius ? radius + pass_.largest_radius(world_, i) : radius;
  if (pass_.form_.filtered) block_.wanted[lane] = pass_.wanted_label(i);
  scales_[lane].displacement = pass_.displacement_scale(world_, i);
  block_.displacement_rounding[lane] = scales_[lane].displacement.rounding_constant();
  if (pass_.form_.force == lanes::Force::none) return;
  const PairForce& force = *pass_.spec_.forces.front().find(i);
  const PushParameters push = pass_.parameters_of(world_, force, i);
  const double reach = def.add_other_radius ? radius + pass_.largest_radius(world_, i) : radius;
  is_unclamped_ = is_unclamped_ && is_rarely_clamped(push, reach);
  scales_[lane].push = FixedScale::for_bound(max_push(force.form, push.max));
  set_push_lane(block_.push, lane, force.form, push, scales_[lane].push);
}

void LanePerception::store_results() {
  const lanes::Form& form = pass_.form_;
  scratch_.pairs_tested += block_.candidates() * block_.count;
  const FixedScale heading = NeighborGrid::heading_scale();
  for (std::size_t lane = 0; lane < block_.count; ++lane) {
    const auto i = static_cast<AgentIndex>(block_.agent[lane]);
    if (!pass_.subscribes(i)) continue;
    double* row = result_.row(i);
    row[0] = static_cast<double>(block_.neighbors[lane]);
    const auto put = [&](std::size_t offset, const std::int64_t* terms, const std::int64_t* x,
                         const std::int64_t* y, const FixedScale& scale) {
      row[offset] = sum_of(x[lane], terms[lane], scale);
      row[offset + 1] = sum_of(y[lane], terms[lane], scale);
    };
    const Scales& scales = scales_[lane];
    if (form.displacement)
      put(result_.displacement_, block_.neighbors, block_.displacement_x, block_.displacement_y,
          scales.displacement);
    if (result_.nearest_ != 0)
      row[result_.nearest_] = block_.neighbors[lane] > 0 ? block_.nearest2[lane] : kInfinity;
    if (form.heading) {
      row[result_.heading_] = heading.to_double(block_.heading_x[lane]);
      row[result_.heading_ + 1] = heading.to_double(block_.heading_y[lane]);
    }
    if (form.force != lanes::Force::none)
      put(result_.forces_, block_.pushes, block_.push_x, block_.push_y, scales.push);
  }
  if (form.is_spatial) store_heights();
}

// The third component of the vectors.
void LanePerception::store_heights() {
  const lanes::Form& form = pass_.form_;
  for (std::size_t lane = 0; lane < block_.count; ++lane) {
    const auto i = static_cast<AgentIndex>(block_.agent[lane]);
    if (!pass_.subscribes(i)) continue;
    double* row = result_.row(i) + 2;
    const Scales& scales = scales_[lane];
    if (form.displacement) {
      row[result_.displacement_] =
          sum_of(block_.displacement_z[lane], block_.neighbors[lane], scales.displacement);
    }
    if (form.heading) row[result_.heading_] = NeighborGrid::heading_scale().to_double(block_.heading_z[lane]);
    if (form.force != lanes::Force::none)
      row[result_.forces_] = sum_of(block_.push_z[lane], block_.pushes[lane], scales.push);
  }
}

}  // namespace drover
