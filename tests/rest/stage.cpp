#include "rest/stage.h"

#include <cmath>
#include <cstdlib>
#include <fstream>

#include <fmt/format.h>

namespace drover::test::rest {
namespace {

// More than any behavior looks ahead or around.
constexpr double kApart = 150.0;
constexpr std::size_t kInARow = 32;

const char* const kIncludes[] = {"drover:pedestrian", "drover:guard",  "drover:fish",    "drover:bird",
                                 "drover:sheep",      "drover:walker", "drover:car_like"};

Json points_of(const Scene& scene, std::initializer_list<std::pair<double, double>> points) {
  Json list = Json::array();
  for (const auto& [x, y] : points)
    list.push_back(scene.at(x, y));
  return list;
}

void append(Json& list, const Json& more) {
  for (const Json& entry : more)
    list.push_back(entry);
}

std::string text_of(const Scene* first, const Scene* last, const Json& simulation, double dt,
                    double duration) {
  Json scenario = {{"format", 1}, {"seed", 1}, {"include", kIncludes}, {"simulation", simulation}};
  scenario["simulation"]["dt"] = dt;
  scenario["simulation"]["duration"] = duration;
  scenario["agent_types"]["bystander"] = {{"radius", 0.25}};
  Json& world = scenario["world"];
  Json agents = Json::array(), walls = Json::array(), obstacles = Json::array(), events = Json::array();
  for (const Scene* scene = first; scene != last; ++scene) {
    scenario["agent_types"].update(scene->types);
    append(agents, scene->agents);
    append(walls, scene->walls);
    append(obstacles, scene->obstacles);
    append(events, scene->events);
    world["paths"].update(scene->paths);
    world["regions"].update(scene->regions);
    scenario["formations"].update(scene->formations);
  }
  for (std::size_t k = 0; k < agents.size(); ++k)
    agents[k]["number"] = k;
  world["walls"] = walls;
  world["obstacles"] = obstacles;
  scenario["agents"] = agents;
  scenario["events"] = events;
  return scenario.dump();
}

}  // namespace

Scene::Scene(std::string of, std::size_t place)
    : name(std::move(of)),
      prefix_(fmt::format("s{}_", place)),
      x_(kApart * static_cast<double>(place % kInARow)),
      y_(kApart * static_cast<double>(place / kInARow)) {}

std::string Scene::type(std::string_view of, Json keys) {
  types[id(of)] = std::move(keys);
  return id(of);
}

void Scene::agent(Json entry) {
  watched.push_back(agents.size());
  agents.push_back(std::move(entry));
}

std::string Scene::stand(double x, double y, double heading_deg) {
  const std::string of = id(fmt::format("stand{}", agents.size()));
  agents.push_back({{"id", of}, {"type", "bystander"}, {"position", at(x, y)}, {"heading_deg", heading_deg}});
  return of;
}

void Scene::wall(std::initializer_list<std::pair<double, double>> points) {
  walls.push_back({{"points", points_of(*this, points)}});
}

void Scene::box(double x, double y, double width, double height) {
  obstacles.push_back({{"box", {{"center", at(x, y)}, {"size", {width, height}}}}});
}

std::string Scene::circle(double x, double y, double of_radius) {
  const std::string of = id(fmt::format("circle{}", obstacles.size()));
  obstacles.push_back({{"id", of}, {"center", at(x, y)}, {"radius", of_radius}});
  return of;
}

std::string Scene::path(std::initializer_list<std::pair<double, double>> points) {
  const std::string of = id(fmt::format("path{}", paths.size()));
  paths[of] = {{"points", points_of(*this, points)}};
  return of;
}

std::string Stage::text(double dt, double duration) const {
  return text_of(scenes.data(), scenes.data() + scenes.size(), simulation, dt, duration);
}

AgentIndex Stage::watched(std::size_t scene, std::size_t k) const {
  std::size_t before = 0;
  for (std::size_t s = 0; s < scene; ++s)
    before += scenes[s].agents.size();
  return static_cast<AgentIndex>(before + scenes[scene].watched[k]);
}

void write_if_asked(const Stage& stage, std::size_t scene, double duration) {
  const char* folder = std::getenv("DROVER_WRITE_SCENES");
  if (folder == nullptr) return;
  std::string file = stage.scenes[scene].name;
  for (char& letter : file)
    if (letter == ' ' || letter == '/' || letter == ',' || letter == '.') letter = '_';
  std::ofstream(fmt::format("{}/{}.json", folder, file))
      << text_of(&stage.scenes[scene], &stage.scenes[scene] + 1, stage.simulation, 0.02, duration);
}

void watch(Simulator& simulator, double from, double until, const std::function<void()>& look) {
  const double dt = simulator.world().model().dt;
  const auto steps = static_cast<int>(until / dt + 0.5);
  const auto first = static_cast<int>(from / dt + 0.5);
  run_steps(simulator, first);
  look();
  for (int step = first; step < steps; ++step) {
    run_steps(simulator, 1);
    look();
  }
}

double turn_between(Vec3 from, Vec3 to) {
  return std::atan2(from.x * to.y - from.y * to.x, from.x * to.x + from.y * to.y);
}

}  // namespace drover::test::rest
