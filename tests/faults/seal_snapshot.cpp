// seal_snapshot FILE: puts the hash of its bytes into the header of a snapshot. A file that is too damaged to
// have a place for the hash stays as it is.
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "core/hash.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ifstream input(argv[1], std::ios::binary);
  std::string file{std::istreambuf_iterator<char>(input), {}};
  constexpr std::string_view kKey = R"("file_hash":")";
  constexpr std::size_t kDigits = 16;
  std::uint64_t length = 0;
  if (file.size() < sizeof length) return 0;
  std::memcpy(&length, file.data(), sizeof length);
  if (length > file.size() - sizeof length) return 0;
  std::string header = file.substr(sizeof length, length);
  const std::size_t place = header.find(kKey);
  if (place == std::string::npos || place + kKey.size() + kDigits > header.size()) return 0;
  // As observe/record/snapshot.cpp does it: the hash itself counts as zeros.
  header.replace(place + kKey.size(), kDigits, kDigits, '0');
  const std::string data = file.substr(sizeof length + length);
  const std::string hash = drover::hex(
      drover::hash_bytes(drover::hex(drover::hash_bytes(header)) + drover::hex(drover::hash_bytes(data))));
  file.replace(sizeof length + place + kKey.size(), kDigits, hash);
  std::ofstream(argv[1], std::ios::binary) << file;
  return 0;
}
