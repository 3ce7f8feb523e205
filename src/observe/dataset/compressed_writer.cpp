#include "observe/dataset/compressed_writer.h"

#include <string>
#include <utility>

#include <fmt/format.h>
#include <zstd.h>

#include "core/check.h"

namespace drover {

struct ZstdStream::Context {
  ZSTD_CCtx* stream = ZSTD_createCCtx();
  std::string out = std::string(ZSTD_CStreamOutSize(), '\0');

  Context() = default;
  ~Context() { ZSTD_freeCCtx(stream); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
};

ZstdStream::ZstdStream(ByteSink sink) : context_(std::make_unique<Context>()), sink_(std::move(sink)) {
  DROVER_CHECK(context_->stream != nullptr, "there is memory for a compressor");
  ZSTD_CCtx_setParameter(context_->stream, ZSTD_c_checksumFlag, 1);
}

ZstdStream::~ZstdStream() = default;

Failure ZstdStream::compress(std::string_view bytes, bool is_end) {
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  const ZSTD_EndDirective directive = is_end ? ZSTD_e_end : ZSTD_e_continue;
  for (;;) {
    ZSTD_outBuffer out{context_->out.data(), context_->out.size(), 0};
    const std::size_t left = ZSTD_compressStream2(context_->stream, &out, &in, directive);
    if (ZSTD_isError(left) != 0) return fmt::format("cannot compress: {}", ZSTD_getErrorName(left));
    if (out.pos > 0) {
      if (Failure failure = sink_({context_->out.data(), out.pos})) return failure;
    }
    if (is_end ? left == 0 : in.pos == in.size) return std::nullopt;
  }
}

CompressedWriter::CompressedWriter(Make make, DatasetSpec spec, ByteSink sink)
    : stream_(std::move(sink)),
      inner_(make(std::move(spec), [this](std::string_view bytes) { return stream_.write(bytes); })) {}

Failure CompressedWriter::finish() {
  if (Failure failure = inner_->finish()) return failure;
  for (const std::string& text : inner_->notes())
    note(text);
  return stream_.finish();
}

}  // namespace drover
