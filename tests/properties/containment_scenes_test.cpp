// Random scenes of containment: a right angle and a mirror change no bit, whatever the region is.
#include <array>
#include <random>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/catalog.h"
#include "properties/same_motion.h"
#include "scenario/scenario_reader.h"
#include "support/scene.h"

namespace drover::test::containment_scenes_test {
namespace {

constexpr int kScenes = 1000;
constexpr int kAgents = 6;
constexpr MovedRun kExact = {.steps = 40, .tolerance = 0.0};

class Scenes {
 public:
  // A pen with agents in it, outside and on their way out.
  std::string next() {
    std::string agents;
    for (int k = 0; k < kAgents; ++k) {
      agents += fmt::format(R"({}{{"type":"a","overlap":true,"position":[{},{}],"velocity":[{},{}]}})",
                            k > 0 ? "," : "", between(-7, 7) + 1e-6 * k,  // no two in one place
                            between(-7, 7), between(-2, 2), between(-2, 2));
    }
    const std::string behavior =
        fmt::format(R"({{"type":"containment","region":"pen","margin":{},"lookahead":{}}})", between(0, 1),
                    between(0.2, 1.5));
    // A heading that turns by degrees turns left where the body reverses exactly, in a mirrored world too.
    return scene("[" + behavior + "]", "[" + agents + "]",
                 R"(,"locomotion":{"type":"point_mass","facing":"velocity_aligned"})",
                 fmt::format(R"(,"world":{{"regions":{{"pen":{}}}}})", pen()));
  }

 private:
  double between(double low, double high) {
    // Not a distribution, whose numbers are the library's. Few digits, so that ties are not rare.
    constexpr int kParts = 40;
    return low + (high - low) * static_cast<double>(random_() % (kParts + 1)) / kParts;
  }

  std::string pen() {
    switch (random_() % 3) {
      case 0:
        return fmt::format(R"({{"min":[{},{}],"max":[{},{}]}})", between(-5, -3), between(-5, -3),
                           between(3, 5), between(3, 5));
      case 1:
        return fmt::format(R"({{"center":[{},{}],"radius":{}}})", between(-1, 1), between(-1, 1),
                           between(3, 5));
      default:
        return fmt::format(R"({{"points":[[{},{}],[{},{}],[{},{}],[{},{}]]}})", between(-5, -3),
                           between(-5, -3), between(3, 5), between(-5, -3), between(3, 5), between(3, 5),
                           between(-5, -3), between(3, 5));
    }
  }

  std::mt19937_64 random_{1};
};

TEST(ContainmentScenes, RightAnglesAndMirrorsChangeNoBit) {
  constexpr std::array<RigidMotion, 4> kMotions = {{
      {.yy = -1.0},                                   // across the x axis
      {.xx = -1.0},                                   // across the y axis
      {.xx = 0.0, .xy = 1.0, .yx = 1.0, .yy = 0.0},   // across the diagonal
      {.xx = 0.0, .xy = -1.0, .yx = 1.0, .yy = 0.0},  // a quarter turn
  }};
  Scenes scenes;
  for (int k = 0; k < kScenes; ++k) {
    const std::string text = scenes.next();
    Diagnostics diagnostics;
    JsonSources sources;
    const auto scenario = read_scenario_text({"scene.json", text}, {}, catalog(), sources, diagnostics);
    ASSERT_TRUE(scenario) << format_human(diagnostics, sources, false) << text;
    for (const RigidMotion& motion : kMotions) {
      expect_same_motion(scenario->def, motion, kExact);
      ASSERT_FALSE(HasFailure()) << "scene " << k << ": " << text;
    }
  }
}

}  // namespace
}  // namespace drover::test::containment_scenes_test
