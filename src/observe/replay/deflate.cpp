#include "observe/replay/deflate.h"

#include <cstddef>
#include <string_view>
#include <vector>

#include <zlib.h>

#include "core/check.h"

namespace drover {
namespace {

std::vector<std::uint8_t> deflated(std::span<const std::uint8_t> bytes) {
  z_stream stream{};
  constexpr int kRaw = -15;  // no header, a window of 2^15 bytes
  constexpr int kMemory = 9;
  int status = deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kRaw, kMemory, Z_DEFAULT_STRATEGY);
  DROVER_CHECK(status == Z_OK, "zlib starts");
  std::vector<std::uint8_t> out(deflateBound(&stream, static_cast<uLong>(bytes.size())));
  stream.next_in = const_cast<Bytef*>(bytes.data());  // zlib reads it only
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = out.data();
  stream.avail_out = static_cast<uInt>(out.size());
  status = deflate(&stream, Z_FINISH);
  DROVER_CHECK(status == Z_STREAM_END, "the bound of zlib holds");
  out.erase(out.end() - static_cast<std::ptrdiff_t>(stream.avail_out), out.end());
  deflateEnd(&stream);
  return out;
}

std::string base64(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    const auto byte = [&](std::size_t at) { return at < bytes.size() ? std::uint32_t{bytes[at]} : 0u; };
    const std::uint32_t three = byte(k) << 16 | byte(k + 1) << 8 | byte(k + 2);
    for (unsigned digit = 0; digit < 4; ++digit)
      text += k + digit <= bytes.size() ? kDigits[three >> (18 - 6 * digit) & 63u] : '=';
  }
  return text;
}

}  // namespace

std::string deflated_base64(std::span<const std::uint8_t> bytes) {
  return base64(deflated(bytes));
}

}  // namespace drover
