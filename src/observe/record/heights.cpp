#include "observe/record/heights.h"

#include <string_view>

#include "sim/state/registry.h"

namespace drover {
namespace {

// The number of an agent in a column of the state; 0 in worlds without it.
double number_in_column(const World& world, std::string_view name, AgentIndex agent) {
  double number = 0.0;
  visit_columns(world, [&](const StateColumn& info, const auto& numbers) {
    if (info.name == name && agent < numbers.size()) number = static_cast<double>(numbers[agent]);
  });
  return number;
}

}  // namespace

Vec3 observed_position(const World& world, AgentIndex agent) {
  Vec3 position = world.state.motion.position(agent);
  if (world.model().dimensions == Dimensions::elevated) position.z = number_in_column(world, "z", agent);
  return position;
}

Vec3 observed_velocity(const World& world, AgentIndex agent) {
  Vec3 velocity = world.state.motion.velocity(agent);
  if (world.model().dimensions == Dimensions::elevated) velocity.z = number_in_column(world, "vz", agent);
  return velocity;
}

}  // namespace drover
