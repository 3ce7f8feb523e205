// Writing SVG by hand: elements, escaped text, short numbers. The same calls give the same bytes.
#pragma once

#include <string>
#include <string_view>

#include "core/vec2.h"

namespace drover {

// The text as it may stand in XML content or in a quoted attribute. Characters XML cannot hold become U+FFFD.
std::string escape_xml(std::string_view text);

// A coordinate in pixels with at most two decimals: "12", "0.5", "-3.25".
std::string pixel_text(double value);

// A generous estimate of how wide a text is in a sans-serif font [px]; the font a viewer will take is
// unknown.
double text_width(std::string_view text, double font_size);

// The text, cut and ended with an ellipsis where it would be wider than `width` [px].
std::string fit_text(std::string_view text, double font_size, double width);

// The d attribute of a path: relative moves in tenths of a pixel. Rounding does not add up along the path.
class PathData {
 public:
  void move_to(Vec2 p);
  void line_to(Vec2 p);
  void close() { text_ += 'z'; }
  // Appends the lines of another path.
  void add(const PathData& other);
  bool empty() const { return text_.empty(); }
  const std::string& text() const { return text_; }

 private:
  void append_pair(char command, long long x, long long y);

  std::string text_;
  char command_ = 0;  // the last one written; a repeated l is left out
  long long x_ = 0;   // where the pen is, in tenths of a pixel
  long long y_ = 0;
};

// Elements nest: every open() is closed by the close() that belongs to it. Attributes are given as written in
// the file, such as R"(x="1" y="2")"; the caller escapes what comes from outside.
class SvgDocument {
 public:
  void open(std::string_view tag, std::string_view attributes = {});
  void close(std::string_view tag);
  void element(std::string_view tag, std::string_view attributes);
  void text_element(std::string_view tag, std::string_view attributes, std::string_view text);
  void append(const SvgDocument& other) { text_ += other.text_; }
  const std::string& text() const { return text_; }

 private:
  void start(std::string_view tag, std::string_view attributes);

  std::string text_;
};

}  // namespace drover
