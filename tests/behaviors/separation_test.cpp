#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/ask.h"
#include "core/random.h"

namespace drover::test::separation_test {
namespace {

std::string agents_at(const std::vector<Vec3>& positions) {
  std::string list;
  for (const Vec3& p : positions) {
    list += fmt::format(R"({}{{"type":"a","position":[{},{}]}})", list.empty() ? "" : ",", p.x, p.y);
  }
  return "[" + list + "]";
}

std::string scene_of(const std::vector<Vec3>& positions, std::string_view keys = "") {
  const std::string_view inverse =
      keys.find("variant") != std::string_view::npos ? "" : R"(,"variant":"inverse")";
  return scene(
      fmt::format(R"([{{"type":"separation","radius":20,"threshold":15,"decay":1{}{}}}])", inverse, keys),
      agents_at(positions), R"(,"max_acceleration":6)");
}

std::optional<Vec3> ask(const std::vector<Vec3>& positions, std::string_view keys = "") {
  return request_of(scene_of(positions, keys));
}

TEST(Separation, PushIsDecayOverDistanceAwayFromTheNeighbor) {
  for (const double d : {0.5, 1.0, 2.0, 8.0}) {
    const auto request = ask({{0, 0, 0}, {0.6 * d, 0.8 * d, 0}});
    ASSERT_TRUE(request);
    EXPECT_NEAR(request->x, -0.6 / d, 1e-11);
    EXPECT_NEAR(request->y, -0.8 / d, 1e-11);
  }
}

TEST(Separation, KeepsItsDigitsAtAnyLimit) {
  const std::vector<Vec3> positions = {{0, 0, 0}, {3, 0, 0}, {0, 5, 0}};
  for (const char* limit : {"1", "1e3", "1e6", "1e9", "1e12"}) {
    for (const char* combine : {"sum", "closest"}) {
      const auto ask = [&](const char* variant) {
        return *request_of(scene(
            fmt::format(
                R"([{{"type":"separation","radius":20,"threshold":15,"decay":1,"variant":"{}","combine":"{}"}}])",
                variant, combine),
            agents_at(positions), fmt::format(R"(,"mass":1,"max_force":{})", limit)));
      };
      const bool adds = std::string_view(combine) == "sum";
      EXPECT_NEAR(length(ask("inverse") - Vec3{-1.0 / 3, adds ? -1.0 / 5 : 0.0, 0}), 0.0, 1e-9) << limit;
      EXPECT_NEAR(length(ask("inverse_square") - Vec3{-1.0 / 9, adds ? -1.0 / 25 : 0.0, 0}), 0.0, 1e-9)
          << limit;
    }
  }
}

TEST(Separation, HalvingTheDistanceDoublesThePush) {
  const double far = length(*ask({{0, 0, 0}, {3, 4, 0}}));
  EXPECT_NEAR(length(*ask({{0, 0, 0}, {1.5, 2, 0}})), 2.0 * far, 1e-11);
}

TEST(Separation, PushesOfSeveralNeighborsAdd) {
  const auto request = ask({{0, 0, 0}, {3, 4, 0}, {5, 12, 0}});
  EXPECT_NEAR(request->x, -(3.0 / 25.0 + 5.0 / 169.0), 1e-11);
  EXPECT_NEAR(request->y, -(4.0 / 25.0 + 12.0 / 169.0), 1e-11);
}

TEST(Separation, NeighborsAllAroundCancelExactly) {
  EXPECT_EQ(ask({{0, 0, 0}, {1, 2, 0}, {-1, -2, 0}, {2, -1, 0}, {-2, 1, 0}}), Vec3{});
}

TEST(Separation, OnlyNeighborsNearerThanTheThresholdPush) {
  EXPECT_EQ(ask({{0, 0, 0}, {15, 0, 0}}), Vec3{});
  EXPECT_NE(ask({{0, 0, 0}, {14.999, 0, 0}}), Vec3{});
}

TEST(Separation, WithoutANeighborThereIsNoRequest) {
  EXPECT_FALSE(ask({{0, 0, 0}}));
  EXPECT_FALSE(ask({{0, 0, 0}, {21, 0, 0}}));
}

TEST(Separation, IsLimitedForEachNeighborAndInTheSum) {
  EXPECT_NEAR(length(*ask({{0, 0, 0}, {1e-6, 0, 0}})), 6.0, 1e-11);
  EXPECT_NEAR(length(*ask({{0, 0, 0}, {1e-6, 0, 0}, {2e-6, 1e-7, 0}})), 6.0, 1e-11);
  EXPECT_NEAR(length(*ask({{0, 0, 0}, {0.1, 0, 0}}, R"(,"max_strength":2.5)")), 2.5, 1e-11);
}

TEST(Separation, CoincidentAgentsPartAlongXInsteadOfNaN) {
  const std::string pair = scene_of({{3, 3, 0}, {3, 3, 0}});
  EXPECT_EQ(request_of(pair, 0), (Vec3{-6, 0, 0}));
  EXPECT_EQ(request_of(pair, 1), (Vec3{6, 0, 0}));
}

TEST(Separation, NegativeDecayAttracts) {
  const auto request =
      request_of(scene(R"([{"type":"separation","radius":20,"threshold":15,"decay":-2,"variant":"inverse"}])",
                       agents_at({{0, 0, 0}, {4, 0, 0}})));
  EXPECT_NEAR(request->x, 0.5, 1e-11);
}

double size_of_sum(const Simulator& simulator) {
  Vec3 sum;
  for (AgentIndex i = 0; i < simulator.world().model().agents.size(); ++i)
    sum += *request_of(simulator, i);
  return length(sum);
}

TEST(Separation, RequestsOfAFreeCrowdSumToZeroInEveryVariantAlongTheLine) {
  Draws draws({101});
  std::vector<Vec3> positions;
  for (int k = 0; k < 30; ++k) {
    const double x = 10.0 * draws.uniform();
    const double y = 10.0 * draws.uniform();
    positions.push_back({x, y, 0});
  }
  for (const char* variant : {"inverse", "inverse_square"}) {
    const Simulator simulator =
        make_simulator(scene_of(positions, fmt::format(R"(,"max_strength":1e6,"variant":"{}")", variant)));
    EXPECT_NEAR(size_of_sum(simulator), 0.0, 1e-5) << variant;
  }
  // The linear law grows with the limit itself: a sum that stays within it needs few neighbors.
  const Simulator few = make_simulator(scene_of(
      {{0.0, 0.0, 0.0}, {9.6, 2.4, 0.0}, {3.2, 12.0, 0.0}, {12.8, 13.6, 0.0}}, R"(,"variant":"linear")"));
  EXPECT_NEAR(size_of_sum(few), 0.0, 1e-10);
}

TEST(Separation, MirroredCrowdsGiveMirroredRequestsExactly) {
  Draws draws({102});
  std::vector<Vec3> plain;
  std::vector<Vec3> mirrored;
  for (int k = 0; k < 20; ++k) {
    const double x = 3.0 * draws.signed_uniform();
    const double y = 3.0 * draws.signed_uniform();
    plain.push_back({x, y, 0});
    mirrored.push_back({x, -y, 0});
  }
  const Vec3 a = *ask(plain);
  const Vec3 b = *ask(mirrored);
  EXPECT_EQ(a.x, b.x);
  EXPECT_EQ(a.y, -b.y);
}

TEST(Separation, SeesNeighborsThroughTheEdgeOfAWorldThatWraps) {
  const auto request = request_of(scene(R"([{"type":"separation","variant":"inverse","decay":1}])",
                                        agents_at({{0.5, 5, 0}, {19.5, 5, 0}}), "",
                                        R"(,"world":{"bounds":{"min":[0,0],"max":[20,20],"edge":"wrap"}})"));
  EXPECT_NEAR(request->x, 1.0, 1e-11);
}

TEST(Separation, PerceivesTheOthersBodyOrItsCenter) {
  const auto count = [](const char* keys) {
    return request_of(scene(fmt::format(R"([{{"type":"separation","radius":5,"threshold":9{}}}])", keys),
                            agents_at({{0, 0, 0}, {5.3, 0, 0}})))
        .has_value();
  };
  EXPECT_TRUE(count(""));
  EXPECT_FALSE(count(R"(,"add_other_radius":false)"));
}

constexpr const char* kInverseSquare = R"(,"variant":"inverse_square")";
constexpr const char* kLinear = R"(,"variant":"linear")";
constexpr const char* kBow = R"(,"variant":"bow_inverse")";

TEST(Separation, InverseSquareIsDecayOverTheSquareAwayFromTheNeighbor) {
  for (const double d : {0.5, 1.0, 2.0, 8.0}) {
    const auto request = ask({{0, 0, 0}, {0.6 * d, 0.8 * d, 0}}, kInverseSquare);
    EXPECT_NEAR(request->x, -0.6 / (d * d), 1e-11);
    EXPECT_NEAR(request->y, -0.8 / (d * d), 1e-11);
  }
}

// Unit directions away from the neighbors.
TEST(Separation, InverseSquareGivesTheNumbersOfTheExercise) {
  const auto request = ask({{0, 0, 0}, {3, 4, 0}, {5, 12, 0}}, kInverseSquare);
  EXPECT_NEAR(request->x, -0.02628, 5e-6);
  EXPECT_NEAR(request->y, -0.03746, 5e-6);
}

TEST(Separation, LinearFallsFromTheLimitToNothingAtTheThreshold) {
  for (const double d : {1e-6, 1.5, 7.5, 12.0})
    EXPECT_NEAR(ask({{0, 0, 0}, {d, 0, 0}}, kLinear)->x, -6.0 * (1.0 - d / 15.0), 1e-11) << d;
  const std::string limited = std::string(kLinear) + R"(,"max_strength":2)";
  EXPECT_NEAR(ask({{0, 0, 0}, {7.5, 0, 0}}, limited)->x, -1.0, 1e-11);
}

TEST(Separation, ThresholdIsTheGreatestDistanceOfAction) {
  for (const char* variant : {kInverseSquare, kLinear, kBow}) {
    EXPECT_EQ(ask({{0, 0, 0}, {15, 1e-6, 0}}, variant), Vec3{}) << variant;
    EXPECT_NE(ask({{0, 0, 0}, {14.9, 1e-6, 0}}, variant), Vec3{}) << variant;
  }
}

TEST(Separation, OnlyLinearBeginsGentlyAtTheThreshold) {
  constexpr double kInside = 15.0 - 1e-9;
  EXPECT_NEAR(ask({{0, 0, 0}, {kInside, 0, 0}}, kInverseSquare)->x, -1.0 / 225.0, 1e-9);
  EXPECT_NEAR(ask({{0, 0, 0}, {kInside, 0, 0}}, kLinear)->x, 0.0, 1e-9);
  EXPECT_NEAR(ask({{0, 0, 0}, {0, kInside, 0}}, kBow)->y, -6.0, 1e-6);
}

TEST(Separation, AttractionIsLimitedToo) {
  for (const char* variant : {"inverse", "inverse_square"}) {
    const auto pull = [&](const std::vector<Vec3>& positions) {
      return *request_of(
          scene(fmt::format(R"([{{"type":"separation","radius":20,"variant":"{}","decay":-5}}])", variant),
                agents_at(positions), R"(,"max_acceleration":6)"));
    };
    EXPECT_NEAR(pull({{0, 0, 0}, {0.1, 0, 0}}).x, 6.0, 1e-10) << variant;
    EXPECT_NEAR(length(pull({{0, 0, 0}, {0.1, 0, 0}, {0.2, 0.1, 0}})), 6.0, 1e-10) << variant;
    EXPECT_EQ(pull({{0, 0, 0}, {0, 0, 0}}), Vec3{}) << variant;
  }
}

TEST(Separation, SumOfEveryVariantIsLimited) {
  for (const char* variant : {kInverseSquare, kLinear, kBow}) {
    const auto request = ask({{0, 0, 0}, {0.1, 0.1, 0}, {0.1, 0.2, 0}, {0.05, 0.3, 0}}, variant);
    EXPECT_NEAR(length(*request), 6.0, 1e-10) << variant;
  }
}

TEST(Separation, BowPushesAcrossTheHeadingAwayFromTheNeighborsSide) {
  // The agents head along +x.
  EXPECT_NEAR(length(*ask({{0, 0, 0}, {3, 4, 0}}, kBow) - Vec3{0, -6, 0}), 0.0, 1e-11);
  EXPECT_NEAR(length(*ask({{0, 0, 0}, {-3, -4, 0}}, kBow) - Vec3{0, 6, 0}), 0.0, 1e-11);
}

TEST(Separation, BowWeighsTheSidesByThresholdOverDistance) {
  const auto request = ask({{0, 0, 0}, {0, 14, 0}, {0, -14.9, 0}}, kBow);
  EXPECT_EQ(request->x, 0.0);
  EXPECT_NEAR(request->y, -6.0 * (15.0 / 14.0 - 15.0 / 14.9), 1e-10);
  EXPECT_EQ(ask({{0, 0, 0}, {3, 4, 0}, {3, -4, 0}}, kBow), Vec3{});
}

TEST(Separation, BowGoesLeftOfWhatIsDeadAheadWhateverElseItSees) {
  EXPECT_EQ(ask({{0, 0, 0}, {5, 0, 0}}, kBow), (Vec3{0, 6, 0}));
  EXPECT_EQ(ask({{0, 0, 0}, {-5, 0, 0}}, kBow), (Vec3{0, 6, 0}));
  // Neighbors left and right as far away cancel, whichever of them has the lower number.
  EXPECT_EQ(ask({{0, 0, 0}, {1, 4, 0}, {5, 0, 0}, {1, -4, 0}}, kBow), (Vec3{0, 6, 0}));
  EXPECT_EQ(ask({{0, 0, 0}, {1, -4, 0}, {5, 0, 0}, {1, 4, 0}}, kBow), (Vec3{0, 6, 0}));
}

TEST(Separation, ClosestHearsOnlyTheNearestNeighbor) {
  for (const char* variant : {"", kInverseSquare, kLinear, kBow}) {
    const std::string closest = std::string(variant) + R"(,"combine":"closest")";
    EXPECT_EQ(ask({{0, 0, 0}, {6, 1, 0}, {2, 3, 0}, {-4, -1, 0}}, closest),
              ask({{0, 0, 0}, {2, 3, 0}}, variant))
        << variant;
    // Of equally near ones the lower number.
    EXPECT_EQ(ask({{0, 0, 0}, {-2, 3, 0}, {2, 3, 0}}, closest), ask({{0, 0, 0}, {-2, 3, 0}}, variant));
  }
}

TEST(Separation, NeighborsAllAroundCancelExactlyInEveryVariant) {
  for (const char* variant : {kInverseSquare, kLinear, kBow}) {
    EXPECT_EQ(ask({{0, 0, 0}, {1, 2, 0}, {-1, -2, 0}, {2, -1, 0}, {-2, 1, 0}}, variant), Vec3{}) << variant;
  }
}

// The separation of Buckland's code, as of the seed, is not a number there.
TEST(Separation, OfCoincidentAgentsIsFiniteInEveryVariant) {
  for (const char* variant : {"", kInverseSquare, kLinear, kBow}) {
    const std::string pile = scene_of({{3, 3, 0}, {3, 3, 0}, {3, 3, 0}}, variant);
    for (AgentIndex i = 0; i < 3; ++i)
      EXPECT_TRUE(is_finite(*request_of(pile, i))) << variant;
    EXPECT_NEAR(length(*request_of(pile, 0)), 6.0, 1e-10) << variant;
  }
  // The lowest and the highest number part, the middle one stays.
  EXPECT_EQ(request_of(scene_of({{3, 3, 0}, {3, 3, 0}, {3, 3, 0}}, kLinear), 1), Vec3{});
}

TEST(Separation, MayHaveAViewOfItsOwn) {
  EXPECT_FALSE(ask({{0, 0, 0}, {-3, 1, 0}}, R"(,"view":"limited")"));
  EXPECT_TRUE(ask({{0, 0, 0}, {0, 1, 0}}, R"(,"view":"limited")"));
}

TEST(Separation, SeenByOneHundredAndThirtyFiveDegreesToEitherSide) {
  EXPECT_TRUE(ask({{0, 0, 0}, {-3, 3, 0}}, R"(,"view":"angle")"));
  EXPECT_FALSE(ask({{0, 0, 0}, {-3.001, 3, 0}}, R"(,"view":"angle")"));
}

TEST(Separation, WithDefaultsACrowdComesToRestWithoutOverlap) {
  Simulator simulator = make_simulator(scene(
      R"([{"type":"separation"}])",
      R"([{"type":"a","count":40,"overlap":true,"placement":{"type":"disc","center":[0,0],"radius":4}}])",
      R"(,"locomotion":{"type":"point_mass","linear_drag":1})"));
  run_steps(simulator, 1000);
  const AgentMotion& state = simulator.world().state.motion;
  for (AgentIndex i = 0; i < 40; ++i) {
    for (AgentIndex j = 0; j < i; ++j)
      EXPECT_GT(length(state.position(i) - state.position(j)), 1.0) << i << " " << j;
  }
}

}  // namespace
}  // namespace drover::test::separation_test
