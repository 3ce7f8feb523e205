#include "core/fp_environment.h"

#include <cfenv>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace drover::fp_environment_test {
namespace {

// Runs the probe under a rounding mode and puts the old one back.
const char* problem_with_rounding(int mode) {
  const int old_mode = std::fegetround();
  std::fesetround(mode);
  const char* problem = fp_environment_problem();
  std::fesetround(old_mode);
  return problem;
}

TEST(FpEnvironment, IsCleanByDefaultInEveryThread) {
  EXPECT_STREQ(fp_environment_problem(), nullptr);
  const char* problem_of_worker = "not run";
  std::thread([&] { problem_of_worker = fp_environment_problem(); }).join();
  EXPECT_STREQ(problem_of_worker, nullptr);
}

TEST(FpEnvironment, NoticesEveryOtherRoundingMode) {
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    EXPECT_STREQ(problem_with_rounding(mode), "the rounding mode is not to nearest") << mode;
  }
  EXPECT_STREQ(problem_with_rounding(FE_TONEAREST), nullptr);
}

#if defined(__GLIBC__) && defined(__x86_64__)
TEST(FpEnvironment, NoticesUnmaskedExceptions) {
  ::feenableexcept(FE_DIVBYZERO | FE_INVALID);
  const char* problem = fp_environment_problem();
  ::fedisableexcept(FE_ALL_EXCEPT);
  ASSERT_NE(problem, nullptr);
  EXPECT_THAT(problem, testing::HasSubstr("unmasked"));
  EXPECT_STREQ(fp_environment_problem(), nullptr);
}
#endif

#if defined(__SSE2__)
TEST(FpEnvironment, NoticesFlushedSubnormals) {
  constexpr unsigned kFlushToZero = 0x8000;
  constexpr unsigned kSubnormalsAreZero = 0x0040;
  const unsigned old_control = _mm_getcsr();
  for (const unsigned flag : {kFlushToZero, kSubnormalsAreZero}) {
    _mm_setcsr(old_control | flag);
    const char* problem = fp_environment_problem();
    _mm_setcsr(old_control);
    ASSERT_NE(problem, nullptr) << flag;
    EXPECT_THAT(problem, testing::HasSubstr("subnormal")) << flag;
  }
  EXPECT_STREQ(fp_environment_problem(), nullptr);
}
#endif

}  // namespace
}  // namespace drover::fp_environment_test
