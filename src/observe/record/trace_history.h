// The memory of trace columns from one state to the next.
#pragma once

#include <cstdint>
#include <vector>

#include "core/frame.h"
#include "sim/state/world.h"

namespace drover {

class TraceHistory {
 public:
  enum Need : unsigned { nothing = 0, acceleration_need = 1, smoothing_need = 2 };

  // `needs` is a sum of Need values: quantities that are not needed are not kept.
  TraceHistory(const World& world, unsigned needs);

  // Moves on to the world's state; call it for every state, in order.
  void advance(const World& world);

  // Whether the agent did not come from the state before by itself.
  bool starts(const World& world, AgentIndex i) const {
    return count_ == 1 || world.state.record.teleport_tick[i] > tick_before_;
  }

  // (v(t) - v(t - dt)) / dt [m/s^2] in the state advanced to last; zero in the agent's first state, and where
  // an event put it somewhere else.
  Vec3 acceleration(const World& world, AgentIndex i) const;
  // The orientation the agent had while it accelerated: that of the state before. As AgentMotion::frame().
  Frame frame_before(AgentIndex i) const {
    const Vec3 forward = before_.heading(i);
    if (!before_.is_spatial) return upright(forward);
    const Vec3 up = before_.up(i);
    return {forward, cross(up, forward), up};
  }
  // The direction of the mean of the last headings as seen from above, as many as the agent's type says or as
  // there were since an event put it there. Headings that cancel out leave it as it was.
  Vec3 smoothed_heading(AgentIndex i) const { return {smooth_x_[i], smooth_y_[i], 0.0}; }

 private:
  // Of all agents in one state; the parts along z and `up` in space only.
  struct Motion {
    bool is_spatial = false;
    std::vector<double> vx, vy, vz, hx, hy, hz, ux, uy, uz;

    void copy(const AgentMotion& motion);
    Vec3 velocity(AgentIndex i) const { return {vx[i], vy[i], is_spatial ? vz[i] : 0.0}; }
    Vec3 heading(AgentIndex i) const { return {hx[i], hy[i], is_spatial ? hz[i] : 0.0}; }
    Vec3 up(AgentIndex i) const { return {ux[i], uy[i], uz[i]}; }
  };

  void smooth(const World& world, AgentIndex i);

  unsigned needs_;
  std::uint64_t count_ = 0;        // states so far
  std::uint64_t tick_ = 0;         // of the last
  std::uint64_t tick_before_ = 0;  // of the one before
  Motion last_, before_;
  std::vector<std::size_t> ring_start_;  // per agent, in the rings; one more entry at the end
  std::vector<std::uint64_t> samples_;   // per agent, headings since it was put where it was
  std::vector<double> ring_x_, ring_y_;  // the last headings of each agent
  std::vector<double> smooth_x_, smooth_y_;
};

}  // namespace drover
