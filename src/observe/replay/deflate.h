// Compressed bytes as text. The same bytes give the same text, with one version of zlib.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace drover {

// A raw deflate stream (RFC 1951) at the highest level, as base64 (RFC 4648) without line breaks.
std::string deflated_base64(std::span<const std::uint8_t> bytes);

}  // namespace drover
