// How many times as long as the reference kernel an agent takes in the stacks that people use. Every stack is
// timed in turns with the kernel, and where it has one with the stack it is compared with, since the clock of
// a machine drifts: each column is the median over the rounds, each ratio the median of the rounds' ratios.
// Every round starts from the same state, so that its length has no say in where the agents are.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "bench_scenes.h"
#include "reference_flock.h"
#include "rounds.h"
#include "sim/state/saved_state.h"

namespace drover::bench {
namespace {

constexpr const char* kFlock = "scenarios/benchmark/flock_10k.json";
constexpr const char* kBoids = "benchmarks/stacks/boids.json";
constexpr const char* kNearestSeven = "benchmarks/stacks/nearest_seven.json";
constexpr std::string_view kKernel = "kernel";

struct Stack {
  std::string name;
  std::string file;
  std::vector<std::string> set = {};  // "PATH=VALUE": changes to the file
  double limit = 0.0;                 // the ratio that is wanted, at most; 0: none
  std::string_view beside = kKernel;  // what the limit is a ratio to: the kernel, or another stack
};

// A scenario whose agents are in a square, with so many of them in one of the side [m].
std::vector<std::string> sized(std::int64_t count, double side) {
  const std::string corner = fmt::format("[{0},{0}]", side);
  return {fmt::format("agents.0.count={}", count), "agents.0.placement.max=" + corner,
          "world.bounds.max=" + corner};
}

// The same agents in space, in a cube in which each has as many others within `reach` [m] as in the plane.
std::vector<std::string> in_space(std::int64_t count, double reach) {
  constexpr double kNeighbors = 24.0;
  const double ball = 4.0 / 3.0 * std::numbers::pi * reach * reach * reach;
  const std::string box = fmt::format(R"("min":[0,0,0],"max":[{0},{0},{0}])",
                                      std::cbrt(static_cast<double>(count) * ball / kNeighbors));
  return {"world.dimensions=3", R"(world.bounds={"edge":"wrap",)" + box + "}",
          R"(agents.0.placement={"type":"box",)" + box + "}", R"(agents.0.pitch_deg={"uniform":[-90,90]})"};
}

// The flock with one key more in each of its behaviors.
std::vector<std::string> each_behavior(std::string_view key) {
  std::vector<std::string> changes;
  for (int k = 0; k < 3; ++k)
    changes.push_back(fmt::format("agent_types.bird.steering.behaviors.{}.{}", k, key));
  return changes;
}

// The same among short walls, one for every square of 2 m.
std::vector<std::string> hidden_by_walls() {
  std::string walls;
  for (int k = 0; k < 18 * 18; ++k) {
    const int x = 2 * (k % 18) + 1;
    const int y = 2 * (k / 18) + 1;
    walls += fmt::format(R"({}{{"points":[[{},{}],[{},{}]]}})", k > 0 ? "," : "", x, y, x + k % 2, y + 1);
  }
  std::vector<std::string> changes = each_behavior("walls_hide=true");
  changes.push_back("world.walls=[" + walls + "]");
  return changes;
}

const std::vector<Stack>& stacks() {
  static const std::vector<Stack> kStacks = {
      {.name = "flock", .file = kFlock, .limit = 1.5},
      {.name = "flock_1m",
       .file = kFlock,
       .set = sized(1'000'000, flock_side(1'000'000)),
       .limit = 1.2,
       .beside = "flock"},
      {.name = "boids", .file = kBoids, .limit = 2.5},
      {.name = "boids_100k", .file = kBoids, .set = sized(100'000, 9.0 * flock_side(100'000)), .limit = 3.5},
      {.name = "flock_space", .file = kFlock, .set = in_space(10'000, 1.0), .limit = 1.7, .beside = "flock"},
      {.name = "boids_space", .file = kBoids, .set = in_space(10'000, 9.0), .limit = 1.7, .beside = "boids"},
      {.name = "mean_velocity",
       .file = kFlock,
       .set = {R"(agent_types.bird.steering.behaviors.1={"type":"alignment","variant":"velocity","radius":1,
                  "add_other_radius":false,"response_time":1})"},
       .limit = 1.2,
       .beside = "flock"},
      {.name = "max_neighbors", .file = kFlock, .set = each_behavior("max_neighbors=7"), .limit = 5.0},
      {.name = "two_laws",
       .file = kFlock,
       .set = {R"(agent_types.bird.steering.behaviors.3={"type":"separation","variant":"linear","radius":1,
                  "add_other_radius":false,"threshold":1,"max_strength":2})"},
       .limit = 1.5,
       .beside = "flock"},
      {.name = "walls_hide", .file = kFlock, .set = each_behavior("walls_hide=true"), .beside = "flock"},
      {.name = "walls_hide_walls", .file = kFlock, .set = hidden_by_walls(), .beside = "flock"},
      {.name = "crossing", .file = "benchmarks/stacks/crossing.json", .limit = 4.0},
      {.name = "nearest_seven", .file = kNearestSeven},
      {.name = "one_place",
       .file = kNearestSeven,
       .set = {R"(agents.0.placement={"type":"disc","center":[18,18],"radius":0.5})"},
       .limit = 5.0,
       .beside = "nearest_seven"},
      {.name = "pedestrians", .file = "benchmarks/stacks/pedestrians.json", .limit = 12.0},
      {.name = "robots", .file = "benchmarks/stacks/robots.json"},
      {.name = "cars", .file = "benchmarks/stacks/cars.json"},
      {.name = "birds", .file = "benchmarks/stacks/birds.json"},
      {.name = "chase", .file = "benchmarks/counted/chase.json"},
      {.name = "squad", .file = "benchmarks/counted/squad.json"},
  };
  return kStacks;
}

const Stack& stack_called(std::string_view name) {
  return *std::ranges::find(stacks(), name, &Stack::name);
}

struct Options : RoundOptions {
  bool cpu = false;  // counts processor time instead of the time that passes
  bool json = false;
  std::vector<std::string> only;
};

// A stack, from the same state in every round.
class Scene {
 public:
  explicit Scene(const Stack& stack) : simulator_(make_simulator(load(stack.file, {.set = stack.set}))) {
    constexpr int kWarmUp = 10;  // steps
    for (int k = 0; k < kWarmUp; ++k)
      step();
    start_ = save_state(simulator_.world());
  }

  std::int64_t agents() const { return simulator_.world().model().body_count(); }
  void restart() {
    if (const auto problem = simulator_.restore(start_)) throw std::runtime_error(*problem);
    step();  // what was restored is cold
  }
  void step() {
    if (const auto failure = simulator_.step())
      throw std::runtime_error(fmt::format("a step failed: {} is not finite", failure->quantity));
  }

 private:
  Simulator simulator_;
  SavedState start_;
};

// Nanoseconds per agent and step of one round.
struct Round {
  double kernel = 0.0, beside = 0.0, step = 0.0;
};

// The kernel steps as many agents as the stack has, but so many at least: what surrounds its loops counts in
// small flocks.
constexpr std::int64_t kLeastAgents = 10'000;

class Comparison {
 public:
  Comparison(const Stack& stack, Clock clock)
      : clock_(clock), scene_(stack), kernel_agents_(std::max(kLeastAgents, scene_.agents())) {
    if (stack.beside != kKernel) beside_.emplace(stack_called(stack.beside));
    const Simulator flock = make_simulator(load_flock(kernel_agents_));
    kernel_.emplace(reference_flock(flock.world()), flock_side(kernel_agents_));
  }

  std::int64_t agents() const { return scene_.agents(); }

  Round round(std::int64_t agent_steps) {
    Round result;
    result.kernel = time(agent_steps, kernel_agents_, [&] { kernel_->step(); });
    result.beside = beside_ ? time(agent_steps, *beside_) : result.kernel;
    result.step = time(agent_steps, scene_);
    return result;
  }

 private:
  double time(std::int64_t agent_steps, Scene& scene) const {
    scene.restart();
    return time(agent_steps, scene.agents(), [&] { scene.step(); });
  }

  // Of one agent in one step.
  template <class Step>
  double time(std::int64_t agent_steps, std::int64_t agents, const Step& step) const {
    const std::int64_t steps = std::max<std::int64_t>(1, agent_steps / agents);
    const double start = clock_();
    for (std::int64_t k = 0; k < steps; ++k)
      step();
    return (clock_() - start) / static_cast<double>(steps * agents);
  }

  Clock clock_;
  Scene scene_;
  std::optional<Scene> beside_;
  std::int64_t kernel_agents_;
  std::optional<reference::Kernel> kernel_;
};

// Medians over the rounds.
struct Result {
  std::int64_t agents = 0;
  double kernel = 0.0, step = 0.0;    // ns per agent and step
  double kernels = 0.0, ratio = 0.0;  // to the kernel, and to what the limit is about
};

Result compare(const Stack& stack, const Options& options) {
  Comparison comparison(stack, options.cpu ? processor_time : passed_time);
  // Its parts have as many agents each as they have: the steps follow from them.
  const std::vector<Round> rounds = measured_rounds(comparison, 1, options);
  return {comparison.agents(), median_of(rounds, [](const Round& r) { return r.kernel; }),
          median_of(rounds, [](const Round& r) { return r.step; }),
          median_of(rounds, [](const Round& r) { return r.step / r.kernel; }),
          median_of(rounds, [](const Round& r) { return r.step / r.beside; })};
}

void print_row(const Stack& stack, const Result& result) {
  fmt::print("{:<17} {:>8} {:>9.1f} {:>9.1f} {:>7.2f}", stack.name, result.agents, result.kernel, result.step,
             result.kernels);
  const bool has_limit = stack.limit > 0.0;
  if (has_limit || stack.beside != kKernel) {
    fmt::print("  {:>6.2f} of {}", result.ratio, stack.beside);
    if (has_limit) fmt::print(", {} {}", result.ratio <= stack.limit ? "within" : "above", stack.limit);
  }
  fmt::print("\n");
}

void print_json(const Stack& stack, const Result& result, bool is_first) {
  fmt::print(
      R"({}  {{"stack": "{}", "agents": {}, "kernel_ns": {:.1f}, "step_ns": {:.1f}, "kernels": {:.3f},)",
      is_first ? "" : ",\n", stack.name, result.agents, result.kernel, result.step, result.kernels);
  fmt::print(R"( "beside": "{}", "ratio": {:.3f}, "limit": {}}})", stack.beside, result.ratio,
             stack.limit > 0.0 ? fmt::format("{}", stack.limit) : "null");
}

void compare_all(const Options& options) {
  if (options.json) {
    fmt::print("[\n");
  } else {
    fmt::print("reference kernel: {}; {} rounds\n", name_of(reference::best_registers()), options.rounds);
    fmt::print("{:<17} {:>8} {:>9} {:>9} {:>7}\n", "stack", "agents", "kernel ns", "step ns", "ratio");
  }
  bool is_first = true;
  for (const Stack& stack : stacks()) {
    if (!options.only.empty() && std::ranges::find(options.only, stack.name) == options.only.end()) continue;
    const Result result = compare(stack, options);
    if (options.json) {
      print_json(stack, result, is_first);
    } else {
      print_row(stack, result);
    }
    std::fflush(stdout);
    is_first = false;
  }
  if (options.json) fmt::print("\n]\n");
}

}  // namespace
}  // namespace drover::bench

int main(int argc, char** argv) {
  using namespace drover::bench;
  Options options;
  options.agent_steps = 100'000;
  std::vector<std::string> names;
  for (const Stack& stack : stacks())
    names.push_back(stack.name);
  CLI::App app(
      "Compares stacks that people use with the reference kernel, in nanoseconds per agent and step, and "
      "says "
      "which ratios are above what is wanted");
  add_round_options(app, options);
  app.add_option("--only", options.only, "Only these stacks")->delimiter(',')->check(CLI::IsMember(names));
  app.add_flag("--cpu", options.cpu, "Count processor time: on a machine that does other things as well");
  app.add_flag("--json", options.json, "Print one JSON array instead of a table");
  CLI11_PARSE(app, argc, argv);
  compare_all(options);
  return 0;
}
