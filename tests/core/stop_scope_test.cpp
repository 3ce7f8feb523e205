#include "core/stop_scope.h"

#include <thread>

#include <gtest/gtest.h>

namespace drover::stop_scope_test {
namespace {

TEST(StopScope, TheInnermostOfAThreadIsAsked) {
  stop_if_asked();
  bool is_stopped = false;
  const std::function<bool()> outer = [&] { return is_stopped; };
  const std::function<bool()> never = [] { return false; };
  const StopScope scope(outer);
  stop_if_asked();
  is_stopped = true;
  EXPECT_THROW(stop_if_asked(), WorkStopped);
  {
    const StopScope inner(never);
    stop_if_asked();
  }
  EXPECT_THROW(stop_if_asked(), WorkStopped);
}

TEST(StopScope, HoldsForItsThreadAlone) {
  const std::function<bool()> always = [] { return true; };
  const StopScope scope(always);
  EXPECT_THROW(stop_if_asked(), WorkStopped);
  std::jthread([] { EXPECT_NO_THROW(stop_if_asked()); });
}

TEST(StopScope, WithoutAQuestionNeverStops) {
  const std::function<bool()> none;
  const StopScope scope(none);
  EXPECT_NO_THROW(stop_if_asked());
}

}  // namespace
}  // namespace drover::stop_scope_test
