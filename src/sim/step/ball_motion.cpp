#include "sim/step/ball_motion.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

#include "ballistics/bounce.h"
#include "ballistics/rolling.h"
#include "sim/step/terrain.h"

namespace drover {
namespace {

Vec3 level(Vec3 v) {
  return {v.x, v.y, 0.0};
}

// Balls roll over steps up to this part of their radius.
constexpr double kStepOfRadius = 0.3;
// A ball that is no higher above the ground lies on it [m].
constexpr double kLyingSlack = 1e-6;

// Whether a ball has met all that it may meet in this step, and waits for the next one where it is.
template <class Ball>
bool waits(const Ball& ball) {
  return ball.phase == ProjectilePhase::held || ball.impacts >= ball.type->ball->max_impacts;
}

}  // namespace

void BallMotion::reserve(const World& world) {
  const std::size_t balls = world.model().projectiles.room;
  balls_.reserve(balls);
  for (std::vector<double>* start : {&start_x_, &start_y_, &start_z_})
    start->reserve(balls);
  due_.reserve(4 * balls);
  near_.reserve(world.model().body_count());
  if (balls == 0) return;
  // Once with as many as there may be, so that the cells have room.
  for (std::vector<double>* start : {&start_x_, &start_y_, &start_z_})
    start->assign(balls, 0.0);
  NeighborGrid::Cells cells{.size = 1.0};
  if (world.model().is_spatial()) cells.z = start_z_;
  grid_.build(start_x_, start_y_, world.model().bounds, cells);
}

void BallMotion::move(World& world, const HitFinder& hits, std::span<const FreeBall> free_balls,
                      const Events& events) {
  world_ = &world;
  hits_ = &hits;
  hands_ = world.state.hands.exist() ? longest_reach(world) : 0.0;
  balls_.clear();
  reach_ = 0.0;
  for (const FreeBall& free : free_balls) {
    balls_.push_back(begun(free));
    plan(balls_.back());
  }
  sort_by_place();
  due_.clear();
  for (std::size_t k = 0; k < balls_.size(); ++k) {
    find_pair(k);
    note_next(k);
  }
  for (std::size_t k = first_ball(); k != balls_.size(); k = first_ball())
    happen(k, events);
  for (const Ball& ball : balls_)
    finish(ball);
}

BallMotion::Ball BallMotion::begun(const FreeBall& free) const {
  const ProjectileColumns& projectiles = world_->state.projectiles;
  return {.row = free.row,
          .type = &world_->model().projectiles.types[projectiles.type[free.row]],
          .phase = static_cast<ProjectilePhase>(projectiles.phase[free.row]),
          .begin = 0.0,
          .last = free.last,
          .state = {projectiles.position(free.row), projectiles.velocity(free.row), world_->time()},
          .end = {},
          .next = {},
          .pair = {},
          .caught = {},
          .impacts = 0};
}

// Where the ball gets in the rest of the step if nothing is in its way, and what is.
void BallMotion::plan(Ball& ball) {
  const double duration = (ball.last - ball.begin) * world_->model().dt;
  ball.end = waits(ball) ? ball.state : advanced(ball, duration);
  ball.end.time = ball.state.time + duration;
  ball.next = {};
  ball.caught = {};
  const double way = length(ball.end.position - ball.state.position);
  const Vec3 begun = world_->state.projectiles.position(ball.row);
  const double reach = length(ball.state.position - begun) + way + ball.type->radius;
  if (reach > reach_) reach_ = 2.0 * reach;  // so that it seldom grows in the course of a step
  if (waits(ball)) return;
  const ProjectileHit hit = hits_->first_hit({.from = ball.state.position,
                                              .to = ball.end.position,
                                              .radius = ball.type->radius,
                                              .begin = ball.begin,
                                              .end = ball.last,
                                              .immune = immune_agent(ball),
                                              .rolls = ball.phase != ProjectilePhase::flies,
                                              .bounces = true});
  if (hit.is_hit()) {
    ball.next = hit;
    ball.next.t = ball.begin + hit.t * (ball.last - ball.begin);
  }
  if (hands_ > 0.0) find_catch(ball);
}

void BallMotion::find_catch(Ball& ball) {
  const Vec3 way = ball.end.position - ball.state.position;
  hits_->list_near(ball.state.position + way * 0.5, hands_ + 0.5 * length(way), near_);
  const ProjectileColumns& projectiles = world_->state.projectiles;
  ball.caught = first_catch(*world_,
                            {.number = projectiles.number[ball.row],
                             .barred = {projectiles.holder[ball.row], projectiles.barred[ball.row]},
                             .radius = ball.type->radius,
                             .from = ball.state.position,
                             .to = ball.end.position,
                             .velocity = ball.state.velocity,
                             .begin = ball.begin,
                             .end = ball.last,
                             .lies = ball.phase == ProjectilePhase::rests},
                            near_);
}

// Who fired it, until it has left him.
AgentIndex BallMotion::immune_agent(const Ball& ball) const {
  const ProjectileColumns& projectiles = world_->state.projectiles;
  return projectiles.is_clear[ball.row] != 0 ? kNoIndex : projectiles.owner[ball.row];
}

FlightState BallMotion::advanced(const Ball& ball, double duration) const {
  if (ball.phase == ProjectilePhase::flies)
    return FlightLaw(*world_, *ball.type).advanced(ball.state, duration);
  return rolled(ball, duration);
}

// Along a straight line, slower and slower, over the ground; what pulls it along that changes the velocity at
// the begin. Wells and wind act on what flies alone.
FlightState BallMotion::rolled(const Ball& ball, double duration) const {
  const BallDef& def = *ball.type->ball;
  const RollingLaw law{def.rolling_drag, def.rolling_drag_linear};
  const Vec3 from = ball.state.position;
  const Grip grip = grip_at(ball, from);
  Vec3 velocity = level(ball.state.velocity);
  if (!(velocity == Vec3{} && grip.holds)) velocity += grip.pull * duration;
  const Vec3 along = direction(velocity);
  const double speed = length(velocity);
  Vec3 to = from + along * rolling_way(law, speed, duration);
  if (world_->model().is_elevated()) {
    const double radius = ball.type->radius;
    const Terrain terrain(*world_, Terrain::Time::end);
    const Stride stride = terrain.stride(level(from), level(to), from.z - radius, kStepOfRadius * radius);
    if (!stride.falls) to.z = stride.footing.height + radius;
  }
  return {to, along * rolling_speed(law, speed, duration), ball.state.time + duration};
}

// On a slope; in the plane by a gravity that the type has along it.
BallMotion::Grip BallMotion::grip_at(const Ball& ball, Vec3 center) const {
  const BallDef& def = *ball.type->ball;
  if (!world_->model().is_elevated()) {
    const Vec3 pull = level(ball.type->gravity);
    return {pull, length(pull) <= def.rolling_drag};
  }
  const double gravity = length(ball.type->gravity);
  const double bottom = center.z - ball.type->radius;
  const Vec3 slope = Terrain(*world_, Terrain::Time::end).under(level(center), bottom + kLyingSlack).slope;
  return {slope_acceleration(slope, gravity),
          rests_on_slope(slope, gravity, {def.rolling_drag, def.rolling_drag_linear})};
}

// Into cells, so that near ones are found.
void BallMotion::sort_by_place() {
  for (std::vector<double>* start : {&start_x_, &start_y_, &start_z_})
    start->clear();
  for (const Ball& ball : balls_) {
    const Vec3 start = world_->state.projectiles.position(ball.row);
    start_x_.push_back(start.x);
    start_y_.push_back(start.y);
    start_z_.push_back(start.z);
  }
  if (balls_.empty()) return;
  constexpr double kSmallestCell = 0.01;  // m
  NeighborGrid::Cells cells{.size = larger(kSmallestCell, 2.0 * reach_)};
  if (world_->model().is_spatial()) cells.z = start_z_;
  grid_.build(start_x_, start_y_, world_->model().bounds, cells);
}

// The first contact of a ball with another one, of all those that both may reach; of several at once that
// with the lowest.
void BallMotion::find_pair(std::size_t k) {
  Ball& ball = balls_[k];
  ball.pair = {};
  visit_near(k, [&](std::uint32_t other) {
    if (const std::optional<double> t = contact(ball, balls_[other])) ball.pair.add({*t, Met::ball, other});
  });
}

// When two balls touch that go along their chords, as a fraction of the step.
std::optional<double> BallMotion::contact(const Ball& a, const Ball& b) const {
  if (a.phase == ProjectilePhase::held || b.phase == ProjectilePhase::held) return std::nullopt;
  const double begin = larger(a.begin, b.begin);
  const double last = smaller(a.last, b.last);
  if (begin >= last) return std::nullopt;
  const Vec3 step_a = chord(a), step_b = chord(b);  // per step
  const Vec3 at_a = a.state.position + step_a * (begin - a.begin);
  const Vec3 at_b = b.state.position + step_b * (begin - b.begin);
  const std::optional<double> after = time_to_contact(world_->model().bounds.displacement(at_a, at_b),
                                                      step_b - step_a, a.type->radius + b.type->radius);
  if (!after || begin + *after > last) return std::nullopt;
  return begin + *after;
}

// The displacement of a ball in a whole step, as fast as on the rest of its way.
Vec3 BallMotion::chord(const Ball& ball) {
  return ball.begin < ball.last ? (ball.end.position - ball.state.position) / (ball.last - ball.begin)
                                : Vec3{};
}

// When something happens to a ball next, as a fraction of the step; infinite where nothing does.
double BallMotion::next_time(const Ball& ball) {
  double t = kInfinity;
  if (waits(ball)) return t;
  if (ball.next.is_hit()) t = ball.next.t;
  if (ball.pair.is_hit()) t = smaller(t, ball.pair.t);
  if (ball.caught.exists()) t = smaller(t, ball.caught.t);
  return t <= ball.last ? t : kInfinity;
}

// Notes when something happens to a ball next. What was noted before is found to be out of date by its time.
void BallMotion::note_next(std::size_t k) {
  const double t = next_time(balls_[k]);
  if (t == kInfinity) return;
  due_.push_back({t, static_cast<std::uint32_t>(k)});
  std::ranges::push_heap(due_, std::greater{});
}

// The ball to which something happens next, the lowest of several; the number of balls where nothing does.
std::size_t BallMotion::first_ball() {
  while (!due_.empty()) {
    const Due due = due_.front();
    if (next_time(balls_[due.ball]) == due.t) return due.ball;
    std::ranges::pop_heap(due_, std::greater{});
    due_.pop_back();
  }
  return balls_.size();
}

// What comes first; of what comes together a catch, then what is no ball.
void BallMotion::happen(std::size_t k, const Events& events) {
  const Ball& ball = balls_[k];
  const double t = next_time(ball);
  if (ball.caught.exists() && ball.caught.t <= t)
    be_caught(k, events.handlings);
  else if (ball.next.is_hit() && ball.next.t <= t)
    bounce_off(k, events.impacts);
  else
    bounce_together(k, ball.pair.index, events.impacts);
}

void BallMotion::go_to(Ball& ball, double t) const {
  const double duration = (t - ball.begin) * world_->model().dt;
  if (waits(ball))
    ball.state.time += duration;
  else
    ball.state = advanced(ball, duration);
  ball.begin = t;
}

// One who misses it does not try again before it has been out of his reach. Others may have taken hold of
// another ball since it was planned.
void BallMotion::be_caught(std::size_t k, std::vector<Handling>& handlings) {
  Ball& ball = balls_[k];
  const Catch caught = ball.caught;
  ProjectileColumns& projectiles = world_->state.projectiles;
  if (has_free_hands(*world_, caught.agent)) {
    go_to(ball, caught.t);
    if (caught.holds) {
      HandColumns& hands = world_->state.hands;
      hands.ball[caught.agent] = projectiles.number[ball.row];
      hands.since[caught.agent] = world_->state.tick + 1;
      projectiles.holder[ball.row] = caught.agent;
      projectiles.barred[ball.row] = kNoIndex;
      ball.phase = ProjectilePhase::held;
      handlings.push_back({projectiles.number[ball.row], projectiles.type[ball.row], caught.agent,
                           (static_cast<double>(world_->state.tick) + caught.t) * world_->model().dt,
                           world_->model().bounds.wrapped_if_needed(ball.state.position), ball.state.velocity,
                           Handled::caught});
    } else {
      projectiles.barred[ball.row] = caught.agent;
    }
  }
  replan(k);
}

void BallMotion::bounce_off(std::size_t k, std::vector<Impact>& impacts) {
  Ball& ball = balls_[k];
  ProjectileHit hit = ball.next;
  const Vec3 touch = ball.state.position + chord(ball) * (hit.t - ball.begin);
  if (ball.phase == ProjectilePhase::flies && hit.met != Met::agent) {
    const double dt = world_->model().dt;
    const FlightLaw law(*world_, *ball.type);
    hit.t = ball.begin + law.time_to({touch, hit.normal, hit.surface}, ball.state, (hit.t - ball.begin) * dt,
                                     (ball.last - ball.begin) * dt) /
                             dt;
  }
  go_to(ball, hit.t);
  // On the surface itself, not a little beside it as the curve is beside its chord.
  ball.state.position += hit.normal * dot(touch - ball.state.position, hit.normal);
  const Vec3 before = ball.state.velocity;
  const BallDef& def = *ball.type->ball;
  ball.state.velocity =
      bounce(before, hit.surface, hit.normal,
             {.restitution = def.restitution, .friction = def.friction, .grip_share = def.grip_share});
  ++ball.impacts;
  if (def.recoil && hit.met == Met::agent) recoil(ball, hit.index, before);
  settle(ball, hit);
  note(ball, hit, before, impacts);
  replan(k);
}

void BallMotion::recoil(const Ball& ball, AgentIndex agent, Vec3 before) {
  const double share = ball.type->mass / world_->state.limits.mass[agent];
  push(*world_, {world_->state.next, world_->state.next_elevation}, agent,
       (before - ball.state.velocity) * share);
}

// After a bounce: a ball that hardly leaves the ground rolls on it, and so does one that lay there, unless it
// was lifted.
void BallMotion::settle(Ball& ball, const ProjectileHit& hit) const {
  const bool was_down = ball.phase != ProjectilePhase::flies;
  ball.phase = was_down && ball.state.velocity.z <= 0.0 ? ProjectilePhase::rolls : ProjectilePhase::flies;
  const bool is_floor = world_->model().is_elevated() && hit.met == Met::ground && hit.normal.z > 0.0;
  if (was_down || !is_floor) return;
  const double rebound = dot(ball.state.velocity - hit.surface, hit.normal);
  if (rebound >= ball.type->ball->rest_rebound) return;
  ball.state.velocity = level(ball.state.velocity - hit.normal * rebound);
  ball.phase = ProjectilePhase::rolls;
}

void BallMotion::bounce_together(std::size_t first, std::size_t second, std::vector<Impact>& impacts) {
  Ball& a = balls_[first];
  Ball& b = balls_[second];
  const double t = a.pair.t;
  go_to(a, t);
  go_to(b, t);
  const Vec3 normal = direction(world_->model().bounds.displacement(a.state.position, b.state.position));
  const double restitution = smaller(a.type->ball->restitution, b.type->ball->restitution);
  const PairVelocities before{a.state.velocity, b.state.velocity};
  const PairVelocities after = collide(before, normal, a.type->ball->mass, b.type->ball->mass, restitution);
  const std::vector<std::uint32_t>& number = world_->state.projectiles.number;
  for (const auto& [ball, other, was, is, side] : {std::tuple(&a, &b, before.first, after.first, -1.0),
                                                   std::tuple(&b, &a, before.second, after.second, 1.0)}) {
    ball->state.velocity = is;
    ++ball->impacts;
    const bool was_down = ball->phase != ProjectilePhase::flies;
    ball->phase = was_down && is.z <= 0.0 ? ProjectilePhase::rolls : ProjectilePhase::flies;
    note(*ball, {t, Met::ball, number[other->row], normal * side, {}}, was, impacts);
  }
  replan(first);
  replan(second);
}

// What follows from a new state of a ball, for it and for those that would have met it or would meet it now.
void BallMotion::replan(std::size_t k) {
  const double reach = reach_;
  plan(balls_[k]);
  if (reach_ > reach) {  // balls may touch that were too far from each other
    for (std::size_t other = 0; other < balls_.size(); ++other) {
      find_pair(other);
      note_next(other);
    }
    return;
  }
  find_pair(k);
  note_next(k);
  visit_near(k, [&](std::uint32_t other) {
    Ball& ball = balls_[other];
    if (ball.pair.is_hit() && ball.pair.index == k) {
      find_pair(other);
      note_next(other);
    } else if (const std::optional<double> t = contact(ball, balls_[k])) {
      ball.pair.add({*t, Met::ball, static_cast<std::uint32_t>(k)});
      note_next(other);
    }
  });
}

void BallMotion::note(const Ball& ball, const ProjectileHit& hit, Vec3 before,
                      std::vector<Impact>& impacts) const {
  const ProjectileColumns& projectiles = world_->state.projectiles;
  const double dt = world_->model().dt;
  impacts.push_back({.projectile = projectiles.number[ball.row],
                     .type = projectiles.type[ball.row],
                     .owner = projectiles.owner[ball.row],
                     .launched = static_cast<double>(projectiles.launched[ball.row]) * dt,
                     .time = (static_cast<double>(world_->state.tick) + hit.t) * dt,
                     .point = world_->model().bounds.wrapped_if_needed(ball.state.position),
                     .velocity = before,
                     .velocity_after = ball.state.velocity,
                     .hit = hit,
                     .bounced = true});
}

// What lies on the ground flies on where that ends, and rests where it is slow and nothing pulls it on.
ProjectilePhase BallMotion::phase_at_end(const Ball& ball) const {
  if (ball.phase == ProjectilePhase::flies) return ball.phase;
  const Vec3 center = ball.end.position;
  if (world_->model().is_elevated()) {
    const Terrain terrain(*world_, Terrain::Time::end);
    const double bottom = center.z - ball.type->radius;
    if (terrain.under(level(center), bottom + kLyingSlack).height < bottom - kLyingSlack)
      return ProjectilePhase::flies;
  }
  const bool is_slow = length(ball.end.velocity) <= ball.type->ball->rest_speed;
  return is_slow && grip_at(ball, center).holds ? ProjectilePhase::rests : ProjectilePhase::rolls;
}

void BallMotion::finish(const Ball& ball) const {
  ProjectileColumns& projectiles = world_->state.projectiles;
  if (ball.phase == ProjectilePhase::held) {
    projectiles.phase[ball.row] = static_cast<std::uint8_t>(ball.phase);
    return;  // it is where its holder is
  }
  const ProjectilePhase phase = phase_at_end(ball);
  const Vec3 velocity = phase == ProjectilePhase::rests ? Vec3{} : ball.end.velocity;
  const AgentIndex immune = immune_agent(ball);
  if (immune == kNoIndex || !hits_->overlaps(immune, ball.end.position, ball.type->radius))
    projectiles.is_clear[ball.row] = 1;
  for (std::uint32_t* barred : {&projectiles.holder[ball.row], &projectiles.barred[ball.row]}) {
    if (*barred != kNoIndex && is_out_of_reach(*world_, *barred, ball.end.position)) *barred = kNoIndex;
  }
  projectiles.set_motion(ball.row, world_->model().bounds.wrapped_if_needed(ball.end.position), velocity);
  projectiles.phase[ball.row] = static_cast<std::uint8_t>(phase);
}

}  // namespace drover
