#include "sim/perception/perception.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

#include "sim/perception/block_perception.h"
#include "sim/perception/lane_perception.h"
#include "sim/perception/plain_perception.h"
#include "sim/state/world.h"

namespace drover {
namespace {

// Bodies are looked for one by one where they are this many times larger than all others, and few.
constexpr double kLargeFactor = 2.0;
constexpr std::size_t kMaxLargeBodies = 64;

}  // namespace

void PerceptionScratch::Buffer::reserve(std::size_t count, bool is_spatial) {
  if (index.size() >= count) return;
  const std::size_t room = std::max(count, 2 * index.size());
  index.resize(room);
  dx.resize(room);
  dy.resize(room);
  if (is_spatial) dz.resize(room);
  d2.resize(room);
}

PerceptionPass::PerceptionPass(PerceptionPlan::Entry entry, const World& world)
    : spec_(std::move(entry.spec)), subscribers_(std::move(entry.subscribers)) {
  number_labels(world);
  result_.width_ = world.model().is_spatial() ? 3 : 2;
  if (spec_.shape().max_neighbors) tree_ = std::make_shared<SharedTree>();
  allocate(world.model().agents.size());
  update_bounds(world);
}

// The members of each group or type that some variant of the neighborhood is about have a label of their own.
void PerceptionPass::number_labels(const World& world) {
  const NeighborhoodDef& shape = spec_.shape();
  if (shape.neighbors.type == TargetType::none && !shape.same_type) return;
  const std::size_t n = world.model().agents.size();
  labels_.assign(n, kNoIndex);
  if (shape.neighbors.type == TargetType::none) {
    for (AgentIndex i = 0; i < n; ++i)
      labels_[i] = world.model().agents.type[i];
    return;
  }
  const std::vector<NeighborhoodDef>& variants = spec_.neighborhood.variants;
  for (std::uint32_t k = 0; k < variants.size(); ++k) {
    const auto same = std::ranges::find_if(
        variants, [&](const NeighborhoodDef& other) { return other.neighbors == variants[k].neighbors; });
    const auto label = static_cast<std::uint32_t>(same - variants.begin());
    label_of_variant_.push_back(label);
    if (label != k) continue;
    for (const AgentIndex i : world.members(variants[k].neighbors))
      labels_[i] = label;
  }
}

void PerceptionPass::allocate(std::size_t n) {
  std::size_t used = 1;
  const auto room = [&used](bool wanted, std::size_t numbers) -> std::size_t {
    if (!wanted) return 0;
    used += numbers;
    return used - numbers;
  };
  const std::size_t width = result_.width_;
  result_.displacement_ = room(wants(Reduction::displacement), width);
  result_.direction_ = room(wants(Reduction::direction), width);
  result_.heading_ = room(wants(Reduction::heading), width);
  result_.velocity_ = room(wants(Reduction::velocity), width);
  result_.mass_displacement_ = room(wants(Reduction::mass_displacement), width);
  result_.mass_ = room(wants(Reduction::mass_displacement), 1);
  result_.speed_ = room(wants(Reduction::speed), 1);
  result_.ahead_ = room(wants(Reduction::ahead), 1);
  result_.nearest_ = room(wants(Reduction::nearest), 1);
  result_.forces_ = room(!spec_.forces.empty(), width * spec_.forces.size());
  // Rows that straddle two cache lines would cost both.
  constexpr std::size_t kLine = 8;
  result_.stride_ = used <= kLine ? std::bit_ceil(used) : (used + kLine - 1) / kLine * kLine;
  result_.rows_.assign(n * result_.stride_, 0.0);
  result_.argmin_.assign(spec_.argmins.size(), std::vector<AgentIndex>(n, kNoIndex));
  if (spec_.list) result_.list_position_.resize(n);
}

namespace {

double declared_radius(const NeighborhoodDef& def, const World& world, AgentIndex i) {
  if (def.reach != nullptr) return def.reach(def.reach_params, world, i);
  return def.length_factor.is_present() ? world.body_length(i) * world.state.value(def.length_factor, i)
                                        : world.state.value(def.radius, i);
}

}  // namespace

bool may_limits_change(const World& world) {
  const Model& model = world.model();
  return model.has_roots() || model.statics->ground.slows() ||
         std::ranges::any_of(model.types,
                             [](const AgentType& type) { return type.limit_factors != LimitFactors{}; });
}

double radius_of(const NeighborhoodDef& def, const World& world, AgentIndex i) {
  const double radius = declared_radius(def, world, i);
  return def.radius_by ? radius * world.factor(def.radius_by->index, i) : radius;
}

RadiusRange radius_range(const NeighborhoodDef& def, const World& world, AgentIndex i) {
  const double radius = declared_radius(def, world, i);
  if (!def.radius_by) return {radius, radius};
  const Factor& factor = world.model().factors[def.radius_by->index];
  return {radius * factor.least(), radius * factor.greatest()};
}

std::size_t PerceptionPass::radius_index(const World& world, AgentIndex i, std::uint32_t label) const {
  if (spec_.shape().same_type) return world.model().agents.type[i];
  return is_filtered() ? label : 0;
}

double PerceptionPass::largest_radius(const World& world, AgentIndex i) const {
  return largest_radius_[radius_index(world, i, is_filtered() ? wanted_label(i) : 0)];
}

double PerceptionPass::search_reach(const World& world, AgentIndex i, double radius) const {
  if (!spec_.shape().add_other_radius) return radius;
  return radius + largest_common_radius_[radius_index(world, i, is_filtered() ? wanted_label(i) : 0)];
}

FixedScale PerceptionPass::displacement_scale(const World& world, AgentIndex i) const {
  const double bound = radius_of(neighborhood(i), world, i) + largest_radius(world, i);
  return FixedScale::for_bound(larger(bound, kMinBound));
}

PushParameters PerceptionPass::parameters_of(const World& world, const PairForce& force, AgentIndex i) const {
  const NeighborhoodDef& def = neighborhood(i);
  const double limit = world.state.value_or(force.max_strength, i, world.state.limits.max_request[i]);
  const double reach = radius_of(def, world, i) + (def.add_other_radius ? largest_radius(world, i) : 0.0);
  return {.max = clamp(limit, kMinBound, kMaxBound),
          .decay = world.state.value(force.decay, i),
          .range = force.threshold_factor.is_present()
                       ? world.body_length(i) * world.state.value(force.threshold_factor, i)
                       : world.state.value_or(force.threshold, i, reach),
          .self = i,
          .heading = world.state.motion.heading(i)};
}

void PerceptionPass::update_bounds(const World& world) {
  const AgentIdentity& agents = world.model().agents;
  const SharedColumn<double>& radius = world.state.limits.radius;
  find_large_bodies(world);
  std::size_t count = std::max(spec_.neighborhood.variants.size(), std::size_t{1});
  if (spec_.shape().same_type) count = greatest(agents.type, 0u) + std::size_t{1};
  largest_radius_.assign(count, 0.0);
  largest_common_radius_.assign(count, 0.0);
  auto large = large_bodies_.begin();
  for (AgentIndex i = 0; i < world.model().body_count(); ++i) {
    const bool is_large = large != large_bodies_.end() && large->agent == i;
    if (is_large) ++large;
    if (is_filtered() && labels_[i] == kNoIndex) continue;
    const std::size_t index = radius_index(world, i, is_filtered() ? labels_[i] : 0);
    largest_radius_[index] = larger(largest_radius_[index], radius[i]);
    if (!is_large) largest_common_radius_[index] = larger(largest_common_radius_[index], radius[i]);
  }
  reach_ = 0.0;
  shortest_reach_ = kInfinity;
  const bool asks_alike = ask_alike(world);
  for (AgentIndex i = 0; i < agents.size(); ++i) {
    if (subscribers_[i] == 0) continue;
    const double others = spec_.shape().add_other_radius ? largest_radius(world, i) : 0.0;
    const RadiusRange radius_of_view = radius_range(neighborhood(i), world, i);
    reach_ = larger(reach_, radius_of_view.greatest + others);
    shortest_reach_ = smaller(shortest_reach_, search_reach(world, i, radius_of_view.least));
    if (asks_alike) break;
  }
  all_subscribe_ = std::ranges::all_of(subscribers_, [](auto when) { return (when & kInEveryStep) != 0; });
  choose_form(world);
}

bool PerceptionPass::ask_alike(const World& world) const {
  const AgentLimits& limits = world.state.limits;
  const NeighborhoodDef& def = spec_.shape();
  if (spec_.neighborhood.variants.size() > 1 || def.same_type || def.length_factor.is_present() ||
      def.reach != nullptr)
    return false;
  for (const Parameter* parameter :
       {&def.radius, &def.min_radius, &def.near_radius, &def.fov, &def.back_factor, &def.front_factor}) {
    if (parameter->varies()) return false;
  }
  return std::ranges::all_of(spec_.forces, [&](const Law<PairForce>& law) {
    const PairForce& force = law.variants.front();
    return law.variant_of.empty() && !force.threshold.varies() && !force.threshold_factor.is_present() &&
           !force.decay.varies() && !force.max_strength.varies() &&
           (force.max_strength.is_present() || limits.max_request.is_uniform());
  });
}

bool PerceptionPass::have_same_parameters(const World& world) const {
  const auto follows = [](const NeighborhoodDef& def) {
    return def.radius_by.has_value() || def.fov_by.has_value() || def.reach != nullptr;
  };
  if (std::ranges::any_of(spec_.neighborhood.variants, follows)) return false;
  if (!spec_.forces.empty() && may_limits_change(world)) return false;
  if (ask_alike(world)) return true;
  // Whether all that ask have the same of something.
  const auto alike = [&](auto parameter) {
    std::optional<double> first;
    for (AgentIndex i = 0; i < subscribers_.size(); ++i) {
      if (subscribers_[i] == 0) continue;
      const auto own = static_cast<double>(parameter(i));
      if (!first) first = own;
      if (own != *first) return false;
    }
    return true;
  };
  const auto are_pushes_alike = [&](const Law<PairForce>& law) {
    if (!alike([&](AgentIndex i) { return law.find(i) == nullptr; })) return false;
    const auto parameter = [&](double PushParameters::*member) {
      return alike([&](AgentIndex i) {
        const PairForce* force = law.find(i);
        return force == nullptr ? 0.0 : parameters_of(world, *force, i).*member;
      });
    };
    return parameter(&PushParameters::max) && parameter(&PushParameters::decay) &&
           parameter(&PushParameters::range);
  };
  const auto label = [&](AgentIndex i) { return is_filtered() ? wanted_label(i) : 0; };
  const auto least = [&](AgentIndex i) { return world.state.value_or(neighborhood(i).min_radius, i, 0.0); };
  return alike([&](AgentIndex i) { return radius_of(neighborhood(i), world, i); }) &&
         alike([&](AgentIndex i) { return largest_radius(world, i); }) && alike(label) && alike(least) &&
         alike([&](AgentIndex i) { return world.state.value(neighborhood(i).near_radius, i); }) &&
         alike([&](AgentIndex i) { return view_cosine(neighborhood(i), world, i); }) &&
         std::ranges::all_of(spec_.forces, are_pushes_alike);
}

// A single body far larger than the others would make all agents look that much farther.
void PerceptionPass::find_large_bodies(const World& world) {
  const SharedColumn<double>& radius = world.state.limits.radius;
  const std::size_t n = world.model().body_count();
  large_bodies_.clear();
  if (!spec_.shape().add_other_radius || radius.is_uniform()) return;
  std::vector<double> sorted = radius.to_vector();
  sorted.resize(n);
  // As many as there may be, and no more than one in some hundred agents.
  const std::size_t most = std::min(kMaxLargeBodies, n / 128);
  const auto common = sorted.begin() + static_cast<std::ptrdiff_t>(most);
  if (most == 0) return;
  std::nth_element(sorted.begin(), common, sorted.end(), std::greater<>());
  for (AgentIndex i = 0; i < n; ++i) {
    if (radius[i] > kLargeFactor * *common) large_bodies_.push_back({.agent = i});
  }
}

void PerceptionPass::locate_large_bodies(const NeighborGrid& grid) {
  if (large_bodies_.empty()) return;
  for (LargeBody& body : large_bodies_)
    body.position = kNoIndex;
  const std::span<const SortedAgent> sorted_agents = grid.sorted_agents();
  const AgentIndex first = large_bodies_.front().agent;
  const AgentIndex last = large_bodies_.back().agent;
  for (std::size_t k = 0; k < sorted_agents.size(); ++k) {
    const AgentIndex agent = sorted_agents[k].agent;
    if (agent < first || agent > last) continue;
    const auto body = std::ranges::lower_bound(large_bodies_, agent, {}, &LargeBody::agent);
    if (body->agent == agent) body->position = static_cast<std::uint32_t>(k);
  }
}

void PerceptionPass::add_large_bodies(const World& world, const SearchBox& box,
                                      std::vector<IndexRange>& ranges) const {
  const Bounds& bounds = world.model().bounds;
  const std::size_t found = ranges.size();
  for (const LargeBody& body : large_bodies_) {
    if (body.position == kNoIndex) continue;
    if (box.own.begin <= body.position && body.position < box.own.end) continue;
    constexpr double kSlack = 1e-6;  // m; far more than rounding adds
    const double reach = box.reach + world.state.limits.radius[body.agent] + kSlack;
    const Vec3 off = bounds.displacement(box.center, world.state.motion.position(body.agent));
    if (std::fabs(off.x) > box.half_width + reach || std::fabs(off.y) > box.half_height + reach) continue;
    if (std::fabs(off.z) > box.half_depth + reach) continue;
    const bool is_found = std::any_of(
        ranges.begin(), ranges.begin() + static_cast<std::ptrdiff_t>(found),
        [&](const IndexRange& range) { return range.begin <= body.position && body.position < range.end; });
    if (!is_found) ranges.push_back({body.position, body.position + 1});
  }
}

// With capacity for as many results as a step may find, within limits, so that later steps do not allocate.
void PerceptionPass::make_scratch(std::size_t workers) {
  constexpr std::size_t kManyNeighbors = std::size_t{1} << 16;
  constexpr std::size_t kManyCandidates = std::size_t{1} << 12;
  constexpr std::size_t kManyRanges = std::size_t{1} << 12;
  const std::size_t n = subscribers_.size();
  scratch_.resize(workers);
  result_.lists_.resize(workers);
  if (spec_.list) {
    constexpr std::size_t kManyInLists = std::size_t{1} << 20;
    for (std::vector<AgentIndex>& list : result_.lists_)
      list.reserve(std::min(n * n, kManyInLists));
  }
  for (PerceptionScratch& scratch : scratch_) {
    if (how_ != How::in_one_loop) scratch.buffer.reserve(std::min(n, kManyNeighbors), result_.is_spatial());
    if (how_ == How::in_blocks)
      scratch.candidates.reserve(std::min(n, kManyCandidates), result_.is_spatial());
    scratch.lanes.pushes.resize(spec_.forces.size());
    if (const auto most = spec_.shape().max_neighbors) {
      scratch.order.reserve(std::min(n, kManyNeighbors));
      scratch.nearest.reserve(std::min(static_cast<std::size_t>(*most) + 1, n));
    }
    // There are at most some four rows per agent, each of which may be found in two ranges.
    scratch.ranges.reserve(std::min(8 * n + 130, kManyRanges));
  }
}

// Made when the first agent needs it, by whichever thread that is; the others wait. The same whoever makes
// it.
const PointTree& PerceptionPass::tree_of_all(const World& world) const {
  SharedTree& shared = *tree_;
  if (shared.is_current.load(std::memory_order_acquire)) return shared.tree;
  const std::lock_guard lock(shared.mutex);
  if (shared.is_current.load(std::memory_order_relaxed)) return shared.tree;
  shared.agents.clear();
  for (AgentIndex i = 0; i < world.model().agents.size(); ++i) {
    if (world.is_present(i)) shared.agents.push_back(i);
  }
  shared.tree.fit(shared.agents, world.state.motion.x, world.state.motion.y, world.model().bounds);
  shared.is_current.store(true, std::memory_order_release);
  return shared.tree;
}

void PerceptionPass::begin_run(const World& world, const NeighborGrid& grid, WorkerPool& workers) {
  if (scratch_.size() != workers.size()) make_scratch(workers.size());
  for (std::size_t worker = 0; worker < workers.size(); ++worker) {
    scratch_[worker].pairs_tested = 0;
    scratch_[worker].lanes.are_set = 0;
    result_.lists_[worker].clear();
  }
  // The lists of those who are not asked now are gone with the others: they have none until they decide.
  for (AgentIndex i = 0; spec_.list && !decides_.empty() && i < subscribers_.size(); ++i)
    if (!subscribes(i)) result_.rows_[i * result_.stride_] = 0.0;
  locate_large_bodies(grid);
  if (tree_ != nullptr) tree_->is_current = false;
  if (how_ == How::in_one_loop) LanePerception::prepare(*this, world, grid, workers);
}

void PerceptionPass::end_run() {
  pairs_tested_ = 0;
  for (const PerceptionScratch& scratch : scratch_)
    pairs_tested_ += scratch.pairs_tested;
}

void PerceptionPass::run(const World& world, const NeighborGrid& grid, WorkerPool& workers) {
  run_perceptions({this, 1}, world, grid, workers);
}

void run_perceptions(std::span<PerceptionPass> passes, const World& world, const NeighborGrid& grid,
                     WorkerPool& workers) {
  using How = PerceptionPass::How;
  for (PerceptionPass& pass : passes)
    pass.begin_run(world, grid, workers);
  const std::uint32_t groups = BlockPerception::make_groups(passes);
  if (groups > 0) BlockPerception::prepare(passes, world, grid, workers);
  // A chunk takes agents in the order of the cells: their neighbors are then still in the cache. The results
  // are per agent, so the order does not matter.
  const Chunks chunks = workers.chunks_of(grid.sorted_agents().size());
  workers.run(chunks.number(), [&](std::size_t chunk, std::size_t worker) {
    const IndexRange range{static_cast<std::uint32_t>(chunks.begin(chunk)),
                           static_cast<std::uint32_t>(chunks.end(chunk))};
    for (PerceptionPass& pass : passes) {
      if (pass.how_ == How::in_one_loop) LanePerception(pass, world, grid, worker).run(range);
      if (pass.how_ == How::plainly) PlainPerception(pass, world, grid, worker).run(range);
    }
    for (std::uint32_t group = 0; group < groups; ++group)
      BlockPerception(passes, world, grid, group, worker).run(range);
  });
  for (PerceptionPass& pass : passes)
    pass.end_run();
}

}  // namespace drover
