// The tolerance of each quantity.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "observe/compare/divergence.h"

namespace drover {

class Tolerances {
 public:
  // For a name, or for all names with a beginning, as "path_progress.*"; "*" is for everything.
  void set(std::string pattern, const Tolerance& tolerance) {
    by_pattern_.insert_or_assign(std::move(pattern), tolerance);
  }
  // That of the name itself, else of its longest beginning, else none.
  Tolerance of(std::string_view name) const;

  bool is_exact() const;
  const std::map<std::string, Tolerance, std::less<>>& by_pattern() const { return by_pattern_; }

 private:
  std::map<std::string, Tolerance, std::less<>> by_pattern_;
};

// The first pattern that is for none of the names, in quotes and with the nearest of them, for messages:
// "\"sped.mean\"; did you mean \"speed.mean\"?". Empty where every pattern is for something; "*" always is.
std::string unknown_pattern(const Tolerances& tolerances, const std::vector<std::string>& names);

// Whether a pattern of the kind above is for this name.
bool is_pattern_for(std::string_view pattern, std::string_view name);

}  // namespace drover
