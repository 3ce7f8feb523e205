// Squads that march round corners keep their slots and off each other.
#include "formation_runs/squad.h"

namespace drover::test::march_test {
namespace {

constexpr double kSpacing = 1.5;  // [m]
constexpr double kRadius = 0.3;   // [m]

struct March {
  double slot_error = 0.0;     // the greatest, about the mean of the members [m]
  double nearest = kInfinity;  // between the centers of two members [m]
  double arrival = kInfinity;  // since when the mean of the members is at the end of the path [s]
};

March march(const std::string& pattern, int count, const std::string& path, Vec3 end, double duration) {
  Simulator simulator = simulator_of(
      {.pattern = pattern,
       .count = count,
       .anchor = anchor_at("[0,0]", "0", R"({"type":"follow_path","path":"way","variant":"rabbit"})"),
       .type = R"("radius":0.3,"max_speed":2,"max_acceleration":4)",
       .scenario = R"(,"world":{"paths":{"way":{"points":)" + path + "}}}"});
  const AgentIndex members = static_cast<AgentIndex>(count);
  March found;
  for (double time = 0.0; time < duration; time = simulator.world().time()) {
    run_steps(simulator, 5);
    found.slot_error = larger(found.slot_error, shape_error(simulator));
    for (AgentIndex i = 0; i < members; ++i) {
      for (AgentIndex j = 0; j < i; ++j)
        found.nearest = smaller(found.nearest, length(place_of(simulator, i) - place_of(simulator, j)));
    }
    if (length(mean_place(simulator, members) - end) > 0.3) found.arrival = simulator.world().time();
  }
  return found;
}

class Marches : public testing::TestWithParam<std::tuple<const char*, int>> {};

// Corners of 90 degrees between legs of 25 m, and a reversal. The anchor walks at 0.9 of the members' 2 m/s;
// corners may cost a tenth of the way.
TEST_P(Marches, KeepTogetherInTurns) {
  const auto& [type, count] = GetParam();
  const std::string pattern = fmt::format(R"({{"type":"{}","spacing":{}}})", type, kSpacing);
  const std::tuple<const char*, double, double> paths[] = {
      {"[[0,0],[25,0],[25,25],[0,25],[0,0]]", 100.0, 80.0}, {"[[0,0],[25,0],[0,0]]", 50.0, 60.0}};
  for (const auto& [path, length_of_path, duration] : paths) {
    const March found = march(pattern, count, path, {0, 0, 0}, duration);
    EXPECT_LT(found.slot_error, kSpacing) << path;
    EXPECT_GT(found.nearest, 2.0 * kRadius) << path;
    EXPECT_LT(found.arrival, 1.1 * length_of_path / (0.9 * 2.0) + 3.0) << path;
  }
}

INSTANTIATE_TEST_SUITE_P(MarchingSquads, Marches,
                         testing::Combine(testing::Values("box", "line", "wedge"), testing::Values(5, 9, 20)),
                         [](const auto& param) {
                           return fmt::format("{}{}", std::get<0>(param.param), std::get<1>(param.param));
                         });

}  // namespace
}  // namespace drover::test::march_test
