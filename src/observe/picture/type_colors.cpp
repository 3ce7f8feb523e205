#include "observe/picture/type_colors.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string>

namespace drover {
namespace {

// Nearer to white by `part` of the way.
Color lighter(Color color, double part) {
  const auto scaled = [part](std::uint8_t channel) {
    return static_cast<std::uint8_t>(channel + part * (255.0 - channel) + 0.5);
  };
  return {scaled(color.red), scaled(color.green), scaled(color.blue)};
}

class ColorPicker {
 public:
  explicit ColorPicker(std::size_t types) : next_(types) {}

  Color for_said(Color color) {
    said_.push_back(color);
    for (const double strength : {0.0, 0.35, 0.6}) {
      if (take(darker(color, 1.0 - strength))) return darker(color, 1.0 - strength);
      if (take(lighter(color, strength))) return lighter(color, strength);
    }
    return next_of_palette();
  }

  Color for_unsaid(std::size_t type) {
    const Color own = palette_color(type);
    return is_told_apart(own) && take(own) ? own : next_of_palette();
  }

 private:
  // Whether nobody had it before.
  bool take(Color color) { return taken_.insert(color_text(color)).second; }

  // In sRGB; neighboring rounds of the palette are this far apart.
  bool is_told_apart(Color color) const {
    constexpr int kLeastDistance = 45;
    return std::ranges::none_of(said_, [color](Color said) {
      const int red = color.red - said.red, green = color.green - said.green, blue = color.blue - said.blue;
      return red * red + green * green + blue * blue < kLeastDistance * kLeastDistance;
    });
  }

  // Not those that types without conflicts have. After many that look like others, any that is not the same.
  Color next_of_palette() {
    constexpr std::size_t kMostTries = 60;
    for (std::size_t tries = 0;; ++tries) {
      const Color color = palette_color(next_++);
      if ((tries > kMostTries || is_told_apart(color)) && take(color)) return color;
    }
  }

  std::vector<Color> said_;
  std::set<std::string> taken_;
  std::size_t next_;
};

}  // namespace

std::vector<Color> type_colors(const Trails& trails) {
  std::vector<bool> is_seen(trails.types.size(), false);
  for (const Trail& trail : trails.agents)
    is_seen[trail.type] = true;
  ColorPicker picker(trails.types.size());
  std::vector<Color> colors(trails.types.size());
  for (const bool is_said : {true, false}) {
    for (std::size_t k = 0; k < colors.size(); ++k) {
      const std::optional<Color> said = parse_color(trails.types[k].color);
      if (!is_seen[k] || said.has_value() != is_said) continue;
      colors[k] = said ? picker.for_said(*said) : picker.for_unsaid(k);
    }
  }
  return colors;
}

}  // namespace drover
