#include <gtest/gtest.h>

#include "conditions/watch.h"

namespace drover::test::speed_test {
namespace {

// The actor moves by 1, 2.1, 1.9, 1.75 and 5 m along y in the seconds; at their ends a scripted body has the
// speed it came with, and at the start that of the first second.
std::string at_speeds(const std::string& keys) {
  return answers({.condition = R"({"type":"speed",)" + keys + "}",
                  .type = "," + at_places({{0, 0}, {0, 1}, {0, 3.1}, {0, 5}, {0, 6.75}, {0, 11.75}})},
                 6);
}

TEST(Speed, IsTheLengthOfTheVelocity) {
  EXPECT_EQ(answers({.condition = R"({"type":"speed","greater_than":4.99})",
                     .actor = R"("position":[0,0],"velocity":[3,-4])",
                     .type = R"(,"max_speed":9)"},
                    1),
            "1");
  EXPECT_EQ(answers({.condition = R"({"type":"speed","greater_than":5})",
                     .actor = R"("position":[0,0],"velocity":[3,-4])",
                     .type = R"(,"max_speed":9)"},
                    1),
            "0");
}

TEST(Speed, HasTheThresholdsHysteresis) {
  EXPECT_EQ(at_speeds(R"("greater_than":2)"), "001101");
  EXPECT_EQ(at_speeds(R"("less_than":1.74,"hysteresis":0.2)"), "110000");
}

TEST(Speed, AtRestItIsZero) {
  EXPECT_EQ(answers({.condition = R"({"type":"speed","less_than":1e-9})"}, 2), "11");
}

}  // namespace
}  // namespace drover::test::speed_test
