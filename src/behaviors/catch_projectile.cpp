// catch_projectile: goes to where something that flies or rolls can be caught, and waits for it there.
// Millington, AI for Games, 3rd ed., 3.5.2, names it as a use of landing prediction. See projectiles.md.
#include "behaviors/arrival.h"
#include "behaviors/projectiles.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/terrain.h"

namespace drover {
namespace {

struct CatchProjectileDef {
  Reference projectile{ReferenceType::projectile_type, {}, kNoIndex};
  double range = 50.0;
  Reference region{ReferenceType::region, {}, kNoIndex};
  double catch_height = 1.2;
  bool nearest_only = true;
  ArrivalRule arrival{.deceleration = Deceleration::fast};
};

constexpr auto kCatchProjectileFields =
    join(fields(field<&CatchProjectileDef::projectile>(kProjectileSelection),
                field<&CatchProjectileDef::range>(kProjectileRange),
                field<&CatchProjectileDef::region>({.key = "region",
                                                    .doc = "Goes only for what it can meet in this region.",
                                                    .otherwise = "anywhere"}),
                field<&CatchProjectileDef::catch_height>(
                    {.key = "catch_height",
                     .unit = "m",
                     .range = closed(0, 1e3),
                     .doc = "How high over the ground it catches; what does not fall through this height in "
                            "time it meets lower, at the latest where that comes down.",
                     .in_plane = false,
                     .on_heights = true}),
                field<&CatchProjectileDef::nearest_only>(
                    {.key = "nearest_only",
                     .doc = "Goes for what no other agent with this behavior gets hold of sooner."})),
         embed<&CatchProjectileDef::arrival>(kArrivalFields));

ForecastNeed forecast(const CatchProjectileDef& def) {
  constexpr double kLongestChase = 10.0;  // s
  return {.horizon = kLongestChase, .range = def.range, .catch_height = def.catch_height};
}

// Where an agent meets a projectile.
struct Meeting {
  std::size_t row = kNoIndex;
  Vec3 displacement;      // to the place [m]
  Vec3 velocity;          // of the projectile there, where it does not come down [m/s]
  double time = 0.0;      // when it is there [s]
  double way_time = 0.0;  // that the agent needs at least [s]
};

// The memory: the number of the projectile that it goes for; 0 for none.
constexpr std::size_t kCatchMemory = 1;

class MeetingSearch {
 public:
  MeetingSearch(const CatchProjectileDef& def, const AgentView& view, AgentIndex agent,
                const ProjectileForecast& forecast)
      : def_(def), view_(view), agent_(agent), forecast_(forecast), top_speed_(view.max_speed(agent)) {}

  // Calls visit(meeting) for all that it sees and reaches in time.
  template <class Visit>
  void visit_all(Visit&& visit) const {
    forecast_.visit_projectiles(view_.position(agent_), def_.range, [&](std::size_t row) {
      if (!concerns(def_.projectile, view_, agent_, row)) return;
      if (length(displacement_to_projectile(view_, agent_, row)) > def_.range) return;
      if (const std::optional<Meeting> meeting = find(row)) visit(*meeting);
    });
  }

 private:
  // It does not give up what it runs for because it is late by a little.
  double patience(std::size_t row) const {
    constexpr double kLate = 0.5;  // s
    const double number = view_.world().state.projectiles.number[row];
    return view_.memory(agent_)[0] == number ? kLate : 0.0;
  }

  Vec3 displacement_to(Vec3 place) const {
    return in_reach_of(view_, view_.displacement(view_.position(agent_), place));
  }
  double time_to(Vec3 place) const { return length(displacement_to(place)) / top_speed_; }

  bool is_in_region(Vec3 place) const {
    if (!view_.world().model().is_spatial()) place.z = 0.0;
    return def_.region.name.empty() || view_.world().model().regions[def_.region.index].encloses(place);
  }
  bool is_low(Vec3 place) const {
    if (!view_.world().model().is_elevated()) return true;
    const Footing footing =
        Terrain(view_.world(), Terrain::Time::begin).under({place.x, place.y, 0.0}, place.z);
    return place.z <= footing.height + def_.catch_height;
  }

  std::optional<Meeting> find(std::size_t row) const {
    const auto phase = static_cast<ProjectilePhase>(view_.world().state.projectiles.phase[row]);
    if (phase == ProjectilePhase::held) return std::nullopt;
    if (view_.world().model().is_elevated() && phase == ProjectilePhase::flies) {
      const std::optional<Meeting> fall = where_it_falls(row);
      return fall ? fall : on_the_way(row);
    }
    return phase == ProjectilePhase::rests ? at_rest(row) : on_the_way(row);
  }

  std::optional<Meeting> where_it_falls(std::size_t row) const {
    const std::optional<Landing>& landing = forecast_.landing(row, def_.catch_height);
    if (!landing) return std::nullopt;
    const double way_time = time_to(landing->point);
    if (way_time > landing->time + patience(row) || !is_in_region(landing->point)) return std::nullopt;
    return Meeting{row, displacement_to(landing->point), {}, landing->time, way_time};
  }

  std::optional<Meeting> at_rest(std::size_t row) const {
    const Vec3 place = view_.world().state.projectiles.position(row);
    if (!is_in_region(place)) return std::nullopt;
    const double way_time = time_to(place);
    return Meeting{row, displacement_to(place), {}, way_time, way_time};
  }

  // The earliest time at which it can be where the projectile is then: looked for in steps, then by
  // bisection.
  std::optional<Meeting> on_the_way(std::size_t row) const {
    const double step_time = def_.region.name.empty() ? 0.1 : 0.02;  // s
    const double last = forecast_.end_time(row);
    const double late = patience(row);
    const auto reaches = [&](double time) {
      const Vec3 place = forecast_.place(view_.world(), row, time);
      return time_to(place) <= time + late && is_in_region(place) && is_low(place);
    };
    double begin = 0.0;
    if (reaches(0.0)) return meeting_at(row, 0.0);
    for (double step = 1.0; begin < last; step += 1.0) {
      const double end = smaller(step * step_time, last);
      if (reaches(end)) {
        const double time = bisect(begin, end, [&](double t) { return !reaches(t); });
        return meeting_at(row, time);
      }
      begin = end;
    }
    return std::nullopt;
  }

  Meeting meeting_at(std::size_t row, double time) const {
    const Vec3 place = forecast_.place(view_.world(), row, time);
    constexpr double kMoment = 1e-3;  // s
    const double before = larger(0.0, time - kMoment);
    const Vec3 moved = place - forecast_.place(view_.world(), row, before);
    const Vec3 velocity = time > before ? in_reach_of(view_, moved / (time - before))
                                        : in_reach_of(view_, view_.world().state.projectiles.velocity(row));
    return {row, displacement_to(place), velocity, time, time_to(place)};
  }

  const CatchProjectileDef& def_;
  const AgentView& view_;
  AgentIndex agent_;
  const ProjectileForecast& forecast_;
  double top_speed_;
};

void claim(const CatchProjectileDef& def, const AgentView& view, std::span<const AgentIndex> agents,
           ProjectileForecast& forecast) {
  for (const AgentIndex agent : agents) {
    MeetingSearch(def, view, agent, forecast).visit_all([&](const Meeting& meeting) {
      forecast.claim(meeting.row, agent, meeting.way_time);
    });
  }
}

// The one at the nearest place; of equally near ones that with the lowest number.
std::optional<Meeting> nearest_meeting(const CatchProjectileDef& def, const AgentView& view,
                                       AgentIndex agent) {
  const ProjectileForecast& forecast = *view.world().forecast();
  std::optional<Meeting> best;
  MeetingSearch(def, view, agent, forecast).visit_all([&](const Meeting& meeting) {
    if (def.nearest_only && forecast.claimed_by(meeting.row) != agent) return;
    if (best && (meeting.way_time > best->way_time ||
                 (meeting.way_time == best->way_time && meeting.row > best->row)))
      return;
    best = meeting;
  });
  return best;
}

// No slower than it has to be to get there in time.
std::optional<Request> steer(const CatchProjectileDef& def, const AgentView& view, AgentIndex agent) {
  if (view.world().forecast() == nullptr) return std::nullopt;
  double& number = view.memory_to_write(agent)[0];
  const std::optional<Meeting> meeting = nearest_meeting(def, view, agent);
  if (!meeting) {
    number = 0.0;
    return std::nullopt;
  }
  number = view.world().state.projectiles.number[meeting->row];
  Arrival arrival = def.arrival.arrival(view, agent);
  const double distance = length(meeting->displacement);
  arrival.passing_speed = smaller(view.full_speed(agent), distance / larger(meeting->time, view.dt()));
  return arrive_request(view, agent, meeting->displacement, arrival, meeting->velocity);
}

constexpr TypedBehavior<CatchProjectileDef> kTypedCatchProjectile = {
    .info = {.name = "catch_projectile",
             .summary = "Goes to where something that flies or rolls can be caught, and waits for it.",
             .source = "Millington, AI for Games, 3rd ed., 3.5.2",
             .example = R"({"type": "catch_projectile", "range": 40, "nearest_only": true})",
             .related = "evade_projectile, intercept, arrive",
             .in_space = true},
    .fields = kCatchProjectileFields,
    .memory = kCatchMemory,
    .steer = steer,
    .forecast = forecast,
    .claim = claim,
};

}  // namespace

extern constexpr BehaviorKind kCatchProjectile = make_behavior<kTypedCatchProjectile>();

}  // namespace drover
