#include "ballistics/blast.h"

#include <gtest/gtest.h>

namespace drover {
namespace {

// Of a momentum of 400 N s on bodies of 80 kg, within 6 m, with a core of 1 m.
double speed_at(Falloff falloff, double distance) {
  return 400.0 / 80.0 * blast_share(falloff, distance, 6.0, 1.0);
}

TEST(BlastShare, FallsWithTheDistance) {
  const double distances[] = {0.0, 1.0, 3.0, 5.5, 6.0};
  const double linear[] = {5.0, 4.166667, 2.5, 0.416667, 0.0};
  const double quadratic[] = {5.0, 3.472222, 1.25, 0.034722, 0.0};
  const double inverse_square[] = {5.0, 5.0, 0.555556, 0.165289, 0.138889};
  for (int k = 0; k < 5; ++k) {
    EXPECT_NEAR(speed_at(Falloff::linear, distances[k]), linear[k], 1e-6);
    EXPECT_NEAR(speed_at(Falloff::quadratic, distances[k]), quadratic[k], 1e-6);
    EXPECT_NEAR(speed_at(Falloff::inverse_square, distances[k]), inverse_square[k], 1e-6);
  }
}

TEST(BlastShare, IsNothingBeyondTheRadius) {
  for (const Falloff falloff : {Falloff::linear, Falloff::quadratic, Falloff::inverse_square})
    EXPECT_EQ(blast_share(falloff, 6.0000001, 6.0, 1.0), 0.0);
}

TEST(BlastShare, IsAllOfItInTheCoreOfOne) {
  EXPECT_EQ(blast_share(Falloff::inverse_square, 0.0, 6.0, 1.0), 1.0);
  EXPECT_EQ(blast_share(Falloff::inverse_square, 1.0, 6.0, 1.0), 1.0);
}

}  // namespace
}  // namespace drover
