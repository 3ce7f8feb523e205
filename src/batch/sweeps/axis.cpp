#include "batch/sweeps/axis.h"

#include <cmath>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

#include "core/det_math.h"
#include "core/erased.h"
#include "core/exact_integers.h"

namespace drover {
namespace {

// Steps count as meeting the end when they miss it by no more than rounding does.
constexpr double kSlack = 1e-9;

std::size_t count_of(const AxisDef& axis) {
  if (!axis.values.empty()) return axis.values.size();
  if (axis.count) return static_cast<std::size_t>(*axis.count);
  return 1 + static_cast<std::size_t>(
                 std::floor((axis.to.constant() - axis.from.constant()) / axis.step.constant() + kSlack));
}

double value_at(const AxisDef& axis, std::size_t index, std::size_t count) {
  const double from = axis.from.constant();
  const auto k = static_cast<double>(index);
  if (!axis.count) return rounded(from + k * axis.step.constant());
  if (count == 1) return from;
  const double to = axis.to.constant();
  const double share = k / static_cast<double>(count - 1);
  if (index + 1 == count) return to;
  if (axis.scale == Scale::linear) return rounded(from + share * (to - from));
  return index == 0 ? from : rounded(from * det::exp(share * det::log(to / from)));
}

std::vector<Problem> check_spacing(const AxisDef& axis) {
  for (const auto& [key, value] :
       {std::pair("from", &axis.from), std::pair("to", &axis.to), std::pair("step", &axis.step)}) {
    if (value->is_drawn())
      return {{.pointer = fmt::format("/{}", key), .message = fmt::format("\"{}\" is a number here", key)}};
  }
  const double from = axis.from.constant();
  const double to = axis.to.constant();
  if (!(std::fabs(to - from) <= std::numeric_limits<double>::max()))
    return {{.pointer = "/to",
             .message = "the range is too wide for a number",
             .found = fmt::format("{} to {}", from, to)}};
  if (axis.step.is_present() == axis.count.has_value())
    return {{.message = "evenly spaced values need \"step\" or \"count\", and only one of them"}};
  if (axis.scale == Scale::log && !axis.count)
    return {{.pointer = "/scale", .message = "a log scale needs \"count\" instead of \"step\""}};
  if (axis.scale == Scale::log && (from <= 0.0 || to <= 0.0))
    return {{.pointer = from <= 0.0 ? "/from" : "/to",
             .message = "a log scale has only numbers above zero",
             .found = json_number(from <= 0.0 ? from : to)}};
  if (axis.count) return {};
  const double steps = (to - from) / axis.step.constant();
  if (axis.step.constant() == 0.0 || steps < 0.0)
    return {{.pointer = "/step",
             .message = "the steps do not lead from \"from\" to \"to\"",
             .found = fmt::format("{} to {} in steps of {}", from, to, axis.step.constant())}};
  if (steps >= kMostValues)
    return {{.pointer = "/step",
             .message = "these are too many values",
             .found = fmt::format("{:.0f}", std::floor(steps) + 1.0),
             .allowed = {fmt::format("up to {:.0f}", kMostValues)}}};
  return {};
}

}  // namespace

const Table& AxisDef::table() {
  static const Table kTable = {.name = "axis", .fields = kAxisFields, .check = erased<check_axis>};
  return kTable;
}

std::vector<Problem> check_axis(const AxisDef& axis) {
  if (axis.path.empty()) return {{.pointer = "/path", .message = "\"path\" is empty"}};
  const bool is_spaced = axis.from.is_present() || axis.to.is_present() || axis.step.is_present() ||
                         axis.count || axis.scale != Scale::linear;
  if (!axis.values.empty()) {
    if (!is_spaced) return {};
    return {{.message = "an axis has \"values\", or \"from\" and \"to\", and not both"}};
  }
  if (axis.from.is_present() && axis.to.is_present()) return check_spacing(axis);
  return {{.message = fmt::format("\"{}\" has no values", axis.path),
           .allowed = {"\"values\"", "\"from\" and \"to\" with \"step\" or \"count\""}}};
}

std::vector<std::string> values_of(const AxisDef& axis) {
  const std::size_t count = count_of(axis);
  std::vector<std::string> values;
  values.reserve(count);
  for (std::size_t k = 0; k < count; ++k)
    values.push_back(axis.values.empty() ? json_number(value_at(axis, k, count)) : axis.values[k].text);
  return values;
}

std::string json_number(double value) {
  if (std::fabs(value) < kLargestExactInteger && std::floor(value) == value)
    return fmt::format("{}", static_cast<long long>(value));
  return fmt::format("{}", value);
}

double rounded(double value) {
  if (std::fabs(value) <= kLargestExactInteger && value == std::floor(value)) return value;
  return std::strtod(fmt::format("{:.12g}", value).c_str(), nullptr);
}

std::string place_of(const std::vector<JsonText>& values, std::size_t index) {
  return values.empty() ? std::string() : fmt::format("/values/{}", index);
}

}  // namespace drover
