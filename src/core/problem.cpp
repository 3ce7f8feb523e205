#include "core/problem.h"

#include <utility>

#include "core/text.h"

namespace drover {

Problem unknown_name(std::string message, std::string_view name, std::vector<std::string> allowed) {
  const std::vector<std::string_view> candidates(allowed.begin(), allowed.end());
  Problem problem{.message = std::move(message)};
  problem.nearest = nearest_name(name, candidates);
  problem.allowed = std::move(allowed);
  return problem;
}

Problem unknown_among(std::string message, std::string_view name, std::span<const std::string_view> valid) {
  constexpr std::size_t kMaxListed = 24;  // longer lists do not help
  Problem problem{.message = std::move(message)};
  if (valid.size() <= kMaxCompared) problem.nearest = nearest_name(name, valid);
  if (valid.size() <= kMaxListed) problem.allowed.assign(valid.begin(), valid.end());
  return problem;
}

void append_pointer_token(std::string& pointer, std::string_view token) {
  pointer += '/';
  for (const char c : token) {
    if (c == '~') {
      pointer += "~0";
    } else if (c == '/') {
      pointer += "~1";
    } else {
      pointer += c;
    }
  }
}

std::string joined_pointer(std::string pointer, std::string_view token) {
  append_pointer_token(pointer, token);
  return pointer;
}

}  // namespace drover
