// Columns of requests, or of commands to bodies, one entry per agent, or per agent of a chunk. Each entry is
// in the unit of its agent: the one of its requests, or the one its body takes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/angular.h"
#include "core/check.h"
#include "core/parameter.h"
#include "sim/definitions/kinds.h"

namespace drover {

class RequestColumns {
 public:
  // Where no body turns by itself, the angular parts need not be stored.
  enum class Angular { kept, dropped };
  void resize(std::size_t count, Angular angular = Angular::kept) {
    x_.assign(count, 0.0);
    y_.assign(count, 0.0);
    angular_.assign(angular == Angular::kept ? count : 0, 0.0);
    damping_.assign(count, 0.0);
    active_.assign(count, Active::no);
  }
  // The columns hold agents from this one on.
  void begin_at(AgentIndex first) { first_ = first; }
  // An enum, because stores through unsigned char may alias everything and block vectorization.
  enum class Active : std::uint8_t { no, yes };

  // The columns for one loop over agents, which keeps them in registers.
  struct Entries {
    double *x, *y, *damping;
    double* angular;  // null where it is dropped
    Active* active;
    AgentIndex first;

    void set(AgentIndex agent, const std::optional<Request>& request) const {
      const AgentIndex k = agent - first;
      active[k] = request.has_value() ? Active::yes : Active::no;
      if (request) check(*request);
      x[k] = request ? request->linear.x : 0.0;
      y[k] = request ? request->linear.y : 0.0;
      if (angular != nullptr) angular[k] = request ? up_part(request->angular) : 0.0;
      damping[k] = request ? request->damping : 0.0;
    }
    // Adds to the request of an agent, which has one from now on.
    void add(AgentIndex agent, const Request& part) const {
      const AgentIndex k = agent - first;
      check(part);
      active[k] = Active::yes;
      x[k] += part.linear.x;
      y[k] += part.linear.y;
      if (angular != nullptr) angular[k] += up_part(part.angular);
      damping[k] += part.damping;
    }
    bool is_active(AgentIndex agent) const { return active[agent - first] == Active::yes; }
    // Zero where there is none.
    Request request(AgentIndex agent) const {
      const AgentIndex k = agent - first;
      return {{x[k], y[k], 0.0}, about_up(angular != nullptr ? angular[k] : 0.0), damping[k]};
    }
  };
  Entries entries() {
    return {x_.data(),      y_.data(), damping_.data(), angular_.empty() ? nullptr : angular_.data(),
            active_.data(), first_};
  }

  void set(AgentIndex agent, const std::optional<Request>& request) { entries().set(agent, request); }
  bool is_active(AgentIndex agent) const { return active_[agent - first_] == Active::yes; }
  // Zero where there is no request.
  Request request(AgentIndex agent) const {
    return {linear(agent), angular(agent), damping_[agent - first_]};
  }
  Vec3 linear(AgentIndex agent) const { return {x_[agent - first_], y_[agent - first_], 0.0}; }
  // Of agents from `first` on, as many as there are lengths; as one loop, which the compiler vectorizes.
  void linear_lengths(AgentIndex first, std::span<double> lengths) const {
    const std::span x = std::span(x_).subspan(first - first_, lengths.size());
    const std::span y = std::span(y_).subspan(first - first_, lengths.size());
    for (std::size_t k = 0; k < lengths.size(); ++k)
      lengths[k] = length({x[k], y[k], 0.0});
  }
  Vec3 angular(AgentIndex agent) const { return about_up(angular_.empty() ? 0.0 : angular_[agent - first_]); }

 private:
  static void check([[maybe_unused]] const Request& request) {
    DROVER_DEBUG_CHECK(lies_in_plane(request.linear), "requests have no room for a height");
    DROVER_DEBUG_CHECK(is_about_up(request.angular), "requests have no room for a pitch or a roll");
  }

  AgentIndex first_ = 0;
  std::vector<double> x_, y_;    // m/s^2 or m/s
  std::vector<double> angular_;  // about up, rad/s^2 or rad/s; empty where it is dropped
  std::vector<double> damping_;  // 1/s
  std::vector<Active> active_;   // whether there is a request
};

}  // namespace drover
