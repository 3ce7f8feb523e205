// Conditions made of others: all, any and not.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>

#include "conditions/watch.h"

namespace drover::test::parts_test {
namespace {

// Two conditions that run through all four pairs of answers in four seconds.
const std::string kA = R"({"type":"time","from":1,"period":2})";  // 0101
const std::string kB = R"({"type":"time","from":2})";             // 0011

std::string of_both(const std::string& type) {
  return R"({"type":")" + type + R"(","conditions":[)" + kA + "," + kB + "]}";
}

std::string negated(const std::string& condition) {
  return R"({"type":"not","condition":)" + condition + "}";
}

TEST(Parts, FollowTheTruthTables) {
  ASSERT_EQ(answers({.condition = kA}, 4), "0101");
  ASSERT_EQ(answers({.condition = kB}, 4), "0011");
  EXPECT_EQ(answers({.condition = of_both("all")}, 4), "0001");
  EXPECT_EQ(answers({.condition = of_both("any")}, 4), "0111");
  EXPECT_EQ(answers({.condition = negated(kA)}, 4), "1010");
}

TEST(Parts, Nest) {
  EXPECT_EQ(answers({.condition = negated(of_both("any"))}, 4), "1000");
  EXPECT_EQ(answers({.condition = negated(negated(kB))}, 4), "0011");
  EXPECT_EQ(
      answers({.condition = R"({"type":"any","conditions":[)" + of_both("all") + "," + negated(kB) + "]}"},
              4),
      "1101");
}

TEST(Parts, OneOfOneIsThatOne) {
  for (const char* type : {"all", "any"})
    EXPECT_EQ(answers({.condition = fmt::format(R"({{"type":"{}","conditions":[{}]}})", type, kA)}, 4),
              "0101");
}

TEST(Parts, AreNeeded) {
  EXPECT_THROW(simulator_of({.condition = R"({"type":"any","conditions":[]})"}), std::runtime_error);
  EXPECT_THROW(simulator_of({.condition = R"({"type":"all"})"}), std::runtime_error);
  EXPECT_THROW(simulator_of({.condition = R"({"type":"not"})"}), std::runtime_error);
}

// Each part remembers by itself, also while another part decides the answer.
TEST(Parts, KeepTheirOwnMemory) {
  const std::string near = R"({"type":"distance","target":{"agent":"m"},"less_than":5,"hysteresis":5})";
  const Watch watch = {.condition = R"({"type":"all","conditions":[{"type":"time","from":2},)" + near + "]}",
                       .others = kMover,
                       .types = mover_type({{9, 0}, {4, 0}, {9, 0}, {9, 0}, {11, 0}, {9, 0}})};
  EXPECT_EQ(answers(watch, 6), "001100");
}

// The parts of an any draw from streams of their own.
TEST(Parts, TwoRandomPartsDiffer) {
  const std::string random = R"({"type":"random","probability":0.5,"period":1})";
  const std::string one = answers({.condition = random}, 200);
  const std::string both =
      answers({.condition = R"({"type":"all","conditions":[)" + random + "," + random + "]}"}, 200);
  const auto count = [](const std::string& row) { return std::count(row.begin(), row.end(), '1'); };
  EXPECT_NEAR(static_cast<double>(count(both)), 50.0, 4.0 * std::sqrt(200.0 * 0.25 * 0.75));
  EXPECT_LT(count(both), count(one));
}

}  // namespace
}  // namespace drover::test::parts_test
