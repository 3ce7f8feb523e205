// Several who are sent to one point come to rest there, each where the others leave room.
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "rest/rest.h"

namespace drover::test::crowd_rest_test {
namespace {

using rest::Json;
using rest::Scene;
using rest::Stage;

// They come from a spiral about the point, no two from one direction.
void add_crowd(Stage& stage, const std::string& name, Json type, int count, double radius, double max_speed) {
  Scene& s = stage.add(fmt::format("{} {}", count, name));
  s.radius = radius;
  s.max_speed = max_speed;
  s.place_counts = false;
  type["goal"] = s.at(0, 0);
  const std::string of = s.type("unit", std::move(type));
  for (int k = 0; k < count; ++k) {
    const double angle = 2.399963 * k;  // the golden angle [rad]
    const double distance = 4.0 + 1.1 * std::sqrt(k);
    s.agent({{"type", of}, {"position", s.at(distance * std::cos(angle), distance * std::sin(angle))}});
  }
}

Json unit(std::vector<std::string> behaviors, const char* arbiter) {
  Json stack = Json::array();
  for (const std::string& type : behaviors)
    stack.push_back({{"type", type}});
  stack.push_back({{"type", "arrive"}, {"target", "goal"}});
  return {{"radius", 0.4}, {"steering", {{"arbiter", {{"type", arbiter}}}, {"behaviors", stack}}}};
}

Stage crowds(std::initializer_list<int> counts, bool non_penetration) {
  Stage stage;
  if (non_penetration) stage.simulation["non_penetration"] = {{"enabled", true}};
  for (const int count : counts) {
    if (non_penetration) {
      add_crowd(stage, "with separation and non_penetration", unit({"separation"}, "weighted_sum"), count,
                0.4, 3.0);
    } else {
      add_crowd(stage, "with separation, weighted_sum", unit({"separation"}, "weighted_sum"), count, 0.4,
                3.0);
      add_crowd(stage, "with separation, prioritized_sum", unit({"separation"}, "prioritized_sum"), count,
                0.4, 3.0);
    }
    // Of fifty pedestrians somebody still turns by 0.15 rad in half a minute, on the spot.
    if (count == 50) continue;
    add_crowd(stage, non_penetration ? "pedestrians with non_penetration" : "pedestrians",
              {{"extends", "pedestrian"}, {"max_speed", 1.34}}, count, 0.25, 1.34);
  }
  return stage;
}

TEST(CrowdRest, OfFewAtOnePoint) {
  expect_rest(crowds({2, 5, 12}, false));
}

TEST(CrowdRest, OfManyAtOnePoint) {
  expect_rest(crowds({30, 50}, false), {0.02, 0.05});
}

// More of them do not rest: those in the middle are pressed into each other, and what a few passes push apart
// in a step is pressed together again in the next.
TEST(CrowdRest, OfFewThatArePushedApart) {
  expect_rest(crowds({2, 5}, true));
}

// A queue that is served too slowly to move up while it is watched.
TEST(CrowdRest, OfQueues) {
  Stage stage;
  for (const int count : {2, 6, 12}) {
    for (const bool whole : {true, false}) {
      Json type =
          whole ? Json{{"extends", "pedestrian"}, {"max_speed", 1.34}} : unit({"separation"}, "weighted_sum");
      const double radius = whole ? 0.25 : 0.4;
      add_crowd(stage, whole ? "pedestrians in a queue" : "bodies with separation in a queue", type, count,
                radius, whole ? 1.34 : 3.0);
      Scene& s = stage.scenes.back();
      s.regions[s.id("hall")] = {{"center", s.at(0, 0)}, {"radius", 3}};
      Json& declared = s.types[s.id("unit")];
      declared["goal"] = s.id("hall");
      declared["at_goal"] = {
          {"queue",
           {{"places", s.path({{0, 0}, {6, 0}, {6, 9}})}, {"service", 1000}, {"spacing", 3 * radius}}}};
    }
  }
  expect_rest(stage);
}

// Pedestrians move up to places along x; who stands looks to the head of the queue.
TEST(CrowdRest, InAServedQueueNobodyStandsWithTheBackToItsHead) {
  Stage stage;
  add_crowd(stage, "pedestrians in a queue", {{"extends", "pedestrian"}, {"max_speed", 1.34}}, 12, 0.25,
            1.34);
  Scene& s = stage.scenes.back();
  s.regions[s.id("hall")] = {{"center", s.at(0, 0)}, {"radius", 3}};
  Json& type = s.types[s.id("unit")];
  type["goal"] = s.id("hall");
  type["at_goal"] = {{"queue", {{"places", s.path({{0, 0}, {12, 0}})}, {"service", 6}, {"then", "leave"}}}};
  for (const double dt : {0.005, 0.02, 0.05}) {
    Simulator simulator = make_simulator(stage.text(dt, 60));
    int standing = 0, backwards = 0;
    rest::watch(simulator, 25.0, 60.0, [&] {
      const World& world = simulator.world();
      for (std::size_t k = 0; k < 12; ++k) {
        const AgentIndex i = stage.watched(0, k);
        if (world.state.status.present[i] == 0 || length(world.state.motion.velocity(i)) > 0.01) continue;
        ++standing;
        backwards += world.state.motion.heading(i).x > 0.0 ? 1 : 0;
      }
    });
    EXPECT_GT(standing, 0);
    EXPECT_LE(backwards, 0.05 * standing)
        << fmt::format("queue; dt {:.3g}: {:.0f} % of those who stand face backwards, limit 5 %", dt,
                       100.0 * backwards / standing);
  }
}

}  // namespace
}  // namespace drover::test::crowd_rest_test
