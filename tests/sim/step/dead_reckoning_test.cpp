// Agents that others know by reports, through the simulator.
#include "sim/step/dead_reckoning.h"

#include <cmath>
#include <functional>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/state/report_memory.h"
#include "sim/state/saved_state.h"
#include "support/problems.h"
#include "support/scene.h"

namespace drover::dead_reckoning_test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* kCorrections[] = {"snap", "linear", "smooth", "exponential"};

// A scenario in which a runner is known by reports and a seeker goes after it; the runner comes first.
struct Chase {
  double dt = 0.1;
  double max_speed = 4;                     // of the runner
  std::string reports = R"("interval":1)";  // keys of dead_reckoning; empty: others see the runner
  std::string runner = "";                  // more keys of its type, each with a comma before it
  std::string start = R"("position":[0,0])";
  std::string seeker = R"("steering":{"behaviors":[{"type":"seek","target":{"agent":"runner"}}]})";
  std::string scenario = "";  // more keys, likewise
};

std::string text_of(const Chase& chase) {
  const std::string reports = chase.reports.empty() ? "null" : fmt::format("{{{}}}", chase.reports);
  return fmt::format(
      R"({{"format":1,"simulation":{{"dt":{},"duration":1000}},
  "agent_types":{{"runner":{{"max_speed":{},"dead_reckoning":{}{}}},"seeker":{{{}}}}},
  "agents":[{{"id":"runner","group":"runners","type":"runner",{}}},{{"type":"seeker","position":[40,30]}}]{}}})",
      chase.dt, chase.max_speed, reports, chase.runner, chase.seeker, chase.start, chase.scenario);
}

// The locomotion of an agent that is at each time n * dt at a place, with exactly this velocity.
using PlaceAt = std::function<Vec3(double t)>;
std::string scripted(double dt, int steps, const PlaceAt& place, const PlaceAt& velocity) {
  std::string rows;
  for (int n = 0; n <= steps; ++n) {
    const double t = n * dt, h = dt / 4;
    const Vec3 p = place(t), before = p - velocity(t) * h;
    rows += fmt::format("{}[{},{},{}],[{},{},{}]", n == 0 ? "" : ",", t - h, before.x, before.y, t, p.x, p.y);
  }
  return fmt::format(R"(,"locomotion":{{"type":"scripted","keyframes":[{}]}})", rows);
}

// A circle of 5 m at 3 m/s: an acceleration of 1.8 m/s^2, a jerk of 1.08 m/s^3.
Vec3 on_circle(double t) {
  return {5 * std::cos(0.6 * t), 5 * std::sin(0.6 * t), 0};
}
Vec3 velocity_on_circle(double t) {
  return {-3 * std::sin(0.6 * t), 3 * std::cos(0.6 * t), 0};
}
std::string circling(double dt, int steps) {
  return scripted(dt, steps, on_circle, velocity_on_circle);
}

Vec3 shown(const Simulator& simulator, AgentIndex agent = 0) {
  return simulator.world().seen_motion().position(agent);
}
Vec3 true_position(const Simulator& simulator, AgentIndex agent = 0) {
  return simulator.world().state.motion.position(agent);
}
double error(const Simulator& simulator) {
  return length(shown(simulator) - true_position(simulator));
}
// The tick of the report that others go by.
double shown_since(const Simulator& simulator) {
  const World& world = simulator.world();
  const MemoryHandle& reports = world.model().type_of(0).reports;
  return ReportMemory(world.state.columns.values(reports).first(reports.width)).sent(0);
}

TEST(Reports, OnACircleErrAsInTheWorkedExample) {
  Simulator simulator =
      test::make_simulator(text_of({.reports = R"("interval":5)", .runner = circling(0.1, 20)}));
  double last = 0.0;
  for (const auto& [age, off] : {std::pair(0.2, 0.035986), {0.5, 0.224438}, {1.0, 0.891036}}) {
    test::run_steps(simulator, static_cast<int>(std::lround((age - last) / 0.1)));
    last = age;
    EXPECT_NEAR(error(simulator), off, 5e-7);
  }
}

// The report of 1.5 s, the first one that can tell an acceleration: that of the step before it.
TEST(Reports, WithAnAccelerationErrAsInTheWorkedExample) {
  const auto velocity = [](double t) {
    const bool is_before = std::fabs(t - 1.4) < 0.01;
    return is_before ? velocity_on_circle(1.5) + on_circle(1.5) * (0.36 * 0.1) : velocity_on_circle(t);
  };
  Simulator simulator =
      test::make_simulator(text_of({.reports = R"("interval":1.5,"order":2,"correction":"snap")",
                                    .runner = scripted(0.1, 40, on_circle, velocity)}));
  test::run_steps(simulator, 20);
  EXPECT_NEAR(error(simulator), 0.022462, 5e-7);
  test::run_steps(simulator, 5);
  EXPECT_NEAR(error(simulator), 0.178789, 5e-7);
}

// Where reports come every interval and take the delay, the estimate is never older than both.
TEST(Reports, ErrNoMoreThanTheirAgeAllows) {
  for (const auto& [interval, delay] : {std::pair(0.5, 0.0), {0.5, 0.3}, {0.2, 0.7}}) {
    Simulator simulator = test::make_simulator(
        text_of({.dt = 0.05,
                 .reports = fmt::format(R"("interval":{},"delay":{},"correction":"snap")", interval, delay),
                 .runner = circling(0.05, 100)}));
    double greatest = 0.0;
    for (int k = 0; k < 100; ++k) {
      test::run_steps(simulator, 1);
      greatest = std::max(greatest, error(simulator));
    }
    EXPECT_LE(greatest, first_order_error_bound(1.8, interval + delay));
    EXPECT_GT(greatest, 0.95 * first_order_error_bound(1.8, interval + delay - 0.05));
  }
}

// By the threshold alone the first report is sent after 0.471930 s, and none sooner after another than
// sqrt(2 threshold / a) = 0.471405 s.
TEST(Reports, AreSentNoSoonerThanTheThresholdAllows) {
  constexpr double kDt = 0.001;
  Simulator simulator = test::make_simulator(text_of(
      {.dt = kDt, .reports = R"("threshold":0.2,"correction":"snap")", .runner = circling(kDt, 2500)}));
  std::vector<double> times;
  for (int k = 0; k < 2500; ++k) {
    test::run_steps(simulator, 1);
    if (shown_since(simulator) == static_cast<double>(simulator.world().state.tick))
      times.push_back(simulator.world().time());
    EXPECT_LE(error(simulator), 0.2);
  }
  ASSERT_EQ(times.size(), 5u);
  EXPECT_EQ(times[0], 472 * kDt);
  for (std::size_t k = 1; k < times.size(); ++k)
    EXPECT_GE(times[k] - times[k - 1], shortest_report_interval(0.2, 1.8));
}

// It stands at the origin until 0.5 s and 0.6 m farther back from 0.9 s on, which others hear after 1 s.
const char* const kStep =
    R"(,"locomotion":{"type":"scripted","keyframes":[[0,0,0],[0.5,0,0],[0.9,-0.6,0],[99,-0.6,0]]})";

TEST(Corrections, ShowTheErrorsOfTheWorkedExample) {
  struct Case {
    const char* correction;
    double quarter, half, end;
    int fastest_at;  // step
    double fastest;  // m/s
  };
  constexpr double kDt = 0.025;
  for (const Case& c :
       {Case{"linear", 0.45, 0.3, 0.0, 3, 2.0}, Case{"smooth", 0.50625, 0.3, 0.0, 6, 3.0},
        Case{"exponential", 0.283420, 0.133878, 0.029872, 0, 6.0}, Case{"snap", 0, 0, 0, 0, 0}}) {
    Simulator simulator = test::make_simulator(
        text_of({.dt = kDt,
                 .reports = fmt::format(R"("interval":1,"correction":"{}")", c.correction),
                 .runner = kStep}));
    test::run_steps(simulator, 40);
    EXPECT_NEAR(shown(simulator).x, c.fastest == 0.0 ? -0.6 : 0.0, 1e-12) << c.correction;
    std::vector<double> errors, speeds;
    for (int k = 0; k <= 12; ++k) {
      errors.push_back(shown(simulator).x + 0.6);
      speeds.push_back(-simulator.world().seen_motion().velocity(0).x);
      test::run_steps(simulator, 1);
    }
    EXPECT_NEAR(errors[3], c.quarter, 5e-7) << c.correction;
    EXPECT_NEAR(errors[6], c.half, 5e-7) << c.correction;
    EXPECT_NEAR(errors[12], c.end, 5e-7) << c.correction;
    EXPECT_NEAR(speeds[static_cast<std::size_t>(c.fastest_at)], c.fastest, 1e-9) << c.correction;
    EXPECT_LE(*std::ranges::max_element(speeds), c.fastest + 1e-9) << c.correction;
  }
}

TEST(Corrections, SnapBeyondTheSnapDistance) {
  for (const auto& [limit, first] : {std::pair(0.61, 0.0), {0.59, -0.6}}) {
    Simulator simulator = test::make_simulator(
        text_of({.reports = fmt::format(R"("interval":1,"snap_distance":{})", limit), .runner = kStep}));
    test::run_steps(simulator, 10);
    EXPECT_NEAR(shown(simulator).x, first, 1e-12);
  }
}

// What is shown never jumps, also where a report comes in the middle of a correction.
TEST(Corrections, GoOnFromWhatIsShown) {
  for (const char* correction : {"linear", "smooth", "exponential"}) {
    constexpr double kDt = 0.01;
    Simulator simulator = test::make_simulator(
        text_of({.dt = kDt,
                 .reports = fmt::format(
                     R"("interval":0.2,"delay":0.1,"correction":"{}","correction_time":0.5)", correction),
                 .runner = circling(kDt, 400)}));
    Vec3 before = shown(simulator);
    for (int k = 0; k < 400; ++k) {
      test::run_steps(simulator, 1);
      const double error = length(shown(simulator) - true_position(simulator));
      EXPECT_LE(length(shown(simulator) - before), (3.0 + 3.0 * (error + 0.1) / 0.5) * kDt);
      before = shown(simulator);
    }
  }
}

// In binary fractions straight motion is exact: no report says anything new, however late it comes.
TEST(Corrections, OfStraightMotionChangeNoBit) {
  std::vector<Vec3> ends;
  for (const char* correction : kCorrections) {
    Simulator simulator = test::make_simulator(
        text_of({.dt = 0.015625,
                 .reports = fmt::format(R"("interval":0.5,"delay":0.25,"correction":"{}")", correction),
                 .start = R"("position":[1,2],"velocity":[1.5,-0.25])"}));
    for (int k = 0; k < 200; ++k) {
      test::run_steps(simulator, 1);
      ASSERT_EQ(shown(simulator), true_position(simulator)) << correction;
      ASSERT_EQ(simulator.world().seen_motion().velocity(0), (Vec3{1.5, -0.25, 0}));
    }
    ends.push_back(true_position(simulator, 1));
  }
  for (const Vec3 end : ends)
    EXPECT_EQ(end, ends.front());
}

TEST(Reports, OfEveryStepAreAsGoodAsSight) {
  const auto end_of = [](const std::string& reports) {
    Simulator simulator = test::make_simulator(text_of({.reports = reports, .runner = circling(0.1, 100)}));
    test::run_steps(simulator, 100);
    return true_position(simulator, 1);
  };
  const Vec3 by_sight = end_of("");
  EXPECT_EQ(end_of(R"("interval":0.1,"correction":"snap")"), by_sight);
  EXPECT_EQ(end_of(R"("threshold":0,"correction":"snap")"), by_sight);
  EXPECT_NE(end_of(R"("interval":0.2,"correction":"snap")"), by_sight);
}

// The sender knows what it sent, not what arrived.
TEST(Reports, OfADelayComeLaterAndNoOftener) {
  const auto shown_in = [](const char* rule, double delay) {
    Simulator simulator = test::make_simulator(
        text_of({.reports = fmt::format(R"({},"delay":{})", rule, delay), .runner = circling(0.1, 60)}));
    std::vector<double> reports;
    for (int k = 0; k < 47; ++k) {
      test::run_steps(simulator, 1);
      reports.push_back(shown_since(simulator));
    }
    return reports;
  };
  for (const char* rule : {R"("interval":0.5)", R"("threshold":0.2)", R"("interval":0.9,"threshold":0.4)"}) {
    const std::vector<double> late = shown_in(rule, 0.7), at_once = shown_in(rule, 0.0);
    EXPECT_TRUE(std::equal(late.begin() + 7, late.end(), at_once.begin())) << rule;
    EXPECT_GT(late.back(), 0.0) << rule;
  }
}

// From 10 to 20 m/s within a step, which is the maximum: the acceleration of the step leads no farther.
TEST(Reports, GoNoFasterThanTheAgentCan) {
  Simulator simulator = test::make_simulator(
      text_of({.max_speed = 20,
               .reports = R"("interval":1.1,"order":2,"correction":"snap")",
               .runner = R"(,"locomotion":{"type":"scripted","keyframes":[[0,0,0],[1,10,0],[10,190,0]]})"}));
  test::run_steps(simulator, 11);
  EXPECT_EQ(shown_since(simulator), 11.0);
  for (int k = 0; k < 5; ++k) {
    test::run_steps(simulator, 1);
    EXPECT_NEAR(error(simulator), 0.0, 1e-9);
    EXPECT_NEAR(length(simulator.world().seen_motion().velocity(0)), 20.0, 1e-9);
  }
}

// From rest at the start others expect it to stay; it has gone 1 m sideways when the seeker looks.
TEST(Seen, TargetsAreWhereReportsSay) {
  const auto request = [](const std::string& reports, const std::string& target) {
    Simulator simulator = test::make_simulator(text_of(
        {.reports = reports,
         .runner = R"(,"locomotion":{"type":"scripted","keyframes":[[0,40,0],[0.1,50,0],[99,50,0]]})",
         .start = R"("position":[40,0])",
         .seeker = fmt::format(
             R"("goal":{{"agent":"runner"}},"steering":{{"behaviors":[{{"type":"seek","target":{},"response_time":1}}]}})",
             target)}));
    test::run_steps(simulator, 1);
    const Vec3 before = simulator.world().state.motion.velocity(1);
    test::run_steps(simulator, 1);
    return direction(simulator.world().state.motion.velocity(1) - before * 0.9);
  };
  for (const char* target : {R"("goal")", R"({"agent":"runner"})", R"({"group":"runners"})",
                             R"({"agent_type":"runner"})", R"({"group":"runners","select":"centroid"})"}) {
    const Vec3 there = request(R"("interval":1)", target);
    EXPECT_NEAR(there.x, 0.0, 1e-9) << target;
    EXPECT_NEAR(there.y, -1.0, 1e-9) << target;
    const Vec3 seen = request("", target);
    EXPECT_GT(seen.x, 0.1) << target;
  }
}

// The condition of an agent goes by reports, as the agent does; observers measure where agents are.
TEST(Seen, ConditionsGoByReportsAndObserversDoNot) {
  const Chase chase{
      .runner = R"(,"locomotion":{"type":"scripted","keyframes":[[0,40,0],[0.1,40,20],[99,40,20]]})",
      .start = R"("position":[40,0])",
      .seeker = R"("locomotion":{"type":"scripted","keyframes":[[0,40,30],[99,40,30]]},
        "steering":{"modes":{"far":{"transitions":[{"to":"near","when":
          {"type":"distance","target":{"agent":"runner"},"less_than":20}}]},"near":{}}})",
      .scenario = R"(,"quantities":{"gap":{"type":"distance","target":{"agent":"runner"}}},
        "record":{"trace":{"columns":["gap"]}})"};
  Simulator simulator = test::make_simulator(text_of(chase));
  test::run_steps(simulator, 5);
  EXPECT_EQ(simulator.value(simulator.world().model().quantities.front(), 1), 10.0);
  EXPECT_EQ(simulator.world().state.status.mode[1], 0u);
  test::run_steps(simulator, 20);
  EXPECT_EQ(simulator.world().state.status.mode[1], 1u);
}

// A shot goes where the target is believed and hits what is really there.
TEST(Seen, ShotsAimAtReportsAndHitBodies) {
  const auto hits = [](const std::string& reports) {
    Simulator simulator = test::make_simulator(fmt::format(
        R"({{"format":1,"simulation":{{"dt":0.1,"duration":100}},
      "projectile_types":{{"ray":{{"instant":true}}}},
      "agent_types":{{"a":{{"actions":[{{"type":"fire","projectile":"ray","target":{{"agent":"mark"}},"period":100,"when":{{"type":"time","from":0.5}}}}]}},
        "mark":{{"dead_reckoning":{},"locomotion":{{"type":"scripted","keyframes":[[0,10,0],[0.2,10,3],[99,10,3]]}}}},
        "b":{{}}}},
      "agents":[{{"type":"a","position":[0,0]}},{{"id":"mark","type":"mark","position":[10,0]}},
                {{"type":"b","position":[20,0]}}]}})",
        reports));
    test::run_steps(simulator, 10);
    const std::vector<std::uint32_t>& of = simulator.world().state.shots.hits;
    return std::pair(of[1], of[2]);
  };
  EXPECT_EQ(hits("null"), std::pair(1u, 0u));
  EXPECT_EQ(hits(R"({"interval":50})"), std::pair(0u, 1u));
}

TEST(Reports, CrossTheEdgeOfAWrappedWorld) {
  Simulator simulator = test::make_simulator(
      text_of({.dt = 0.125,
               .reports = R"("interval":0.5,"delay":0.25,"threshold":0.5,"correction":"linear")",
               .start = R"("position":[45,0],"velocity":[1.5,0])",
               .scenario = R"(,"world":{"bounds":{"min":[-50,-50],"max":[50,50],"edge":"wrap"}})"}));
  for (int k = 0; k < 80; ++k) {
    test::run_steps(simulator, 1);
    ASSERT_EQ(shown(simulator), true_position(simulator)) << k;
  }
  EXPECT_LT(true_position(simulator).x, 0.0);
}

TEST(Reports, TellHeightsInSpace) {
  Simulator simulator = test::make_simulator(
      R"({"format":1,"simulation":{"dt":0.125,"duration":100},"world":{"dimensions":3},
    "agent_types":{"a":{"dead_reckoning":{"interval":1,"delay":0.5}},
      "b":{"steering":{"behaviors":[{"type":"seek","target":{"agent":"one"}}]}}},
    "agents":[{"id":"one","type":"a","position":[0,0,1],"velocity":[0,0.5,2]},{"type":"b","position":[9,9,9]}]})");
  for (int k = 0; k < 40; ++k) {
    test::run_steps(simulator, 1);
    ASSERT_EQ(shown(simulator), true_position(simulator));
  }
  EXPECT_EQ(shown(simulator).z, 11.0);
}

// On a belt it is faster than its max_speed, as others know.
TEST(Reports, GoWithTheGround) {
  Simulator simulator =
      test::make_simulator(text_of({.dt = 0.125,
                                    .max_speed = 1,
                                    .reports = R"("interval":2,"correction":"snap")",
                                    .start = R"("position":[0,0],"velocity":[1,0])",
                                    .scenario = R"(,"world":{"regions":{"belt":{"min":[-99,-9],"max":[99,9]}},
           "ground":[{"region":"belt","carries":[2,0]}]})"}));
  test::run_steps(simulator, 20);
  const Vec3 off = shown(simulator) - true_position(simulator);
  EXPECT_NEAR(length(off), 0.0, 1e-12);
  EXPECT_GT(true_position(simulator).x, 5.0);
}

// It is known at once, though reports take a second.
TEST(Reports, BeginWhereAnAgentAppears) {
  Simulator simulator = test::make_simulator(text_of(
      {.reports = R"("interval":1,"delay":1)",
       .start = R"("position":[0,0])",
       .scenario = R"(,"events":[{"type":"spawn","at":0.5,"agents":{"type":"runner","position":[7,7]}},
           {"type":"remove","at":2,"target":{"agent":"runner"}}])"}));
  test::run_steps(simulator, 6);
  ASSERT_EQ(simulator.world().present_count(), 3u);
  EXPECT_EQ(shown(simulator, 2), (Vec3{7, 7, 0}));
  test::run_steps(simulator, 16);
  EXPECT_FALSE(simulator.world().is_present(0));
}

// Resumed in the middle of a correction, with a report on its way.
TEST(Reports, GoOnAfterARestore) {
  for (const char* correction : kCorrections) {
    const std::string text = text_of(
        {.reports = fmt::format(
             R"("interval":0.5,"delay":0.3,"order":2,"correction":"{}","correction_time":0.7)", correction),
         .runner = circling(0.1, 100)});
    Simulator original = test::make_simulator(text);
    test::run_steps(original, 21);
    const MemoryHandle& reports = original.world().model().type_of(0).reports;
    ASSERT_EQ(ReportMemory(original.world().state.columns.values(reports)).count(), 2u);
    ASSERT_GT(error(original), 0.0);
    Simulator resumed = test::make_simulator(text);
    ASSERT_FALSE(resumed.restore(save_state(original.world())));
    Simulator fork = original.fork();
    for (int k = 0; k < 40; ++k) {
      ASSERT_EQ(shown(resumed), shown(original)) << correction << k;
      ASSERT_EQ(shown(fork), shown(original)) << correction << k;
      ASSERT_EQ(resumed.hash(), original.hash()) << correction << k;
      for (Simulator* simulator : {&original, &resumed, &fork})
        test::run_steps(*simulator, 1);
    }
  }
}

TEST(Reports, AreTheSameBitsOnAnyNumberOfThreads) {
  const std::string text = R"({"format":1,"simulation":{"dt":0.1,"duration":100},"agent_types":{"a":{
    "dead_reckoning":{"threshold":0.3,"interval":1,"delay":0.4},"steering":{"behaviors":[
      {"type":"flee","target":{"agent_type":"a"}},{"type":"seek","target":{"agent_type":"a","select":"centroid"}}]}}},
    "agents":[{"type":"a","count":60,"placement":{"type":"disc","center":[0,0],"radius":20}}]})";
  Simulator alone = test::make_simulator(text);
  Simulator together = test::make_simulator(text);
  together.use_threads(3, 7);
  for (int k = 0; k < 60; ++k) {
    test::run_steps(alone, 1);
    test::run_steps(together, 1);
    ASSERT_EQ(together.hash(), alone.hash()) << k;
    ASSERT_EQ(shown(together, 17), shown(alone, 17)) << k;
  }
}

TEST(Reports, ASavedStateThatCannotBeIsThatOfNoReports) {
  Simulator simulator = test::make_simulator(text_of({.runner = circling(0.1, 100)}));
  World& world = test::world_of(simulator);
  for (const double count : {-1.0, 1e9, std::nan("")}) {
    world.state.columns.values(world.model().type_of(0).reports)[0] = count;
    test::run_steps(simulator, 1);
    EXPECT_EQ(shown(simulator), true_position(simulator));
  }
}

TEST(Reports, CostNothingWhereThereAreNone) {
  const Simulator simulator = test::make_simulator(text_of({.reports = ""}));
  EXPECT_EQ(simulator.world().state.shown.size(), 0u);
  for (const ColumnSet::Column& column : simulator.world().state.columns.columns())
    EXPECT_THAT(column.info.name, Not(HasSubstr("reports")));
}

TEST(Reports, SayWhatHasNoEffect) {
  const auto problems = [](const Chase& chase) { return test::problems_when_built(text_of(chase)); };
  EXPECT_THAT(problems({}), IsEmpty());
  EXPECT_THAT(problems({.reports = R"("delay":1)"}), Contains(HasSubstr("no report would ever be sent")));
  EXPECT_THAT(problems({.reports = R"("interval":1001)"}), Contains(HasSubstr("no report arrives before")));
  EXPECT_THAT(problems({.reports = R"("interval":990,"delay":15)"}),
              Contains(HasSubstr("no report arrives before")));
  EXPECT_THAT(problems({.reports = R"("interval":990,"threshold":1,"delay":15)"}), IsEmpty());
  EXPECT_THAT(problems({.reports = R"("interval":0.25)"}),
              Contains("/agent_types/runner/dead_reckoning/interval: this time is no multiple of dt"));
  EXPECT_THAT(problems({.reports = R"("interval":1,"delay":0.25)"}),
              Contains("/agent_types/runner/dead_reckoning/delay: this time is no multiple of dt"));
  EXPECT_THAT(problems({.reports = R"("interval":1,"correction":"snap","snap_distance":2)"}),
              Contains(HasSubstr("snap_distance")));
  const char* nobody =
      "/agent_types/runner/dead_reckoning: this has no effect: nothing has these agents as its target";
  EXPECT_THAT(problems({.seeker = ""}), Contains(nobody));
  EXPECT_THAT(
      problems(
          {.seeker =
               R"("goal":{"agent":"runner"},"steering":{"behaviors":[{"type":"seek","target":"goal"}]})"}),
      Not(Contains(nobody)));
  EXPECT_THAT(
      problems({.seeker = R"("steering":{"behaviors":[{"type":"flee","target":{"group":"runners"}}]})"}),
      Not(Contains(nobody)));
}

}  // namespace
}  // namespace drover::dead_reckoning_test
