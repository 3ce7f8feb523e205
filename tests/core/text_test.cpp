#include "core/text.h"

#include <string>

#include <gtest/gtest.h>

namespace drover::text_test {
namespace {

TEST(EditDistance, CountsSingleEdits) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("seek", "seek"), 0u);
  EXPECT_EQ(edit_distance("", "seek"), 4u);
  EXPECT_EQ(edit_distance("seek", ""), 4u);
  EXPECT_EQ(edit_distance("seek", "seeks"), 1u);
  EXPECT_EQ(edit_distance("seek", "sek"), 1u);
  EXPECT_EQ(edit_distance("seek", "seem"), 1u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
}

TEST(EditDistance, CountsASwapOfNeighborsOnce) {
  EXPECT_EQ(edit_distance("flee", "fele"), 1u);
  EXPECT_EQ(edit_distance("ab", "ba"), 1u);
  // The optimal string alignment edits no part twice: the unrestricted distance would be 2.
  EXPECT_EQ(edit_distance("ca", "abc"), 3u);
}

TEST(EditDistance, IsSymmetric) {
  const std::string_view names[] = {"wander", "wonder", "arrive", "evade", "pursue", "persue", ""};
  for (const std::string_view a : names) {
    for (const std::string_view b : names)
      EXPECT_EQ(edit_distance(a, b), edit_distance(b, a)) << a << " " << b;
  }
}

TEST(NearestName, FindsTheMisspelledOne) {
  const std::string_view names[] = {"separation", "alignment", "cohesion", "seek", "flee", "max_speed"};
  EXPECT_EQ(nearest_name("seperation", names), "separation");
  EXPECT_EQ(nearest_name("allignement", names), "alignment");
  EXPECT_EQ(nearest_name("maxspeed", names), "max_speed");
  EXPECT_EQ(nearest_name("fele", names), "flee");
}

TEST(NearestName, IgnoresCase) {
  const std::string_view names[] = {"seem", "seek"};
  EXPECT_EQ(nearest_name("SEEK", names), "seek");
  EXPECT_EQ(nearest_name("Sekk", names), "seek");
}

TEST(NearestName, StaysSilentWhereNothingIsNear) {
  const std::string_view names[] = {"separation", "alignment", "dt", "seek"};
  EXPECT_EQ(nearest_name("teleport", names), "");
  EXPECT_EQ(nearest_name("id", names), "");
  EXPECT_EQ(nearest_name("", names), "");
  EXPECT_EQ(nearest_name(std::string(100'000, 's'), names), "");
  EXPECT_EQ(nearest_name("seek", {}), "");
}

TEST(NearestName, AllowsAThirdOfALongName) {
  const std::string_view names[] = {"obstacle_avoidance"};
  EXPECT_EQ(nearest_name("abstacle_avoidence", names), "obstacle_avoidance");
  EXPECT_EQ(nearest_name("obstacle_avo", names), "");
  EXPECT_EQ(nearest_name("obstacles_to_avoid", names), "");
}

TEST(NearestName, TheFirstOfEquallyNearOnesWins) {
  const std::string_view names[] = {"path_b", "path_a"};
  EXPECT_EQ(nearest_name("path_c", names), "path_b");
}

TEST(Join, PutsTheSeparatorBetweenPartsOnly) {
  const std::string_view parts[] = {"a", "", "c"};
  EXPECT_EQ(join(parts, ", "), "a, , c");
  EXPECT_EQ(join(std::span(parts).first(1), ", "), "a");
  EXPECT_EQ(join({}, ", "), "");
}

TEST(Counted, TakesThePluralForAllButOne) {
  EXPECT_EQ(counted(0, "step"), "0 steps");
  EXPECT_EQ(counted(1, "step"), "1 step");
  EXPECT_EQ(counted(2, "step"), "2 steps");
}

TEST(CountedBytes, TakesMebibytesWhereTheyAreWhole) {
  EXPECT_EQ(counted_bytes(0), "0 bytes");
  EXPECT_EQ(counted_bytes(1), "1 byte");
  EXPECT_EQ(counted_bytes(16u << 20), "16 MiB");
  EXPECT_EQ(counted_bytes((1u << 20) + 1), "1048577 bytes");
}

TEST(LowerCase, ChangesAsciiLettersOnly) {
  EXPECT_EQ(lower_case("AZ az_09 \xC3\x84"), "az az_09 \xC3\x84");
}

}  // namespace
}  // namespace drover::text_test
