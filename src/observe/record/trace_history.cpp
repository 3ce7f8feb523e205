#include "observe/record/trace_history.h"

#include <algorithm>
#include <utility>

namespace drover {

TraceHistory::TraceHistory(const World& world, unsigned needs) : needs_(needs) {
  const std::size_t n = world.model().agents.size();
  if ((needs_ & acceleration_need) != 0) {
    for (auto* column : {&vx_, &vy_, &hx_, &hy_, &before_vx_, &before_vy_, &before_hx_, &before_hy_})
      column->assign(n, 0.0);
  }
  if ((needs_ & smoothing_need) != 0) {
    ring_start_.push_back(0);
    for (AgentIndex i = 0; i < n; ++i) {
      const AgentType& type = world.model().type_of(i);
      ring_start_.push_back(ring_start_.back() + static_cast<std::size_t>(type.heading_samples));
    }
    for (auto* column : {&ring_x_, &ring_y_})
      column->assign(ring_start_.back(), 0.0);
    samples_.assign(n, 0);
    for (auto* column : {&smooth_x_, &smooth_y_})
      column->assign(n, 0.0);
  }
}

void TraceHistory::advance(const World& world) {
  ++count_;
  tick_before_ = tick_;
  tick_ = world.state.tick;
  if ((needs_ & acceleration_need) != 0) {
    // Only kept, since most states of a long run are never written. But any may be the one before the last,
    // which is written.
    const AgentMotion& motion = world.state.motion;
    std::swap(before_vx_, vx_);
    std::swap(before_vy_, vy_);
    std::swap(before_hx_, hx_);
    std::swap(before_hy_, hy_);
    vx_ = motion.vx;
    vy_ = motion.vy;
    hx_ = motion.hx;
    hy_ = motion.hy;
  }
  if ((needs_ & smoothing_need) == 0) return;
  for (AgentIndex i = 0; i < world.state.motion.size(); ++i) {
    if (starts(world, i)) samples_[i] = 0;
    if (world.is_present(i)) smooth(world, i);
  }
}

Vec3 TraceHistory::acceleration(const World& world, AgentIndex i) const {
  if (starts(world, i)) return {};
  return {(vx_[i] - before_vx_[i]) / world.model().dt, (vy_[i] - before_vy_[i]) / world.model().dt, 0.0};
}

void TraceHistory::smooth(const World& world, AgentIndex i) {
  const std::size_t start = ring_start_[i];
  const std::size_t room = ring_start_[i + 1] - start;
  const std::size_t slot = start + static_cast<std::size_t>(samples_[i] % room);
  ring_x_[slot] = world.state.motion.hx[i];
  ring_y_[slot] = world.state.motion.hy[i];
  const std::size_t filled = static_cast<std::size_t>(std::min<std::uint64_t>(samples_[i] + 1, room));
  // Summed anew in every state: a running sum would drift and never forget a rounding.
  Vec3 sum;
  for (std::size_t k = start; k < start + filled; ++k)
    sum += Vec3{ring_x_[k], ring_y_[k], 0.0};
  const Vec3 mean = direction(sum / static_cast<double>(filled));
  if (samples_[i]++ > 0 && mean == Vec3{}) return;
  smooth_x_[i] = mean.x;
  smooth_y_[i] = mean.y;
}

}  // namespace drover
