// Places of cover around what stands: points along the borders of obstacles and walls, grown by a standoff,
// that these hide from a threat (Millington & Funge, 3.7.10: covers that are "calculated from the layout of
// the level").
//
// Which points there are follows from the shapes alone, so that a cover has the same number for ever. Which
// of them are covers follows from where the threats are and which shapes are present; it is found anew when
// a threat comes to another cell of half a meter, or a shape appears or vanishes, at most every half second,
// and kept in columns.
#pragma once

#include <vector>

#include "sim/state/world.h"

namespace drover {

// The points of a formation whose covers are found around shapes, as those of its definition. The id is
// 10000 times the number of the shape, obstacles first, then walls, plus that of the point around it. Whether
// there are no more than can be handled.
inline constexpr std::size_t kMostCoverPlaces = 100'000;
bool find_cover_places(const World& world, Formation& formation);

class ShapeCovers {
 public:
  void reserve(std::size_t covers, std::size_t threats);

  // Finds which places of a formation are covers now, if that can have changed, and returns whether it did.
  bool update(World& world, std::uint32_t formation);

 private:
  std::uint64_t what_they_are_for(const World& world) const;
  void derive(World& world, std::uint32_t formation);
  Vec3 to_nearest_threat(const World& world, Vec3 place) const;
  double quality(const World& world, const Formation& formation, Vec3 place) const;
  bool can_peek(const World& world, const Formation& formation, std::size_t cover) const;
  bool is_seen(const World& world, Vec3 place) const;

  std::vector<Vec3> threats_;          // [m]
  std::vector<std::uint8_t> is_seen_;  // by cover: from some threat, where members have to peek
};

// The quality of a cover, 0 where it is none at present; and where a member looks there, zero without.
double cover_quality(const World& world, std::uint32_t formation, std::size_t cover);
Vec3 cover_facing(const World& world, std::uint32_t formation, std::size_t cover);

}  // namespace drover
