#include "core/problem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace drover::problem_test {
namespace {

TEST(UnknownName, SuggestsTheNearestAndListsAll) {
  const Problem problem = unknown_name("there is no \"sek\"", "sek", {"flee", "seek"});
  EXPECT_EQ(problem.message, "there is no \"sek\"");
  EXPECT_EQ(problem.nearest, "seek");
  EXPECT_THAT(problem.allowed, testing::ElementsAre("flee", "seek"));
  EXPECT_EQ(problem.severity, Severity::error);
  EXPECT_EQ(problem.pointer, "");
}

TEST(UnknownName, SuggestsNothingWhereNothingIsNear) {
  EXPECT_EQ(unknown_name("", "wander", {"flee", "seek"}).nearest, "");
  EXPECT_EQ(unknown_name("", "wander", {}).nearest, "");
}

}  // namespace
}  // namespace drover::problem_test
