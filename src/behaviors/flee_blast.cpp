// flee_blast: runs from where something will explode to the place, of those that it can reach in time, that
// is farthest from there or behind an obstacle. Millington, AI for Games, 3rd ed., 3.5.2, names escape
// routes; the rules are our own. See projectiles.md.
#include "behaviors/arrival.h"
#include "behaviors/hiding_spot.h"
#include "behaviors/projectiles.h"
#include "behaviors/running_way.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/geometry/body_sweep.h"

namespace drover {
namespace {

struct FleeBlastDef {
  std::int64_t candidates = 16;
  bool cover = true;
  Parameter reaction = 0.0;
  Parameter response_time = 0.1;
};

constexpr auto kFleeBlastFields = fields(
    field<&FleeBlastDef::candidates>(
        {.key = "candidates",
         .range = closed(1, 360),
         .doc = "How many directions it weighs, evenly around: straight away first, then by turns to the "
                "left and to the right."}),
    field<&FleeBlastDef::cover>(
        {.key = "cover",
         .doc = "Whether places behind obstacles count, if it gets there in time: they are better than any "
                "distance."}),
    field<&FleeBlastDef::reaction>({.key = "reaction",
                                    .unit = "s",
                                    .range = closed(0, 1e3),
                                    .doc = "How long after it has noticed the danger it begins to run."}),
    field<&FleeBlastDef::response_time>(kResponseTime));

ForecastNeed forecast(const FleeBlastDef&) {
  return {.dangers = true};
}

// The memory: the number of the projectile that it flees, 0 for none; where that was to explode; where it
// runs; whether it halts there; when it noticed [s].
constexpr std::size_t kFleeBlastMemory = 7;
class FleeMemory {
 public:
  explicit FleeMemory(std::span<double> numbers) : numbers_(numbers) {}

  double number() const { return numbers_[0]; }
  Vec3 danger() const { return remembered_vector(numbers_, 1); }
  Vec3 refuge() const { return remembered_vector(numbers_, 3); }
  bool halts() const { return numbers_[5] != 0.0; }
  double noticed() const { return numbers_[6]; }
  void forget() { numbers_[0] = 0.0; }
  void notice(double number, double time) {
    numbers_[0] = number;
    numbers_[6] = time;
  }
  void choose(Vec3 danger, Vec3 refuge, bool halts) {
    remember_vector(numbers_, 1, danger);
    remember_vector(numbers_, 3, refuge);
    numbers_[5] = halts ? 1.0 : 0.0;
  }

 private:
  std::span<double> numbers_;
};

// Something that will explode near an agent.
struct NearDanger {
  std::size_t row = kNoIndex;
  double time = kInfinity;  // s
  Vec3 place;               // m
  bool is_blocked = false;  // by what stands in between
};

// The first of those that reach the agent where it is now; of several at the same time that with the lowest
// number.
std::optional<NearDanger> first_danger(const AgentView& view, AgentIndex agent) {
  const ProjectileForecast& forecast = *view.world().forecast();
  NearDanger first;
  forecast.visit_dangers(view.position(agent), view.radius(agent), [&](std::size_t row) {
    const Danger& danger = *forecast.danger(row);
    const Vec3 displacement = in_reach_of(view, view.displacement(view.position(agent), danger.place));
    if (!(length(displacement) < danger.radius + view.radius(agent))) return;
    if (danger.time > first.time || (danger.time == first.time && row > first.row)) return;
    first = {row, danger.time, view.position(agent) + displacement, danger.is_blocked};
  });
  return first.row == kNoIndex ? std::nullopt : std::optional(first);
}

// Free space between a body and the obstacle that is its cover [m].
constexpr double kBehindCover = 0.1;

// Where an agent may run to.
struct Refuge {
  Vec3 place;          // m
  bool halts = false;  // it must not run past it
  double value = 0.0;  // its distance from the danger, without an end behind cover [m]
};

class RefugeSearch {
 public:
  RefugeSearch(const AgentView& view, AgentIndex agent, Vec3 danger, double time)
      : view_(view),
        agent_(agent),
        danger_(danger),
        time_(time),
        position_(view.position(agent)),
        geometry_(view.world().geometry_for(agent)) {}

  // How far it gets in the time along a direction, if nothing is in the way [m].
  double way_along(Vec3 along) const {
    const double top = view_.max_speed(agent_);
    if (view_.request_unit(agent_) == RequestUnit::velocity) return top * larger(0.0, time_);
    return running_way(dot(view_.velocity(agent_), along), view_.max_request(agent_), top, time_);
  }

  // Of equally good ones the first. In a danger that is where the agent is, it goes ahead.
  Refuge best_direction(std::int64_t candidates) const {
    Vec3 away = direction(position_ - danger_);
    if (away == Vec3{}) away = view_.heading(agent_);
    const Frame frame = upright(away);
    Refuge best;
    for (std::int64_t k = 0; k < candidates; ++k) {
      const double turns = static_cast<double>((k + 1) / 2) / static_cast<double>(candidates);
      const Refuge refuge = along(frame.turned(det::kTwoPi * (k % 2 == 1 ? turns : -turns)));
      if (k == 0 || refuge.value > best.value + kLengthEpsilon) best = refuge;
    }
    return best;
  }

  // The nearest place behind an obstacle that the agent reaches in time; of equally near ones that of the
  // obstacle listed first.
  std::optional<Refuge> nearest_cover() const {
    std::optional<Refuge> best;
    double least = kInfinity;
    std::uint32_t best_obstacle = 0;
    const auto weigh = [&](std::uint32_t k) {
      const std::optional<Vec3> spot = spot_behind(k);
      if (!spot) return;
      const double distance = length(view_.displacement(position_, *spot));
      if (distance > least || (distance == least && k >= best_obstacle)) return;
      if (!is_reached(*spot)) return;
      least = distance;
      best_obstacle = k;
      best = Refuge{*spot, true, kInfinity};
    };
    const double farthest = view_.max_speed(agent_) * larger(0.0, time_);
    geometry_.obstacle_grid().visit_outward(position_, weigh,
                                            [&](double reach) { return reach > smaller(least, farthest); });
    return best;
  }

 private:
  Refuge along(Vec3 direction) const {
    // One that comes at the danger too fast to halt gets no farther this way than where it is carried.
    const Vec3 way = direction * way_along(direction);
    const std::optional<Touch> touch =
        geometry_.is_empty() ? std::nullopt
                             : first_touch(geometry_, position_, position_ + way, view_.radius(agent_));
    const Vec3 end = touch ? touch->center : position_ + way;
    // Beyond the end it would run on.
    const Vec3 place = touch ? end : end + direction * view_.max_speed(agent_);
    return {place, touch.has_value(), length(end - danger_)};
  }

  std::optional<Vec3> spot_behind(std::uint32_t k) const {
    const Shape& shape = geometry_.shapes()[k];
    const std::optional<Vec3> spot =
        hiding_spot(shape, view_.displacement(danger_, shape.center()), view_.radius(agent_) + kBehindCover);
    if (!spot || !geometry_.is_obstacle_between(k, danger_, *spot)) return std::nullopt;
    return spot;
  }

  bool is_reached(Vec3 spot) const {
    const Vec3 way = view_.displacement(position_, spot);
    if (length(way) > way_along(direction(way))) return false;
    return !first_touch(geometry_, position_, position_ + way, view_.radius(agent_));
  }

  const AgentView& view_;
  AgentIndex agent_;
  Vec3 danger_;
  double time_;  // s
  Vec3 position_;
  StaticGeometry geometry_;
};

Refuge find_refuge(const FleeBlastDef& def, const AgentView& view, AgentIndex agent, const NearDanger& danger,
                   double time) {
  const RefugeSearch search(view, agent, danger.place, time);
  if (def.cover && danger.is_blocked) {
    if (const std::optional<Refuge> cover = search.nearest_cover()) return *cover;
  }
  return search.best_direction(def.candidates);
}

// Notices a danger, and chooses a refuge once: again only when the danger has moved.
void look_out(const FleeBlastDef& def, const AgentView& view, AgentIndex agent, const NearDanger& danger) {
  constexpr double kMoved = 0.5;  // m
  FleeMemory memory(view.memory_to_write(agent));
  const double number = view.world().state.projectiles.number[danger.row];
  const bool is_new = memory.number() != number;
  if (is_new) memory.notice(number, view.time());
  if (!is_new && length(view.displacement(memory.danger(), danger.place)) <= kMoved) return;
  const double waits = memory.noticed() + view.value(def.reaction, agent) - view.time();
  const Refuge refuge = find_refuge(def, view, agent, danger, danger.time - larger(0.0, waits));
  memory.choose(danger.place, refuge.place, refuge.halts);
}

std::optional<Request> steer(const FleeBlastDef& def, const AgentView& view, AgentIndex agent) {
  FleeMemory memory(view.memory_to_write(agent));
  if (view.world().forecast() == nullptr) return std::nullopt;
  const std::optional<NearDanger> danger = first_danger(view, agent);
  if (!danger) {
    memory.forget();
    return std::nullopt;
  }
  look_out(def, view, agent, *danger);
  if (view.time() < memory.noticed() + view.value(def.reaction, agent)) return std::nullopt;
  const double response_time = view.value(def.response_time, agent);
  const Vec3 way = view.displacement(view.position(agent), memory.refuge());
  double speed = view.max_speed(agent);
  if (memory.halts()) speed = smaller(speed, halting_speed(view, agent, length(way), response_time));
  return velocity_request(view, agent, direction(way) * speed, response_time);
}

// Where it runs.
std::optional<Vec3> displacement_to_aim(const FleeBlastDef&, const AgentView& view, AgentIndex agent) {
  if (view.memory(agent)[0] == 0.0) return std::nullopt;
  return view.displacement(view.position(agent), remembered_vector(view.memory(agent), 3));
}

// Behind cover, or before what stands in its way.
std::optional<double> distance_to_rest(const FleeBlastDef&, const AgentView& view, AgentIndex agent) {
  const std::span<const double> memory = view.memory(agent);
  if (memory[0] == 0.0 || memory[5] == 0.0) return std::nullopt;
  return length(view.displacement(view.position(agent), remembered_vector(memory, 3)));
}

constexpr TypedBehavior<FleeBlastDef> kTypedFleeBlast = {
    .info = {.name = "flee_blast",
             .summary = "Runs from where something will explode, round walls and behind cover.",
             .source = "Millington, AI for Games, 3rd ed., 3.5.2, names escape routes; own rules",
             .example = R"({"type": "flee_blast", "candidates": 16, "reaction": 0.2})",
             .related = "evade_projectile, hide, flee",
             .not_in_space = "its directions lie in the plane; use evade_projectile"},
    .fields = kFleeBlastFields,
    .memory = kFleeBlastMemory,
    .leads = false,
    .asks_for_full_speed = false,
    .steer = steer,
    .forecast = forecast,
    .distance_to_rest = distance_to_rest,
    .aim_at = displacement_to_aim,
};

}  // namespace

extern constexpr BehaviorKind kFleeBlast = make_behavior<kTypedFleeBlast>();

}  // namespace drover
