#include "core/enum_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace drover::enum_names_test {
namespace {

DROVER_ENUM(Only, alone)
DROVER_ENUM(Turn, left, half_right,
            // The preprocessor drops comments and line ends.
            around)

TEST(EnumNames, AreTheEnumeratorsInTheOrderOfTheirValues) {
  EXPECT_THAT(enum_names(Turn{}), testing::ElementsAre("left", "half_right", "around"));
  EXPECT_EQ(enum_names(Turn{})[static_cast<std::size_t>(Turn::half_right)], "half_right");
  EXPECT_THAT(enum_names(Only::alone), testing::ElementsAre("alone"));
}

}  // namespace
}  // namespace drover::enum_names_test
