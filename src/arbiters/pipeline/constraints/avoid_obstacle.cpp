// avoid_obstacle: the way keeps off obstacles, or off one circle.
// Millington 3.4.5, AvoidObstacle, with the corrections of circle_detour.h: the radius holds the agent's, who
// starts inside may leave, and of several it is the first on the way that counts, not the first in the list.
#include <algorithm>
#include <span>
#include <utility>

#include "arbiters/pipeline/clearance_rule.h"
#include "arbiters/pipeline/shape_detour.h"

namespace drover {
namespace {

DROVER_ENUM(Suggestion, position, velocity)

struct PassedObstacleDef {
  Reference obstacle{ReferenceType::obstacle, {}, kNoIndex};
  static const Table& table();
};

struct AvoidObstacleDef {
  std::optional<Vec3> center;
  Parameter radius;
  std::vector<PassedObstacleDef> obstacles;
  ClearanceRule keeps;
  bool merge = true;
  Suggestion suggest = Suggestion::position;
};

constexpr auto kPassedObstacleFields =
    fields(field<&PassedObstacleDef::obstacle>({.key = "obstacle", .doc = "An obstacle.", .required = true}));

const Table& PassedObstacleDef::table() {
  static constexpr Table kTable =
      with_short_keys(plain_table("obstacle to avoid", kPassedObstacleFields), {.of_string = "obstacle"});
  return kTable;
}

constexpr auto kAvoidObstacleFields = join(
    fields(field<&AvoidObstacleDef::center>({.key = "center",
                                             .unit = "m",
                                             .doc = "The center of a circle to keep out of, which need not "
                                                    "be an obstacle.",
                                             .otherwise = "obstacles are avoided"}),
           field<&AvoidObstacleDef::radius>({.key = "radius",
                                             .unit = "m",
                                             .range = left_open(0, 1e5),
                                             .doc = "The center of the agent stays this far from \"center\".",
                                             .otherwise = "needed with center",
                                             .read_when = when("center", kGiven)}),
           field<&AvoidObstacleDef::obstacles>({.key = "obstacles",
                                                .doc = "The ids of the obstacles to avoid; all, where none "
                                                       "are listed.",
                                                .read_when = when("center", kAbsent)}),
           field<&AvoidObstacleDef::merge>(
               {.key = "merge",
                .doc = "Circles that overlap, the clearance included, count as the smallest circle around "
                       "both, unless that would hold the agent or its goal: no way leads into the notch "
                       "between them. Of many the 24 that the way comes to first are looked at.",
                .original_default = "false (Millington)"}),
           field<&AvoidObstacleDef::suggest>(
               {.key = "suggest",
                .doc = "What a detour round a circle is: another position, or a velocity at full speed "
                       "across the way, instead of the position."})),
    embed<&AvoidObstacleDef::keeps>(kClearanceFields));

std::vector<Problem> check_avoid_obstacle(const AvoidObstacleDef& def) {
  if (def.center && !def.radius.is_present()) return {{"", "\"center\" needs a \"radius\""}};
  return margin_problems(def.keeps.margin_factor);
}

// The circles that a way passes first; in the order of the list.
class Circles {
 public:
  explicit Circles(const PipelinePath& path) : path_(path) {}

  void add(const DetourCircle& circle, std::uint32_t order) {
    const auto known = std::span(entries_).first(count_);
    if (std::ranges::find(known, order, &Entry::order) != known.end()) return;
    const double at = passed_at(circle);
    if (count_ == kMost && !(at < entries_[count_ - 1].at)) return;
    std::size_t place = count_ < kMost ? count_++ : kMost - 1;
    for (; place > 0 && at < entries_[place - 1].at; --place)
      entries_[place] = entries_[place - 1];
    entries_[place] = {circle, at, order};
  }
  // Whether none that is passed later than this counts [m].
  bool are_all_by(double at) const { return count_ == kMost && entries_[count_ - 1].at <= at; }

  std::optional<Violation> first_violation(bool merges) {
    std::sort(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(count_),
              [](const Entry& a, const Entry& b) { return a.order < b.order; });
    std::array<DetourCircle, kMost> circles;
    for (std::size_t k = 0; k < count_; ++k)
      circles[k] = entries_[k].circle;
    std::size_t count = count_;
    if (merges) merge_circles(circles, count, path_.start(), path_.end());
    std::optional<Violation> first;
    for (std::size_t k = 0; k < count; ++k) {
      const auto violation = circle_violation(path_, circles[k], kCircle);
      if (violation && (!first || violation->at < first->at)) first = violation;
    }
    return first;
  }

  static constexpr std::uint32_t kCircle = kNoIndex;  // as the item of a violation

 private:
  static constexpr std::size_t kMost = 24;
  struct Entry {
    DetourCircle circle;
    double at = 0.0;  // arc length at which the path is nearest to it [m]
    std::uint32_t order = 0;
  };

  double passed_at(const DetourCircle& circle) const {
    double at = 0.0;
    double least = kInfinity;
    for (std::size_t leg = 0; leg < path_.legs(); ++leg) {
      const Vec3 nearest = path_.nearest_on(leg, circle.center);
      const double distance = length(nearest - circle.center);
      if (!(distance < least)) continue;
      least = distance;
      at = path_.arc_length_of(leg) + length(nearest - path_.from(leg));
    }
    return at;
  }

  const PipelinePath& path_;
  std::array<Entry, kMost> entries_;
  std::size_t count_ = 0;
};

// The obstacles that a constraint looks at, seen from the path: in a world that wraps, the images nearest to
// its middle.
class Obstacles {
 public:
  Obstacles(const AvoidObstacleDef& def, const PartView& part, const PipelinePath& path)
      : def_(def),
        part_(part),
        geometry_(part.view.world().geometry_for(part.agent)),
        path_(path),
        middle_((path.start() + path.end()) * 0.5) {}

  // By its index the vector from where it stands to the image that counts.
  Vec3 shift(const Shape& shape) const {
    const Bounds& bounds = geometry_.bounds();
    if (!bounds.wraps()) return {};
    return shape.center() + bounds.displacement(shape.center(), middle_) - middle_;
  }
  const Shape& shape(std::uint32_t index) const { return geometry_.shapes()[index]; }

  // Calls visit(index, order in the list) for those that may come within `reach` of the path, some twice,
  // until enough(at) tells that none counts that the path comes to later than at that arc length [m].
  template <class Visit, class Enough>
  void visit(double reach, const Visit& visit, const Enough& enough) const {
    for (std::uint32_t k = 0; k < def_.obstacles.size(); ++k)
      if (geometry_.is_obstacle_present(def_.obstacles[k].obstacle.index))
        visit(def_.obstacles[k].obstacle.index, k);
    if (!def_.obstacles.empty()) return;
    const double smallest = part_.view.smallest_obstacle(part_.agent);
    for (std::size_t leg = 0; leg < path_.legs(); ++leg) {
      const double begin = path_.arc_length_of(leg);
      const double along = length(path_.to(leg) - path_.from(leg));
      geometry_.obstacle_grid().visit_along(
          path_.from(leg), path_.to(leg), reach,
          [&](std::uint32_t k) {
            if (!(shape(k).half_extent() < smallest)) visit(k, k);
          },
          [&](double share) { return enough(begin + share * along); });
    }
  }
  // Circles that the path passes farther off than this merge with none that it meets, the widest taken for
  // all; without merging none farther off than the clearance counts [m].
  double reach(double clearance) const {
    return def_.merge ? 3.0 * clearance + 2.0 * geometry_.obstacle_grid().largest_half_extent() : clearance;
  }

 private:
  const AvoidObstacleDef& def_;
  const PartView& part_;
  StaticGeometry geometry_;
  const PipelinePath& path_;
  Vec3 middle_;
};

// Whether the path may come as near as that to the box of a shape.
bool may_meet(const PipelinePath& path, const Shape& shape, Vec3 shift, double clearance) {
  Vec3 low = path.start();
  Vec3 high = low;
  for (std::size_t leg = 0; leg < path.legs(); ++leg) {
    const Vec3 p = path.to(leg);
    low = {smaller(low.x, p.x), smaller(low.y, p.y), 0.0};
    high = {larger(high.x, p.x), larger(high.y, p.y), 0.0};
  }
  const Vec3 from = shape.low() + shift;
  const Vec3 to = shape.high() + shift;
  return from.x - clearance <= high.x && low.x <= to.x + clearance && from.y - clearance <= high.y &&
         low.y <= to.y + clearance;
}

std::optional<Violation> first_obstacle_violation(const AvoidObstacleDef& def, const PartView& part,
                                                  const PipelinePath& path) {
  if (def.center) {
    const Vec3 near = part.here() + part.view.displacement(part.here(), *def.center);
    return circle_violation(path, {near, part.value(def.radius)}, Circles::kCircle);
  }
  const double clearance = def.keeps.room(part).clearance;
  const Obstacles obstacles(def, part, path);
  Circles circles(path);
  std::optional<Violation> first;
  std::uint32_t first_order = 0;
  const auto meet = [&](std::uint32_t index, std::uint32_t order) {
    const Shape& shape = obstacles.shape(index);
    const Vec3 shift = obstacles.shift(shape);
    if (shape.is_solid_circle())
      return circles.add({shape.center() + shift, shape.half_extent() + clearance}, order);
    if (!may_meet(path, shape, shift, clearance)) return;
    const auto violation = shape_violation(path.seen_from(shift), shape, clearance, index);
    const auto rank = [](const Violation& each, std::uint32_t place) { return std::pair(each.at, place); };
    if (!violation || (first && !(rank(*violation, order) < rank(*first, first_order)))) return;
    first = violation;
    first_order = order;
  };
  obstacles.visit(obstacles.reach(clearance), meet, [&](double at) { return circles.are_all_by(at); });
  const std::optional<Violation> of_circle = circles.first_violation(def.merge);
  return of_circle && (!first || of_circle->at < first->at) ? of_circle : first;
}

std::optional<PipelineGoal> goal_round_obstacle(const AvoidObstacleDef& def, const PartView& part,
                                                const PipelinePath& path, const PipelineGoal& goal,
                                                const Violation& violation) {
  const DetourRoom room = def.keeps.room(part);
  if (violation.item != Circles::kCircle) {
    const Obstacles obstacles(def, part, path);
    const Shape& shape = obstacles.shape(violation.item);
    return goal_round_image(part, path, goal, violation, shape, obstacles.shift(shape), room);
  }
  if (def.suggest == Suggestion::position) return goal_beside(part, path, goal, violation, room.factor);
  const Vec3 off = place_beside(part, path, violation, room.factor) - violation.center;
  PipelineGoal across = goal.by_way_of({});
  across.position = std::nullopt;
  across.velocity = direction(off) * part.view.full_speed(part.agent);
  return across;
}

constexpr TypedConstraint<AvoidObstacleDef> kTypedAvoidObstacle = {
    .info = {.name = "avoid_obstacle",
             .summary = "The way keeps off obstacles of any shape, or off one circle.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.4.5; Lozano-Perez and "
                       "Wesley 1979 (corners)",
             .example =
                 R"({"type": "avoid_obstacle", "obstacles": [{"obstacle": "oak"}], "margin_factor": 1.2})",
             .related = "wall, avoid_agents, obstacle_avoidance",
             .not_in_space = kPipelineNotInSpace},
    .fields = kAvoidObstacleFields,
    .check = check_avoid_obstacle,
    .violation = first_obstacle_violation,
    .suggest = goal_round_obstacle,
};

}  // namespace

extern constexpr ConstraintKind kAvoidObstacleConstraint = make_constraint<kTypedAvoidObstacle>();

}  // namespace drover
