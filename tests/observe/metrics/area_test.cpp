#include <cmath>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/observed_run.h"
#include "support/scene.h"

namespace drover::area_test {
namespace {

using test::coasting;
using test::is_absent;
using test::measure;
using test::value_of;

std::string agent(double x, double y, double vx = 0.0, double vy = 0.0) {
  return fmt::format(R"({{"type":"a","position":[{},{}],"velocity":[{},{}]}})", x, y, vx, vy);
}

std::string area(std::string_view keys) {
  return fmt::format(R"("area":{{"type":"area","region":"box"{}}})", keys);
}

std::string box(double low_x, double low_y, double high_x, double high_y, std::string_view world = "") {
  return fmt::format(R"(,"world":{{"regions":{{"box":{{"min":[{},{}],"max":[{},{}]}}}}{}}})", low_x, low_y,
                     high_x, high_y, world);
}

// A lattice with two basis vectors (dx, 0) and (shift, dy), about the origin.
std::string lattice(double dx, double dy, double shift, int half) {
  std::string text;
  for (int row = -half; row <= half; ++row) {
    for (int column = -half; column <= half; ++column) {
      const double x = dx * column + (row % 2 == 0 ? 0.0 : shift);
      text += (text.empty() ? "" : ",") + agent(x, dy * row);
    }
  }
  return text;
}

constexpr const char* kVoronoi = R"(,"method":"voronoi")";
const std::string kFour = agent(0, 0, 1) + "," + agent(2, 2, 1) + "," + agent(1, 1, 3) + "," + agent(1, 0, 3);

TEST(Area, DensityByCountIsAgentsOverSize) {
  const MetricResults results = measure(coasting(kFour, area(""), box(0, 0, 2, 2)), 0);
  EXPECT_EQ(value_of(results, "area.density_mean"), 1.0);
  EXPECT_EQ(value_of(results, "area.count_final"), 4.0);
  EXPECT_EQ(value_of(results, "area.speed_mean"), 2.0);
  EXPECT_EQ(value_of(results, "area.flow_mean"), 2.0);
}

TEST(Area, WidthMakesTheFlowThatThroughIt) {
  const MetricResults results = measure(coasting(kFour, area(R"(,"width":2.5)"), box(0, 0, 2, 2)), 0);
  EXPECT_EQ(value_of(results, "area.flow_mean"), 5.0);
}

// Density times variance: four agents on 4 m^2, velocities 1, 1, 3, 3.
TEST(Area, PressureIsDensityTimesVarianceOfVelocity) {
  const MetricResults results = measure(coasting(kFour, area(""), box(0, 0, 2, 2)), 0);
  EXPECT_DOUBLE_EQ(value_of(results, "area.pressure_maximum"), 1.0);
}

TEST(Area, EverySaysWhichStatesAreLookedAt) {
  // At 1 m/s from -0.5: inside [0, 1] at 0.5 to 1.5 s.
  const std::string scenario_of_all = coasting(agent(-0.5, 0, 1), area(R"(,"every":0)"), box(0, -1, 1, 1));
  EXPECT_DOUBLE_EQ(value_of(measure(scenario_of_all, 11), "area.count_mean"), 5.0 / 12.0);
  const std::string scenario_of_one = coasting(agent(-0.5, 0, 1), area(R"(,"every":1)"), box(0, -1, 1, 1));
  EXPECT_DOUBLE_EQ(value_of(measure(scenario_of_one, 11), "area.count_mean"), 1.0 / 3.0);
}

TEST(Area, SaysWhenItWasEmpty) {
  const MetricResults results =
      measure(coasting(agent(0.5, 0, 1), area(R"(,"every":0)"), box(0, -1, 1, 1)), 8);
  EXPECT_EQ(value_of(results, "area.first_empty"), 0.75);
  EXPECT_EQ(value_of(results, "area.last_empty"), 2.0);
  const MetricResults full = measure(coasting(agent(0.5, 0), area(""), box(0, -1, 1, 1)), 8);
  EXPECT_TRUE(is_absent(full, "area.first_empty"));
  EXPECT_EQ(full.find("area.first_empty")->why, "somebody was inside in every state that was looked at");
}

TEST(Area, WithNobodyInsideThereIsNoSpeedAndNoFlow) {
  const MetricResults results = measure(coasting(agent(5, 5), area(""), box(0, 0, 2, 2)), 2);
  EXPECT_TRUE(is_absent(results, "area.speed_mean"));
  EXPECT_EQ(value_of(results, "area.flow_mean"), 0.0);
}

TEST(Area, WaitingIsTimeOfSlowAgentsInside) {
  const std::string agents = agent(0.5, 0, 0.1) + "," + agent(0.5, 0.5, 0.3) + "," + agent(9, 9);
  const MetricResults results = measure(coasting(agents, area(R"(,"every":0)"), box(0, -1, 1, 1)), 4);
  EXPECT_DOUBLE_EQ(value_of(results, "area.waiting"), 1.0);
  EXPECT_EQ(value_of(results, "area.waiting_maximum"), 1.0);
}

TEST(VoronoiDensity, OfASquareLatticeIsTheSameForEveryBoxWhileCountsJump) {
  const std::string agents = lattice(0.8, 0.8, 0.0, 6);
  std::vector<double> counts;
  for (const double x : {-0.5, -0.1, 0.1, 0.3}) {
    for (const double size : {0.2, 1.0, 1.7}) {
      const std::string world = box(x, 0.15, x + size, 0.15 + size);
      const MetricResults results = measure(coasting(agents, area(kVoronoi), world), 0);
      EXPECT_NEAR(value_of(results, "area.density_mean"), 1.5625, 1e-12) << x << " " << size;
      if (size == 1.0) counts.push_back(value_of(results, "area.count_mean"));
    }
  }
  EXPECT_THAT(counts, testing::Each(testing::AnyOf(1.0, 2.0, 4.0)));
  EXPECT_GT(*std::ranges::max_element(counts), *std::ranges::min_element(counts));
}

TEST(VoronoiDensity, OfAHexagonalLattice) {
  const std::string agents = lattice(0.5, 0.5 * std::sqrt(3.0) / 2.0, 0.25, 8);
  const MetricResults results = measure(coasting(agents, area(kVoronoi), box(-0.7, -0.6, 0.55, 0.3)), 0);
  EXPECT_NEAR(value_of(results, "area.density_mean"), 4.618802, 1e-6);
}

// An agent alone has the disc of the cutoff for itself.
TEST(VoronoiDensity, OfOneAgentIsThatOfItsDisc) {
  const MetricResults results =
      measure(coasting(agent(0.3, 0.2, 2), area(R"(,"method":"voronoi","cutoff":2)"), box(-5, -5, 5, 5)), 0);
  EXPECT_NEAR(value_of(results, "area.density_mean"), 1.0 / 100.0, 1e-14);
  // V is 0 where there is no cell.
  EXPECT_NEAR(value_of(results, "area.speed_mean"), 2.0 * 4.0 * 3.14159265358979 / 100.0, 1e-12);
}

TEST(VoronoiDensity, OfTwoAgentsAtOnePlaceCountsTheFirst) {
  const std::string agents = agent(0, 0, 1) + "," + agent(0, 0, 3);
  const MetricResults results =
      measure(coasting(agents, area(R"(,"method":"voronoi")"), box(-0.25, -0.25, 0.25, 0.25)), 0);
  EXPECT_NEAR(value_of(results, "area.density_mean"), 1.0 / 3.14159265358979, 1e-12);
  EXPECT_NEAR(value_of(results, "area.speed_mean"), 1.0, 1e-12);
}

// In a world of 2 m x 2 m that wraps, one agent has all of it: its own images are its neighbors.
TEST(VoronoiDensity, OnATorusImagesAreNeighbors) {
  constexpr const char* kWrap = R"(,"bounds":{"min":[0,0],"max":[2,2],"edge":"wrap"})";
  for (const double x : {0.01, 0.7, 1.9}) {
    const std::string scenario =
        coasting(agent(x, 1.95), area(R"(,"method":"voronoi","cutoff":50)"), box(0, 0, 2, 2, kWrap));
    EXPECT_NEAR(value_of(measure(scenario, 0), "area.density_mean"), 0.25, 1e-12) << x;
  }
}

// A region that is a disc inside of one cell.
TEST(VoronoiDensity, OfADisc) {
  const std::string scenario = coasting(lattice(0.8, 0.8, 0.0, 6), area(kVoronoi),
                                        R"(,"world":{"regions":{"box":{"center":[0.2,0.1],"radius":1.3}}})");
  EXPECT_NEAR(value_of(measure(scenario, 0), "area.density_mean"), 1.5625, 1e-12);
}

// A room of 4 m x 4 m: the agent at its wall has the part of the plane inside alone.
TEST(VoronoiDensity, CellsEndAtWalls) {
  const std::string wall = R"(,"walls":[{"points":[[0.5,-10],[0.5,10]]}])";
  const MetricResults results =
      measure(coasting(agent(0, 0), area(R"(,"method":"voronoi","cutoff":1)"), box(-3, -3, 3, 3, wall)), 0);
  EXPECT_NEAR(value_of(results, "area.density_mean"), 1.0 / 36.0, 1e-12);
  // A box behind the wall belongs to nobody.
  const MetricResults behind =
      measure(coasting(agent(0, 0), area(R"(,"method":"voronoi","cutoff":1)"), box(0.5, -1, 1, 1, wall)), 0);
  EXPECT_EQ(value_of(behind, "area.density_mean"), 0.0);
}

// A row of people 1 m apart in a corridor of 1.6 m, whatever its sides are made of: 1 / (1 m * 1.6 m).
TEST(VoronoiDensity, OfACorridorIsTheSameBetweenWallsAndObstacles) {
  constexpr const char* kSides[] = {
      R"("walls":[{"points":[[-5,0.8],[15,0.8]]},{"points":[[-5,-0.8],[15,-0.8]]}])",
      R"("obstacles":[{"box":{"center":[5,1.8],"size":[20,2]}},{"box":{"center":[5,-1.8],"size":[20,2]}}])",
      R"("obstacles":[{"polygon":[[-5,0.8],[15,0.8],[15,3]]},{"polygon":[[-5,-0.8],[15,-0.8],[15,-3]]}])",
      R"("obstacles":[{"box":{"center":[5,0],"size":[20,1.6]},"hollow":true}])",
      R"("obstacles":[{"capsule":{"from":[-5,1.8],"to":[15,1.8],"radius":1}},
                      {"capsule":{"from":[-5,-1.8],"to":[15,-1.8],"radius":1}}])"};
  std::string agents;
  for (int k = 0; k <= 10; ++k)
    agents += (k > 0 ? "," : "") + agent(k, 0.0);
  for (const char* sides : kSides) {
    const std::string scenario = coasting(agents, area(R"(,"method":"voronoi","cutoff":2)"),
                                          box(3, -0.8, 7, 0.8, fmt::format(",{}", sides)));
    EXPECT_NEAR(value_of(measure(scenario, 0), "area.density_mean"), 0.625, 1e-12) << sides;
  }
}

std::string error_of(const std::string& scenario) {
  try {
    test::make_simulator(scenario);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

TEST(Area, AnUnknownRegionIsAnErrorWithTheNearestName) {
  const std::string error =
      error_of(coasting(agent(0, 0), R"("area":{"type":"area","region":"bx"})", box(0, 0, 1, 1)));
  EXPECT_THAT(error, testing::HasSubstr("/record/metrics/area/region"));
  EXPECT_THAT(error, testing::HasSubstr("box"));
}

TEST(Area, AnUnknownGroupOrMethodIsAnError) {
  EXPECT_THAT(error_of(coasting(agent(0, 0), area(R"(,"group":"red")"), box(0, 0, 1, 1))),
              testing::HasSubstr("/record/metrics/area/group"));
  EXPECT_THAT(error_of(coasting(agent(0, 0), area(R"(,"method":"voronai")"), box(0, 0, 1, 1))),
              testing::HasSubstr("voronoi"));
}

TEST(Area, WhatDoesNotSuitTheWorldIsAWarning) {
  const auto warnings = [](const std::string& metric, std::string_view world) {
    const test::LoadedRun run = test::load_run(coasting(agent(0, 0), metric, world));
    std::vector<std::string> found;
    for (const Problem& problem : inspect_metrics(run.def.record, run.simulator.world())) {
      EXPECT_EQ(problem.severity, Severity::warning);
      found.push_back(problem.pointer);
    }
    return found;
  };
  EXPECT_THAT(warnings(area(""), box(0, 0, 1, 1)), testing::IsEmpty());
  EXPECT_THAT(warnings(area(R"(,"every":0.3)"), box(0, 0, 1, 1)),
              testing::ElementsAre("/metrics/area/every"));
  EXPECT_THAT(warnings(area(R"(,"cutoff":3)"), box(0, 0, 1, 1)),
              testing::ElementsAre("/metrics/area/cutoff"));
  EXPECT_THAT(warnings(area(""), box(0, 0, 3, 1, R"(,"bounds":{"min":[0,0],"max":[2,2],"edge":"wrap"})")),
              testing::ElementsAre("/metrics/area/region"));
}

}  // namespace
}  // namespace drover::area_test
