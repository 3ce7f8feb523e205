#include "observe/metrics/voronoi_cells.h"

#include <cmath>
#include <vector>

#include <boost/polygon/voronoi.hpp>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/det_math.h"
#include "support/scene.h"

namespace drover::voronoi_cells_test {
namespace {

constexpr double kPi = det::kPi;

// Numbers in [0, 1), the same in every run.
class Numbers {
 public:
  double next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state_ >> 11) * 0x1p-53;
  }

 private:
  std::uint64_t state_ = 12345;
};

std::string scene_of(const std::vector<Vec3>& points, std::string_view world = "{}") {
  std::string text = R"({"format":1,"agent_types":{"a":{}},"agents":[)";
  for (std::size_t k = 0; k < points.size(); ++k)
    text += fmt::format(R"({}{{"type":"a","position":[{},{}]}})", k > 0 ? "," : "", points[k].x, points[k].y);
  return text + R"(],"world":)" + std::string(world) + "}";
}

// On whole millimeters, where integers of the reference are exact.
std::vector<Vec3> random_points(int count, double size) {
  Numbers numbers;
  std::vector<Vec3> points;
  for (int k = 0; k < count; ++k) {
    const double x = std::floor(numbers.next() * size * 1000.0);
    points.push_back({x / 1000.0, std::floor(numbers.next() * size * 1000.0) / 1000.0, 0.0});
  }
  return points;
}

// The areas of the cells of a Voronoi diagram of the plane; 0 for those without end or with a corner farther
// than the cutoff from their point.
std::vector<double> reference_areas(const std::vector<Vec3>& points, double cutoff) {
  std::vector<boost::polygon::point_data<int>> whole;
  for (const Vec3 p : points)
    whole.emplace_back(static_cast<int>(std::lround(p.x * 1000.0)),
                       static_cast<int>(std::lround(p.y * 1000.0)));
  boost::polygon::voronoi_diagram<double> diagram;
  boost::polygon::construct_voronoi(whole.begin(), whole.end(), &diagram);
  std::vector<double> areas(points.size(), 0.0);
  for (const auto& cell : diagram.cells()) {
    const Vec3 p = points[cell.source_index()];
    double doubled = 0.0;
    bool is_whole = true;
    const auto* edge = cell.incident_edge();
    do {
      const auto* a = edge->vertex0();
      const auto* b = edge->vertex1();
      is_whole = is_whole && a != nullptr && b != nullptr;
      if (!is_whole) break;
      const Vec3 from = Vec3{a->x() / 1000.0, a->y() / 1000.0, 0.0} - p;
      const Vec3 to = Vec3{b->x() / 1000.0, b->y() / 1000.0, 0.0} - p;
      is_whole = is_whole && length(from) < cutoff;
      doubled += cross(from, to).z;
      edge = edge->next();
    } while (edge != cell.incident_edge());
    if (is_whole) areas[cell.source_index()] = 0.5 * doubled;
  }
  return areas;
}

TEST(VoronoiCells, AgreeWithALibraryWhereTheyHaveNoCutEnds) {
  constexpr double kCutoff = 2.0;
  const std::vector<Vec3> points = random_points(400, 10.0);
  const std::vector<double> expected = reference_areas(points, kCutoff);
  const Simulator simulator = test::make_simulator(scene_of(points));
  VoronoiCells cells(kCutoff);
  cells.begin(simulator.world());
  int compared = 0;
  for (AgentIndex i = 0; i < points.size(); ++i) {
    if (expected[i] == 0.0) continue;
    const StarPolygon* cell = cells.cell(i);
    ASSERT_NE(cell, nullptr);
    EXPECT_NEAR(cell->area(kCutoff), expected[i], 1e-11) << i;
    ++compared;
  }
  EXPECT_GT(compared, 250);
}

// What belongs to an agent, by definition: near, nearest, and not behind or in what stands there. Sampled on
// a fine grid.
double sampled_area(const World& world, AgentIndex agent, double cutoff) {
  constexpr int kSamples = 200;  // per side
  const Vec3 p = world.state.motion.position(agent);
  const double side = 2.0 * cutoff / kSamples;
  int inside = 0;
  for (int column = 0; column < kSamples; ++column) {
    for (int row = 0; row < kSamples; ++row) {
      const Vec3 offset{(column + 0.5) * side - cutoff, (row + 0.5) * side - cutoff, 0.0};
      const Vec3 q = p + offset;
      bool is_mine = length(offset) <= cutoff;
      for (AgentIndex other = 0; is_mine && other < world.model().agents.size(); ++other) {
        const Vec3 d = world.model().bounds.displacement(world.state.motion.position(other), q);
        is_mine = other == agent || length2(d) >= length2(offset);
      }
      if (is_mine && !world.geometry().blocks_sight(p, q)) ++inside;
    }
  }
  return inside * side * side;
}

// Walls and obstacles of every shape, hollow ones with agents inside.
constexpr const char* kWalls[] = {R"({"points":[[1,1],[2,1.5],[2,3]]})", R"({"points":[[3,0.5],[3.5,1]]})",
                                  R"({"points":[[0.2,3],[1.2,2.6]]})",
                                  R"({"points":[[2.6,2.1],[3.3,2.4],[2.9,2.9]],"closed":true})"};
constexpr const char* kObstacles[] = {
    R"({"box":{"center":[1.2,5.2],"size":[1.1,0.6],"angle_deg":20}})",
    R"({"center":[2.9,4.6],"radius":0.45})",
    R"({"capsule":{"from":[4.6,0.8],"to":[5.4,1.2],"radius":0.3}})",
    R"({"polygon":[[4,3],[5.5,3],[5.5,3.4],[4.5,3.4],[4.5,4.2],[4,4.2]]})",
    R"({"center":[6.5,6.2],"radius":1.1,"hollow":true})",
    R"({"capsule":{"from":[3.6,6.6],"to":[4.6,6.2],"radius":0.7},"hollow":true})",
    R"({"box":{"center":[7,2],"size":[1.4,2.2]},"hollow":true})"};

std::string statics_of(const auto& walls, const auto& obstacles) {
  return fmt::format(R"({{"walls":[{}],"obstacles":[{}]}})", fmt::join(walls, ","),
                     fmt::join(obstacles, ","));
}

std::vector<Vec3> points_among_statics() {
  const Simulator simulator = test::make_simulator(scene_of({{0, 0, 0}}, statics_of(kWalls, kObstacles)));
  std::vector<Vec3> points = random_points(70, 8.0);
  std::erase_if(points, [&](Vec3 p) {
    const StaticGeometry geometry = simulator.world().geometry();
    for (std::uint32_t k = 0; k < geometry.shapes().size(); ++k)
      if (geometry.distance_to_obstacle(k, p) <= 0.0) return true;
    return false;
  });
  return points;
}

TEST(VoronoiCells, AreWhatIsNearestAndInSight) {
  constexpr double kCutoff = 1.5;
  const std::vector<Vec3> points = points_among_statics();
  const Simulator simulator = test::make_simulator(scene_of(points, statics_of(kWalls, kObstacles)));
  VoronoiCells cells(kCutoff);
  cells.begin(simulator.world());
  double sum = 0.0;
  for (AgentIndex i = 0; i < points.size(); ++i) {
    const StarPolygon* cell = cells.cell(i);
    ASSERT_NE(cell, nullptr);
    EXPECT_NEAR(cell->area(kCutoff), sampled_area(simulator.world(), i, kCutoff), 0.02) << i;
    sum += cell->area(kCutoff);
  }
  EXPECT_GT(sum, 40.0);
}

// Seen from anywhere inside, a round room is the regular polygon of 64 sides, a stadium that with a
// rectangle.
TEST(VoronoiCells, FillRoundRooms) {
  const auto area_in = [](std::string_view obstacle, Vec3 p) {
    const Simulator simulator =
        test::make_simulator(scene_of({p}, fmt::format(R"({{"obstacles":[{}]}})", obstacle)));
    VoronoiCells cells(20.0);
    cells.begin(simulator.world());
    return cells.cell(0)->area(20.0);
  };
  const double disc = 32.0 * std::sin(kPi / 32.0);
  for (const double y : {0.0, 0.4, 0.9999}) {
    EXPECT_NEAR(area_in(R"({"center":[5,5],"radius":1,"hollow":true})", {5, 5 + y, 0}), disc, 1e-9) << y;
    for (const double x : {0.0, 3.0, 3.01})
      EXPECT_NEAR(area_in(R"({"capsule":{"from":[5,5],"to":[8,5],"radius":1},"hollow":true})",
                          {5 + x, 5 + 0.99 * y, 0}),
                  disc + 6.0, 0.01)
          << x << " " << y;
  }
}

// A body of no size that slides along an obstacle, rounded to either side of its border or a little inside.
TEST(VoronoiCells, OfAnAgentAtTheBorderOfAnObstacleAreTheFreeSide) {
  for (const char* obstacle : {R"({"center":[5,0],"radius":5})", R"({"box":{"center":[5,0],"size":[10,30]}})",
                               R"({"capsule":{"from":[5,-9],"to":[5,9],"radius":5}})"}) {
    const Simulator reference =
        test::make_simulator(scene_of({{-1e-6, 0, 0}}, fmt::format(R"({{"obstacles":[{}]}})", obstacle)));
    VoronoiCells cells(1.0);
    cells.begin(reference.world());
    const double free = cells.cell(0)->area(1.0);
    for (const double x : {-1e-8, -1e-16, 0.0, 1e-16, 1e-6}) {
      const Simulator simulator =
          test::make_simulator(scene_of({{x, 0, 0}}, fmt::format(R"({{"obstacles":[{}]}})", obstacle)));
      cells.begin(simulator.world());
      EXPECT_NEAR(cells.cell(0)->area(1.0), free, 0.08) << obstacle << " " << x;
    }
  }
}

// What stands at an edge of a world that wraps ends cells at the opposite edge as in the middle.
TEST(VoronoiCells, EndAtImagesOfObstacles) {
  const auto area_of = [](double shift) {
    const Simulator simulator = test::make_simulator(
        scene_of({{4.9 + shift, 5, 0}}, fmt::format(R"({{"bounds":{{"min":[0,0],"max":[10,10],"edge":"wrap"}},
                   "obstacles":[{{"center":[{},5],"radius":0.5}}]}})",
                                                    shift > 0.0 ? 0.2 : 5.7)));
    VoronoiCells cells(2.0);
    cells.begin(simulator.world());
    return cells.cell(0)->area(2.0);
  };
  EXPECT_NEAR(area_of(4.5), area_of(0.0), 1e-12);
}

TEST(VoronoiCells, FillAWorldThatWraps) {
  const std::vector<Vec3> points = random_points(30, 3.0);
  const Simulator simulator =
      test::make_simulator(scene_of(points, R"({"bounds":{"min":[0,0],"max":[3,3],"edge":"wrap"}})"));
  VoronoiCells cells(20.0);
  cells.begin(simulator.world());
  double sum = 0.0;
  for (AgentIndex i = 0; i < points.size(); ++i)
    sum += cells.cell(i)->area(20.0);
  EXPECT_NEAR(sum, 9.0, 1e-11);
}

TEST(VoronoiCells, FillARoomWithEdges) {
  std::vector<Vec3> points = random_points(20, 3.0);
  points.push_back({0, 0, 0});
  points.push_back({3, 1, 0});
  const Simulator simulator =
      test::make_simulator(scene_of(points, R"({"bounds":{"min":[0,0],"max":[3,3],"edge":"reflect"}})"));
  VoronoiCells cells(20.0);
  cells.begin(simulator.world());
  double sum = 0.0;
  for (AgentIndex i = 0; i < points.size(); ++i)
    sum += cells.cell(i)->area(20.0);
  EXPECT_NEAR(sum, 9.0, 1e-7);
}

// The same bits whichever cells the grids have, and in whatever order the scenario names what stands there.
TEST(VoronoiCells, DependNeitherOnGridsNorOnTheOrderOfWhatStandsThere) {
  const std::vector<Vec3> points = points_among_statics();
  const Simulator with = test::make_simulator(scene_of(points, statics_of(kWalls, kObstacles)));
  std::string text =
      scene_of(points, statics_of(std::vector(std::rbegin(kWalls), std::rend(kWalls)),
                                  std::vector(std::rbegin(kObstacles), std::rend(kObstacles))));
  text.insert(1, R"("simulation":{"partition":{"enabled":false}},)");
  const Simulator without = test::make_simulator(text);
  VoronoiCells a(1.0), b(1.0);
  a.begin(with.world());
  b.begin(without.world());
  for (AgentIndex i = 0; i < points.size(); ++i)
    EXPECT_EQ(a.cell(i)->corners(), b.cell(i)->corners());
}

TEST(VoronoiCells, OfTwoAtOnePlaceTheFirstHasTheCell) {
  const Simulator simulator = test::make_simulator(scene_of({{1, 1, 0}, {2, 1, 0}, {1, 1, 0}}));
  VoronoiCells cells(1.0);
  cells.begin(simulator.world());
  const StarPolygon* first = cells.cell(0);
  ASSERT_NE(first, nullptr);
  // A disc without the part beyond the line at half a meter.
  const double segment = kPi / 3.0 - std::sqrt(0.75) / 2.0;
  EXPECT_NEAR(first->area(1.0), kPi - segment, 1e-12);
  EXPECT_EQ(cells.cell(2), nullptr);
}

TEST(StarPolygon, TheAreaOfASquareInADisc) {
  StarPolygon square;
  square.reset(1.0);
  EXPECT_DOUBLE_EQ(square.area(2.0), 4.0);
  EXPECT_DOUBLE_EQ(square.area(1.0), kPi);
  EXPECT_DOUBLE_EQ(square.area(0.5), kPi / 4.0);
  // Radius sqrt(2) / 2 * 1.2: four segments cut off.
  const double r = 1.2, half = std::acos(1.0 / r);
  EXPECT_NEAR(square.area(r), kPi * r * r - 4.0 * (half * r * r - std::sqrt(r * r - 1.0)), 1e-12);
}

TEST(StarPolygon, ASegmentHidesItsShadow) {
  StarPolygon square;
  square.reset(1.0);
  square.hide({0.5, -0.25, 0}, {0.5, 0.25, 0});
  EXPECT_DOUBLE_EQ(square.area(2.0), 4.0 - 0.375);
  square.hide({0.5, 0.25, 0}, {0.5, -0.25, 0});
  EXPECT_DOUBLE_EQ(square.area(2.0), 4.0 - 0.375);
  // Behind it, or in line with the origin: nothing more.
  square.hide({0.8, 0.1, 0}, {0.9, -0.1, 0});
  square.hide({0.1, 0.1, 0}, {0.7, 0.7, 0});
  EXPECT_NEAR(square.area(2.0), 4.0 - 0.375, 1e-15);
}

TEST(StarPolygon, TheAreaWithinAPolygonThatDoesNotHoldTheOrigin) {
  StarPolygon square;
  square.reset(1.0);
  const std::vector<Vec3> box = {{0.25, -0.5, 0}, {3, -0.5, 0}, {3, 0.5, 0}, {0.25, 0.5, 0}};
  double sum = 0.0;
  for (std::size_t k = 0; k < box.size(); ++k)
    sum += square.area_within(box[k], box[(k + 1) % box.size()], 5.0);
  EXPECT_DOUBLE_EQ(sum, 0.75);
}

}  // namespace
}  // namespace drover::voronoi_cells_test
