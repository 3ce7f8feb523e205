#include "sim/step/edges.h"

#include <array>
#include <cmath>
#include <span>

#include "core/frame.h"

namespace drover {
namespace {

// The columns of the motion along one axis, and the bounds on it [m].
struct AxisColumns {
  Vec3 axis;
  std::span<double> position;
  std::span<double> velocity;
  std::span<double> heading;
  double low;
  double high;
};

// Of how a body turns the mirror image across an axis. What turns about this axis goes on, what turns about
// others turns round. Of the two bodies that are the mirror image of one with its left side as its right, in
// space the one that keeps its belly down, or up.
void mirror_turn(AgentMotion& state, AgentIndex i, Vec3 axis) {
  if (state.z.is_uniform()) {
    if (state.rotation[i] != 0.0) state.rotation.set(i, -state.rotation[i]);
    return;
  }
  const Vec3 rotation = state.angular_velocity(i);
  state.set_angular_velocity(i, axis * (2.0 * dot(rotation, axis)) - rotation);
  const Vec3 up{state.ux[i], state.uy[i], state.uz[i]};
  const Vec3 mirrored = up - axis * (2.0 * dot(up, axis));
  state.set_up(i, axis.z == 0.0 ? mirrored : -mirrored);
}

void reflect(const AxisColumns& axis, AgentRange agents, AgentMotion& state) {
  const double width = axis.high - axis.low;
  for (std::size_t i = 0; i < axis.position.size(); ++i) {
    const double offset = axis.position[i] - axis.low;
    if (offset >= 0.0 && offset <= width) continue;
    // Unfolded, the world repeats with period 2 width; its second half runs backwards.
    const double bounces = std::floor(offset / width);
    const double rest = offset - width * bounces;
    const bool backwards = bounces - 2.0 * std::floor(0.5 * bounces) == 1.0;
    axis.position[i] = clamp(axis.low + (backwards ? width - rest : rest), axis.low, axis.high);
    if (backwards) {
      axis.velocity[i] = -axis.velocity[i];
      axis.heading[i] = -axis.heading[i];
      mirror_turn(state, agents.first + static_cast<AgentIndex>(i), axis.axis);
    }
  }
}

void clamp_inside(const AxisColumns& axis) {
  for (std::size_t i = 0; i < axis.position.size(); ++i) {
    const double p = axis.position[i];
    if (p < axis.low && axis.velocity[i] < 0.0) axis.velocity[i] = 0.0;
    if (p > axis.high && axis.velocity[i] > 0.0) axis.velocity[i] = 0.0;
    axis.position[i] = clamp(p, axis.low, axis.high);
  }
}

}  // namespace

void apply_edges(const Bounds& bounds, AgentMotion& state, AgentRange agents) {
  const auto part = [agents](std::span<double> column) {
    return column.subspan(agents.first, agents.last - agents.first);
  };
  const Vec3 low = bounds.min();
  const Vec3 high = bounds.max();
  std::array axes = {
      AxisColumns{{1.0, 0.0, 0.0}, part(state.x), part(state.vx), part(state.hx), low.x, high.x},
      AxisColumns{{0.0, 1.0, 0.0}, part(state.y), part(state.vy), part(state.hy), low.y, high.y},
      AxisColumns{kUp, {}, {}, {}, low.z, high.z}};
  const bool has_heights = bounds.has_heights() && !state.z.is_uniform();
  if (has_heights) {
    axes[2].position = part(state.z.own_entries());
    axes[2].velocity = part(state.vz.own_entries());
    axes[2].heading = part(state.hz.own_entries());
  }
  for (const AxisColumns& axis : std::span(axes).first(has_heights ? 3 : 2)) {
    if (bounds.edge() == Edge::wrap) {
      for (double& p : axis.position)
        p = Bounds::wrapped_coordinate(p, axis.low, axis.high);
    }
    if (bounds.edge() == Edge::reflect) reflect(axis, agents, state);
    if (bounds.edge() == Edge::clamp) clamp_inside(axis);
  }
}

}  // namespace drover
