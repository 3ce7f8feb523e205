// How far two shapes are apart, and the border of one as a polygon.
#pragma once

#include <vector>

#include "sim/geometry/shape.h"

namespace drover {

// The distance between a shape and another that is moved by a vector; zero where they touch and negative
// where they overlap, by no certain amount. What is inside of a hollow shape is apart from it [m].
double gap_between(const Shape& one, const Shape& other, Vec3 moved = {});

// The border as corners, clockwise, with this many to a whole turn of what is round.
std::vector<Vec3> outline(const Shape& shape, int corners_to_a_turn);

}  // namespace drover
