#include "observe/compare/trace_comparison.h"

#include <functional>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace drover::trace_comparison_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kHeader = "step,time,agent,type,x,heading\n";

TraceComparison compare(const std::string& a, const std::string& b,
                        const TraceComparisonOptions& options = {}) {
  std::istringstream stream_a(a), stream_b(b);
  TraceFile expected(stream_a, "a.csv"), actual(stream_b, "b.csv");
  return compare_traces(expected, actual, options);
}

TraceComparison compare_rows(const std::string& a, const std::string& b,
                             const TraceComparisonOptions& options = {}) {
  return compare(kHeader + a, kHeader + b, options);
}

std::string problem_of(const std::string& a, const std::string& b) {
  return compare(a, b).problem.value_or("none");
}

TraceComparisonOptions with_tolerance(const std::string& name, const Tolerance& tolerance) {
  TraceComparisonOptions options;
  options.tolerances.set(name, tolerance);
  return options;
}

TEST(TraceComparison, OfEqualTracesFindsNothing) {
  const std::string rows = "0,0,1,dog,1.5,0\n0,0,4,sheep,2,0.5\n5,0.1,1,dog,1.75,\n";
  const TraceComparison found = compare_rows(rows, rows);
  EXPECT_EQ(found.problem, std::nullopt);
  EXPECT_TRUE(found.agrees());
  EXPECT_TRUE(found.divergence.empty());
  EXPECT_EQ(found.rows, 3U);
  EXPECT_EQ(found.divergence.steps_compared(), 2U);
  EXPECT_EQ(found.max_agents, 2U);
  EXPECT_EQ(found.expected.last_step, 5U);
  EXPECT_THAT(found.columns, ElementsAre("time", "type", "x", "heading"));
  EXPECT_DOUBLE_EQ(found.dt, 0.02);
}

TEST(TraceComparison, FindsTheLastBitOfOneCell) {
  const TraceComparison found = compare_rows("0,0,1,dog,1,0\n7,0.1,3,dog,1.25,0\n",
                                             "0,0,1,dog,1,0\n7,0.1,3,dog,1.2500000000000002,0\n");
  ASSERT_EQ(found.divergence.count(), 1U);
  const Difference& first = *found.divergence.first();
  EXPECT_EQ(first.step, 7U);
  EXPECT_EQ(first.agent, 3U);
  EXPECT_EQ(first.quantity, "x");
  EXPECT_EQ(first.unit, "m");
  EXPECT_EQ(first.expected, 1.25);
  EXPECT_EQ(first.actual, 1.2500000000000002);
  EXPECT_EQ(ulps_between(first.expected, first.actual), 1U);
  EXPECT_FALSE(found.agrees());
}

TEST(TraceComparison, ComparesNumbersAndNotTheirSpelling) {
  EXPECT_TRUE(compare_rows("0,0,1,dog,100,0\n", "0,0.0,01,dog,1e2,-0\n").divergence.empty());
}

TEST(TraceComparison, KnowsTheSameRunInOtherFormats) {
  const std::string csv = "step,agent,type,x,goal_distance\n0,1,\"a,b\",1e-7,\n3,1,\"a,b\",0.1,2\n";
  const std::string json =
      "{\"step\":0,\"agent\":1,\"type\":\"a,b\",\"x\":1e-7,\"goal_distance\":null}\n"
      "{\"goal_distance\":2,\"x\":0.1,\"type\":\"a,b\",\"agent\":1,\"step\":3}\n";
  const TraceComparison found = compare(csv, json);
  EXPECT_EQ(found.problem, std::nullopt);
  EXPECT_TRUE(found.divergence.empty());
  EXPECT_EQ(found.rows, 2U);
  const TraceComparison other =
      compare(json, "step,agent,type,x,goal_distance\n0,1,\"a,b\",1e-7,\n3,1,c,0.1,2\n");
  EXPECT_EQ(other.divergence.count(), 1U);
}

TEST(TraceComparison, ComparesTextsAsTexts) {
  const TraceComparison found =
      compare_rows("0,0,1,007,1,0\n", "0,0,1,7,1,0\n", with_tolerance("*", {.absolute = 99.0}));
  ASSERT_EQ(found.divergence.count(), 1U);
  EXPECT_TRUE(found.divergence.first()->is_text);
  EXPECT_EQ(found.divergence.first()->expected_text, "007");
  EXPECT_EQ(found.divergence.first()->actual_text, "7");
  EXPECT_FALSE(found.agrees());
}

TEST(TraceComparison, AnUnknownColumnIsNumbersWhereBothCanBeRead) {
  EXPECT_TRUE(compare("step,agent,q\n0,1,1.0\n", "step,agent,q\n0,1,1\n").agrees());
  EXPECT_TRUE(compare("step,agent,q\n0,1,1.0\n", "step,agent,q\n0,1,one\n").divergence.first()->is_text);
}

TEST(TraceComparison, AValueAndNoValueDifferWhateverIsTolerated) {
  const TraceComparison found =
      compare_rows("0,0,1,dog,1,0\n", "0,0,1,dog,,0\n", with_tolerance("*", {.absolute = 99.0}));
  ASSERT_EQ(found.divergence.intolerable(), 1U);
  EXPECT_TRUE(std::isnan(found.divergence.first()->actual));
}

TEST(TraceComparison, ComparesDirectionsOnTheCircle) {
  const auto options = with_tolerance("heading", {.absolute = 1e-3});
  const TraceComparison near = compare_rows("0,0,1,dog,1,3.1415\n", "0,0,1,dog,1,-3.1415\n", options);
  EXPECT_TRUE(near.agrees());
  EXPECT_EQ(near.divergence.count(), 1U);
  EXPECT_LT(near.divergence.first()->distance(), 2e-4);
  EXPECT_FALSE(compare_rows("0,0,1,dog,1,3\n", "0,0,1,dog,1,-3\n", options).agrees());
  EXPECT_FALSE(
      compare_rows("0,0,1,dog,3.1415,0\n", "0,0,1,dog,-3.1415,0\n", with_tolerance("x", {.absolute = 1e-3}))
          .agrees())
      << "x is no angle";
}

TEST(TraceComparison, TakesTheToleranceOfTheColumn) {
  const std::string a = "0,0,1,dog,1,0.5\n", b = "0,0,1,dog,1.25,0.75\n";
  const TraceComparison found = compare_rows(a, b, with_tolerance("x", {.absolute = 0.25}));
  EXPECT_EQ(found.divergence.count(), 2U);
  EXPECT_EQ(found.divergence.intolerable(), 1U);
  EXPECT_EQ(found.divergence.first_intolerable()->quantity, "heading");
  EXPECT_TRUE(compare_rows(a, b, with_tolerance("*", {.absolute = 0.25})).agrees());
}

TEST(TraceComparison, CountsRowsThatOnlyOneHas) {
  const TraceComparison found = compare_rows("0,0,1,dog,1,0\n0,0,2,dog,1,0\n1,0,1,dog,1,0\n",
                                             "0,0,1,dog,1,0\n1,0,1,dog,1,0\n1,0,3,dog,1,0\n2,0,1,dog,1,0\n");
  EXPECT_TRUE(found.divergence.empty());
  EXPECT_FALSE(found.agrees());
  EXPECT_EQ(found.rows, 2U);
  EXPECT_EQ(found.expected.only_rows, 1U);
  EXPECT_EQ(found.expected.first_only_row, (RowKey{0, 2}));
  EXPECT_EQ(found.actual.only_rows, 2U);
  EXPECT_EQ(found.actual.first_only_row, (RowKey{1, 3}));
  EXPECT_EQ(found.expected.last_step, 1U);
  EXPECT_EQ(found.actual.last_step, 2U);
}

TEST(TraceComparison, ListsColumnsOfOneSide) {
  const TraceComparison found = compare("step,agent,x,ax\n0,1,1,5\n", "agent,y,x,step\n1,9,1,0\n");
  EXPECT_TRUE(found.agrees());
  EXPECT_THAT(found.columns, ElementsAre("x"));
  EXPECT_THAT(found.expected.only_columns, ElementsAre("ax"));
  EXPECT_THAT(found.actual.only_columns, ElementsAre("y"));
}

TEST(TraceComparison, ComparesOnlyTheColumnsAskedFor) {
  TraceComparisonOptions options;
  options.columns = {"heading"};
  EXPECT_TRUE(compare_rows("0,0,1,dog,1,0\n", "0,0,1,cat,2,0\n", options).agrees());
  EXPECT_FALSE(compare_rows("0,0,1,dog,1,0\n", "0,0,1,cat,2,1\n", options).agrees());
}

TEST(TraceComparison, EndsAtTheHorizon) {
  TraceComparisonOptions options;
  options.horizon = 4;
  const std::string same = "0,0,1,dog,1,0\n4,0,1,dog,1,0\n";
  const TraceComparison found =
      compare_rows(same + "5,0,1,dog,1,0\n", same + "6,0,1,dog,2,0\nnot a row at all\n", options);
  EXPECT_EQ(found.problem, std::nullopt);
  EXPECT_TRUE(found.agrees());
  EXPECT_EQ(found.rows, 2U);
  EXPECT_EQ(found.actual.last_step, 4U);
  options.horizon = 6;
  EXPECT_FALSE(compare_rows(same + "6,0,1,dog,1,0\n", same + "6,0,1,dog,2,0\n", options).agrees());
}

TEST(TraceComparison, LinesRowsUpByTimeWhereThereAreNoSteps) {
  const TraceComparison found =
      compare("time,agent,x\n0.1,1,5\n0.3,1,6\n", "step,time,agent,x\n5,0.1,1,5\n15,0.3,1,7\n");
  EXPECT_TRUE(found.is_by_time);
  ASSERT_EQ(found.divergence.count(), 1U);
  EXPECT_THAT(describe(*found.divergence.first(), found.dt), HasSubstr("t = 0.3 s"));
  EXPECT_THAT(problem_of("time,agent,x\n", "step,agent,x\n"), HasSubstr("cannot be lined up"));
}

TEST(TraceComparison, SaysWhereRowsAreOutOfOrder) {
  const std::string header = "step,agent,x\n";
  const std::string good = header + "0,1,1\n0,2,1\n1,1,1\n";
  EXPECT_THAT(problem_of(good, header + "0,1,1\n1,1,1\n0,2,1\n"),
              HasSubstr("b.csv:4: step 0, agent 2 comes after step 1, agent 1"));
  EXPECT_THAT(problem_of(header + "0,2,1\n0,1,1\n", good), HasSubstr("a.csv:3: "));
  EXPECT_THAT(problem_of(good, header + "0,1,1\n0,1,1\n"),
              HasSubstr("b.csv:3: a second row of agent 1 in step 0"));
}

TEST(TraceComparison, SaysWhereATraceCannotBeRead) {
  const std::string good = "step,agent,x\n0,1,1\n";
  EXPECT_EQ(problem_of(good, ""), "b.csv:1: the trace is empty");
  EXPECT_EQ(problem_of("", good), "a.csv:1: the trace is empty");
  EXPECT_THAT(problem_of(good, "shopping list\n"), HasSubstr("b.csv:1: column agent: missing"));
  EXPECT_EQ(problem_of(good, good + "1,1,1,1\n"), "b.csv:3: 4 fields, but the header has 3");
  EXPECT_EQ(problem_of(good, good + "1,1"), "b.csv:3: the file ends in the middle of this line");
  EXPECT_THAT(problem_of(good, good + "1.5,1,1\n"),
              HasSubstr("b.csv:3: column step: '1.5' is not a whole number"));
  EXPECT_THAT(problem_of(good, good + "1,dog,1\n"), HasSubstr("column agent: 'dog' is not"));
  EXPECT_THAT(problem_of(good, good + "1,,1\n"), HasSubstr("column agent: '' is not"));
  EXPECT_THAT(problem_of(good, "step,agent,x,x\n"), HasSubstr("column x: the header names it twice"));
  EXPECT_THAT(problem_of("{\"step\":0,\"agent\":1}\n{\"step\":1,\"agent\":1,\"z\":2}\n", good),
              HasSubstr("a.csv:2: column z: the first row has no such column"));
  EXPECT_EQ(problem_of("{\"step\":0,\"agent\":1}\n{\"step\":0,\"ag", "step,agent\n0,1\n"),
            "a.csv:2: the file ends in the middle of this line");
}

TEST(TraceComparison, WarnsWhereTheLastNumberMayBeCut) {
  const TraceComparison found = compare("step,agent,x\n0,1,1.5\n", "step,agent,x\n0,1,1.5");
  EXPECT_THAT(found.actual.note, HasSubstr("b.csv ends without a line break"));
  EXPECT_THAT(found.expected.note, IsEmpty());
}

TEST(TraceComparison, OfTracesWithoutRowsFindsNothing) {
  EXPECT_TRUE(compare("step,agent,x\n", "step,agent,x\n").agrees());
  EXPECT_FALSE(compare("step,agent,x\n", "step,agent,x\n0,1,1\n").agrees());
}

// Rows that are generated, not stored: the value of agent 1 is its step, but for one step.
class Generated final : public RowSource {
 public:
  Generated(std::uint64_t count, std::uint64_t odd_step) : count_(count), odd_step_(odd_step), cells_(3) {}

  std::function<void(std::uint64_t taken)> on_row;

  std::span<const std::string> columns() const override { return columns_; }
  bool next() override {
    if (taken_ == count_) return false;
    const auto step = static_cast<double>(taken_);
    cells_[0].number = step;
    cells_[1].number = 1.0;
    cells_[2].number = taken_ == odd_step_ ? step + 1.0 : step;
    ++taken_;
    if (on_row) on_row(taken_);
    return true;
  }
  std::span<const TraceCell> cells() const override { return cells_; }
  std::string place() const override { return "here"; }
  std::optional<std::string> problem() const override { return std::nullopt; }
  std::uint64_t taken() const { return taken_; }

 private:
  std::vector<std::string> columns_ = {"step", "agent", "x"};
  std::uint64_t count_, odd_step_, taken_ = 0;
  std::vector<TraceCell> cells_;
};

TEST(TraceComparison, HoldsOneRowOfEachSourceHoweverLongTheyAre) {
  Generated expected(300'000, 300'000), actual(300'000, 123'456);
  std::uint64_t lead = 0;
  actual.on_row = [&](std::uint64_t taken) {
    lead = std::max(lead, std::max(taken, expected.taken()) - std::min(taken, expected.taken()));
  };
  const TraceComparison found = compare_traces(expected, actual);
  EXPECT_LE(lead, 1U);
  EXPECT_EQ(found.rows, 300'000U);
  ASSERT_EQ(found.divergence.count(), 1U);
  EXPECT_EQ(found.divergence.first()->step, 123'456U);
}

// The lines of an endless file, made as they are read.
class LineBuffer final : public std::streambuf {
 public:
  explicit LineBuffer(std::uint64_t rows) : rows_(rows) {}

  std::uint64_t bytes_made = 0;

 private:
  int_type underflow() override {
    if (made_ > rows_) return traits_type::eof();
    text_ = made_ == 0 ? "step,agent,x\n" : fmt::format("{},1,{}\n", made_, made_);
    ++made_;
    bytes_made += text_.size();
    setg(text_.data(), text_.data(), text_.data() + text_.size());
    return traits_type::to_int_type(text_.front());
  }

  std::uint64_t rows_, made_ = 0;
  std::string text_;
};

TEST(TraceFile, ReadsNoFurtherThanTheRow) {
  LineBuffer buffer(1'000'000);
  std::istream input(&buffer);
  TraceFile rows(input, "long.csv");
  for (int k = 0; k < 1000; ++k)
    ASSERT_TRUE(rows.next());
  EXPECT_EQ(number_of(rows.cells()[2]), 1000.0);
  EXPECT_LT(buffer.bytes_made, 20'000U);
  EXPECT_EQ(rows.place(), "long.csv:1001");
}

TEST(RowParser, ReadsOnlyTheColumnsThatAreWanted) {
  for (const char* text : {"a,b,c\n1,2,3\n", "{\"c\":3,\"b\":2,\"a\":1}\n"}) {
    std::istringstream input(text);
    RowParser rows(input, std::vector<std::string_view>{"c", "d", "a"});
    ASSERT_TRUE(rows.next());
    ASSERT_EQ(rows.cells().size(), 3U);
    EXPECT_EQ(number_of(rows.cells()[0]), 3.0);
    EXPECT_FALSE(rows.cells()[1].present());
    EXPECT_EQ(number_of(rows.cells()[2]), 1.0);
    EXPECT_FALSE(rows.next());
    EXPECT_FALSE(rows.problem());
  }
}

TEST(RowParser, LosesNothingOfARowInTheNext) {
  std::istringstream input("{\"a\":1,\"b\":\"x\"}\n{\"b\":2}\n");
  RowParser rows(input);
  ASSERT_TRUE(rows.next() && rows.next());
  EXPECT_FALSE(rows.cells()[0].present()) << "nothing of the row before stays";
  EXPECT_EQ(rows.cells()[1].text, "");
  EXPECT_EQ(number_of(rows.cells()[1]), 2.0);
}

TEST(RowParser, RefusesRowsThatEachHaveOtherColumns) {
  std::ostringstream text;
  for (int k = 0; k < 10'100; ++k)
    text << "{\"column" << k << "\":1}\n";
  std::istringstream input(text.str());
  RowParser rows(input);
  while (rows.next())
    continue;
  ASSERT_TRUE(rows.problem());
  EXPECT_THAT(rows.problem()->message, HasSubstr("this is not a trace"));
}

}  // namespace
}  // namespace drover::trace_comparison_test
