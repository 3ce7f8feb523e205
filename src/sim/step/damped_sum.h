// The sum of several requests that keeps the damping of each.
//
// A request to follow a velocity w with time constant tau is w / tau - v / tau: what a body at rest would be
// asked, and damping. Shortened as a whole to what the body can do, a strong wish asks for its full push
// until the very end and damps nothing, so that two strong wishes, or a wish and a push, shake a body for
// ever where they balance. Here only what a body at rest would be asked is shortened; with the weights k, the
// wishes i, the pushes p (requests without damping) and the greatest request a:
//
//   q_i = clip(w_i / tau_i, a),   s = max(1, max |w_i| / (tau_i a)),
//   sum = s (sum k_i q_i + sum k p) - v sum k_i / tau_i
//
// The factor s keeps the balance of wishes and pushes as a body at rest feels it, and the speeds that wishes
// ask for. A request alone stays as it is.
#pragma once

#include "sim/definitions/kinds.h"

namespace drover {

// What a request, weighed already, asks of a body at rest.
struct RestPart {
  Vec3 push;           // shortened to the limit where the request has damping [m/s^2]
  double scale = 1.0;  // by how much it was longer
};

// `velocity` [m/s] is that of the body; `limit` is what the body can do times the size of the weight, in the
// unit of the request.
inline RestPart rest_part(const Request& request, double limit, Vec3 velocity) {
  if (request.damping == 0.0) return {request.linear};
  const Vec3 push = request.linear + velocity * request.damping;
  const double size = length(push);
  if (!(size > limit) || limit == 0.0) return {push};
  return {push * (limit / size), size / limit};
}

// Whether rest_part may shorten the request: never false where it does. Without a root.
inline bool may_be_long(const Request& request, double limit, Vec3 velocity) {
  constexpr double kAlmost = 1.0 - 1e-12;  // more than roundings make
  return request.damping != 0.0 &&
         !(length2(request.linear + velocity * request.damping) < limit * limit * kAlmost);
}

class DampedSum {
 public:
  explicit DampedSum(Vec3 velocity) : velocity_(velocity) {}

  void add(const Request& request, double limit) {
    angular_ += request.angular;
    if (request.damping == 0.0 && request.linear == Vec3{}) return;
    const RestPart part = rest_part(request, limit, velocity_);
    plain_ += request.linear;
    push_ += part.push;
    scale_ = larger(scale_, part.scale);
    damping_ += request.damping;
    ++count_;
  }

  // The sum, not yet shortened to what the body can do.
  Request total() const {
    return {stays_plain() ? plain_ : push_ * scale_ - velocity_ * damping_, angular_, damping_};
  }
  // What one of the requests adds to it.
  Vec3 part(const Request& request, double limit) const {
    if (stays_plain()) return request.linear;
    return rest_part(request, limit, velocity_).push * scale_ - velocity_ * request.damping;
  }

 private:
  // Then the sum of the requests as they are is the same but for rounding.
  bool stays_plain() const { return count_ <= 1 || scale_ == 1.0; }

  Vec3 velocity_;
  Vec3 plain_;  // of the requests as they are
  Vec3 push_;   // of what a body at rest is asked
  Vec3 angular_;
  double scale_ = 1.0;     // s of the formula
  double damping_ = 0.0;   // 1/s
  std::size_t count_ = 0;  // of requests that are not zero
};

}  // namespace drover
