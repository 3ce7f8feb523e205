#include <gtest/gtest.h>

#include "quantities/value_of.h"

namespace drover::test::speed_test {
namespace {

TEST(SpeedQuantity, IsTheLengthOfTheVelocity) {
  EXPECT_EQ(value_of(R"("speed")", body({7, 7, 0}, {3, -4, 0})), 5.0);
  EXPECT_EQ(value_of(R"("speed")", body({7, 7, 0})), 0.0);
}

}  // namespace
}  // namespace drover::test::speed_test
