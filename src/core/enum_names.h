// Enums whose enumerators are words of a scenario: declared once, names included.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace drover {

// The words of a list such as "open, wrap, reflect"; Count is their number.
template <std::size_t Count>
constexpr std::array<std::string_view, Count> split_words(std::string_view list) {
  std::array<std::string_view, Count> words;
  for (std::string_view& word : words) {
    word = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), word.size() + 2));  // the comma and the space after it
  }
  return words;
}

constexpr std::size_t count_words(std::string_view list) {
  return 1 + static_cast<std::size_t>(std::count(list.begin(), list.end(), ','));
}

// DROVER_ENUM(Edge, open, wrap) defines enum class Edge { open, wrap } and enum_names(Edge), the words in the
// order of the values. The preprocessor separates the words by a comma and a single space.
#define DROVER_ENUM(Enum, ...)                                                  \
  enum class Enum { __VA_ARGS__ };                                              \
  inline constexpr auto k##Enum##Names =                                        \
      ::drover::split_words<::drover::count_words(#__VA_ARGS__)>(#__VA_ARGS__); \
  constexpr std::span<const std::string_view> enum_names(Enum) {                \
    return k##Enum##Names;                                                      \
  }

}  // namespace drover
