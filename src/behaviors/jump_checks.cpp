#include "behaviors/jump_checks.h"

#include <cmath>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "sim/geometry/static_blocker.h"
#include "sim/step/gaps.h"
#include "sim/step/jumps.h"
#include "sim/step/terrain.h"

namespace drover {
namespace {

// The agents of a type, as far as it matters to jumps.
class Jumpers {
 public:
  Jumpers(const World& of_world, std::uint32_t index)
      : world(of_world), type(world.model().types[index]), agents(world.state.agents_of(index)) {}

  std::optional<Problem> find_reason_not_to_jump() const {
    if (!world.model().is_elevated())
      return Problem{.message = "agents jump from ground with heights alone",
                     .hint = "Give the world \"dimensions\": 2.5."};
    if (!(type.gravity > 0.0))
      return Problem{
          .message = fmt::format("agents of type \"{}\" do not fall, so they would never land", type.name),
          .hint = "A jump needs a \"gravity\" of the world and a \"gravity_scale\" above 0."};
    if (type.is_dictated())
      return Problem{.message = fmt::format("the locomotion of type \"{}\" says where its agents are, so "
                                            "they cannot jump",
                                            type.name)};
    return std::nullopt;
  }

  double fastest_runner() const {
    double most = 0.0;
    for (const AgentIndex agent : agents)
      most = larger(most, world.state.limits.max_speed[agent]);
    return most;
  }

  // Where they come down at best; platforms may be anywhere.
  bool can_foresee() const { return world.model().platforms.empty(); }
  std::optional<PredictedLanding> landing(Vec3 from, Vec3 velocity) const {
    return predicted_landing(world, from, velocity + Vec3{0.0, 0.0, jump_speed}, law, type.body_height);
  }

  const World& world;
  const AgentType& type;
  std::span<const AgentIndex> agents;
  JumpLaw law = lightest_fall(world.model(), type);
  double jump_speed = greatest_jump_speed(world.model(), type);
};

// For the agents of a type and one jump.
class JumpCheck {
 public:
  JumpCheck(const World& world, std::uint32_t type, const JumpPlace& place)
      : jumpers_(world, type), world_(world), type_(jumpers_.type), place_(place), law_(jumpers_.law) {}

  std::vector<Problem> find(const JumpPointers& pointers) {
    if (jumpers_.agents.empty()) return {};
    if (const std::optional<Problem> problem = jumpers_.find_reason_not_to_jump()) return {*problem};
    look_at_place(place_.takeoff, pointers.takeoff, "the take-off");
    if (place_.point) {
      look_at_point(*place_.point);
      return std::move(problems_);
    }
    look_at_place(place_.landing, pointers.landing, "the pad");
    look_at_flight(pointers.landing);
    return std::move(problems_);
  }

 private:
  // Whether somebody runs that fast, and where those come down who do.
  void look_at_point(const JumpPoint& point) {
    const double most = jumpers_.fastest_runner();
    if (most < point.min_speed)
      return problems_.push_back(
          {.pointer = "/min_speed",
           .message = fmt::format("no agent of type \"{}\" can do this jump: it needs {:.4g} m/s, and they "
                                  "run at {:.4g} m/s",
                                  type_.name, point.min_speed, most),
           .severity = Severity::warning});
    if (point.along == Vec3{} || !jumpers_.can_foresee()) return;
    const auto landing = jumpers_.landing(place_.takeoff, point.along * point.min_speed);
    const double lowest = place_.takeoff.z - jump_apex(law_, jumpers_.jump_speed).height;
    if (landing && landing->place.z >= lowest) return;
    std::string where = "meet a rise on their way";
    if (landing)
      where = fmt::format("come down at [{:.4g}, {:.4g}], {:.4g} m below it", landing->place.x,
                          landing->place.y, place_.takeoff.z - landing->place.z);
    problems_.push_back({.pointer = "/min_speed",
                         .message = fmt::format("agents of type \"{}\" that jump here at {:.4g} m/s {}",
                                                type_.name, point.min_speed, where),
                         .severity = Severity::warning});
  }

  void look_at_place(Vec3 p, std::string_view pointer, std::string_view what) {
    constexpr double kSame = 1e-6;  // m
    const std::optional<double> ground = ground_at_feet(world_.model(), p);
    if (ground && std::fabs(*ground - p.z) > kSame)
      problems_.push_back(
          {.pointer = std::string(pointer),
           .message = fmt::format("{} is {:.6g} m high, and the ground there {:.6g} m", what, p.z, *ground),
           .hint = "Give it the height of the ground as its third number."});
    if (world_.model().has_doors) return;
    double least = kInfinity;
    for (const AgentIndex agent : jumpers_.agents)
      least = smaller(least, world_.state.limits.radius[agent]);
    const Vec3 level{p.x, p.y, 0.0};
    const std::optional<StaticBlocker> blocker = static_blocker(world_.geometry(), level, least);
    if (!blocker) return;
    const bool is_obstacle = blocker->kind == StaticBlocker::Kind::obstacle;
    problems_.push_back(
        {.pointer = std::string(pointer),
         .message = fmt::format("{} has no room for the agents: it is in {}{}", what,
                                is_obstacle ? "an obstacle" : "a wall",
                                blocker->id.empty() ? "" : fmt::format(", \"{}\"", blocker->id))});
  }

  void look_at_flight(std::string_view pointer) {
    Vec3 across = world_.model().bounds.displacement({place_.takeoff.x, place_.takeoff.y, 0.0},
                                                     {place_.landing.x, place_.landing.y, 0.0});
    across.z = place_.landing.z - place_.takeoff.z;
    const double highest = jump_apex(law_, jumpers_.jump_speed).height;
    if (highest < across.z)
      return problems_.push_back(
          {.pointer = std::string(pointer),
           .message =
               fmt::format("the pad is {:.4g} m above the take-off, and agents of type \"{}\" jump {:.4g} m "
                           "high",
                           across.z, type_.name, highest),
           .hint = "A greater \"jump_speed\" or a lower \"gravity_scale\" of the type gets higher."});
    if (place_.speed == TakeoffSpeed::fastest && law_.air_drag > 0.0)
      return problems_.push_back({.pointer = "/takeoff_speed",
                                  .message = "the fastest jump is known without drag only",
                                  .hint = "Take \"full\", or an \"air_drag\" of 0."});
    const double most = jumpers_.fastest_runner();
    const std::optional<JumpFlight> flight =
        place_.speed == TakeoffSpeed::fastest ? fastest_jump(law_.gravity, across, most, jumpers_.jump_speed)
                                              : jump_flight(law_, across, jumpers_.jump_speed);
    if (flight && flight->planar_speed <= most + 1e-9) return;
    std::string needs = "it needs a greater \"jump_speed\"";
    if (flight)
      needs = fmt::format("it needs {:.4g} m/s, and they run at {:.4g} m/s", flight->planar_speed, most);
    problems_.push_back(
        {.pointer = std::string(pointer),
         .message = fmt::format("no agent of type \"{}\" can do this jump: {}", type_.name, needs),
         .severity = Severity::warning});
  }

  Jumpers jumpers_;
  const World& world_;
  const AgentType& type_;
  JumpPlace place_;
  JumpLaw law_;
  std::vector<Problem> problems_;
};

// For the agents of a type and one gap.
class GapCheck {
 public:
  GapCheck(const Jumpers& jumpers, const GroundGap& gap)
      : jumpers_(jumpers), gap_(gap), region_(jumpers.world.model().regions[gap.region]) {}

  // Those who run through its middle as they are to, or else across its narrowest width, one way or the
  // other.
  std::optional<Problem> find() const {
    if (gap_.velocity) return problem_of(*gap_.velocity);
    const double most = jumpers_.fastest_runner();
    if (gap_.direction) return problem_of(*gap_.direction * most);
    const Vec3 across = narrowest_direction();
    const std::optional<Problem> problem = problem_of(across * most);
    return problem && problem_of(-across * most) ? problem : std::nullopt;
  }

 private:
  const Shape& shape() const { return region_.shape; }

  // Between parallel lines along one of its sides a convex polygon is narrowest.
  Vec3 narrowest_direction() const {
    Vec3 best{1.0, 0.0, 0.0};
    double least = kInfinity;
    for (const ShapeEdge& edge : shape().edges()) {
      double width = 0.0;
      for (const Vec3 corner : shape().corners())
        width = larger(width, -dot(edge.normal, corner - edge.a));
      if (width < least) {
        least = width;
        best = -edge.normal;
      }
    }
    return best;
  }

  Vec3 middle() const {
    Vec3 sum;
    for (const Vec3 corner : shape().corners())
      sum += corner;
    return sum / static_cast<double>(shape().corners().size());
  }

  std::optional<Problem> problem_of(Vec3 velocity) const {
    const Vec3 along = direction(velocity);
    const double far = 2.0 * shape().reach() + 1.0;
    const Vec3 outside = middle() - along * far;
    const Vec3 way = along * (2.0 * far);
    const Vec3 edge = outside + way * shape().entry(outside, outside + way, 0.0);
    const double width =
        far + far - length(edge - outside) - 2.0 * far * shape().entry(outside + way, outside, 0.0);
    constexpr double kBefore = 1e-3;  // m
    const double feet =
        Terrain(jumpers_.world, Terrain::Time::begin).under(edge - along * kBefore, kInfinity).height;
    if (feet < gap_.bottom) return std::nullopt;
    const auto landing = jumpers_.landing({edge.x, edge.y, feet}, velocity);
    if (is_over(jumpers_.world, gap_, landing)) return std::nullopt;
    std::string where = "meet a rise on their way";
    if (landing) {
      const Vec3 flown{landing->place.x - edge.x, landing->place.y - edge.y, 0.0};
      where = fmt::format("come down {:.4g} m behind its edge", length(flown));
    }
    return Problem{
        .pointer = "/type",
        .message = fmt::format("agents of type \"{}\" that jump at {:.4g} m/s through the middle of the gap "
                               "\"{}\", which is {:.4g} m wide there, {}",
                               jumpers_.type.name, length(velocity), region_.name, width, where),
        .severity = Severity::warning};
  }

  const Jumpers& jumpers_;
  const GroundGap& gap_;
  const Region& region_;
};

}  // namespace

std::vector<Problem> jump_problems(const World& world, std::uint32_t type, const JumpPlace& place,
                                   const JumpPointers& pointers) {
  return JumpCheck(world, type, place).find(pointers);
}

std::vector<Problem> gap_problems(const World& world, std::uint32_t type) {
  const Jumpers jumpers(world, type);
  if (jumpers.agents.empty()) return {};
  if (const std::optional<Problem> problem = jumpers.find_reason_not_to_jump()) return {*problem};
  const std::span<const GroundGap> gaps = world.model().statics->ground.gaps();
  if (gaps.empty())
    return {{.pointer = "/type",
             .message = "\"jump_gaps\" has no effect: no ground has a \"jumpable_gap\"",
             .severity = Severity::warning}};
  std::vector<Problem> problems;
  for (const GroundGap& gap : gaps) {
    if (!jumpers.can_foresee()) break;
    if (const std::optional<Problem> problem = GapCheck(jumpers, gap).find()) problems.push_back(*problem);
  }
  return problems;
}

}  // namespace drover
