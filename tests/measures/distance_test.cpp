#include <gtest/gtest.h>

#include "measures/measured.h"

namespace drover::test {
namespace {

constexpr const char* kToOther = R"("distance","target":{"group":"others"})";

TEST(DistanceMeasure, IsThatOfTheTarget) {
  EXPECT_EQ(measured(R"("distance","target":{"point":[4,5]})", body({1, 1, 0})), 5.0);
}

TEST(DistanceMeasure, IsThatOfTheNearestImage) {
  EXPECT_EQ(measured(R"("distance","target":{"point":[9,0]})", body({1, 0, 0}),
                     R"(,"world":{"bounds":{"min":[0,0],"max":[10,10],"edge":"wrap"}})"),
            2.0);
}

TEST(DistanceMeasure, IsInfiniteWhereNobodyIsLeft) {
  EXPECT_EQ(measured(kToOther, body({}, {}, R"(,"group":"others")")), kInfinity);
}

}  // namespace
}  // namespace drover::test
