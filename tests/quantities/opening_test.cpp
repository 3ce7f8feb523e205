#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "quantities/value_of.h"

namespace drover::test::opening_test {
namespace {

const std::string kDefenders = R"(,"group":"defenders")";

std::string opening(const std::string& keys,
                    const std::string& segment = R"("from":[52.5,3.66],"to":[52.5,-3.66])") {
  return R"("opening",)" + segment + keys;
}

// An attacker, four defenders and the keeper of a corner kick.
std::string corner(Vec3 attacker, const std::string& group = kDefenders, const std::string& more = "") {
  std::string agents = body(attacker, {}, more);
  for (const Vec3 defender :
       {Vec3{50.5, 2.6, 0}, Vec3{48, -0.6, 0}, Vec3{50.5, -3.2, 0}, Vec3{47, -2.4, 0}, Vec3{51.8, 0, 0}})
    agents += "," + body(defender, {}, group);
  return agents;
}

struct Attacker {
  Vec3 place;
  double whole, free, largest;
};

TEST(OpeningQuantity, IsTheLargestGapOfTheMouthOfAGoal) {
  const Attacker attackers[] = {{{49, 3.5, 0}, 1.1618, 0.4045, 0.2962},
                                {{44.5, 0, 0}, 0.8581, 0.3691, 0.2638},
                                {{48.5, -5, 0}, 0.8148, 0.2898, 0.2227}};
  for (const Attacker& attacker : attackers) {
    const auto seen = [&](const std::string& measure) {
      return value_of(opening(kDefenders + measure), corner(attacker.place));
    };
    EXPECT_NEAR(seen(""), attacker.largest, 1e-4);
    EXPECT_NEAR(seen(R"(,"measure":"free")"), attacker.free, 1e-4);
    EXPECT_NEAR(seen(R"(,"measure":"whole")"), attacker.whole, 1e-4);
  }
}

TEST(OpeningQuantity, WithoutAGroupNobodyStandsInTheWay) {
  EXPECT_NEAR(value_of(opening(""), corner({49, 3.5, 0})), 1.1618, 1e-4);
}

TEST(OpeningQuantity, BodiesBehindTheSegmentDoNotCountAndThoseOnItDo) {
  const std::string agents = body({49, 3.5, 0}) + ",";
  EXPECT_NEAR(value_of(opening(kDefenders), agents + body({52.501, 1, 0}, {}, kDefenders)), 1.1618, 1e-4);
  EXPECT_LT(value_of(opening(kDefenders), agents + body({52.5, 1, 0}, {}, kDefenders)), 1.1);
  // Seen from behind, the sides are exchanged.
  const std::string behind = body({56, 3.5, 0}) + ",";
  EXPECT_LT(value_of(opening(kDefenders), behind + body({52.501, 1, 0}, {}, kDefenders)), 1.1);
  EXPECT_NEAR(value_of(opening(kDefenders), behind + body({52.499, 1, 0}, {}, kDefenders)), 1.1618, 1e-4);
}

TEST(OpeningQuantity, OneOfTheGroupDoesNotStandInItsOwnWay) {
  const std::string alone = body({49, 3.5, 0}, {}, kDefenders);
  EXPECT_NEAR(value_of(opening(kDefenders), alone), 1.1618, 1e-4);
}

TEST(OpeningQuantity, ABodyWithinItsRadiusCoversAll) {
  const std::string agents = body({49, 3.5, 0}) + "," + body({49.3, 3.5, 0}, {}, kDefenders);
  EXPECT_EQ(value_of(opening(kDefenders), agents), 0.0);
  EXPECT_GT(value_of(opening(kDefenders + R"(,"radius":0.2)"), agents), 0.0);
}

TEST(OpeningQuantity, OnTheLineOfTheSegmentNothingIsSeen) {
  EXPECT_EQ(value_of(opening(""), body({52.5, 9, 0})), 0.0);
  EXPECT_EQ(value_of(opening(""), body({52.5, 0, 0})), 0.0);
}

TEST(OpeningQuantity, TheNearestImageIsSeenInAWorldThatWraps) {
  const std::string world = R"(,"world":{"bounds":{"min":[0,0],"max":[60,60],"edge":"wrap"}})";
  const std::string segment = R"("from":[58,1],"to":[58,-1])";
  // The defender is across the upper edge, the goal around the corner.
  const std::string agents = body({2, 1, 0}) + "," + body({59.5, 59.9, 0}, {}, kDefenders);
  const double plain = value_of(opening(kDefenders, R"("from":[-2,1],"to":[-2,-1])"),
                                body({2, 1, 0}) + "," + body({-0.5, -0.1, 0}, {}, kDefenders));
  EXPECT_NEAR(value_of(opening(kDefenders, segment), agents, world), plain, 1e-12);
  EXPECT_GT(plain, 0.0);
}

TEST(OpeningQuantity, ASegmentHasALength) {
  EXPECT_THROW(value_of(opening("", R"("from":[1,2],"to":[1,2])"), body({})), std::runtime_error);
}

}  // namespace
}  // namespace drover::test::opening_test
