#include "locomotion/driven.h"

#include <fmt/format.h>

namespace drover {
namespace {

constexpr double kMaxControlTime = 1e9;  // s

bool is_control_row(const std::array<double, 5>& row) {
  const auto [time, throttle, brake, steer, handbrake] = row;
  return std::fabs(throttle) <= 1.0 && brake >= 0.0 && brake <= 1.0 && std::fabs(steer) <= 1.0 &&
         (handbrake == 0.0 || handbrake == 1.0);
}

}  // namespace

std::vector<Problem> check_controls(const ControlRows& rows) {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const std::string pointer = fmt::format("/controls/{}", k);
    if (k > 0 && !(rows[k][0] > rows[k - 1][0])) return {{pointer, "times must ascend from row to row"}};
    if (std::fabs(rows[k][0]) > kMaxControlTime)
      return {{pointer, "times must lie within a billion seconds"}};
    if (!is_control_row(rows[k])) {
      return {{.pointer = pointer,
               .message = "controls out of range",
               .allowed = {"throttle -1 to 1, brake 0 to 1, steer -1 to 1, handbrake 0 or 1"}}};
    }
  }
  return {};
}

DriveControls recorded_controls(const ControlRows& rows, double time) {
  constexpr double kTimeSlack = 1e-9;  // s; times of steps are rounded
  const auto after =
      std::ranges::upper_bound(rows, time + kTimeSlack, {}, [](const auto& row) { return row[0]; });
  if (after == rows.begin()) return {};
  const auto [begins, throttle, brake, steer, handbrake] = *(after - 1);
  return {throttle, brake, steer, handbrake != 0.0};
}

}  // namespace drover
