// Random small worlds in which bodies push and run against obstacles of all shapes, walls and each other:
// with non-penetration no body enters what it was not in from the start. DROVER_TEST_WORLDS sets their
// number.
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/det_math.h"
#include "formations/cost_tables.h"
#include "support/scene.h"

namespace drover::test::bodies_and_shapes_test {
namespace {

constexpr int kSteps = 60;
constexpr int kAgents = 5;
constexpr double kSide = 8.0;  // m

std::uint64_t world_count() {
  const char* text = std::getenv("DROVER_TEST_WORLDS");
  return text == nullptr ? 400 : std::strtoull(text, nullptr, 10);
}

class Worlds {
 public:
  std::string next() {
    std::string obstacles;
    for (std::uint64_t k = 1 + draw_(4); k > 0; --k)
      obstacles += (obstacles.empty() ? "" : ",") + obstacle();
    std::string walls;
    for (std::uint64_t k = draw_(3); k > 0; --k)
      walls += (walls.empty() ? "" : ",") + wall();
    std::string agents;
    for (int k = 0; k < kAgents; ++k) {
      agents += fmt::format(R"({}{{"type":"a","position":[{},{}],"velocity":[{},{}]}})", k > 0 ? "," : "",
                            coordinate(), coordinate(), between(-3, 3), between(-3, 3));
    }
    const bool is_bounded = draw_(3) > 0;
    const char* edges[] = {"wrap", "reflect", "clamp", "open"};
    const std::string bounds =
        is_bounded
            ? fmt::format(R"("bounds":{{"min":[0,0],"max":[{},{}],"edge":"{}"}},)", kSide, kSide,
                          // A wall is where it is, not where its images are: bodies come to it through edges.
                          edges[walls.empty() ? draw_(4) : 1 + draw_(3)])
            : "";
    return fmt::format(
        R"({{"format":1,"seed":{},"simulation":{{"dt":{},"non_penetration":{{"enabled":true,"iterations":{}}}}},
            "world":{{{}"obstacles":[{}],"walls":[{}]}},
            "agent_types":{{"a":{{"radius":{{"uniform":[0.05,0.4]}},"max_speed":{},"max_acceleration":40,"steering":{{"behaviors":[
              {{"type":"seek","target":{{"point":[{},{}]}}}},{{"type":"wander","weight":2}}]}}}}}},"agents":[{}]}})",
        draw_(1000), between(0.02, 0.1), 1 + draw_(3), bounds, obstacles, walls, between(1, 30), coordinate(),
        coordinate(), agents);
  }

 private:
  double between(double low, double high) { return low + (high - low) * draw_.fraction(); }
  // Few digits, so that bodies touch by chance and corners meet edges.
  double coordinate() { return static_cast<double>(draw_(33)) * kSide / 32.0; }

  // Of obstacles, which must not be larger than a world that wraps.
  double inner() { return 1.0 + static_cast<double>(draw_(25)) * (kSide - 2.0) / 24.0; }

  std::string obstacle() {
    const std::string hollow = draw_(4) == 0 ? R"(,"hollow":true)" : "";
    switch (draw_(4)) {
      case 0:
        return fmt::format(R"({{"center":[{},{}],"radius":{}{}}})", inner(), inner(), between(0.2, 1.5),
                           hollow);
      case 1:
        return fmt::format(R"({{"capsule":{{"from":[{},{}],"to":[{},{}],"radius":{}}}{}}})", inner(), inner(),
                           inner(), inner() + 0.1, between(0.05, 0.8), hollow);
      case 2:
        return fmt::format(R"({{"box":{{"center":[{},{}],"size":[{},{}],"angle_deg":{}}}{}}})", inner(),
                           inner(), between(0.1, 3), between(0.1, 3), 15 * draw_(12), hollow);
      default:
        return fmt::format(R"({{"polygon":[{}]{}}})", star(), hollow);
    }
  }

  // About a center, with corners in and out.
  std::string star() {
    const double x = inner();
    const double y = inner();
    const std::uint64_t n = 3 + draw_(6);
    std::string corners;
    for (std::uint64_t k = 0; k < n; ++k) {
      const auto turn = det::sin_cos(2.0 * det::kPi * static_cast<double>(k) / static_cast<double>(n));
      const double reach = between(0.3, 2.0);
      corners += fmt::format("{}[{},{}]", k > 0 ? "," : "", x + reach * turn.cos, y + reach * turn.sin);
    }
    return corners;
  }

  std::string wall() {
    return fmt::format(R"({{"points":[[{},{}],[{},{}],[{},{}]]}})", coordinate(), coordinate(), coordinate(),
                       coordinate() + 0.1, coordinate() + 0.05, coordinate());
  }

  Draw draw_;
};

// What an agent can be in: the obstacles, then the segments of the walls.
double distance_to(const StaticGeometry& geometry, std::uint32_t k, Vec3 p) {
  const auto obstacles = static_cast<std::uint32_t>(geometry.shapes().size());
  if (k < obstacles) return geometry.distance_to_obstacle(k, p);
  const Segment& wall = geometry.segments()[k - obstacles];
  return length(p - nearest_point_on_segment(wall.a, wall.b, p));
}

TEST(BodiesAndShapes, NoBodyEntersWhatItWasNotIn) {
  constexpr double kTolerance = 1e-8;  // m
  Worlds worlds;
  const std::uint64_t count = world_count();
  std::uint64_t touches = 0;
  for (std::uint64_t world = 0; world < count; ++world) {
    const std::string text = worlds.next();
    Simulator simulator = make_simulator(text);
    const StaticGeometry geometry = simulator.world().geometry();
    const auto things = static_cast<std::uint32_t>(geometry.shapes().size() + geometry.segments().size());
    std::vector<std::uint8_t> was_in(static_cast<std::size_t>(things) * kAgents, 1);
    for (int step = 0; step <= kSteps; ++step) {
      for (AgentIndex i = 0; i < kAgents; ++i) {
        const double radius = simulator.world().state.limits.radius[i];
        for (std::uint32_t k = 0; k < things; ++k) {
          const double gap = distance_to(geometry, k, simulator.world().state.motion.position(i)) - radius;
          const bool is_in = gap < -kTolerance;
          touches += gap < kTolerance ? 1 : 0;
          std::uint8_t& before = was_in[k * kAgents + i];
          ASSERT_TRUE(!is_in || before != 0) << "agent " << i << " is " << -gap << " m in " << k
                                             << " at step " << step << " of world " << world << ": " << text;
          before = is_in ? 1 : 0;
        }
      }
      run_steps(simulator, 1);
    }
  }
  EXPECT_GT(touches, 100 * count);
}

// A center never passes to the other side of a wall or into a solid, however fast the body is.
TEST(BodiesAndShapes, NothingPassesAClosedFence) {
  Draw draw;
  for (int k = 0; k < 50; ++k) {
    const double angle = 90.0 * draw.fraction();
    const std::string text = fmt::format(
        R"({{"format":1,"simulation":{{"dt":0.1,"non_penetration":{{"enabled":true,"iterations":2}}}},
            "world":{{"obstacles":[{{"box":{{"center":[0,0],"size":[6,5],"angle_deg":{}}},"hollow":true}}]}},
            "agent_types":{{"a":{{"radius":0.1,"max_speed":100,"max_acceleration":1000,
              "steering":{{"behaviors":[{{"type":"wander"}},{{"type":"seek","target":{{"point":[{},{}]}}}}]}}}}}},
            "agents":[{{"type":"a","count":8,"placement":{{"type":"rectangle","min":[-1.5,-1.5],"max":[1.5,1.5]}}}}]}})",
        angle, 40.0 * draw.fraction() - 20.0, 40.0 * draw.fraction() - 20.0);
    Simulator simulator = make_simulator(text);
    run_steps(simulator, 40);
    for (AgentIndex i = 0; i < 8; ++i)
      EXPECT_TRUE(
          simulator.world().geometry().shapes()[0].encloses(simulator.world().state.motion.position(i)))
          << text;
  }
}

}  // namespace
}  // namespace drover::test::bodies_and_shapes_test
