#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "quantities/value_of.h"

namespace drover::test::named_test {
namespace {

const std::string kCrowding = R"(,"quantities":{"crowding":{"type":"neighbor_count","radius":4}})";
const std::string kCrowd = body({}) + "," + body({3, 0, 0}) + "," + body({0, 9, 0});

TEST(NamedQuantity, HasTheValueOfTheQuantityOfThatName) {
  const std::string named = R"("named","quantity":"crowding")";
  EXPECT_EQ(value_of(named, kCrowd, kCrowding, 0), 1.0);
  EXPECT_EQ(value_of(named, kCrowd, kCrowding, 2), 0.0);
}

// What the text says when it is refused.
std::string refusal(const std::string& scenario) {
  try {
    make_simulator(scene_with(R"("named","quantity":"crowding")", body({}), scenario));
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(NamedQuantity, MustBeDeclared) {
  EXPECT_THAT(refusal(""), testing::HasSubstr("unknown quantity \"crowding\""));
  const std::string misspelled = R"(,"quantities":{"crowdng":{"type":"speed"}})";
  EXPECT_THAT(refusal(misspelled), testing::HasSubstr("crowdng"));
}

TEST(NamedQuantity, IsNoNameOfAnotherName) {
  const std::string twice = R"(,"quantities":{"crowding":{"type":"named","quantity":"crowding"}})";
  EXPECT_THAT(refusal(twice), testing::HasSubstr("cannot be the name of another"));
}

TEST(NamedQuantity, HasANameThatCanBeAColumn) {
  for (const char* name : {"a b", "a,b", "state.x", "a\\\"b"}) {
    const std::string badly_named = R"(,"quantities":{")" + std::string(name) + R"(":{"type":"speed"}})";
    EXPECT_THAT(refusal(badly_named), testing::HasSubstr("a quantity cannot be called")) << name;
  }
  EXPECT_THAT(refusal(R"(,"quantities":{"speed":{"type":"time"}})"),
              testing::HasSubstr("is the name of another quantity"));
}

// A number of a declared quantity can be drawn: every agent has its own.
TEST(NamedQuantity, HasDrawnParameters) {
  const std::string drawn =
      R"(,"quantities":{"crowding":{"type":"time_to_collision","margin":{"uniform":[0,1]}}})";
  const std::string ahead = body({}, {1, 0, 0}) + "," + body({9, 0, 0});
  const std::string named = R"("named","quantity":"crowding")";
  EXPECT_GT(value_of(named, ahead, drawn), 7.0);
  EXPECT_LT(value_of(named, ahead, drawn), 8.0);
}

}  // namespace
}  // namespace drover::test::named_test
