#include <algorithm>

#include <gtest/gtest.h>

#include "observe/record/projectile_table.h"
#include "projectiles/range.h"

namespace drover::projectile_rows_test {
namespace {

using test::simulator_of;

// What happened in so many steps, from the present state on.
std::vector<ProjectileRow> news_of(Simulator& simulator, int steps) {
  ProjectileRows rows(simulator.world().model());
  std::vector<ProjectileRow> news;
  for (int k = 0; k <= steps; ++k) {
    if (k > 0) test::run_steps(simulator, 1);
    for (const ProjectileRow& row : rows.news(simulator))
      news.push_back(row);
  }
  return news;
}

TEST(ProjectileRows, SayWhatHappenedInTheOrderOfTime) {
  Simulator simulator = simulator_of({.dt = 0.1,
                                      .shot = R"("muzzle_speed":10,"explosion":{"radius":2})",
                                      .fire = R"("target":{"point":[5,0]},"period":1000)",
                                      .world = R"(,"walls":[{"points":[[3,-1],[3,1]]}])"});
  const std::vector<ProjectileRow> news = news_of(simulator, 10);
  ASSERT_EQ(news.size(), 3u);
  EXPECT_EQ(news[0].news, ProjectileNews::fired);
  EXPECT_EQ(news[0].step, 1u);
  EXPECT_EQ(news[0].time, 0.0);
  EXPECT_EQ(news[0].owner, 0u);
  EXPECT_EQ(news[1].news, ProjectileNews::wall);
  EXPECT_EQ(news[1].what_was_met(), Met::wall);
  EXPECT_TRUE(news[1].has_ended);
  EXPECT_NEAR(news[1].position.x, 3.0 - simulator.world().model().projectiles.types[0].radius, 1e-9);
  EXPECT_LE(news[1].time, static_cast<double>(news[1].step) * 0.1 + 1e-12);
  EXPECT_GE(news[1].time, static_cast<double>(news[1].step - 1) * 0.1);
  EXPECT_EQ(news[2].news, ProjectileNews::explosion);
  EXPECT_EQ(news[2].blast, 2.0);
  EXPECT_EQ(news[2].position, news[1].position);
}

// Also at the start, and as often as they repeat; those before the first state that is seen are over.
TEST(ProjectileRows, TellExplosionsByEvents) {
  Simulator simulator = test::make_simulator(R"({"format":1,"simulation":{"dt":0.1},"agent_types":{"a":{}},
      "agents":[{"type":"a","position":[0,0]}],"events":[{"type":"explosion","at":0,"position":[1,0]},
      {"type":"explosion","at":0.5,"position":[2,0],"radius":3,"every":0.2,"times":3}]})");
  ASSERT_TRUE(ProjectileRows::exist_in(simulator.world().model()));
  const std::vector<ProjectileRow> news = news_of(simulator, 6);
  ASSERT_EQ(news.size(), 2u);
  EXPECT_EQ(news[0].step, 0u);
  EXPECT_EQ(news[0].position.x, 1.0);
  EXPECT_EQ(news[1].step, 5u);
  EXPECT_EQ(news[1].blast, 3.0);
  EXPECT_EQ(news[1].projectile, 0u);
  EXPECT_EQ(news_of(simulator, 10).size(), 2u);
}

TEST(ProjectileRows, AreThereOnlyWhereSomethingMayFlyOrExplode) {
  EXPECT_TRUE(ProjectileRows::exist_in(simulator_of({}).world().model()));
  const Simulator peaceful =
      test::make_simulator(R"({"format":1,"agent_types":{"a":{}},"agents":[{"type":"a","position":[0,0]}]})");
  EXPECT_FALSE(ProjectileRows::exist_in(peaceful.world().model()));
}

TEST(ProjectileTable, StandsBesideTheTrace) {
  const auto path_of = [](const std::string& trace) {
    return projectile_table_path(trace, *dataset_format_of(trace));
  };
  EXPECT_EQ(path_of("out/trace.csv"), "out/trace.projectiles.csv");
  EXPECT_EQ(path_of("a.b.ndjson.zst"), "a.b.projectiles.ndjson.zst");
  EXPECT_EQ(path_of("trace"), "trace.projectiles.csv");
}

}  // namespace
}  // namespace drover::projectile_rows_test
