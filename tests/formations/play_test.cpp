// Plays: slots that move along keyframes.
#include <string>

#include "core/det_math.h"
#include "core/target.h"
#include "formations/patterns.h"

namespace drover::play_test {
namespace {

using namespace test;

enum Interp { linear, hold, smooth };

struct Path {
  Rows<3> keyframes;
  Interp interp = linear;
  bool loop = false;
  Rows<2> facings = {};
};

PatternDef make_play(const std::vector<Path>& paths, const Numbers& numbers = {}) {
  PatternDef def = make_pattern_def("play", numbers);
  for (const Path& path : paths) {
    const SlotEntry slot = append_slot(def);
    set(slot.table, slot.object, "keyframes", path.keyframes);
    set(slot.table, slot.object, "facings", path.facings);
    set_choice(slot.table, slot.object, "interp", path.interp);
    set(slot.table, slot.object, "loop", path.loop);
  }
  return def;
}

std::vector<PatternSlot> slots_at(const PatternDef& def, double time) {
  return slots_of(def, {.count = def.capacity(), .time = time});
}
PatternSlot slot_at(const PatternDef& def, double time) {
  return slots_at(def, time)[0];
}
double peak_speed(const PatternDef& def, std::size_t slot = 0) {
  return def.kind().peak_speed(def.pattern.params.get(), slot);
}
double duration(const PatternDef& def) {
  return def.kind().duration(def.pattern.params.get());
}

const Path kPostRoute{{{0, 0, 8}, {1.5, 8, 8}, {3.5, 20, 2}}};

TEST(Play, ARouteIsFollowedAtTheSpeedOfItsPieces) {
  const PatternDef def = make_play({kPostRoute});
  EXPECT_EQ(slot_at(def, 2.5).place, (Vec3{14, 5, 0}));
  EXPECT_EQ(slot_at(def, 2.5).velocity, (Vec3{6, -3, 0}));
  EXPECT_NEAR(peak_speed(def), 6.7082, 1e-4);
  EXPECT_EQ(duration(def), 3.5);
}

TEST(Play, ScaleStretchesPlacesAndVelocities) {
  const PatternDef def = make_play({kPostRoute}, {{"scale_x", 0.5}});
  EXPECT_EQ(slot_at(def, 2.5).place, (Vec3{7, 5, 0}));
  EXPECT_EQ(slot_at(def, 2.5).velocity, (Vec3{3, -3, 0}));
  EXPECT_NEAR(length(slot_at(def, 2.5).velocity), 4.2426, 1e-4);
}

TEST(Play, AtAKeyframeThePieceThatBeginsCounts) {
  const PatternDef def = make_play({kPostRoute});
  EXPECT_EQ(slot_at(def, 1.5).velocity, (Vec3{6, -3, 0}));
  EXPECT_EQ(slot_at(def, 0.0).velocity, (Vec3{8 / 1.5, 0, 0}));
  EXPECT_EQ(slot_at(def, 3.5).velocity, Vec3{});
}

TEST(Play, BeforeTheFirstAndAfterTheLastKeyframeASlotStands) {
  const PatternDef def = make_play({kPostRoute});
  EXPECT_EQ(slot_at(def, -1.0), (PatternSlot{{0, 8, 0}, 0, {}}));
  EXPECT_EQ(slot_at(def, 99.0), (PatternSlot{{20, 2, 0}, 0, {}}));
}

TEST(Play, HoldJumpsWhenAKeyframeIsDue) {
  const PatternDef def = make_play({{{{0, 0, 0}, {1, 4, 0}, {2, 4, 4}}, hold}});
  EXPECT_EQ(slot_at(def, 0.999), PatternSlot{});
  EXPECT_EQ(slot_at(def, 1.0), (PatternSlot{{4, 0, 0}, 0, {}}));
  EXPECT_EQ(slot_at(def, 2.0).place, (Vec3{4, 4, 0}));
  EXPECT_EQ(peak_speed(def), 0.0);
}

TEST(Play, SmoothPiecesStartAndEndAtRestAndPeakAtOneAndAHalfOfTheMean) {
  const PatternDef def = make_play({{{{0, 0, 0}, {2, 8, 0}}, smooth}});
  EXPECT_EQ(slot_at(def, 0.0).velocity, Vec3{});
  EXPECT_EQ(slot_at(def, 1.0), (PatternSlot{{4, 0, 0}, 0, {6, 0, 0}}));
  EXPECT_EQ(slot_at(def, 0.5).place.x, 8 * 0.15625);
  EXPECT_EQ(peak_speed(def), 6.0);
}

TEST(Play, VelocitiesAreTheDerivativeOfThePath) {
  for (const Interp interp : {linear, smooth}) {
    const PatternDef def = make_play({{kPostRoute.keyframes, interp}});
    for (double t = 0.05; t < 3.5; t += 0.1) {
      const Vec3 slope = (slot_at(def, t + 1e-6).place - slot_at(def, t - 1e-6).place) * 0.5e6;
      expect_near(slot_at(def, t).velocity, slope, 1e-4);
    }
  }
}

TEST(Play, ALoopStartsAgainAtItsEnd) {
  const PatternDef def = make_play({{{{1, 0, 0}, {2, 2, 0}, {5, 0, 0}}, linear, true}});
  EXPECT_EQ(slot_at(def, 5.0), slot_at(def, 1.0));
  EXPECT_EQ(slot_at(def, 9.5), slot_at(def, 1.5));
  EXPECT_EQ(slot_at(def, 0.0).place, slot_at(def, 4.0).place);
  EXPECT_EQ(duration(def), kInfinity);
}

TEST(Play, FacingsTurnTheShortWay) {
  const PatternDef def = make_play({{{{0, 0, 0}}, linear, false, {{0, 3.0}, {1, -3.0}}}});
  EXPECT_NEAR(slot_at(def, 0.5).facing, det::kPi, 1e-12);
  EXPECT_NEAR(slot_at(def, 0.25).facing, 3.0 + 0.25 * (det::kTwoPi - 6.0), 1e-12);
  EXPECT_EQ(duration(def), 1.0);
}

TEST(Play, AMirroredPlayMirrorsItsVelocities) {
  PatternDef def = make_play({kPostRoute});
  def.mirror = true;
  EXPECT_EQ(slot_at(def, 2.5), (PatternSlot{{14, -5, 0}, 0, {6, 3, 0}}));
}

TEST(Play, TheOneFourThreeIsWhereItsKeyframesSay) {
  const PatternDef def = make_play({{{{0, 17, 0}, {0.9, 14.5, -2.5}, {1.6, 14.5, -2.5}, {3, 18, -3}}},
                                    {{{0, -0.8, 0}, {1, 2, -1.5}, {4, 12, -15}}},
                                    {{{0, 22, -19.5}, {1.2, 19.4, -18.9}}},
                                    {{{0, 36, -9}, {2, 38.8, -0.4}, {2.4, 38.8, -0.4}, {3, 37.6, -1.6}}},
                                    {{{0, 36, 9.5}, {2.2, 42, 3}}}});
  expect_places(
      slots_at(def, 0.6),
      {{15.333, -1.667, 0}, {0.88, -0.9, 0}, {20.7, -19.2, 0}, {36.84, -6.42, 0}, {37.636, 7.727, 0}}, 1e-3);
  double fastest = 0.0;
  for (std::size_t slot = 0; slot < def.capacity(); ++slot)
    fastest = larger(fastest, peak_speed(def, slot));
  EXPECT_EQ(fastest, peak_speed(def, 1));
  EXPECT_NEAR(fastest, 5.600, 1e-3);
}

TEST(Play, ASlotThatMarksAnAgentHasNoPathAndNoEnd) {
  PatternDef def = make_play({kPostRoute});
  const SlotEntry slot = append_slot(def);
  set(slot.table, slot.object, "marks", Reference{ReferenceType::agent, "star", kNoIndex});
  set(slot.table, slot.object, "offset", Vec3{1, 2, 0});
  EXPECT_EQ(def.mark(0).agent, "");
  EXPECT_EQ(def.mark(1).agent, "star");
  EXPECT_EQ(def.mark(1).offset, (Vec3{1, 2, 0}));
  EXPECT_EQ(duration(def), 3.5);
  EXPECT_EQ(peak_speed(def, 1), 0.0);
  def.mirror = true;
  EXPECT_EQ(def.mark(1).offset, (Vec3{1, -2, 0}));
  EXPECT_EQ(make_pattern_def("line").mark(0).agent, "");
}

std::vector<std::string> pointers_of_problems(const PatternDef& def) {
  std::vector<std::string> pointers;
  for (const Problem& problem : def.kind().table.check(def.pattern.params.get()))
    pointers.push_back(problem.pointer);
  return pointers;
}

TEST(Play, KeyframesOutOfOrderAndMissingOnesAreProblems) {
  using Pointers = std::vector<std::string>;
  EXPECT_EQ(pointers_of_problems(make_play({kPostRoute})), Pointers());
  EXPECT_EQ(pointers_of_problems(make_play({})), Pointers({"/slots"}));
  EXPECT_EQ(pointers_of_problems(make_play({kPostRoute, {}})), Pointers({"/slots/1"}));
  EXPECT_EQ(pointers_of_problems(make_play({{{{1, 0, 0}, {1, 2, 0}}}})), Pointers({"/slots/0/keyframes"}));
  EXPECT_EQ(pointers_of_problems(make_play({{{{0, 0, 0}}, linear, false, {{2, 0}, {1, 1}}}})),
            Pointers({"/slots/0/facings"}));
  EXPECT_EQ(pointers_of_problems(make_play({{{{0, 0, 2e5}}}})), Pointers({"/slots/0/keyframes"}));
  EXPECT_EQ(pointers_of_problems(make_play({{{{2e9, 0, 0}}}})), Pointers({"/slots/0/keyframes"}));
}

}  // namespace
}  // namespace drover::play_test
