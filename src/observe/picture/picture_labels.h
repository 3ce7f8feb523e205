// Small texts in the drawn world that stay clear of each other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "observe/picture/polyline.h"
#include "observe/picture/svg_document.h"

namespace drover {

// What a label belongs to: a disc around a point [px].
struct LabelAnchor {
  Vec2 center;
  double radius = 0.0;
  bool inside = false;  // it may stand in the middle of the disc
};

class LabelPlacer {
 public:
  // Labels stay inside the frame [px].
  explicit LabelPlacer(const Rectangle& frame) : frame_(frame) {}

  // Keeps labels out of a rectangle.
  void block(const Rectangle& box) { taken_.push_back(box); }

  // Writes the text in or beside the anchor; one that finds no free place is left out. `fill`: a color.
  void place(SvgDocument& svg, std::string_view text, const LabelAnchor& anchor, std::string_view fill);

 private:
  bool is_free(const Rectangle& box) const;

  Rectangle frame_;
  std::vector<Rectangle> taken_;
};

}  // namespace drover
