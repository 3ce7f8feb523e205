// 64-bit hashes (XXH3) of the state of a simulation and of texts. Not cryptographic. The bits are those of
// the published XXH3-64 on little-endian bytes and do not depend on the processor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace drover {

// The hash of a sequence of 64-bit values. The digest depends on the sequence alone and not on how it was cut
// into calls: a caller that hashes columns of varying length adds the lengths too.
// -0 is hashed as +0, because which of the two a computation gives carries no information. A NaN is a bug.
// Never allocates.
class StateHasher {
 public:
  StateHasher();

  void add(std::span<const double> values);
  void add(std::span<const std::uint64_t> values);
  // Bytes as they are, instead of values: the digest is that of hash_bytes() for all of them.
  void add(std::string_view bytes);
  void add_value(double value) { add(std::span(&value, 1)); }
  void add_value(std::uint64_t value) { add(std::span<const std::uint64_t>(&value, 1)); }

  // The hash of everything added so far; more may be added afterwards.
  std::uint64_t digest() const;

 private:
  // Room for the library's state, so that its header stays out of ours.
  static constexpr std::size_t kStateSize = 576;
  alignas(64) std::byte state_[kStateSize];
};

std::uint64_t hash_bytes(std::string_view bytes);

// 16 lower-case hexadecimal digits.
std::string hex(std::uint64_t value);

}  // namespace drover
