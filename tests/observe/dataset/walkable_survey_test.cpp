// What the walkable area must be: every position inside, solid things outside, one polygon.
#include "observe/dataset/walkable_survey.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/orientation.h"
#include "sim/definitions/simple_polygon.h"

namespace drover {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<Vec3> box(double left, double bottom, double right, double top) {
  return {{left, bottom, 0}, {right, bottom, 0}, {right, top, 0}, {left, top, 0}};
}

Barrier solid(std::vector<Vec3> ring, std::uint32_t owner = 0, bool present = true) {
  return {.points = std::move(ring), .is_ring = true, .is_solid = true, .owner = owner, .present = present};
}

Barrier ring(std::vector<Vec3> corners, std::uint32_t owner = 0) {
  return {.points = std::move(corners), .is_ring = true, .is_solid = false, .owner = owner};
}

Barrier line(std::vector<Vec3> points, std::uint32_t owner = 0) {
  return {.points = std::move(points), .owner = owner};
}

WalkableGround hall(std::vector<Barrier> barriers) {
  WalkableGround ground;
  ground.bounds.add({0, 0, 0});
  ground.bounds.add({20, 10, 0});
  ground.barriers = std::move(barriers);
  return ground;
}

double area_of_ring(const std::vector<Vec3>& corners) {
  double twice = 0.0;
  for (std::size_t k = 0; k < corners.size(); ++k)
    twice += cross(corners[k], corners[(k + 1) % corners.size()]).z;
  return 0.5 * std::fabs(twice);
}

double square_meters(const WalkableArea& area) {
  double sum = 0.0;
  for (const WalkablePart& part : area.parts) {
    sum += area_of_ring(part.outer);
    for (const std::vector<Vec3>& hole : part.holes)
      sum -= area_of_ring(hole);
  }
  return sum;
}

struct Found {
  std::vector<WalkableState> states;
  std::vector<std::string> notes;
  const WalkableArea& area() const { return states.front().area; }
};

Found survey(WalkableGround ground, const std::vector<Vec3>& positions,
             const std::vector<BarrierChange>& changes = {}, bool by_frame = false) {
  WalkableSurvey one(std::move(ground));
  for (const Vec3 p : positions)
    one.add(p);
  Found found;
  found.states = one.states(changes, by_frame);
  found.notes = one.notes();
  return found;
}

const std::vector<Vec3> kLeft = {{1, 5, 0}};
const std::vector<Vec3> kBothSides = {{1, 5, 0}, {19, 5, 0}};

TEST(WalkableSurvey, TakesTheUnionOfTouchingAndOverlappingObstacles) {
  const Found found = survey(hall({solid(box(4, 4, 6, 6), 0), solid(box(6, 4, 8, 6), 1),
                                   solid(box(7, 5, 9, 7), 2), solid(box(18, 8, 22, 12), 3)}),
                             kLeft);
  EXPECT_NEAR(square_meters(found.area()), 200 - (4 + 4 + 4 - 1) - 4, 1e-9);
  ASSERT_EQ(found.area().parts.size(), 1u);
  EXPECT_EQ(found.area().parts[0].holes.size(), 1u);
  EXPECT_THAT(found.notes, IsEmpty());
}

TEST(WalkableSurvey, TakesOutRingsThatNobodyIsIn) {
  EXPECT_NEAR(square_meters(survey(hall({ring(box(4, 1, 5, 2))}), kLeft).area()), 199, 1e-9);
}

TEST(WalkableSurvey, IsTheRoomAroundAllPositions) {
  WalkableGround ground;
  ground.barriers = {ring(box(0, 0, 10, 4))};
  EXPECT_EQ(wkt_of(survey(ground, {{1, 2, 0}, {3, 2, 0}}).area()), "POLYGON ((0 0, 10 0, 10 4, 0 4, 0 0))");
}

TEST(WalkableSurvey, IsARoomOfSingleWalls) {
  WalkableGround ground;
  ground.barriers = {line({{0, 0, 0}, {10, 0, 0}}), line({{10, 0, 0}, {10, 4, 0}}, 1),
                     line({{10, 4, 0}, {0, 4, 0}}, 2), line({{0, 4, 0}, {0, 0, 0}}, 3)};
  const Found found = survey(ground, {{1, 2, 0}, {3, 2, 0}});
  EXPECT_NEAR(square_meters(found.area()), 9.999 * 3.999, 1e-4);
  EXPECT_THAT(found.notes, IsEmpty());
}

TEST(WalkableSurvey, IsAsWideAsACorridorBetweenWalls) {
  WalkableGround ground;
  ground.barriers = {line({{-50, 0, 0}, {50, 0, 0}}), line({{-50, 4, 0}, {50, 4, 0}}, 1)};
  const Extent found = survey(ground, {{-3, 1, 0}, {7, 3.5, 0}}).area().extent();
  EXPECT_NEAR(found.max.y - found.min.y, 4.0 - 1e-3, 1e-4);
  EXPECT_EQ(found.max.x - found.min.x, 12.0);
}

TEST(WalkableSurvey, ContainsPositionsOnTheBorderAndBeyond) {
  const Extent held = survey(hall({solid(box(4, 4, 6, 6))}), {{0, 5, 0}, {10, 10, 0}}).area().extent();
  EXPECT_LT(held.min.x, 0.0);
  EXPECT_GT(held.min.x, -0.01);
  EXPECT_GT(held.max.y, 10.0);
  EXPECT_EQ(held.max.x, 20.0);
  WalkableGround open = hall({solid(box(4, 4, 6, 6))});
  const Found found = survey(open, {{1, 5, 0}, {30, 5, 0}});
  EXPECT_EQ(found.area().extent().max.x, 31.0);
  EXPECT_THAT(found.notes, IsEmpty());
}

TEST(WalkableSurvey, IsOnePolygonWherePositionsArePartedAndSaysSo) {
  const Found walls = survey(hall({line({{10, 0, 0}, {10, 10, 0}}), solid(box(4, 4, 6, 6), 1)}), kBothSides);
  EXPECT_NEAR(square_meters(walls.area()), 196, 1e-9);
  EXPECT_THAT(walls.notes, ElementsAre(HasSubstr("on both sides of walls")));
  const Found blocks = survey(hall({solid(box(10, 0, 11, 10)), solid(box(4, 4, 6, 6), 1)}), kBothSides);
  EXPECT_NEAR(square_meters(blocks.area()), 196, 1e-9);
  EXPECT_THAT(blocks.notes, ElementsAre(HasSubstr("obstacles that part it")));
}

TEST(WalkableSurvey, LeavesOutPartsWithoutPositions) {
  EXPECT_NEAR(square_meters(survey(hall({solid(box(10, 0, 11, 10))}), kLeft).area()), 100, 1e-9);
}

TEST(WalkableSurvey, HasAStateForEachCombinationOfDoors) {
  const std::vector<BarrierChange> opens = {{.frame = 3, .present = false}, {.frame = 7, .present = true}};
  const WalkableGround ground = hall({solid(box(10, 0, 11, 10))});
  const Found found = survey(ground, kBothSides, opens, true);
  ASSERT_EQ(found.states.size(), 3u);
  EXPECT_EQ(found.states[1].frame, 3);
  EXPECT_NEAR(square_meters(found.states[0].area), 190, 1e-9);
  EXPECT_NEAR(square_meters(found.states[1].area), 200, 1e-9);
  EXPECT_EQ(wkt_of(found.states[2].area), wkt_of(found.states[0].area));
  EXPECT_THAT(wkt_of(found.states[0].area), HasSubstr("MULTIPOLYGON"));
  EXPECT_THAT(found.notes, IsEmpty());
  const Found one = survey(ground, kBothSides, opens);
  EXPECT_NEAR(square_meters(one.area()), 200, 1e-9);
  EXPECT_THAT(one.notes, ElementsAre(HasSubstr("one area for all frames")));
}

TEST(WalkableSurvey, KeepsToTheOutlineOfTheUserAndSaysWhatLeavesIt) {
  WalkableGround ground = hall({solid(box(4, 4, 6, 6))});
  ground.outline = {{0, 0, 0}, {8, 0, 0}, {8, 10, 0}, {0, 10, 0}};
  EXPECT_NEAR(square_meters(survey(ground, kLeft).area()), 76, 1e-9);
  EXPECT_THAT(survey(ground, kLeft).notes, IsEmpty());
  EXPECT_THAT(survey(ground, kBothSides).notes, ElementsAre(HasSubstr("outside of the walkable area")));
}

TEST(WalkableSurvey, DoesNotDependOnTheOrderOfBarriers) {
  std::vector<Barrier> barriers;
  for (int k = 0; k < 30; ++k)
    barriers.push_back(solid(box(3 + 0.5 * k, 2 + k % 5, 3.7 + 0.5 * k, 3.2 + k % 5)));
  const double forth = square_meters(survey(hall(barriers), kLeft).area());
  std::ranges::reverse(barriers);
  EXPECT_NEAR(square_meters(survey(hall(barriers), kLeft).area()), forth, 1e-9);
}

bool cross_properly(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  return orientation(a, b, c) * orientation(a, b, d) < 0 && orientation(c, d, a) * orientation(c, d, b) < 0;
}

// As readers check it: no ring meets itself, none crosses another.
bool is_valid(const WalkableArea& area) {
  std::vector<std::vector<Vec3>> rings;
  for (const WalkablePart& part : area.parts) {
    rings.push_back(part.outer);
    rings.insert(rings.end(), part.holes.begin(), part.holes.end());
  }
  for (std::size_t one = 0; one < rings.size(); ++one) {
    const std::vector<Vec3>& a = rings[one];
    if (a.size() < 3 || find_crossing(a)) return false;
    for (std::size_t other = 0; other < one; ++other) {
      const std::vector<Vec3>& b = rings[other];
      for (std::size_t k = 0; k < a.size(); ++k) {
        for (std::size_t j = 0; j < b.size(); ++j)
          if (cross_properly(a[k], a[(k + 1) % a.size()], b[j], b[(j + 1) % b.size()])) return false;
      }
    }
  }
  return true;
}

TEST(WalkableSurvey, IsValidWhereThingsTouchButForRounding) {
  for (const double by : {0.0, 1e-300, 1e-17, 1e-16, 1e-14, 1e-12, 1e-10}) {
    for (const double sign : {-1.0, 1.0}) {
      const double off = sign * by;
      const Found found = survey(
          hall({solid(box(off, 2, 2, 4), 0), solid(box(4, off, 6, 2), 1), solid(box(8, 7, 10, 10 + off), 2),
                solid(box(12, 5, 14, 7), 3), solid(box(14 + off, 4, 16, 6 + off), 4),
                solid(box(off, off, 1, 1), 5), line({{18, 10 + off, 0}, {18, 7, 0}}, 6)}),
          kLeft);
      EXPECT_TRUE(is_valid(found.area())) << off << '\n' << wkt_of(found.area());
      EXPECT_NEAR(square_meters(found.area()), 200 - 4 - 4 - 6 - 4 - 4 - 1, 5e-3) << off;
      EXPECT_THAT(found.notes, IsEmpty());
    }
  }
}

// Where slanted edges touch, no coordinates agree.
TEST(WalkableSurvey, IsValidWhereTurnedThingsTouchButForRounding) {
  for (int turn = 1; turn < 60; ++turn) {
    const double angle = 0.1 * turn;
    const Vec3 along{0.9 * std::cos(angle), 0.9 * std::sin(angle), 0}, across{-along.y, along.x, 0};
    const auto square = [&](Vec3 p) {
      return std::vector<Vec3>{p, p + along, p + along + across, p + across};
    };
    const Vec3 middle{10, 5, 0};
    const Found found =
        survey(hall({solid(square(middle), 0), solid(square(middle + along), 1),
                     solid(square(middle + along * 0.3 + across), 2), solid(square(middle - along * 3), 3),
                     line({middle - along * 2 + across, middle + along * 3 - across * (1.0 / 3.0)}, 4)}),
               kLeft);
    EXPECT_TRUE(is_valid(found.area())) << angle << '\n' << wkt_of(found.area());
    EXPECT_NEAR(square_meters(found.area()), 200 - 4 * 0.81, 5e-3) << angle;
    EXPECT_THAT(found.notes, IsEmpty());
  }
}

TEST(WalkableSurvey, HasWhatStandsApartForHoles) {
  WalkableGround ground;
  ground.bounds.add({0, 0, 0});
  ground.bounds.add({1000, 100, 0});
  for (std::uint32_t k = 0; k < 10000; ++k) {
    const double x = 2 + 2 * (k % 400), y = 2 + 2 * (k / 400);
    ground.barriers.push_back(solid({{x, y, 0}, {x + 1, y, 0}, {x, y + 1, 0}}, k));
  }
  const Found found = survey(ground, {{1, 1, 0}});
  ASSERT_EQ(found.area().parts.size(), 1u);
  EXPECT_EQ(found.area().parts[0].holes.size(), 10000u);
  EXPECT_EQ(square_meters(found.area()), 1000 * 100 - 10000 / 2);
}

// What reaches far beyond the ground keeps its slope.
TEST(WalkableSurvey, IsCutByWhatReachesFarBeyondIt) {
  const double far = 1e6;
  const Found found = survey(
      hall({solid({{-far, -far, 0}, {far, -far, 0}, {far, far, 0}}), line({{0, -far, 0}, {0, far, 0}}, 1)}),
      {{5, 8, 0}});
  EXPECT_NEAR(square_meters(found.area()), 50 - 0.5e-3 * 10, 1e-3);
}

TEST(WalkableSurvey, HasRoomsWithinWhatIsSolidForParts) {
  const auto around = [](double x, double y, double half, std::uint32_t owner) {
    return std::vector<Barrier>{solid(box(x - half, y - half, x + half, y - half + 0.5), owner),
                                solid(box(x - half, y + half - 0.5, x + half, y + half), owner),
                                solid(box(x - half, y - half, x - half + 0.5, y + half), owner),
                                solid(box(x + half - 0.5, y - half, x + half, y + half), owner)};
  };
  std::vector<Barrier> barriers = around(10, 5, 4, 0);
  for (const Barrier& one : around(10, 5, 2, 1))
    barriers.push_back(one);
  barriers.push_back(solid(box(9.5, 4.5, 10.5, 5.5), 2));
  barriers.push_back(solid(box(7, 4, 7.5, 6), 3));
  EXPECT_NEAR(square_meters(survey(hall(barriers), kLeft).area()), 200 - 64, 1e-9);
  EXPECT_NEAR(square_meters(survey(hall(barriers), {{6.8, 5, 0}}).area()), 49 - 16 - 1, 1e-9);
  EXPECT_NEAR(square_meters(survey(hall(barriers), {{9, 5, 0}}).area()), 9 - 1, 1e-9);
}

}  // namespace
}  // namespace drover
