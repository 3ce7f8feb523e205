// Laws of the plane: turning, mirroring, moving or enlarging a scene does the same to what happens in it.
#include <cmath>
#include <functional>
#include <numbers>

#include <gtest/gtest.h>

#include "app/catalog.h"
#include "properties/definition_walk.h"
#include "properties/plane_claims.h"
#include "properties/rigid_motion.h"
#include "properties/same_motion.h"
#include "properties/scenario_files.h"
#include "properties/world_comparison.h"
#include "sim/definitions/group.h"
#include "sim/step/simulator.h"

namespace drover::test::metamorphic_test {
namespace {

constexpr int kExactSteps = 150;

// A feeler that sweeps begins to the left, in a mirrored world too, and the printed form of avoiding
// obstacles pushes to the left whatever side they are on.
bool has_own_side(const StackEntryDef& slot) {
  for (const Field& field : slot.behavior.kind->table.fields) {
    const void* member = field.in(slot.behavior.params.get());
    if (field.key == "printed_form" && *static_cast<const bool*>(member)) return true;
    if (field.key != "config" || field.access.type != FieldType::choice) continue;
    const auto choice = static_cast<std::size_t>(field.access.get_choice(member));
    if (field.access.choices[choice] == "sweep") return true;
  }
  return slot.behavior.kind->name.ends_with("wander");
}

using Slots = std::vector<StackEntryDef>;

void visit_slots(Slots& slots, const std::function<void(Slots&)>& visit) {
  visit(slots);
  for (StackEntryDef& slot : slots) {
    if (slot.behavior.kind != &kGroup) continue;
    visit_slots(static_cast<BehaviorGroupDef*>(slot.behavior.params.get())->behaviors, visit);
  }
}

// Every list of behaviors: of types, of modes and of groups.
void visit_slots(ScenarioDef& def, const std::function<void(Slots&)>& visit) {
  for (Named<AgentTypeDef>& type : def.agent_types) {
    visit_slots(type.value.steering.behaviors, visit);
    for (Named<ModeDef>& mode : type.value.steering.modes)
      visit_slots(mode.value.behaviors, visit);
  }
  for (Named<FormationDef>& formation : def.formations)
    visit_slots(formation.value.anchor.steering.behaviors, visit);
}

bool foresees_flights(const ScenarioDef& def) {
  bool found = false;
  ScenarioDef copy = clone(def);
  visit_slots(copy, [&](Slots& slots) {
    for (const StackEntryDef& slot : slots)
      found = found || static_cast<const BehaviorKind*>(slot.behavior.kind)->forecast != nullptr;
  });
  return found;
}

bool has_jumps(const ScenarioDef& def) {
  return std::ranges::any_of(def.navigation.graphs, [](const Named<NavigationGraphDef>& graph) {
    return std::ranges::count(graph.value.edges, WaypointEdgeKind::jump, &NavigationEdgeDef::kind) > 0;
  });
}

// A wanderer turns left or right by chance, and a mirror does not mirror the random numbers. Where rounding
// differs, it decides whether a budget of acceleration is spent to the last bit, and with it whether a
// wanderer that comes later in the stack walks on; without wanderers nothing follows from that.
ScenarioDef without_own_sides(const ScenarioDef& def) {
  ScenarioDef changed = clone(def);
  visit_slots(changed, [](Slots& slots) { std::erase_if(slots, has_own_side); });
  // Shots miss to the left or right by chance, too.
  walk(ScenarioDef::table(), &changed, [](const Field& field, void* member) {
    if (field.key == "spread" && field.access.type == FieldType::parameter)
      *static_cast<Parameter*>(member) = 0.0;
  });
  // An event may set a number of a behavior that is gone.
  std::erase_if(changed.events, [](const EventDef& event) { return event.event.kind->name == "set"; });
  return changed;
}

constexpr RigidMotion kQuarterTurn{.xx = 0.0, .xy = -1.0, .yx = 1.0, .yy = 0.0};

void expect_claim(const ScenarioDef& def, Claim claim, const RigidMotion& motion) {
  if (claim != Claim::none) expect_same_motion(def, motion, run_of(claim));
}

class PlaneLaws : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Scenarios, PlaneLaws, testing::ValuesIn(scenario_files()), name_of_file);

TEST_P(PlaneLaws, ARightAngleChangesNoBit) {
  const ScenarioDef def = load_file(GetParam()).def;
  expect_claim(def, claim_of(def, &PlaneClaims::quarter_turn), kQuarterTurn);
}

TEST_P(PlaneLaws, AMirrorAcrossTheXAxisChangesNoBit) {
  const ScenarioDef def = without_own_sides(load_file(GetParam()).def);
  expect_claim(def, claim_of(def, &PlaneClaims::mirror), {.yy = -1.0});
}

TEST_P(PlaneLaws, AMirrorAcrossTheDiagonalChangesNoBit) {
  const ScenarioDef def = without_own_sides(load_file(GetParam()).def);
  expect_claim(def, claim_of(def, &PlaneClaims::mirror), {.xx = 0.0, .xy = 1.0, .yx = 1.0, .yy = 0.0});
}

TEST_P(PlaneLaws, AShiftMovesEverythingAlike) {
  const ScenarioDef def = without_own_sides(load_file(GetParam()).def);
  expect_claim(def, claim_of(def, &PlaneClaims::shift), {.shift = {1024.0, -512.0, 0.0}});
}

TEST_P(PlaneLaws, AnyAngleTurnsEverythingAlike) {
  const ScenarioDef def = without_own_sides(load_file(GetParam()).def);
  const double cosine = 0.5 * std::numbers::sqrt3;
  expect_claim(def, claim_of(def, &PlaneClaims::any_turn),
               {.xx = cosine, .xy = -0.5, .yx = 0.5, .yy = cosine});
}

TEST(PlaneClaim, StandsInTheReadme) {
  EXPECT_NE(readme_text().find(table_text()), std::string::npos) << table_text();
}

// Where a weaker claim is made, some scenario needs it.
TEST(PlaneClaim, OfAQuarterTurnCouldNotBeStronger) {
  for (const PlaneClaims& row : plane_claims()) {
    bool is_needed = false;
    for (const std::string& file : scenario_files()) {
      const ScenarioDef def = load_file(file).def;
      const bool is_its_own = row.have(def) && claim_of(def, &PlaneClaims::quarter_turn) == row.quarter_turn;
      is_needed = is_its_own && (row.quarter_turn == Claim::exact ||
                                 find_other_motion(def, kQuarterTurn, run_of(Claim::exact)));
      if (is_needed) break;
    }
    EXPECT_TRUE(is_needed) << row.scenes;
  }
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

Parameter enlarged(const Parameter& parameter, double factor) {
  if (!parameter.is_drawn())
    return parameter.is_present() ? Parameter(parameter.constant() * factor) : parameter;
  Distribution d = parameter.distribution();
  for (double* number : {&d.low, &d.high, &d.mean, &d.deviation})
    *number *= factor;
  for (double& value : d.values)
    value *= factor;
  for (Distribution& item : d.items) {
    for (double* number : {&item.low, &item.high, &item.mean, &item.deviation})
      *number *= factor;
    for (double& value : item.values)
      value *= factor;
  }
  return Parameter(std::move(d));
}

void enlarge(const Field& field, void* member) {
  const double factor = enlargement_of(field.unit);
  switch (field.access.type) {
    case FieldType::number:
      *static_cast<double*>(member) *= factor;
      break;
    case FieldType::parameter:
      *static_cast<Parameter*>(member) = enlarged(*static_cast<Parameter*>(member), factor);
      break;
    case FieldType::numbers:
      for (double& number : *static_cast<std::vector<double>*>(member))
        number *= factor;
      break;
    case FieldType::vector:
      *static_cast<Vec3*>(member) *= factor;
      break;
    case FieldType::target: {
      auto& target = *static_cast<Target*>(member);
      target.point *= kEnlargement;
      target.behind = enlarged(target.behind, kEnlargement);
      break;
    }
    case FieldType::row:
      if (field.key != "keyframes" && field.key != "gaits") break;
      for (std::size_t k = field.key == "gaits" ? 0 : 1; k < field.access.row_width; ++k)
        static_cast<double*>(member)[k] *= kEnlargement;
      break;
    case FieldType::own_parameter:
    case FieldType::boolean:
    case FieldType::integer:
    case FieldType::text:
    case FieldType::choice:
    case FieldType::reference:
    case FieldType::shared_reference:
    case FieldType::json:
    case FieldType::object:
    case FieldType::kind_map:
      break;
  }
}

// What decay means follows from the variant of the separation: with inverse_square it has one power of length
// more than its unit says.
void enlarge_square_decay(KindBox& box) {
  if (box.kind == nullptr) return;
  Parameter* decay = nullptr;
  bool is_square = false;
  for (const Field& field : box.kind->table.fields) {
    if (field.key == "decay") decay = static_cast<Parameter*>(field.in(box.params.get()));
    if (field.access.type != FieldType::choice) continue;
    const int choice = field.access.get_choice(field.in(box.params.get()));
    is_square |= field.access.choices[static_cast<std::size_t>(choice)] == "inverse_square";
  }
  if (decay != nullptr && is_square) *decay = enlarged(*decay, kEnlargement);
}

// The unit of a quantity; of one that is named, that of what the name stands for.
std::string_view unit_of(const KindBox& box, const ScenarioDef& def) {
  for (const Field& field : box.kind->table.fields) {
    if (field.access.type != FieldType::reference) continue;
    const auto& reference = *static_cast<const Reference*>(field.in(box.params.get()));
    if (reference.type != ReferenceType::quantity) continue;
    const auto named = std::ranges::find(def.quantities, reference.name, &Named<QuantityDef>::name);
    return named == def.quantities.end() ? "" : unit_of(named->value.quantity, def);
  }
  return box.kind->family == "quantity" ? kind_cast<QuantityKind>(box.kind)->unit : "";
}

// What a ramp compares has the unit of its quantity, which no field says.
void enlarge_ramp(std::optional<RampDef>& ramp, const ScenarioDef& def) {
  if (!ramp) return;
  for (std::array<double, 2>& point : ramp->points)
    point[0] *= enlargement_of(unit_of(ramp->quantity, def));
}

// The threshold of a named quantity has its unit.
void enlarge_threshold(KindBox& box, const ScenarioDef& def) {
  if (box.kind == nullptr || box.kind->family != "condition") return;
  for (const Field& field : box.kind->table.fields) {
    if (field.key != "less_than" && field.key != "greater_than" && field.key != "hysteresis") continue;
    auto& parameter = *static_cast<Parameter*>(field.in(box.params.get()));
    if (parameter.is_present() && field.unit.empty())
      parameter = enlarged(parameter, enlargement_of(unit_of(box, def)));
  }
}

// What entries say about single numbers of their agents: limits, or "<label>.<key>" of behaviors.
double enlargement_of_own(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  std::span<const Field> fields = AgentTypeDef::table().fields;
  if (dot != std::string_view::npos) {
    const std::string_view label = name.substr(0, dot);
    const Kind* kind = catalog().find("behavior", label.substr(0, label.find('#')));
    if (kind == nullptr) return 1.0;
    fields = kind->table.fields;
    name = name.substr(dot + 1);
  }
  const auto field = std::ranges::find(fields, name, &Field::key);
  return field == fields.end() ? 1.0 : enlargement_of(field->unit);
}

void enlarge_parameters(ScenarioDef& def) {
  for (AgentDef& entry : def.agents) {
    for (Named<Parameter>& own : entry.parameters)
      own.value = enlarged(own.value, enlargement_of_own(own.name));
  }
  for (Named<AgentTypeDef>& type : def.agent_types) {
    AgentTypeDef& own = type.value;
    for (std::optional<RampDef>* ramp :
         {&own.max_speed_by, &own.preferred_speed_by, &own.max_force_by, &own.max_acceleration_by,
          &own.max_turn_rate_by, &own.gravity_scale_by, &own.jump_speed_by})
      enlarge_ramp(*ramp, def);
  }
  visit_slots(def, [&](Slots& slots) {
    for (StackEntryDef& slot : slots) {
      enlarge_ramp(slot.weight_by, def);
      enlarge_ramp(slot.priority_by, def);
    }
  });
  walk_kinds(ScenarioDef::table(), &def, [&](KindBox& box) { enlarge_threshold(box, def); });
}

// The run-up of a jump is as much longer than needed as is said in meters (src/behaviors/jumps.md).
bool knows_run_ups(const ScenarioDef& def) {
  bool found = false;
  ScenarioDef copy = clone(def);
  walk_kinds(ScenarioDef::table(), &copy, [&](KindBox& box) {
    found = found || (box.kind != nullptr && box.kind->name.starts_with("jump"));
  });
  return found;
}

// Multiplies every parameter by a power of four that its unit says, which finds wrong units and hidden
// lengths.
// Gravity is an acceleration that no key enlarges.
bool knows_gravity(const ScenarioDef& def) {
  return std::ranges::any_of(def.agent_types, [](const Named<AgentTypeDef>& type) {
    return type.value.locomotion.locomotion.kind->name == "bank_turn" ||
           type.value.actuator.actuator.kind->name == "motorbike";  // it leans
  });
}

// The lengths in which drivers come onto a curve or end a piece of a way, and speeds up to which they do
// something else.
bool drives_by_own_lengths(const ScenarioDef& def) {
  bool found = false;
  ScenarioDef copy = clone(def);
  walk_kinds(ScenarioDef::table(), &copy, [&](KindBox& box) {
    const std::string_view name = box.kind == nullptr ? "" : box.kind->name;
    found = found || name == "park" || name == "output_filter" || name == "manoeuvres";
  });
  return found;
}

TEST_P(PlaneLaws, EnlargingEveryLengthChangesNoOtherBit) {
  const ScenarioDef def = load_file(GetParam()).def;
  if (knows_gravity(def) || knows_run_ups(def) || drives_by_own_lengths(def)) return;
  ScenarioDef large = clone(def);
  // The defaults of an agent without any limit and without a goal radius stand in no field.
  for (Named<AgentTypeDef>& type : large.agent_types) {
    if (!type.value.goals.goal_radius.is_present()) type.value.goals.goal_radius = kGoalRadius;
    if (!type.value.max_force.is_present() && !type.value.max_acceleration.is_present()) {
      type.value.max_acceleration = 6.0;
    }
  }
  walk(ScenarioDef::table(), &large, enlarge);
  walk_kinds(ScenarioDef::table(), &large, enlarge_square_decay);
  enlarge_parameters(large);
  // Of agents that never jump it would be one without an effect.
  for (Named<AgentTypeDef>& type : large.agent_types)
    if (!has_jumps(def)) type.value.jump_speed = AgentTypeDef().jump_speed;
  const RigidMotion factor{.xx = kEnlargement, .yy = kEnlargement, .zz = kEnlargement};
  Simulator original(build_without_problems(def));
  Simulator image(build_without_problems(large));
  // The least room that counts as free is a length that does not grow, and so is what counts as the middle of
  // a flight that an agent evades.
  const bool is_exact = !finds_ways(def) && !foresees_flights(def);
  for (int step = 0; step < (is_exact ? kExactSteps : 32); ++step) {
    ASSERT_FALSE(original.step() || image.step()) << "a step failed";
    if (!is_exact) {
      for (AgentIndex i = 0; i < original.world().model().body_count(); ++i) {
        const Vec3 expected = original.world().state.motion.position(i) * kEnlargement;
        ASSERT_LT(length(image.world().state.motion.position(i) - expected), 1e-5) << i << " " << step;
      }
      continue;
    }
    AgentMotion expected = moved(original.world().state.motion, factor);
    for (AgentIndex i = 0; i < expected.size(); ++i)
      expected.set_frame(i, original.world().state.motion.frame(i));
    const auto difference = first_difference(expected, image.world().state.motion);
    ASSERT_FALSE(difference) << "after tick " << original.world().state.tick << ": " << *difference;
  }
}

}  // namespace
}  // namespace drover::test::metamorphic_test
