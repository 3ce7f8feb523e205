// Reads what sample_bytes writes, by the words of FORMAT.md alone.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace drover::test {

struct DecodedPosition {
  std::int64_t value = 0;  // units
  bool is_escape = false;
};
using DecodedPlane = std::vector<std::vector<std::optional<DecodedPosition>>>;  // by agent and frame

// `planes`: how many of positions come first, of which this is the one with the index `plane`. `escape`: the
// next one, moved on.
inline DecodedPlane decode_plane(const std::vector<std::uint8_t>& bytes, std::size_t plane,
                                 std::size_t agents, std::size_t frames, std::size_t& escape) {
  const std::size_t total = agents * frames;
  DecodedPlane decoded(agents);
  for (std::size_t k = 0; k < total; ++k) {
    const std::size_t at = 2 * total * plane + k;
    const auto code = static_cast<std::uint32_t>(bytes[at] | bytes[at + total] << 8);
    auto& track = decoded[k / frames];
    if (code == 65534) {
      track.emplace_back();
    } else if (code == 65535) {
      std::uint32_t word = 0;
      for (unsigned part = 0; part < 4; ++part)
        word |= std::uint32_t{bytes[escape + part]} << (8 * part);
      escape += 4;
      track.push_back(DecodedPosition{static_cast<std::int32_t>(word), true});
    } else {
      const std::int64_t last = track.back()->value;
      const bool has_two = !track.back()->is_escape;
      const std::int64_t before = has_two ? track[track.size() - 2]->value : last;
      const auto half = static_cast<std::int64_t>(code / 2);
      track.push_back(DecodedPosition{2 * last - before + (code % 2 == 1 ? -half - 1 : half), false});
    }
  }
  return decoded;
}

}  // namespace drover::test
