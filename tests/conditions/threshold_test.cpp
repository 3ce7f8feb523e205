// The keys every condition on a quantity shares, shown by the distance to a target.
#include <stdexcept>

#include <gtest/gtest.h>

#include "conditions/watch.h"

namespace drover::test::threshold_test {
namespace {

// The answers while the target is so far away at 0 s, 1 s, 2 s...
std::string at_distances(const std::string& keys, const std::vector<double>& distances) {
  std::vector<std::array<double, 2>> places;
  for (const double distance : distances)
    places.push_back({distance, 0.0});
  return answers({.condition = R"({"type":"distance","target":{"agent":"m"},)" + keys + "}",
                  .others = kMover,
                  .types = mover_type(places)},
                 static_cast<int>(distances.size()));
}

TEST(Threshold, BelowItHoldsUntilATenthAbove) {
  EXPECT_EQ(at_distances(R"("less_than":8)", {9, 8, 7.9, 8.5, 8.8, 8.81, 8.5, 8, 7.99}), "001110001");
}

TEST(Threshold, AboveItHoldsUntilATenthBelow) {
  EXPECT_EQ(at_distances(R"("greater_than":8)", {7, 8, 8.1, 7.5, 7.2, 7.19, 7.5, 8, 8.01}), "001110001");
}

TEST(Threshold, HysteresisCanBeGiven) {
  EXPECT_EQ(at_distances(R"("less_than":8,"hysteresis":2)", {7, 9.9, 10, 10.01, 9}), "11100");
  EXPECT_EQ(at_distances(R"("greater_than":8,"hysteresis":2)", {9, 6.1, 6, 5.99, 7}), "11100");
}

TEST(Threshold, WithoutHysteresisOnlyTheThresholdCounts) {
  EXPECT_EQ(at_distances(R"("less_than":8,"hysteresis":0)", {7.9, 8.1, 7.9, 8.1}), "1010");
  EXPECT_EQ(at_distances(R"("less_than":8,"hysteresis":0)", {7.9, 8, 7.9}), "101");
  EXPECT_EQ(at_distances(R"("greater_than":8,"hysteresis":0)", {8.1, 8, 8.1}), "101");
  EXPECT_EQ(at_distances(R"("greater_than":0)", {1, 0, 1}), "101");
}

TEST(Threshold, NeedsOneLimit) {
  EXPECT_THROW(at_distances(R"("hysteresis":1)", {1}), std::runtime_error);
  EXPECT_THROW(at_distances(R"("less_than":8,"greater_than":1)", {1}), std::runtime_error);
}

TEST(Threshold, ATargetThatIsGoneIsInfinitelyFar) {
  const std::string gone =
      R"(,"simulation":{"dt":1},"events":[{"type":"remove","at":2,"target":{"agent":"m"}}])";
  const Watch watch = {.condition = R"({"type":"distance","target":{"agent":"m"},"less_than":8})",
                       .others = kMover,
                       .types = mover_type({{3, 0}}),
                       .scenario = gone};
  EXPECT_EQ(answers(watch, 4), "1100");
  Watch far = watch;
  far.condition = R"({"type":"distance","target":{"agent":"m"},"greater_than":8})";
  EXPECT_EQ(answers(far, 4), "0011");
}

TEST(Threshold, AtTheTargetTheDistanceIsZero) {
  EXPECT_EQ(at_distances(R"("less_than":0.001)", {0, 0}), "11");
  EXPECT_EQ(at_distances(R"("greater_than":0)", {0, 0.5}), "01");
}

}  // namespace
}  // namespace drover::test::threshold_test
