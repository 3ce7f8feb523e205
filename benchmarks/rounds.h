// What is timed in turns, since the clock of a machine drifts, and told by the median over the rounds.
#pragma once

#include <algorithm>
#include <chrono>
#include <ctime>
#include <vector>

namespace drover::bench {

// Nanoseconds since some start.
using Clock = double (*)();

inline double passed_time() {
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// Of all threads of the program.
inline double processor_time() {
  return 1e9 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return 0.5 * (values[n / 2] + values[(n - 1) / 2]);
}

// The median of what `of` says of each round; there is one.
template <class Round, class Of>
double median_of(const std::vector<Round>& rounds, const Of& of) {
  std::vector<double> values;
  for (const Round& round : rounds)
    values.push_back(of(round));
  return median(std::move(values));
}

}  // namespace drover::bench
