// What lives for one step: written before it is read in every step, kept so that steps allocate nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/step/arbitration.h"
#include "sim/step/event_schedule.h"
#include "sim/step/goal_steps.h"
#include "sim/step/overlap.h"
#include "sim/step/push_out.h"
#include "sim/step/requests.h"

namespace drover {

struct WorkerScratch {
  std::vector<ArbitrationScratch> arbitration;  // by level of nested groups
  std::vector<std::uint8_t> answers;            // of the parts of one condition
};

struct StepScratch {
  std::vector<WorkerScratch> workers;
  // What the arbiters chose: in S(t), and for integrators with stages in each trial state.
  std::vector<RequestColumns> totals;
  // What the actuators made of them; empty where no actuator changes a request.
  std::vector<RequestColumns> commands;
  // The staged columns (ColumnInfo::staged) while a step has several stages.
  std::vector<double> staged_before, staged_after;
  OverlapResolver overlaps;
  RoomFinder room;  // for bodies that doors catch
  EventScratch events;
  GoalSteps goals;
};

}  // namespace drover
