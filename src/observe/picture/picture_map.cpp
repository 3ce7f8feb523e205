#include "observe/picture/picture_map.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "observe/picture/picture_cells.h"

namespace drover {
namespace {

constexpr double kMaxClasses = 8.0;
constexpr double kOpacity = 0.85;

// Around this many cells along the longer side, unless the options say how large one is.
double cell_size_of(const MapOptions& options, const Rectangle& part) {
  constexpr double kCells = 40.0, kMaxCells = 1000.0;
  const double side = larger(part.width(), part.height());
  return options.cell ? larger(*options.cell, side / kMaxCells) : round_up(side / kCells).value();
}

// Classes of one round width, each with a color: light where there is little. Those of density begin at 0.
class ColorScale {
 public:
  ColorScale(const MotionMap& map, MapQuantity quantity) : quantity_(quantity) {
    double min = kInfinity, max = 0.0;
    for (CellIndex cell = 0; cell < map.frame.cell_count(); ++cell) {
      const std::optional<double> value = map.value(quantity, cell);
      min = smaller(min, value.value_or(min));
      max = larger(max, value.value_or(max));
    }
    if (quantity == MapQuantity::density || min > max) min = 0.0;
    width_ = round_up(larger(max - min, larger(1e-6, kNarrowest * max)) / kMaxClasses);
    first_ = static_cast<std::int64_t>(std::floor(min / width_.value() + kRounding));
    colors_ = scale_colors(look(max));
    std::ranges::reverse(colors_);
  }

  // The number of the class, from 1 on. Upper limits belong to a class.
  CellLook look(double value) const {
    const double above = std::ceil(value / width_.value() - kRounding) - static_cast<double>(first_);
    return static_cast<CellLook>(larger(1.0, above));
  }
  const std::vector<Color>& colors() const { return colors_; }

  void add_legend(double cell_size, std::vector<LegendEntry>& legend) const {
    const auto limit = [this](std::size_t k) {
      return width_.multiple_text(first_ + static_cast<std::int64_t>(k));
    };
    for (std::size_t k = 0; k < colors_.size(); ++k)
      legend.push_back({"to " + limit(k + 1), colors_[k], LegendMark::area, {}, kOpacity});
    legend[legend.size() - colors_.size()].text =
        fmt::format("mean {} {} to {} {}", enum_names(quantity_)[static_cast<std::size_t>(quantity_)],
                    limit(0), limit(1), quantity_ == MapQuantity::density ? "agents per m\u00b2" : "m/s");
    legend.back().text += fmt::format(" (cells of {:.3g} m)", cell_size);
  }

 private:
  static constexpr double kRounding = 1e-9;   // of a class
  static constexpr double kNarrowest = 0.05;  // of all classes together, of the greatest value

  MapQuantity quantity_;
  RoundNumber width_;
  std::int64_t first_ = 0;  // how many widths the lowest limit is
  std::vector<Color> colors_;
};

}  // namespace

MapDrawing draw_map(const MapOptions& options, const Trails& trails, const World& scene, double from,
                    double duration, const Projection& projection) {
  MapDrawing drawing;
  const double cell_size = cell_size_of(options, projection.part());
  if (options.cell && cell_size > *options.cell)
    drawing.warning =
        fmt::format("cells of {:.3g} m, as those of {} m would be too many", cell_size, *options.cell);
  const MotionMap map = motion_map(trails, scene.model().bounds, projection.part(), cell_size,
                                   scene.model().dt, duration - from);
  const ColorScale scale(map, options.quantity);
  std::vector<CellLook> looks(map.frame.cell_count());
  for (CellIndex cell = 0; cell < map.frame.cell_count(); ++cell)
    if (const auto value = map.value(options.quantity, cell)) looks[cell] = scale.look(*value);
  const CellAreas areas = cell_areas(map.frame, looks, projection);
  drawing.cells.open("g", fmt::format(R"(class="map" fill-opacity="{}")", pixel_text(kOpacity)));
  for (std::size_t k = 0; k < areas.paths.size(); ++k) {
    if (areas.paths[k].empty()) continue;
    drawing.cells.element("path",
                          fmt::format(R"(fill="{}" d="{}")", color_text(scale.colors()[k]), areas.paths[k]));
  }
  drawing.cells.close("g");
  scale.add_legend(cell_size, drawing.legend);
  return drawing;
}

}  // namespace drover
