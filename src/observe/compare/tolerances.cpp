#include "observe/compare/tolerances.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/text.h"

namespace drover {

Tolerance Tolerances::of(std::string_view name) const {
  const auto own = by_pattern_.find(name);
  if (own != by_pattern_.end()) return own->second;
  std::string_view best;
  Tolerance tolerance;
  for (const auto& [pattern, value] : by_pattern_) {
    if (pattern.size() <= best.size() || !is_pattern_for(pattern, name)) continue;
    best = pattern;
    tolerance = value;
  }
  return tolerance;
}

bool Tolerances::is_exact() const {
  return std::ranges::all_of(by_pattern_, [](const auto& entry) { return entry.second.is_exact(); });
}

std::string unknown_pattern(const Tolerances& tolerances, const std::vector<std::string>& names) {
  for (const auto& [pattern, tolerance] : tolerances.by_pattern()) {
    const auto fits = [&wanted = pattern](const std::string& name) { return is_pattern_for(wanted, name); };
    if (pattern == "*" || std::any_of(names.begin(), names.end(), fits)) continue;
    const std::vector<std::string_view> candidates(names.begin(), names.end());
    const std::string_view nearest = nearest_name(pattern, candidates);
    return fmt::format("\"{}\"{}", pattern,
                       nearest.empty() ? "" : fmt::format("; did you mean \"{}\"?", nearest));
  }
  return {};
}

bool is_pattern_for(std::string_view pattern, std::string_view name) {
  if (!pattern.ends_with('*')) return pattern == name;
  return name.starts_with(pattern.substr(0, pattern.size() - 1));
}

}  // namespace drover
