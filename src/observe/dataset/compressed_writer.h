// Compresses what another writer writes, by zstd (RFC 8878).
#pragma once

#include <memory>

#include "observe/dataset/dataset_format.h"

namespace drover {

// A stream of bytes that becomes one zstd frame with a checksum, as the program zstd writes it.
class ZstdStream {
 public:
  explicit ZstdStream(ByteSink sink);
  ~ZstdStream();
  ZstdStream(const ZstdStream&) = delete;
  ZstdStream& operator=(const ZstdStream&) = delete;

  [[nodiscard]] Failure write(std::string_view bytes) { return compress(bytes, false); }
  [[nodiscard]] Failure finish() { return compress({}, true); }

 private:
  Failure compress(std::string_view bytes, bool is_end);

  struct Context;
  std::unique_ptr<Context> context_;
  ByteSink sink_;
};

class CompressedWriter final : public DatasetWriter {
 public:
  using Make = std::unique_ptr<DatasetWriter> (*)(DatasetSpec spec, ByteSink sink);

  CompressedWriter(Make make, DatasetSpec spec, ByteSink sink);

  [[nodiscard]] Failure begin() override { return inner_->begin(); }
  [[nodiscard]] Failure add(std::span<const std::uint64_t> words) override { return inner_->add(words); }
  [[nodiscard]] Failure finish() override;
  std::uint64_t text_word(std::size_t column, const std::string& text) override {
    return inner_->text_word(column, text);
  }

 private:
  ZstdStream stream_;
  std::unique_ptr<DatasetWriter> inner_;
};

template <CompressedWriter::Make kMake>
std::unique_ptr<DatasetWriter> make_compressed(DatasetSpec spec, ByteSink sink) {
  return std::make_unique<CompressedWriter>(kMake, std::move(spec), std::move(sink));
}

}  // namespace drover
