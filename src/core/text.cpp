#include "core/text.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace drover {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Rows of the table of distances between the first i bytes of a and the first j bytes of b.
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
    row[j] = j;

  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before_last, last);
    std::swap(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replacement = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + replacement});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::string_view nearest_name(std::string_view wanted, std::span<const std::string_view> candidates) {
  const std::string wanted_lower = lower_case(wanted);
  const std::size_t limit = std::max<std::size_t>(2, wanted.size() / 3);
  std::size_t best_distance = limit + 1;
  bool is_best_longer = false;  // by letters that were left out
  std::string_view best;
  for (const std::string_view candidate : candidates) {
    const std::size_t longer = std::max(wanted.size(), candidate.size());
    const std::size_t shorter = std::min(wanted.size(), candidate.size());
    if (longer - shorter > limit) continue;
    const std::size_t distance = edit_distance(wanted_lower, lower_case(candidate));
    const bool is_longer = distance == candidate.size() - wanted.size();
    const bool is_nearer =
        distance < best_distance || (distance == best_distance && is_longer && !is_best_longer);
    if (!is_nearer || distance >= longer) continue;
    best_distance = distance;
    is_best_longer = is_longer;
    best = candidate;
  }
  return best;
}

std::string counted(std::uint64_t count, std::string_view word) {
  std::string text = std::to_string(count) + ' ';
  text += word;
  if (count != 1) text += 's';
  return text;
}

std::string counted_bytes(std::uint64_t count) {
  constexpr std::uint64_t kMebibyte = 1u << 20;
  if (count > 0 && count % kMebibyte == 0) return std::to_string(count / kMebibyte) + " MiB";
  return counted(count, "byte");
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::string join(std::span<const std::string_view> parts, std::string_view separator) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += separator;
    text += parts[i];
  }
  return text;
}

}  // namespace drover
