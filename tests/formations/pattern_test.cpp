#include "formations/pattern.h"

#include <cmath>

#include <gmock/gmock.h>

#include "core/det_math.h"
#include "formations/patterns.h"

namespace drover::pattern_test {
namespace {

using testing::ElementsAre;
using namespace test;

TEST(Patterns, RowsAreCenteredAndStartOnTheLeftAndInFront) {
  EXPECT_THAT(places_of(slots_of("line", 5)),
              ElementsAre(Vec3{0, 4, 0}, Vec3{0, 2, 0}, Vec3{0, 0, 0}, Vec3{0, -2, 0}, Vec3{0, -4, 0}));
  EXPECT_THAT(places_of(slots_of("column", 4, {{"spacing", 3.0}})),
              ElementsAre(Vec3{4.5, 0, 0}, Vec3{1.5, 0, 0}, Vec3{-1.5, 0, 0}, Vec3{-4.5, 0, 0}));
  EXPECT_THAT(places_of(slots_of("finger_four", 4)),
              ElementsAre(Vec3{0, 0, 0}, Vec3{-2, 2, 0}, Vec3{-2, -2, 0}, Vec3{-4, -4, 0}));
  EXPECT_THAT(places_of(slots_of("diamond", 4)),
              ElementsAre(Vec3{2, 0, 0}, Vec3{0, 2, 0}, Vec3{0, -2, 0}, Vec3{-2, 0, 0}));
}

TEST(Patterns, ArmsOfAVAreFilledFromTheApexLeftFirst) {
  const double leg = 2.0 * std::sqrt(0.5);
  expect_places(slots_of("v", 5),
                {{}, {-leg, leg, 0}, {-leg, -leg, 0}, {-2 * leg, 2 * leg, 0}, {-2 * leg, -2 * leg, 0}},
                1e-12);
  expect_places(slots_of("vee", 3), {{}, {leg, leg, 0}, {leg, -leg, 0}}, 1e-12);
  expect_places(slots_of("v", 3, {{"arm_angle", det::kPi / 3}}),
                {{}, {-1, std::sqrt(3.0), 0}, {-1, -std::sqrt(3.0), 0}}, 1e-12);
  expect_places(slots_of("echelon", 3), {{}, {-leg, -leg, 0}, {-2 * leg, -2 * leg, 0}}, 1e-12);
}

TEST(Patterns, EchelonTrailsToEitherSide) {
  PatternDef def = make_pattern_def("echelon");
  const auto right = slots_of(def, {.count = 4});
  set_choice(def.kind().table, def.pattern.params.get(), "side", 1);
  const auto left = slots_of(def, {.count = 4});
  for (std::size_t k = 0; k < 4; ++k)
    EXPECT_EQ(left[k].place, (Vec3{right[k].place.x, -right[k].place.y, 0}));
}

TEST(Patterns, TheLastRanksOfWedgeAndBoxAreCentered) {
  EXPECT_THAT(places_of(slots_of("wedge", 6)), ElementsAre(Vec3{0, 0, 0}, Vec3{-2, 1, 0}, Vec3{-2, -1, 0},
                                                           Vec3{-4, 2, 0}, Vec3{-4, 0, 0}, Vec3{-4, -2, 0}));
  EXPECT_THAT(places_of(slots_of("wedge", 5)),
              ElementsAre(Vec3{0, 0, 0}, Vec3{-2, 1, 0}, Vec3{-2, -1, 0}, Vec3{-4, 1, 0}, Vec3{-4, -1, 0}));
  EXPECT_THAT(places_of(slots_of("box", 8)),
              ElementsAre(Vec3{2, 2, 0}, Vec3{2, 0, 0}, Vec3{2, -2, 0}, Vec3{0, 2, 0}, Vec3{0, 0, 0},
                          Vec3{0, -2, 0}, Vec3{-2, 1, 0}, Vec3{-2, -1, 0}));
  PatternDef pairs = make_pattern_def("box");
  set(pairs.kind().table, pairs.pattern.params.get(), "cols", std::optional<std::int64_t>(2));
  EXPECT_THAT(places_of(slots_of(pairs, {.count = 3})),
              ElementsAre(Vec3{1, 1, 0}, Vec3{1, -1, 0}, Vec3{-1, 0, 0}));
}

TEST(DefensiveCircle, NeighborsStandSideBySide) {
  const std::vector<std::pair<std::size_t, double>> radii = {
      {2, 0.5},       {3, 0.57735},   {4, 0.707107},  {5, 0.850651},  {6, 1.0},      {8, 1.306563},
      {10, 1.618034}, {12, 1.931852}, {16, 2.562915}, {20, 3.196227}, {32, 5.101149}};
  for (const auto& [count, radius] : radii) {
    SCOPED_TRACE(count);
    const auto slots = slots_of("defensive_circle", count);
    EXPECT_NEAR(length(slots[0].place), radius, 1e-6);
    EXPECT_NEAR(closest_distance(slots), 1.0, 1e-12);
  }
  EXPECT_NEAR(slots_of("defensive_circle", 8, {{"gap", 0.5}})[0].place.x, 1.959844, 1e-6);
  expect_places(
      slots_of("defensive_circle", 5),
      {{0.8507, 0, 0}, {0.2629, 0.8090, 0}, {-0.6882, 0.5, 0}, {-0.6882, -0.5, 0}, {0.2629, -0.8090, 0}});
}

// The published form puts slot a at (cos a, sin a) where facing a is (sin a, cos a), which is tangential at
// 0.
TEST(DefensiveCircle, MembersFaceAwayFromTheCenter) {
  const auto slots = slots_of("defensive_circle", 8);
  for (std::size_t k = 0; k < slots.size(); ++k) {
    const auto turn = det::sin_cos(slots[k].facing);
    expect_near(Vec3{turn.cos, turn.sin, 0} * length(slots[k].place), slots[k].place, 1e-12);
    EXPECT_NEAR(det::wrap_angle(det::kTwoPi * static_cast<double>(k) / 8 - slots[k].facing), 0.0, 1e-12);
  }
}

// r / sin(pi) would put a lone member 8e15 radii away, and whole-number division all of them at angle 0.
TEST(DefensiveCircle, ALoneMemberStandsInTheCenter) {
  EXPECT_EQ(slots_of("defensive_circle", 1)[0], PatternSlot{});
}

TEST(ConcentricRings, TheOutermostRingIsFullAndTheRestIsSpreadEvenly) {
  const auto forty = slots_of("concentric_rings", 40);
  EXPECT_NEAR(length(forty[31].place), 5.1011, 1e-4);
  EXPECT_NEAR(length(forty[32].place), 4.1011, 1e-4);
  EXPECT_NEAR(forty[33].facing, det::kTwoPi / 8, 1e-12);
  EXPECT_NEAR(closest_distance(forty), 1.0, 1e-12);
  const std::vector<std::pair<std::size_t, double>> rings = {
      {33, 5.2601}, {26, 4.2601}, {20, 3.2601}, {14, 2.2601}, {7, 1.2601}};
  const auto hundred = slots_of("concentric_rings", 100);
  ASSERT_EQ(hundred.size(), 100u);
  std::size_t first = 0;
  for (const auto& [count, radius] : rings) {
    for (std::size_t k = first; k < first + count; ++k)
      EXPECT_NEAR(length(hundred[k].place), radius, 1e-4) << k;
    EXPECT_EQ(hundred[first].facing, 0.0);
    first += count;
  }
}

TEST(ConcentricRings, ACenterTooNarrowForARingHoldsOneMember) {
  const auto full = slots_of("concentric_rings", 96);
  EXPECT_NEAR(length(full[0].place), 5.1011, 1e-4);
  EXPECT_EQ(full[95], PatternSlot{});
  EXPECT_NEAR(length(full[94].place), 1.1011, 1e-4);
  EXPECT_NEAR(length(slots_of("concentric_rings", 97)[0].place), 5.2601, 1e-4);
}

TEST(ConcentricRings, AreADefensiveCircleUpToRingMax) {
  EXPECT_EQ(slots_of("concentric_rings", 32), slots_of("defensive_circle", 32));
}

TEST(ConcentricRings, MembersWithoutExtentStandInTheCenter) {
  for (const PatternSlot& slot : slots_of(make_pattern_def("concentric_rings"), {.count = 50, .radius = 0.0}))
    EXPECT_EQ(slot.place, Vec3{});
}

TEST(Patterns, CustomSlotsHaveFacingsAndRoles) {
  PatternDef def = make_custom({{0, 0, 0}, {-2, 1, 0}});
  EXPECT_FALSE(def.has_roles());
  const SlotEntry third = append_slot(def);
  set(third.table, third.object, "position", Vec3{5, 5, 0});
  set(third.table, third.object, "facing", 1.5 * det::kPi);
  set(third.table, third.object, "role", std::string("scout"));
  EXPECT_TRUE(def.has_roles());
  EXPECT_EQ(def.role(2), "scout");
  const auto slots = slots_of(def, {.count = 3});
  EXPECT_THAT(places_of(slots), ElementsAre(Vec3{0, 0, 0}, Vec3{-2, 1, 0}, Vec3{5, 5, 0}));
  EXPECT_EQ(slots[2].facing, -det::kPi / 2);
}

TEST(Patterns, ACustomPatternWithoutSlotsIsAProblem) {
  const PatternDef def = make_pattern_def("custom");
  const auto problems = def.kind().table.check(def.pattern.params.get());
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].pointer, "/slots");
}

TEST(Patterns, FixedPatternsSupportTheirSlotsAndNoMore) {
  for (const Kind* kind : pattern_kinds()) {
    SCOPED_TRACE(kind->name);
    const PatternDef def{.pattern = {kind, kind->make_params()}};
    const bool is_fixed = kind->name == "finger_four" || kind->name == "diamond" || kind->name == "custom" ||
                          kind->name == "play";
    EXPECT_NE(def.is_scalable(), is_fixed);
    EXPECT_EQ(def.supports(100000), !is_fixed);
  }
  const PatternDef four = make_pattern_def("finger_four");
  EXPECT_TRUE(four.supports(4));
  EXPECT_FALSE(four.supports(5));
  EXPECT_EQ(slots_of("finger_four", 9).size(), 4u);
}

TEST(Patterns, FillSaysHowManySlotsOfAFixedPatternAreOffered) {
  const PatternDef fixed = make_pattern_def("diamond");
  EXPECT_EQ(offered_slots(fixed, 3, Fill::first), 3u);
  EXPECT_EQ(offered_slots(fixed, 3, Fill::any), 4u);
  EXPECT_EQ(offered_slots(fixed, 6, Fill::first), 4u);
  EXPECT_EQ(offered_slots(make_pattern_def("line"), 6, Fill::any), 6u);
}

// For no member there is no slot, and for one the slot is the anchor.
TEST(Patterns, ScalablePatternsStartAtTheAnchor) {
  for (const Kind* kind : pattern_kinds()) {
    const PatternDef def{.pattern = {kind, kind->make_params()}};
    if (!def.is_scalable()) continue;
    SCOPED_TRACE(kind->name);
    EXPECT_TRUE(slots_of(def, {.count = 0, .radius = 0.5}).empty());
    EXPECT_THAT(slots_of(def, {.count = 1, .radius = 0.5}), ElementsAre(PatternSlot{}));
    for (const std::size_t count : {2u, 3u, 7u, 20u, 50u})
      EXPECT_EQ(slots_of(def, {.count = count, .radius = 0.5}).size(), count);
  }
}

TEST(Patterns, MirroredPatternsHaveMirroredBits) {
  for (const Kind* kind : pattern_kinds()) {
    SCOPED_TRACE(kind->name);
    PatternDef def{.pattern = {kind, kind->make_params()}};
    const auto plain = slots_of(def, {.count = 37, .radius = 0.3});
    def.mirror = true;
    const auto mirrored = slots_of(def, {.count = 37, .radius = 0.3});
    ASSERT_EQ(mirrored.size(), plain.size());
    for (std::size_t k = 0; k < plain.size(); ++k) {
      EXPECT_EQ(mirrored[k].place, (Vec3{plain[k].place.x, -plain[k].place.y, 0}));
      EXPECT_EQ(mirrored[k].facing, det::wrap_angle(-plain[k].facing));
    }
  }
}

TEST(Patterns, ACircleIsItsOwnMirrorImageBitForBit) {
  const auto slots = slots_of("defensive_circle", 13);
  for (std::size_t k = 1; k < slots.size(); ++k)
    EXPECT_EQ(slots[13 - k].place, (Vec3{slots[k].place.x, -slots[k].place.y, 0}));
}

TEST(Patterns, TheClosestDistanceIsThatOfAllPairs) {
  for (const char* pattern :
       {"line", "column", "v", "wedge", "box", "defensive_circle", "concentric_rings"}) {
    const auto slots = slots_of(pattern, 40);
    double least = kInfinity;
    for (std::size_t a = 0; a < slots.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b)
        least = smaller(least, length(slots[a].place - slots[b].place));
    }
    EXPECT_DOUBLE_EQ(closest_distance(slots), least) << pattern;
  }
}

TEST(Patterns, SlotsTooCloseShowInTheClosestDistance) {
  EXPECT_EQ(closest_distance(slots_of("line", 4, {{"spacing", 0.5}})), 0.5);
  EXPECT_EQ(closest_distance(slots_of("line", 1)), kInfinity);
}

TEST(Patterns, LayingOutAgainUsesTheSameMemory) {
  const PatternDef def = make_pattern_def("concentric_rings");
  std::vector<PatternSlot> slots;
  lay_out(def, {.count = 60, .radius = 0.5}, slots);
  const PatternSlot* memory = slots.data();
  lay_out(def, {.count = 60, .radius = 0.4}, slots);
  EXPECT_EQ(slots.data(), memory);
}

}  // namespace
}  // namespace drover::pattern_test
