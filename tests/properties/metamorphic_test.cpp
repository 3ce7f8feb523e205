// Laws of the plane: turning, mirroring, moving or enlarging a scene does the same to what happens in it.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "properties/definition_walk.h"
#include "properties/rigid_motion.h"
#include "properties/scenario_files.h"
#include "properties/world_comparison.h"
#include "sim/simulator.h"

namespace drover::test {
namespace {

// Rounding differs after a turn by 30 degrees or a shift, and chaos magnifies the difference: few steps.
constexpr int kExactSteps = 150;
constexpr int kNearSteps = 32;
constexpr double kTolerance = 1e-5;  // m, m/s

// Bringing an agent back over an edge counts from the lower corner, so it rounds differently in a turned
// world.
bool has_active_edges(const ScenarioDef& def) {
  return def.world.bounds && def.world.bounds->edge != Edge::open;
}

// A wanderer turns left or right by chance, and a mirror does not mirror the random numbers. Where rounding
// differs, it decides whether a budget of acceleration is spent to the last bit, and with it whether a
// wanderer that comes later in the stack walks on; without wanderers nothing follows from that.
ScenarioDef without_wandering(const ScenarioDef& def) {
  ScenarioDef changed = clone(def);
  for (Named<AgentTypeDef>& type : changed.agent_types) {
    std::erase_if(type.value.steering.behaviors,
                  [](const SlotDef& slot) { return slot.behavior.kind->name == "wander"; });
  }
  return changed;
}

struct Run {
  int steps;
  double tolerance;
};

// Moves every agent by up to a millimeter. A scene may start with a tie, such as an agent exactly a
// waypoint's radius away from it, which rounding would decide differently after the motion.
void break_ties(AgentState& state) {
  const auto fraction = [](double v) { return v - std::floor(v); };
  for (std::size_t i = 0; i < state.size(); ++i) {
    const double k = static_cast<double>(i + 1);
    state.x[i] += 1e-3 * fraction(0.618 * k);
    state.y[i] += 1e-3 * fraction(0.755 * k);
  }
}

// Runs a scene and its image side by side.
void expect_same_motion(const ScenarioDef& def, const RigidMotion& motion, const Run& run) {
  BuiltWorld built = build_without_problems(def);
  if (run.tolerance > 0.0) break_ties(built.world.state);
  Simulator image(build_moved(def, built, motion));
  Simulator original(std::move(built));
  for (int step = 0; step < run.steps; ++step) {
    ASSERT_FALSE(original.step() || image.step()) << "a step failed";
    const auto difference =
        first_difference(moved(original.world().state, motion), image.world().state, run.tolerance);
    ASSERT_FALSE(difference) << "after tick " << original.world().tick << ": " << *difference;
  }
}

Run right_angle_run(const ScenarioDef& def) {
  return has_active_edges(def) ? Run{kNearSteps, kTolerance} : Run{kExactSteps, 0.0};
}

class PlaneLaws : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Scenarios, PlaneLaws, testing::ValuesIn(scenario_files()), name_of_file);

TEST_P(PlaneLaws, ARightAngleChangesNoBit) {
  const ScenarioDef def = load_file(GetParam()).def;
  expect_same_motion(def, {.xx = 0.0, .xy = -1.0, .yx = 1.0, .yy = 0.0}, right_angle_run(def));
}

TEST_P(PlaneLaws, AMirrorAcrossTheXAxisChangesNoBit) {
  const ScenarioDef def = without_wandering(load_file(GetParam()).def);
  expect_same_motion(def, {.yy = -1.0}, right_angle_run(def));
}

TEST_P(PlaneLaws, AMirrorAcrossTheDiagonalChangesNoBit) {
  const ScenarioDef def = without_wandering(load_file(GetParam()).def);
  expect_same_motion(def, {.xx = 0.0, .xy = 1.0, .yx = 1.0, .yy = 0.0}, right_angle_run(def));
}

TEST_P(PlaneLaws, AShiftMovesEverythingAlike) {
  const ScenarioDef def = without_wandering(load_file(GetParam()).def);
  expect_same_motion(def, {.shift = {1024.0, -512.0, 0.0}}, {kNearSteps, kTolerance});
}

TEST_P(PlaneLaws, AnyAngleTurnsEverythingAlike) {
  const ScenarioDef def = without_wandering(load_file(GetParam()).def);
  // A turned rectangle is no rectangle along the axes.
  if (has_active_edges(def)) return;
  const double cosine = 0.5 * std::numbers::sqrt3;
  expect_same_motion(def, {.xx = cosine, .xy = -0.5, .yx = 0.5, .yy = cosine}, {kNearSteps, kTolerance});
}

constexpr double kEnlargement = 4.0;

double enlargement_of(std::string_view unit) {
  const std::optional<Dimension> dimension = dimension_of(unit);
  if (unit.empty() || !dimension) return 1.0;
  double factor = 1.0;
  for (double power = dimension->length; power > 0.0; power -= 1.0)
    factor *= kEnlargement;
  for (double power = dimension->length; power < 0.0; power += 1.0)
    factor /= kEnlargement;
  return factor;
}

Quantity enlarged(const Quantity& quantity, double factor) {
  if (!quantity.is_drawn()) return quantity.is_present() ? Quantity(quantity.constant() * factor) : quantity;
  Distribution d = quantity.distribution();
  for (double* number : {&d.low, &d.high, &d.mean, &d.deviation})
    *number *= factor;
  for (double& value : d.values)
    value *= factor;
  return Quantity(std::move(d));
}

void enlarge(const Field& field, void* member) {
  const double factor = enlargement_of(field.unit);
  switch (field.access.type) {
    case FieldType::number:
      *static_cast<double*>(member) *= factor;
      break;
    case FieldType::quantity:
      *static_cast<Quantity*>(member) = enlarged(*static_cast<Quantity*>(member), factor);
      break;
    case FieldType::vector:
      *static_cast<Vec3*>(member) *= factor;
      break;
    case FieldType::optional_vector:
      if (auto& vector = *static_cast<std::optional<Vec3>*>(member)) *vector *= factor;
      break;
    case FieldType::points:
      for (Vec3& point : *static_cast<std::vector<Vec3>*>(member))
        point *= factor;
      break;
    case FieldType::target:
      static_cast<Target*>(member)->point *= kEnlargement;
      break;
    case FieldType::rows:
      if (field.key != "keyframes") break;
      for (auto& row : *static_cast<Rows<3>*>(member))
        row = {row[0], row[1] * kEnlargement, row[2] * kEnlargement};
      break;
    default:
      break;
  }
}

// Multiplies every parameter by a power of four that its unit says, which finds wrong units and hidden
// lengths.
TEST_P(PlaneLaws, EnlargingEveryLengthChangesNoOtherBit) {
  const ScenarioDef def = load_file(GetParam()).def;
  ScenarioDef large = clone(def);
  // The default of an agent without any limit stands in no field.
  for (Named<AgentTypeDef>& type : large.agent_types) {
    if (!type.value.max_force.is_present() && !type.value.max_acceleration.is_present()) {
      type.value.max_acceleration = 6.0;
    }
  }
  walk(ScenarioDef::table(), &large, enlarge);
  const RigidMotion factor{.xx = kEnlargement, .yy = kEnlargement};
  Simulator original(build_without_problems(def));
  Simulator image(build_without_problems(large));
  for (int step = 0; step < kExactSteps; ++step) {
    ASSERT_FALSE(original.step() || image.step()) << "a step failed";
    AgentState expected = moved(original.world().state, factor);
    expected.hx = original.world().state.hx;
    expected.hy = original.world().state.hy;
    const auto difference = first_difference(expected, image.world().state);
    ASSERT_FALSE(difference) << "after tick " << original.world().tick << ": " << *difference;
  }
}

}  // namespace
}  // namespace drover::test
