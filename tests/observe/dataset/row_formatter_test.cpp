#include "observe/dataset/row_formatter.h"

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "observe/record/trace_rows.h"
#include "support/scene.h"

namespace drover::row_formatter_test {
namespace {

using test::make_simulator;

TEST(RowFormatter, WritesNegativeZeroAsZeroAndSpecialNamesSafely) {
  const std::string scenario = R"({"format":1,"agent_types":{"a,\"b\"":{}},
      "agents":[{"type":"a,\"b\"","position":[0,0]}]})";
  Simulator simulator = make_simulator(scenario);
  const std::vector<std::string> names = {"type", "x", "vx", "y", "goal_distance"};
  const auto text = [&](TraceFormat format) {
    TextRows rows(format, names, {}, simulator);
    fmt::memory_buffer buffer;
    rows.append(simulator, 0, buffer);
    return fmt::to_string(buffer);
  };
  EXPECT_EQ(text(TraceFormat::csv), "\"a,\"\"b\"\"\",0,0,0,\n");
  EXPECT_EQ(text(TraceFormat::json_lines),
            "{\"type\":\"a,\\\"b\\\"\",\"x\":0,\"vx\":0,\"y\":0,\"goal_distance\":null}\n");
}

// How a number is to be written, by a slower way.
std::string number_text(double value) {
  if (!std::isfinite(value)) return "";
  return value == 0.0 ? "0" : fmt::format("{}", value);
}

// Numbers of every magnitude, with those where the notation changes, runs of the same and what is no number.
std::vector<double> numbers_of_all_kinds() {
  constexpr double kHuge = std::numeric_limits<double>::infinity();
  std::vector<double> numbers = {0.0, -0.0, kHuge, -kHuge, std::nan(""), 5e-324, -2.2250738585072014e-308};
  for (int exponent = -30; exponent <= 30; ++exponent) {
    const double power = std::pow(10.0, exponent);
    for (const double value : {power, std::nextafter(power, 0.0), std::nextafter(power, kHuge), -power})
      numbers.push_back(value);
  }
  std::mt19937_64 random(1);
  for (int k = 0; k < 20000; ++k) {
    numbers.push_back(std::bit_cast<double>(random()));
    if (k % 5 == 0) numbers.insert(numbers.end(), 3, numbers.back());
  }
  return numbers;
}

TEST(RowFormatter, WritesTheShortestTextWhateverTheRowBeforeHeld) {
  const Simulator simulator = make_simulator(test::scene("[]", R"([{"type":"a","position":[0,0]}])"));
  const std::vector<std::string> names = {"x", "step", "y"};
  const std::vector<Column> columns = make_columns(names, simulator.world());
  RowFormatter formatter(TraceFormat::csv, table_columns(columns, simulator.world()));
  const std::vector<double> numbers = numbers_of_all_kinds();
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const double other = numbers[numbers.size() - 1 - k];
    const std::uint64_t step = k % 3 == 0 ? 7 : ~std::uint64_t{0} - k;
    const std::uint64_t words[] = {std::bit_cast<std::uint64_t>(numbers[k]), step,
                                   std::bit_cast<std::uint64_t>(other)};
    fmt::memory_buffer buffer;
    formatter.append(words, buffer);
    ASSERT_EQ(fmt::to_string(buffer),
              fmt::format("{},{},{}\n", number_text(numbers[k]), step, number_text(other)));
  }
}

TEST(RowFormatter, CopiesTextsOfAnyLength) {
  std::string agents;
  std::string expected;
  for (std::size_t size = 1; size <= 100; ++size) {
    const std::string name(size, 'n');
    agents += (size > 1 ? "," : "[") + (R"({"type":"a","id":")" + name) + R"(","position":[0,0]})";
    expected += R"({"name":")" + name + R"(","smoothed_heading":null,"type":"a"})" + "\n";
  }
  const Simulator simulator = make_simulator(test::scene("[]", agents + "]"));
  const std::vector<std::string> names = {"name", "smoothed_heading", "type"};
  const std::vector<Column> columns = make_columns(names, simulator.world());
  RowFormatter formatter(TraceFormat::json_lines, table_columns(columns, simulator.world()));
  fmt::memory_buffer buffer;
  for (std::uint64_t k = 0; k < 100; ++k) {
    const std::uint64_t words[] = {k, std::bit_cast<std::uint64_t>(std::nan("")), 0};
    formatter.append(words, buffer);
  }
  EXPECT_EQ(fmt::to_string(buffer), expected);
}

}  // namespace
}  // namespace drover::row_formatter_test
