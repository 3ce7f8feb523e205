// What text formats with a layout of their own share: a buffer and numbers.
#pragma once

#include <string_view>

#include <fmt/format.h>

#include "observe/dataset/dataset_format.h"
#include "observe/dataset/number_text.h"

namespace drover {

class TextLayout : public LayoutWriter {
 public:
  using LayoutWriter::LayoutWriter;

 protected:
  // Appends the line of a row.
  virtual void append_row(const LayoutRow& row) = 0;
  // After the last row.
  virtual void append_end() {}

  fmt::memory_buffer& text() { return text_; }
  void append(std::string_view text) { text_.append(text); }
  template <class Integer>
  void append_integer(Integer value) {
    const fmt::format_int digits(value);
    text_.append(digits.data(), digits.data() + digits.size());
  }
  void append_coordinate(double value) { append_number(value, spec().digits, text_); }
  // Gives the text so far to the sink.
  Failure flush() {
    Failure failure = give({text_.data(), text_.size()});
    text_.clear();
    return failure;
  }

 private:
  Failure add_row(const LayoutRow& row) final {
    constexpr std::size_t kChunkSize = std::size_t{1} << 20;
    append_row(row);
    return text_.size() < kChunkSize ? std::nullopt : flush();
  }
  Failure finish_rows() final {
    append_end();
    return flush();
  }

  fmt::memory_buffer text_;
};

}  // namespace drover
