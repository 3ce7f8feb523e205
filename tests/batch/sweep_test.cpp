#include <cstdlib>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "batch/plans.h"

namespace drover::test::sweep_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Grid, TakesListedValuesOfAnyType) {
  EXPECT_THAT(points_of(R"({"path":"a","values":[1,2.5,"x",[1,2],null,{"k":true}]})"),
              ElementsAre("a=1", "a=2.5", "a=\"x\"", "a=[1,2]", "a=null", "a={\"k\":true}"));
}

TEST(Grid, StepsMeetTheEndInSpiteOfRounding) {
  EXPECT_THAT(points_of(R"({"path":"a","from":0,"to":0.5,"step":0.1})"),
              ElementsAre("a=0", "a=0.1", "a=0.2", "a=0.3", "a=0.4", "a=0.5"));
  EXPECT_THAT(points_of(R"({"path":"a","from":10,"to":0,"step":-4})"), ElementsAre("a=10", "a=6", "a=2"));
}

// Runs with large seeds would be the same ones.
TEST(Grid, WholeNumbersAreNotRounded) {
  EXPECT_THAT(points_of(R"({"path":"a","from":1000000000000,"to":1000000000002,"step":1})"),
              ElementsAre("a=1000000000000", "a=1000000000001", "a=1000000000002"));
}

TEST(Grid, CountsValuesOnALinearAndOnALogScale) {
  EXPECT_THAT(points_of(R"({"path":"a","from":1,"to":2,"count":3})"), ElementsAre("a=1", "a=1.5", "a=2"));
  EXPECT_THAT(points_of(R"({"path":"a","from":0.01,"to":100,"count":5,"scale":"log"})"),
              ElementsAre("a=0.01", "a=0.1", "a=1", "a=10", "a=100"));
  EXPECT_THAT(points_of(R"({"path":"a","from":3,"to":9,"count":1})"), ElementsAre("a=3"));
}

TEST(Grid, SweepsAreCrossedAndTheFirstChangesSlowest) {
  EXPECT_THAT(points_of(R"({"path":"a","values":[1,2]},{"type":"grid","path":"b","values":[3,4]})"),
              ElementsAre("a=1 b=3", "a=1 b=4", "a=2 b=3", "a=2 b=4"));
}

TEST(Zip, TakesValuesTogether) {
  EXPECT_THAT(
      points_of(
          R"({"type":"zip","axes":[{"path":"a","values":[1,2]},{"path":"b","from":3,"to":4,"step":1}]})"),
      ElementsAre("a=1 b=3", "a=2 b=4"));
}

TEST(List, PointsMayChangeDifferentPaths) {
  EXPECT_THAT(points_of(R"({"type":"list","points":[{"a":1},{"a":2,"b":"x"}]})"),
              ElementsAre("a=1", "a=2 b=\"x\""));
}

double value_in(const std::string& point, std::size_t index) {
  std::string rest = point;
  for (std::size_t k = 0; k < index; ++k)
    rest = rest.substr(rest.find(' ') + 1);
  return std::strtod(rest.substr(rest.find('=') + 1).c_str(), nullptr);
}

std::vector<std::string> samples(const std::string& type, int count, const std::string& seed = "") {
  const LoadedPlan plan =
      plan_with(fmt::format(R"(,"vary":[{{"type":"{}","samples":{},"ranges":[{{"path":"a","min":0,"max":1}},)"
                            R"({{"path":"b","min":10,"max":20}}]}}]{})",
                            type, count, seed));
  std::vector<std::string> texts;
  for (const Point& point : plan.def.runs.vary.front().points(static_cast<std::uint64_t>(plan.def.seed)))
    texts.push_back(point[0].path + "=" + point[0].value + " " + point[1].path + "=" + point[1].value);
  return texts;
}

TEST(Sobol, IsThePublishedSequence) {
  EXPECT_THAT(samples("sobol", 5),
              ElementsAre("a=0 b=10", "a=0.5 b=15", "a=0.75 b=12.5", "a=0.25 b=17.5", "a=0.375 b=13.75"));
}

// A net: 2^k samples have one in each of 2^k equal intervals.
TEST(Sobol, PowersOfTwoFillEveryInterval) {
  for (const int count : {2, 8, 64}) {
    std::set<int> first, second;
    for (const std::string& point : samples("sobol", count)) {
      first.insert(static_cast<int>(value_in(point, 0) * count));
      second.insert(static_cast<int>((value_in(point, 1) - 10) / 10 * count));
    }
    EXPECT_EQ(static_cast<int>(first.size()), count);
    EXPECT_EQ(static_cast<int>(second.size()), count);
  }
}

TEST(Random, MoreSamplesLeaveTheFirstOnesAlone) {
  for (const std::string type : {"random", "sobol"}) {
    const std::vector<std::string> few = samples(type, 5);
    const std::vector<std::string> many = samples(type, 50);
    EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin())) << type;
  }
  EXPECT_NE(samples("random", 3), samples("random", 3, R"(,"seed":2)"));
}

// The mean of 4,000 uniform numbers lies within 0.02, four standard errors, of the middle.
TEST(Random, IsUniform) {
  double sum = 0.0;
  for (const std::string& point : samples("random", 4000)) {
    EXPECT_GE(value_in(point, 0), 0.0);
    EXPECT_LE(value_in(point, 0), 1.0);
    sum += value_in(point, 0);
  }
  EXPECT_NEAR(sum / 4000, 0.5, 0.02);
}

TEST(LatinHypercube, EveryPartOfEveryRangeHasOneSample) {
  for (const std::size_t axis : {0u, 1u}) {
    std::set<int> parts;
    for (const std::string& point : samples("latin_hypercube", 40)) {
      const double share = axis == 0 ? value_in(point, 0) : (value_in(point, 1) - 10) / 10;
      parts.insert(static_cast<int>(share * 40));
    }
    EXPECT_EQ(parts.size(), 40u);
  }
}

TEST(LatinHypercube, CoordinatesAreShuffledIndependently) {
  double covariance = 0.0;
  for (const std::string& point : samples("latin_hypercube", 400))
    covariance += (value_in(point, 0) - 0.5) * (value_in(point, 1) - 15) / 10;
  // Of independent uniform numbers: 1/12 / sqrt(400) is one standard deviation.
  EXPECT_NEAR(covariance / 400, 0.0, 4.0 / 12.0 / 20.0);
}

TEST(Samples, WholeNumbersAndListedValuesAreEquallyLikely) {
  std::map<std::string, int> counts;
  for (const std::string& point : points_of(
           R"({"type":"latin_hypercube","samples":300,"ranges":[{"path":"n","min":1,"max":3,"whole":true},)"
           R"({"path":"c","values":["x","y"]}]})")) {
    ++counts[point.substr(0, point.find(' '))];
    ++counts[point.substr(point.find(' ') + 1)];
  }
  EXPECT_EQ(counts, (std::map<std::string, int>{
                        {"n=1", 100}, {"n=2", 100}, {"n=3", 100}, {"c=\"x\"", 150}, {"c=\"y\"", 150}}));
}

TEST(Samples, ALogScaleSpreadsLogarithms) {
  int below = 0;
  for (
      const std::string& point : points_of(
          R"({"type":"latin_hypercube","samples":100,"ranges":[{"path":"a","min":0.01,"max":100,"scale":"log"}]})"))
    below += value_in(point, 0) < 1.0 ? 1 : 0;
  EXPECT_EQ(below, 50);
}

struct BadSweep {
  std::string sweep;
  std::string message;
};

void PrintTo(const BadSweep& bad, std::ostream* out) {
  *out << bad.sweep;
}

class WrongSweep : public ::testing::TestWithParam<BadSweep> {};

TEST_P(WrongSweep, IsOneClearError) {
  const PlanReading reading = read_plan_text(plan_text(R"(,"vary":[)" + GetParam().sweep + "]"));
  EXPECT_FALSE(reading.plan);
  EXPECT_THAT(reading.problems, HasSubstr(GetParam().message));
  EXPECT_THAT(reading.problems, HasSubstr("1 error"));
  EXPECT_THAT(reading.problems, HasSubstr("/vary/0"));
}

INSTANTIATE_TEST_SUITE_P(
    Sweeps, WrongSweep,
    ::testing::Values(
        BadSweep{R"({"type":"gird","path":"a","values":[1]})", "did you mean \"grid\""},
        BadSweep{R"({"path":"a"})", "\"a\" has no values"},
        BadSweep{R"({"path":"","values":[1]})", "\"path\" is empty"},
        BadSweep{R"({"values":[1]})", "\"path\" is missing"},
        BadSweep{R"({"path":"a","values":[1],"from":1,"to":2,"step":1})", "not both"},
        BadSweep{R"({"path":"a","from":1,"to":2})", "need \"step\" or \"count\""},
        BadSweep{R"({"path":"a","from":1,"to":2,"step":1,"count":2})", "only one of them"},
        BadSweep{R"({"path":"a","from":1,"to":2,"step":0})", "do not lead"},
        BadSweep{R"({"path":"a","from":1,"to":2,"step":-1})", "do not lead"},
        BadSweep{R"({"path":"a","from":0,"to":1e9,"step":1e-3})", "too many values"},
        BadSweep{R"({"path":"a","from":0,"to":1,"count":3,"scale":"log"})", "above zero"},
        BadSweep{R"({"path":"a","from":1,"to":2,"step":1,"scale":"log"})", "needs \"count\""},
        BadSweep{R"({"path":"a","from":{"uniform":[0,1]},"to":2,"step":1})", "is a number here"},
        BadSweep{R"({"type":"zip","axes":[]})", "\"axes\" is empty"},
        BadSweep{R"({"type":"zip","axes":[{"path":"a","values":[1,2]},{"path":"b","values":[1]}]})",
                 "2 of \"a\" and 1 of \"b\""},
        BadSweep{R"({"type":"list","points":[]})", "\"points\" is empty"},
        BadSweep{R"({"type":"list","points":[3]})", "a point is an object"},
        BadSweep{R"({"type":"random","samples":3,"ranges":[]})", "\"ranges\" is empty"},
        BadSweep{R"({"type":"random","samples":0,"ranges":[{"path":"a","min":0,"max":1}]})", "out of range"},
        BadSweep{R"({"type":"sobol","samples":3,"ranges":[{"path":"a","min":2,"max":1}]})", "above \"max\""},
        BadSweep{R"({"type":"sobol","samples":3,"ranges":[{"path":"a","min":2}]})", "has no limits"},
        BadSweep{R"({"type":"sobol","samples":3,"ranges":[{"path":"a","min":0.5,"max":2,"whole":true}]})",
                 "whole numbers"},
        BadSweep{R"({"type":"sobol","samples":3,"ranges":[{"path":"a","min":0,"max":2,"scale":"log"}]})",
                 "above zero"},
        BadSweep{R"({"type":"sobol","samples":3,"ranges":[{"path":"a","min":0,"max":2,"values":[1]}]})",
                 "not both"}));

}  // namespace
}  // namespace drover::test::sweep_test
