// A table as text, CSV (RFC 4180) and JSON Lines, also compressed by zstd.
#include "observe/dataset/table_writer.h"

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <zstd.h>

#include "core/check.h"

namespace drover {

TableWriter::TableWriter(TraceFormat format, const DatasetSpec& spec, ByteSink sink)
    : formatter_(format, spec.columns, spec.digits, spec.csv_reader),
      sink_(std::move(sink)),
      words_(spec.columns.size()) {}

Failure TableWriter::add(std::span<const std::uint64_t> words) {
  // As much as a file writes without copying it first.
  constexpr std::size_t kChunkSize = std::size_t{1} << 20;
  formatter_.append(words, text_);
  return text_.size() < kChunkSize ? std::nullopt : finish();
}

Failure TableWriter::finish() {
  Failure failure = sink_({text_.data(), text_.size()});
  text_.clear();
  return failure;
}

std::uint64_t TableWriter::text_word(std::size_t column, const std::string& text) {
  const auto [at, is_new] = words_[column].try_emplace(text, 0);
  if (is_new) at->second = formatter_.add_text(column, text);
  return at->second;
}

namespace {

template <TraceFormat kFormat>
std::unique_ptr<DatasetWriter> make_table(DatasetSpec spec, ByteSink sink) {
  return std::make_unique<TableWriter>(kFormat, spec, std::move(sink));
}

// Compresses what a writer of a table writes to one zstd frame (RFC 8878) with a checksum, as the program
// zstd does.
class CompressedTable final : public DatasetWriter {
 public:
  CompressedTable(TraceFormat format, const DatasetSpec& spec, ByteSink sink)
      : sink_(std::move(sink)),
        inner_(format, spec, [this](std::string_view bytes) { return compress(bytes, ZSTD_e_continue); }) {
    DROVER_CHECK(stream_ != nullptr, "there is memory for a compressor");
    ZSTD_CCtx_setParameter(stream_.get(), ZSTD_c_checksumFlag, 1);
  }

  [[nodiscard]] Failure begin() override { return inner_.begin(); }
  [[nodiscard]] Failure add(std::span<const std::uint64_t> words) override { return inner_.add(words); }
  [[nodiscard]] Failure finish() override {
    if (Failure failure = inner_.finish()) return failure;
    return compress({}, ZSTD_e_end);
  }
  std::uint64_t text_word(std::size_t column, const std::string& text) override {
    return inner_.text_word(column, text);
  }

 private:
  Failure compress(std::string_view bytes, ZSTD_EndDirective directive) {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    for (;;) {
      ZSTD_outBuffer out{out_.data(), out_.size(), 0};
      const std::size_t left = ZSTD_compressStream2(stream_.get(), &out, &in, directive);
      if (ZSTD_isError(left) != 0) return fmt::format("cannot compress: {}", ZSTD_getErrorName(left));
      if (out.pos > 0) {
        if (Failure failure = sink_({out_.data(), out.pos})) return failure;
      }
      if (directive == ZSTD_e_end ? left == 0 : in.pos == in.size) return std::nullopt;
    }
  }

  ByteSink sink_;
  std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> stream_{ZSTD_createCCtx(), ZSTD_freeCCtx};
  std::string out_ = std::string(ZSTD_CStreamOutSize(), '\0');
  TableWriter inner_;
};

template <TraceFormat kFormat>
std::unique_ptr<DatasetWriter> make_compressed(DatasetSpec spec, ByteSink sink) {
  return std::make_unique<CompressedTable>(kFormat, spec, std::move(sink));
}

constexpr std::array<std::string_view, 1> kCsvEndings = {".csv"};
constexpr std::array<std::string_view, 1> kCsvCompressedEndings = {".csv.zst"};
constexpr std::array<std::string_view, 2> kJsonLinesEndings = {".jsonl", ".ndjson"};
constexpr std::array<std::string_view, 2> kJsonLinesCompressedEndings = {".jsonl.zst", ".ndjson.zst"};

}  // namespace

constexpr DatasetFormat kCsv = {
    .name = "csv",
    .endings = kCsvEndings,
    .summary = "A table with a header line and the columns of a trace; drover reads it back.",
    .source = "RFC 4180",
    .has_layout = false,
    .is_text = true,
    .make = make_table<TraceFormat::csv>};

constexpr DatasetFormat kCsvZst = {.name = "csv.zst",
                                   .endings = kCsvCompressedEndings,
                                   .summary = "The same compressed by zstd to about half the size.",
                                   .source = "RFC 4180; RFC 8878",
                                   .has_layout = false,
                                   .is_text = true,
                                   .is_compressed = true,
                                   .make = make_compressed<TraceFormat::csv>};

constexpr DatasetFormat kJsonLines = {
    .name = "jsonl",
    .endings = kJsonLinesEndings,
    .summary = "One JSON object per row with the columns of a trace as keys; drover reads it back.",
    .source = "RFC 8259, one object per line",
    .has_layout = false,
    .is_text = true,
    .make = make_table<TraceFormat::json_lines>};

constexpr DatasetFormat kJsonLinesZst = {.name = "jsonl.zst",
                                         .endings = kJsonLinesCompressedEndings,
                                         .summary = "The same compressed by zstd.",
                                         .source = "RFC 8259; RFC 8878",
                                         .has_layout = false,
                                         .is_text = true,
                                         .is_compressed = true,
                                         .make = make_compressed<TraceFormat::json_lines>};

}  // namespace drover
