// Whoever has arrived, stands: every behavior that ends at a place, bodies, surroundings and step lengths.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "rest/rest.h"

namespace drover::test::place_rest_test {
namespace {

using rest::Json;
using rest::Scene;
using rest::Stage;

// A wish writes what it needs into the scene, and may give the agent a goal. The place is the origin.
struct Wish {
  const char* name;
  std::function<Json(Scene&, Json& agent)> make;
  bool has_place = true;
  double slack = 0.0;  // within this of the place it may stop by its law [m]
};

Json arrive(Json keys, Json target) {
  keys["type"] = "arrive";
  keys["target"] = std::move(target);
  return keys;
}

Wish arriving(const char* name, const Json& keys, double slack = 0.0) {
  return {name, [keys](Scene& s, Json&) { return arrive(keys, {{"point", s.at(0, 0)}}); }, true, slack};
}

Wish going_to(const char* name, std::function<Json(Scene&)> goal, bool has_place = true) {
  return {name,
          [goal](Scene& s, Json& agent) {
            agent["goal"] = goal(s);
            return arrive({}, "goal");
          },
          has_place};
}

Json region_of(Scene& s) {
  s.regions[s.id("yard")] = {{"center", s.at(1, 0)}, {"radius", 2}};
  return s.id("yard");
}

const std::vector<Wish>& goal_wishes() {
  static const std::vector<Wish> wishes = {
      going_to("goal point", [](Scene& s) { return s.at(0, 0); }),
      going_to("goal region", region_of, false),
      going_to("goal each",
               [](Scene& s) {
                 return Json{{"each", {s.at(0, 0)}}};
               }),
      going_to("goal route",
               [](Scene& s) {
                 return Json{{"route", {s.at(-4, 3), s.at(0, 0)}}};
               }),
  };
  return wishes;
}

const std::vector<Wish>& goal_things() {
  static const std::vector<Wish> wishes = {
      going_to(
          "goal regions",
          [](Scene& s) {
            return Json{{"regions", {region_of(s)}}, {"choose", "nearest"}};
          },
          false),
      going_to("goal opposite",
               [](Scene& s) {
                 return Json{{"opposite", s.at(-4.5, 1.8)}};
               }),
      going_to(
          "goal random",
          [](Scene& s) {
            return Json{{"random_in", region_of(s)}};
          },
          false),
      going_to("goal agent",
               [](Scene& s) {
                 return Json{{"agent", s.stand(0, 0)}};
               }),
  };
  return wishes;
}

const std::vector<Wish>& arrive_wishes() {
  static const std::vector<Wish> wishes = {
      arriving("arrive fast", {{"deceleration", "fast"}}),
      arriving("arrive normal", {{"deceleration", "normal"}}),
      arriving("arrive slow", {{"deceleration", "slow"}}),
      arriving("arrive radii", {{"variant", "radii"}}, 0.05),
      arriving("arrive slowing_distance", {{"variant", "slowing_distance"}}),
  };
  return wishes;
}

const std::vector<Wish>& target_wishes() {
  static const std::vector<Wish> wishes = {
      // It brakes once it is inside, so that one step more or less of the way in shows.
      {"arrive region",
       [](Scene& s, Json&) {
         return arrive({}, {{"region", region_of(s)}});
       },
       false, 0.02},
      {"arrive obstacle",
       [](Scene& s, Json&) {
         return arrive({}, {{"obstacle", s.circle(0, 0, 1)}});
       }},
      {"arrive agent",
       [](Scene& s, Json&) {
         return arrive({}, {{"agent", s.stand(0, 0)}});
       }},
      {"arrive path",
       [](Scene& s, Json&) {
         return arrive({}, {{"path", s.path({{0, -9}, {0, 9}})}});
       },
       false},
      {"pursue steer arrive",
       [](Scene& s, Json&) {
         return Json{{"type", "pursue"}, {"steer", "arrive"}, {"target", {{"agent", s.stand(0, 0)}}}};
       }},
      {"kinematic_arrive",
       [](Scene& s, Json&) {
         return Json{{"type", "kinematic_arrive"}, {"target", {{"point", s.at(0, 0)}}}};
       },
       true, 0.05},
  };
  return wishes;
}

Json follow(Scene& s, const char* variant, const char* end) {
  return {{"type", "follow_path"},
          {"variant", variant},
          {"end", end},
          {"path", s.path({{-8, 4}, {-4, 2.5}, {0, 0}})}};
}

const std::vector<Wish>& path_wishes() {
  static const std::vector<Wish> wishes = {
      {"follow_path waypoint stop", [](Scene& s, Json&) { return follow(s, "waypoint", "stop"); }},
      {"follow_path rabbit stop", [](Scene& s, Json&) { return follow(s, "rabbit", "stop"); }},
      {"follow_path predictive stop", [](Scene& s, Json&) { return follow(s, "predictive", "stop"); }},
      {"follow_path rabbit arrive", [](Scene& s, Json&) { return follow(s, "rabbit", "arrive"); }},
      {"follow_corridor",
       [](Scene& s, Json&) {
         return Json{{"type", "follow_corridor"}, {"path", s.path({{-8, 4}, {-4, 2.5}, {0, 0}})}};
       }},
  };
  return wishes;
}

const std::vector<Wish>& companion_wishes() {
  static const std::vector<Wish> wishes = {
      {"slot_arrive",
       [](Scene& s, Json& agent) {
         agent["group"] = s.id("squad");
         s.formations[s.id("f")] = {
             {"pattern", {{"type", "line"}}},
             {"members", {{{"group", s.id("squad")}}}},
             {"anchor", {{"type", "fixed"}, {"position", s.at(0, 0)}, {"heading", 0}}}};
         return Json{{"type", "slot_arrive"}};
       }},
      {"offset_pursuit",
       [](Scene& s, Json&) {
         return Json{
             {"type", "offset_pursuit"}, {"target", {{"agent", s.stand(-1, 3)}}}, {"offset", {1, -3}}};
       }},
      {"interpose",
       [](Scene& s, Json&) {
         return Json{{"type", "interpose"},
                     {"first", {{"point", s.at(-1.5, 2)}}},
                     {"second", {{"point", s.at(1.5, -2)}}}};
       }},
  };
  return wishes;
}

const std::vector<Wish>& leader_wishes() {
  static const std::vector<Wish> wishes = {
      {"leader_following",
       [](Scene& s, Json&) {
         return Json{{"type", "leader_following"}, {"target", {{"agent", s.stand(1.5, 0)}}}};
       }},
  };
  return wishes;
}

std::vector<Wish> all_of(std::initializer_list<std::vector<Wish>> lists) {
  std::vector<Wish> all;
  for (const std::vector<Wish>& list : lists)
    all.insert(all.end(), list.begin(), list.end());
  return all;
}

// How a type is made of a wish.
struct Body {
  std::string name;
  double radius;
  double max_speed;
  double distance;  // from which it comes [m]
  std::function<Json(const Json& wish)> type;
};

Json with(Json type, Json behaviors, const char* arbiter) {
  type["steering"] = {{"arbiter", {{"type", arbiter}}}, {"behaviors", std::move(behaviors)}};
  return type;
}

Body bare(Json keys = Json::object(), const char* name = "bare") {
  return {name, 0.5, 3.0, 9.0,
          [keys](const Json& wish) { return with(keys, Json::array({wish}), "weighted_sum"); }};
}

Body bare_with(std::vector<std::string> before, const char* arbiter) {
  return {fmt::format("bare {}", arbiter), 0.5, 3.0, 9.0, [before, arbiter](const Json& wish) {
            Json behaviors = Json::array();
            for (const std::string& type : before)
              behaviors.push_back({{"type", type}});
            behaviors.push_back(wish);
            return with(Json::object(), behaviors, arbiter);
          }};
}

// The body of a shipped type with the wish alone.
Body body_of(const char* type, double radius, double max_speed, double distance, Json keys = Json::object()) {
  keys["extends"] = type;
  keys["max_speed"] = max_speed;
  return {fmt::format("body of {}", type), radius, max_speed, distance,
          [keys](const Json& wish) { return with(keys, Json::array({wish}), "weighted_sum"); }};
}

// Of a type with modes: one mode instead of them.
Body sheep() {
  return {"body of sheep", 0.5, 4.0, 10.0, [](const Json& wish) {
            Json steering = {{"behaviors", Json::array()}, {"initial_mode", "go"}};
            steering["modes"]["go"]["behaviors"] = Json::array({wish});
            return Json{{"extends", "sheep"}, {"max_speed", 4.0}, {"steering", steering}};
          }};
}

Body pedestrian(Json keys = Json::object()) {
  keys["extends"] = "pedestrian";
  keys["max_speed"] = 1.34;
  return {"pedestrian", 0.25, 1.34, 9.0, [keys](const Json& wish) {
            Json type = keys;
            type["steering"] = {{"change", {{"go_to", nullptr}}}, {"add", Json::array({wish})}};
            if (wish["type"] == "arrive" && wish["target"] == "goal") type["steering"] = Json::object();
            if (type["steering"].empty()) type.erase("steering");
            return type;
          }};
}

Body guard(Json keys = Json::object()) {
  keys["extends"] = "guard";
  return {"guard", 0.25, 2.2, 9.0, [keys](const Json&) { return keys; }};
}

// What is around the place, whose wall, box or people leave the gap [m] between the center and themselves.
struct Surroundings {
  const char* name;
  std::function<void(Scene&, double gap)> make;
};

const Surroundings kOpen = {"open", [](Scene&, double) {}};
const Surroundings kWall = {"wall", [](Scene& s, double gap) { s.wall({{gap, -6}, {gap, 6}}); }};
const Surroundings kCorner = {"corner", [](Scene& s, double gap) {
                                s.wall({{-6, -gap}, {gap, -gap}, {gap, 6}});
                              }};
const Surroundings kBox = {"box", [](Scene& s, double gap) { s.box(0.3, -gap - 1, 4, 2); }};
const Surroundings kPeople = {"people", [](Scene& s, double gap) {
                                s.stand(gap + 0.5, 0.1);
                                s.stand(0.1, -gap - 0.5);
                                s.stand(0.3, gap + 0.6);
                              }};

void add_row(Stage& stage, const Surroundings& around, const Body& body, const Wish& wish,
             double heading_deg = 0.0, double lateral = 0.4) {
  Scene& s = stage.add(fmt::format("{}, {}, {}", around.name, body.name, wish.name));
  s.radius = body.radius;
  s.max_speed = body.max_speed;
  s.has_place = wish.has_place && around.name != kPeople.name;
  s.slack = wish.slack;
  around.make(s, body.radius + 0.25);
  Json agent = {{"position", s.at(-body.distance, lateral * body.distance)}, {"heading_deg", heading_deg}};
  const Json behavior = wish.make(s, agent);
  agent["type"] = s.type("body", body.type(behavior));
  s.agent(agent);
}

TEST(PlaceRest, OfBareBodiesInTheOpen) {
  Stage stage;
  for (const Wish& wish : all_of({arrive_wishes(), goal_wishes(), goal_things(), target_wishes(),
                                  path_wishes(), companion_wishes(), leader_wishes()}))
    add_row(stage, kOpen, bare(), wish);
  expect_rest(stage);
}

TEST(PlaceRest, OfBodiesWithATurnLimit) {
  Stage stage;
  for (const Wish& wish : all_of({arrive_wishes(), goal_wishes(), target_wishes(), path_wishes(),
                                  companion_wishes(), leader_wishes()})) {
    add_row(stage, kOpen, bare({{"max_turn_rate", 0.5}}, "turn limit 0.5"), wish, 40.0);
    add_row(stage, kOpen, bare({{"max_turn_rate", 2}}, "turn limit 2"), wish, 100.0);
  }
  // Where a bend meets a line or a border follows from its steps.
  for (Scene& scene : stage.scenes)
    scene.place_counts = scene.has_place;
  expect_rest(stage);
}

TEST(PlaceRest, OfTheDefaultStackNearWallsAndBoxes) {
  Stage stage;
  for (const char* arbiter : {"weighted_sum", "prioritized_sum"})
    for (const Surroundings& around : {kWall, kCorner, kBox})
      for (const Wish& wish : all_of({arrive_wishes(), goal_wishes(), path_wishes(), companion_wishes()}))
        add_row(stage, around, bare_with({"wall_avoidance", "obstacle_avoidance"}, arbiter), wish);
  expect_rest(stage);
}

TEST(PlaceRest, OfTheDefaultStackAmongStandingPeople) {
  Stage stage;
  for (const char* arbiter : {"weighted_sum", "prioritized_sum"})
    for (const Wish& wish : all_of({arrive_wishes(), goal_wishes(), path_wishes(), companion_wishes()}))
      add_row(stage, kPeople, bare_with({"wall_avoidance", "obstacle_avoidance", "separation"}, arbiter),
              wish);
  expect_rest(stage);
}

TEST(PlaceRest, OfThePedestrian) {
  Stage stage;
  for (const Surroundings& around : {kOpen, kWall, kCorner, kBox, kPeople})
    for (const Wish& wish : all_of({arrive_wishes(), goal_wishes(), path_wishes(), companion_wishes()}))
      add_row(stage, around, pedestrian(), wish);
  for (const Wish& wish : all_of({goal_wishes(), goal_things()}))
    add_row(stage, kOpen, pedestrian({{"max_turn_rate", 1.5}}), wish, 90.0);
  // It stands beside somebody who stands at its goal.
  for (Scene& scene : stage.scenes)
    if (scene.name.find("goal agent") != std::string::npos) scene.has_place = false;
  expect_rest(stage);
}

TEST(PlaceRest, OfTheGuard) {
  Stage stage;
  for (const Surroundings& around : {kOpen, kWall, kCorner, kBox, kPeople})
    for (const Wish& wish : goal_wishes())
      add_row(stage, around, guard(), wish);
  for (const Wish& wish : goal_wishes())
    add_row(stage, kOpen, guard({{"max_turn_rate", 1.5}}), wish, 90.0);
  expect_rest(stage);
}

TEST(PlaceRest, OfTheBodiesOfShippedTypes) {
  Stage stage;
  const Body bodies[] = {body_of("fish", 0.08, 0.8, 4.0), body_of("bird", 0.3, 12.0, 25.0), sheep(),
                         body_of("walker", 0.25, 1.34, 6.0), body_of("pedestrian", 0.25, 1.34, 6.0)};
  for (const Body& body : bodies)
    for (const Wish& wish : all_of({arrive_wishes(), goal_wishes(), path_wishes(), companion_wishes()}))
      add_row(stage, kOpen, body, wish);
  expect_rest(stage);
}

// Vehicles that do not reverse, with goals within reach ahead.
TEST(PlaceRest, OfVehicles) {
  Stage stage;
  const Body ship = {
      "ship", 1.0, 10.0, 40.0, [](const Json& wish) {
        return with({{"radius", 1}, {"max_speed", 10}, {"max_acceleration", 4}, {"max_turn_rate", 0.3}},
                    Json::array({wish}), "weighted_sum");
      }};
  const Body whole = {"car_like", 1.0, 12.0, 30.0, [](const Json&) { return Json{{"extends", "car_like"}}; }};
  for (const Wish& wish :
       all_of({arrive_wishes(), companion_wishes(), {goal_wishes()[0], goal_wishes()[2]}})) {
    add_row(stage, kOpen, ship, wish, 0.0, 0.15);
    add_row(stage, kOpen, body_of("car_like", 1.0, 12.0, 30.0), wish, 0.0, 0.15);
  }
  add_row(stage, kOpen, whole, goal_wishes()[0], 0.0, 0.15);
  add_row(stage, kOpen, whole, goal_wishes()[1], 0.0, 0.15);
  for (Scene& scene : stage.scenes)
    scene.has_place = false;  // it may stop beside its goal
  expect_rest(stage);
}

TEST(PlaceRest, OfBodiesThatTurnByThemselves) {
  Stage stage;
  const std::vector<Wish> turns = {
      {"face",
       [](Scene& s, Json&) {
         return Json{{"type", "face"}, {"target", {{"point", s.at(5, 5)}}}};
       }},
      {"align orientation",
       [](Scene&, Json&) {
         return Json{{"type", "align"}, {"orientation", 2.0}};
       }},
      {"align agent",
       [](Scene& s, Json&) {
         return Json{{"type", "align"}, {"target", {{"agent", s.stand(4, 4, 130.0)}}}};
       }},
      {"look_where_going",
       [](Scene&, Json&) {
         return Json{{"type", "look_where_going"}};
       }},
  };
  for (const char* locomotion : {"oriented", "kinematic"})
    for (const Wish& turn : turns)
      for (const Wish& wish : all_of({arrive_wishes(), companion_wishes()})) {
        Scene& s = stage.add(fmt::format("open, {}, {} and {}", locomotion, wish.name, turn.name));
        s.has_place = true;
        Json agent = {{"position", s.at(-9, 3.6)}, {"heading_deg", 70}};
        Json body = {{"locomotion", {{"type", locomotion}}}};
        if (std::string(locomotion) == "kinematic") body["locomotion"]["facing"] = "independent";
        Json behaviors = Json::array({wish.make(s, agent)});
        behaviors.push_back(turn.make(s, agent));
        agent["type"] = s.type("body", with(body, behaviors, "weighted_sum"));
        s.agent(agent);
      }
  expect_rest(stage);
}

// The hunter stands; one rock among others that are farther away. A world of its own: hide looks at every
// obstacle.
TEST(PlaceRest, OfThoseWhoHide) {
  Stage stage;
  const auto add = [&](const Body& body, double side) {
    Scene& s = stage.add(fmt::format("open, {}, hide from side {}", body.name, side));
    s.radius = body.radius;
    s.max_speed = body.max_speed;
    s.circle(0, 0, 2);
    const Json hide = {{"type", "hide"}, {"target", {{"agent", s.stand(10, 3)}}}};
    Json agent = {{"type", s.type("body", body.type(hide))}, {"position", s.at(-6, side)}};
    s.agent(agent);
  };
  for (const double side : {-5.0, 6.0})
    for (const Body& body : {bare(), bare({{"max_turn_rate", 1}}, "turn limit 1"), pedestrian(),
                             bare_with({"obstacle_avoidance"}, "weighted_sum"),
                             bare_with({"wall_avoidance", "obstacle_avoidance"}, "prioritized_sum")})
      add(body, side);
  expect_rest(stage);
}

}  // namespace
}  // namespace drover::test::place_rest_test
