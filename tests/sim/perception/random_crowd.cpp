#include "sim/perception/random_crowd.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/det_math.h"
#include "support/model_of.h"

namespace drover::test {
namespace {

constexpr unsigned kReductions = 9;    // bits of Reduction
constexpr std::uint32_t kRaster = 16;  // rows and columns of agents that stand on one

}  // namespace

double Dice::power_of_ten(double low_exponent, double high_exponent) {
  return std::pow(10.0, between(low_exponent, high_exponent));
}

RandomCrowd::RandomCrowd(std::uint64_t seed, std::uint32_t most, Dimensions dimensions, Where where)
    : dice_(seed) {
  model_of(world_).dimensions = dimensions;
  make_bounds();
  make_agents(where == Where::one_place ? most : 1 + dice_.below(most), where);
  make_groups();
  make_radii();
  make_walls();
  make_factors();
  make_needs();
}

void RandomCrowd::make_bounds() {
  extent_ = dice_.one_of({20.0, 20.0, 20.0, 2.0, 0.3, 1000.0});
  low_ = dice_.chance(0.5) ? Vec3{} : Vec3{dice_.between(-50, 50), dice_.between(-50, 50), 0.0};
  const double flatness = dice_.one_of({1.0, 1.0, 0.37, 0.05});
  high_ = low_ + Vec3{extent_, extent_ * flatness, 0.0};
  if (dice_.chance(0.3)) std::swap(high_.x, high_.y);
  high_ = {larger(high_.x, low_.x + 0.01), larger(high_.y, low_.y + 0.01), 0.0};
  if (is_spatial()) {
    low_.z = dice_.chance(0.5) ? 0.0 : dice_.between(-50, 50);
    high_.z = low_.z + larger(extent_ * dice_.one_of({1.0, 1.0, 0.37, 0.05}), 0.01);
  }
  if (dice_.chance(0.3)) return;
  BoundsDef def;
  def.min = low_;
  def.max = high_;
  if (is_spatial() && dice_.chance(0.2)) def.min.z = def.max.z = 0.0;  // without edges above and below
  def.edge = dice_.one_of({Edge::wrap, Edge::wrap, Edge::wrap, Edge::clamp});
  model_of(world_).bounds = Bounds(def);
}

void RandomCrowd::make_agents(std::uint32_t count, Where where) {
  Model& model = model_of(world_);
  State& state = world_.state;
  state.motion.resize(count);
  if (is_spatial()) materialize_columns(state.motion);
  const std::uint32_t types = dice_.one_of({1u, 2u, 3u, 5u});
  for (AgentIndex i = 0; i < count; ++i) {
    model.agents.number.push_back(i);
    model.agents.type.push_back(dice_.below(types));
    model.agents.body_length.push_back(dice_.chance(0.2) ? dice_.between(0.01, 2.0) : 0.0);
    state.limits.mass.push_back(dice_.power_of_ten(-2, 3));
    state.limits.max_request.push_back(dice_.power_of_ten(-1, 2));
    state.limits.radius.push_back(0.0);
    state.status.present.push_back(1);
  }
  state.lists.types.resize(types);
  for (AgentIndex i = 0; i < count; ++i)
    state.lists.types[model.agents.type[i]].all.push_back(i);
  place(where);
}

void RandomCrowd::make_groups() {
  const std::uint32_t groups = 1 + dice_.below(3);
  world_.state.lists.groups.assign(groups, {});
  for (AgentIndex i = 0; i < world_.model().agents.size(); ++i) {
    const std::uint32_t group = dice_.below(groups + 1);
    if (group < groups) world_.state.lists.groups[group].push_back(i);
  }
}

// Equal ones, different ones, and a few giants among them.
void RandomCrowd::make_radii() {
  const auto count = static_cast<std::uint32_t>(world_.model().agents.size());
  SharedColumn<double>& radius = world_.state.limits.radius;
  const double common = dice_.chance(0.1) ? 0.0 : extent_ * dice_.power_of_ten(-3, -1);
  const bool equal = dice_.chance(0.4);
  for (AgentIndex i = 0; i < count; ++i)
    radius.set(i, equal ? common : common * dice_.between(0.2, 1.8));
  // Of many agents a few are looked for one by one.
  const std::uint32_t few = count / 128;
  if (dice_.chance(few > 0 ? 0.4 : 0.8)) return;
  for (std::uint32_t k = 1 + dice_.below(few > 0 ? few : 4); k > 0; --k)
    radius.set(dice_.below(count), extent_ * dice_.power_of_ten(-1, 0));
}

void RandomCrowd::make_walls() {
  if (dice_.chance(0.4)) return;
  WorldDef def;
  for (std::uint32_t k = 1 + dice_.below(dice_.chance(0.5) ? 4 : 40); k > 0; --k) {
    WallDef wall;
    const Vec3 from = random_position();
    const Vec3 way = random_vector() * (0.2 * extent_);
    wall.points = {from, from + way};
    if (is_spatial()) {
      wall.points.push_back(from + random_vector() * (0.2 * extent_));
      wall.triangles = {{0, 1, 2}};
      def.walls.push_back(wall);
      continue;
    }
    wall.closed = wall.solid = dice_.chance(0.2);
    if (wall.closed) wall.points.push_back(from + Vec3{way.y, way.x, 0.0} * 0.5);
    def.walls.push_back(wall);
  }
  Model& model = model_of(world_);
  model.statics = std::make_shared<Statics>(
      Statics{is_spatial() ? StaticShapes(def, std::span<const PlacedSpaceObstacle>(), model.bounds, true)
                           : StaticShapes(def, model.bounds),
              {}});
  model.has_doors = dice_.chance(0.5);
  world_.state.doors.walls.assign(def.walls.size(), 1);
  if (model.has_doors) open_and_close();
}

void RandomCrowd::open_and_close() {
  for (std::uint8_t& present : world_.state.doors.walls)
    present = dice_.chance(0.6) ? 1 : 0;
}

// Two factors that the radii and angles of view may follow.
void RandomCrowd::make_factors() {
  for (int k = 0; k < 2; ++k) {
    Factor factor;
    factor.ramp.points = {{0.0, 0.2}, {1.0, dice_.between(0.5, 3.0)}};
    model_of(world_).factors.push_back(std::move(factor));
  }
  draw_factors();
}

void RandomCrowd::draw_factors() {
  world_.state.factors.clear();
  for (const Factor& factor : world_.model().factors) {
    std::vector<double>& values = world_.state.factors.emplace_back();
    for (AgentIndex i = 0; i < world_.model().agents.size(); ++i)
      values.push_back(factor.ramp.points[0][1] + (factor.ramp.points[1][1] - factor.ramp.points[0][1]) *
                                                      dice_.one_of({0.0, dice_.between(0, 1), 1.0}));
  }
}

Vec3 RandomCrowd::random_position() {
  const Vec3 p{dice_.between(low_.x, high_.x), dice_.between(low_.y, high_.y), 0.0};
  return is_spatial() ? p + Vec3{0.0, 0.0, dice_.between(low_.z, high_.z)} : p;
}

Vec3 RandomCrowd::random_vector() {
  const Vec3 v{dice_.between(-1, 1), dice_.between(-1, 1), 0.0};
  return is_spatial() ? v + Vec3{0.0, 0.0, dice_.between(-1, 1)} : v;
}

// Spread out, in heaps, on a grid with many equal distances, or in one place; some of them at the edges and
// some absent.
void RandomCrowd::place(Where where) {
  enum class Layout { spread, heaps, raster, one_place };
  const Layout layout =
      where == Where::one_place
          ? Layout::one_place
          : dice_.one_of({Layout::spread, Layout::spread, Layout::spread, Layout::heaps, Layout::heaps,
                          Layout::raster, Layout::raster, Layout::one_place});
  const Vec3 places[] = {random_position(), random_position(), random_position()};
  const double heap = extent_ * dice_.power_of_ten(-4, -1);
  const Vec3 step = (high_ - low_) * (1.0 / kRaster);
  const bool along_axes = layout == Layout::raster || dice_.chance(0.1);
  const double absent = dice_.one_of({0.0, 0.0, 0.0, 0.1, 0.7});
  const Vec3 last{std::nextafter(high_.x, low_.x), std::nextafter(high_.y, low_.y),
                  std::nextafter(high_.z, low_.z)};
  AgentMotion& motion = world_.state.motion;
  for (AgentIndex i = 0; i < motion.size(); ++i) {
    Vec3 p = random_position();
    if (layout == Layout::heaps) p = places[i % 3] + random_vector() * heap;
    if (layout == Layout::raster) {
      p = low_ + Vec3{step.x * dice_.below(kRaster), step.y * dice_.below(kRaster), 0.0};
      if (is_spatial()) p.z += step.z * dice_.below(kRaster);
    }
    if (layout == Layout::one_place) p = places[0];
    if (dice_.chance(0.05)) p.x = dice_.chance(0.5) ? low_.x : last.x;
    if (dice_.chance(0.05)) p.y = dice_.chance(0.5) ? low_.y : last.y;
    if (is_spatial() && dice_.chance(0.05)) p.z = dice_.chance(0.5) ? low_.z : last.z;
    // One in a world without edges may be far away.
    if (!world_.model().bounds.is_bounded() && dice_.chance(0.005))
      p = p + Vec3{5e4, -7e4, is_spatial() ? 6e4 : 0.0};
    motion.set_position(i, world_.model().bounds.wrapped_if_needed(p));
    const Vec3 way = random_vector();
    const Vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    const Vec3 heading =
        along_axes || way == Vec3{} ? axes[dice_.below(is_spatial() ? 6 : 4)] : direction(way);
    motion.set_heading(i, heading);
    const double speed = dice_.chance(0.1) ? 0.0 : dice_.power_of_ten(-3, 2);
    motion.set_velocity(i, dice_.chance(0.8) ? heading * speed : way * speed);
    world_.state.status.present.set(i, dice_.chance(absent) ? 0 : 1);
  }
}

Parameter RandomCrowd::random_parameter(double low_exponent, double high_exponent) {
  if (dice_.chance(0.7)) return dice_.power_of_ten(low_exponent, high_exponent);
  std::vector<double> values;
  for (AgentIndex i = 0; i < world_.model().agents.size(); ++i)
    values.push_back(dice_.power_of_ten(low_exponent, high_exponent));
  Distribution distribution;
  distribution.low = *std::ranges::min_element(values);
  distribution.high = *std::ranges::max_element(values);
  Parameter parameter(distribution);
  parameter.bind(world_.state.columns.add({.name = "drawn"}, std::move(values)).index);
  return parameter;
}

// Some are those between agents on a raster, which are then exactly as far as counts.
Parameter RandomCrowd::random_length(double low_exponent, double high_exponent) {
  if (dice_.chance(0.2)) return extent_ / kRaster * (1 + dice_.below(5));
  return random_parameter(low_exponent, high_exponent);
}

std::vector<AgentIndex> RandomCrowd::random_agents() {
  const auto count = static_cast<AgentIndex>(world_.model().agents.size());
  const std::uint32_t type = dice_.below(static_cast<std::uint32_t>(world_.state.lists.types.size()));
  if (dice_.chance(0.25)) return world_.state.lists.types[type].all;
  const double share = dice_.one_of({1.0, 1.0, 0.5, 0.1});
  std::vector<AgentIndex> agents;
  for (AgentIndex i = 0; i < count; ++i) {
    if (dice_.chance(share)) agents.push_back(i);
  }
  return agents;
}

void RandomCrowd::random_view(NeighborhoodDef& def) {
  def.view = dice_.one_of({View::full, View::full, View::wide, View::limited, View::narrow, View::angle});
  def.back_factor = random_parameter(-2, 1);
  def.front_factor = random_parameter(-2, 1);
  def.fov =
      dice_.chance(0.2) ? Parameter(dice_.one_of({1.0, 0.5, 2.0}) * det::kPi) : random_parameter(-2, 0.7);
  if (dice_.chance(0.3)) def.near_radius = random_length(std::log10(extent_) - 3, std::log10(extent_));
  if (def.view != View::angle || !dice_.chance(0.4)) return;
  def.fov_by.emplace().index = dice_.below(2);
}

NeighborhoodDef RandomCrowd::random_neighborhood() {
  NeighborhoodDef def;
  const double scale = std::log10(extent_);
  def.radius = random_length(scale - 2.5, scale + 0.3);
  if (dice_.chance(0.2)) def.length_factor = random_parameter(-0.5, 1.5);
  if (dice_.chance(0.2)) def.radius_by.emplace().index = dice_.below(2);
  def.add_other_radius = dice_.chance(0.5);
  if (dice_.chance(0.15)) def.min_radius = random_length(scale - 3, scale);
  if (dice_.chance(0.35)) return def;
  random_view(def);
  const auto groups = static_cast<std::uint32_t>(world_.state.lists.groups.size());
  const auto types = static_cast<std::uint32_t>(world_.state.lists.types.size());
  def.neighbors.type = dice_.one_of(
      {TargetType::none, TargetType::none, TargetType::none, TargetType::group, TargetType::agent_type});
  if (def.neighbors.type != TargetType::none)
    def.neighbors.index = dice_.below(def.neighbors.type == TargetType::group ? groups : types);
  def.same_type = dice_.chance(0.25);
  def.walls_hide = dice_.chance(0.25);
  if (dice_.chance(0.25))
    def.max_neighbors = dice_.one_of<std::int64_t>({1, 7, 7, 2 + dice_.below(30), 1000});
  return def;
}

NeighborhoodDef RandomCrowd::like(NeighborhoodDef def) {
  const double scale = std::log10(extent_);
  switch (dice_.below(6)) {
    case 0:
    case 1:
      def.radius = random_length(scale - 2.5, scale + 0.3);
      break;
    case 2:
      random_view(def);
      break;
    case 3:
      if (def.neighbors.type == TargetType::group)
        def.neighbors.index = dice_.below(static_cast<std::uint32_t>(world_.state.lists.groups.size()));
      break;
    case 4:
      def.add_other_radius = !def.add_other_radius;
      break;
    default:
      break;
  }
  return def;
}

PairForce RandomCrowd::random_force() {
  using Form = PairForce::Form;
  PairForce force;
  force.form =
      dice_.one_of({Form::inverse, Form::inverse, Form::inverse_square, Form::linear, Form::lateral});
  const double scale = std::log10(extent_);
  if (dice_.chance(0.6)) force.threshold = random_length(scale - 2, scale + 0.3);
  if (dice_.chance(0.2)) force.threshold_factor = random_parameter(-0.5, 1.5);
  force.decay = random_parameter(-3, 1);
  if (dice_.chance(0.2)) force.decay = dice_.one_of({0.0, -1.0, -0.02, -30.0});
  if (dice_.chance(0.7)) force.max_strength = dice_.chance(0.2) ? 1e12 : dice_.power_of_ten(-2, 4);
  force.closest = dice_.chance(0.15);
  return force;
}

namespace {

double key_of_distance(const void*, const World&, AgentIndex, AgentIndex, Vec3 displacement) {
  return length2(displacement);
}
double key_of_bearing(const void*, const World& world, AgentIndex self, AgentIndex, Vec3 displacement) {
  return -dot(world.state.motion.heading(self), displacement);
}
ApproachRule rule_of_approach(const void* params, const World&, AgentIndex) {
  return *static_cast<const ApproachRule*>(params);
}
double key_of_approach(const void* params, const World& world, AgentIndex self, AgentIndex other,
                       Vec3 displacement) {
  const ApproachRule rule = rule_of_approach(params, world, self);
  const double touch = world.state.limits.radius[self] + world.state.limits.radius[other];
  const Vec3 velocity = world.state.motion.velocity(other) - world.state.motion.velocity(self);
  return approach_key(rule, closest_approach(rule, touch, displacement, velocity));
}
// Many are equal and some leave the neighbor out.
double key_of_few_values(const void*, const World&, AgentIndex self, AgentIndex other, Vec3) {
  const AgentIndex key = (7 * self + 13 * other) % 5;
  return key == 4 ? kInfinity : key;
}

}  // namespace

ArgMin RandomCrowd::random_approach() {
  approaches_.push_back(std::make_shared<ApproachRule>(
      ApproachRule{.margin = dice_.chance(0.3) ? 0.0 : extent_ * dice_.power_of_ten(-3, 0),
                   .horizon = dice_.power_of_ten(-1, 2),
                   .response_time = dice_.power_of_ten(-2, 1),
                   .printed_form = dice_.chance(0.2)}));
  return {.key = key_of_approach, .params = approaches_.back().get(), .approach = rule_of_approach};
}

Wish RandomCrowd::random_wish() {
  Wish wish;
  wish.agents = random_agents();
  wish.neighborhood =
      !wishes_.empty() && dice_.chance(0.6)
          ? like(wishes_[dice_.below(static_cast<std::uint32_t>(wishes_.size()))].neighborhood)
          : random_neighborhood();
  // The usual sums, or any.
  const double unusual = dice_.one_of({0.0, 0.0, 0.3});
  for (unsigned bit = 0; bit < kReductions; ++bit) {
    if (dice_.chance(bit < 2 ? 0.5 : unusual)) wish.reductions |= 1u << bit;
  }
  const std::uint32_t forces = dice_.one_of({0u, 0u, 1u, 1u, 1u, unusual > 0.0 ? 3u : 2u});
  for (std::uint32_t k = 0; k < forces; ++k)
    wish.forces.push_back(random_force());
  for (auto* key : {key_of_distance, key_of_bearing, key_of_few_values}) {
    if (dice_.chance(0.6 * unusual)) wish.keys.push_back({.key = key});
  }
  if (!wish.keys.empty()) wish.keys.front().is_distance = wish.keys.front().key == key_of_distance;
  if (dice_.chance(0.3)) wish.keys.push_back(random_approach());
  // Only neighbors with the least keys.
  if (!wish.keys.empty() && dice_.chance(0.3)) {
    wish.reductions = 0;
    wish.forces.clear();
    wish.list = false;
    return wish;
  }
  wish.list = dice_.chance(0.6 * unusual);
  return wish;
}

void RandomCrowd::make_needs() {
  for (std::uint32_t k = 1 + dice_.below(4); k > 0; --k)
    wishes_.push_back(random_wish());
  PerceptionPlan plan(world_.model().agents.size());
  const auto declare = [&] {
    for (const Wish& wish : wishes_) {
      plan.begin_agents(wish.agents);
      for (unsigned bit = 0; bit < kReductions; ++bit) {
        if ((wish.reductions >> bit & 1u) != 0)
          plan.need(wish.neighborhood, {static_cast<Reduction>(1u << bit)});
      }
      for (const PairForce& force : wish.forces)
        plan.need_force(wish.neighborhood, force);
      for (const ArgMin& key : wish.keys)
        plan.need_argmin(wish.neighborhood, key);
      if (wish.list) plan.need_list(wish.neighborhood);
    }
  };
  declare();
  if (dice_.chance(0.7)) {
    plan.merge();
    declare();
  }
  needs_ = plan.take();
}

NeighborGrid::Cells RandomCrowd::random_cells() {
  NeighborGrid::Cells cells;
  cells.enabled = dice_.chance(0.95);
  cells.size = extent_ * dice_.power_of_ten(-2.5, 0.5);
  cells.split = dice_.one_of({1.0, 4.0});
  cells.present = world_.state.status.presence();
  cells.hx = world_.state.motion.hx;
  cells.hy = world_.state.motion.hy;
  if (is_spatial()) {
    cells.z = world_.state.motion.z.entries();
    cells.hz = world_.state.motion.hz.entries();
  }
  return cells;
}

void RandomCrowd::change() {
  place(Where::anywhere);
  if (world_.model().has_doors) open_and_close();
  draw_factors();
}

}  // namespace drover::test
