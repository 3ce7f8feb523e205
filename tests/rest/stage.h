// Many small scenes in one world, too far apart to meet, so that a table of hundreds of rows is one run per
// step length.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/scene.h"

namespace drover::test::rest {

using Json = nlohmann::json;

// One scene about an origin of its own: points go through `at`, names through `id`.
class Scene {
 public:
  Scene(std::string title, std::size_t place);

  Json at(double x, double y) const { return Json::array({x_ + x, y_ + y}); }
  Vec3 origin() const { return {x_, y_, 0.0}; }
  std::string id(std::string_view word) const { return prefix_ + std::string(word); }

  // Adds an agent type and returns its name.
  std::string type(std::string_view word, Json keys);
  // Adds an agent that is watched; the keys of its entry must hold type and position.
  void agent(Json entry);
  // Adds a body without a will; returns its id.
  std::string stand(double x, double y, double heading_deg = 0.0);
  void wall(std::initializer_list<std::pair<double, double>> points);
  void box(double x, double y, double width, double height);
  std::string circle(double x, double y, double radius);
  std::string path(std::initializer_list<std::pair<double, double>> points);

  std::string name;
  double radius = 0.5;               // of the watched bodies [m]
  double max_speed = 3.0;            // [m/s]
  double slack = 0.0;                // by which it may stop beside its place [m]
  bool has_place = false;            // the origin is where the watched body means to stop
  bool place_counts = true;          // where it rests must not depend on the step length
  std::vector<std::size_t> watched;  // by the order of `agents`

  Json types = Json::object(), agents = Json::array(), walls = Json::array(), obstacles = Json::array();
  Json paths = Json::object(), regions = Json::object(), formations = Json::object(), events = Json::array();

 private:
  std::string prefix_;
  double x_, y_;
};

// The scenes of a table. They must not be moved once their behaviors are written, so they are made in place.
struct Stage {
  std::vector<Scene> scenes;
  Json simulation = Json::object();  // more keys, such as non_penetration

  Scene& add(std::string name) { return scenes.emplace_back(std::move(name), scenes.size()); }
  std::string text(double dt, double duration) const;
  // Index in the world of the k-th watched agent of a scene.
  AgentIndex watched(std::size_t scene, std::size_t k) const;
};

// For a look at a row that fails: with DROVER_WRITE_SCENES=folder its scene becomes a scenario there.
void write_if_asked(const Stage& stage, std::size_t scene, double duration);

// Steps the simulator and calls `look` in every state from `from` to `until` [s], the first one included.
void watch(Simulator& simulator, double from, double until, const std::function<void()>& look);

// The angle from one heading to another, to the left [rad].
double turn_between(Vec3 from, Vec3 to);

}  // namespace drover::test::rest
