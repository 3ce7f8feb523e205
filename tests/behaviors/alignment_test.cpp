#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/ask.h"
#include "core/det_math.h"
#include "core/random.h"

namespace drover::test {
namespace {

// Agents close together with the given headings [rad].
std::string scene_of(const std::vector<double>& headings, std::string_view keys = "") {
  std::string list;
  for (const double heading : headings) {
    list += fmt::format(R"({}{{"type":"a","position":[{},0],"heading":{}}})", list.empty() ? "" : ",",
                        0.1 * static_cast<double>(list.size()) / 100.0, heading);
  }
  return scene(fmt::format(R"([{{"type":"alignment","gain":3{}}}])", keys), "[" + list + "]");
}

std::optional<Vec3> ask(const std::vector<double>& headings, std::string_view keys = "") {
  return request_of(scene_of(headings, keys));
}

TEST(Alignment, OfParallelHeadingsAsksForNothing) {
  EXPECT_NEAR(length(*ask({0.4, 0.4, 0.4, 0.4})), 0.0, 1e-11);
}

TEST(Alignment, OneNeighborAtAnAngleGivesTwiceTheGainTimesTheSineOfHalf) {
  for (const double angle : {0.1, 1.0, 2.0, 3.0, -1.5}) {
    EXPECT_NEAR(length(*ask({0.7, 0.7 + angle})), 2.0 * 3.0 * std::sin(std::fabs(angle) / 2.0), 1e-10)
        << angle;
  }
}

TEST(Alignment, IsTheGainTimesTheDifferenceToTheMeanHeadingE0_18) {
  const auto request = ask({0.0, 1.0, 2.0, 2.5});
  const double x = (std::cos(1.0) + std::cos(2.0) + std::cos(2.5)) / 3.0;
  const double y = (std::sin(1.0) + std::sin(2.0) + std::sin(2.5)) / 3.0;
  EXPECT_NEAR(request->x, 3.0 * (x - 1.0), 1e-10);
  EXPECT_NEAR(request->y, 3.0 * y, 1e-10);
}

TEST(Alignment, NeverAsksForMoreThanTwiceTheGain) {
  Draws draws({111});
  for (int k = 0; k < 100; ++k) {
    std::vector<double> headings;
    for (int i = 0; i < 4; ++i)
      headings.push_back(3.0 * draws.signed_uniform());
    EXPECT_LE(length(*ask(headings)), 6.0 + 1e-10);
  }
}

TEST(Alignment, OpposedHeadingsBrakeUnlessTheMeanIsNormalisedE0_18) {
  const std::vector<double> opposed = {0.0, 1.5707963267948966, -1.5707963267948966};
  EXPECT_NEAR(length(*ask(opposed) - Vec3{-3, 0, 0}), 0.0, 1e-10);
  EXPECT_FALSE(ask(opposed, R"(,"normalize_mean":true)"));
}

TEST(Alignment, NormalisedMeanIsAUnitHeading) {
  const auto request = ask({0.0, 0.5, 1.5}, R"(,"normalize_mean":true)");
  EXPECT_NEAR(request->x, 3.0 * (std::cos(1.0) - 1.0), 1e-10);
  EXPECT_NEAR(request->y, 3.0 * std::sin(1.0), 1e-10);
}

TEST(Alignment, RequestsOfACompleteGraphSumToZero) {
  std::vector<double> headings;
  for (int k = 0; k < 9; ++k)
    headings.push_back(0.37 * k);
  const Simulator simulator = make_simulator(scene_of(headings));
  Vec3 sum;
  for (AgentIndex i = 0; i < 9; ++i)
    sum += *request_of(simulator, i);
  EXPECT_NEAR(length(sum), 0.0, 1e-10);
}

TEST(Alignment, MirroredHeadingsGiveMirroredRequestsExactly) {
  const auto a = ask({0.3, 1.0, -2.0, 2.9});
  const auto b = ask({-0.3, -1.0, 2.0, -2.9});
  EXPECT_EQ(a->x, b->x);
  EXPECT_EQ(a->y, -b->y);
}

TEST(Alignment, WithoutANeighborThereIsNoRequest) {
  EXPECT_FALSE(ask({0.3}));
}

TEST(Alignment, OfCoincidentAgentsWorksLikeOfOthers) {
  const auto request = request_of(
      scene(R"([{"type":"alignment","gain":1}])",
            R"([{"type":"a","position":[2,2]},{"type":"a","position":[2,2],"heading":1.5707963267948966}])"));
  EXPECT_NEAR(length(*request - Vec3{-1, 1, 0}), 0.0, 1e-11);
}

TEST(Alignment, WithDefaultsACrowdAgreesOnAHeading) {
  Simulator simulator =
      make_simulator(scene(R"([{"type":"alignment"}])",
                           R"([{"type":"a","count":30,"heading":{"uniform":[-1.2,1.2]},"speed":2,
                 "placement":{"type":"disc","center":[0,0],"radius":3}}])"));
  run_steps(simulator, 500);
  Vec3 sum;
  for (AgentIndex i = 0; i < 30; ++i)
    sum += simulator.world().state.heading(i);
  EXPECT_GT(length(sum) / 30.0, 0.99);
}

}  // namespace
}  // namespace drover::test
