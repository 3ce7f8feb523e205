#include "sim/navigation/navigation.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <shared_mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "core/hash.h"
#include "sim/navigation/grid_building.h"
#include "sim/navigation/navigation_layer.h"
#include "sim/navigation/unfinished_searches.h"

namespace drover {
namespace {

// What stands, for a body that meets these solids of the ground.
StaticGeometry geometry_with(const NavigationWorld& world, std::uint32_t solids) {
  const StaticShapes& shapes =
      solids == kNoIndex ? world.statics.shapes : world.statics.ground.solids()[solids].with_statics;
  return {shapes, world.presence};
}

GridSurroundings surroundings(const NavigationWorld& world, const NavigationModel& model,
                              const GridPlan& plan, std::uint32_t solids, double room) {
  return {.geometry = geometry_with(world, solids),
          .ground = world.statics.ground,
          .regions = world.regions,
          .terrain = plan.terrain,
          .heights = model.heights,
          .room = room};
}

// Calls visit(k) for the numbers that differ; those that one list lacks are ones.
template <class Visit>
void visit_changes(std::span<const std::uint8_t> before, std::span<const std::uint8_t> now, Visit&& visit) {
  for (std::size_t k = 0; k < now.size(); ++k) {
    const bool was = k >= before.size() || before[k] != 0;
    if (was != (now[k] != 0)) visit(k);
  }
}

}  // namespace

std::span<const CellIndex> NavigationLayer::cells_of(const NavigationWorld& world, std::uint32_t region) {
  const auto find = [&]() -> const RegionCells* {
    const auto at = std::ranges::find_if(regions_, [&](const auto& each) { return each->region == region; });
    return at == regions_.end() ? nullptr : at->get();
  };
  {
    const std::shared_lock lock(mutex_);
    if (const RegionCells* known = find()) return known->cells;
  }
  const std::unique_lock lock(mutex_);
  if (const RegionCells* known = find()) return known->cells;
  auto& cells = regions_.emplace_back(new RegionCells{region, {}})->cells;
  const Shape& shape = world.regions[region].shape;
  const GridFrame& frame = map_.frame();
  const GridCell first = frame.cell_at(shape.low());
  const GridCell last = frame.cell_at(shape.high());
  const auto add_cells = [&](auto qualifies) {
    for (std::int64_t y = first.y; y <= last.y; ++y) {
      for (std::int64_t x = first.x; x <= last.x; ++x) {
        const CellIndex cell = frame.index({x, y});
        if (map_.is_free(cell) && qualifies(cell)) cells.push_back(cell);
      }
    }
  };
  add_cells([&](CellIndex cell) { return shape.encloses(frame.center(cell)); });
  // Of one beyond the grid the cells at the edge that are nearest to it, of a small one those it touches.
  if (cells.empty()) add_cells([](CellIndex) { return true; });
  return cells;
}

// Where an agent counts, as far as that is from its own cell.
std::int64_t NavigationLayer::crowd_reach() const {
  return static_cast<std::int64_t>(2.0 * room_ / map_.frame().cell_size);
}

void NavigationLayer::count_around(Vec3 position) {
  const GridFrame& frame = map_.frame();
  const CellIndex cell = frame.index_within(position);
  if (cell == kNoCell) return;
  const std::int64_t reach = crowd_reach();
  const GridCell middle = frame.cell(cell);
  for (std::int64_t y = middle.y - reach; y <= middle.y + reach; ++y) {
    for (std::int64_t x = middle.x - reach; x <= middle.x + reach; ++x) {
      const GridCell at = frame.wraps ? frame.wrapped({x, y}) : GridCell{x, y};
      if (frame.contains(at)) factors_[frame.index(at)] += 1.0;
    }
  }
}

void NavigationLayer::weigh_crowd(double weight) {
  const double side = static_cast<double>(2 * crowd_reach() + 1) * map_.frame().cell_size;
  for (double& factor : factors_)
    factor = 1.0 + weight / (side * side) * larger(0.0, factor - 1.0);
}

const FlowField* NavigationLayer::find_field(const NavigationWorld& world, const FieldKey& key) {
  const auto at = std::ranges::find_if(fields_, [&](const auto& each) { return each->key == key; });
  if (at == fields_.end()) return nullptr;
  (*at)->used.store(world.tick, std::memory_order_relaxed);
  return &(*at)->field;
}

const FlowField& NavigationLayer::build_field(const NavigationWorld& world, const FieldKey& key,
                                              std::span<const CellIndex> region) {
  std::vector<FieldGoal> goals = key.goals;
  for (const CellIndex cell : region)
    goals.push_back({cell, 0.0});
  Field& made = *fields_.emplace_back(std::make_unique<Field>());
  made.key = key;
  made.used = world.tick;
  builder_.build(map_, goals,
                 {.integration = key.integration, .direction = key.direction, .factors = factors_},
                 made.field);
  ++counters_.field_builds;
  counters_.field_cells += made.field.reached_count();
  return made.field;
}

const GridParts& NavigationLayer::parts() {
  {
    const std::shared_lock lock(mutex_);
    if (are_parts_known_) return parts_;
  }
  const std::unique_lock lock(mutex_);
  if (!are_parts_known_) parts_.find(map_);
  are_parts_known_ = true;
  return parts_;
}

struct Navigation::Shared {
  // What was present in the state before.
  struct Presence {
    std::vector<std::uint8_t> obstacles, walls;
  };
  // A graph for bodies of one size.
  struct GraphLayer {
    std::uint32_t plan;    // index of the GraphPlan
    std::uint32_t solids;  // index of the GroundSolids, kNoIndex without
    double room;           // m
    JumpAbility ability;   // that its jumps were found for, where it has some
    WaypointGraph graph;
  };
  std::shared_mutex mutex;  // of the layers and the scratch
  std::vector<std::unique_ptr<GraphLayer>> graphs;
  std::vector<std::unique_ptr<NavigationLayer>> layers;
  std::vector<std::unique_ptr<WayScratch>> scratch;
  UnfinishedSearches unfinished;
  NavigationCounters counters;
  Presence presence;
  double version = 0.0;

  void update_layers(const NavigationWorld& world, const NavigationModel& model);
  void forget_fields(std::uint64_t tick);
};

Navigation::Navigation() : shared_(std::make_unique<Shared>()) {}
Navigation::Navigation(Navigation&&) noexcept = default;
Navigation& Navigation::operator=(Navigation&&) noexcept = default;
Navigation::~Navigation() = default;

void Navigation::begin_state(const NavigationWorld& world, const NavigationModel& model) {
  shared_->forget_fields(world.tick);
  shared_->unfinished.begin_tick(world.tick);
  Shared::Presence& before = shared_->presence;
  const StaticPresence& now = world.presence;
  if (std::ranges::equal(before.obstacles, now.obstacles) && std::ranges::equal(before.walls, now.walls))
    return;
  shared_->update_layers(world, model);
  shared_->unfinished.clear();
  before.obstacles.assign(now.obstacles.begin(), now.obstacles.end());
  before.walls.assign(now.walls.begin(), now.walls.end());
  StateHasher hasher;
  for (const std::vector<std::uint8_t>& present : {std::cref(before.obstacles), std::cref(before.walls)})
    hasher.add(std::string_view(reinterpret_cast<const char*>(present.data()), present.size()));
  shared_->version = static_cast<double>(hasher.digest() >> 12);
}

void Navigation::Shared::update_layers(const NavigationWorld& world, const NavigationModel& model) {
  const StaticShapes& shapes = world.statics.shapes;
  for (const std::unique_ptr<NavigationLayer>& layer : layers) {
    const GridPlan& plan = model.grids[layer->grid_];
    const GridSurroundings around = surroundings(world, model, plan, layer->solids_, layer->room_);
    bool is_rebuilt = false;  // where the whole grid is, once is enough
    const auto update = [&](Vec3 a, Vec3 b) {
      if (!is_rebuilt) update_grid(layer->map_, around, StaticGrid::box(a, b, 0.0));
      is_rebuilt = layer->map_.frame().wraps;
    };
    visit_changes(presence.obstacles, world.presence.obstacles,
                  [&](std::size_t k) { update(shapes.obstacles[k].low(), shapes.obstacles[k].high()); });
    visit_changes(presence.walls, world.presence.walls, [&](std::size_t wall) {
      for (std::uint32_t s = shapes.first_segment[wall]; s < shapes.first_segment[wall + 1]; ++s)
        update(shapes.segments[s].a, shapes.segments[s].b);
    });
    layer->fields_.clear();
    layer->regions_.clear();
    layer->are_parts_known_ = false;
  }
  for (const std::unique_ptr<GraphLayer>& layer : graphs)
    layer->graph.find_sight(geometry_with(world, layer->solids), layer->room);
}

// The fields used last stay, all of one tick or none; those of the last step always.
void Navigation::Shared::forget_fields(std::uint64_t tick) {
  constexpr std::size_t kMostFields = 16;
  std::size_t count = 0;
  for (const std::unique_ptr<NavigationLayer>& layer : layers)
    count += layer->fields_.size();
  if (count <= kMostFields) return;
  std::vector<std::uint64_t> used;
  for (const std::unique_ptr<NavigationLayer>& layer : layers)
    for (const auto& field : layer->fields_)
      used.push_back(field->used);
  std::ranges::sort(used, std::greater());
  const std::uint64_t oldest = std::min(used[kMostFields] + 1, tick > 0 ? tick - 1 : 0);
  for (const std::unique_ptr<NavigationLayer>& layer : layers)
    std::erase_if(layer->fields_, [&](const auto& field) { return field->used < oldest; });
}

void Navigation::forget_crowds() {
  for (const std::unique_ptr<NavigationLayer>& layer : shared_->layers)
    std::erase_if(layer->fields_, [](const auto& field) { return field->key.crowding.weight > 0.0; });
}

NavigationLayer& Navigation::layer(const NavigationWorld& world, const NavigationModel& model,
                                   std::uint32_t grid, double radius, std::uint32_t solids) {
  const GridPlan& plan = model.grids[grid];
  const double room = plan.room_of(radius);
  const auto find = [&]() -> NavigationLayer* {
    const auto at = std::ranges::find_if(shared_->layers, [&](const auto& layer) {
      return layer->grid_ == grid && layer->solids_ == solids && layer->room_ == room;
    });
    return at == shared_->layers.end() ? nullptr : at->get();
  };
  {
    const std::shared_lock lock(shared_->mutex);
    if (NavigationLayer* known = find()) return *known;
  }
  const std::unique_lock lock(shared_->mutex);
  if (NavigationLayer* known = find()) return *known;
  ++shared_->counters.grid_builds;
  std::unique_ptr<NavigationLayer>& made = shared_->layers.emplace_back(
      new NavigationLayer(grid, solids, room, plan.line_of_sight, shared_->counters));
  made->map_ =
      build_grid(plan.frame, plan.connectivity, plan.corners, surroundings(world, model, plan, solids, room));
  return *made;
}

const WaypointGraph& Navigation::graph(const NavigationWorld& world, const NavigationModel& model,
                                       std::uint32_t graph, double radius, std::uint32_t solids,
                                       const JumpAbility& ability) {
  using GraphLayer = Shared::GraphLayer;
  const double room = radius + model.graphs[graph].clearance;
  const bool jumps = model.graphs[graph].graph.has_jumps();
  const auto find = [&]() -> const GraphLayer* {
    const auto at = std::ranges::find_if(shared_->graphs, [&](const auto& layer) {
      return layer->plan == graph && layer->solids == solids && layer->room == room &&
             (!jumps || (cost_alike(layer->ability, ability) && layer->graph.suits(ability)));
    });
    return at == shared_->graphs.end() ? nullptr : at->get();
  };
  {
    const std::shared_lock lock(shared_->mutex);
    if (const GraphLayer* known = find()) return known->graph;
  }
  const std::unique_lock lock(shared_->mutex);
  if (const GraphLayer* known = find()) return known->graph;
  GraphLayer& made =
      *shared_->graphs.emplace_back(new GraphLayer{graph, solids, room, ability, model.graphs[graph].graph});
  if (jumps) made.graph.find_jumps(ability);
  made.graph.find_sight(geometry_with(world, solids), room);
  return made.graph;
}

double Navigation::version() const {
  return shared_->version;
}

std::unique_ptr<WayScratch> Navigation::borrow() {
  const std::unique_lock lock(shared_->mutex);
  if (shared_->scratch.empty()) return std::make_unique<WayScratch>();
  std::unique_ptr<WayScratch> scratch = std::move(shared_->scratch.back());
  shared_->scratch.pop_back();
  return scratch;
}

void Navigation::give_back(std::unique_ptr<WayScratch> scratch) {
  const std::unique_lock lock(shared_->mutex);
  shared_->scratch.push_back(std::move(scratch));
}

UnfinishedSearches& Navigation::unfinished_searches() {
  return shared_->unfinished;
}

NavigationCounters& Navigation::counters() {
  return shared_->counters;
}

}  // namespace drover
