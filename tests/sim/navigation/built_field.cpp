#include "sim/navigation/built_field.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace drover {
namespace {

std::string decimals(double value) {
  std::string text = fmt::format("{:.4f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string direction_name(Vec3 direction) {
  constexpr std::array<const char*, 8> kNames = {"E", "N", "W", "S", "NE", "NW", "SW", "SE"};
  std::size_t nearest = 0;
  double best = 0.0;
  for (std::size_t move = 0; move < kGridMoves.size(); ++move) {
    const Vec3 along = drover::direction(
        {static_cast<double>(kGridMoves[move].x), static_cast<double>(kGridMoves[move].y), 0.0});
    if (dot(along, direction) <= best) continue;
    best = dot(along, direction);
    nearest = move;
  }
  return best > 0.0 ? kNames[nearest] : ".";
}

}  // namespace

BuiltField built_field(GridMap map, const std::vector<FieldGoal>& goals, const FieldOptions& options) {
  BuiltField built{std::move(map), {}};
  FieldBuilder builder;
  builder.build(built.map, goals, options, built.field);
  return built;
}

BuiltField built_field(const MapRows& rows, const FieldOptions& options, const Drawing& drawing) {
  std::vector<FieldGoal> goals;
  for (const CellIndex cell : marked_cells(rows, 'G'))
    goals.push_back({cell, 0.0});
  return built_field(drawn_map(rows, drawing), goals, options);
}

std::string row_text(const BuiltField& built, std::int64_t y, std::int64_t first, std::int64_t last) {
  std::string text;
  for (std::int64_t x = first; x <= (last < 0 ? built.map.frame().width - 1 : last); ++x) {
    const CellIndex cell = built.index({x, y});
    if (x != first) text += " ";
    if (!built.map.is_free(cell)) {
      text += "#";
    } else {
      text += built.field.is_reached(cell) ? decimals(built.field.distance(cell)) : "-";
    }
  }
  return text;
}

MapRows distance_rows(const BuiltField& built) {
  MapRows rows;
  for (std::int64_t y = built.map.frame().height - 1; y >= 0; --y)
    rows.push_back(row_text(built, y));
  return rows;
}

MapRows direction_rows(const BuiltField& built) {
  MapRows rows;
  for (std::int64_t y = built.map.frame().height - 1; y >= 0; --y) {
    std::string text;
    for (std::int64_t x = 0; x < built.map.frame().width; ++x) {
      if (x != 0) text += " ";
      text += built.map.is_free(built.index({x, y})) ? direction_name(built.direction({x, y})) : "#";
    }
    rows.push_back(text);
  }
  return rows;
}

}  // namespace drover
