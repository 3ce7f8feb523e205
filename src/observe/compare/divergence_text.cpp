// How differences are shown to people and written as JSON.
#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/det_math.h"
#include "core/hash.h"
#include "core/utf8.h"
#include "observe/compare/divergence.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;
using Line = std::vector<std::string>;

std::string bits_of(double value) {
  return "0x" + hex(std::bit_cast<std::uint64_t>(value));
}

// Of traces that come from elsewhere, quantities and texts may hold anything.
std::string with_unit(std::string_view text, const std::string& unit) {
  return make_visible(unit.empty() ? std::string(text) : fmt::format("{} {}", text, unit));
}

std::string value_text(double value) {
  return std::isnan(value) ? "no value" : fmt::format("{}", value);
}

std::string expected_text(const Difference& d) {
  return d.is_text ? fmt::format("\"{}\"", make_visible(d.expected_text)) : value_text(d.expected);
}

std::string actual_text(const Difference& d) {
  return d.is_text ? fmt::format("\"{}\"", make_visible(d.actual_text)) : value_text(d.actual);
}

bool has_distance(const Difference& d) {
  return !d.is_text && std::isfinite(d.expected) && std::isfinite(d.actual);
}

std::string distance_text(const Difference& d) {
  if (!has_distance(d)) return {};
  // Two directions on either side of the angle pi have many doubles between them and are near all the same.
  if (d.is_angle && std::fabs(d.actual - d.expected) > det::kPi)
    return fmt::format(", {:.3g} rad apart on the circle", d.distance());
  const std::uint64_t ulps = ulps_between(d.expected, d.actual);
  constexpr std::uint64_t kCountable = 10'000'000;
  const std::string count =
      ulps < kCountable ? fmt::format("{}", ulps) : fmt::format("{:.2g}", static_cast<double>(ulps));
  return fmt::format(", {} ulp apart ({:.3g})", count, d.distance());
}

// Columns as wide as their widest cell, to the right; the last is to the left.
std::string table(const std::vector<Line>& lines) {
  std::vector<std::size_t> widths(lines.front().size());
  for (const Line& line : lines) {
    for (std::size_t k = 0; k + 1 < line.size(); ++k)
      widths[k] = std::max(widths[k], line[k].size());
  }
  std::string text;
  for (const Line& line : lines) {
    for (std::size_t k = 0; k + 1 < line.size(); ++k)
      text += fmt::format("  {:>{}}", line[k], widths[k]);
    text += fmt::format("  {}\n", line.back());
  }
  return text;
}

std::string growth_table(const Divergence& divergence, double dt) {
  std::vector<Line> lines = {{"step", "time [s]", "values", "largest", "of"}};
  for (const Divergence::Growth& at : divergence.growth()) {
    const std::string time = dt > 0.0 ? fmt::format("{:.6g}", static_cast<double>(at.step) * dt) : "-";
    const std::string agent = at.agent ? fmt::format(", agent {}", *at.agent) : "";
    const std::string largest = std::isfinite(at.largest) ? fmt::format("{:.3g}", at.largest) : "no value";
    lines.push_back(
        {fmt::format("{}", at.step), time, fmt::format("{}", at.values), largest,
         at.values == 0 ? "" : with_unit(at.quantity, at.unit.empty() ? "" : "[" + at.unit + "]") + agent});
  }
  return "How far apart, step by step:\n" + table(lines);
}

std::string excess_text(const Difference& d) {
  if (std::isfinite(d.excess)) return fmt::format("{:.3g}", d.excess);
  if (!d.is_text && (std::isnan(d.expected) || std::isnan(d.actual))) return "no value";
  return d.is_text ? "a text" : "no tolerance";
}

std::string largest_table(const Divergence& divergence) {
  std::vector<Line> lines = {{"times tolerance", "difference", "step", "agent", "expected", "found", "of"}};
  for (const Difference& d : divergence.largest()) {
    if (d.excess <= 1.0) break;  // the rest are within their tolerance too
    lines.push_back({excess_text(d), has_distance(d) ? fmt::format("{:.3g}", d.distance()) : "-",
                     fmt::format("{}", d.step), d.agent ? fmt::format("{}", *d.agent) : "-", expected_text(d),
                     actual_text(d), with_unit(d.quantity, d.unit.empty() ? "" : "[" + d.unit + "]")});
  }
  return "The largest differences:\n" + table(lines);
}

Json finite_or_null(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json or_null(const std::optional<Difference>& difference) {
  return difference ? to_json(*difference) : Json(nullptr);
}

Json to_json(const Divergence::Growth& growth) {
  Json out;
  out["step"] = growth.step;
  out["values"] = growth.values;
  out["largest"] = finite_or_null(growth.largest);
  out["quantity"] = growth.quantity;
  out["unit"] = growth.unit;
  out["agent"] = growth.agent ? Json(*growth.agent) : Json(nullptr);
  return out;
}

}  // namespace

std::string describe(const Difference& difference, double dt) {
  const Difference& d = difference;
  std::string text = fmt::format("step {}", d.step);
  if (dt > 0.0) text += fmt::format(" (t = {:.6g} s)", static_cast<double>(d.step) * dt);
  if (d.agent) text += fmt::format(", agent {}", *d.agent);
  text += fmt::format(", {}: expected {}, found {}{}", make_visible(d.quantity), expected_text(d),
                      with_unit(actual_text(d), d.unit), distance_text(d));
  if (has_distance(d)) text += fmt::format("\n    {}\n    {}", bits_of(d.expected), bits_of(d.actual));
  return text;
}

std::string format_human(const Divergence& divergence, double dt) {
  if (divergence.empty()) return {};
  const std::uint64_t tolerated = divergence.count() - divergence.intolerable();
  if (divergence.intolerable() == 0) {
    return fmt::format("{} value{} moved within tolerance, the first at {}\n", tolerated,
                       tolerated == 1 ? "" : "s", describe(*divergence.first(), dt));
  }
  const Difference& first = *divergence.first_intolerable();
  std::string text = fmt::format("The first difference{}: {}\n",
                                 tolerated == 0 ? "" : " beyond its tolerance", describe(first, dt));
  text += fmt::format("\n{}\n{}", growth_table(divergence, dt), largest_table(divergence));
  if (tolerated > 0) {
    text += fmt::format("\n{} more value{} moved within tolerance; the first to move at all: {}\n", tolerated,
                        tolerated == 1 ? "" : "s", describe(*divergence.first(), dt));
  }
  return text;
}

Json to_json(const Difference& difference) {
  const Difference& d = difference;
  Json out;
  out["step"] = d.step;
  out["agent"] = d.agent ? Json(*d.agent) : Json(nullptr);
  out["quantity"] = d.quantity;
  out["unit"] = d.unit;
  if (d.is_text) {
    out["expected"] = d.expected_text;
    out["actual"] = d.actual_text;
    return out;
  }
  out["expected"] = finite_or_null(d.expected);
  out["actual"] = finite_or_null(d.actual);
  out["expected_bits"] = bits_of(d.expected);
  out["actual_bits"] = bits_of(d.actual);
  out["difference"] = finite_or_null(d.distance());
  out["ulp"] = has_distance(d) ? Json(ulps_between(d.expected, d.actual)) : Json(nullptr);
  out["times_tolerance"] = finite_or_null(d.excess);
  return out;
}

Json to_json(const Divergence& divergence) {
  Json out;
  out["steps_compared"] = divergence.steps_compared();
  out["values_that_differ"] = divergence.count();
  out["beyond_tolerance"] = divergence.intolerable();
  out["first"] = or_null(divergence.first());
  out["first_beyond_tolerance"] = or_null(divergence.first_intolerable());
  out["growth"] = Json::array();
  for (const Divergence::Growth& growth : divergence.growth())
    out["growth"].push_back(to_json(growth));
  out["largest"] = Json::array();
  for (const Difference& difference : divergence.largest())
    out["largest"].push_back(to_json(difference));
  return out;
}

}  // namespace drover
