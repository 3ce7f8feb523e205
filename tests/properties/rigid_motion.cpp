#include "properties/rigid_motion.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "app/catalog.h"
#include "core/det_math.h"
#include "core/quaternion.h"
#include "properties/definition_walk.h"
#include "properties/scenario_files.h"

namespace drover::test {
namespace {

void move_points(std::vector<Vec3>& points, const RigidMotion& motion) {
  for (Vec3& p : points)
    p = motion.of_point(p);
}

void move_box(Vec3& min, Vec3& max, const RigidMotion& motion) {
  const Vec3 a = motion.of_point(min);
  const Vec3 b = motion.of_point(max);
  min = {smaller(a.x, b.x), smaller(a.y, b.y), smaller(a.z, b.z)};
  max = {larger(a.x, b.x), larger(a.y, b.y), larger(a.z, b.z)};
}

// A rectangle becomes the polygon of its corners where its sides are no longer along the axes.
void move_region(RegionDef& region, const RigidMotion& motion) {
  if (region.center) region.center = motion.of_point(*region.center);
  if (region.min && motion.keeps_axes()) {
    move_box(*region.min, *region.max, motion);
  } else if (region.min) {
    const Vec3 low = *region.min;
    const Vec3 high = *region.max;
    region.points = {low, {high.x, low.y, 0.0}, high, {low.x, high.y, 0.0}};
    region.min = region.max = std::nullopt;
  }
  move_points(region.points, motion);
}

void move_orientation(Parameter& orientation, const RigidMotion& motion) {
  if (!orientation.is_present()) return;
  const auto [sine, cosine] = det::sin_cos(orientation.constant());
  const Vec3 image = motion.of_vector({cosine, sine, 0.0});
  orientation = det::atan2(image.y, image.x);
}

void move_ground(GroundDef& ground, const RigidMotion& motion) {
  ground.carries = motion.of_vector(ground.carries);
  move_orientation(ground.one_way, motion);
  if (ground.jumpable_gap) {
    move_orientation(ground.jumpable_gap->direction, motion);
    if (ground.jumpable_gap->velocity)
      ground.jumpable_gap->velocity = motion.of_vector(*ground.jumpable_gap->velocity);
  }
  if (!ground.ramp) return;
  ground.ramp->from = motion.of_point(ground.ramp->from);
  ground.ramp->to = motion.of_point(ground.ramp->to);
}

// Rows [time, x, y, z], of which differences count.
void move_platform(PlatformDef& platform, const RigidMotion& motion) {
  for (std::vector<double>& row : platform.keyframes) {
    if (row.size() != 4) continue;
    const Vec3 p = motion.of_vector({row[1], row[2], row[3]});
    row = {row[0], p.x, p.y, p.z};
  }
}

// Obstacles where they stand, those that were placed too.
std::vector<ObstacleDef> moved_obstacles(const StaticShapes& shapes, const RigidMotion& motion) {
  std::vector<ObstacleDef> obstacles;
  for (std::size_t k = 0; k < shapes.obstacles.size(); ++k) {
    const Shape& shape = shapes.obstacles[k];
    ObstacleDef& def = obstacles.emplace_back();
    def.id = shapes.obstacle_ids[k];
    def.hollow = shape.is_hollow();
    def.present = shapes.obstacles_at_start[k] != 0;
    std::vector<Vec3> corners(shape.corners().begin(), shape.corners().end());
    move_points(corners, motion);
    if (shape.is_polygon()) {
      def.polygon = corners;
    } else if (shape.is_circle()) {
      def.center = corners[0];
      def.radius = shape.rounding();
    } else {
      def.capsule = CapsuleDef{corners[0], corners[1], shape.rounding()};
    }
  }
  return obstacles;
}

void move_path(PathDef& path, const RigidMotion& motion) {
  for (PathPointDef& point : path.points) {
    for (std::optional<Vec3>* place : {&point.at, &point.arc_to, &point.center, &point.through})
      if (*place) *place = motion.of_point(**place);
    if (point.center && motion.mirrors()) point.cw = !point.cw;
  }
}

// Obstacles of space that stand where their entries say. A mirrored box is the box whose axes are the images
// of its axes but for one, which a box has both ways.
void move_obstacle(ObstacleDef& obstacle, const RigidMotion& motion) {
  if (obstacle.center) obstacle.center = motion.of_point(*obstacle.center);
  if (obstacle.capsule) {
    obstacle.capsule->from = motion.of_point(obstacle.capsule->from);
    obstacle.capsule->to = motion.of_point(obstacle.capsule->to);
  }
  if (!obstacle.box) return;
  BoxDef& box = *obstacle.box;
  if (box.center) box.center = motion.of_point(*box.center);
  const auto& [w, x, y, z] = box.orientation.value_or(std::array<double, 4>{1.0, 0.0, 0.0, 0.0});
  Frame axes = frame_of(Quaternion{w, x, y, z});
  axes = {motion.of_vector(axes.forward), motion.of_vector(axes.left), {}};
  axes.up = cross(axes.forward, axes.left);
  const Quaternion turned = orientation_of(axes);
  box.orientation = {turned.w, turned.x, turned.y, turned.z};
}

void move_world(WorldDef& world, const RigidMotion& motion) {
  if (world.bounds) move_box(world.bounds->min, world.bounds->max, motion);
  for (WallDef& wall : world.walls)
    move_points(wall.points, motion);
  for (Named<PathDef>& path : world.paths)
    move_path(path.value, motion);
  for (Named<RegionDef>& region : world.regions)
    move_region(region.value, motion);
  for (GroundDef& ground : world.ground)
    move_ground(ground, motion);
  for (PlatformDef& platform : world.platforms)
    move_platform(platform, motion);
}

// A spin is an axis of rotation, which a mirror turns round.
void move_projectiles(ScenarioDef& def, const RigidMotion& motion) {
  for (Named<ProjectileTypeDef>& type : def.projectile_types) {
    if (type.value.gravity) type.value.gravity = motion.of_vector(*type.value.gravity);
    type.value.spin = motion.of_vector(type.value.spin) * (motion.mirrors() ? -1.0 : 1.0);
  }
  for (Named<AgentTypeDef>& type : def.agent_types) {
    if (type.value.hands && type.value.hands->hold_offset && motion.mirrors())
      type.value.hands->hold_offset->y = -type.value.hands->hold_offset->y;
  }
  for (ProjectileDef& projectile : def.projectiles) {
    if (projectile.position) projectile.position = motion.of_point(*projectile.position);
    projectile.velocity = motion.of_vector(projectile.velocity);
  }
  for (WindDef& wind : def.world.wind)
    wind.velocity = motion.of_vector(wind.velocity);
  for (WellDef& well : def.world.wells)
    if (well.at.type == TargetType::point) well.at.point = motion.of_point(well.at.point);
}

void move_navigation(NavigationDef& navigation, const RigidMotion& motion) {
  for (Named<NavigationGridDef>& grid : navigation.grids)
    if (grid.value.origin) grid.value.origin = motion.of_point(*grid.value.origin);
  for (Named<NavigationGraphDef>& graph : navigation.graphs)
    for (Named<Vec3>& node : graph.value.nodes)
      node.value = motion.of_point(node.value);
}

// Rows of the scripted locomotion: keyframes [time, x, y, z], or controls [time, throttle, turn]; those of
// driven bodies are [time, throttle, brake, steer, handbrake].
void move_keyframe(std::array<double, 4>& row, const RigidMotion& motion) {
  const Vec3 p = motion.of_point({row[1], row[2], row[3]});
  row = {row[0], p.x, p.y, p.z};
}

// The ends of a segment that a quantity looks at.
bool is_end(const Field& field) {
  return field.access.is_one(FieldType::vector) && (field.key == "from" || field.key == "to");
}

// A place in the world: what the pipeline keeps off and flees to, and where jumps begin and end.
bool is_place(const Field& field) {
  constexpr std::string_view kPlaces[] = {"center", "candidates", "takeoff", "landing"};
  return field.access.type == FieldType::vector && std::ranges::find(kPlaces, field.key) != std::end(kPlaces);
}

// The direction of a jump point, which is read without a landing; that of a goal is moved with the goal.
bool is_direction(const Field& field) {
  return field.key == "direction" && field.access.is_one(FieldType::parameter) &&
         field.read_when[0].key == "landing";
}

// On which side something is to be: a choice of "left" and "right", in this order.
bool is_side(const Field& field) {
  return field.key == "side" && field.access.is_one(FieldType::choice) &&
         std::ranges::equal(field.access.choices, std::array<std::string_view, 2>{"left", "right"});
}

// Targets, ends and places are those of the world, and so are velocities; other vectors among the parameters
// of behaviors are (forward, left).
void move_parameters(const Table& table, void* object, const RigidMotion& motion) {
  walk(table, object, [&](const Field& field, void* member) {
    if (is_place(field)) {
      auto& place = *static_cast<Vec3*>(member);
      place = motion.of_point(place);
    } else if (field.access.type == FieldType::vector && field.key == "velocity") {
      auto& velocity = *static_cast<Vec3*>(member);
      velocity = motion.of_vector(velocity);
    } else if (field.access.type == FieldType::target) {
      auto& target = *static_cast<Target*>(member);
      if (target.type == TargetType::point) target.point = motion.of_point(target.point);
    } else if (is_end(field)) {
      auto& end = *static_cast<Vec3*>(member);
      end = motion.of_point(end);
    } else if (field.key == "clockwise" && motion.mirrors()) {
      auto& clockwise = *static_cast<bool*>(member);
      clockwise = !clockwise;
    } else if (is_side(field) && motion.mirrors()) {
      field.access.set_choice(member, 1 - field.access.get_choice(member));
    } else if (is_orientation(field) || is_direction(field)) {
      move_orientation(*static_cast<Parameter*>(member), motion);
    } else if (field.access.type == FieldType::row && field.last_is_height) {
      move_keyframe(*static_cast<std::array<double, 4>*>(member), motion);
    } else if (field.key == "controls" && motion.mirrors() && field.access.row_width == 5) {
      auto& row = *static_cast<std::array<double, 5>*>(member);
      row[3] = -row[3];
    } else if (field.key == "controls" && motion.mirrors()) {
      auto& row = *static_cast<std::array<double, 3>*>(member);
      row[2] = -row[2];
    } else if (field.access.is_one(FieldType::vector) && motion.mirrors()) {
      auto& local = *static_cast<Vec3*>(member);
      local.y = -local.y;
    }
  });
}

void move_goal(GoalKeys& keys, const RigidMotion& motion) {
  if (!keys.goal) return;
  GoalDef& goal = *keys.goal;
  if (goal.point) goal.point = motion.of_point(*goal.point);
  if (goal.opposite) goal.opposite = motion.of_point(*goal.opposite);
  move_points(goal.each, motion);
  move_orientation(goal.direction, motion);
  for (RoutePlaceDef& place : goal.route.places) {
    if (place.point) place.point = motion.of_point(*place.point);
  }
}

void move_goals(AgentTypeDef& type, const RigidMotion& motion) {
  move_goal(type.goals, motion);
  for (Named<ModeDef>& mode : type.steering.modes)
    move_goal(mode.value.goals, motion);
}

// Patterns lie in the frame of their anchor; only a mirror changes them.
void move_formation(FormationDef& formation, const RigidMotion& motion) {
  AnchorDef& anchor = formation.anchor;
  if (anchor.position) anchor.position = motion.of_point(*anchor.position);
  if (formation.reserve_point) formation.reserve_point = motion.of_point(*formation.reserve_point);
  move_orientation(anchor.heading, motion);
  move_orientation(anchor.face_angle, motion);
  if (anchor.face.type == TargetType::point) anchor.face.point = motion.of_point(anchor.face.point);
  move_parameters(SteeringDef::table(), &anchor.steering, motion);
  if (formation.cover) {
    for (CoverPointDef& cover : formation.cover->points) {
      cover.position = motion.of_point(cover.position);
      move_orientation(cover.facing, motion);
    }
    for (Target* target : {&formation.cover->watch, &formation.cover->threat}) {
      if (target->type == TargetType::point) target->point = motion.of_point(target->point);
    }
  }
  if (!motion.mirrors()) return;
  if (formation.emergent && formation.emergent->sides != EmergentSides::both) {
    const bool is_left = formation.emergent->sides == EmergentSides::left;
    formation.emergent->sides = is_left ? EmergentSides::right : EmergentSides::left;
  }
  if (formation.pattern) formation.pattern->mirror = !formation.pattern->mirror;
  for (Named<NamedPatternDef>& pattern : formation.patterns)
    pattern.value.pattern.mirror = !pattern.value.pattern.mirror;
}

// Places that members of emergent formations have claimed: a mirror exchanges left and right.
void mirror_claims(ClaimColumns& claims) {
  for (std::uint8_t& is_left : claims.claim_is_left)
    is_left = is_left == 0 ? 1 : 0;
  for (std::size_t k = 1; k < claims.claim_place.size(); k += 2)
    claims.claim_place[k] = -claims.claim_place[k];
}

// Pairs of numbers and the heights beside them: directions that formations want, points that are goals.
template <class Move>
void move_vectors(std::vector<double>& numbers, SharedColumn<double>* heights, Move move) {
  for (std::size_t k = 0; k + 1 < numbers.size(); k += 2) {
    const bool has_height = heights != nullptr && !heights->is_uniform();
    const Vec3 image =
        move(Vec3{numbers[k], numbers[k + 1], has_height ? (*heights)[static_cast<AgentIndex>(k / 2)] : 0.0});
    numbers[k] = image.x;
    numbers[k + 1] = image.y;
    if (has_height) heights->set(static_cast<AgentIndex>(k / 2), image.z);
  }
}

// Places the agents of an entry on given points.
void place_on(AgentDef& entry, std::vector<Vec3> points) {
  if (entry.position) {
    entry.position = points.at(0);
    return;
  }
  PlacementDef placement;
  placement.placement.kind = catalog().find("placement", "points");
  placement.placement.params = placement.placement.kind->make_params();
  const Field& field = placement.placement.kind->table.fields[0];
  *static_cast<std::vector<Vec3>*>(field.in(placement.placement.params.get())) = std::move(points);
  entry.placement = placement;
}

// Puts the agents of each entry, of a spawn those of its first batch, where the motion leads them. Later
// batches get their places with the state.
void move_agents(ScenarioDef& def, const World& original, const RigidMotion& motion) {
  std::int64_t next_free = 0;
  for (const AgentEntry& made : agent_entries(def)) {
    AgentDef& entry = *made.agents;
    const std::int64_t first = entry.number.value_or(next_free);
    next_free = std::max(next_free, first + made.count);
    std::vector<Vec3> points;
    const auto& numbers = original.model().agents.number;
    for (AgentIndex i = 0; i < numbers.size(); ++i) {
      if (numbers[i] >= first && numbers[i] < first + entry.count) {
        points.push_back(motion.of_point(original.state.motion.position(i)));
        if (original.model().is_elevated() && entry.position) points.back().z = original.state.elevation.z[i];
      }
    }
    place_on(entry, std::move(points));
  }
}

// The places and vectors of what happens; those of agents that appear come with the state.
void move_events(ScenarioDef& def, const RigidMotion& motion) {
  for (EventDef& event : def.events) {
    walk(EventDef::table(), &event, [&](const Field& field, void* member) {
      if (field.access.type == FieldType::target) {
        auto& target = *static_cast<Target*>(member);
        if (target.type == TargetType::point) target.point = motion.of_point(target.point);
      } else if (field.access.type == FieldType::vector &&
                 (field.access.holder != Holder::one || field.key == "position")) {
        auto& vector = *static_cast<Vec3*>(member);
        const bool is_point = field.access.holder == Holder::list || field.key == "position" ||
                              field.key == "point" || field.key == "opposite";
        vector = is_point ? motion.of_point(vector) : motion.of_vector(vector);
      }
    });
  }
}

}  // namespace

bool is_orientation(const Field& field) {
  return field.key == "orientation" && field.access.type == FieldType::parameter;
}

AgentMotion moved(const AgentMotion& state, const RigidMotion& motion) {
  AgentMotion result = state;
  for (AgentIndex i = 0; i < state.size(); ++i) {
    result.set_position(i, motion.of_point(state.position(i)));
    result.set_velocity(i, motion.of_vector(state.velocity(i)));
    result.set_heading(i, motion.of_vector(state.heading(i)));
    if (!state.z.is_uniform()) result.set_up(i, motion.of_vector(state.frame(i).up));
    // The axis of a turn is turned round by a mirror, and no longer in an enlarged scene.
    const Vec3 rotation = motion.of_vector(state.angular_velocity(i)) / length(motion.of_vector(kUp));
    result.set_angular_velocity(i, motion.mirrors() ? -rotation : rotation);
  }
  return result;
}

BuiltWorld build_moved(const ScenarioDef& def, const BuiltWorld& original, const RigidMotion& motion) {
  ScenarioDef changed = clone(def);
  move_world(changed.world, motion);
  move_projectiles(changed, motion);
  move_navigation(changed.navigation, motion);
  if (original.world.model().is_spatial()) {
    for (ObstacleDef& obstacle : changed.world.obstacles)
      move_obstacle(obstacle, motion);
  } else {
    changed.world.obstacles = moved_obstacles(original.world.model().statics->shapes, motion);
  }
  for (Named<AgentTypeDef>& type : changed.agent_types) {
    move_parameters(AgentTypeDef::table(), &type.value, motion);
    move_goals(type.value, motion);
  }
  for (AgentDef& agents : changed.agents)
    move_goal(agents.goals, motion);
  for (Named<QuantityDef>& quantity : changed.quantities)
    move_parameters(QuantityDef::table(), &quantity.value, motion);
  for (Named<FormationDef>& formation : changed.formations)
    move_formation(formation.value, motion);
  move_events(changed, motion);
  move_agents(changed, original.world, motion);
  BuiltWorld built = build_despite_warnings(changed);
  built.world.state.motion = moved(original.world.state.motion, motion);
  built.world.state.next = built.world.state.motion;  // agents yet to spawn are in both
  State& state = built.world.state;
  const State& before = original.world.state;
  // What agents remember is expressed in their own frames: distances along a path, points relative to the
  // heading.
  for (std::size_t k = 0; k < before.columns.columns().size(); ++k) {
    const ColumnSet::Column& column = before.columns.columns()[k];
    if (column.info.name.ends_with("/memory")) state.columns.columns()[k].values = column.values;
  }
  const auto point = [&](Vec3 p) { return motion.of_point(p); };
  const auto vector = [&](Vec3 v) { return motion.of_vector(v); };
  state.goals = before.goals;
  move_vectors(state.goals.point, &state.goals.height, point);
  state.own_goals = before.own_goals;
  move_vectors(state.own_goals.point, &state.own_goals.height, point);
  state.membership = before.membership;
  state.covers = before.covers;
  state.derived_covers = before.derived_covers;
  move_vectors(state.derived_covers.facing, nullptr, vector);
  state.formation_columns = before.formation_columns;
  FormationColumns& formations = state.formation_columns;
  move_vectors(formations.wanted_velocity, &formations.wanted_climb, vector);
  move_vectors(formations.wanted_heading, nullptr, vector);
  state.claims = before.claims;
  if (motion.mirrors()) mirror_claims(state.claims);
  return built;
}

}  // namespace drover::test
