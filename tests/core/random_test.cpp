#include "core/random.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <set>
#include <vector>

#include <Random123/philox.h>
#include <gtest/gtest.h>

namespace drover::random_test {
namespace {

constexpr int kSamples = 200'000;

StreamKey key_of(std::uint32_t agent, std::string_view stream = "test") {
  return {.seed = 42, .agent = agent, .tick = 7, .purpose = Purpose::behavior, .stream = stream_of(stream)};
}

// Mean and variance of a sample, with the standard errors that the law's own moments predict.
struct Moments {
  double mean = 0.0;
  double variance = 0.0;
};

Moments moments_of(const std::function<double()>& draw) {
  double sum = 0.0;
  double sum_of_squares = 0.0;
  for (int i = 0; i < kSamples; ++i) {
    const double value = draw();
    sum += value;
    sum_of_squares += value * value;
  }
  const double mean = sum / kSamples;
  return {mean, sum_of_squares / kSamples - mean * mean};
}

// Pearson's chi-square of counts that should all be alike.
double chi_square(const std::vector<int>& counts) {
  int total = 0;
  for (const int count : counts)
    total += count;
  const double expected = static_cast<double>(total) / static_cast<double>(counts.size());
  double sum = 0.0;
  for (const int count : counts)
    sum += (count - expected) * (count - expected) / expected;
  return sum;
}

// The published known answers of Philox4x32-10 (Random123, kat_vectors).
TEST(Philox, GivesThePublishedKnownAnswers) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
            (PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (PhiloxCounter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Draws, MapTheirKeyAsDocumented) {
  const StreamKey key{.seed = 0x0123456789abcdef,
                      .agent = 5,
                      .tick = 0x1'0000'0002,
                      .purpose = Purpose::arbiter,
                      .stream = stream_of("dither#1")};
  const r123::Philox4x32 generator;
  const auto mixed = generator({{5, key.stream, 0, 0}}, {{0x89abcdef, 0x01234567}});
  Draws draws(key);
  for (std::uint32_t draw = 0; draw < 3; ++draw) {
    const auto block = generator({{5, 2, 1, draw}}, {{mixed[0], mixed[1]}});
    const std::uint64_t bits = std::uint64_t{block[0]} << 32 | block[1];
    EXPECT_EQ(draws.uniform(), static_cast<double>(bits >> 11) * 0x1p-53) << draw;
  }
}

TEST(Draws, DependOnEveryPartOfTheKey) {
  const StreamKey base = key_of(1);
  std::vector<StreamKey> keys(9, base);
  keys[1].seed += 1;
  keys[2].seed += std::uint64_t{1} << 32;
  keys[3].agent += 1;
  keys[4].tick += 1;
  keys[5].tick += std::uint64_t{1} << 32;
  keys[6].purpose = Purpose::placement;
  keys[7].stream += 1;
  keys[8].agent = static_cast<std::uint32_t>(base.tick);
  keys[8].tick = base.agent;
  std::set<double> values;
  for (const StreamKey& key : keys)
    values.insert(Draws(key).uniform());
  EXPECT_EQ(values.size(), keys.size());
}

TEST(Draws, DoNotDependOnTheOrderInWhichAgentsDraw) {
  std::array<double, 8> forward{};
  std::array<double, 8> backward{};
  for (std::uint32_t agent = 0; agent < 8; ++agent)
    forward[agent] = Draws(key_of(agent)).normal();
  for (std::uint32_t agent = 8; agent-- > 0;)
    backward[agent] = Draws(key_of(agent)).normal();
  EXPECT_EQ(forward, backward);
}

TEST(Draws, TakeOneBlockEachWhateverTheLaw) {
  Draws plain(key_of(3));
  plain.uniform();
  plain.uniform();
  plain.uniform();
  plain.uniform();
  const double fifth = plain.uniform();
  Draws mixed(key_of(3));
  mixed.normal();
  mixed.binomial();
  mixed.signed_uniform();
  mixed.open_uniform();
  EXPECT_EQ(mixed.uniform(), fifth);
}

TEST(Draws, UniformIsUniform) {
  Draws draws(key_of(10));
  std::vector<int> counts(100);
  for (int i = 0; i < kSamples; ++i)
    ++counts[static_cast<std::size_t>(100.0 * draws.uniform())];
  // 99 degrees of freedom: mean 99, deviation 14; five deviations.
  EXPECT_LT(chi_square(counts), 99.0 + 5.0 * 14.1);
  EXPECT_GT(chi_square(counts), 99.0 - 5.0 * 14.1);
}

TEST(Draws, SuccessiveDrawsAreIndependent) {
  Draws draws(key_of(11));
  std::vector<int> counts(100);
  for (int i = 0; i < kSamples; ++i) {
    const auto row = static_cast<std::size_t>(10.0 * draws.uniform());
    const auto column = static_cast<std::size_t>(10.0 * draws.uniform());
    ++counts[10 * row + column];
  }
  EXPECT_LT(chi_square(counts), 99.0 + 5.0 * 14.1);
}

TEST(Draws, FirstDrawsOfNeighboringAgentsAndTicksAreIndependent) {
  std::vector<int> counts(100);
  for (std::uint32_t agent = 0; agent < 200; ++agent) {
    for (std::uint64_t tick = 0; tick < 500; ++tick) {
      StreamKey key = key_of(agent);
      key.tick = tick;
      const auto row = static_cast<std::size_t>(10.0 * Draws(key).uniform());
      key.tick = tick + 1;
      const auto column = static_cast<std::size_t>(10.0 * Draws(key).uniform());
      ++counts[10 * row + column];
    }
  }
  EXPECT_LT(chi_square(counts), 99.0 + 5.0 * 14.1);
}

TEST(Draws, StayInsideTheirRanges) {
  Draws draws(key_of(12));
  for (int i = 0; i < kSamples; ++i) {
    const double uniform = draws.uniform();
    const double open = draws.open_uniform();
    const double both_signs = draws.signed_uniform();
    const double triangular = draws.binomial();
    ASSERT_TRUE(uniform >= 0.0 && uniform < 1.0);
    ASSERT_TRUE(open > 0.0 && open < 1.0);
    ASSERT_TRUE(both_signs >= -1.0 && both_signs < 1.0);
    ASSERT_TRUE(triangular > -1.0 && triangular < 1.0);
    ASSERT_LT(std::fabs(draws.normal()), 8.3);
    ASSERT_LT(draws.below(3), 3u);
  }
}

// Bounds are five standard errors of the mean and of the variance.
TEST(Draws, HaveTheMomentsOfTheirLaws) {
  Draws draws(key_of(13));
  const Moments uniform = moments_of([&] { return draws.open_uniform(); });
  EXPECT_NEAR(uniform.mean, 0.5, 5.0 * std::sqrt(1.0 / 12.0 / kSamples));
  EXPECT_NEAR(uniform.variance, 1.0 / 12.0, 5.0 * std::sqrt(1.0 / 180.0 / kSamples));
  const Moments both_signs = moments_of([&] { return draws.signed_uniform(); });
  EXPECT_NEAR(both_signs.mean, 0.0, 5.0 * std::sqrt(1.0 / 3.0 / kSamples));
  EXPECT_NEAR(both_signs.variance, 1.0 / 3.0, 5.0 * std::sqrt(4.0 / 45.0 / kSamples));
  const Moments triangular = moments_of([&] { return draws.binomial(); });
  EXPECT_NEAR(triangular.mean, 0.0, 5.0 * std::sqrt(1.0 / 6.0 / kSamples));
  EXPECT_NEAR(triangular.variance, 1.0 / 6.0, 5.0 * std::sqrt((1.0 / 15.0 - 1.0 / 36.0) / kSamples));
  const Moments normal = moments_of([&] { return draws.normal(); });
  EXPECT_NEAR(normal.mean, 0.0, 5.0 * std::sqrt(1.0 / kSamples));
  EXPECT_NEAR(normal.variance, 1.0, 5.0 * std::sqrt(2.0 / kSamples));
}

TEST(Draws, ThreeQuartersOfBinomialDrawsAreBelowOneHalf) {
  Draws draws(key_of(14));
  int inside = 0;
  for (int i = 0; i < kSamples; ++i)
    inside += std::fabs(draws.binomial()) < 0.5 ? 1 : 0;
  EXPECT_NEAR(static_cast<double>(inside) / kSamples, 0.75, 5.0 * std::sqrt(0.75 * 0.25 / kSamples));
}

TEST(Draws, BelowIsUniformForSmallAndHugeCounts) {
  Draws draws(key_of(15));
  std::vector<int> small(7);
  for (int i = 0; i < kSamples; ++i)
    ++small[draws.below(7)];
  EXPECT_LT(chi_square(small), 6.0 + 5.0 * std::sqrt(12.0));
  // Without the retry, a quarter of the results of 3 * 2^30 would be twice as likely.
  std::vector<int> huge(3);
  for (int i = 0; i < kSamples; ++i)
    ++huge[draws.below(3u << 30) >> 30];
  EXPECT_LT(chi_square(huge), 2.0 + 5.0 * 2.0);
  std::vector<int> residues(3);
  for (int i = 0; i < kSamples; ++i)
    ++residues[draws.below(3u << 30) % 3];
  EXPECT_LT(chi_square(residues), 2.0 + 5.0 * 2.0);
  EXPECT_EQ(draws.below(1), 0u);
}

TEST(DrawsDeathTest, RefusesToDrawBelowZero) {
  EXPECT_EXIT(Draws(key_of(0)).below(0), testing::ExitedWithCode(70), "below zero");
}

TEST(StreamOf, IsFnv1a) {
  static_assert(stream_of("") == 0x811c9dc5u);
  static_assert(stream_of("a") == 0xe40c292cu);
  static_assert(stream_of("foobar") == 0xbf9cf968u);
  EXPECT_NE(stream_of("wander#0"), stream_of("wander#1"));
}

TEST(Purpose, ValuesAreTheRegisteredOnes) {
  EXPECT_EQ(static_cast<int>(Purpose::placement), 1);
  EXPECT_EQ(static_cast<int>(Purpose::placement_jitter), 2);
  EXPECT_EQ(static_cast<int>(Purpose::parameter), 3);
  EXPECT_EQ(static_cast<int>(Purpose::behavior), 4);
  EXPECT_EQ(static_cast<int>(Purpose::arbiter), 5);
  EXPECT_EQ(static_cast<int>(Purpose::initial_state), 6);
}

struct GoldenDraws {
  double uniform;
  double open_uniform;
  double signed_uniform;
  double binomial;
  double normal;
  std::uint32_t below_1000;
};

// The first numbers of two agents, each law from a fresh key; pinned, since every scenario rests on them.
constexpr GoldenDraws kGolden[] = {
    {0x1.2b515a3b8dd9cp-2, 0x1.2b515a3b8dd9ep-2, -0x1.a95d4b88e44c8p-2, 0x1.4bd091735ab28p-4,
     -0x1.17e5360195f2cp-1, 292},
    {0x1.921358d6d7d33p-1, 0x1.921358d6d7d33p-1, 0x1.2426b1adafa66p-1, 0x1.c8c1713a47ce6p-2,
     0x1.94994a17c6e7fp-1, 785},
    {0x1.fb28813f76b4cp-1, 0x1.fb28813f76b4dp-1, 0x1.f651027eed698p-1, 0x1.e286212bc83b6p-1,
     0x1.2c72474ade8a4p+1, 990},
    {0x1.718f42c22f76cp-1, 0x1.718f42c22f76dp-1, 0x1.c63d0b08bddbp-2, 0x1.2cab11c07812ap-1,
     0x1.2d26a79b7a7f4p-1, 721},
};

TEST(Draws, BitsAreTheCommittedOnes) {
  for (std::uint32_t agent = 0; agent < std::size(kGolden); ++agent) {
    SCOPED_TRACE(agent);
    EXPECT_EQ(Draws(key_of(agent)).uniform(), kGolden[agent].uniform);
    EXPECT_EQ(Draws(key_of(agent)).open_uniform(), kGolden[agent].open_uniform);
    EXPECT_EQ(Draws(key_of(agent)).signed_uniform(), kGolden[agent].signed_uniform);
    EXPECT_EQ(Draws(key_of(agent)).binomial(), kGolden[agent].binomial);
    EXPECT_EQ(Draws(key_of(agent)).normal(), kGolden[agent].normal);
    EXPECT_EQ(Draws(key_of(agent)).below(1000), kGolden[agent].below_1000);
  }
}

}  // namespace
}  // namespace drover::random_test
