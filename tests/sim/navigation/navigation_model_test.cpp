#include "sim/navigation/navigation_model.h"

#include <set>

#include <gtest/gtest.h>

namespace drover::navigation_model_test {
namespace {

TEST(GridPlan, RoundsRadiiUpToItsClasses) {
  GridPlan plan;
  plan.radius_classes = {0.2, 0.5};
  EXPECT_EQ(plan.class_of(0.1), 0.2);
  EXPECT_EQ(plan.class_of(0.2), 0.2);
  EXPECT_EQ(plan.class_of(0.3), 0.5);
  EXPECT_EQ(plan.class_of(0.5), 0.5);
}

// Bodies that events make grow would need a grid each.
TEST(GridPlan, HasFewClassesForBodiesThatGrow) {
  GridPlan plan;
  plan.radius_classes = {0.5};
  EXPECT_EQ(plan.class_of(0.6), 0.625);
  std::set<double> classes;
  for (int k = 0; k < 1000; ++k) {
    const double radius = 0.5 + 0.0045 * k;
    const double counted = plan.class_of(radius);
    ASSERT_GE(counted, radius);
    ASSERT_LE(counted, 1.25 * radius);
    classes.insert(counted);
  }
  EXPECT_LE(classes.size(), 12u);
}

TEST(GridPlan, LeavesOtherRadiiAsTheyAre) {
  GridPlan plan;
  EXPECT_EQ(plan.class_of(0.7), 0.7);
  plan.radius_classes = {0.0};
  EXPECT_EQ(plan.class_of(0.7), 0.7);
}

}  // namespace
}  // namespace drover::navigation_model_test
