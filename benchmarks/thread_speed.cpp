// How many times as fast steps are that several threads share, by the number of agents. As a measure of what
// the machine can give, as many worlds are stepped side by side by a thread each, which share nothing but the
// machine: where its cores slow each other down, or have different neighbors, they too are less than so many
// times as fast.
#include <barrier>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "bench_scenes.h"
#include "rounds.h"

namespace drover::bench {
namespace {

struct Options : RoundOptions {
  int threads = 2;
};

// Nanoseconds per agent and step of one round.
struct Round {
  double alone = 0.0, shared = 0.0, apart = 0.0;
};

class Comparison {
 public:
  Comparison(std::int64_t count, const Options& options)
      : agent_steps_(static_cast<double>(count)), threads_(options.threads) {
    const LoadedScenario scenario = load_flock(count);
    for (int k = 0; k < threads_; ++k)
      worlds_.push_back(make_simulator(scenario));
  }

  Round round(std::int64_t steps) {
    Round result;
    result.alone = time(steps, [&] { step(worlds_.front(), steps); });
    worlds_.front().use_threads(static_cast<std::size_t>(threads_));
    step(worlds_.front(), 1);  // what belongs to the threads is made when it is first needed
    result.shared = time(steps, [&] { step(worlds_.front(), steps); });
    worlds_.front().use_threads(1);
    result.apart = apart(steps) / threads_;
    return result;
  }

 private:
  static void step(Simulator& world, std::int64_t steps) {
    for (std::int64_t k = 0; k < steps; ++k)
      world.step();
  }

  // Of one agent in one step.
  template <class Work>
  double time(std::int64_t steps, const Work& work) const {
    const double start = passed_time();
    work();
    return (passed_time() - start) / (static_cast<double>(steps) * agent_steps_);
  }

  // Of an agent in each of the worlds.
  double apart(std::int64_t steps) {
    std::barrier line(threads_ + 1);
    std::vector<std::jthread> threads;
    for (Simulator& world : worlds_) {
      threads.emplace_back([&line, &world, steps] {
        line.arrive_and_wait();
        step(world, steps);
        line.arrive_and_wait();
      });
    }
    line.arrive_and_wait();
    return time(steps, [&] { line.arrive_and_wait(); });
  }

  double agent_steps_;  // of one step
  int threads_;
  std::vector<Simulator> worlds_;
};

void compare(std::int64_t count, const Options& options) {
  Comparison comparison(count, options);
  const std::vector<Round> rounds = measured_rounds(comparison, count, options);
  fmt::print("{:>9} {:>10.1f} {:>10.1f} {:>10.2f} {:>10.2f}\n", count,
             median_of(rounds, [](const Round& r) { return r.alone; }),
             median_of(rounds, [](const Round& r) { return r.shared; }),
             median_of(rounds, [](const Round& r) { return r.alone / r.shared; }),
             median_of(rounds, [](const Round& r) { return r.alone / r.apart; }));
  std::fflush(stdout);
}

}  // namespace
}  // namespace drover::bench

int main(int argc, char** argv) {
  using namespace drover::bench;
  Options options;
  options.sizes = {1000, 10'000, 100'000, 1'000'000};
  CLI::App app(
      "Compares steps of one thread with those of several, in nanoseconds per agent and step, and tells how "
      "many times as fast as one world by one thread are one world by all threads and a world by each");
  add_size_option(app, options);
  add_round_options(app, options);
  app.add_option("--threads", options.threads, "Threads")->capture_default_str()->check(CLI::Range(2, 256));
  CLI11_PARSE(app, argc, argv);
  fmt::print("{} threads; {} rounds\n", options.threads, options.rounds);
  fmt::print("{:>9} {:>10} {:>10} {:>10} {:>10}\n", "agents", "alone ns", "shared ns", "one world",
             "a world each");
  for (const std::int64_t count : options.sizes)
    compare(count, options);
  return 0;
}
