#include "observe/record/frame_rate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace drover {
namespace {

using testing::HasSubstr;

TEST(FrameRate, IsAWholeNumberWhereItIsOneButForRounding) {
  EXPECT_EQ(frame_rate(0.01, 4), 25.0);
  EXPECT_EQ(frame_rate(1.0 / 30.0, 1), 30.0);
  EXPECT_EQ(frame_rate(0.1, 4), 2.5);
  EXPECT_DOUBLE_EQ(frame_rate(0.01, 3), 100.0 / 3.0);
}

std::int64_t stride(double rate, double dt, std::int64_t every = 1) {
  const auto answer = frame_stride(rate, dt, every);
  return std::holds_alternative<std::int64_t>(answer) ? std::get<std::int64_t>(answer) : -1;
}

TEST(FrameStride, IsThatOfTheRate) {
  EXPECT_EQ(stride(25, 0.01), 4);
  EXPECT_EQ(stride(2.5, 0.02), 20);
  EXPECT_EQ(stride(30, 1.0 / 30.0), 1);
  EXPECT_EQ(stride(10, 0.01, 5), 10);  // in steps, a multiple of the states there are
}

TEST(FrameStride, NamesTheNearestRatesWhereThereIsNone) {
  const auto answer = frame_stride(30, 0.02);
  ASSERT_TRUE(std::holds_alternative<std::string>(answer));
  EXPECT_THAT(std::get<std::string>(answer), HasSubstr("25 (every 2 steps) and 50 (every 1 step)"));
  EXPECT_THAT(std::get<std::string>(frame_stride(100, 0.02)), HasSubstr("nearest rates are 50 (every 1"));
  EXPECT_EQ(stride(20, 0.01, 10), -1);
}

}  // namespace
}  // namespace drover
