#include "sim/step/edges.h"

#include <cmath>

namespace drover {
namespace {

// The columns of the motion along one axis, and the bounds on it [m].
struct AxisColumns {
  std::span<double> position;
  std::span<double> velocity;
  std::span<double> heading;
  double low;
  double high;
};

// Mirroring reverses the sense of rotation.
void reflect(const AxisColumns& axis, AgentRange agents, SharedColumn<double>& rotation) {
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
      const AgentIndex agent = agents.first + static_cast<AgentIndex>(i);
      if (rotation[agent] != 0.0) rotation.set(agent, -rotation[agent]);
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
  const auto part = [agents](std::vector<double>& column) {
    return std::span(column).subspan(agents.first, agents.last - agents.first);
  };
  const AxisColumns axes[] = {
      {part(state.x), part(state.vx), part(state.hx), bounds.min().x, bounds.max().x},
      {part(state.y), part(state.vy), part(state.hy), bounds.min().y, bounds.max().y}};
  for (const AxisColumns& axis : axes) {
    if (bounds.edge() == Edge::wrap) {
      for (double& p : axis.position)
        p = Bounds::wrapped_coordinate(p, axis.low, axis.high);
    }
    if (bounds.edge() == Edge::reflect) reflect(axis, agents, state.rotation);
    if (bounds.edge() == Edge::clamp) clamp_inside(axis);
  }
}

}  // namespace drover
