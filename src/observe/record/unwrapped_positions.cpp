#include "observe/record/unwrapped_positions.h"

namespace drover {
namespace {

// How often an edge was crossed between two coordinates, upwards positive.
std::int64_t turns(double before, double now, double width) {
  if (width == 0.0) return 0;  // of a world without edges along z
  const double half = 0.5 * width;
  if (now - before > half) return -1;
  return now - before < -half ? 1 : 0;
}

}  // namespace

Vec3 UnwrappedPosition::advance(Vec3 position, const Bounds& bounds, bool is_cut) {
  const Vec3 size = bounds.size();
  if (!is_started_ || is_cut) {
    is_started_ = true;
    turns_x_ = turns_y_ = turns_z_ = 0;
  } else {
    turns_x_ += turns(last_.x, position.x, size.x);
    turns_y_ += turns(last_.y, position.y, size.y);
    if (bounds.has_heights()) turns_z_ += turns(last_.z, position.z, size.z);
  }
  last_ = position;
  unwrapped_ = {position.x + static_cast<double>(turns_x_) * size.x,
                position.y + static_cast<double>(turns_y_) * size.y,
                position.z + static_cast<double>(turns_z_) * size.z};
  return unwrapped_;
}

}  // namespace drover
