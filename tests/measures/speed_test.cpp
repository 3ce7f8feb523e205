#include <gtest/gtest.h>

#include "measures/measured.h"

namespace drover::test {
namespace {

TEST(SpeedMeasure, IsTheLengthOfTheVelocity) {
  EXPECT_EQ(measured(R"("speed")", body({7, 7, 0}, {3, -4, 0})), 5.0);
  EXPECT_EQ(measured(R"("speed")", body({7, 7, 0})), 0.0);
}

}  // namespace
}  // namespace drover::test
