#include "core/hash.h"

#include <bit>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace drover::hash_test {
namespace {

std::uint64_t hash_of(const std::vector<double>& values) {
  StateHasher hasher;
  hasher.add(values);
  return hasher.digest();
}

std::vector<double> ramp(std::size_t count) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(0.5 * static_cast<double>(i) - 7.0);
  return values;
}

// Published test vectors of XXH3-64, seed 0.
TEST(Hash, IsXxh3) {
  EXPECT_EQ(hash_bytes(""), 0x2d06800538d394c2u);
  EXPECT_EQ(StateHasher().digest(), 0x2d06800538d394c2u);
}

TEST(Hash, OfAStreamEqualsTheHashOfItsBytes) {
  for (const std::size_t count : {0u, 1u, 2u, 30u, 127u, 128u, 129u, 1000u}) {
    const std::vector<double> values = ramp(count);
    const std::string_view bytes(reinterpret_cast<const char*>(values.data()), count * sizeof(double));
    EXPECT_EQ(hash_of(values), hash_bytes(bytes)) << count;
    StateHasher in_parts;
    in_parts.add(bytes.substr(0, bytes.size() / 3));
    in_parts.add(bytes.substr(bytes.size() / 3));
    EXPECT_EQ(in_parts.digest(), hash_bytes(bytes)) << count;
  }
}

TEST(StateHasher, DoesNotDependOnHowTheSequenceIsCut) {
  const std::vector<double> values = ramp(500);
  for (const std::size_t cut : {0u, 1u, 31u, 128u, 499u}) {
    StateHasher hasher;
    hasher.add(std::span(values).first(cut));
    hasher.add(std::span(values).subspan(cut));
    EXPECT_EQ(hasher.digest(), hash_of(values)) << cut;
  }
  StateHasher one_by_one;
  for (const double value : values)
    one_by_one.add_value(value);
  EXPECT_EQ(one_by_one.digest(), hash_of(values));
}

TEST(StateHasher, TreatsBothZerosAsOne) {
  EXPECT_EQ(hash_of({1.0, -0.0, 2.0}), hash_of({1.0, 0.0, 2.0}));
  EXPECT_NE(hash_of({1.0, 0.0, 2.0}), hash_of({1.0, std::numeric_limits<double>::denorm_min(), 2.0}));
}

TEST(StateHasher, SeesEveryBitAndTheOrder) {
  std::vector<double> values = ramp(300);
  const std::uint64_t original = hash_of(values);
  for (const std::size_t i : {0u, 127u, 128u, 299u}) {
    std::vector<double> changed = values;
    changed[i] = std::bit_cast<double>(std::bit_cast<std::uint64_t>(changed[i]) ^ 1u);
    EXPECT_NE(hash_of(changed), original) << i;
  }
  std::swap(values[0], values[1]);
  EXPECT_NE(hash_of(values), original);
}

TEST(StateHasher, HashesIntegersAsTheirBits) {
  StateHasher integers;
  integers.add_value(std::bit_cast<std::uint64_t>(2.5));
  const std::uint64_t more[] = {std::bit_cast<std::uint64_t>(-4.0), std::bit_cast<std::uint64_t>(1e300)};
  integers.add(more);
  EXPECT_EQ(integers.digest(), hash_of({2.5, -4.0, 1e300}));
}

TEST(StateHasher, GoesOnAfterADigestAndCanBeCopied) {
  StateHasher hasher;
  hasher.add(ramp(200));
  const StateHasher copy = hasher;
  EXPECT_EQ(copy.digest(), hasher.digest());
  hasher.add_value(1.0);
  EXPECT_NE(copy.digest(), hasher.digest());
  std::vector<double> all = ramp(200);
  all.push_back(1.0);
  EXPECT_EQ(hasher.digest(), hash_of(all));
}

TEST(StateHasherDeathTest, RefusesNaN) {
  StateHasher hasher;
  EXPECT_EXIT(hasher.add_value(std::numeric_limits<double>::quiet_NaN()), testing::ExitedWithCode(70), "NaN");
}

TEST(Hex, HasSixteenDigits) {
  EXPECT_EQ(hex(0), "0000000000000000");
  EXPECT_EQ(hex(0x0123456789abcdefu), "0123456789abcdef");
  EXPECT_EQ(hex(~std::uint64_t{0}), "ffffffffffffffff");
}

}  // namespace
}  // namespace drover::hash_test
