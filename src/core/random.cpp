#include "core/random.h"

#include <Random123/philox.h>

#include "core/check.h"
#include "core/normal_law.h"

namespace drover {
namespace {

constexpr std::uint32_t low_word(std::uint64_t value) {
  return static_cast<std::uint32_t>(value);
}
constexpr std::uint32_t high_word(std::uint64_t value) {
  return static_cast<std::uint32_t>(value >> 32);
}

constexpr std::uint64_t joined(std::uint32_t high, std::uint32_t low) {
  return std::uint64_t{high} << 32 | low;
}

constexpr double unit_interval(std::uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

}  // namespace

PhiloxCounter philox(const PhiloxCounter& counter, const PhiloxKey& key) {
  const r123::Philox4x32::ctr_type block =
      r123::Philox4x32()({{counter[0], counter[1], counter[2], counter[3]}}, {{key[0], key[1]}});
  return {block[0], block[1], block[2], block[3]};
}

Draws::Draws(const StreamKey& key) : counter_{key.agent, low_word(key.tick), high_word(key.tick), 0} {
  const PhiloxCounter mixed = philox({static_cast<std::uint32_t>(key.purpose), key.stream, 0, 0},
                                     {low_word(key.seed), high_word(key.seed)});
  key_ = {mixed[0], mixed[1]};
}

PhiloxCounter Draws::next_block() {
  const PhiloxCounter block = philox(counter_, key_);
  ++counter_[3];
  return block;
}

double Draws::uniform() {
  const PhiloxCounter block = next_block();
  return unit_interval(joined(block[0], block[1]));
}

double Draws::open_uniform() {
  const PhiloxCounter block = next_block();
  return (static_cast<double>(joined(block[0], block[1]) >> 12) + 0.5) * 0x1p-52;
}

double Draws::signed_uniform() {
  return 2.0 * uniform() - 1.0;
}

double Draws::binomial() {
  const PhiloxCounter block = next_block();
  return unit_interval(joined(block[0], block[1])) - unit_interval(joined(block[2], block[3]));
}

double Draws::normal() {
  return normal_quantile(open_uniform());
}

// word * count / 2^32 is nearly uniform; the products whose low half falls below 2^32 mod count are the
// surplus that would make some results likelier, and are drawn again.
std::uint32_t Draws::below(std::uint32_t count) {
  DROVER_CHECK(count > 0, "a random number below zero was asked for");
  const std::uint32_t surplus = (0u - count) % count;
  while (true) {
    for (const std::uint32_t word : next_block()) {
      const std::uint64_t product = std::uint64_t{word} * count;
      if (low_word(product) >= surplus) return high_word(product);
    }
  }
}

}  // namespace drover
