#include "formations/drift.h"

#include <cmath>
#include <numeric>

#include "formations/anchor.h"
#include "formations/patterns.h"
#include "formations/turning.h"

namespace drover::drift_test {
namespace {

using namespace test;
using Slots = std::vector<std::size_t>;

Slots all_of(const std::vector<PatternSlot>& slots) {
  Slots occupied(slots.size());
  std::iota(occupied.begin(), occupied.end(), std::size_t{0});
  return occupied;
}

std::vector<PatternSlot> drift_free(const std::vector<PatternSlot>& slots, const Slots& occupied,
                                    std::span<const double> weights = {}) {
  std::vector<PatternSlot> out;
  remove_drift(slots, {occupied, weights}, out);
  return out;
}
std::vector<PatternSlot> drift_free(const std::vector<PatternSlot>& slots) {
  return drift_free(slots, all_of(slots));
}
Vec3 centroid_of(const std::vector<PatternSlot>& slots) {
  const Slots occupied = all_of(slots);
  return centroid(slots, {occupied});
}

TEST(Drift, CentroidsOfThePatterns) {
  expect_near(centroid_of(slots_of("v", 5)), {-1.6971, 0, 0});
  expect_near(centroid_of(slots_of("v", 5, {{"arm_angle", det::kPi / 3}})), {-1.2, 0, 0});
  expect_near(centroid_of(slots_of("wedge", 6)), {-2.6667, 0, 0});
  expect_near(centroid_of(slots_of("wedge", 8)), {-3.5, 0, 0});
  expect_near(centroid_of(slots_of("wedge", 10)), {-4, 0, 0});
  expect_near(centroid_of(slots_of("finger_four", 4)), {-2, -1, 0});
  expect_near(centroid_of(slots_of("box", 8)), {0.25, 0, 0});
}

TEST(Drift, DriftFreePlacesOfThePatterns) {
  expect_places(drift_free(slots_of("v", 5)), {{1.6971, 0, 0},
                                               {0.2828, 1.4142, 0},
                                               {0.2828, -1.4142, 0},
                                               {-1.1314, 2.8284, 0},
                                               {-1.1314, -2.8284, 0}});
  expect_places(
      drift_free(slots_of("wedge", 6)),
      {{2.6667, 0, 0}, {0.6667, 1, 0}, {0.6667, -1, 0}, {-1.3333, 2, 0}, {-1.3333, 0, 0}, {-1.3333, -2, 0}});
  expect_places(drift_free(slots_of("finger_four", 4)), {{2, 1, 0}, {0, 3, 0}, {0, -1, 0}, {-2, -3, 0}});
  expect_places(drift_free(slots_of("echelon", 3)), {{1.4142, 1.4142, 0}, {0, 0, 0}, {-1.4142, -1.4142, 0}});
}

struct ExtentsCase {
  const char* pattern;
  std::size_t count;
  double radius;
  double half_width;
};

TEST(Drift, ExtentsOfThePatterns) {
  const ExtentsCase cases[] = {
      {"line", 5, 4.5, 4.5},       {"column", 5, 4.5, 0.5},   {"v", 5, 3.5463, 3.3284},
      {"vee", 5, 3.5463, 3.3284},  {"wedge", 6, 3.1667, 2.5}, {"finger_four", 4, 4.1056, 3.5},
      {"echelon", 5, 4.5, 3.3284}, {"box", 8, 3.1575, 2.5},   {"diamond", 4, 2.5, 2.5}};
  for (const ExtentsCase& c : cases) {
    SCOPED_TRACE(c.pattern);
    const auto slots = drift_free(slots_of(c.pattern, c.count));
    const Extents extents = extents_of(slots, all_of(slots), std::vector<double>(slots.size(), 0.5));
    EXPECT_NEAR(extents.radius, c.radius, 1e-4);
    EXPECT_NEAR(extents.half_width, c.half_width, 1e-4);
  }
}

// A gap lets a pattern through where it is at least twice the half-width.
TEST(Drift, GapsThatPatternsNeed) {
  const auto gap_of = [](std::string_view pattern, std::size_t count) {
    const auto slots = drift_free(slots_of(pattern, count));
    return 2 * extents_of(slots, all_of(slots), std::vector<double>(count, 0.5)).half_width;
  };
  EXPECT_NEAR(gap_of("line", 5), 9.0, 1e-4);
  EXPECT_NEAR(gap_of("v", 5), 6.6569, 1e-4);
  EXPECT_NEAR(gap_of("wedge", 6), 5.0, 1e-4);
  EXPECT_NEAR(gap_of("column", 5), 1.0, 1e-4);
}

TEST(Drift, TheForemostSlotIsLevelWithTheAnchor) {
  const auto slots = slots_of(make_custom({{5, 1, 0}, {-3, -2, 0}, {2, 9, 0}}), {.count = 3});
  std::vector<PatternSlot> shifted;
  const Slots occupied{0, 1};
  put_front_at_anchor(slots, {occupied}, shifted);
  const Vec3 expected[] = {{0, 1.5, 0}, {-8, -1.5, 0}, {-3, 9.5, 0}};
  for (std::size_t k = 0; k < 3; ++k)
    expect_near(shifted[k].place, expected[k]);
}

TEST(Drift, ExtentsAreThoseOfTheOccupiedSlotsAndTheirMembers) {
  const auto slots = slots_of(make_custom({{5, 1, 0}, {-3, -2, 0}, {90, 90, 0}}), {.count = 3});
  const Extents extents = extents_of(slots, Slots{1, 0}, std::vector<double>{0.25, 1.0});
  EXPECT_EQ(extents.front, 6.0);
  EXPECT_EQ(extents.back, 3.25);
  EXPECT_EQ(extents.half_width, 2.25);
  EXPECT_EQ(extents_of(slots, {}, {}).radius, 0.0);
}

TEST(Drift, ALossMovesTheCentroidOfTheRest) {
  const auto four = slots_of("finger_four", 4, {{"spacing", 5.0}});
  expect_near(centroid_of(four), {-5, -2.5, 0});
  const Slots three{0, 1, 2};
  expect_near(centroid(four, {three}), {-3.3333, 0, 0});
  const auto rest = drift_free(four, three);
  expect_near(rest[0].place, {3.3333, 0, 0});
  expect_near(rest[1].place, {-1.6667, 5, 0});
  expect_near(rest[2].place, {-1.6667, -5, 0});
  const auto circle = slots_of("defensive_circle", 6);
  const Slots front{0, 1, 2, 3};
  expect_near(centroid(circle, {front}), {0, 0.4330, 0});
  const auto line = drift_free(slots_of("line", 5), {1, 2, 3, 4});
  EXPECT_EQ(line[1].place.y, 3.0);
  EXPECT_EQ(line[4].place.y, -3.0);
}

// The published center of mass sums the occupied slots but divides by the number of all: it says 1.
TEST(Drift, OnlyOccupiedSlotsAreCounted) {
  const auto slots = slots_of(make_custom({{0, 0, 0}, {4, 0, 0}, {8, 0, 0}, {12, 0, 0}}), {.count = 4});
  const Slots occupied{0, 1};
  EXPECT_EQ(centroid(slots, {occupied}), (Vec3{2, 0, 0}));
}

TEST(Drift, NobodyHasNoCentroid) {
  const auto slots = slots_of("v", 3);
  EXPECT_EQ(centroid(slots, {}), Vec3{});
  EXPECT_EQ(drift_free(slots, {}), slots);
}

TEST(Drift, WeightsCountHeads) {
  const auto squad = slots_of(make_custom({{15, 0, 0}, {0, 0, 0}, {-15, 0, 0}}), {.count = 3});
  const Slots occupied{0, 1, 2};
  EXPECT_EQ(centroid(squad, {occupied}), Vec3{});
  const std::vector<double> heads{4, 1, 3};
  EXPECT_EQ(centroid(squad, {occupied, heads}), (Vec3{1.875, 0, 0}));
  Vec3 sum;
  const auto slots = drift_free(squad, occupied, heads);
  for (std::size_t k = 0; k < 3; ++k)
    sum += slots[k].place * heads[k];
  EXPECT_EQ(sum, Vec3{});
}

// Taking the centroid away in the axes of the world, as published, leaves the mean (3, -1) off at 90 degrees.
TEST(Drift, OfATurnedFormationIsTakenAwayInItsOwnFrame) {
  const auto slots = drift_free(slots_of("finger_four", 4));
  const Anchor anchor{{}, {0, 1, 0}, {}, 0.0};
  std::vector<Vec3> positions;
  for (const PatternSlot& slot : slots)
    positions.push_back(slot_pose(anchor, slot).position);
  EXPECT_EQ(weighted_mean(positions), Vec3{});
}

TEST(Drift, OfMovingSlotsIsTakenFromTheirVelocitiesToo) {
  const std::vector<PatternSlot> slots{{{0, 0, 0}, 0, {1, 0, 0}}, {{2, 0, 0}, 0, {3, 2, 0}}};
  const auto still = drift_free(slots);
  EXPECT_EQ(still[0].velocity, (Vec3{-1, -1, 0}));
  EXPECT_EQ(still[1].velocity, (Vec3{1, 1, 0}));
}

// Millington & Funge, exercise 3.18: the mean of the members and the mean of the slots are two things.
TEST(Drift, MeansOfMembersAndOfSlotsAreTold) {
  EXPECT_EQ(weighted_mean(std::vector<Vec3>{{20, 16, 0}, {6, 11, 0}, {28, 9, 0}}), (Vec3{18, 12, 0}));
  const auto pattern = slots_of(make_custom({{20, 18, 0}, {8, 12, 0}, {32, 12, 0}}), {.count = 3});
  EXPECT_EQ(centroid_of(pattern), (Vec3{20, 14, 0}));
  expect_places(drift_free(pattern), {{0, 4, 0}, {-12, -2, 0}, {12, -2, 0}}, 0.0);
  EXPECT_EQ(weighted_mean(std::vector<Vec3>{{20, 16, 0}, {6, 11, 0}}), (Vec3{13, 13.5, 0}));
  const Slots two{0, 1};
  EXPECT_EQ(centroid(pattern, {two}), (Vec3{14, 15, 0}));
  EXPECT_EQ(drift_free(pattern, two)[0].place, (Vec3{6, 3, 0}));
  EXPECT_EQ(drift_free(pattern, two)[1].place, (Vec3{-6, -3, 0}));
}

const Vec3 kForward{1, 0, 0};
const Vec3 kFallback{0, -1, 0};

std::vector<Vec3> unit_vectors(const std::vector<double>& angles) {
  std::vector<Vec3> vectors;
  for (const double angle : angles)
    vectors.push_back(unit_vector(angle));
  return vectors;
}

TEST(CircularMean, GoesTheShortWayAround) {
  const auto headings = unit_vectors({350 * det::kPi / 180, 10 * det::kPi / 180});
  expect_near(circular_mean(headings, {}, kFallback), kForward, 1e-12);
}

// Arithmetic means of angles say 135 degrees for a circle of four; the directions cancel instead.
TEST(CircularMean, OfBalancedDirectionsIsTheFallback) {
  const auto circle = slots_of("defensive_circle", 4);
  std::vector<double> facings;
  for (const PatternSlot& slot : circle)
    facings.push_back(slot.facing);
  EXPECT_EQ(circular_mean(unit_vectors(facings), {}, kFallback), kFallback);
  EXPECT_EQ(circular_mean({}, {}, kFallback), kFallback);
}

TEST(CircularMean, Weighs) {
  const std::vector<Vec3> headings{{1, 0, 0}, {-1, 0, 0}};
  EXPECT_EQ(circular_mean(headings, std::vector<double>{1, 3}, kFallback), (Vec3{-1, 0, 0}));
}

// Members of the formation at a heading, as displacements from their mean.
std::vector<Vec3> members_at(const std::vector<PatternSlot>& slots, double angle) {
  std::vector<Vec3> members;
  for (const PatternSlot& slot : slots)
    members.push_back(turned(slot.place, angle));
  return members;
}

TEST(HeadingByGeometry, FindsTheTurnOfTheMembers) {
  const auto slots = drift_free(slots_of("finger_four", 4));
  const Slots occupied = all_of(slots);
  for (const double angle : {0.3, -2.0, 3.1}) {
    const Vec3 heading = heading_by_geometry(slots, {occupied}, members_at(slots, angle), kFallback);
    EXPECT_NEAR(angle_of(heading), angle, 1e-12);
  }
}

TEST(HeadingByGeometry, WithoutExtentIsTheFallback) {
  const std::vector<PatternSlot> one{{}};
  const Slots first{0};
  EXPECT_EQ(heading_by_geometry(one, {first}, std::vector<Vec3>{{}}, kFallback), kFallback);
  const auto slots = drift_free(slots_of("line", 3));
  const Slots occupied = all_of(slots);
  EXPECT_EQ(heading_by_geometry(slots, {occupied}, std::vector<Vec3>(3), kFallback), kFallback);
}

TEST(HeadingByGeometry, TurnsAndMirrorsItsBits) {
  const auto slots = drift_free(slots_of("v", 5));
  const Slots occupied{0, 2, 1, 4, 3};
  const std::vector<Vec3> members{
      {1.9, 0.3, 0}, {-0.2, 1.7, 0}, {0.1, -1.1, 0}, {-1.3, 2.2, 0}, {-0.5, -3.1, 0}};
  const Vec3 heading = heading_by_geometry(slots, {occupied}, members, kFallback);
  EXPECT_EQ(heading_by_geometry(slots, {occupied}, changed(members, quarter_turned), kFallback),
            quarter_turned(heading));
  auto image = slots;
  for (PatternSlot& slot : image)
    slot.place = mirrored(slot.place);
  EXPECT_EQ(heading_by_geometry(image, {occupied}, changed(members, mirrored), kFallback), mirrored(heading));
}

// The mean of the members' headings alone is 0/0 in a circle; relative to their slots they agree.
TEST(HeadingByFacing, IsWellDefinedForACircle) {
  const auto circle = slots_of("defensive_circle", 6);
  const Slots occupied = all_of(circle);
  std::vector<Vec3> headings;
  for (const PatternSlot& slot : circle)
    headings.push_back(unit_vector(0.8 + slot.facing));
  EXPECT_NEAR(angle_of(heading_by_facing(circle, {occupied}, headings, kFallback)), 0.8, 1e-12);
  EXPECT_EQ(heading_by_facing(circle, {occupied}, changed(headings, quarter_turned), kFallback),
            quarter_turned(heading_by_facing(circle, {occupied}, headings, kFallback)));
}

TEST(HeadingByFacing, OfBalancedMembersIsTheFallback) {
  const auto pair = slots_of("column", 2);
  const Slots occupied{0, 1};
  EXPECT_EQ(heading_by_facing(pair, {occupied}, std::vector<Vec3>{{0, 1, 0}, {0, -1, 0}}, kFallback),
            kFallback);
}

// Shifting facings without turning the places changes what they show relative to the shape.
TEST(ChangeFrame, KeepsTheFormationInTheWorld) {
  std::vector<PatternSlot> slots{{{2, 0, 0}, 0.4, {}}, {{0, 3, 0}, 1.3, {}}, {{-1, -1, 0}, 0.1, {}}};
  const Slots occupied{0, 1, 2};
  std::vector<PatternSlot> changed_slots;
  const std::optional<double> turn = change_frame(slots, {occupied}, changed_slots);
  ASSERT_TRUE(turn.has_value());
  const Anchor before{{5, 5, 0}, unit_vector(0.2), {}, 0.0};
  const Anchor after{{5, 5, 0}, unit_vector(0.2 + *turn), {}, 0.0};
  const auto centered = drift_free(slots);
  Vec3 facings;
  for (std::size_t k = 0; k < 3; ++k) {
    expect_near(slot_pose(after, changed_slots[k]).position, slot_pose(before, centered[k]).position, 1e-12);
    expect_near(slot_pose(after, changed_slots[k]).heading, slot_pose(before, centered[k]).heading, 1e-12);
    facings += unit_vector(changed_slots[k].facing);
  }
  EXPECT_NEAR(angle_of(facings), 0.0, 1e-12);
}

TEST(ChangeFrame, IsNotDefinedForAFullCircle) {
  const auto circle = slots_of("defensive_circle", 5);
  const Slots occupied = all_of(circle);
  std::vector<PatternSlot> out;
  EXPECT_FALSE(change_frame(circle, {occupied}, out).has_value());
  EXPECT_TRUE(out.empty());
}

// Fire teams of four in squads of nine in a platoon of 29.
TEST(Drift, NestedFormationsBalanceOnEveryLevel) {
  const auto team = drift_free(slots_of("finger_four", 4, {{"spacing", 5.0}}));
  std::vector<PatternSlot> squad{{{0, 0, 0}, 0, {}}};
  for (const double x : {15.0, -15.0}) {
    for (const PatternSlot& slot : team)
      squad.push_back({slot.place + Vec3{x, 0, 0}, 0, {}});
  }
  std::vector<PatternSlot> platoon{{{25, 0, 0}, 0, {}}, {{-25, 0, 0}, 0, {}}};
  for (const double x : {50.0, 0.0, -50.0}) {
    for (const PatternSlot& slot : squad)
      platoon.push_back({slot.place + Vec3{x, 0, 0}, 0, {}});
  }
  ASSERT_EQ(platoon.size(), 29u);
  expect_near(centroid_of(platoon), {}, 1e-12);
  const auto radius_of = [](const std::vector<PatternSlot>& slots) {
    return extents_of(slots, all_of(slots), std::vector<double>(slots.size(), 0.0));
  };
  EXPECT_NEAR(radius_of(team).radius, 9.0139, 1e-4);
  EXPECT_NEAR(radius_of(squad).radius, 21.3600, 1e-4);
  EXPECT_NEAR(radius_of(platoon).radius, 70.4006, 1e-4);
  EXPECT_EQ(radius_of(platoon).half_width, 7.5);
  EXPECT_EQ(radius_of(platoon).front, 70.0);
  EXPECT_EQ(radius_of(platoon).back, 70.0);
  EXPECT_NEAR(closest_distance(platoon), 5.5902, 1e-4);
  const Anchor anchor{{100, 200, 0}, {0, 1, 0}, {}, 0.0};
  const std::vector<Vec3> first_team{{97.5, 270, 0}, {92.5, 265, 0}, {102.5, 265, 0}, {107.5, 260, 0}};
  for (std::size_t k = 0; k < 4; ++k)
    EXPECT_EQ(slot_pose(anchor, platoon[3 + k]).position, first_team[k]);
  EXPECT_EQ(slot_pose(anchor, platoon[2]).position, (Vec3{100, 250, 0}));
  EXPECT_EQ(slot_pose(anchor, platoon[7]).position, (Vec3{97.5, 240, 0}));
  EXPECT_EQ(slot_pose(anchor, platoon[0]).position, (Vec3{100, 225, 0}));
  EXPECT_EQ(slot_pose(anchor, platoon.back()).position, (Vec3{107.5, 130, 0}));
}

}  // namespace
}  // namespace drover::drift_test
