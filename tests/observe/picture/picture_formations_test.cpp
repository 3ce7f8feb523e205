#include "observe/picture/picture_formations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/formation_scenes.h"
#include "observe/picture/picture.h"
#include "support/scene.h"

namespace drover::picture_formations_test {
namespace {

using test::formation_scene;
using test::make_simulator;
using test::run_steps;
using testing::HasSubstr;
using testing::Not;

// Two soldiers behind a leader, in a pattern of four slots.
Simulator led_pair() {
  return make_simulator(formation_scene(
      R"({"id":"guide","type":"log","position":[20,0],"heading":0},{"type":"soldier","position":[5,15]},
         {"type":"soldier","position":[5,-15]})",
      R"("pattern":{"type":"finger_four","spacing":10},"fill":"any",
         "members":[{"agent":"guide"},{"agent_type":"soldier"}],"anchor":{"type":"leader","leader":"guide"})"));
}

TEST(FormationPictures, HoldAllSlotsAndWhoIsOnTheWayThere) {
  const Simulator simulator = led_pair();
  const std::vector<FormationPicture> pictures = formation_pictures(simulator);
  ASSERT_EQ(pictures.size(), 1u);
  const FormationPicture& squad = pictures.front();
  EXPECT_EQ(squad.name, "squad");
  EXPECT_EQ(squad.anchor, (Vec3{20, 0, 0}));
  EXPECT_EQ(squad.heading, (Vec3{1, 0, 0}));
  ASSERT_EQ(squad.places.size(), 4u);
  EXPECT_EQ(squad.places[0].slot, (Vec3{10, 10, 0}));
  EXPECT_EQ(squad.places[0].member, std::optional(Vec3{5, 15, 0}));
  EXPECT_EQ(squad.places[1].slot, (Vec3{10, -10, 0}));
  // The leader's, which it need not go to, and the one that nobody fills.
  EXPECT_EQ(squad.places[2].slot, (Vec3{20, 0, 0}));
  EXPECT_FALSE(squad.places[2].member);
  EXPECT_EQ(squad.places[3].slot, (Vec3{0, -20, 0}));
  EXPECT_FALSE(squad.places[3].member);
}

TEST(FormationPictures, AcrossAnEdgeThatWrapsWaysAreShort) {
  const Simulator simulator =
      make_simulator(formation_scene(R"({"type":"soldier","position":[-9,0]})",
                                     R"("pattern":{"type":"line"},"members":[{"agent_type":"soldier"}],
                         "anchor":{"type":"fixed","position":[8,0],"heading":0})",
                                     R"(,"world":{"bounds":{"min":[-10,-10],"max":[10,10],"edge":"wrap"}})"));
  const std::vector<FormationPicture> pictures = formation_pictures(simulator);
  const FormationPicture::Place& place = pictures.at(0).places.at(0);
  EXPECT_EQ(place.slot, (Vec3{8, 0, 0}));
  EXPECT_EQ(place.member, std::optional(Vec3{11, 0, 0}));
}

TEST(FormationPictures, AreALayerWithItsEntryInTheLegend) {
  Simulator simulator = led_pair();
  TrailRecorder recorder(simulator.world());
  recorder.observe(simulator.world());
  const Trails trails = recorder.trails(simulator.world());
  PictureOptions options;
  options.labels = false;
  EXPECT_THAT(draw_svg(simulator.world(), trails, {}, options), Not(HasSubstr("class=\"formations\"")));
  options.formations = formation_pictures(simulator);
  const std::string svg = draw_svg(simulator.world(), trails, {}, options);
  EXPECT_THAT(svg, HasSubstr("class=\"formations\""));
  EXPECT_THAT(svg, HasSubstr(">squad</text>"));
  EXPECT_THAT(svg, HasSubstr("slots of formations"));
  EXPECT_THAT(svg, Not(HasSubstr("formation squad (")));
}

TEST(FormationPictures, CrossOutSlotsThatAreBlocked) {
  const auto svg_of = [](std::string_view obstacle, std::size_t blocked) {
    const Simulator simulator = make_simulator(formation_scene(
        test::soldiers_in_slots(2),
        R"("pattern":{"type":"line","spacing":4},"members":[{"group":"squad"}],
           "anchor":{"type":"fixed","position":[0,0],"heading":0})",
        fmt::format(R"(,"world":{{"obstacles":[{{"center":{},"radius":0.75}}]}})", obstacle)));
    PictureOptions options;
    options.formations = formation_pictures(simulator);
    std::size_t found = 0;
    for (const FormationPicture::Place& place : options.formations.at(0).places)
      found += place.is_blocked ? 1 : 0;
    EXPECT_EQ(found, blocked);
    TrailRecorder recorder(simulator.world());
    recorder.observe(simulator.world());
    return draw_svg(simulator.world(), recorder.trails(simulator.world()), {}, options);
  };
  EXPECT_THAT(svg_of("[1,2]", 1), HasSubstr("class=\"blocked\""));
  EXPECT_THAT(svg_of("[1,9]", 0), Not(HasSubstr("class=\"blocked\"")));
}

TEST(FormationPictures, OnesWithoutMembersAreLeftOut) {
  Simulator simulator = make_simulator(formation_scene(
      R"({"id":"lonely","type":"soldier","position":[0,0]})",
      R"("pattern":{"type":"line"},"members":[{"agent":"lonely"}],"anchor":{"position":[0,0],"heading":0})",
      R"(,"events":[{"type":"remove","target":{"agent":"lonely"},"at":0.1}])"));
  EXPECT_EQ(formation_pictures(simulator).size(), 1u);
  run_steps(simulator, 10);
  EXPECT_TRUE(formation_pictures(simulator).empty());
}

}  // namespace
}  // namespace drover::picture_formations_test
