#include "golden/report_samples.h"

#include <limits>

#include <fmt/format.h>

namespace drover::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Verdict expectation(const std::string& metric, double limit, double value) {
  return {.metric = metric,
          .at_most = limit,
          .at_least = {},
          .value = {.number = value, .is_count = false},
          .pass = value <= limit};
}

Divergence sample_divergence() {
  Divergence divergence;
  divergence.add({.step = 412,
                  .agent = 17,
                  .quantity = "vx",
                  .unit = "m/s",
                  .expected = 1.25,
                  .actual = 1.2500000000000002});
  divergence.finish_step(412);
  return divergence;
}

}  // namespace

ScenarioCheck sample_check(const std::string& scenario, CheckStatus status) {
  ScenarioCheck check{.scenario = fmt::format("scenarios/{}.json", scenario),
                      .golden = fmt::format("golden/{}.golden.json", scenario),
                      .status = status};
  check.name = scenario;
  check.dt = 0.02;
  check.steps = 600;
  check.state_hash = "0123456789abcdef";
  check.seconds = 0.25;
  return check;
}

ScenarioCheck sample_difference() {
  ScenarioCheck check = sample_check("pursuit", CheckStatus::differs);
  check.message = "the first difference is in step 412";
  check.detail = "checkpoints agree up to step 400\nand not after it\n";
  check.command = "drover check --update scenarios/pursuit.json";
  check.divergence = sample_divergence();
  check.metrics = {
      {.metric = "speed.mean",
       .expected = 2.0,
       .actual = 2.01,
       .tolerance = {0.1, 0.0},
       .is_tolerated = true,
       .excess = 0.1},
      {.metric = "extent.mean", .expected = 4.0, .actual = 4.5, .tolerance = {0.1, 0.0}, .excess = 5.0},
      {.metric = "collisions.agent_agent",
       .expected = 2.0,
       .actual = 3.0,
       .tolerance = {},
       .excess = kInfinity},
      {.metric = "arrivals.last",
       .expected = 7.5,
       .actual = {},
       .tolerance = {0.1, 0.0},
       .excess = kInfinity},
      {.metric = "stuck.agents", .expected = {}, .actual = 1.0, .tolerance = {}, .only_actual = true},
  };
  check.expectations = {expectation("collisions.agent_agent", 3.0, 3.0),
                        expectation("speed.mean", 9.0, 2.01)};
  return check;
}

CheckReport sample_report() {
  CheckReport report;
  const auto add = [&report](ScenarioCheck check, const std::string& message) {
    check.message = message;
    report.scenarios.push_back(std::move(check));
  };
  add(sample_check("arrive", CheckStatus::passed), "");
  add(sample_check("crowd", CheckStatus::run_failed), "the position of agent 3 is not finite in step 12");
  add(sample_check("evade", CheckStatus::missing), "there is no golden");
  add(sample_check("flee", CheckStatus::tolerated), "everything is within tolerance");
  add(sample_check("hide", CheckStatus::bad_input), "unknown field \"maxSped\"");
  report.scenarios.back().line = 6;
  add(sample_check("interpose", CheckStatus::scenario_changed), "the golden is of another scenario");
  add(sample_check("jump", CheckStatus::passed), "");
  report.scenarios.back().expectations = {expectation("overlap.most", 0.1, 0.2)};
  add(sample_check("mill", CheckStatus::numerics_changed), "the golden was made with other arithmetic");
  add(sample_difference(), sample_difference().message);
  add(sample_check("seek", CheckStatus::updated), "wrote golden/seek.golden.json");
  report.obsolete = {"golden/old.golden.json", "golden/older.golden.json"};
  report.obsolete_fails = true;
  report.accept_command = "drover check --update scenarios";
  report.prune_command = "drover check --prune scenarios";
  report.seconds = 12.34;
  return report;
}

CheckReport sample_change_of_everything(std::size_t count) {
  CheckReport report;
  for (std::size_t i = 0; i < count; ++i) {
    ScenarioCheck check = sample_difference();
    check.scenario = fmt::format("scenarios/s{:04}.json", i);
    check.name = fmt::format("s{:04}", i);
    report.scenarios.push_back(std::move(check));
  }
  return report;
}

std::string hostile_name() {
  return "a\"b'\n::error::c\r]]></failure><!--|`*_\x07%,:\xFF\xC3\xEF\xBF\xBF";
}

}  // namespace drover::test
