#include "observe/picture/picture_tracks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/formation_scenes.h"
#include "observe/picture/picture.h"
#include "support/scene.h"

namespace drover::picture_tracks_test {
namespace {

using test::formation_scene;
using test::make_simulator;
using test::run_steps;
using testing::HasSubstr;
using testing::Not;

std::string svg_of(const Simulator& simulator, const PictureOptions& options) {
  TrailRecorder recorder(simulator.world());
  recorder.observe(simulator.world());
  return draw_svg(simulator.world(), recorder.trails(simulator.world()), {}, options);
}

// One behind another, who walks along x.
Simulator pair_on_a_trail() {
  return make_simulator(R"({"format":1,"agent_types":{"guide":{"max_speed":2},"follower":{"max_speed":2,
      "steering":{"behaviors":[{"type":"arrive","target":{"trail":"first","behind":3}}]}}},"agents":[
      {"id":"first","type":"guide","number":7,"position":[0,0],"velocity":[1,0]},
      {"type":"follower","number":8,"position":[-4,0]}]})");
}

TEST(KeptTrails, LeadFromTheOldestPointToTheAgent) {
  Simulator simulator = pair_on_a_trail();
  run_steps(simulator, 200);
  const std::vector<KeptTrailPicture> trails = kept_trail_pictures(simulator);
  ASSERT_EQ(trails.size(), 1u);
  EXPECT_EQ(trails[0].name, "agent 7");
  EXPECT_EQ(trails[0].type, 0u);
  EXPECT_EQ(trails[0].points.front(), (Vec3{0, 0, 0}));
  EXPECT_EQ(trails[0].points.back(), simulator.world().state.motion.position(0));
}

TEST(KeptTrails, AreALayerWithItsEntryInTheLegend) {
  Simulator simulator = pair_on_a_trail();
  run_steps(simulator, 200);
  const std::uint64_t hash = simulator.hash();
  PictureOptions options;
  EXPECT_THAT(svg_of(simulator, options), Not(HasSubstr("class=\"kept-trails\"")));
  options.kept_trails = kept_trail_pictures(simulator);
  const std::string svg = svg_of(simulator, options);
  EXPECT_THAT(svg, HasSubstr("class=\"kept-trails\""));
  EXPECT_THAT(svg, HasSubstr("<title>trail of agent 7</title>"));
  EXPECT_THAT(svg, HasSubstr("trails that are kept (1)"));
  EXPECT_EQ(simulator.hash(), hash);
}

// A line of two, 4 m apart and 0.5 m wide each, before a gap.
Simulator squad_before(std::string_view walls, const std::string& pattern = "line") {
  return make_simulator(
      formation_scene(test::soldiers_in_slots(2),
                      R"("pattern":{"type":")" + pattern +
                          R"(","spacing":4},"pattern_fallback":["base"],"members":[{"group":"squad"}],
         "anchor":{"position":[0,0],"heading":0,"steering":{"behaviors":[
           {"type":"arrive","target":{"point":[40,0]}}]}})",
                      R"(,"world":{"walls":[)" + std::string(walls) + "]}"));
}

TEST(Sweeps, ReachFromTheRearToWhereTheFrontHalts) {
  const Simulator simulator = squad_before("");
  const std::vector<SweepPicture> sweeps = sweep_pictures(simulator);
  ASSERT_EQ(sweeps.size(), 1u);
  const double radius = simulator.world().state.limits.radius[0];
  EXPECT_EQ(sweeps[0].name, "squad");
  EXPECT_NEAR(sweeps[0].half_width, 2.0 + radius, 1e-12);
  EXPECT_FALSE(sweeps[0].is_held);
  ASSERT_EQ(sweeps[0].points.size(), 3u);
  EXPECT_NEAR(sweeps[0].points[0].x, -radius, 1e-12);
  EXPECT_NEAR(sweeps[0].points[2].x, radius, 1e-12);  // at rest
}

TEST(Sweeps, AreAsLongAsTheFormationIsFast) {
  Simulator simulator = squad_before("");
  run_steps(simulator, 100);
  const SweepPicture sweep = sweep_pictures(simulator).at(0);
  const Vec3 velocity = simulator.formations().scratch(0).mean.velocity;
  const FormationScratch& scratch = simulator.formations().scratch(0);
  const double speed = length(velocity);
  ASSERT_GT(speed, 0.5);
  const double way =
      speed * speed / (2.0 * scratch.body.max_acceleration) + 2.0 * speed * scratch.arrival_time;
  EXPECT_NEAR(length(sweep.points.back() - sweep.points[1]), way + scratch.extents.front, 1e-9);
}

// Along the trail behind the first.
TEST(Sweeps, OfAFileAreBent) {
  Simulator simulator = make_simulator(formation_scene(
      test::soldiers_in_slots(4),
      R"("pattern":{"type":"column","spacing":2},"pattern_fallback":["base"],"members":[{"group":"squad"}],
         "anchor":{"position":[0,0],"heading":0,"steering":{"behaviors":[{"type":"follow_path","path":"p"}]}})",
      R"(,"world":{"paths":{"p":{"points":[[0,0],[10,0],[10,20]]}}})"));
  while (simulator.world().state.motion.position(simulator.world().model().formations[0].anchor).y < 3.0)
    run_steps(simulator, 1);
  const SweepPicture sweep = sweep_pictures(simulator).at(0);
  EXPECT_GT(sweep.points.size(), 20u);
  EXPECT_LT(sweep.points.front().y, 0.5);
  EXPECT_GT(sweep.points.back().y, 3.0);
  EXPECT_EQ(kept_trail_pictures(simulator).at(0).name, "squad");
}

TEST(Sweeps, AreALayerThatShowsWhoIsHeld) {
  Simulator simulator = squad_before(R"({"points":[[12,1],[12,9]]},{"points":[[12,-1],[12,-9]]})");
  run_steps(simulator, 600);
  PictureOptions options;
  EXPECT_THAT(svg_of(simulator, options), Not(HasSubstr("class=\"sweeps\"")));
  options.sweeps = sweep_pictures(simulator);
  ASSERT_TRUE(options.sweeps.at(0).is_held);
  const std::string svg = svg_of(simulator, options);
  EXPECT_THAT(svg, HasSubstr("class=\"sweeps\""));
  EXPECT_THAT(svg, HasSubstr("<title>sweep of squad</title>"));
  EXPECT_THAT(svg, HasSubstr("held by what is there"));
  EXPECT_THAT(svg, Not(HasSubstr("swept for passages")));
}

}  // namespace
}  // namespace drover::picture_tracks_test
