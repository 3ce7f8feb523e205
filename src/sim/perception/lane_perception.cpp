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

// Blocks do not stretch over more than this many reaches, or cells: what one lane may see, all look at.
constexpr std::int64_t kMostReaches = 3;
constexpr std::int64_t kMostCells = 8;
// Where the reach is a smaller part of the height of a row than this, most agents see nobody of other rows:
// it pays to look where in its row a block is.
constexpr double kCloseLook = 0.25;

lanes::Law lane_law(const std::vector<PairLaw>& laws) {
  if (laws.empty()) return lanes::Law::none;
  switch (laws.front().form) {
    case PairLaw::Form::inverse:
      return lanes::Law::inverse;
    case PairLaw::Form::inverse_square:
      return lanes::Law::inverse_square;
    default:
      return lanes::Law::linear;
  }
}

// The squared distance below which a push may be the longest or parting, generously.
double special_distance2(lanes::Law law, const PushTerms& terms) {
  constexpr double kSlack = 1.0 + 1e-9;
  const double coincident = kLengthEpsilon * kLengthEpsilon * kSlack;
  if (law != lanes::Law::inverse && law != lanes::Law::inverse_far) return coincident;
  return larger(coincident, terms.decay * terms.decay / (terms.most * terms.most) * kSlack);
}

// The sum of so many terms that a lane has counted, in their unit.
double sum_of(std::int64_t counted, std::int64_t terms, const FixedScale& scale) {
  const std::uint64_t rounders =
      static_cast<std::uint64_t>(terms) * std::bit_cast<std::uint64_t>(scale.rounder());
  return scale.to_double(static_cast<std::int64_t>(static_cast<std::uint64_t>(counted) - rounders));
}

// Whether every agent that matters has the same value.
template <class Value>
bool all_alike(std::span<const std::uint8_t> who, std::size_t count, Value value) {
  std::optional<double> first;
  for (AgentIndex i = 0; i < count; ++i) {
    if (!who.empty() && who[i] == 0) continue;
    if (!first) first = value(i);
    if (value(i) != *first) return false;
  }
  return true;
}

}  // namespace

bool PerceptionPass::can_use_lanes() const {
  const NeighborhoodDef& def = spec_.neighborhood;
  constexpr auto kSums =
      static_cast<unsigned>(Reduction::displacement) | static_cast<unsigned>(Reduction::heading);
  if (def.view != View::full || def.same_type || def.max_neighbors) return false;
  if ((spec_.reductions & ~kSums) != 0 || spec_.list || !spec_.leasts.empty()) return false;
  if (spec_.laws.size() > 1) return false;
  return spec_.laws.empty() ||
         (!spec_.laws.front().closest && spec_.laws.front().form != PairLaw::Form::lateral);
}

void PerceptionPass::use_lanes(std::optional<lanes::Width> width) {
  width_ = width;
  const bool lanes = width.has_value() && can_use_lanes();
  lanes::Form form = form_;
  form.through_edges = false;
  kernel_ = lanes ? lanes::kernel_for(form, *width) : nullptr;
  form.through_edges = true;
  edge_kernel_ = lanes ? lanes::kernel_for(form, *width) : nullptr;
}

void PerceptionPass::choose_form(const World& world) {
  if (!can_use_lanes()) return;
  const AgentIdentity& agents = world.model().agents;
  const SharedColumn<double>& radius = world.state.limits.radius;
  const bool same_radius = all_alike(counts_, agents.size(), [&](AgentIndex i) { return radius[i]; });
  form_ = {.other_radius = spec_.neighborhood.add_other_radius && !same_radius,
           .filtered = !counts_.empty(),
           .displacement = wants(Reduction::displacement),
           .heading = wants(Reduction::heading),
           .law = lane_law(spec_.laws)};
  alike_ =
      all_alike(asks_, agents.size(), [&](AgentIndex i) { return radius_of(spec_.neighborhood, world, i); });
  if (!spec_.laws.empty()) {
    const PairLaw& law = spec_.laws.front();
    const auto alike = [&](auto number) {
      return all_alike(asks_, agents.size(), [&](AgentIndex i) { return terms_of(world, law, i).*number; });
    };
    alike_ = alike_ && alike(&PushTerms::most) && alike(&PushTerms::decay) && alike(&PushTerms::range);
  }
  if (pushes_far(world)) form_.law = lanes::Law::inverse_far;
  use_lanes(width_);
}

// Whether the law is inverse, all neighbors are in its range, and a limited push is rare: less than one in
// some thousand neighbors, by the area in which they would have to be.
bool PerceptionPass::pushes_far(const World& world) const {
  if (form_.law != lanes::Law::inverse || !alike_) return false;
  const auto one = std::find(asks_.begin(), asks_.end(), 1);
  if (one == asks_.end()) return false;
  constexpr double kRare = 2e-4;
  const PushTerms terms = terms_of(world, spec_.laws.front(), static_cast<AgentIndex>(one - asks_.begin()));
  return terms.range >= reach_ && special_distance2(form_.law, terms) < kRare * (reach_ * reach_);
}

void LanePerception::prepare(PerceptionPass& pass, const World& world, const NeighborGrid& grid,
                             WorkerPool& workers) {
  const lanes::Form& form = pass.form_;
  const std::span<const NeighborGrid::Sight> sights = grid.sights();
  const auto has_heading = [](const NeighborGrid::Sight& sight) {
    return sight.heading_x != 0 || sight.heading_y != 0;
  };
  DROVER_CHECK(!form.heading || sights.empty() || has_heading(sights.front()),
               "a grid for headings is built with them");
  LaneColumns& columns = pass.columns_;
  const auto make_room = [n = sights.size(), all = world.model().agents.size()](bool wanted,
                                                                                auto&... column) {
    if (wanted) (column.reserve(all), ...);
    if (wanted) (column.resize(n), ...);
  };
  make_room(form.other_radius, columns.radius);
  make_room(form.filtered, columns.penalty);
  if (!form.other_radius && !form.filtered) return;
  const Chunks chunks = workers.chunks_of(sights.size());
  workers.run(chunks.number(), [&](std::size_t chunk, std::size_t) {
    for (std::size_t k = chunks.begin(chunk); k < chunks.end(chunk); ++k) {
      const AgentIndex i = sights[k].agent;
      if (form.other_radius) columns.radius[k] = world.state.limits.radius[i];
      if (form.filtered) columns.penalty[k] = pass.counts_[i] != 0 ? 0.0 : kInfinity;
    }
  });
}

LanePerception::LanePerception(PerceptionPass& pass, const World& world, const NeighborGrid& grid,
                               std::size_t worker)
    : pass_(pass),
      world_(world),
      grid_(grid),
      reach_(grid.cells_within(pass.reach_)),
      longest_(std::max(kMostReaches * reach_.columns, kMostCells)),
      looks_closely_(pass.reach_ < kCloseLook * grid.row_height()),
      scratch_(pass.scratch_[worker]),
      result_(pass.result_),
      columns_{.sights = grid.sights().data(),
               .radius = pass.columns_.radius.data(),
               .penalty = pass.columns_.penalty.data(),
               .width_x = world.model().bounds.size().x,
               .width_y = world.model().bounds.size().y},
      block_{} {}

void LanePerception::run(Places places) {
  for (std::size_t first = places.begin; first < places.end; first += block_.count) {
    take_block(first, places.end);
    if (!anybody_asks()) continue;
    fetch_rows();
    set_terms();
    find_stretches();
    (through_edges_ ? pass_.edge_kernel_ : pass_.kernel_)(columns_, block_);
    store_results();
  }
}

// The agents from `first` on that are in the same row of cells and not far apart.
void LanePerception::take_block(std::size_t first, std::size_t end) {
  const std::span<const NeighborGrid::Sight> sights = grid_.sights();
  const std::uint32_t first_cell = sights[first].cell;
  const std::uint32_t row = first_cell / grid_.columns();
  const std::uint32_t row_begin = row * grid_.columns();
  const std::uint32_t cell_end = static_cast<std::uint32_t>(
      std::min<std::int64_t>(row_begin + grid_.columns(), first_cell + longest_ + 1));
  std::uint32_t last_cell = first_cell;
  const std::size_t most = std::min(end, first + kLanes);
  std::size_t k = first;
  for (; k < most; ++k) {
    if (sights[k].cell >= cell_end) break;
    last_cell = sights[k].cell;
    block_.x[k - first] = sights[k].x;
    block_.y[k - first] = sights[k].y;
    block_.agent[k - first] = sights[k].agent;
  }
  for (std::size_t lane = k - first; lane < kLanes; ++lane)
    block_.x[lane] = kInfinity;
  block_.first = static_cast<std::uint32_t>(first);
  block_.count = static_cast<std::uint32_t>(k - first);
  cells_ = {first_cell - row_begin, last_cell - row_begin, row, row};
}

// The rows of the results are far apart in memory; they come while the kernel works.
void LanePerception::fetch_rows() const {
  for (std::size_t lane = 0; lane < block_.count; ++lane)
    __builtin_prefetch(result_.row(static_cast<AgentIndex>(block_.agent[lane])), 1);
}

bool LanePerception::anybody_asks() const {
  return std::any_of(block_.agent, block_.agent + block_.count,
                     [this](std::int64_t i) { return pass_.asks(static_cast<AgentIndex>(i)); });
}

void LanePerception::set_terms() {
  if (terms_are_set_ && pass_.alike_) return;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    // Lanes of agents that do not ask take the terms of one that does.
    auto i = static_cast<AgentIndex>(block_.agent[lane < block_.count ? lane : 0]);
    for (std::size_t other = 0; !pass_.asks(i); ++other)
      i = static_cast<AgentIndex>(block_.agent[other]);
    set_terms(lane, i);
  }
  terms_are_set_ = true;
}

void LanePerception::set_terms(std::size_t lane, AgentIndex i) {
  const NeighborhoodDef& def = pass_.spec_.neighborhood;
  const double radius = radius_of(def, world_, i);
  const bool adds_equal_radius = def.add_other_radius && !pass_.form_.other_radius;
  block_.limit[lane] = adds_equal_radius ? radius + pass_.largest_radius(world_, i) : radius;
  scales_[lane].displacement = pass_.displacement_scale(world_, i);
  block_.displacement_rounder[lane] = scales_[lane].displacement.rounder();
  if (pass_.form_.law == lanes::Law::none) return;
  const PairLaw& law = pass_.spec_.laws.front();
  const PushTerms terms = pass_.terms_of(world_, law, i);
  scales_[lane].push = FixedScale::for_bound(longest_push(law.form, terms.most));
  block_.push_rounder[lane] = scales_[lane].push.rounder();
  block_.decay[lane] = terms.decay;
  block_.decay2[lane] = terms.decay * terms.decay;
  block_.most[lane] = terms.most;
  block_.most2[lane] = terms.most * terms.most;
  block_.longest[lane] = terms.decay < 0.0 ? terms.most : -terms.most;
  const bool repels = law.form == PairLaw::Form::linear || terms.decay > 0.0;
  block_.parting[lane] = repels ? terms.most : 0.0;
  block_.range[lane] = terms.range;
  block_.range2[lane] = terms.range * terms.range;
  block_.special2[lane] = special_distance2(pass_.form_.law, terms);
}

// Where the candidates are.
NeighborGrid::CellBox LanePerception::candidate_cells() const {
  if (!looks_closely_) {
    return {cells_.first - reach_.columns, cells_.last + reach_.columns, cells_.first_row - reach_.rows,
            cells_.last_row + reach_.rows};
  }
  Vec3 low{block_.x[0], block_.y[0], 0.0};
  Vec3 high = low;
  for (std::size_t lane = 1; lane < block_.count; ++lane) {
    low = {smaller(low.x, block_.x[lane]), smaller(low.y, block_.y[lane]), 0.0};
    high = {larger(high.x, block_.x[lane]), larger(high.y, block_.y[lane]), 0.0};
  }
  return grid_.cells_around(low, high, pass_.reach_);
}

// The block itself is left out; the kernel knows where it is.
void LanePerception::find_stretches() {
  std::vector<lanes::Stretch>& stretches = scratch_.stretches;
  stretches.clear();
  const std::uint32_t first = block_.first;
  const std::uint32_t last = first + block_.count;
  through_edges_ = grid_.visit_cells(candidate_cells(), [&](std::uint32_t begin, std::uint32_t end) {
    if (end <= first || begin >= last) {
      stretches.push_back({begin, end});
      return;
    }
    if (begin < first) stretches.push_back({begin, first});
    if (last < end) stretches.push_back({last, end});
  });
  block_.stretches = stretches.data();
  block_.stretch_count = stretches.size();
}

void LanePerception::store_results() {
  const lanes::Form& form = pass_.form_;
  scratch_.pairs_tested += block_.tested() * block_.count;
  const FixedScale heading = NeighborGrid::heading_scale();
  for (std::size_t lane = 0; lane < block_.count; ++lane) {
    const auto i = static_cast<AgentIndex>(block_.agent[lane]);
    if (!pass_.asks(i)) continue;
    if (block_.nearest2[lane] < pass_.touching2_) scratch_.close.push_back(i);
    double* row = result_.row(i);
    row[0] = static_cast<double>(block_.neighbors[lane]);
    const auto put = [&](std::size_t place, const std::int64_t* terms, const std::int64_t* x,
                         const std::int64_t* y, const FixedScale& scale) {
      row[place] = sum_of(x[lane], terms[lane], scale);
      row[place + 1] = sum_of(y[lane], terms[lane], scale);
    };
    const Scales& scales = scales_[lane];
    if (form.displacement)
      put(result_.displacement_, block_.neighbors, block_.displacement_x, block_.displacement_y,
          scales.displacement);
    if (form.heading) {
      row[result_.heading_] = heading.to_double(block_.heading_x[lane]);
      row[result_.heading_ + 1] = heading.to_double(block_.heading_y[lane]);
    }
    if (form.law != lanes::Law::none)
      put(result_.laws_, block_.pushes, block_.push_x, block_.push_y, scales.push);
  }
}

}  // namespace drover
