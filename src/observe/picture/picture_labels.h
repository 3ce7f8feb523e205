// Small texts in the drawn world that stay clear of each other.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "observe/picture/polyline.h"
#include "observe/picture/svg_document.h"

namespace drover {

// What a label belongs to: a thing within an upright box [px].
struct LabelAnchor {
  Vec2 center;
  Vec2 half;               // of the size of the box
  bool inside = false;     // it may stand in the middle of the box
  std::size_t owner = 0;   // of the blocked box that is the thing itself; 0: none is
  double longest = 160.0;  // to which the text is cut [px]
};

class LabelPlacer {
 public:
  // Labels stay inside the frame [px].
  explicit LabelPlacer(const Rectangle& frame) : frame_(frame) {}

  // Keeps labels out of a rectangle, but for those of its owner.
  void block(const Rectangle& box, std::size_t owner = 0) { taken_.push_back({box, owner}); }

  // Writes the text in or beside the anchor; one that finds no free place is left out. `fill`: a color.
  void place(SvgDocument& svg, std::string_view text, const LabelAnchor& anchor, std::string_view fill);

  // Writes the text in a box, as near its middle as there is room, where contains(point) holds for all of it.
  // False where there is none.
  bool place_within(SvgDocument& svg, std::string_view text, const Rectangle& box,
                    const std::function<bool(Vec2)>& contains, std::string_view fill);

 private:
  struct Taken {
    Rectangle box;
    std::size_t owner;
  };
  bool is_free(const Rectangle& box, std::size_t owner) const;
  void write(SvgDocument& svg, const std::string& text, Vec2 center, std::string_view fill);

  Rectangle frame_;
  std::vector<Taken> taken_;
};

}  // namespace drover
