// What scenarios may say wrongly about formations: one clear error or warning each.
#include <algorithm>
#include <stdexcept>

#include "formation_runs/squad.h"

namespace drover::test::wrong_formations_test {
namespace {

// The diagnostics of a scenario that is refused; empty where it is not.
std::string error_of(const std::string& scenario) {
  try {
    make_simulator(scenario);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

bool warns(const std::string& scenario, const std::string& pointer, const std::string& words) {
  const BuiltWorld built = make_world(scenario);
  return std::ranges::any_of(built.warnings, [&](const Problem& warning) {
    return warning.pointer == pointer && warning.message.find(words) != std::string::npos;
  });
}

void expect_error(const Squad& squad, const std::string& pointer, const std::string& words) {
  const std::string error = error_of(text_of(squad));
  EXPECT_NE(error.find(words), std::string::npos) << "expected: " << words << "\ngot: " << error;
  EXPECT_NE(error.find(pointer), std::string::npos) << "expected: " << pointer << "\ngot: " << error;
}

TEST(WrongFormation, UnknownNames) {
  expect_error(
      {.formation =
           R"(,"reserve_point":[0,0],"pattern_fallback":["base","colum"],"patterns":{"column":{"type":"column"}})"},
      "/formations/squad/pattern_fallback/1", "unknown pattern \"colum\"");
  expect_error({.pattern = R"({"type":"linne"})"}, "/formations/squad/pattern/type", "linne");
  expect_error({.formations = R"(,"other":{"pattern":{"type":"line"},"members":[{"group":"squat"}]})"},
               "/formations/other/members/0/group", "unknown group \"squat\"");
  expect_error({.formations = R"(,"other":{"pattern":{"type":"line"},"members":[{"formation":"squat"}]})"},
               "/formations/other/members/0/formation", "unknown formation \"squat\"");
  expect_error({.anchor = R"({"type":"leader","leader":"m.9"})"}, "/formations/squad/anchor/leader",
               "unknown agent \"m.9\"");
}

TEST(WrongFormation, NothingLeadsTheWayOfThoseThatTurnInSuccession) {
  const std::string turn = R"(,"turn":"in_succession")";
  expect_error({.anchor = R"({"type":"fixed","position":[0,0],"heading":0})", .formation = turn},
               "/formations/squad/turn", "an anchor that moves");
  expect_error({.formation = turn + R"(,"mode":"rigid")"}, "/formations/squad/turn", "two_level");
  expect_error({.formation = turn + R"(,"heading_estimator":"frame_change")"},
               "/formations/squad/heading_estimator", R"("turn": "wheel")");
}

TEST(WrongFormation, TwoFormationsClaimAnAgent) {
  expect_error({.formations = R"(,"other":{"pattern":{"type":"line"},"members":[{"agent":"m.2"}]})"},
               "/formations/other/members/0", "agent \"m.2\" belongs to the formation \"squad\" already");
}

TEST(WrongFormation, AFormationContainsItself) {
  expect_error({.formations = R"(,"a":{"pattern":{"type":"line"},"members":[{"formation":"b"}]},)"
                              R"("b":{"pattern":{"type":"line"},"members":[{"formation":"a"}]})"},
               "/formations/a/members", "contains itself");
  expect_error({.formations = R"(,"a":{"pattern":{"type":"line"},"members":[{"formation":"a"}]})"},
               "/formations/a/members", "contains itself");
  // What is found about members of formations in slots ends there, too.
  for (const char* form : {R"("pattern":{"type":"column"})", R"("cover":{"from":"shapes"})"}) {
    const std::string a = fmt::format(R"(,"a":{{{},"members":[{{"formation":"b"}}]}})", form);
    const std::string b = fmt::format(R"(,"b":{{{},"members":[{{"formation":"a"}}]}})", form);
    EXPECT_NE(error_of(text_of({.formations = a + b})), "");
  }
}

// A file of a few lines must not ask for more memory than there is.
TEST(WrongFormation, MorePlacesOfCoverThanCanBeHandled) {
  std::string obstacles;
  for (int k = 1; k <= 20; ++k)
    obstacles += fmt::format(R"({}{{"center":[{},100],"radius":30}})", k > 1 ? "," : "", 100 * k);
  const std::string error = error_of(
      R"({"format":1,"agent_types":{"m":{"steering":{"behaviors":[{"type":"slot_arrive"}]}}},)"
      R"("agents":[{"type":"m","id":"a","position":[0,0]}],"world":{"obstacles":[)" +
      obstacles +
      R"(]},"formations":{"f":{"cover":{"from":"shapes","spacing":0.01},"members":[{"agent":"a"}]}}})");
  EXPECT_NE(error.find("/formations/f/cover/spacing"), std::string::npos) << error;
}

TEST(WrongFormation, MembersThatNameNobodyOrTwo) {
  expect_error({.formations = R"(,"a":{"pattern":{"type":"line"},"members":[{}]})"},
               "/formations/a/members/0", "exactly one");
  expect_error(
      {.formations = R"(,"a":{"pattern":{"type":"line"},"members":[{"agent":"m.1","group":"squad"}]})"},
      "/formations/a/members/0", "exactly one");
}

TEST(WrongFormation, RolesThatNobodyFills) {
  expect_error({.pattern = R"({"type":"custom","slots":[{"position":[0,0],"role":"scot"}]})",
                .formation = R"(,"member_kinds":{"m":{"fills":[{"role":"scout"}]}})"},
               "/formations/squad/pattern/slots/0/role", "no kind of member fills the role \"scot\"");
  expect_error(
      {.pattern = R"({"type":"custom","slots":[{"position":[0,0],"role":"scout"}]})",
       .formation = R"(,"hard_roles":true,"member_kinds":{"m":{"fills":[{"role":"scout","cost":3}]}})"},
      "/formations/squad/pattern/slots/0/role", "no kind of member fills the role \"scout\"");
}

TEST(WrongFormation, KeysThatExcludeEachOther) {
  expect_error({.formation = R"(,"mode":"emergent")"}, "/formations/squad/pattern", "has no pattern");
  expect_error({.anchor = R"({"type":"fixed"})", .formation = R"(,"moderation":"lead")"},
               "/formations/squad/moderation", "is moderated");
  expect_error({.anchor = R"({"type":"leader"})"}, "/formations/squad/anchor", "needs a \"leader\"");
  expect_error({.anchor = R"({"leader":"m.0"})"}, "/formations/squad/anchor/leader",
               "belongs to an anchor of type leader");
  expect_error({.formation = R"(,"feed_forward":{"uniform":[0,1]})"}, "/formations/squad/feed_forward",
               "not a distribution");
  expect_error({.formation = R"(,"patterns":{"base":{"type":"line"}})"}, "/formations/squad/patterns/base",
               "choose another name");
  expect_error({.formation = R"(,"patterns":{"column":{"type":"column"}},"pattern_fallback":["column"])"},
               "/formations/squad/pattern_fallback", "\"base\" is missing");
}

TEST(WrongFormation, OnlyALeashHoldsAnAnchorFasterThanItsMembers) {
  const std::string anchor = R"({"position":[0,0],"heading":0,"speed_fraction":1.5})";
  expect_error({.anchor = anchor, .formation = R"(,"moderation":"lead")"},
               "/formations/squad/anchor/speed_fraction",
               "only an anchor on a leash may be faster than its members");
  expect_error({.anchor = R"({"type":"fixed","speed_fraction":1.5})"},
               "/formations/squad/anchor/speed_fraction", "only an anchor on a leash");
  EXPECT_EQ(error_of(text_of({.anchor = anchor})), "");
  expect_error({.anchor = anchor, .formation = R"(,"moderation":"none")"},
               "/formations/squad/anchor/speed_fraction", "only an anchor on a leash");
  EXPECT_EQ(error_of(text_of({.anchor = anchor, .formation = R"(,"moderation":"leash")"})), "");
}

TEST(WrongFormation, CostsOfSlots) {
  const auto with_costs = [](const std::string& costs, const std::string& pattern) {
    return Squad{.agents = R"(,{"type":"m","id":"lone","position":[9,9]})",
                 .formations = R"(,"other":{"pattern":{"type":")" + pattern +
                               R"("},"members":[{"agent":"lone","slot_costs":[)" + costs + "]}]}"};
  };
  expect_error(with_costs(R"({"slot":1,"cost":2},{"slot":1})", "line"),
               "/formations/other/members/0/slot_costs/1/slot", "the cost of slot 1 is given twice");
  expect_error(with_costs(R"({"slot":1,"cost":-2})", "line"), "/formations/other/members/0/slot_costs/0/cost",
               "cost");
  expect_error(with_costs(R"({"slot":1,"cost":{"uniform":[0,1]}})", "line"),
               "/formations/other/members/0/slot_costs/0/cost", "not a distribution");
}

TEST(WrongFormation, AnchorsHaveNoNeighbors) {
  expect_error({.anchor = anchor_at("[0,0]", "0", R"({"type":"separation"})")},
               "/formations/squad/anchor/steering", "looks for neighbors");
}

TEST(WrongFormation, ModesOfAnchorsExist) {
  expect_error({.anchor = R"({"steering":{"initial_mode":"march"}})"},
               "/formations/squad/anchor/steering/initial_mode", "unknown mode \"march\"");
}

TEST(WrongFormation, InSlotWithoutAFormation) {
  expect_error({.agents = R"(,{"type":"m","placement":{"type":"in_slot"}})"}, "/agents/1/placement",
               "has no slot to start in");
}

TEST(WrongFormation, AnAgentHasNoSlotButItsOwn) {
  expect_error({.types = R"(,"n":{"steering":{"behaviors":[{"type":"seek","target":{"slot":"other"}}]}})"},
               "/agent_types/n/steering/behaviors/0/target/slot", "no slot but its own");
}

TEST(WrongFormation, FacingsThatCancelOutHaveNoFrame) {
  expect_error(
      {.pattern = R"({"type":"defensive_circle"})", .formation = R"(,"heading_estimator":"frame_change")"},
      "/formations/squad/heading_estimator", "cancel out");
}

TEST(WrongFormation, WarnsOfStacksThatNeedASlotAndHaveNone) {
  const std::string types = R"(,"lost":{"steering":{"behaviors":[{"type":"slot_arrive"}]}})";
  const std::string agents = R"(,{"type":"lost","id":"lost","position":[0,0]})";
  EXPECT_TRUE(
      warns(text_of({.agents = agents, .types = types}), "/agent_types/lost/steering", "is in a formation"));
  EXPECT_FALSE(warns(
      text_of({.agents = agents,
               .types = types,
               .scenario =
                   R"(,"events":[{"type":"join","target":{"agent":"lost"},"formation":"squad","at":1}])"}),
      "/agent_types/lost/steering", "is in a formation"));
}

// A scenario that is being written may have a formation and nothing else.
TEST(WrongFormation, AFormationOfNobodyInAWorldOfNobody) {
  const std::string text = R"({"format":1,"formations":{"f":{"pattern":{"type":"line"},"members":[]}}})";
  EXPECT_TRUE(warns(text, "/formations/f/members", "nobody belongs"));
  Simulator simulator = make_simulator(text);
  run_steps(simulator, 10);
}

TEST(WrongFormation, TooManyMembersForCosts) {
  const std::string places = R"({"type":"rectangle","min":[-500,-500],"max":[500,500]})";
  expect_error({.pattern = R"({"type":"box"})", .count = 5001, .placement = places},
               "/formations/squad/members", "too many members");
  EXPECT_FALSE(warns(text_of({.pattern = R"({"type":"box"})",
                              .count = 5001,
                              .formation = R"(,"assignment":"sequential")",
                              .placement = places}),
                     "/formations/squad/members", "takes long"));
}

TEST(WrongFormation, WarnsOfSlotsNearerThanBodies) {
  EXPECT_TRUE(
      warns(text_of({.pattern = R"({"type":"line","spacing":0.5})"}), "/formations/squad/pattern", "nearer"));
  EXPECT_FALSE(
      warns(text_of({.pattern = R"({"type":"line","spacing":1})"}), "/formations/squad/pattern", "nearer"));
}

TEST(WrongFormation, WarnsOfStacksThatNeverGoToSlots) {
  EXPECT_TRUE(warns(
      text_of({.agents = R"(,{"type":"idle","group":"squad","position":[0,0]})", .types = R"(,"idle":{})"}),
      "/agent_types/idle/steering", "never go to their slots"));
  EXPECT_TRUE(
      warns(text_of({.formation = R"(,"mode":"rigid")"}), "/agent_types/m/steering", "has no effect"));
}

TEST(WrongFormation, WarnsOfALeaderThatLeavesNoReserve) {
  EXPECT_TRUE(warns(text_of({.anchor = R"({"type":"leader","leader":"leader"})",
                             .formation = R"(,"mode":"rigid")",
                             .agents = R"(,{"type":"m","id":"leader","position":[0,0]})"}),
                    "/formations/squad/anchor/leader", "as fast as"));
}

TEST(WrongFormation, WarnsOfALeaderThatComesLater) {
  const auto led_by = [](const std::string& agents, const std::string& events) {
    return text_of({.anchor = R"({"type":"leader","leader":"boss","on_leader_lost":"disband"})",
                    .agents = agents,
                    .scenario = R"(,"events":[)" + events + "]"});
  };
  const std::string boss = R"({"type":"m","id":"boss","position":[9,9]})";
  EXPECT_TRUE(warns(led_by("", R"({"type":"spawn","at":1,"agents":)" + boss + "}"),
                    "/formations/squad/anchor/leader", "is not there at the start"));
  EXPECT_FALSE(warns(led_by("," + boss, ""), "/formations/squad/anchor/leader", "not there"));
}

TEST(WrongFormation, WarnsOfRolesWithoutEffect) {
  EXPECT_TRUE(warns(text_of({.pattern = R"({"type":"custom","slots":[{"position":[0,0],"role":"scout"}]})"}),
                    "/formations/squad/pattern", "no effect"));
  EXPECT_TRUE(warns(text_of({.formation = R"(,"member_kinds":{"m":{"fills":[{"role":"scout"}]}})"}),
                    "/formations/squad/member_kinds", "no effect"));
}

}  // namespace
}  // namespace drover::test::wrong_formations_test
