#include "batch/sweeps/sample_space.h"

#include <cmath>

#include <fmt/format.h>

#include "core/det_math.h"
#include "core/erased.h"

namespace drover {
namespace {

constexpr auto kRangeFields = fields(
    field<&RangeDef::path>({.key = "path",
                            .doc = "What changes, as --set names it: agents.0.count, or /agents/0/count.",
                            .required = true}),
    field<&RangeDef::values>({.key = "values",
                              .doc = "Values of any type, each as likely as the others.",
                              .otherwise = "min and max"}),
    field<&RangeDef::min>({.key = "min", .doc = "Least value.", .otherwise = "none"}),
    field<&RangeDef::max>({.key = "max", .doc = "Greatest value.", .otherwise = "none"}),
    field<&RangeDef::scale>(
        {.key = "scale", .doc = "Whether numbers or their logarithms are spread evenly."}),
    field<&RangeDef::whole>({.key = "whole", .doc = "Whether only whole numbers are taken."}));

std::vector<Problem> check_range(const RangeDef& range) {
  if (range.path.empty()) return {{.pointer = "/path", .message = "\"path\" is empty"}};
  const bool has_limits = range.min.is_present() || range.max.is_present();
  if (!range.values.empty()) {
    if (!has_limits && range.scale == Scale::linear && !range.whole) return {};
    return {{.message = "a range has \"values\", or \"min\" and \"max\", and not both"}};
  }
  if (!range.min.is_present() || !range.max.is_present())
    return {{.message = fmt::format("\"{}\" has no limits", range.path),
             .allowed = {"\"min\" and \"max\"", "\"values\""}}};
  for (const auto& [key, value] : {std::pair("min", &range.min), std::pair("max", &range.max)}) {
    if (value->is_drawn())
      return {{.pointer = fmt::format("/{}", key), .message = fmt::format("\"{}\" is a number here", key)}};
    if (range.whole && std::floor(value->constant()) != value->constant())
      return {{.pointer = fmt::format("/{}", key),
               .message = "the limits of whole numbers are whole numbers",
               .found = json_number(value->constant())}};
  }
  const double min = range.min.constant();
  const double max = range.max.constant();
  if (min > max)
    return {{.pointer = "/min",
             .message = "\"min\" is above \"max\"",
             .found = fmt::format("{} and {}", json_number(min), json_number(max))}};
  if (range.scale == Scale::log && min <= 0.0)
    return {
        {.pointer = "/min", .message = "a log scale has only numbers above zero", .found = json_number(min)}};
  return {};
}

double between(const RangeDef& range, double low, double high, double share) {
  if (range.scale == Scale::linear) return low + share * (high - low);
  return low * det::exp(share * det::log(high / low));
}

double number_at(const RangeDef& range, double share) {
  const double min = range.min.constant();
  const double max = range.max.constant();
  if (!range.whole) return smaller(larger(rounded(between(range, min, max, share)), min), max);
  // Each whole number stands for the interval that ends half a step from it.
  constexpr double kHalf = 0.5;
  const double low = range.scale == Scale::log ? larger(min - kHalf, kHalf) : min - kHalf;
  return smaller(larger(std::floor(between(range, low, max + kHalf, share) + kHalf), min), max);
}

}  // namespace

const Table& RangeDef::table() {
  static const Table kTable = {.name = "range", .fields = kRangeFields, .check = erased<check_range>};
  return kTable;
}

std::vector<Problem> check_sample_space(const SampleSpaceDef& space) {
  if (space.ranges.empty()) return {{.pointer = "/ranges", .message = "\"ranges\" is empty"}};
  return {};
}

Point point_at(const SampleSpaceDef& space, std::span<const double> place) {
  Point point;
  for (std::size_t k = 0; k < space.ranges.size(); ++k) {
    const RangeDef& range = space.ranges[k];
    std::string where = fmt::format("/ranges/{}", k);
    if (range.values.empty()) {
      point.push_back({range.path, json_number(number_at(range, place[k])), std::move(where)});
      continue;
    }
    const auto index = static_cast<std::size_t>(place[k] * static_cast<double>(range.values.size()));
    where += place_of(range.values, index);
    point.push_back({range.path, range.values[index].text, std::move(where)});
  }
  return point;
}

}  // namespace drover
