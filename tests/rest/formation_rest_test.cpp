// Members of a formation that has arrived stand in their slots and face as these do; who has no slot stands.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "rest/rest.h"

namespace drover::test::formation_rest_test {
namespace {

using rest::Json;
using rest::Scene;
using rest::Stage;

const char* const kPatterns[] = {"line",
                                 "column",
                                 "v",
                                 "vee",
                                 "wedge",
                                 "echelon",
                                 "box",
                                 "diamond",
                                 "finger_four",
                                 "defensive_circle",
                                 "concentric_rings"};

Json pattern_of(const std::string& type) {
  Json pattern = {{"type", type}};
  if (type != "defensive_circle" && type != "concentric_rings") pattern["spacing"] = 2;
  return pattern;
}

Json plain_member() {
  return {
      {"max_speed", 3}, {"max_acceleration", 6}, {"steering", {{"behaviors", {{{"type", "slot_arrive"}}}}}}};
}
Json oriented_member() {
  Json type = plain_member();
  type["locomotion"] = {{"type", "oriented"}};
  return type;
}
Json walking_member() {
  return {{"extends", "pedestrian"},
          {"max_speed", 1.8},
          {"steering", {{"change", {{"go_to", nullptr}}}, {"add", {{{"type", "slot_arrive"}}}}}}};
}

// A squad of `count` behind the origin.
void add_members(Scene& s, const Json& type, int count) {
  const std::string of = s.type("member", type);
  for (int k = 0; k < count; ++k)
    s.agent({{"type", of},
             {"id", s.id(fmt::format("m{}", k))},
             {"group", s.id("squad")},
             {"position", s.at(-2.0 - 1.5 * (k / 2), k % 2 == 0 ? 1.0 : -1.2)}});
}

Json arriving(const Json& target) {
  return {{"behaviors", {{{"type", "arrive"}, {"target", target}}}}};
}

// How the formation is led: on its own way under a moderation, or behind a leader that arrives.
enum class Lead { steered, none, lead, leash, leader };
const char* name_of(Lead lead) {
  const char* const names[] = {"default moderation", "moderation none", "moderation lead", "moderation leash",
                               "leader"};
  return names[static_cast<int>(lead)];
}

void add_squad(Stage& stage, const std::string& pattern, Lead lead, const char* body, const Json& member,
               double max_speed, std::pair<double, double> goal) {
  Scene& s = stage.add(
      fmt::format("{}, {}, {}, to [{}, {}]", pattern, name_of(lead), body, goal.first, goal.second));
  s.radius = body == std::string("pedestrians") ? 0.25 : 0.5;
  s.max_speed = max_speed;
  s.place_counts = false;
  const int count = pattern == "diamond" || pattern == "finger_four" ? 4 : 5;
  add_members(s, member, count);
  const Json target = s.at(goal.first, goal.second);
  Json formation = {{"pattern", pattern_of(pattern)}, {"members", {{{"group", s.id("squad")}}}}};
  if (lead == Lead::leader) {
    Json type = member;
    type["max_speed"] = 0.7 * max_speed;
    type["steering"] = arriving("goal");
    if (body == std::string("pedestrians")) type.erase("steering");
    s.agent({{"type", s.type("leader", type)},
             {"id", s.id("leader")},
             {"position", s.at(0, 0)},
             {"goal", target}});
    formation["anchor"] = {{"type", "leader"}, {"leader", s.id("leader")}};
  } else {
    formation["anchor"] = {
        {"position", s.at(0, 0)}, {"heading", 0}, {"steering", arriving({{"point", target}})}};
    if (lead != Lead::steered) formation["moderation"] = name_of(lead) + std::string("moderation ").size();
  }
  s.formations[s.id("f")] = formation;
}

TEST(FormationRest, OfMembersBehindALeader) {
  Stage stage;
  for (const char* pattern : kPatterns) {
    add_squad(stage, pattern, Lead::leader, "plain", plain_member(), 3, {20, 4});
    add_squad(stage, pattern, Lead::leader, "pedestrians", walking_member(), 1.8, {20, 4});
  }
  expect_rest(stage);
}

TEST(FormationRest, OfMembersOfAFormationOnItsWay) {
  Stage stage;
  for (const char* pattern : kPatterns)
    for (const Lead lead : {Lead::steered, Lead::none, Lead::lead, Lead::leash})
      add_squad(stage, pattern, lead, "plain", plain_member(), 3, {20, 4});
  for (const char* pattern : kPatterns)
    add_squad(stage, pattern, Lead::steered, "pedestrians", walking_member(), 1.8, {20, 4});
  expect_rest(stage);
}

TEST(FormationRest, OfThoseWhoPursueAnOffsetOrFollowInAFile) {
  Stage stage;
  const auto follow = [&](const char* name, const Json& behavior, bool pedestrians) {
    Scene& s = stage.add(
        fmt::format("behind a leader that arrives, {}, {}", pedestrians ? "pedestrians" : "plain", name));
    s.radius = pedestrians ? 0.25 : 0.5;
    s.max_speed = pedestrians ? 1.8 : 3;
    s.place_counts = false;
    Json leader = pedestrians ? Json{{"extends", "pedestrian"}, {"max_speed", 1.2}}
                              : Json{{"max_speed", 2}, {"steering", arriving("goal")}};
    s.agent({{"type", s.type("leader", leader)},
             {"id", s.id("leader")},
             {"position", s.at(0, 0)},
             {"goal", s.at(20, 4)}});
    for (int k = 0; k < 3; ++k) {
      Json mine = behavior;
      mine["target"] = {{"agent", s.id("leader")}};
      if (mine["type"] == "offset_pursuit") mine["offset"] = {-1.5 * (k + 1), k % 2 == 0 ? 1.5 : -1.5};
      if (mine["type"] == "leader_following") mine["followers"] = {{"group", s.id("file")}};
      Json type = pedestrians
                      ? Json{{"extends", "pedestrian"},
                             {"max_speed", 1.8},
                             {"steering", {{"change", {{"go_to", nullptr}}}, {"add", Json::array({mine})}}}}
                      : Json{{"steering", {{"behaviors", Json::array({mine})}}}};
      s.agent({{"type", s.type(fmt::format("follower{}", k), type)},
               {"group", s.id("file")},
               {"position", s.at(-2.0 * (k + 1), 0.7 * k)}});
    }
  };
  for (const bool pedestrians : {false, true}) {
    follow("offset_pursuit", {{"type", "offset_pursuit"}}, pedestrians);
    follow("offset_pursuit with feed_forward", {{"type", "offset_pursuit"}, {"feed_forward", 1}},
           pedestrians);
    follow("leader_following", {{"type", "leader_following"}}, pedestrians);
    follow("leader_following the leader", {{"type", "leader_following"}, {"follow", "leader"}}, pedestrians);
  }
  expect_rest(stage);
}

// Bodies that turn by themselves stand as their slots face, whichever way they came; others after a march
// straight ahead.
void expect_facing(const Stage& stage, double limit) {
  Simulator simulator = make_simulator(stage.text(0.02, 60));
  run_steps(simulator, 3000);
  std::string report;
  int failed = 0;
  for (std::size_t s = 0; s < stage.scenes.size(); ++s) {
    double worst = 0.0;
    for (std::size_t k = 0; k < stage.scenes[s].watched.size(); ++k) {
      const AgentIndex i = stage.watched(s, k);
      const SlotTarget& slot = simulator.world().state.slots[i];
      if (!slot.exists ||
          stage.scenes[s].agents[stage.scenes[s].watched[k]]["type"] != stage.scenes[s].id("member"))
        continue;
      worst = std::max(worst,
                       std::abs(rest::turn_between(simulator.world().state.motion.heading(i), slot.heading)));
    }
    if (worst < limit) continue;
    ++failed;
    report += fmt::format("{}; dt 0.02: faces {:.3g} rad off its slot, limit {}\n", stage.scenes[s].name,
                          worst, limit);
  }
  EXPECT_EQ(failed, 0) << "of " << stage.scenes.size() << " rows\n" << report;
}

TEST(FormationRest, BodiesThatTurnByThemselvesFaceAsTheirSlots) {
  Stage stage;
  for (const char* pattern : kPatterns)
    for (const Lead lead : {Lead::steered, Lead::leash, Lead::leader})
      add_squad(stage, pattern, lead, "oriented", oriented_member(), 3, {20, 4});
  expect_facing(stage, 0.05);
}

TEST(FormationRest, BodiesThatFaceAlongTheirMotionFaceAsTheirSlotsAfterAStraightMarch) {
  Stage stage;
  for (const char* pattern :
       {"line", "column", "v", "vee", "wedge", "echelon", "box", "diamond", "finger_four"})
    for (const Lead lead : {Lead::steered, Lead::leash, Lead::leader})
      add_squad(stage, pattern, lead, "plain", plain_member(), 3, {25, 0});
  expect_facing(stage, 0.5);
}

// Why a member of a formation has no slot.
TEST(FormationRest, OfThoseWhoHaveNoSlot) {
  Stage stage;
  const auto squad = [&](const char* name, const char* pattern, int count) -> Scene& {
    Scene& s = stage.add(name);
    s.place_counts = false;
    add_members(s, plain_member(), count);
    s.formations[s.id("f")] = {
        {"pattern", pattern_of(pattern)},
        {"members", {{{"group", s.id("squad")}}}},
        {"anchor",
         {{"position", s.at(0, 0)}, {"heading", 0}, {"steering", arriving({{"point", s.at(30, 0)}})}}}};
    return s;
  };
  Scene& left = squad("left the line at 5 s", "line", 2);
  left.events.push_back({{"type", "leave"}, {"target", {{"agent", left.id("m1")}}}, {"at", 5}});
  Scene& unplaced = squad("a diamond has no slot for two of six", "diamond", 6);
  for (std::size_t k = 0; k < unplaced.agents.size(); ++k)
    unplaced.agents[k]["velocity"] = {1.5, 0.5};
  for (const char* loss : {"disband", "promote", "steered"}) {
    Scene& s = squad("", "line", 3);
    s.name = fmt::format("the leader was removed at 5 s, {}", loss);
    s.agents.push_back(
        {{"type", s.type("chief", Json{{"max_speed", 2}, {"steering", arriving({{"point", s.at(30, 0)}})}})},
         {"id", s.id("chief")},
         {"position", s.at(0, 0)}});
    s.formations[s.id("f")]["anchor"] = {
        {"type", "leader"}, {"leader", s.id("chief")}, {"on_leader_lost", loss}};
    s.events.push_back({{"type", "remove"}, {"target", {{"agent", s.id("chief")}}}, {"at", 5}});
  }
  expect_rest(stage);
}

}  // namespace
}  // namespace drover::test::formation_rest_test
