#include "behaviors/jump_checks.h"

#include <cmath>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "sim/geometry/static_blocker.h"
#include "sim/step/jumps.h"

namespace drover {
namespace {

// For the agents of a type and one jump.
class JumpCheck {
 public:
  JumpCheck(const World& world, std::uint32_t type, const JumpPlace& place)
      : world_(world),
        type_(world.model().types[type]),
        agents_(world.state.agents_of(type)),
        place_(place),
        law_{type_.gravity, type_.air_drag} {}

  std::vector<Problem> find(const JumpPointers& pointers) {
    if (agents_.empty()) return {};
    if (const std::optional<Problem> problem = find_reason_not_to_jump()) return {*problem};
    look_at_place(place_.takeoff, pointers.takeoff, "the take-off");
    look_at_place(place_.landing, pointers.landing, "the pad");
    look_at_flight(pointers.landing);
    return std::move(problems_);
  }

 private:
  std::optional<Problem> find_reason_not_to_jump() const {
    if (!world_.model().is_elevated())
      return Problem{.message = "agents jump from ground with heights alone",
                     .hint = "Give the world \"dimensions\": 2.5."};
    if (!(type_.gravity > 0.0))
      return Problem{
          .message = fmt::format("agents of type \"{}\" do not fall, so they would never land", type_.name),
          .hint = "A jump needs a \"gravity\" of the world and a \"gravity_scale\" above 0."};
    if (type_.is_dictated())
      return Problem{.message = fmt::format("the locomotion of type \"{}\" says where its agents are, so "
                                            "they cannot jump",
                                            type_.name)};
    return std::nullopt;
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
    for (const AgentIndex agent : agents_)
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
    const double highest = jump_apex(law_, type_.jump_speed).height;
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
    const double most = fastest_runner();
    const std::optional<JumpFlight> flight = place_.speed == TakeoffSpeed::fastest
                                                 ? fastest_jump(law_.gravity, across, most, type_.jump_speed)
                                                 : jump_flight(law_, across, type_.jump_speed);
    if (flight && flight->planar_speed <= most + 1e-9) return;
    std::string needs = "it needs a greater \"jump_speed\"";
    if (flight)
      needs = fmt::format("it needs {:.4g} m/s, and they run at {:.4g} m/s", flight->planar_speed, most);
    problems_.push_back(
        {.pointer = std::string(pointer),
         .message = fmt::format("no agent of type \"{}\" can do this jump: {}", type_.name, needs),
         .severity = Severity::warning});
  }

  double fastest_runner() const {
    double most = 0.0;
    for (const AgentIndex agent : agents_)
      most = larger(most, world_.state.limits.max_speed[agent]);
    return most;
  }

  const World& world_;
  const AgentType& type_;
  std::span<const AgentIndex> agents_;
  JumpPlace place_;
  JumpLaw law_;
  std::vector<Problem> problems_;
};

}  // namespace

std::vector<Problem> jump_problems(const World& world, std::uint32_t type, const JumpPlace& place,
                                   const JumpPointers& pointers) {
  return JumpCheck(world, type, place).find(pointers);
}

}  // namespace drover
