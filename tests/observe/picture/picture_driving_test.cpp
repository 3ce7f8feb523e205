#include "observe/picture/picture_driving.h"

#include <cmath>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/det_math.h"
#include "observe/picture/picture.h"
#include "support/scene.h"
#include "vehicles/tracked_driver.h"
#include "vehicles/wheeled_driver.h"

namespace drover::picture_driving_test {
namespace {

using test::make_simulator;
using test::run_steps;
using testing::HasSubstr;
using testing::Not;

// One agent at the origin that looks along x.
Simulator one_driven(const std::string& locomotion, const std::string& actuator, double speed) {
  return make_simulator(fmt::format(
      R"({{"format":1,"agent_types":{{"a":{{"max_speed":20,"locomotion":{},"actuator":{},
         "steering":{{"behaviors":[{{"type":"arrive","target":{{"point":[100,0]}}}}]}}}}}},
         "agents":[{{"type":"a","number":7,"position":[0,0],"heading":0,"speed":{}}}]}})",
      locomotion, actuator, speed));
}

const std::vector<AgentIndex> kFirst = {0};

TEST(Turning, IsByTheGripAtSpeedAndByTheWheelsAtLowSpeed) {
  const std::string body = R"({"type":"unicycle","min_turn_radius":5,"lateral_grip":8,"brake":4})";
  const Simulator fast = one_driven(body, R"({"type":"car"})", 10.0);
  const TurningPicture at_speed = turning_pictures(fast.world(), kFirst).at(0);
  EXPECT_NEAR(at_speed.circle, 100.0 / 8.0, 1e-12);
  EXPECT_NEAR(at_speed.centers[0].y, 12.5, 1e-12);
  EXPECT_NEAR(at_speed.centers[1].y, -12.5, 1e-12);
  EXPECT_NEAR(at_speed.stop.x, 100.0 / (2.0 * 4.0), 1e-12);
  const Simulator slow = one_driven(body, R"({"type":"car"})", 0.0);
  EXPECT_NEAR(turning_pictures(slow.world(), kFirst).at(0).circle, 5.0, 1e-12);
}

// The rear axle moves along the heading, the position on a wider circle about the same center.
TEST(Turning, IsAboutTheAxleAndThroughTheAgent) {
  const Simulator simulator =
      one_driven(R"({"type":"bicycle","wheelbase":2.5,"max_steer":0.463647609,"rear_axle":2})",
                 R"({"type":"car"})", 0.0);
  const TurningPicture picture = turning_pictures(simulator.world(), kFirst).at(0);
  EXPECT_NEAR(picture.centers[0].x, -2.0, 1e-9);
  EXPECT_NEAR(picture.centers[0].y, 5.0, 1e-6);
  EXPECT_NEAR(length(picture.centers[0] - picture.position), picture.circle, 1e-12);
  EXPECT_NEAR(length(picture.centers[1] - picture.position), picture.circle, 1e-12);
}

TEST(Turning, OfABodyThatTurnsOnTheSpotHasCirclesAtSpeedAlone) {
  const std::string body = R"({"type":"two_track","turn_rate":1.5,"lateral_grip":100})";
  const Simulator at_rest = one_driven(body, R"({"type":"tank"})", 0.0);
  EXPECT_EQ(turning_pictures(at_rest.world(), kFirst).at(0).circle, 0.0);
  const Simulator moving = one_driven(body, R"({"type":"tank"})", 3.0);
  EXPECT_NEAR(turning_pictures(moving.world(), kFirst).at(0).circle, 2.0, 1e-12);
}

TEST(Turning, StopsBehindOneThatBacks) {
  Simulator simulator = one_driven(R"({"type":"unicycle","brake":4})", R"({"type":"car"})", 0.0);
  test::world_of(simulator).set_own_velocity(0, Vec3{-4, 0, 0});
  EXPECT_NEAR(turning_pictures(simulator.world(), kFirst).at(0).stop.x, -2.0, 1e-12);
}

TEST(Arcs, AreThoseByWhichTheDriversDecide) {
  for (const double speed : {0.0, 3.0, 4.0, 9.0}) {
    const Simulator car = one_driven(R"({"type":"unicycle"})", R"({"type":"car","reverse_range":9})", speed);
    const DriverArcs of_car = arcs_pictures(car.world(), kFirst).at(0).driver;
    EXPECT_EQ(of_car.arcs.forward, decision_arcs(WheeledLimits{}, speed).forward) << speed;
    EXPECT_EQ(of_car.arcs.rear, decision_arcs(WheeledLimits{}, speed).rear) << speed;
    EXPECT_EQ(of_car.reverse_range, 9.0);
    const Simulator bike = one_driven(R"({"type":"unicycle"})", R"({"type":"motorbike"})", speed);
    const DriverArcs of_bike = arcs_pictures(bike.world(), kFirst).at(0).driver;
    EXPECT_EQ(of_bike.arcs.forward, decision_arcs(motorbike_limits(), speed).forward) << speed;
    EXPECT_EQ(of_bike.arcs.rear, 0.0) << speed;
    const Simulator tank = one_driven(R"({"type":"two_track"})", R"({"type":"tank"})", speed);
    const DriverArcs of_tank = arcs_pictures(tank.world(), kFirst).at(0).driver;
    EXPECT_EQ(of_tank.arcs.forward, decision_arcs(TrackedLimits{}, speed).forward) << speed;
    EXPECT_EQ(of_tank.arcs.rear, decision_arcs(TrackedLimits{}, speed).rear) << speed;
  }
}

TEST(Arcs, CountWithTheMarginOfTheDriver) {
  const Simulator simulator =
      one_driven(R"({"type":"unicycle"})", R"({"type":"car","arc_margin_factor":0.5})", 9.0);
  EXPECT_EQ(arcs_pictures(simulator.world(), kFirst).at(0).driver.arcs.forward,
            decision_arcs(with_arc_margin({}, 0.5), 9.0).forward);
}

TEST(Arcs, AreOfDriversThatDecideByArcsAlone) {
  const Simulator simulator = one_driven(R"({"type":"unicycle"})", R"({"type":"output_filter"})", 3.0);
  EXPECT_FALSE(has_arcs(simulator.world().model().type_of(0)));
  EXPECT_TRUE(has_turning(simulator.world().model().type_of(0)));
  EXPECT_TRUE(arcs_pictures(simulator.world(), kFirst).empty());
}

TEST(Controls, AreTheWheelTheGearAndWhatIsNotZero) {
  const Simulator simulator = [] {
    Simulator made = make_simulator(
        R"({"format":1,"agent_types":{"a":{"max_speed":20,"locomotion":{"type":"bicycle",
        "controls":[[0,0.25,0,-0.5,0]]}}},"agents":[{"type":"a","position":[0,0],"heading":0,"speed":5}]})");
    run_steps(made, 10);
    return made;
  }();
  const ControlsPicture picture = controls_pictures(simulator.world(), kFirst).at(0);
  EXPECT_EQ(picture.text, "throttle 0.25");
  ASSERT_TRUE(picture.steer_angle.has_value());
  EXPECT_LT(*picture.steer_angle, 0.0);
  const Simulator backing = one_driven(R"({"type":"two_track"})", R"({"type":"tank"})", 0.0);
  EXPECT_EQ(controls_pictures(backing.world(), kFirst).at(0).text, "gear drive, tracks 0, 0");
  EXPECT_FALSE(controls_pictures(backing.world(), kFirst).at(0).steer_angle.has_value());
}

TEST(DrivingLayers, AreDrawnWithTheirEntriesInTheLegend) {
  Simulator simulator = one_driven(R"({"type":"bicycle"})", R"({"type":"car"})", 2.0);
  const std::uint64_t hash = simulator.hash();
  TrailRecorder recorder(simulator.world());
  recorder.observe(simulator.world());
  PictureOptions options;
  const auto svg_of = [&] {
    return draw_svg(simulator.world(), recorder.trails(simulator.world()), {}, options);
  };
  EXPECT_THAT(svg_of(), Not(HasSubstr("class=\"turning\"")));
  options.turning = turning_pictures(simulator.world(), kFirst);
  options.arcs = arcs_pictures(simulator.world(), kFirst);
  options.controls = controls_pictures(simulator.world(), kFirst);
  const std::string svg = svg_of();
  for (const char* part :
       {"class=\"turning\"", "class=\"arcs\"", "class=\"controls\"", "tightest circles", "way until rest",
        "drives forward to goals there", "backs to goals there", "front wheels", "gear drive",
        "<title>agent 7: turns on circles of 5 m, stops after 0.25 m</title>"})
    EXPECT_THAT(svg, HasSubstr(part));
  EXPECT_EQ(simulator.hash(), hash);
}

}  // namespace
}  // namespace drover::picture_driving_test
