#include <set>

#include "core/det_math.h"
#include "projectiles/range.h"
#include "sim/step/projectile_forecast.h"

namespace drover::forecast_test {
namespace {

using test::expect_near;
using test::put_in_flight;

// Somebody far away who needs all that is foreseen.
struct Watch {
  double dimensions = 2.5;
  double dt = 0.02;
  std::string shot = R"("radius":0)";
  std::string world = "";
  std::string behaviors = R"({"type":"evade_projectile","horizon":5,"range":1000},
                             {"type":"catch_projectile","range":1000})";
};

std::string text_of(const Watch& watch) {
  return fmt::format(
      R"({{"format":1,"simulation":{{"dt":{}}},"world":{{"dimensions":{}{}}},
  "projectile_types":{{"shot":{{{}}}}},
  "agent_types":{{"a":{{"actions":[{{"type":"fire","projectile":"shot","target":{{"point":[1,1]}},"max_range":1e-9}}],
    "steering":{{"behaviors":[{}]}}}}}},
  "agents":[{{"type":"a","position":[-500,-500]}}]}})",
      watch.dt, watch.dimensions, watch.world, watch.shot, watch.behaviors);
}

// The forecast of one projectile.
struct Foreseen {
  Simulator simulator;
  ProjectileForecast forecast;

  Foreseen(const Watch& watch, Vec3 position, Vec3 velocity)
      : simulator(test::make_simulator(text_of(watch))) {
    put_in_flight(simulator, position, velocity);
    find();
  }
  void find() {
    WorkerPool workers;
    forecast.begin(simulator.world());
    forecast.find(simulator.world(), workers);
  }
  const World& world() const { return simulator.world(); }
  std::optional<Landing> landing(double height = 1.2) const { return forecast.landing(0, height); }
  ClosestPass pass(const PassingBody& body) const {
    ClosestPass closest{0.0, kInfinity};
    forecast.visit_pieces(body.center, 1000.0, [&](const PathPiece& piece) {
      const ClosestPass pass = forecast.pass(world(), piece, body);
      if (pass.distance < closest.distance) closest = pass;
    });
    return closest;
  }
};

// Millington 3.5.2.
TEST(Forecast, LandsWhereTheClosedFormSays) {
  const Foreseen found({}, {0.0, 0.0, 2.0}, {3.0, 4.0, 5.0});
  EXPECT_EQ(found.forecast.end(0), PathEnd::ground);
  EXPECT_NEAR(found.forecast.end_time(0), 1.326706011, 1e-9);
  expect_near(found.forecast.place(found.world(), 0, found.forecast.end_time(0)), {3.980118, 5.306824, 0.0},
              1e-6);
}

TEST(Forecast, ACatchIsAtTheHeightOfHandsIfThePathComesDownThroughIt) {
  const Foreseen high({}, {0.0, 0.0, 2.0}, {3.0, 4.0, 5.0});
  const double time = (5.0 + std::sqrt(25.0 + 2.0 * 9.81 * 0.8)) / 9.81;
  ASSERT_TRUE(high.landing());
  EXPECT_NEAR(high.landing()->time, time, 1e-12);
  expect_near(high.landing()->point, {3.0 * time, 4.0 * time, 1.2}, 1e-12);
  // Too low: on the floor.
  const Foreseen low({}, {0.0, 0.0, 0.5}, {3.0, 0.0, 2.0});
  ASSERT_TRUE(low.landing());
  EXPECT_NEAR(low.landing()->time, (2.0 + std::sqrt(4.0 + 9.81)) / 9.81, 1e-12);
}

TEST(Forecast, OfADropUnderLinearDrag) {
  const Foreseen found({.shot = R"("radius":0,"drag_linear":0.3)"}, {1.0, 2.0, 3.0}, {10.0, 5.0, 20.0});
  EXPECT_NEAR(found.forecast.end_time(0), 3.685887447, 1e-8);
  expect_near(found.forecast.place(found.world(), 0, found.forecast.end_time(0)), {23.301427, 13.150713, 0.0},
              1e-6);
}

// The root of 2 + 4.7 t - 4.905 t^2, for ground that rises by a tenth.
TEST(Forecast, LandsOnGroundThatRises) {
  const Foreseen found({.world = R"(,"regions":{"ramp":{"min":[0,-5],"max":[100,50]}},
                           "ground":[{"region":"ramp","ramp":{"from":[0,0,0],"to":[100,0,10]}}])"},
                       {0.0, 0.0, 2.0}, {3.0, 4.0, 5.0});
  EXPECT_NEAR(found.forecast.end_time(0), 1.2774054298, 1e-9);
  ASSERT_TRUE(found.landing());
  // 1.2 m above the same ramp.
  EXPECT_NEAR(found.landing()->time, (4.7 + std::sqrt(4.7 * 4.7 + 4.0 * 4.905 * 0.8)) / 9.81, 1e-9);
}

TEST(Forecast, IsCutWhereItsLifetimeEnds) {
  const Foreseen found({.shot = R"("radius":0,"lifetime":1)"}, {0.0, 0.0, 2.0}, {3.0, 4.0, 5.0});
  EXPECT_EQ(found.forecast.end(0), PathEnd::lifetime);
  EXPECT_EQ(found.forecast.end_time(0), 1.0);
}

TEST(Forecast, IsCutWhereSomethingStands) {
  for (const char* const thing :
       {R"(,"obstacles":[{"center":[7,0],"radius":1}])", R"(,"walls":[{"points":[[6,-2],[6,2]]}])"}) {
    const Foreseen found({.dimensions = 2.0, .world = thing}, {}, {10.0, 0.0, 0.0});
    EXPECT_EQ(found.forecast.end(0), PathEnd::shape) << thing;
    EXPECT_NEAR(found.forecast.end_time(0), 0.6, 1e-12) << thing;
    // Behind it nobody is in danger.
    EXPECT_NEAR(found.pass({{9.0, 0.0, 0.0}, {}}).distance, 3.0, 1e-12) << thing;
  }
}

TEST(Forecast, InThePlaneItGoesOnAsFarAsSomebodyLooks) {
  const Foreseen found(
      {.dimensions = 2.0, .behaviors = R"({"type":"evade_projectile","horizon":2,"range":1000})"}, {},
      {10.0, 0.0, 0.0});
  EXPECT_EQ(found.forecast.end(0), PathEnd::nothing);
  EXPECT_NEAR(found.forecast.end_time(0), 2.0, 1e-12);
  EXPECT_NEAR(found.pass({{30.0, 0.0, 0.0}, {}}).distance, 10.0, 1e-12);
}

TEST(Forecast, FindsTheClosestPassOfAParabola) {
  const Foreseen found({.dimensions = 3.0}, {0.0, 0.0, 1.0}, {10.0, 0.0, 5.0});
  const ClosestPass pass = found.pass({{5.0, 0.5, 1.5}, {}});
  EXPECT_NEAR(pass.time, 0.4992046, 1e-7);
  EXPECT_NEAR(pass.distance, 0.9212115, 1e-7);
}

// Galilei: to run at a projectile is the same as to stand still before a faster one.
TEST(Forecast, ABodyThatMovesSeesTheRelativeVelocity) {
  const Foreseen slow({.dimensions = 3.0}, {0.0, 0.0, 1.0}, {10.0, 0.0, 5.0});
  const Foreseen fast({.dimensions = 3.0}, {0.0, 0.0, 1.0}, {14.0, 1.0, 5.0});
  const ClosestPass moving = slow.pass({{5.0, 0.5, 1.5}, {-4.0, -1.0, 0.0}});
  const ClosestPass standing = fast.pass({{5.0, 0.5, 1.5}, {}});
  EXPECT_NEAR(moving.time, standing.time, 1e-9);
  EXPECT_NEAR(moving.distance, standing.distance, 1e-9);
}

TEST(Forecast, ABallRollsToItsRest) {
  Foreseen found({.dimensions = 2.0, .shot = R"("ball":{"rolling_drag":0.5})"}, {}, {3.0, 0.0, 0.0});
  found.simulator.step();
  test::world_of(found.simulator).state.projectiles.phase[0] =
      static_cast<std::uint8_t>(ProjectilePhase::rolls);
  found.find();
  const Vec3 begin = found.world().state.projectiles.position(0);
  const double speed = length(found.world().state.projectiles.velocity(0));
  const Vec3 end = found.forecast.place(found.world(), 0, 10.0);
  EXPECT_NEAR(end.x - begin.x, speed * speed / (2.0 * 0.5), 1e-9);
}

// The world itself is the measure: where the flight ends, and when.
TEST(Forecast, IsWhatHappens) {
  const char* const kHills =
      R"(,"regions":{"hill":{"min":[8,-20],"max":[60,20]},"pit":{"min":[-9,-9],"max":[-3,9]}},
      "ground":[{"region":"hill","ramp":{"from":[8,0,0],"to":[60,0,9]}},{"region":"pit","height":-3}])";
  const char* const kWind = R"(,"wind":[{"velocity":[0,6],"height":[[0,0],[10,1]]}])";
  for (const char* const shot : {R"("radius":0.1)", R"("radius":0.1,"drag_linear":0.2)",
                                 R"("radius":0.1,"drag_quadratic":0.01)", R"("spin":[0,0.2,0.1])"}) {
    for (const char* const world : {"", kHills, kWind, R"(,"walls":[{"points":[[11,-9],[11,9]]}])"}) {
      for (const Vec3 velocity : {Vec3{12.0, 1.0, 6.0}, Vec3{-5.0, 2.0, 4.0}, Vec3{1.0, 0.0, -3.0}}) {
        Foreseen found({.dt = 0.01, .shot = shot, .world = world}, {0.0, 0.0, 1.5}, velocity);
        const double time = found.forecast.end_time(0);
        const Vec3 place = found.forecast.place(found.world(), 0, time);
        const std::vector<Impact> impacts = test::impacts_in(found.simulator, 500);
        ASSERT_EQ(impacts.size(), 1u) << shot << world;
        EXPECT_NEAR(impacts[0].time, time, 0.01) << shot << world;
        EXPECT_LT(length(impacts[0].point - place), 0.1) << shot << world;
      }
    }
  }
}

// A shot through a region of wind, whose border is not resolved within steps.
TEST(Forecast, FollowsTheWindOfARegion) {
  const double angle = det::kPi * 40.0 / 180.0;
  const Foreseen found({.shot = R"("radius":0,"drag_linear":0.1)",
                        .world = R"(,"regions":{"gap":{"min":[10,-50],"max":[20,50]}},
                           "wind":[{"velocity":[0,8],"region":"gap"}])"},
                       {0.0, 0.0, 1.2}, {20.0 * std::cos(angle), 0.0, 20.0 * std::sin(angle)});
  EXPECT_NEAR(found.forecast.end_time(0), 2.6136, 1e-3);
  const Vec3 place = found.forecast.place(found.world(), 0, found.forecast.end_time(0));
  EXPECT_NEAR(place.x, 35.2375, 0.01);
  EXPECT_NEAR(place.y, 0.843620, 0.05);
}

TEST(Forecast, ProposesEveryPieceNearAPoint) {
  Simulator simulator =
      test::make_simulator(text_of({.dimensions = 2.0, .behaviors = R"({"type":"evade_projectile"})"}));
  for (int k = 0; k < 50; ++k) {
    const auto turn = det::sin_cos(2.4 * k);
    put_in_flight(simulator, {1.0 * (k % 7), 1.0 * (k / 7), 0.0}, Vec3{turn.cos, turn.sin, 0.0} * (1.0 + k));
  }
  ProjectileForecast forecast;
  WorkerPool workers;
  forecast.begin(simulator.world());
  forecast.find(simulator.world(), workers);
  const PassingBody body{{9.0, 4.0, 0.0}, {}};
  std::set<std::uint32_t> all, near;
  const auto add = [&](std::set<std::uint32_t>& found) {
    return [&](const PathPiece& piece) {
      const double distance = forecast.pass(simulator.world(), piece, body).distance;
      if (distance <= 2.0) found.insert(piece.row);
      EXPECT_TRUE(distance > 2.0 || forecast.may_pass(simulator.world(), piece, body, 2.0));
    };
  };
  forecast.visit_pieces(body.center, 1000.0, add(all));
  forecast.visit_pieces(body.center, 2.0, add(near));
  EXPECT_EQ(all, near);
  EXPECT_GT(near.size(), 2u);
}

TEST(Forecast, NothingIsForeseenThatNobodyNeeds) {
  ProjectileForecast forecast;
  forecast.begin(test::make_simulator(text_of({.behaviors = ""})).world());
  EXPECT_FALSE(forecast.is_needed());
}

}  // namespace
}  // namespace drover::forecast_test
