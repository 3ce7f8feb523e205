#include <gtest/gtest.h>

#include "quantities/value_of.h"

namespace drover::test::distance_test {
namespace {

constexpr const char* kToOther = R"("distance","target":{"group":"others"})";

TEST(DistanceQuantity, IsThatOfTheTarget) {
  EXPECT_EQ(value_of(R"("distance","target":{"point":[4,5]})", body({1, 1, 0})), 5.0);
}

TEST(DistanceQuantity, IsThatOfTheNearestImage) {
  EXPECT_EQ(value_of(R"("distance","target":{"point":[9,0]})", body({1, 0, 0}),
                     R"(,"world":{"bounds":{"min":[0,0],"max":[10,10],"edge":"wrap"}})"),
            2.0);
}

TEST(DistanceQuantity, IsInfiniteWhereNoAgentIsLeft) {
  EXPECT_EQ(value_of(kToOther, body({}, {}, R"(,"group":"others")")), kInfinity);
}

}  // namespace
}  // namespace drover::test::distance_test
