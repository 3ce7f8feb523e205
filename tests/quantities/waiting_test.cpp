#include <gtest/gtest.h>

#include "quantities/value_of.h"

namespace drover::test::waiting_test {
namespace {

// Two come to each of two places at the start; one waits at the first and, from 1 s on, two at the second.
constexpr const char* kEvents = R"(,"simulation":{"dt":0.25},"events":[
  {"type":"spawn","id":"west","at":0,"every":0.1,"times":2,"when_free":true,"agents":{"type":"a","position":[-9,0]}},
  {"type":"spawn","id":"east","at":[0,0,1],"when_free":true,"agents":{"type":"a","position":[9,0]}}])";

double waiting_at(const std::string& quantity, int steps) {
  Simulator simulator =
      make_simulator(scene(R"([{"type":"wander","weight_by":{"type":)" + quantity + R"(,"points":[[0,0]]}}])",
                           R"([{"type":"a","position":[0,0]}])", R"(,"max_speed":1)", kEvents));
  run_steps(simulator, steps);
  return value_of(simulator);
}

TEST(WaitingQuantity, CountsThoseOfAllSourcesOrOfOne) {
  EXPECT_EQ(waiting_at(R"("waiting")", 1), 2.0);
  EXPECT_EQ(waiting_at(R"("waiting")", 4), 3.0);
  EXPECT_EQ(waiting_at(R"("waiting","source":"east")", 4), 2.0);
  EXPECT_EQ(waiting_at(R"("waiting","source":"west")", 4), 1.0);
}

TEST(WaitingQuantity, KnowsTheSourcesOfTheScenario) {
  try {
    waiting_at(R"("waiting","source":"eest")", 0);
    FAIL() << "an unknown source is taken";
  } catch (const std::exception& error) {
    EXPECT_NE(std::string(error.what()).find("unknown source \"eest\""), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("east"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace drover::test::waiting_test
