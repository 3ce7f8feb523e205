// What is timed in turns, since the clock of a machine drifts, and told by the median over the rounds.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <vector>

#include <CLI/CLI.hpp>

namespace drover::bench {

struct RoundOptions {
  std::vector<std::int64_t> sizes;  // numbers of agents
  int rounds = 9;
  std::int64_t agent_steps = 1'000'000;  // of each part of a round, at least one step
};

inline void add_size_option(CLI::App& app, RoundOptions& options) {
  app.add_option("--sizes", options.sizes, "Numbers of agents")
      ->delimiter(',')
      ->capture_default_str()
      ->check(CLI::Range(1, 100'000'000));
}

inline void add_round_options(CLI::App& app, RoundOptions& options) {
  app.add_option("--rounds", options.rounds, "Rounds the medians are taken of")
      ->capture_default_str()
      ->check(CLI::Range(1, 10'000));
  app.add_option("--agent-steps", options.agent_steps, "Agents times steps of each part of a round")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
}

// What comparison.round(steps) measures in each round, after one that warms up.
template <class Comparison>
auto measured_rounds(Comparison& comparison, std::int64_t agents, const RoundOptions& options) {
  const std::int64_t steps = std::max<std::int64_t>(1, options.agent_steps / agents);
  comparison.round(std::min<std::int64_t>(steps, 10));
  std::vector<decltype(comparison.round(steps))> rounds;
  for (int k = 0; k < options.rounds; ++k)
    rounds.push_back(comparison.round(steps));
  return rounds;
}

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
