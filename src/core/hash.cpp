#include "core/hash.h"

#define XXH_INLINE_ALL
#include <algorithm>
#include <array>
#include <new>

#include <xxhash.h>

#include "core/check.h"

namespace drover {
namespace {

XXH3_state_t* state_at(std::byte* storage) {
  return std::launder(reinterpret_cast<XXH3_state_t*>(storage));
}
const XXH3_state_t* state_at(const std::byte* storage) {
  return std::launder(reinterpret_cast<const XXH3_state_t*>(storage));
}

}  // namespace

StateHasher::StateHasher() {
  static_assert(sizeof(XXH3_state_t) <= kStateSize && alignof(XXH3_state_t) <= 64);
  XXH3_64bits_reset(::new (static_cast<void*>(state_)) XXH3_state_t);
}

void StateHasher::add(std::span<const double> values) {
  std::array<double, 128> canonical;
  while (!values.empty()) {
    const std::size_t count = std::min(values.size(), canonical.size());
    for (std::size_t i = 0; i < count; ++i) {
      DROVER_CHECK(values[i] == values[i], "a NaN reached the state hash");
      canonical[i] = values[i] + 0.0;  // -0 + 0 is +0
    }
    XXH3_64bits_update(state_at(state_), canonical.data(), count * sizeof(double));
    values = values.subspan(count);
  }
}

void StateHasher::add(std::span<const std::uint64_t> values) {
  XXH3_64bits_update(state_at(state_), values.data(), values.size_bytes());
}

void StateHasher::add(std::string_view bytes) {
  XXH3_64bits_update(state_at(state_), bytes.data(), bytes.size());
}

std::uint64_t StateHasher::digest() const {
  return XXH3_64bits_digest(state_at(state_));
}

std::uint64_t hash_bytes(std::string_view bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

std::string hex(std::uint64_t value) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text(16, '0');
  for (std::size_t i = 0; i < text.size(); ++i)
    text[i] = kDigits[value >> (60 - 4 * i) & 0xf];
  return text;
}

}  // namespace drover
