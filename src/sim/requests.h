// Columns of requested accelerations, one entry per agent.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/quantity.h"
#include "sim/kinds.h"

namespace drover {

class RequestColumns {
 public:
  void resize(std::size_t count) {
    x_.assign(count, 0.0);
    y_.assign(count, 0.0);
    angular_.assign(count, 0.0);
    active_.assign(count, 0);
  }
  void set(AgentIndex agent, const std::optional<Request>& request) {
    active_[agent] = request.has_value();
    x_[agent] = request ? request->linear.x : 0.0;
    y_[agent] = request ? request->linear.y : 0.0;
    angular_[agent] = request ? request->angular : 0.0;
  }
  bool is_active(AgentIndex agent) const { return active_[agent] != 0; }
  // Zero where there is no request.
  Request request(AgentIndex agent) const { return {linear(agent), angular_[agent]}; }
  Vec3 linear(AgentIndex agent) const { return {x_[agent], y_[agent], 0.0}; }
  double angular(AgentIndex agent) const { return angular_[agent]; }

 private:
  std::vector<double> x_, y_;         // m/s^2
  std::vector<double> angular_;       // rad/s^2
  std::vector<std::uint8_t> active_;  // whether there is a request
};

}  // namespace drover
