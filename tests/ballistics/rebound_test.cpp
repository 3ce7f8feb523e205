#include "ballistics/rebound.h"

#include <vector>

#include "ballistics/vectors.h"

namespace drover::rebound_test {
namespace {

using namespace test;

constexpr double kRadius = 0.0286;
enum Cushion : std::size_t { kTop, kRight, kBottom, kLeft };

// A pool table without its frame of cushions but those that are asked for.
std::vector<ReboundWall> cushions(const std::vector<Cushion>& which) {
  const ReboundWall all[] = {{{0, 1.27, 0}, {2.54, 1.27, 0}, {0, -1, 0}},
                             {{2.54, 0, 0}, {2.54, 1.27, 0}, {-1, 0, 0}},
                             {{0, 0, 0}, {2.54, 0, 0}, {0, 1, 0}},
                             {{0, 0, 0}, {0, 1.27, 0}, {1, 0, 0}}};
  std::vector<ReboundWall> walls;
  for (const Cushion cushion : which)
    walls.push_back(all[cushion]);
  return walls;
}

ReboundShot shot_of(std::size_t bounces, const BounceLaw& law) {
  return {{0.5, 0.3, 0}, {2, 0.3, 0}, kRadius, law, bounces, bounces};
}

// Rolls the ball by the law of the bounce alone; how far from the target it passes after its last bounce.
double miss_of(const ReboundShot& shot, const Rebound& rebound, const std::vector<ReboundWall>& walls) {
  Vec3 position = shot.start;
  Vec3 velocity = rebound.direction * 3.0;
  for (std::size_t i = 0; i < rebound.bounces; ++i) {
    const ReboundWall& wall = walls[rebound.walls[i]];
    const double time = (dot(position - wall.start, wall.normal) - shot.radius) / -dot(velocity, wall.normal);
    EXPECT_GE(time, 0.0);
    position += velocity * time;
    velocity = bounce(velocity, {}, wall.normal, shot.law);
  }
  const Vec3 rest = shot.target - position;
  EXPECT_GT(dot(rest, velocity), 0.0);
  return length(cross(rest, velocity)) / length(velocity);
}

Vec3 seen(Vec3 v) {
  return {v.x, v.y, 0.0};
}

struct PoolCase {
  std::vector<Cushion> walls;
  double restitution, aim, x;
};

TEST(Rebound, OnAPoolTableAsInTheWorkedExamples) {
  for (const PoolCase& c :
       {PoolCase{{kTop}, 1, 51.456166, 1.25}, PoolCase{{kTop}, 0.75, 55.671865, 1.142857},
        PoolCase{{kTop, kRight}, 1, 36.734481, 1.761400}, PoolCase{{kTop, kRight}, 0.75, 39.200323, 1.654257},
        PoolCase{{kTop, kBottom}, 1, 58.267200, 1.082165},
        PoolCase{{kTop, kBottom}, 0.75, 63.744443, 0.964361},
        PoolCase{{kTop, kRight, kBottom}, 1, 43.874700, 1.479124},
        PoolCase{{kTop, kRight, kBottom}, 0.75, 48.469825, 1.333765}}) {
    const std::vector<ReboundWall> walls = cushions(c.walls);
    const ReboundShot shot = shot_of(walls.size(), {.restitution = c.restitution, .friction = 0});
    // Bottom, right, top is as long as top, right, bottom without loss: the first of equal ones counts.
    const std::optional<Rebound> rebound = predict_rebound(shot, walls);
    ASSERT_TRUE(rebound);
    EXPECT_LT(miss_of(shot, *rebound, walls), 1e-12);
    EXPECT_NEAR(bearing_of(rebound->direction), c.aim, 5.01e-7);
    EXPECT_NEAR(rebound->contacts[0].x, c.x, 5.01e-7);
    EXPECT_EQ(rebound->walls[0], 0u);
  }
}

TEST(Rebound, WithGripGoesSteeper) {
  const ReboundShot shot = shot_of(1, {.restitution = 0.75, .friction = 0.3});
  const std::vector<ReboundWall> walls = cushions({kTop});
  const auto rebound = predict_rebound(shot, walls);
  ASSERT_TRUE(rebound);
  EXPECT_NEAR(bearing_of(rebound->direction), 50.781526, 5e-7);
  EXPECT_NEAR(rebound->contacts[0].x, 1.268293, 5e-7);
  EXPECT_LT(miss_of(shot, *rebound, walls), 1e-12);
}

TEST(Rebound, ThatSlipsLosesTheSameAtAnyAngle) {
  const ReboundShot shot = shot_of(1, {.restitution = 0.75, .friction = 0.2, .grip_share = 1});
  const std::vector<ReboundWall> walls = cushions({kTop});
  const auto rebound = predict_rebound(shot, walls);
  ASSERT_TRUE(rebound);
  EXPECT_NEAR(bearing_of(rebound->direction), 48.559568, 5e-7);
  EXPECT_NEAR(rebound->contacts[0].x, 1.331137, 5e-7);
  EXPECT_LT(miss_of(shot, *rebound, walls), 1e-12);
}

TEST(Rebound, LeavesAtTheSpeedThatArrives) {
  const auto rebound = predict_rebound(shot_of(1, {.restitution = 0.75, .friction = 0}), cushions({kTop}));
  ASSERT_TRUE(rebound);
  EXPECT_NEAR(rebound->speed_share[0], 0.837636, 5e-7);
  EXPECT_NEAR(rebound_launch_speed(*rebound, {0.2, 0}, 1.0), 1.614637, 5e-7);
}

TEST(Rebound, TakesTheFewestBounces) {
  const std::vector<ReboundWall> walls = cushions({kTop, kRight, kBottom, kLeft});
  ReboundShot shot = shot_of(0, {.restitution = 1, .friction = 0});
  shot.max_bounces = 3;
  EXPECT_EQ(predict_rebound(shot, walls)->bounces, 0u);
  const auto not_straight = [](Vec3 from, Vec3 to) { return from.y != to.y; };
  const auto once = predict_rebound(shot, walls, not_straight);
  ASSERT_TRUE(once);
  EXPECT_EQ(once->bounces, 1u);
  EXPECT_EQ(once->walls[0], 2u);  // the bottom is nearer than the top
  shot.max_bounces = 0;
  EXPECT_FALSE(predict_rebound(shot, walls, not_straight));
}

TEST(Rebound, OfEqualWaysTakesTheFirstSequence) {
  ReboundShot shot = shot_of(1, {.restitution = 1, .friction = 0});
  shot.start.y = shot.target.y = 0.635;
  EXPECT_EQ(predict_rebound(shot, cushions({kTop, kBottom}))->walls[0], 0u);
  EXPECT_LT(predict_rebound(shot, cushions({kBottom, kTop}))->direction.y, 0.0);
}

TEST(Rebound, MeetsWallsWithinTheirSegments) {
  std::vector<ReboundWall> walls = cushions({kTop});
  const ReboundShot shot = shot_of(1, {.restitution = 1, .friction = 0});
  walls[0].end.x = 1.26;
  EXPECT_TRUE(predict_rebound(shot, walls));
  walls[0].end.x = 1.24;
  EXPECT_FALSE(predict_rebound(shot, walls));
}

TEST(Rebound, DoesNotGoThroughOtherWalls) {
  std::vector<ReboundWall> walls = cushions({kTop});
  walls.push_back({{1.5, 0, 0}, {1.5, 1.27, 0}, {-1, 0, 0}});
  const ReboundShot shot = shot_of(1, {.restitution = 1, .friction = 0});
  EXPECT_FALSE(predict_rebound(shot, walls));
  walls[1].end.y = 0.2;  // too low to be in the way
  EXPECT_TRUE(predict_rebound(shot, walls));
}

TEST(Rebound, OfABallThatDoesNotBounceIsNone) {
  EXPECT_FALSE(predict_rebound(shot_of(1, {.restitution = 0}), cushions({kTop})));
  EXPECT_FALSE(predict_rebound(shot_of(1, {}), {}));
  EXPECT_TRUE(predict_rebound(shot_of(0, {.restitution = 0}), {}));
}

TEST(Rebound, WithAnyLawHitsWhatItAimsAt) {
  Draws draws = draws_of("rebound");
  const std::vector<ReboundWall> walls = cushions({kTop, kRight, kBottom, kLeft});
  int solved = 0;
  for (int i = 0; i < 300; ++i) {
    ReboundShot shot;
    shot.start = {uniform(draws, 0.1, 2.4), uniform(draws, 0.1, 1.1), 0};
    shot.target = {uniform(draws, 0.1, 2.4), uniform(draws, 0.1, 1.1), 0};
    shot.radius = kRadius;
    shot.law = {uniform(draws, 0.5, 1), uniform(draws, 0, 0.4), uniform(draws, 0, 1)};
    shot.min_bounces = shot.max_bounces = 1 + static_cast<std::size_t>(i % 3);
    const auto rebound = predict_rebound(shot, walls);
    if (!rebound) continue;
    ++solved;
    EXPECT_LT(miss_of(shot, *rebound, walls), 1e-9);
    // Rolled forward from the launch speed it has the arrival speed.
    double speed = rebound_launch_speed(*rebound, {0.2, 0.1}, 1.0);
    for (std::size_t leg = 0; leg <= rebound->bounces; ++leg) {
      if (leg > 0) speed *= rebound->speed_share[leg - 1];
      double low = 0;
      double high = rolling_stop_time({0.2, 0.1}, speed);
      for (int j = 0; j < 100; ++j) {
        const double middle = 0.5 * (low + high);
        (rolling_way({0.2, 0.1}, speed, middle) < rebound->legs[leg] ? low : high) = middle;
      }
      speed = rolling_speed({0.2, 0.1}, speed, high);
    }
    EXPECT_NEAR(speed, 1.0, 1e-10);
  }
  EXPECT_GT(solved, 250);
}

TEST(DiscRebound, AsInTheWorkedExamples) {
  const auto elastic = predict_disc_rebound({}, {0, 6.5, 0}, {5, 3, 0}, 1, {.restitution = 1, .friction = 0});
  ASSERT_TRUE(elastic);
  expect_near(elastic->contact, {4.000536, 3.032724, 0}, 5e-7);
  EXPECT_NEAR(bearing_of(elastic->direction), 37.165019, 5e-7);
  const auto lossy = predict_disc_rebound({}, {0, 6.5, 0}, {5, 3, 0}, 1, {.restitution = 0.6, .friction = 0});
  ASSERT_TRUE(lossy);
  expect_near(lossy->contact, {4.002780, 2.925482, 0}, 5e-7);
  EXPECT_NEAR(bearing_of(lossy->direction), 36.161668, 5e-7);
}

TEST(DiscRebound, HitsWhatItAimsAtFromTheFront) {
  Draws draws = draws_of("disc_rebound");
  int solved = 0;
  for (int i = 0; i < 500; ++i) {
    const Vec3 start = seen(random_vector(draws, 10));
    const Vec3 target = seen(random_vector(draws, 10));
    const Vec3 center = seen(random_vector(draws, 10));
    const double radius = uniform(draws, 0.1, 1.5);
    const BounceLaw law{uniform(draws, 0.3, 1), uniform(draws, 0, 0.4), uniform(draws, 0, 0.5)};
    const auto rebound = predict_disc_rebound(start, target, center, radius, law);
    if (!rebound) continue;
    ++solved;
    const Vec3 normal = (rebound->contact - center) / radius;
    EXPECT_NEAR(length(normal), 1.0, 1e-12);
    EXPECT_LT(dot(rebound->direction, normal), 0.0);
    expect_near(direction(rebound->contact - start), rebound->direction, 1e-12);
    const Vec3 away = bounce(rebound->direction, {}, normal, law);
    EXPECT_LT(length(cross(away, target - rebound->contact)), 1e-8 * length(away));
    EXPECT_GT(dot(away, target - rebound->contact), 0.0);
  }
  EXPECT_GT(solved, 300);
}

TEST(DiscRebound, BackToWhereItCameFrom) {
  const auto rebound = predict_disc_rebound({}, {1, 0, 0}, {5, 0, 0}, 1, {});
  ASSERT_TRUE(rebound);
  expect_near(rebound->contact, {4, 0, 0}, 1e-14);
  EXPECT_FALSE(predict_disc_rebound({}, {9, 0, 0}, {5, 0, 0}, 1, {}));           // straight behind it
  EXPECT_FALSE(predict_disc_rebound({4.5, 0, 0}, {0, 1, 0}, {5, 0, 0}, 1, {}));  // starts inside
}

TEST(Pong, AsInTheWorkedExamples) {
  const double time = 20.0 / 6.0;
  EXPECT_NEAR(time, 3.333333, 5e-7);
  EXPECT_NEAR(2 + 5 * time, 18.666667, 5e-7);
  const PongArrival arrival = pong_arrival(2, 5, 0, 8, time);
  EXPECT_NEAR(arrival.y, 2.666667, 5e-7);
  EXPECT_EQ(arrival.bounces, 2u);
  EXPECT_NEAR(pong_arrival(2, 5, 0.25, 7.75, time).y, 3.666667, 5e-7);
  const PongArrival lossy = pong_arrival(2, 5, 0, 8, time, 0.9);
  EXPECT_NEAR(lossy.y, 1.44, 1e-14);
  EXPECT_EQ(lossy.bounces, 2u);
  EXPECT_NEAR((6 - arrival.y) / time, 1.0, 1e-14);
}

TEST(Pong, FoldsInBothDirections) {
  EXPECT_EQ(pong_arrival(2, -5, 0, 8, 1).y, 3.0);
  EXPECT_EQ(pong_arrival(2, -5, 0, 8, 1).bounces, 1u);
  EXPECT_EQ(pong_arrival(2, 0, 0, 8, 100).y, 2.0);
  EXPECT_EQ(pong_arrival(2, 5, 3, 3, 1).y, 3.0);
  EXPECT_EQ(pong_arrival(2, 5, 0, 8, 10, 0.0).y, 8.0);  // it stays at the wall
  for (double time = 0.013; time < 20.0; time += 0.1) {
    const PongArrival folded = pong_arrival(2, -3.7, 0.25, 7.75, time);
    const PongArrival followed = pong_arrival(2, -3.7, 0.25, 7.75, time, 1 - 1e-15);
    EXPECT_NEAR(folded.y, followed.y, 1e-11);
    EXPECT_EQ(folded.bounces, followed.bounces);
  }
}

}  // namespace
}  // namespace drover::rebound_test
