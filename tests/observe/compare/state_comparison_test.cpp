#include "observe/compare/state_comparison.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/scene.h"

namespace drover::state_comparison_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Agents 4, 7, 2 and 9; those of type b, which remembers two numbers, are 7 and 9.
SavedState state() {
  SavedState saved{.tick = 12, .columns = {}};
  const auto add = [&saved](SavedColumn column) { saved.columns.push_back(std::move(column)); };
  add({.name = "x", .unit = "m", .values = std::vector<double>{1.0, 2.0, 3.0, 4.0}});
  add({.name = "vx", .unit = "m/s", .values = std::vector<double>{0.5, -0.5, 0.0, 1e300}});
  add({.name = "number", .unit = "", .values = std::vector<std::uint32_t>{4, 7, 2, 9}});
  add({.name = "b/wander/memory",
       .unit = "",
       .owner = StateOwner::agent_of_type,
       .type = 1,
       .width = 2,
       .values = std::vector<double>{0.1, 0.2, 0.3, 0.4}});
  add({.name = "event 0/happened",
       .unit = "",
       .owner = StateOwner::world,
       .values = std::vector<std::uint64_t>{3}});
  add({.name = "type", .unit = "", .values = std::vector<std::uint32_t>{0, 1, 0, 1}});
  return saved;
}

template <class Number>
std::vector<Number>& numbers(SavedState& saved, std::string_view name) {
  for (SavedColumn& column : saved.columns) {
    if (column.name == name) return std::get<std::vector<Number>>(column.values);
  }
  throw std::runtime_error("no such column");
}

Divergence compare(const SavedState& expected, const SavedState& actual, const Tolerances& tolerances = {}) {
  Divergence divergence;
  compare_states(expected, actual, tolerances, divergence);
  return divergence;
}

// "9 x", or "- event 0/happened" for the world, in the order in which they were found.
std::vector<std::string> places(const Divergence& divergence) {
  std::vector<std::string> all;
  for (const Difference& d : divergence.largest())
    all.push_back((d.agent ? std::to_string(*d.agent) : "-") + " " + d.quantity);
  return all;
}

TEST(StateComparison, OfEqualStatesFindsNothing) {
  const Divergence found = compare(state(), state());
  EXPECT_TRUE(found.empty());
  EXPECT_EQ(found.steps_compared(), 1U);
}

TEST(StateComparison, FindsTheLastBitOfOneNumberOfOneAgent) {
  SavedState actual = state();
  numbers<double>(actual, "x")[2] = std::nextafter(3.0, 4.0);
  const Divergence found = compare(state(), actual);
  ASSERT_EQ(found.count(), 1U);
  const Difference& first = *found.first();
  EXPECT_EQ(first.step, 12U);
  EXPECT_EQ(first.agent, 2U) << "its number, not its index";
  EXPECT_EQ(first.quantity, "x");
  EXPECT_EQ(first.expected, 3.0);
  EXPECT_EQ(first.actual, std::nextafter(3.0, 4.0));
  EXPECT_THAT(describe(first, 0.5), HasSubstr("step 12 (t = 6 s), agent 2, x: expected 3, found "
                                              "3.0000000000000004 m, 1 ulp apart"));
}

TEST(StateComparison, FindsTheLastBitOfEveryNumberOfAWorld) {
  const World world = std::move(
      test::make_world(test::scene(R"([{"type":"wander","weight":{"uniform":[1,2]}}])",
                                   R"([{"type":"a","position":[3,1]},{"type":"a","position":[5,7]}])"))
          .world);
  const SavedState expected = save_state(world);
  for (std::size_t k = 0; k < expected.columns.size(); ++k) {
    for (std::size_t index = 0; index < expected.columns[k].size(); ++index) {
      SavedState actual = expected;
      std::visit(
          [index](auto& values) {
            using Number = std::decay_t<decltype(values[0])>;
            if constexpr (std::is_same_v<Number, double>) {
              values[index] = std::nextafter(values[index], -1e300);
            } else {
              values[index] ^= 1;
            }
          },
          actual.columns[k].values);
      const Divergence found = compare(expected, actual);
      ASSERT_EQ(found.intolerable(), 1U) << expected.columns[k].name << " " << index;
      EXPECT_THAT(found.first()->quantity, HasSubstr(expected.columns[k].name));
      EXPECT_EQ(found.first()->agent, world.model().agents.number[index / expected.columns[k].width]);
    }
  }
}

TEST(StateComparison, BlamesMemoryOnTheAgentOfThatRankInItsType) {
  SavedState actual = state();
  numbers<double>(actual, "b/wander/memory")[2] = 0.5;
  const Divergence found = compare(state(), actual);
  ASSERT_EQ(found.count(), 1U);
  EXPECT_EQ(found.first()->agent, 9U);
  EXPECT_EQ(found.first()->quantity, "b/wander/memory 0");
  EXPECT_EQ(found.first()->expected, 0.3);
}

TEST(StateComparison, NamesNoAgentForWhatBelongsToTheWorld) {
  SavedState actual = state();
  numbers<std::uint64_t>(actual, "event 0/happened")[0] = 4;
  const Divergence found = compare(state(), actual);
  EXPECT_THAT(places(found), ElementsAre("- event 0/happened"));
}

TEST(StateComparison, GoesByAgentThenByColumnAndEndsWithTheWorld) {
  SavedState actual = state();
  for (const char* name : {"x", "vx", "b/wander/memory"}) {
    for (double& number : numbers<double>(actual, name))
      number = number == 0.0 ? 1.0 : -number;
  }
  numbers<std::uint64_t>(actual, "event 0/happened")[0] = 4;
  Tolerances tolerances;  // so that all are equally far beyond
  const Divergence found = compare(state(), actual, tolerances);
  EXPECT_EQ(found.count(), 13U);
  EXPECT_EQ(found.first()->agent, 4U);
  EXPECT_EQ(found.first()->quantity, "x");
  SavedState without_x = state();
  numbers<double>(actual, "x") = numbers<double>(without_x, "x");
  EXPECT_EQ(compare(state(), actual).first()->quantity, "vx");
}

TEST(StateComparison, TheTwoZerosAreEqual) {
  SavedState actual = state();
  numbers<double>(actual, "vx")[2] = -0.0;
  EXPECT_TRUE(compare(state(), actual).empty());
}

TEST(StateComparison, InfinityIsEqualToItselfAndFarFromOthers) {
  SavedState expected = state();
  numbers<double>(expected, "vx")[0] = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(compare(expected, expected).empty());
  Tolerances tolerances;
  tolerances.set("*", {1e9, 1e9});
  EXPECT_EQ(compare(state(), expected, tolerances).intolerable(), 1U);
}

TEST(StateComparison, WholeNumbersBeyondDoublesAreComparedExactly) {
  SavedState expected = state();
  SavedState actual = state();
  numbers<std::uint64_t>(expected, "event 0/happened")[0] = std::numeric_limits<std::uint64_t>::max();
  numbers<std::uint64_t>(actual, "event 0/happened")[0] = std::numeric_limits<std::uint64_t>::max() - 1;
  EXPECT_EQ(compare(expected, actual).intolerable(), 1U);
}

TEST(StateComparison, TolerancesAreByQuantity) {
  SavedState actual = state();
  numbers<double>(actual, "x")[0] += 0.25;
  numbers<double>(actual, "b/wander/memory")[0] += 0.25;
  Tolerances tolerances;
  tolerances.set("x", {0.5, 0.0});
  const Divergence found = compare(state(), actual, tolerances);
  EXPECT_EQ(found.count(), 2U);
  EXPECT_EQ(found.intolerable(), 1U);
  EXPECT_EQ(found.first_intolerable()->quantity, "b/wander/memory 0");
  EXPECT_DOUBLE_EQ(found.first()->excess, 0.5);
  tolerances.set("memory", {0.25, 0.1});
  EXPECT_EQ(compare(state(), actual, tolerances).intolerable(), 0U);
}

TEST(StateComparison, AColumnThatOneStateLacksHoldsItsInitialValueThere) {
  SavedState complete = state();
  complete.columns[1].initial = 7.0;
  std::ranges::fill(numbers<double>(complete, "vx"), 7.0);
  SavedState fewer = complete;
  fewer.columns.erase(fewer.columns.begin() + 1);
  EXPECT_EQ(compare(complete, fewer).count(), 0U);
  EXPECT_EQ(compare(fewer, complete).count(), 0U);
  numbers<double>(complete, "vx")[2] = 8.0;
  const Difference first = *compare(complete, fewer).first();
  EXPECT_EQ(compare(complete, fewer).count(), 1U);
  EXPECT_EQ(first.quantity, "vx");
  EXPECT_EQ(first.expected, 8.0);
  EXPECT_EQ(first.actual, 7.0);
}

TEST(StateComparison, OtherSizesWidthsAndTypesAreNamed) {
  SavedState longer = state();
  numbers<double>(longer, "x").push_back(5.0);
  EXPECT_EQ(compare(state(), longer).first()->actual_text, "5 x 1 numbers");
  SavedState wider = state();
  wider.columns[0].width = 2;
  EXPECT_EQ(compare(state(), wider).first()->actual_text, "2 x 2 numbers");
  SavedState other = state();
  other.columns[0].values = std::vector<std::uint64_t>{1, 2, 3, 4};
  EXPECT_EQ(compare(state(), other).intolerable(), 1U);
}

TEST(StateComparison, OfADifferentNumberOfAgentsBlamesNoAgent) {
  SavedState fewer = state();
  for (const char* name : {"x", "vx"})
    numbers<double>(fewer, name).pop_back();
  for (const char* name : {"number", "type"})
    numbers<std::uint32_t>(fewer, name).pop_back();
  const Divergence found = compare(state(), fewer);
  EXPECT_EQ(found.count(), 4U);
  for (const Difference& d : found.largest())
    EXPECT_EQ(d.agent, std::nullopt) << d.quantity;
}

TEST(StateComparison, OfStatesWithoutAgentsStillComparesEverything) {
  SavedState expected = state();
  std::erase_if(expected.columns,
                [](const SavedColumn& column) { return column.name == "number" || column.name == "type"; });
  SavedState actual = expected;
  numbers<double>(actual, "x")[3] = 5.0;
  numbers<double>(actual, "b/wander/memory")[3] = 5.0;
  EXPECT_THAT(places(compare(expected, actual)), ElementsAre("- b/wander/memory 1 1", "- x 3"));
}

}  // namespace
}  // namespace drover::state_comparison_test
