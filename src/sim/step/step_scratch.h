// What lives for one step: written before it is read in every step, kept so that steps allocate nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim/step/arbitration.h"
#include "sim/step/event_schedule.h"
#include "sim/step/goal_steps.h"
#include "sim/step/overlap.h"
#include "sim/step/push_out.h"
#include "sim/step/requests.h"

namespace drover {

// What agents ask for and what their bodies are told, by stage: in S(t), and for integrators with stages in
// each trial state.
struct RequestStages {
  RequestStages() = default;
  RequestStages(const Model& model, std::size_t agent_count);
  // Makes the columns those of the agents from this one on.
  void begin_at(AgentIndex first);
  // What the bodies of an agent type are told.
  std::span<const RequestColumns> commands_to(const AgentType& type) const {
    return type.converts() ? commands : totals;
  }

  std::vector<RequestColumns> totals;    // what the arbiters chose
  std::vector<RequestColumns> commands;  // what the actuators made of it; empty where none changes a request
};

// How many stages the integrator of an agent type has.
std::size_t stages_of(const AgentType& type);

// For one chunk of agents after the other.
struct WorkerScratch {
  std::vector<ArbitrationScratch> arbitration;  // by level of nested groups
  RequestStages requests;                       // where those of all agents are not kept
  std::vector<std::uint8_t> answers;            // of the parts of one condition
  std::vector<AgentIndex> together;             // of a mode those that no jump has for itself
  std::vector<AgentIndex> deciders;             // of these, those that decide in this step
};

class ProjectileForecast;
class ProjectileSteps;

struct StepScratch {
  StepScratch();
  StepScratch(StepScratch&&) noexcept;
  StepScratch& operator=(StepScratch&&) noexcept;
  ~StepScratch();

  std::vector<WorkerScratch> workers;
  RequestStages requests;  // of all agents, where somebody reads them after their chunk is through
  std::vector<double> request_lengths;  // of this step: those of the state once it is committed
  // The staged columns (ColumnInfo::staged) while a step has several stages.
  std::vector<double> staged_before, staged_after;
  OverlapResolver overlaps;
  RoomFinder room;  // for bodies that doors catch
  EventScratch events;
  GoalSteps goals;
  std::unique_ptr<ProjectileSteps> projectiles;
  std::unique_ptr<ProjectileForecast> forecast;
  std::vector<JumpReport> jumps;  // by index of the agent, where some may jump
};

}  // namespace drover
