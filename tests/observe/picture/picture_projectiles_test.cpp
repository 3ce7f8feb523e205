#include "observe/picture/picture_projectiles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/picture/picture.h"
#include "projectiles/range.h"

namespace drover::picture_projectiles_test {
namespace {

using test::simulator_of;
using testing::HasSubstr;
using testing::Not;

std::string svg_of(Simulator& simulator, int steps, PictureOptions options = {}) {
  TrailRecorder trails(simulator.world());
  FlightRecorder flights(simulator.world());
  trails.observe(simulator.world());
  flights.observe(simulator);
  for (int k = 0; k < steps; ++k) {
    test::run_steps(simulator, 1);
    trails.observe(simulator.world());
    flights.observe(simulator);
  }
  options.flights = flights.flights();
  return draw_svg(simulator.world(), trails.trails(simulator.world()), {}, options);
}

constexpr const char* kTwo = R"({"type":"a","position":[0,0]},{"type":"b","group":"g","position":[8,0]})";

TEST(FlightPictures, ShowWhereAgentsWereHitAndWhatIsInFlight) {
  Simulator simulator = simulator_of({.shot = R"("muzzle_speed":20,"color":"#cc0000")",
                                      .fire = R"("target":{"group":"g"},"period":0.3)",
                                      .agents = kTwo});
  const std::string svg = svg_of(simulator, 50);
  EXPECT_THAT(svg, HasSubstr(R"(class="flights-of" stroke="#cc0000")"));
  EXPECT_THAT(svg, HasSubstr(R"(data-projectile="1")"));
  EXPECT_THAT(svg, HasSubstr(R"(class="hits")"));
  EXPECT_THAT(svg, HasSubstr("shot: 4 flights, 3 hits"));
  EXPECT_THAT(svg, HasSubstr("agent hit"));
  EXPECT_THAT(svg, HasSubstr("in flight at the end"));
  EXPECT_THAT(svg, Not(HasSubstr("flight ended elsewhere")));
}

TEST(FlightPictures, AreInTheColorOfWhoFiresUnlessTheTypeHasOne) {
  Simulator simulator = simulator_of({.fire = R"("target":{"group":"g"},"period":9)", .agents = kTwo});
  EXPECT_THAT(svg_of(simulator, 50),
              HasSubstr(R"(class="flights-of" stroke=")" + color_text(visible_on_white(palette_color(0)))));
}

// A ball is no flight, and none of it is left out where it rests.
TEST(FlightPictures, ShowBallsAtTheirLastPlaces) {
  Simulator simulator = simulator_of({.shot = R"("radius":0.3,"color":"green","ball":{})"});
  test::put_in_flight(simulator, {-499, -499, 0}, {1, 0, 0});
  const std::string svg = svg_of(simulator, 20);
  EXPECT_THAT(svg, HasSubstr("shot (1)"));
  EXPECT_THAT(svg, Not(HasSubstr("in flight at the end")));
}

// From the side the picture is as high as the arc.
TEST(FlightPictures, MakeRoomForArcs) {
  Flights flights{{{"stone", "", 0.1, false}}, {{.number = 1}}};
  flights.flights.front().points = {{0, 0, 0}, {5, 0, 8}, {10, 0, 0}};
  const Rectangle part{{0, 0}, {10, 1}};
  EXPECT_GT(with_flights(part, flights, Viewpoint::side).max.y, 8.0);
  EXPECT_EQ(with_flights(part, flights, Viewpoint::top).max.y, 1.0);
  flights.flights.front().points.push_back({1e5, 0, 0});
  EXPECT_LT(with_flights(part, flights, Viewpoint::side).max.x, 11.0);
}

TEST(FlightPictures, OfNothingChangeNothing) {
  Simulator simulator = simulator_of({});
  TrailRecorder trails(simulator.world());
  trails.observe(simulator.world());
  const std::string bare = draw_svg(simulator.world(), trails.trails(simulator.world()), {});
  EXPECT_EQ(svg_of(simulator, 0), bare);
}

}  // namespace
}  // namespace drover::picture_projectiles_test
