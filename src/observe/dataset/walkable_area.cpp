#include "observe/dataset/walkable_area.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "observe/dataset/number_text.h"

namespace drover {
namespace {

void append_point(Vec3 p, fmt::memory_buffer& out) {
  append_number(p.x, {}, out);
  out.push_back(' ');
  append_number(p.y, {}, out);
}

void append_ring(std::span<const Vec3> ring, fmt::memory_buffer& out) {
  out.push_back('(');
  for (const Vec3 p : ring) {
    append_point(p, out);
    out.append(std::string_view(", "));
  }
  append_point(ring.front(), out);
  out.push_back(')');
}

}  // namespace

void Extent::add(Vec3 p) {
  if (is_empty) min = max = p;
  is_empty = false;
  min = {std::min(min.x, p.x), std::min(min.y, p.y), 0.0};
  max = {std::max(max.x, p.x), std::max(max.y, p.y), 0.0};
}

Extent WalkableArea::extent() const {
  Extent all;
  for (const WalkablePart& part : parts) {
    for (const Vec3 p : part.outer)
      all.add(p);
  }
  return all;
}

bool is_inside(std::span<const Vec3> ring, Vec3 p) {
  bool inside = false;
  for (std::size_t k = 0; k < ring.size(); ++k) {
    const Vec3 a = ring[k], b = ring[(k + 1) % ring.size()];
    if ((a.y > p.y) != (b.y > p.y) && (b.y > a.y) == (cross(b - a, p - a).z > 0.0)) inside = !inside;
  }
  return inside;
}

WalkableArea area_around(const Extent& extent) {
  constexpr double kSpare = 1.0;  // m
  const Vec3 low = extent.min - Vec3{kSpare, kSpare, 0.0};
  const Vec3 high = extent.max + Vec3{kSpare, kSpare, 0.0};
  return {{{{{low.x, low.y, 0.0}, {high.x, low.y, 0.0}, {high.x, high.y, 0.0}, {low.x, high.y, 0.0}}, {}}}};
}

std::string wkt_of(const WalkableArea& area) {
  fmt::memory_buffer out;
  const bool is_one = area.parts.size() == 1;
  out.append(std::string_view(is_one ? "POLYGON " : "MULTIPOLYGON ("));
  for (const WalkablePart& part : area.parts) {
    out.append(std::string_view(&part == area.parts.data() ? "(" : ", ("));
    append_ring(part.outer, out);
    for (const std::vector<Vec3>& hole : part.holes) {
      out.append(std::string_view(", "));
      append_ring(hole, out);
    }
    out.push_back(')');
  }
  if (!is_one) out.push_back(')');
  return fmt::to_string(out);
}

}  // namespace drover
