#include "sim/step/projectile_forecast.h"

#include <algorithm>
#include <cmath>

#include "ballistics/rolling.h"
#include "core/check.h"
#include "sim/geometry/body_sweep.h"
#include "sim/step/projectile_flight.h"
#include "sim/step/terrain.h"

namespace drover {
namespace {

// Later landings are not foreseen [s].
constexpr double kLongestFlight = 30.0;
// The ground is looked at, and flights without a closed form go on, in steps no longer than this [s].
constexpr double kForecastStep = 0.05;
// Pieces of paths last and are no longer than this, unless there would be too many of them [s, m].
constexpr double kPieceTime = 0.1;
constexpr double kPieceLength = 4.0;
// What bounces begins its flight on the ground, or below it by a rounding [m].
constexpr double kTouches = 1e-9;

Vec3 over_ground(Vec3 v) {
  return {v.x, v.y, 0.0};
}

double time_since(const FlightState& start, const FlightState& state) {
  return state.time - start.time;
}

bool is_flat(const World& world) {
  return world.model().statics->ground.tops().empty() && world.model().platforms.empty();
}

// The height of what a flight comes down to at p, that was at height `from` before: what is solid counts from
// the side, too.
double ground_under(const World& world, Vec3 p, double from) {
  double height = Terrain(world, Terrain::Time::begin).under(over_ground(p), from).height;
  world.model().statics->ground.visit_tops_at(world.model().regions, over_ground(p),
                                              [&](const GroundTop& top) {
                                                if (top.solid) height = larger(height, top.height_at(p));
                                              });
  return height;
}

}  // namespace

// The motion of one projectile from S(n) on. What rolls goes straight: slopes and edges are not foreseen.
class ProjectileForecast::Motion {
 public:
  Motion(const World& world, std::size_t row)
      : world_(world),
        type_(world.model().projectiles.types[world.state.projectiles.type[row]]),
        law_(world, type_),
        phase_(static_cast<ProjectilePhase>(world.state.projectiles.phase[row])),
        start_{world.state.projectiles.position(row), world.state.projectiles.velocity(row), world.time()} {
    if (type_.ball) rolling_ = {type_.ball->rolling_drag, type_.ball->rolling_drag_linear};
  }

  const ProjectileType& type() const { return type_; }
  const FlightState& start() const { return start_; }
  bool flies() const { return phase_ == ProjectilePhase::flies; }
  bool is_exact() const { return !flies() || law_.is_exact(); }
  bool is_straight() const {
    return !flies() || (law_.is_exact() && type_.gravity == Vec3{} && type_.drag_linear == 0.0);
  }
  // Whether it flies along a parabola or a straight line.
  bool is_parabola() const { return flies() && law_.is_exact() && type_.drag_linear == 0.0; }
  LinearDrag even_law() const {
    return {
        .gravity = type_.gravity, .k = type_.drag_linear, .wind = world_.model().projectiles.constant_wind()};
  }

  FlightState after(const FlightState& from, double duration) const {
    if (!flies()) return rolled(from, duration);
    if (law_.is_exact()) return law_.advanced(from, duration);
    FlightState state = from;
    const double steps = larger(1.0, std::ceil(duration / kForecastStep - 1e-9));
    for (double k = 0.0; k < steps; k += 1.0)
      state = law_.advanced(state, duration / steps);
    return state;
  }

 private:
  FlightState rolled(const FlightState& from, double duration) const {
    const double speed = length(from.velocity);
    if (phase_ == ProjectilePhase::rests || speed == 0.0) return {from.position, {}, from.time + duration};
    const Vec3 along = from.velocity / speed;
    return {from.position + along * rolling_way(rolling_, speed, duration),
            along * rolling_speed(rolling_, speed, duration), from.time + duration};
  }

  const World& world_;
  const ProjectileType& type_;
  FlightLaw law_;
  ProjectilePhase phase_;
  FlightState start_;
  RollingLaw rolling_;
};

void ProjectileForecast::PointSet::make_room(std::size_t count) {
  x.resize(count);
  y.resize(count);
  z.resize(count);
}

void ProjectileForecast::PointSet::sort(const World& world, double cell, WorkerPool& workers) {
  NeighborGrid::Cells cells{.size = cell};
  if (world.model().is_spatial()) cells.z = z;
  if (!x.empty()) grid.build(x, y, world.model().bounds, cells, workers);
}

// Finds what there is to know about one projectile.
class ProjectileForecast::Finder {
 public:
  Finder(ProjectileForecast& forecast, const World& world, std::size_t row)
      : forecast_(forecast),
        world_(world),
        motion_(world, row),
        row_(row),
        course_(forecast.courses_[row]),
        samples_(std::span(forecast.samples_).subspan(row * (kPieces + 1), kPieces + 1)),
        landings_(std::span(forecast.landings_)
                      .subspan(row * forecast.catch_heights_.size(), forecast.catch_heights_.size())) {}

  void find() {
    course_ = {};
    find_end();
    find_pieces();
    for (std::size_t k = 0; k < landings_.size(); ++k)
      landings_[k] = find_landing(forecast_.catch_heights_[k]);
    find_danger();
  }

 private:
  double age() const {
    const auto launched = world_.state.projectiles.launched[row_];
    return static_cast<double>(world_.state.tick - launched) * world_.model().dt;
  }
  bool falls() const { return world_.model().is_elevated() && motion_.flies(); }

  // Where it comes down, and else how long it lasts.
  void find_end() {
    const double left = larger(0.0, smaller(motion_.type().lifetime, motion_.type().fuse) - age());
    course_.until = smaller(left, kLongestFlight);
    course_.end = left <= kLongestFlight ? PathEnd::lifetime : PathEnd::nothing;
    if (falls()) {
      if (const auto landing = first_descent(motion_.type().radius, course_.until, true)) {
        landing_ = Landing{time_since(motion_.start(), *landing), landing->position};
        course_.until = landing_->time;
        course_.end = PathEnd::ground;
        return;
      }
    }
    if (motion_.type().explosion || course_.until <= forecast_.need_.horizon) return;
    course_.until = forecast_.need_.horizon;
    course_.end = PathEnd::nothing;
  }

  // When its center falls through a height over the ground. What is below it at the start comes down there,
  // or has to rise first.
  std::optional<FlightState> first_descent(double height, double longest, bool below_counts) const {
    const FlightState start = motion_.start();
    if (motion_.is_exact() && is_flat(world_)) return closed_descent(height, longest, below_counts);
    FlightState begin = start;
    if (motion_.is_exact() && start.position.z - height > forecast_.highest_top_) {
      // Until then it is over all ground.
      const auto lowered = predict_landing(start.position, start.velocity, motion_.even_law(),
                                           height + forecast_.highest_top_, longest);
      if (!lowered) return std::nullopt;
      begin = motion_.after(start, lowered->time);
      begin.position.z = larger(begin.position.z, height + forecast_.highest_top_);
    }
    const auto is_above = [&](const FlightState& state, double from) {
      return state.position.z - height >= ground_under(world_, state.position, from);
    };
    if (below_counts) begin.position.z += kTouches;
    bool was_above = is_above(begin, begin.position.z);
    if (!was_above && below_counts) return begin;
    while (time_since(start, begin) < longest) {
      const double step = smaller(kForecastStep, longest - time_since(start, begin));
      const FlightState end = motion_.after(begin, step);
      const double from = larger(begin.position.z, end.position.z);
      const bool now_above = is_above(end, from);
      if (was_above && !now_above) {
        double low = 0.0, high = step;
        for (int halving = 0; halving < 60; ++halving) {
          const double middle = 0.5 * (low + high);
          (is_above(motion_.after(begin, middle), from) ? low : high) = middle;
        }
        return motion_.after(begin, high);
      }
      if (end.time == begin.time) break;
      was_above = now_above;
      begin = end;
    }
    return std::nullopt;
  }

  std::optional<FlightState> closed_descent(double height, double longest, bool below_counts) const {
    FlightState start = motion_.start();
    if (start.position.z < height - kTouches && below_counts) return start;
    if (below_counts) start.position.z = larger(start.position.z, height);
    const auto landing = predict_landing(start.position, start.velocity, motion_.even_law(), height, longest);
    if (!landing) return std::nullopt;
    return FlightState{landing->point, {}, start.time + landing->time};
  }

  // Cuts the path into pieces, up to the first obstacle or wall. Beyond the horizon and the range only
  // somebody looks who asks where it ends.
  void find_pieces() {
    const ForecastNeed& need = forecast_.need_;
    const StaticGeometry geometry = world_.geometry();
    const double speed = length(motion_.start().velocity);
    double shown = smaller(course_.until, motion_.is_exact() ? forecast_.path_horizon_ : need.horizon);
    if (speed > 0.0) shown = smaller(shown, forecast_.path_range_ / speed);
    const bool asks_for_end = landings_.size() > 0 || motion_.type().explosion.has_value();
    const double last = geometry.is_empty() || !asks_for_end ? shown : course_.until;
    double wanted = std::ceil(shown / kPieceTime);
    wanted = larger(wanted, std::ceil(speed * shown / kPieceLength));
    const auto count = static_cast<std::uint32_t>(clamp(wanted, 1.0, kPieces));
    course_.piece_time = shown / count;
    course_.shown = shown;
    if (motion_.is_parabola())
      course_.sag = length(motion_.type().gravity) * course_.piece_time * course_.piece_time / 8.0;
    FlightState state = motion_.start();
    samples_[0] = state.position;
    bool is_cut = false;
    for (std::uint32_t k = 0; k < count && !is_cut; ++k) {
      const FlightState next = motion_.after(state, course_.piece_time);
      is_cut = is_cut_by_shape(geometry, state, next, course_.piece_time);
      samples_[++course_.pieces] = is_cut ? end_place_ : next.position;
      state = next;
    }
    if (is_cut) course_.shown = course_.until;
    constexpr double kStraightStep = 0.5;  // s
    const double step_beyond = motion_.is_straight() ? kStraightStep : kPieceTime;
    for (double time = shown; !is_cut && time < last; time += step_beyond) {
      const double step = smaller(step_beyond, last - time);
      const FlightState next = motion_.after(state, step);
      is_cut = is_cut_by_shape(geometry, state, next, step);
      state = next;
    }
    if (!is_cut) end_place_ = landing_ ? landing_->point : state.position;
    // Of a path that nobody looked at to its end; flights without a closed form are followed there.
    if (!is_cut && !landing_ && asks_for_end && last < course_.until)
      end_place_ = motion_.after(motion_.start(), course_.until).position;
  }

  bool is_cut_by_shape(const StaticGeometry& geometry, const FlightState& begin, const FlightState& end,
                       double duration) {
    if (geometry.is_empty()) return false;
    const bool is_spatial = geometry.is_spatial();
    const Vec3 from =
        world_.model().bounds.wrapped_if_needed(is_spatial ? begin.position : over_ground(begin.position));
    const Vec3 way = is_spatial ? end.position - begin.position : over_ground(end.position - begin.position);
    const double distance = length(way);
    if (distance < kLengthEpsilon) return false;
    double fraction = 2.0;
    if (motion_.type().ball || motion_.type().fuse < kInfinity) {
      if (const auto touch = first_touch(geometry, from, from + way, motion_.type().radius))
        fraction = touch->t;
    } else {
      if (const auto hit = geometry.first_obstacle_hit(from, from + way, motion_.type().radius))
        fraction = smaller(fraction, hit->distance / distance);
      if (const auto hit = geometry.first_swept_wall_hit(from, from + way, motion_.type().radius))
        fraction = smaller(fraction, hit->distance / distance);
    }
    if (fraction > 1.0) return false;
    course_.until = time_since(motion_.start(), begin) + fraction * duration;
    course_.end = PathEnd::shape;
    landing_.reset();
    end_place_ = begin.position + (end.position - begin.position) * fraction;
    return true;
  }

  std::optional<Landing> find_landing(double height) const {
    if (!falls()) return std::nullopt;
    if (const auto state = first_descent(height, course_.until, false))
      return Landing{time_since(motion_.start(), *state), state->position};
    return landing_;
  }

  // What has a fuse explodes when that is burnt, near where it comes down, unless it vanishes before; what
  // has none where it hits something.
  void find_danger() {
    const ProjectileType& type = motion_.type();
    if (!type.explosion) return;
    const double burns = larger(0.0, type.fuse - age());
    if (type.fuse < kInfinity) {
      if (type.lifetime < type.fuse || burns > kLongestFlight) return;
      course_.danger = Danger{burns, end_place_, type.explosion->radius, type.explosion->blocked};
    } else if (course_.end == PathEnd::ground || course_.end == PathEnd::shape) {
      course_.danger = Danger{course_.until, end_place_, type.explosion->radius, type.explosion->blocked};
    }
  }

  ProjectileForecast& forecast_;
  const World& world_;
  Motion motion_;
  std::size_t row_;
  Course& course_;
  std::span<Vec3> samples_;
  std::span<std::optional<Landing>> landings_;
  std::optional<Landing> landing_;  // on the ground
  Vec3 end_place_;
};

void ProjectileForecast::begin(const World& world) {
  const Model& model = world.model();
  for (const AgentType& type : model.types) {
    for (const StackEntry& entry : type.entries) {
      if (entry.kind == nullptr || entry.kind->forecast == nullptr) continue;
      const ForecastNeed need = entry.kind->forecast(entry.params.get());
      is_needed_ = model.projectiles.exists();
      need_.horizon = larger(need_.horizon, need.horizon);
      if (need.paths) path_horizon_ = larger(path_horizon_, need.horizon);
      need_.range = larger(need_.range, need.range);
      need_.paths = need_.paths || need.paths;
      need_.dangers = need_.dangers || need.dangers;
      if (need.catch_height && std::ranges::find(catch_heights_, *need.catch_height) == catch_heights_.end())
        catch_heights_.push_back(*need.catch_height);
    }
  }
  if (!is_needed_) return;
  highest_top_ = model.platforms.empty() ? 0.0 : kInfinity;
  for (const GroundTop& top : model.statics->ground.tops())
    highest_top_ = larger(highest_top_, top.from.z + larger(0.0, top.rise));
  for (const ProjectileType& type : model.projectiles.types)
    largest_radius_ = larger(largest_radius_, type.radius);
  // Of more projectiles or pieces than these, the first step that has them allocates.
  constexpr std::size_t kManyProjectiles = 4096, kManyPieces = 65536;
  const std::size_t many = std::min(model.projectiles.room, kManyProjectiles);
  make_room(many);
  danger_rows_.reserve(many);
  const std::size_t pieces = std::min(many * kPieces, kManyPieces);
  piece_rows_.reserve(pieces);
  piece_numbers_.reserve(pieces);
  WorkerPool alone;
  for (PointSet* points : {&pieces_, &places_, &dangers_}) {
    points->make_room(points == &pieces_ ? pieces : many);
    points->sort(world, 1.0, alone);
    points->clear();
  }
}

void ProjectileForecast::make_room(std::size_t count) {
  courses_.resize(count);
  landings_.resize(count * catch_heights_.size());
  samples_.resize(count * (kPieces + 1));
  claims_.resize(count);
}

void ProjectileForecast::find(const World& world, WorkerPool& workers) {
  const State& state = world.state;
  count_ = state.projectile_counts.in_flight[0];
  // Not at once for all that there may be: that is 1 kB each.
  if (count_ > courses_.size()) make_room(std::min(world.model().projectiles.room, 2 * count_));
  double fastest = 0.0;
  for (AgentIndex i = 0; i < world.model().body_count(); ++i)
    if (world.is_present(i)) fastest = larger(fastest, length(state.motion.velocity(i)));
  path_range_ = need_.range + fastest * need_.horizon;
  const Chunks chunks = workers.chunks_of(count_);
  workers.run(chunks.number(), [&](std::size_t chunk, std::size_t) {
    for (std::size_t row = chunks.begin(chunk); row < chunks.end(chunk); ++row)
      Finder(*this, world, row).find();
  });
  std::fill_n(claims_.begin(), count_, Claim{});
  sort_points(world, workers);
}

void ProjectileForecast::sort_points(const World& world, WorkerPool& workers) {
  const Bounds& bounds = world.model().bounds;
  pieces_.clear();
  piece_rows_.clear();
  piece_numbers_.clear();
  places_.clear();
  dangers_.clear();
  danger_rows_.clear();
  longest_half_ = largest_blast_ = 0.0;
  for (std::uint32_t row = 0; row < count_; ++row) {
    const Course& course = courses_[row];
    if (!catch_heights_.empty()) places_.add(world.state.projectiles.position(row));
    if (need_.dangers && course.danger) {
      dangers_.add(bounds.wrapped_if_needed(course.danger->place));
      danger_rows_.push_back(row);
      largest_blast_ = larger(largest_blast_, course.danger->radius);
    }
    for (std::uint32_t k = 0; need_.paths && k < course.pieces; ++k) {
      if (k * course.piece_time > path_horizon_) break;
      const Vec3 from = samples_[row * (kPieces + 1) + k];
      const Vec3 to = samples_[row * (kPieces + 1) + k + 1];
      pieces_.add(bounds.wrapped_if_needed((from + to) * 0.5));
      piece_rows_.push_back(row);
      piece_numbers_.push_back(k);
      longest_half_ = larger(longest_half_, 0.5 * length(to - from) + course.sag);
    }
  }
  pieces_.sort(world, larger(2.0, longest_half_), workers);
  places_.sort(world, larger(2.0, 0.5 * need_.range), workers);
  dangers_.sort(world, larger(2.0, largest_blast_), workers);
}

PathPiece ProjectileForecast::piece(std::uint32_t k) const {
  const std::uint32_t row = piece_rows_[k];
  const std::uint32_t number = piece_numbers_[k];
  const Course& course = courses_[row];
  const Vec3* samples = &samples_[row * (kPieces + 1) + number];
  const bool is_last = number + 1 == course.pieces;
  return {row, number * course.piece_time, is_last ? course.shown : (number + 1) * course.piece_time,
          samples[0], samples[1]};
}

bool ProjectileForecast::may_pass(const World& world, const PathPiece& piece, const PassingBody& body,
                                  double reach) const {
  const double duration = piece.end - piece.begin;
  const Vec3 center = body.center + body.velocity * piece.begin;
  const Vec3 displacement = world.model().bounds.displacement(center, piece.from);
  const Vec3 way = piece.to - piece.from - body.velocity * duration;
  const double square = length2(way);
  const double share = square > 0.0 ? clamp(-dot(displacement, way) / square, 0.0, 1.0) : 0.0;
  const double limit = reach + courses_[piece.row].sag + kLengthEpsilon;
  return length2(displacement + way * share) <= limit * limit;
}

ClosestPass ProjectileForecast::pass(const World& world, const PathPiece& piece,
                                     const PassingBody& body) const {
  const Motion motion(world, piece.row);
  const double duration = piece.end - piece.begin;
  const Vec3 center = body.center + body.velocity * piece.begin;
  const Vec3 displacement = world.model().bounds.displacement(center, piece.from);
  const Vec3 gravity = motion.is_parabola() ? motion.type().gravity : Vec3{};
  const Vec3 velocity = motion.is_parabola() ? motion.start().velocity + gravity * piece.begin
                                             : (duration > 0.0 ? (piece.to - piece.from) / duration : Vec3{});
  ClosestPass pass;
  if (gravity == Vec3{}) {
    const Vec3 relative = velocity - body.velocity;
    const double square = length2(relative);
    pass.time = square > 0.0 ? clamp(-dot(displacement, relative) / square, 0.0, duration) : 0.0;
    pass.distance = length(displacement + relative * pass.time);
  } else {
    pass = closest_pass(displacement, velocity - body.velocity, gravity, duration);
  }
  pass.time += piece.begin;
  return pass;
}

const std::optional<Landing>& ProjectileForecast::landing(std::size_t row, double catch_height) const {
  const auto found = std::ranges::find(catch_heights_, catch_height);
  DROVER_CHECK(found != catch_heights_.end(), "behaviors say what they ask for");
  const auto k = static_cast<std::size_t>(found - catch_heights_.begin());
  return landings_[row * catch_heights_.size() + k];
}

Vec3 ProjectileForecast::place(const World& world, std::size_t row, double time) const {
  const Motion motion(world, row);
  if (motion.is_exact()) return motion.after(motion.start(), time).position;
  const Course& course = courses_[row];
  const std::span samples = std::span(samples_).subspan(row * (kPieces + 1), course.pieces + 1);
  if (course.pieces == 0 || course.piece_time == 0.0 || time <= 0.0) return samples[0];
  const double last = static_cast<double>(course.pieces) - 1.0;
  const double k = smaller(std::floor(time / course.piece_time), last);
  const double begin = k * course.piece_time;
  const double duration = k == last ? course.shown - begin : course.piece_time;
  const auto index = static_cast<std::size_t>(k);
  const double share = duration > 0.0 ? clamp((time - begin) / duration, 0.0, 1.0) : 0.0;
  return samples[index] + (samples[index + 1] - samples[index]) * share;
}

std::optional<std::size_t> ProjectileForecast::row_of(const World& world, std::uint32_t number) const {
  const std::span numbers = std::span(world.state.projectiles.number).first(count_);
  const auto found = std::ranges::lower_bound(numbers, number);
  if (found == numbers.end() || *found != number) return std::nullopt;
  return static_cast<std::size_t>(found - numbers.begin());
}

}  // namespace drover
