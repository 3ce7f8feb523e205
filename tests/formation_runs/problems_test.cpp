// What formations without a pattern cannot do, and keys that have no effect there.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/catalog.h"
#include "scenario/scenario_reader.h"
#include "sim/construction/world_builder.h"

namespace drover::test::problems_test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view kCover = R"("cover":{"points":[{"position":[0,0]}]})";
constexpr std::string_view kEmergent = R"("mode":"emergent")";

// "pointer: message" of everything that is said about a formation "f" with these keys.
std::vector<std::string> problems_of(std::string_view keys, std::string_view formations = "",
                                     std::string_view agents = R"({"type":"m","id":"a","position":[0,0]})") {
  const std::string text =
      R"({"format":1,"agent_types":{"m":{"steering":{"behaviors":[{"type":"slot_arrive"}]}}},"agents":[)" +
      std::string(agents) +
      R"(,{"type":"m","id":"b","position":[5,0]}],"formations":{"f":{"members":[{"agent":"a"}],)" +
      std::string(keys) + "}" + std::string(formations) + "}}";
  JsonSources sources;
  Diagnostics diagnostics;
  const auto loaded = read_scenario_text({"test", text}, {}, catalog(), sources, diagnostics);
  std::vector<std::string> found;
  for (const Diagnostic& problem : diagnostics.sorted())
    found.push_back(problem.pointer.value_or("") + ": " + problem.message);
  if (!loaded) return found;
  const BuiltWorld built = build_world(loaded->def);
  for (const auto* problems : {&built.problems, &built.warnings}) {
    for (const Problem& problem : *problems)
      found.push_back(problem.pointer + ": " + problem.message);
  }
  return found;
}

std::vector<std::string> problems_of(std::string_view kind, std::string_view keys, int) {
  return problems_of(std::string(kind) + "," + std::string(keys));
}

TEST(FormationProblem, NoneForWhatHasAnEffect) {
  EXPECT_THAT(problems_of(kEmergent), IsEmpty());
  EXPECT_THAT(problems_of(kCover), IsEmpty());
  EXPECT_THAT(
      problems_of(kEmergent, R"("anchor":{"speed_fraction":0.7},"feed_forward":0,"slow_radius":3)", 0),
      IsEmpty());
  EXPECT_THAT(problems_of(kCover, R"("anchor":{"speed_fraction":0.7,"position":[1,2]},"w_distance":2)", 0),
              IsEmpty());
}

TEST(FormationProblem, TheWaySaysTheHeadingOfThoseThatTurnInSuccession) {
  const std::string angle = R"("anchor":{"position":[1,2]},"lead_angle":0.1,"pattern":{"type":)";
  EXPECT_THAT(problems_of(angle + R"("line"})"), IsEmpty());
  for (const char* keys : {R"("column"})", R"("line"},"turn":"in_succession")"})
    EXPECT_THAT(problems_of(angle + keys),
                ElementsAre(HasSubstr("/formations/f/lead_angle: \"lead_angle\" has no effect")));
  EXPECT_THAT(problems_of(kCover, R"("turn":"wheel")", 0), ElementsAre(HasSubstr("/formations/f/turn")));
}

TEST(FormationProblem, ModerationHasNoEffectWithoutAPattern) {
  for (const std::string_view kind : {kEmergent, kCover}) {
    for (const std::string key :
         {R"("lead_distance":1)", R"("lead_angle":1)", R"("offset_factor":1)", R"("leash_length":1)",
          R"("max_straggle":9)", R"("heading_estimator":"facing")"}) {
      const std::string name = key.substr(1, key.find('"', 1) - 1);
      EXPECT_THAT(problems_of(kind, key, 0),
                  ElementsAre(AllOf(HasSubstr("/formations/f/" + name + ": "), HasSubstr("has no effect"))));
    }
    EXPECT_THAT(problems_of(kind, R"("moderation":"lead")", 0),
                ElementsAre(HasSubstr("/formations/f/moderation: only a two_level formation")));
    EXPECT_THAT(problems_of(kind, R"("moderation":"none")", 0), IsEmpty());
  }
}

TEST(FormationProblem, TheStackOfTheAnchorHasNoEffectWhereAMemberLeads) {
  EXPECT_THAT(
      problems_of(kEmergent,
                  R"("anchor":{"steering":{"behaviors":[{"type":"seek","target":{"point":[9,0]}}]}})", 0),
      ElementsAre("/formations/f/anchor/steering: \"steering\" has no effect: the anchor is not steered"));
  EXPECT_THAT(problems_of(kEmergent, R"("anchor":{"position":[9,0]})", 0),
              ElementsAre(HasSubstr("/formations/f/anchor/position: ")));
}

TEST(FormationProblem, KeysForALeaderOrForOneMoverNeedThem) {
  const auto covers = [](std::string_view keys) {
    return problems_of(R"("cover":{"points":[{"position":[0,0]}],)" + std::string(keys) + "}");
  };
  EXPECT_THAT(covers(R"("leader_exclusion":2)"),
              ElementsAre(HasSubstr("has no effect: the anchor has no leader")));
  EXPECT_THAT(covers(R"("bound_timeout":2)"),
              ElementsAre(HasSubstr("\"bound_timeout\" has no effect: \"one_mover\" is \"false\"")));
  EXPECT_THAT(covers(R"("bound_timeout":2,"one_mover":true)"), IsEmpty());
}

TEST(FormationProblem, WaysToSlotsNeedAGrid) {
  const auto warnings_with = [](const std::string& choice, const std::string& keys) {
    JsonSources sources;
    Diagnostics diagnostics;
    const std::string text =
        R"({"format":1,"agent_types":{"m":{"steering":{"behaviors":[{"type":"slot_arrive","by":")" + choice +
        R"("}]}}},"agents":[{"type":"m","id":"a","position":[0,0]}],"formations":{"f":{"pattern":{"type":"v"},)"
        R"("members":[{"agent":"a"}]}})" +
        keys + "}";
    const auto loaded = read_scenario_text({"test", text}, {}, catalog(), sources, diagnostics);
    std::vector<std::string> found;
    for (const Problem& problem : build_world(loaded.value().def).warnings)
      found.push_back(problem.pointer + ": " + problem.message);
    return found;
  };
  const std::string grid =
      R"(,"navigation":{"grids":{"g":{}}},"world":{"obstacles":[{"center":[5,5],"radius":1}]})";
  EXPECT_THAT(warnings_with("way", ""), IsEmpty());
  EXPECT_THAT(warnings_with("air", ""),
              ElementsAre("/agent_types/m/steering: \"by\" has no effect: there is no navigation grid"));
  EXPECT_THAT(warnings_with("air", grid), IsEmpty());
  EXPECT_THAT(warnings_with("way", grid), IsEmpty());
}

TEST(FormationProblem, CoversAreListedOrFoundAroundShapes) {
  const auto covers = [](std::string_view keys) {
    return problems_of(R"("cover":{)" + std::string(keys) + "}");
  };
  EXPECT_THAT(covers(""), ElementsAre("/formations/f/cover: the list of covers is empty"));
  EXPECT_THAT(
      covers(R"("points":[{"position":[0,0]}],"standoff":1)"),
      ElementsAre("/formations/f/cover/standoff: \"standoff\" has no effect: \"from\" is \"points\""));
  EXPECT_THAT(covers(R"("points":[{"position":[0,0]}],"by":"air")"),
              ElementsAre("/formations/f/cover/by: \"by\" has no effect: there is no navigation grid"));
  EXPECT_THAT(
      covers(R"("from":"shapes")"),
      ElementsAre("/formations/f/cover/from: there are no covers: there is neither an obstacle nor a wall"));
  EXPECT_THAT(covers(R"("from":"shapes","points":[{"position":[0,0]}])"),
              Contains(HasSubstr("\"points\" has no effect: \"from\" is \"shapes\"")));
  for (const char* key : {R"("peek":1)", R"("least_quality":1)"})
    EXPECT_THAT(covers(R"("from":"shapes",)" + std::string(key)),
                Contains(HasSubstr("has no effect: there is no \"threat\"")));
}

TEST(FormationProblem, CoversNeedRoomAndAThreatThatCanBeSomewhere) {
  const auto covers = [](std::string_view keys) {
    return problems_of(R"("cover":{"from":"shapes",)" + std::string(keys) + "}");
  };
  EXPECT_THAT(
      covers(R"("standoff":0.25)"),
      Contains(HasSubstr("/cover/standoff: the standoff is less than the largest radius of the members")));
  EXPECT_THAT(covers(R"("threat":{"wall":"w"})"), Contains(HasSubstr("/cover/threat")));
  EXPECT_THAT(
      covers(R"("threat":{"slot":"own"})"),
      ElementsAre("/formations/f/cover/threat: a threat is a point, an agent, a group or an agent type"));
  EXPECT_THAT(problems_of(R"("cover":{"from":"shapes","threat":{"agent_type":"m"}})"),
              testing::Not(Contains(HasSubstr("there is never an agent"))));
}

TEST(FormationProblem, FormationsWithoutAPatternHaveNoOtherPatterns) {
  for (const std::string_view kind : {kEmergent, kCover}) {
    EXPECT_THAT(problems_of(kind, R"("patterns":{"p":{"type":"line"}})", 0),
                ElementsAre(HasSubstr("/formations/f/patterns: only a formation with a pattern")));
  }
  EXPECT_THAT(problems_of(kCover, R"("mode":"rigid")", 0), ElementsAre(HasSubstr("/formations/f/mode: ")));
}

TEST(FormationProblem, CostsAreOfSlotsThatThereAre) {
  const auto other = [](std::string_view pattern, std::string_view slot) {
    return problems_of(kCover,
                       fmt::format(R"(,"g":{{{},"members":[{{"agent":"b","slot_costs":[{{"slot":{}}}]}}]}})",
                                   pattern, slot));
  };
  EXPECT_THAT(other(R"("pattern":{"type":"diamond"})", "3"), IsEmpty());
  EXPECT_THAT(other(R"("pattern":{"type":"diamond"})", "4"),
              ElementsAre(AllOf(HasSubstr("/formations/g/members/0/slot_costs/0/slot: "),
                                HasSubstr("has no effect"))));
  EXPECT_THAT(other(R"("pattern":{"type":"diamond"},"patterns":{"p":{"type":"line"}})", "4"), IsEmpty());
  for (const std::string_view kind : {kEmergent, kCover}) {
    EXPECT_THAT(other(kind, "0"), ElementsAre(AllOf(HasSubstr("/formations/g/members/0/slot_costs: "),
                                                    HasSubstr("has no effect"))));
  }
}

TEST(FormationProblem, TheRootIsAMember) {
  EXPECT_THAT(problems_of(kEmergent, R"("emergent":{"root":"a"})", 0), IsEmpty());
  EXPECT_THAT(problems_of(kEmergent, R"("emergent":{"root":"b"})", 0),
              ElementsAre("/formations/f/emergent/root: agent \"b\" is no member of the formation"));
}

TEST(FormationProblem, NobodyStartsInAPlaceThatIsStillToBeClaimed) {
  const std::string_view agent = R"({"type":"m","id":"a","placement":{"type":"in_slot"}})";
  EXPECT_THAT(problems_of(kEmergent, "", agent), ElementsAre(HasSubstr("has no slot to start in")));
  EXPECT_THAT(problems_of(kCover, "", agent), IsEmpty());
}

TEST(FormationProblem, FormationsWithoutAPatternFillNoSlots) {
  for (const std::string_view kind : {kEmergent, kCover}) {
    const std::string outer =
        R"(,"g":{"pattern":{"type":"line"},"members":[{"formation":"f"},{"agent":"b"}]})";
    EXPECT_THAT(problems_of(kind, outer), ElementsAre(HasSubstr("needs a pattern")));
  }
}

}  // namespace
}  // namespace drover::test::problems_test
