#include "sim/perception/lane_perception.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/check.h"
#include "sim/state/world.h"

namespace drover {
namespace {

using lanes::kLanes;
static_assert(lanes::kCoincident2 == kLengthEpsilon * kLengthEpsilon);

// A block extends over at most this many reaches, or cells: every lane is compared with the candidates of
// all.
constexpr std::int64_t kMaxReaches = 3;
constexpr std::int64_t kMaxCells = 8;
// Where the reach is a smaller fraction of the height of a row than this, most agents have no neighbor in
// other rows, and it pays to bound the positions of a block within its row.
constexpr double kMaxRowFraction = 0.25;

lanes::Force lane_force(const std::vector<Law<PairForce>>& forces) {
  if (forces.empty()) return lanes::Force::none;
  switch (forces.front().variants.front().form) {
    case PairForce::Form::inverse:
      return lanes::Force::inverse;
    case PairForce::Form::inverse_square:
      return lanes::Force::inverse_square;
    default:
      return lanes::Force::linear;
  }
}

// An upper bound of the squared distance below which a push may be clamped or coincident.
double clamp_distance2(lanes::Force force, const PushParameters& push) {
  constexpr double kSlack = 1.0 + 1e-9;
  const double coincident = kLengthEpsilon * kLengthEpsilon * kSlack;
  if (force != lanes::Force::inverse && force != lanes::Force::inverse_unclamped) return coincident;
  return larger(coincident, push.decay * push.decay / (push.max * push.max) * kSlack);
}

// The sum, in the unit of its terms, from the count of a lane: subtracts the rounding constants.
double sum_of(std::int64_t counted, std::int64_t terms, const FixedScale& scale) {
  const std::uint64_t constants =
      static_cast<std::uint64_t>(terms) * std::bit_cast<std::uint64_t>(scale.rounding_constant());
  return scale.to_double(static_cast<std::int64_t>(static_cast<std::uint64_t>(counted) - constants));
}

// Whether the force reaches all neighbors, and a clamped push is rare: less than one in some thousand
// neighbors, by the area in which pushes are clamped.
bool is_rarely_clamped(const PushParameters& push, double reach) {
  constexpr double kRare = 2e-4;
  return push.range >= reach &&
         clamp_distance2(lanes::Force::inverse_unclamped, push) < kRare * (reach * reach);
}

// Whether all selected agents have the same value.
template <class Selects, class Value>
bool all_equal(std::size_t count, Selects selects, Value value) {
  std::optional<double> first;
  for (AgentIndex i = 0; i < count; ++i) {
    if (!selects(i)) continue;
    const auto own = static_cast<double>(value(i));
    if (!first) first = own;
    if (own != *first) return false;
  }
  return true;
}

}  // namespace

bool PerceptionPass::can_use_lanes() const {
  const NeighborhoodDef& shape = spec_.shape();
  constexpr auto kSums = static_cast<unsigned>(Reduction::displacement) |
                         static_cast<unsigned>(Reduction::heading) |
                         static_cast<unsigned>(Reduction::nearest);
  const bool has_two_filters = shape.same_type && shape.neighbors.type != TargetType::none;
  if (shape.view != View::full || has_two_filters || shape.walls_hide || shape.max_neighbors) return false;
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

bool PerceptionPass::has_steps_of_pushes(const World& world) const {
  if (spec_.forces.empty()) return false;
  for (AgentIndex i = 0; i < subscribers_.size(); ++i) {
    const PairForce* force = subscribers_[i] != 0 ? spec_.forces.front().find(i) : nullptr;
    if (force != nullptr && is_far_below_limit(force->form, parameters_of(world, *force, i))) return true;
  }
  return false;
}

void PerceptionPass::use_lanes(std::optional<lanes::Width> width) {
  width_ = width;
  kernels_ = unclamped_kernels_ = {};
  if (!width.has_value() || !can_use_lanes()) return;
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
  has_steps_of_pushes_ = has_steps_of_pushes(world);
  if (!can_use_lanes()) return use_lanes(width_);
  const AgentIdentity& agents = world.model().agents;
  const SharedColumn<double>& radius = world.state.limits.radius;
  const auto counts = [this](AgentIndex i) { return !is_filtered() || labels_[i] != kNoIndex; };
  const bool same_radius = all_equal(agents.size(), counts, [&](AgentIndex i) { return radius[i]; });
  form_ = {.other_radius = spec_.shape().add_other_radius && !same_radius,
           .filtered = is_filtered(),
           .displacement = wants(Reduction::displacement),
           .heading = wants(Reduction::heading),
           .force = lane_force(spec_.forces)};
  const auto asks = [this](AgentIndex i) { return subscribers_[i] != 0; };
  const auto alike = [&](auto parameter) { return all_equal(agents.size(), asks, parameter); };
  const bool follows = std::ranges::any_of(
      spec_.neighborhood.variants, [](const NeighborhoodDef& def) { return def.radius_by.has_value(); });
  same_parameters_ = !follows && alike([&](AgentIndex i) { return radius_of(neighborhood(i), world, i); }) &&
                     alike([&](AgentIndex i) { return largest_radius(world, i); });
  if (is_filtered())
    same_parameters_ = same_parameters_ && alike([&](AgentIndex i) { return wanted_label(i); });
  if (!spec_.forces.empty()) {
    const auto push_alike = [&](auto parameter) {
      return alike(
          [&](AgentIndex i) { return parameters_of(world, *spec_.forces.front().find(i), i).*parameter; });
    };
    same_parameters_ = same_parameters_ && push_alike(&PushParameters::max) &&
                       push_alike(&PushParameters::decay) && push_alike(&PushParameters::range);
  }
  use_lanes(width_);
}

void LanePerception::prepare(PerceptionPass& pass, const World& world, const NeighborGrid& grid,
                             WorkerPool& workers) {
  const lanes::Form& form = pass.form_;
  const std::span<const SortedAgent> sorted_agents = grid.sorted_agents();
  const auto has_heading = [](const SortedAgent& agent) {
    return agent.heading_x != 0 || agent.heading_y != 0;
  };
  DROVER_CHECK(!form.heading || sorted_agents.empty() || has_heading(sorted_agents.front()),
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
      grid_(grid),
      max_columns_(std::max(kMaxReaches * grid.cells_within(pass.shortest_reach_).columns, kMaxCells)),
      scratch_(pass.scratch_[worker]),
      result_(pass.result_),
      columns_{.sorted_agents = grid.sorted_agents().data(),
               .radius = pass.columns_.radius.data(),
               .label = pass.columns_.label.data(),
               .width_x = world.model().bounds.size().x,
               .width_y = world.model().bounds.size().y},
      block_{} {}

void LanePerception::run(IndexRange range) {
  for (std::size_t first = range.begin; first < range.end; first += block_.count) {
    take_block(first, range.end);
    const std::span agents = std::span(block_.agent).first(block_.count);
    if (std::ranges::none_of(agents,
                             [this](std::int64_t i) { return pass_.subscribes(static_cast<AgentIndex>(i)); }))
      continue;
    // The rows of the results, which are far apart in memory, are fetched while the kernel computes.
    for (const std::int64_t i : agents)
      __builtin_prefetch(result_.row(static_cast<AgentIndex>(i)), 1);
    set_parameters();
    find_ranges();
    const PerceptionPass::Kernels& kernels = is_unclamped_ ? pass_.unclamped_kernels_ : pass_.kernels_;
    (through_edges_ ? kernels.edge : kernels.inner)(columns_, block_);
    store_results();
  }
}

// The agents from `first` on that are in the same row of cells and not far apart.
void LanePerception::take_block(std::size_t first, std::size_t end) {
  const std::span<const SortedAgent> sorted_agents = grid_.sorted_agents();
  const std::uint32_t first_cell = sorted_agents[first].cell;
  const std::uint32_t row = first_cell / grid_.columns();
  const std::uint32_t row_begin = row * grid_.columns();
  const std::uint32_t cell_end = static_cast<std::uint32_t>(
      std::min<std::int64_t>(row_begin + grid_.columns(), first_cell + max_columns_ + 1));
  std::uint32_t last_cell = first_cell;
  const std::size_t block_end = std::min(end, first + kLanes);
  std::size_t k = first;
  for (; k < block_end; ++k) {
    if (sorted_agents[k].cell >= cell_end) break;
    last_cell = sorted_agents[k].cell;
    block_.x[k - first] = sorted_agents[k].x;
    block_.y[k - first] = sorted_agents[k].y;
    block_.agent[k - first] = sorted_agents[k].agent;
  }
  for (std::size_t lane = k - first; lane < kLanes; ++lane)
    block_.x[lane] = kInfinity;
  block_.first = static_cast<std::uint32_t>(first);
  block_.count = static_cast<std::uint32_t>(k - first);
  cells_ = {first_cell - row_begin, last_cell - row_begin, row, row};
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
  if (reach == reach_) return;
  reach_ = reach;
  cell_reach_ = grid_.cells_within(reach);
  bounds_positions_ = reach < kMaxRowFraction * grid_.row_height();
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
  block_.push_rounding[lane] = scales_[lane].push.rounding_constant();
  block_.decay[lane] = push.decay;
  block_.decay2[lane] = push.decay * push.decay;
  block_.max_push[lane] = push.max;
  block_.max_push2[lane] = push.max * push.max;
  block_.clamped_factor[lane] = push.decay < 0.0 ? push.max : -push.max;
  const bool repels = force.form == PairForce::Form::linear || push.decay > 0.0;
  block_.coincident_push[lane] = repels ? push.max : 0.0;
  block_.range[lane] = push.range;
  block_.range2[lane] = push.range * push.range;
  block_.clamp_threshold2[lane] = clamp_distance2(pass_.form_.force, push);
}

// The box around the positions of a block.
LanePerception::Box LanePerception::box() const {
  Box box{{block_.x[0], block_.y[0], 0.0}, {block_.x[0], block_.y[0], 0.0}};
  for (std::size_t lane = 1; lane < block_.count; ++lane) {
    box.low = {smaller(box.low.x, block_.x[lane]), smaller(box.low.y, block_.y[lane]), 0.0};
    box.high = {larger(box.high.x, block_.x[lane]), larger(box.high.y, block_.y[lane]), 0.0};
  }
  return box;
}

// Where the candidates are.
NeighborGrid::CellRange2d LanePerception::candidate_cells() const {
  if (!bounds_positions_) {
    return {cells_.first - cell_reach_.columns, cells_.last + cell_reach_.columns,
            cells_.first_row - cell_reach_.rows, cells_.last_row + cell_reach_.rows};
  }
  const Box around = box();
  return grid_.cells_around(around.low, around.high, reach_);
}

// Without the block itself, which the kernel adds.
void LanePerception::find_ranges() {
  std::vector<IndexRange>& ranges = scratch_.ranges;
  ranges.clear();
  const std::uint32_t first = block_.first;
  const std::uint32_t last = first + block_.count;
  through_edges_ = grid_.visit_cells(candidate_cells(), [&](std::uint32_t begin, std::uint32_t end) {
    if (end <= first || begin >= last) {
      ranges.push_back({begin, end});
      return;
    }
    if (begin < first) ranges.push_back({begin, first});
    if (last < end) ranges.push_back({last, end});
  });
  if (!pass_.large_bodies_.empty()) {
    const Box around = box();
    const std::size_t found = ranges.size();
    pass_.add_large_bodies(world_,
                           {.center = (around.low + around.high) * 0.5,
                            .half_width = 0.5 * (around.high.x - around.low.x),
                            .half_height = 0.5 * (around.high.y - around.low.y),
                            .reach = reach_,
                            .own = {first, last}},
                           ranges);
    through_edges_ = through_edges_ || (ranges.size() > found && world_.model().bounds.wraps());
  }
  block_.ranges = ranges.data();
  block_.range_count = ranges.size();
}

void LanePerception::store_results() {
  const lanes::Form& form = pass_.form_;
  scratch_.pairs_tested += block_.tested() * block_.count;
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
}

}  // namespace drover
