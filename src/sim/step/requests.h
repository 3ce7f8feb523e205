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
  // What is kept of angular parts: nothing where no body turns by itself, the turn about up in the plane, all
  // of it in space, where heights are kept too.
  enum class Parts { linear, planar, spatial };
  void resize(std::size_t count, Parts parts = Parts::planar) {
    x_.assign(count, 0.0);
    y_.assign(count, 0.0);
    angular_.assign(parts == Parts::linear ? 0 : count, 0.0);
    spatial_.assign(parts == Parts::spatial ? count : 0, {});
    damping_.assign(count, 0.0);
    active_.assign(count, Active::no);
  }
  // The columns hold agents from this one on.
  void begin_at(AgentIndex first) { first_ = first; }
  // An enum, because stores through unsigned char may alias everything and block vectorization.
  enum class Active : std::uint8_t { no, yes };

  // What requests in space have besides.
  struct Spatial {
    double z = 0.0;                           // m/s^2 or m/s
    double angular_x = 0.0, angular_y = 0.0;  // rad/s^2 or rad/s
  };

  // The columns for one loop over agents, which keeps them in registers. In the plane a type of their own
  // lets the compiler drop all that only heights need.
  template <bool kIsSpatial>
  struct EntriesIn {
    double *x, *y, *damping;
    double* angular;   // about up; null where it is dropped
    Spatial* spatial;  // null in the plane
    Active* active;
    AgentIndex first;

    void set(AgentIndex agent, const std::optional<Request>& request) const {
      const AgentIndex k = agent - first;
      active[k] = request.has_value() ? Active::yes : Active::no;
      if (request) check(*request, kIsSpatial);
      x[k] = request ? request->linear.x : 0.0;
      y[k] = request ? request->linear.y : 0.0;
      if (angular != nullptr) angular[k] = request ? up_part(request->angular) : 0.0;
      damping[k] = request ? request->damping : 0.0;
      if constexpr (kIsSpatial)
        spatial[k] = request ? Spatial{request->linear.z, request->angular.x, request->angular.y} : Spatial();
    }
    // Adds to the request of an agent, which has one from now on.
    void add(AgentIndex agent, const Request& part) const {
      const AgentIndex k = agent - first;
      check(part, kIsSpatial);
      active[k] = Active::yes;
      x[k] += part.linear.x;
      y[k] += part.linear.y;
      if (angular != nullptr) angular[k] += up_part(part.angular);
      damping[k] += part.damping;
      if constexpr (kIsSpatial) {
        spatial[k].z += part.linear.z;
        spatial[k].angular_x += part.angular.x;
        spatial[k].angular_y += part.angular.y;
      }
    }
    bool is_active(AgentIndex agent) const { return active[agent - first] == Active::yes; }
    // Zero where there is none.
    Vec3 linear(AgentIndex agent) const {
      const AgentIndex k = agent - first;
      if constexpr (kIsSpatial) return {x[k], y[k], spatial[k].z};
      return {x[k], y[k], 0.0};
    }
    Vec3 angular_part(AgentIndex agent) const {
      const AgentIndex k = agent - first;
      const double up = angular != nullptr ? angular[k] : 0.0;
      if constexpr (kIsSpatial) return {spatial[k].angular_x, spatial[k].angular_y, up};
      return about_up(up);
    }
    Request request(AgentIndex agent) const {
      return {linear(agent), angular_part(agent), damping[agent - first]};
    }
  };
  template <bool kIsSpatial>
  EntriesIn<kIsSpatial> entries() {
    return {x_.data(),
            y_.data(),
            damping_.data(),
            angular_.empty() ? nullptr : angular_.data(),
            kIsSpatial ? spatial_.data() : nullptr,
            active_.data(),
            first_};
  }
  bool is_spatial() const { return !spatial_.empty(); }

  void set(AgentIndex agent, const std::optional<Request>& request) {
    if (is_spatial()) return entries<true>().set(agent, request);
    entries<false>().set(agent, request);
  }
  bool is_active(AgentIndex agent) const { return active_[agent - first_] == Active::yes; }
  // Zero where there is no request.
  Request request(AgentIndex agent) const {
    return {linear(agent), angular(agent), damping_[agent - first_]};
  }
  Vec3 linear(AgentIndex agent) const {
    return is_spatial() ? linear_in<true>(agent) : linear_in<false>(agent);
  }
  template <bool kIsSpatial>
  Vec3 linear_in(AgentIndex agent) const {
    const AgentIndex k = agent - first_;
    if constexpr (kIsSpatial) return {x_[k], y_[k], spatial_[k].z};
    return {x_[k], y_[k], 0.0};
  }
  // Of agents from `first` on, as many as there are lengths; as one loop, which the compiler vectorizes.
  void linear_lengths(AgentIndex first, std::span<double> lengths) const {
    const std::span x = std::span(x_).subspan(first - first_, lengths.size());
    const std::span y = std::span(y_).subspan(first - first_, lengths.size());
    for (std::size_t k = 0; k < lengths.size(); ++k)
      lengths[k] = length({x[k], y[k], 0.0});
    if (spatial_.empty()) return;
    for (std::size_t k = 0; k < lengths.size(); ++k)
      lengths[k] = length({x[k], y[k], spatial_[first - first_ + k].z});
  }
  Vec3 angular(AgentIndex agent) const {
    const AgentIndex k = agent - first_;
    const double up = angular_.empty() ? 0.0 : angular_[k];
    return spatial_.empty() ? about_up(up) : Vec3{spatial_[k].angular_x, spatial_[k].angular_y, up};
  }

 private:
  static void check([[maybe_unused]] const Request& request, [[maybe_unused]] bool is_spatial) {
    DROVER_DEBUG_CHECK(is_spatial || lies_in_plane(request.linear), "requests have no room for a height");
    DROVER_DEBUG_CHECK(is_spatial || is_about_up(request.angular),
                       "requests have no room for a pitch or a roll");
  }

  AgentIndex first_ = 0;
  std::vector<double> x_, y_;     // m/s^2 or m/s
  std::vector<double> angular_;   // about up, rad/s^2 or rad/s; empty where it is dropped
  std::vector<Spatial> spatial_;  // empty in the plane
  std::vector<double> damping_;   // 1/s
  std::vector<Active> active_;    // whether there is a request
};

}  // namespace drover
