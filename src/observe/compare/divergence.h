// The divergence of two runs: the first value that differs, how the difference grows, and the largest
// differences.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace drover {

// Two numbers agree when |actual - expected| <= absolute + relative * |expected|. Zero tolerances ask for
// equal numbers; +0 and -0 are equal.
struct Tolerance {
  double absolute = 0.0;  // in the unit of the quantity
  double relative = 0.0;

  bool is_exact() const { return absolute == 0.0 && relative == 0.0; }
  friend bool operator==(const Tolerance&, const Tolerance&) = default;
};

// How many doubles lie between two finite numbers, one of them included: 0 for equal numbers, 1 for
// neighbors.
std::uint64_t ulps_between(double a, double b);

// The difference in terms of what is tolerated: at most 1 passes. Without a tolerance, 0 for equal numbers
// and infinity for others; a number and no number (NaN) differ by infinity.
double excess(double expected, double actual, const Tolerance& tolerance);

// The same for two directions, given as angles: what counts is the way between them on the circle.
double angle_excess(double expected, double actual, const Tolerance& tolerance);

// One value that two runs disagree about. Values are numbers or, where `is_text`, texts.
struct Difference {
  std::uint64_t step = 0;
  std::optional<std::uint32_t> agent = {};  // its number; none for a quantity of the whole world
  std::string quantity;                     // "vx", "flock/wander memory 2"
  std::string unit = {};                    // "m/s"; empty without
  double expected = 0.0;                    // NaN: no value
  double actual = 0.0;
  bool is_angle = false;  // a direction [rad]
  bool is_text = false;
  std::string expected_text = {};
  std::string actual_text = {};
  double excess = std::numeric_limits<double>::infinity();

  // |actual - expected|, of directions on the circle; infinity where one of them is no value, 0 for texts.
  double distance() const;
};

// All differences between two runs, given in the order of steps and, within a step, of agents and quantities.
// Keeps what a report shows; memory does not grow with the number of differences.
class Divergence {
 public:
  static constexpr std::size_t kLargest = 10;

  // How far apart the runs are in one step that was compared.
  struct Growth {
    std::uint64_t step = 0;
    std::uint64_t values = 0;   // that differ
    double largest = 0.0;       // distance() of the value that differs most
    std::string quantity = {};  // of that value; empty where nothing differs
    std::string unit = {};
    std::optional<std::uint32_t> agent = {};
  };

  void add(Difference difference);
  // A step was compared to its end; without it a step in which nothing differs would not be counted.
  void finish_step(std::uint64_t step);

  bool empty() const { return count_ == 0; }
  std::uint64_t count() const { return count_; }              // values that differ
  std::uint64_t intolerable() const { return intolerable_; }  // of these, beyond the tolerance
  std::uint64_t steps_compared() const { return steps_compared_; }
  // The first that differs at all, and the first beyond its tolerance.
  const std::optional<Difference>& first() const { return first_; }
  const std::optional<Difference>& first_intolerable() const { return first_intolerable_; }
  // At most kLargest, by excess, then by distance(), largest first; the first found of equals.
  const std::vector<Difference>& largest() const { return largest_; }
  // The first step that differs and then steps about twice as far from it each time, and the last.
  std::vector<Growth> growth() const;

 private:
  void close_step();

  std::uint64_t count_ = 0;
  std::uint64_t intolerable_ = 0;
  std::uint64_t steps_compared_ = 0;
  std::optional<Difference> first_;
  std::optional<Difference> first_intolerable_;
  std::vector<Difference> largest_;
  std::vector<Growth> growth_;       // the last of them only until the next step, unless is_kept_
  std::uint64_t next_distance_ = 0;  // from the first step, of the next that is kept
  bool is_kept_ = false;
  std::optional<Growth> present_;  // the step being compared
};

// "step 412 (t = 6.86667 s), agent 17, vx: expected 1.25, found 1.2500000000000002 m/s, 1 ulp apart
// (2.22e-16)
//      0x3ff4000000000000
//      0x3ff4000000000001"; dt = 0 leaves the time out.
std::string describe(const Difference& difference, double dt);

// For people, several lines: the first difference, the growth, the largest. Differences within their
// tolerance are only counted. Empty without differences.
std::string format_human(const Divergence& divergence, double dt);

// Numbers that are not finite are null; the bits stand beside them.
nlohmann::ordered_json to_json(const Difference& difference);
nlohmann::ordered_json to_json(const Divergence& divergence);

}  // namespace drover
