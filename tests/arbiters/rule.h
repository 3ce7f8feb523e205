// Behaviors that ask for whatever a test says, so that an arbiter can be looked at alone.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/catalog.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/agent_view.h"
#include "support/model_of.h"
#include "support/scene.h"

namespace drover::test {

using Rule = std::function<std::optional<Request>(const AgentView&, AgentIndex)>;

struct RuleDef {
  Rule rule;
};

inline std::optional<Request> ask_rule(const RuleDef& def, const AgentView& view, AgentIndex agent) {
  return def.rule(view, agent);
}

inline constexpr TypedBehavior<RuleDef> kTypedRule = {.info = {.name = "rule"}, .steer = ask_rule};
inline constexpr BehaviorKind kRule = make_behavior<kTypedRule>();

inline Rule always(Vec3 linear, double angular = 0.0) {
  return [=](const AgentView&, AgentIndex) { return Request{linear, about_up(angular)}; };
}
inline Rule turning_by(double angular) {
  return always({}, angular);
}
inline Rule silent() {
  return [](const AgentView&, AgentIndex) { return std::nullopt; };
}
// Counts how often the rule is asked.
inline Rule counted(Rule rule, int& asked) {
  return [rule = std::move(rule), &asked](const AgentView& view, AgentIndex agent) {
    ++asked;
    return rule(view, agent);
  };
}

// A place in a stack that a rule fills; the keys start with a comma.
inline std::string part(const std::string& keys = "") {
  return R"({"type":"seek","target":{"point":[0,0]})" + keys + "}";
}
inline std::string parts(int count) {
  std::string text = part();
  for (int k = 1; k < count; ++k)
    text += "," + part();
  return text;
}
inline std::string group(const std::string& arbiter, const std::string& behaviors,
                         const std::string& keys = "") {
  return R"({"type":"group","arbiter":{"type":)" + arbiter + R"(},"behaviors":[)" + behaviors + "]" + keys +
         "}";
}

// A stack of rules under an arbiter, in the words of a scenario.
struct Trial {
  std::string arbiter;           // the value of "type", and more keys after it
  std::string behaviors;         // separated by commas
  std::vector<Rule> rules = {};  // for the seeks among them, in the order of the text
  std::string agents = R"({"type":"a","position":[0,0]})";
  std::string type = R"(,"max_acceleration":10,"max_angular_acceleration":10)";  // keys of the agent type
  std::string scenario = "";                                                     // keys of the scenario
  bool body_turns = true;  // the body takes angular requests; what it does with them does not matter
};

inline Simulator simulator_of(const Trial& trial) {
  static const LocomotionKind kTurning = [] {
    LocomotionKind kind = *catalog().find<LocomotionKind>("point_mass");
    kind.turns = true;
    return kind;
  }();
  BuiltWorld built = make_world(R"({"format":1,"agent_types":{"a":{"steering":{"arbiter":{"type":)" +
                                trial.arbiter + R"(},"behaviors":[)" + trial.behaviors + "]}" + trial.type +
                                R"(}},"agents":[)" + trial.agents + "]" + trial.scenario + "}");
  AgentType& type = model_of(built.world).types[0];
  if (trial.body_turns) type.locomotion = &kTurning;
  std::size_t next = 0;
  for (StackEntry& entry : type.entries) {
    if (entry.kind->name != "seek" || next >= trial.rules.size()) continue;
    entry.kind = &kRule;
    entry.params = std::make_shared<RuleDef>(RuleDef{trial.rules[next++]});
  }
  return Simulator(std::move(built));
}

// What the arbiter chooses in the next step; empty where it chooses nothing.
inline std::optional<Request> choice(Simulator& simulator, AgentIndex agent = 0) {
  simulator.record_requests();
  run_steps(simulator, 1);
  if (!simulator.requests().is_active(agent)) return std::nullopt;
  return simulator.requests().request(agent);
}
inline std::optional<Request> choice(const Trial& trial, AgentIndex agent = 0) {
  Simulator simulator = simulator_of(trial);
  return choice(simulator, agent);
}

// The hash of the state after some steps.
inline std::uint64_t hash_after(const Trial& trial, int steps) {
  Simulator simulator = simulator_of(trial);
  run_steps(simulator, steps);
  return simulator.hash();
}

// Positions, velocities and headings after some steps: equal for stacks that differ in what they remember.
inline std::vector<double> motion_after(const Trial& trial, int steps) {
  Simulator simulator = simulator_of(trial);
  run_steps(simulator, steps);
  const AgentMotion& s = simulator.world().state.motion;
  std::vector<double> all;
  for (const auto* column : {&s.x, &s.y, &s.vx, &s.vy, &s.hx, &s.hy})
    all.insert(all.end(), column->begin(), column->end());
  return all;
}

}  // namespace drover::test
