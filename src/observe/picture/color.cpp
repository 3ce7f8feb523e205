#include "observe/picture/color.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "core/text.h"

namespace drover {
namespace {

struct NamedColor {
  std::string_view name;
  std::uint32_t rgb;
};

// Sorted by name.
constexpr NamedColor kCssColors[] = {
    {"aliceblue", 0xf0f8ff},
    {"antiquewhite", 0xfaebd7},
    {"aqua", 0x00ffff},
    {"aquamarine", 0x7fffd4},
    {"azure", 0xf0ffff},
    {"beige", 0xf5f5dc},
    {"bisque", 0xffe4c4},
    {"black", 0x000000},
    {"blanchedalmond", 0xffebcd},
    {"blue", 0x0000ff},
    {"blueviolet", 0x8a2be2},
    {"brown", 0xa52a2a},
    {"burlywood", 0xdeb887},
    {"cadetblue", 0x5f9ea0},
    {"chartreuse", 0x7fff00},
    {"chocolate", 0xd2691e},
    {"coral", 0xff7f50},
    {"cornflowerblue", 0x6495ed},
    {"cornsilk", 0xfff8dc},
    {"crimson", 0xdc143c},
    {"cyan", 0x00ffff},
    {"darkblue", 0x00008b},
    {"darkcyan", 0x008b8b},
    {"darkgoldenrod", 0xb8860b},
    {"darkgray", 0xa9a9a9},
    {"darkgreen", 0x006400},
    {"darkgrey", 0xa9a9a9},
    {"darkkhaki", 0xbdb76b},
    {"darkmagenta", 0x8b008b},
    {"darkolivegreen", 0x556b2f},
    {"darkorange", 0xff8c00},
    {"darkorchid", 0x9932cc},
    {"darkred", 0x8b0000},
    {"darksalmon", 0xe9967a},
    {"darkseagreen", 0x8fbc8f},
    {"darkslateblue", 0x483d8b},
    {"darkslategray", 0x2f4f4f},
    {"darkslategrey", 0x2f4f4f},
    {"darkturquoise", 0x00ced1},
    {"darkviolet", 0x9400d3},
    {"deeppink", 0xff1493},
    {"deepskyblue", 0x00bfff},
    {"dimgray", 0x696969},
    {"dimgrey", 0x696969},
    {"dodgerblue", 0x1e90ff},
    {"firebrick", 0xb22222},
    {"floralwhite", 0xfffaf0},
    {"forestgreen", 0x228b22},
    {"fuchsia", 0xff00ff},
    {"gainsboro", 0xdcdcdc},
    {"ghostwhite", 0xf8f8ff},
    {"gold", 0xffd700},
    {"goldenrod", 0xdaa520},
    {"gray", 0x808080},
    {"green", 0x008000},
    {"greenyellow", 0xadff2f},
    {"grey", 0x808080},
    {"honeydew", 0xf0fff0},
    {"hotpink", 0xff69b4},
    {"indianred", 0xcd5c5c},
    {"indigo", 0x4b0082},
    {"ivory", 0xfffff0},
    {"khaki", 0xf0e68c},
    {"lavender", 0xe6e6fa},
    {"lavenderblush", 0xfff0f5},
    {"lawngreen", 0x7cfc00},
    {"lemonchiffon", 0xfffacd},
    {"lightblue", 0xadd8e6},
    {"lightcoral", 0xf08080},
    {"lightcyan", 0xe0ffff},
    {"lightgoldenrodyellow", 0xfafad2},
    {"lightgray", 0xd3d3d3},
    {"lightgreen", 0x90ee90},
    {"lightgrey", 0xd3d3d3},
    {"lightpink", 0xffb6c1},
    {"lightsalmon", 0xffa07a},
    {"lightseagreen", 0x20b2aa},
    {"lightskyblue", 0x87cefa},
    {"lightslategray", 0x778899},
    {"lightslategrey", 0x778899},
    {"lightsteelblue", 0xb0c4de},
    {"lightyellow", 0xffffe0},
    {"lime", 0x00ff00},
    {"limegreen", 0x32cd32},
    {"linen", 0xfaf0e6},
    {"magenta", 0xff00ff},
    {"maroon", 0x800000},
    {"mediumaquamarine", 0x66cdaa},
    {"mediumblue", 0x0000cd},
    {"mediumorchid", 0xba55d3},
    {"mediumpurple", 0x9370db},
    {"mediumseagreen", 0x3cb371},
    {"mediumslateblue", 0x7b68ee},
    {"mediumspringgreen", 0x00fa9a},
    {"mediumturquoise", 0x48d1cc},
    {"mediumvioletred", 0xc71585},
    {"midnightblue", 0x191970},
    {"mintcream", 0xf5fffa},
    {"mistyrose", 0xffe4e1},
    {"moccasin", 0xffe4b5},
    {"navajowhite", 0xffdead},
    {"navy", 0x000080},
    {"oldlace", 0xfdf5e6},
    {"olive", 0x808000},
    {"olivedrab", 0x6b8e23},
    {"orange", 0xffa500},
    {"orangered", 0xff4500},
    {"orchid", 0xda70d6},
    {"palegoldenrod", 0xeee8aa},
    {"palegreen", 0x98fb98},
    {"paleturquoise", 0xafeeee},
    {"palevioletred", 0xdb7093},
    {"papayawhip", 0xffefd5},
    {"peachpuff", 0xffdab9},
    {"peru", 0xcd853f},
    {"pink", 0xffc0cb},
    {"plum", 0xdda0dd},
    {"powderblue", 0xb0e0e6},
    {"purple", 0x800080},
    {"rebeccapurple", 0x663399},
    {"red", 0xff0000},
    {"rosybrown", 0xbc8f8f},
    {"royalblue", 0x4169e1},
    {"saddlebrown", 0x8b4513},
    {"salmon", 0xfa8072},
    {"sandybrown", 0xf4a460},
    {"seagreen", 0x2e8b57},
    {"seashell", 0xfff5ee},
    {"sienna", 0xa0522d},
    {"silver", 0xc0c0c0},
    {"skyblue", 0x87ceeb},
    {"slateblue", 0x6a5acd},
    {"slategray", 0x708090},
    {"slategrey", 0x708090},
    {"snow", 0xfffafa},
    {"springgreen", 0x00ff7f},
    {"steelblue", 0x4682b4},
    {"tan", 0xd2b48c},
    {"teal", 0x008080},
    {"thistle", 0xd8bfd8},
    {"tomato", 0xff6347},
    {"turquoise", 0x40e0d0},
    {"violet", 0xee82ee},
    {"wheat", 0xf5deb3},
    {"white", 0xffffff},
    {"whitesmoke", 0xf5f5f5},
    {"yellow", 0xffff00},
    {"yellowgreen", 0x9acd32},
};

constexpr std::array<Color, 7> kOkabeIto = {{
    {0x00, 0x72, 0xb2},  // blue
    {0xd5, 0x5e, 0x00},  // vermillion
    {0x00, 0x9e, 0x73},  // bluish green
    {0xcc, 0x79, 0xa7},  // reddish purple
    {0xe6, 0x9f, 0x00},  // orange
    {0x56, 0xb4, 0xe9},  // sky blue
    {0xf0, 0xe4, 0x42},  // yellow
}};

constexpr std::size_t kDarkerRounds = 4;

constexpr Color from_rgb(std::uint32_t rgb) {
  return {static_cast<std::uint8_t>(rgb >> 16 & 0xffU), static_cast<std::uint8_t>(rgb >> 8 & 0xffU),
          static_cast<std::uint8_t>(rgb & 0xffU)};
}

// `digits`: lower case, without the #.
std::optional<Color> parse_hex(std::string_view digits) {
  std::string six;
  for (const char c : digits)
    six.append(digits.size() == 3 ? 2 : 1, c);
  std::uint32_t rgb = 0;
  const auto [end, error] = std::from_chars(six.data(), six.data() + six.size(), rgb, 16);
  if (six.size() != 6 || error != std::errc() || end != six.data() + six.size()) return std::nullopt;
  return from_rgb(rgb);
}

// Perceived brightness in [0, 1]: the luma weights of Rec. 601 on the sRGB values, good enough for a
// threshold.
double brightness(Color color) {
  return (0.299 * color.red + 0.587 * color.green + 0.114 * color.blue) / 255.0;
}

}  // namespace

std::optional<Color> parse_color(std::string_view text) {
  const std::string lower = lower_case(text);
  if (lower.starts_with('#')) return parse_hex(std::string_view(lower).substr(1));
  const auto* found = std::ranges::lower_bound(kCssColors, std::string_view(lower), {}, &NamedColor::name);
  if (found == std::end(kCssColors) || found->name != lower) return std::nullopt;
  return from_rgb(found->rgb);
}

std::vector<std::string_view> color_names() {
  std::vector<std::string_view> names;
  for (const NamedColor& color : kCssColors)
    names.push_back(color.name);
  return names;
}

std::string color_text(Color color) {
  return fmt::format("#{:02x}{:02x}{:02x}", color.red, color.green, color.blue);
}

Color darker(Color color, double factor) {
  const auto scaled = [factor](std::uint8_t channel) {
    return static_cast<std::uint8_t>(static_cast<double>(channel) * factor + 0.5);
  };
  return {scaled(color.red), scaled(color.green), scaled(color.blue)};
}

Color palette_color(std::size_t index) {
  const std::size_t round = index / kOkabeIto.size();
  // Multiples of an odd number do not repeat below 2^24; this one, 2^24 over the golden ratio, scatters them.
  if (round >= kDarkerRounds) return from_rgb(static_cast<std::uint32_t>(index) * 0x9e3779U & 0xffffffU);
  return darker(kOkabeIto[index % kOkabeIto.size()], 1.0 - 0.22 * static_cast<double>(round));
}

std::vector<Color> scale_colors(std::size_t count) {
  // Samples of viridis (Smith and van der Walt 2015), the default of matplotlib.
  constexpr std::array<Color, 8> kSamples = {{{68, 1, 84},
                                              {70, 50, 126},
                                              {54, 92, 141},
                                              {39, 127, 142},
                                              {31, 161, 135},
                                              {74, 193, 109},
                                              {160, 218, 57},
                                              {253, 231, 37}}};
  std::vector<Color> colors;
  for (std::size_t n = 0; n < count; ++n) {
    const double share = count == 1 ? 0.5 : static_cast<double>(n) / static_cast<double>(count - 1);
    const double at = share * static_cast<double>(kSamples.size() - 1);
    const std::size_t k = std::min(static_cast<std::size_t>(at), kSamples.size() - 2);
    const auto mixed = [part = at - static_cast<double>(k)](std::uint8_t a, std::uint8_t b) {
      return static_cast<std::uint8_t>(a + part * (b - a) + 0.5);
    };
    const Color &a = kSamples[k], &b = kSamples[k + 1];
    colors.push_back({mixed(a.red, b.red), mixed(a.green, b.green), mixed(a.blue, b.blue)});
  }
  return colors;
}

Color visible_on_white(Color color) {
  constexpr double kBrightest = 0.72;
  const double b = brightness(color);
  return b <= kBrightest ? color : darker(color, kBrightest / b);
}

bool is_dark(Color color) {
  return brightness(color) < 0.6;
}

}  // namespace drover
