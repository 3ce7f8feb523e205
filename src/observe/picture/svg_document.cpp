#include "observe/picture/svg_document.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>

#include <fmt/format.h>

#include "core/utf8.h"

namespace drover {
namespace {

// XML 1.0, production [2] Char, and UTF-8.
bool is_xml_character(const CodePoint& c) {
  if (c.value < 0x20) return c.value == '\t' || c.value == '\n' || c.value == '\r';
  return c.valid && c.value != 0xfffe && c.value != 0xffff;
}

// Widths in DejaVu Sans, one of the widest fonts in use, as parts of the font size.
double character_width(char32_t c) {
  constexpr std::string_view kNarrow = "iljtfrI.,:;|'!()[] /-";
  constexpr std::string_view kWide = "mwMWOQGD@%#&+=<>";
  if (c >= 0x1100) return c >= 0x2000 && c < 0x2100 ? 0.7 : 1.0;
  if (c >= 0x80) return 0.65;
  if (kNarrow.find(static_cast<char>(c)) != std::string_view::npos) return 0.38;
  if (kWide.find(static_cast<char>(c)) != std::string_view::npos) return 0.88;
  return 'A' <= c && c <= 'Z' ? 0.7 : 0.63;
}

void append_tenths(std::string& out, long long tenths) {
  if (tenths < 0) out += '-';
  const long long size = std::llabs(tenths);
  if (size >= 10 || size == 0) out += std::to_string(size / 10);
  if (size % 10 != 0) out += '.', out += static_cast<char>('0' + size % 10);
}

}  // namespace

std::string escape_xml(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = decode_utf8(text, at);
    const std::string_view bytes = text.substr(at, c.length);
    at += c.length;
    if (!is_xml_character(c)) {
      out += "\xEF\xBF\xBD";
    } else if (c.value == '&') {
      out += "&amp;";
    } else if (c.value == '<') {
      out += "&lt;";
    } else if (c.value == '>') {
      out += "&gt;";
    } else if (c.value == '"') {
      out += "&quot;";
    } else {
      out += bytes;
    }
  }
  return out;
}

std::string pixel_text(double value) {
  const auto hundredths = static_cast<long long>(std::floor(value * 100.0 + 0.5));
  std::string out = hundredths < 0 ? "-" : "";
  const long long size = std::llabs(hundredths);
  out += std::to_string(size / 100);
  const long long rest = size % 100;
  if (rest != 0) {
    out += '.';
    out += static_cast<char>('0' + rest / 10);
    if (rest % 10 != 0) out += static_cast<char>('0' + rest % 10);
  }
  return out;
}

double text_width(std::string_view text, double font_size) {
  double width = 0.0;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = decode_utf8(text, at);
    width += character_width(c.value);
    at += c.length;
  }
  return width * font_size;
}

std::string fit_text(std::string_view text, double font_size, double width) {
  if (text_width(text, font_size) <= width) return std::string(text);
  double used = font_size;  // the ellipsis
  std::size_t at = 0;
  while (at < text.size()) {
    const CodePoint c = decode_utf8(text, at);
    used += character_width(c.value) * font_size;
    if (used > width) break;
    at += c.length;
  }
  return std::string(text.substr(0, at)) + "\u2026";
}

void PathData::append_pair(char command, long long x, long long y) {
  if (command != command_) {
    text_ += command;
  } else if (x >= 0) {
    text_ += ' ';
  }
  append_tenths(text_, x);
  if (y >= 0) text_ += ' ';
  append_tenths(text_, y);
  command_ = command;
}

void PathData::move_to(Vec2 p) {
  x_ = std::llround(p.x * 10.0);
  y_ = std::llround(p.y * 10.0);
  command_ = 0;
  append_pair('M', x_, y_);
}

void PathData::line_to(Vec2 p) {
  const long long x = std::llround(p.x * 10.0);
  const long long y = std::llround(p.y * 10.0);
  append_pair('l', x - x_, y - y_);
  x_ = x;
  y_ = y;
}

void PathData::add(const PathData& other) {
  text_ += other.text_;
  command_ = other.command_;
  x_ = other.x_;
  y_ = other.y_;
}

void SvgDocument::start(std::string_view tag, std::string_view attributes) {
  text_ += '<';
  text_ += tag;
  if (!attributes.empty()) text_ += ' ';
  text_ += attributes;
}

void SvgDocument::open(std::string_view tag, std::string_view attributes) {
  start(tag, attributes);
  text_ += ">\n";
}

void SvgDocument::close(std::string_view tag) {
  text_ += fmt::format("</{}>\n", tag);
}

void SvgDocument::element(std::string_view tag, std::string_view attributes) {
  start(tag, attributes);
  text_ += "/>\n";
}

void SvgDocument::text_element(std::string_view tag, std::string_view attributes, std::string_view text) {
  start(tag, attributes);
  text_ += '>';
  text_ += escape_xml(text);
  text_ += fmt::format("</{}>\n", tag);
}

}  // namespace drover
