#include "observe/read/trace_input.h"

#include <filesystem>
#include <fstream>
#include <streambuf>

#include <zstd.h>

#include "observe/dataset/dataset_format.h"
#include "observe/record/output_file.h"

namespace drover {
namespace {

std::string_view without_incomplete_ending(std::string_view path) {
  if (path.ends_with(kIncompleteEnding)) path.remove_suffix(kIncompleteEnding.size());
  return path;
}

// The decompressed bytes of a file of one or more zstd frames.
class ZstdBuffer final : public std::streambuf {
 public:
  explicit ZstdBuffer(const std::string& path)
      : file_(path, std::ios::binary),
        in_(ZSTD_DStreamInSize(), '\0'),
        out_(ZSTD_DStreamOutSize(), '\0'),
        context_(ZSTD_createDCtx()) {}
  ~ZstdBuffer() override { ZSTD_freeDCtx(context_); }
  ZstdBuffer(const ZstdBuffer&) = delete;
  ZstdBuffer& operator=(const ZstdBuffer&) = delete;

  bool is_open() const { return file_.is_open() && context_ != nullptr; }

 protected:
  int_type underflow() override {
    ZSTD_outBuffer out{out_.data(), out_.size(), 0};
    while (out.pos == 0) {
      if (read_.pos == read_.size && !refill()) {
        if (is_frame_open_) throw std::ios_base::failure("the compressed file is cut off");
        return traits_type::eof();
      }
      const std::size_t left = ZSTD_decompressStream(context_, &out, &read_);
      if (ZSTD_isError(left) != 0) throw std::ios_base::failure("not a zstd file");
      is_frame_open_ = left != 0;
    }
    setg(out_.data(), out_.data(), out_.data() + out.pos);
    return traits_type::to_int_type(out_.front());
  }

 private:
  bool refill() {
    file_.read(in_.data(), static_cast<std::streamsize>(in_.size()));
    if (file_.bad()) throw std::ios_base::failure("cannot be read");
    read_ = {in_.data(), static_cast<std::size_t>(file_.gcount()), 0};
    return read_.size > 0;
  }

  std::ifstream file_;
  std::string in_, out_;
  ZSTD_inBuffer read_{nullptr, 0, 0};
  ZSTD_DCtx* context_;
  bool is_frame_open_ = false;
};

class ZstdInput final : public std::istream {
 public:
  explicit ZstdInput(const std::string& path) : std::istream(nullptr), buffer_(path) { rdbuf(&buffer_); }
  bool is_open() const { return buffer_.is_open(); }

 private:
  ZstdBuffer buffer_;
};

}  // namespace

bool is_trace_name(std::string_view path) {
  path = without_incomplete_ending(path);
  const DatasetFormat* format = dataset_format_of(path);
  return format != nullptr && !format->has_layout && std::filesystem::path(path).has_extension();
}

std::unique_ptr<std::istream> open_trace(const std::string& path) {
  if (without_incomplete_ending(path).ends_with(".zst")) {
    auto input = std::make_unique<ZstdInput>(path);
    if (input->is_open()) return input;
    return nullptr;
  }
  auto input = std::make_unique<std::ifstream>(path);
  if (input->is_open()) return input;
  return nullptr;
}

}  // namespace drover
