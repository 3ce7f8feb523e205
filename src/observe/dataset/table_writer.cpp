#include "observe/dataset/table_writer.h"

#include <utility>

namespace drover {

TableWriter::TableWriter(TraceFormat format, const DatasetSpec& spec, ByteSink sink)
    : formatter_(format, spec.columns, spec.digits), sink_(std::move(sink)), words_(spec.columns.size()) {}

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

}  // namespace drover
