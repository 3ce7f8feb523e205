// Colors of pictures: the names people write, and a palette that color-blind readers can tell apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace drover {

// sRGB.
struct Color {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;

  friend constexpr bool operator==(const Color&, const Color&) = default;
};

// A color name of CSS (the 148 of CSS Color 4, ASCII case ignored), #rgb or #rrggbb.
std::optional<Color> parse_color(std::string_view text);

// The names that parse_color() knows.
std::vector<std::string_view> color_names();

// "#rrggbb".
std::string color_text(Color color);

// The color of the agent type with this index where it names none: Okabe and Ito's palette without black,
// with the light yellow last; three more rounds through it are darker, and colors after those are scattered.
Color palette_color(std::size_t index);

// The color itself, or the nearest darker shade of it that a thin line on white still shows.
Color visible_on_white(Color color);

// Whether text or marks on this color had better be white than black.
bool is_dark(Color color);

// A scale from dark to light, which color-blind readers can tell apart, also in gray.
std::vector<Color> scale_colors(std::size_t count);

// Each channel times `factor` in [0, 1].
Color darker(Color color, double factor);

}  // namespace drover
