#include "observe/record/trace_history.h"

#include <algorithm>
#include <utility>

namespace drover {

TraceHistory::TraceHistory(const World& world, unsigned needs) : needs_(needs) {
  const std::size_t n = world.model().agents.size();
  if ((needs_ & acceleration_need) != 0) {
    last_.copy(world.state.motion);
    before_ = last_;
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
    std::swap(before_, last_);
    last_.copy(world.state.motion);
  }
  if ((needs_ & smoothing_need) == 0) return;
  for (AgentIndex i = 0; i < world.state.motion.size(); ++i) {
    if (starts(world, i)) samples_[i] = 0;
    if (world.is_present(i)) smooth(world, i);
  }
}

Vec3 TraceHistory::acceleration(const World& world, AgentIndex i) const {
  if (starts(world, i)) return {};
  return (last_.velocity(i) - before_.velocity(i)) / world.model().dt;
}

void TraceHistory::Motion::copy(const AgentMotion& motion) {
  vx = motion.vx;
  vy = motion.vy;
  hx = motion.hx;
  hy = motion.hy;
  is_spatial = !motion.z.is_uniform();
  if (!is_spatial) return;
  const auto copy_column = [](std::vector<double>& to, const SharedColumn<double>& from) {
    to.assign(from.entries().begin(), from.entries().end());
  };
  copy_column(vz, motion.vz);
  copy_column(hz, motion.hz);
  copy_column(ux, motion.ux);
  copy_column(uy, motion.uy);
  copy_column(uz, motion.uz);
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
