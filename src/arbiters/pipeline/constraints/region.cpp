// region: the way stays inside a region, or out of it.
#include "arbiters/pipeline/clearance_rule.h"
#include "arbiters/pipeline/shape_detour.h"
#include "sim/geometry/shape_image.h"

namespace drover {
namespace {

struct StaysInDef {
  Reference region{ReferenceType::region, {}, kNoIndex};
  bool inside = true;
  ClearanceRule keeps;
};

constexpr auto kStaysInFields = join(
    fields(field<&StaysInDef::region>({.key = "region", .doc = "The region.", .required = true}),
           field<&StaysInDef::inside>(
               {.key = "inside", .doc = "Whether the way stays inside of the region, or out of it."})),
    embed<&StaysInDef::keeps>(fields(
        field<&ClearanceRule::clearance>({.key = "clearance",
                                          .unit = "m",
                                          .range = closed(0, 1e5),
                                          .doc = "How far from the border the center of the agent stays.",
                                          .otherwise = "the radius of the agent"}),
        field<&ClearanceRule::margin_factor>(kMarginFactor))));

std::vector<Problem> check_stays_in(const StaysInDef& def) {
  return margin_problems(def.keeps.margin_factor);
}

// The region as an agent meets it: its image nearest to the agent, which is moved by a vector.
class Territory {
 public:
  Territory(const StaysInDef& def, const PartView& part)
      : is_inside_(def.inside),
        region_(part.view.world().model().regions[def.region.index]),
        moved_by_(part.here() - image_near(region_.shape, part.view.world().model().bounds, part.here())),
        room_(def.keeps.room(part, 0.0)) {}

  std::optional<Violation> violation(const PipelinePath& seen) const {
    const PipelinePath path = seen.seen_from(moved_by_);
    if (!is_inside_) return shape_violation(path, region_.shape, room_.clearance, 0);
    if (region_.shape.distance(path.end()) > kLengthEpsilon - depth())
      return Violation{.at = path.arc_length_of(path.legs()), .item = kOutside};
    // Who is outside may come in anywhere.
    return region_.shape.encloses(path.start()) ? border_violation(path) : std::nullopt;
  }

  std::optional<PipelineGoal> suggest(const PartView& part, const PipelinePath& path,
                                      const PipelineGoal& goal, const Violation& violation) const {
    if (!is_inside_) return goal_round_image(part, path, goal, violation, region_.shape, moved_by_, room_);
    if (violation.item == kOutside) {
      const Vec3 inside = place_inside(path.end() - moved_by_) + moved_by_;
      return goal.position ? goal.moved_to(inside) : goal.by_way_of(inside);
    }
    DetourSegment border = side(violation.item);
    border.a += moved_by_;
    border.b += moved_by_;
    return goal_past_segment(path, goal, violation, border, room_.factor);
  }

 private:
  static constexpr std::uint32_t kOutside = kNoIndex;

  // How far inside the agent stays: less where the region is narrower than that.
  double depth() const { return smaller(room_.clearance, 0.5 * region_.greatest_depth); }

  Vec3 place_inside(Vec3 p) const {
    const ShapeBorder border = region_.shape.nearest_border(p);
    return border.point - border.normal * smaller(room_.out(), region_.greatest_depth);
  }

  DetourSegment side(std::uint32_t k) const {
    const ShapeEdge& edge = region_.shape.edges()[k];
    return {edge.a, edge.b, edge.normal, depth()};
  }
  std::optional<Violation> border_violation(const PipelinePath& path) const {
    std::optional<Violation> first;
    for (std::uint32_t k = 0; region_.shape.is_polygon() && k < region_.shape.edges().size(); ++k) {
      const auto violation = segment_violation(path, side(k), k);
      if (violation && (!first || violation->at < first->at)) first = violation;
    }
    return first;
  }

  bool is_inside_;
  const Region& region_;
  Vec3 moved_by_;
  DetourRoom room_;
};

std::optional<Violation> territory_violation(const StaysInDef& def, const PartView& part,
                                             const PipelinePath& path) {
  return Territory(def, part).violation(path);
}

std::optional<PipelineGoal> goal_in_territory(const StaysInDef& def, const PartView& part,
                                              const PipelinePath& path, const PipelineGoal& goal,
                                              const Violation& violation) {
  return Territory(def, part).suggest(part, path, goal, violation);
}

constexpr TypedConstraint<StaysInDef> kTypedStaysIn = {
    .info = {.name = "region",
             .summary = "The way stays inside a region, or out of it.",
             .source = "after Millington and Funge, Artificial Intelligence for Games, 3.4.5",
             .example = R"({"type": "region", "region": "pen"})",
             .related = "wall, containment",
             .not_in_space = kPipelineNotInSpace},
    .fields = kStaysInFields,
    .check = check_stays_in,
    .violation = territory_violation,
    .suggest = goal_in_territory,
};

}  // namespace

extern constexpr ConstraintKind kRegionConstraint = make_constraint<kTypedStaysIn>();

}  // namespace drover
