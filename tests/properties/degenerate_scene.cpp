#include "properties/degenerate_scene.h"

#include <algorithm>
#include <map>
#include <string_view>

#include <nlohmann/json.hpp>

#include "app/catalog.h"

namespace drover::test {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(Vec3 p) {
  return Json::array({p.x, p.y});
}

// The names an example uses, by what they name: "agent" -> {"dog"}.
using Names = std::map<std::string, std::vector<std::string>, std::less<>>;

constexpr std::string_view kNameKeys[] = {"agent",    "group", "agent_type", "path",
                                          "obstacle", "wall",  "region",     "formation"};

void collect_names(const Json& value, Names& names) {
  for (const auto& [key, part] : value.items()) {
    const bool names_something =
        std::find(std::begin(kNameKeys), std::end(kNameKeys), key) != std::end(kNameKeys);
    if (part.is_string() && names_something) names[key].push_back(part.get<std::string>());
    if (part.is_structured()) collect_names(part, names);
  }
}

// A name that nothing refers to where the example has none, so that the scene always holds one of each.
std::vector<std::string> or_spare(const Names& names, std::string_view key) {
  const auto at = names.find(key);
  return at == names.end() ? std::vector<std::string>{"spare"} : at->second;
}

Json world_for(const Names& names, double torus) {
  Json world = Json::object();
  if (torus > 0.0) {
    const double half = 0.5 * torus;
    world["bounds"] = {{"min", {-half, -half}}, {"max", {half, half}}, {"edge", "wrap"}};
  }
  // No obstacle may be larger than a world that wraps.
  const double radius = torus > 0.0 ? smaller(kObstacleRadius, 0.25 * torus) : kObstacleRadius;
  for (const std::string& id : or_spare(names, "obstacle"))
    world["obstacles"].push_back({{"id", id}, {"center", to_json(kObstacleCenter)}, {"radius", radius}});
  for (const std::string& id : or_spare(names, "wall")) {
    world["walls"].push_back({{"id", id}, {"points", {to_json(kWallStart), to_json(kWallEnd)}}});
  }
  for (const std::string& name : or_spare(names, "path")) {
    world["paths"][name]["points"] = {to_json(kPathStart), to_json(kPathMiddle), {5, 8}};
  }
  for (const std::string& name : or_spare(names, "region")) {
    world["regions"][name] = {{"center", to_json(kRegionCenter)}, {"radius", kRegionRadius}};
  }
  return world;
}

Json other_agent(std::string_view type) {
  return {{"type", type}, {"position", to_json(kOtherPosition)}, {"velocity", {1, 0}}};
}

void add_others(const Names& names, Json& scenario) {
  const auto each = [&](std::string_view key, const auto& add) {
    const auto at = names.find(key);
    if (at != names.end()) std::for_each(at->second.begin(), at->second.end(), add);
  };
  const auto add_agent = [&](std::string_view type, const std::string& key, const std::string& name) {
    Json agent = other_agent(type);
    if (!key.empty()) agent[key] = name;
    scenario["agents"].push_back(std::move(agent));
  };
  each("agent", [&](const std::string& name) { add_agent("other", "id", name); });
  each("group", [&](const std::string& name) { add_agent("other", "group", name); });
  each("agent_type", [&](const std::string& name) {
    scenario["agent_types"][name] = Json::object();
    add_agent(name, "", name);
  });
  each("formation", [&](const std::string& name) {
    const std::string member = "member_of_" + name;
    add_agent("other", "id", member);
    scenario["formations"][name] = {{"pattern", {{"type", "line"}}}, {"members", {{{"agent", member}}}}};
  });
}

void collect_points(const Json& value, std::vector<Vec3>& points) {
  for (const auto& [key, part] : value.items()) {
    if (key == "point") points.push_back({part.at(0).get<double>(), part.at(1).get<double>(), 0.0});
    if (part.is_structured()) collect_points(part, points);
  }
}

// The arbiter with its defaults; one that needs more as its example has it.
Json arbiter_called(std::string_view name) {
  const Kind& kind = *catalog().find("arbiter", name);
  const bool needs_more = std::ranges::any_of(kind.table.fields, &Field::required);
  return needs_more ? Json::parse(kind.example) : Json{{"type", name}};
}

}  // namespace

nlohmann::ordered_json scene_around(const nlohmann::ordered_json& example, double torus) {
  Names names;
  collect_names(example, names);
  Json scenario = {{"format", 1}, {"world", world_for(names, torus)}};
  const std::string type = example.value("type", "");
  if (type.starts_with("jump")) scenario["world"]["dimensions"] = 2.5;
  if (type == "jump_gaps") {
    scenario["world"]["regions"]["gap"] = {{"center", {3, 1}}, {"radius", 1}};
    scenario["world"]["ground"] = Json::array({{{"region", "gap"}, {"jumpable_gap", Json::object()}}});
  }
  scenario["agent_types"]["other"] = Json::object();
  scenario["agents"] = Json::array();
  add_others(names, scenario);
  return scenario;
}

std::string scene_for(const Kind& behavior, const SceneOptions& options) {
  const Json example = Json::parse(behavior.example);
  Json scenario = scene_around(example, options.torus);
  scenario["simulation"]["non_penetration"]["enabled"] = options.non_penetration;
  scenario["agent_types"]["subject"]["steering"] = {{"arbiter", arbiter_called(options.arbiter)},
                                                    {"behaviors", Json::array({example})}};
  if (behavior.name == "park") {
    scenario["agent_types"]["subject"]["locomotion"] = {{"type", "unicycle"}};
    scenario["agent_types"]["subject"]["actuator"] = {{"type", "car"}};
  }
  if (options.subjects.empty()) return scenario.dump();
  Json points = Json::array();
  for (const Vec3& p : options.subjects)
    points.push_back(to_json(p));
  Json subjects = {{"type", "subject"}, {"count", options.subjects.size()}, {"speed", options.speed}};
  subjects["placement"] = {{"type", "points"}, {"points", points}};
  // In the group the example looks at, if there is one, so that the subjects see each other.
  Names names;
  collect_names(example, names);
  if (names.contains("group")) subjects["group"] = names["group"].front();
  scenario["agents"].push_back(std::move(subjects));
  return scenario.dump();
}

std::vector<Vec3> targets_of(const Kind& behavior) {
  const Vec3 rim = kRegionCenter + Vec3{kRegionRadius, 0.0, 0.0};
  std::vector<Vec3> points = {kOtherPosition, kPathStart, kPathMiddle,  kObstacleCenter,
                              kWallStart,     rim,        kRegionCenter};
  collect_points(Json::parse(behavior.example), points);
  return points;
}

}  // namespace drover::test
