#include "sim/definitions/dead_reckoning_definition.h"

#include "core/erased.h"
#include "sim/definitions/plain_table.h"

namespace drover {
namespace {

constexpr std::string_view kGradual = "linear, smooth, exponential";

constexpr auto kDeadReckoningFields = fields(
    field<&DeadReckoningDef::interval>(
        {.key = "interval",
         .unit = "s",
         .range = left_open(0, 1e6),
         .doc = "A report is sent when the last one is as old as this, in whole steps.",
         .otherwise = "threshold alone decides"}),
    field<&DeadReckoningDef::threshold>(
        {.key = "threshold",
         .unit = "m",
         .range = closed(0, 1e6),
         .doc =
             "A report is sent when the agent is farther than this from where its last report makes others "
             "expect it.",
         .otherwise = "interval alone decides"}),
    field<&DeadReckoningDef::delay>(
        {.key = "delay",
         .unit = "s",
         .range = closed(0, 60),
         .doc =
             "How long a report is on its way, in whole steps. What an agent starts with is known at once."}),
    field<&DeadReckoningDef::order>(
        {.key = "order",
         .range = closed(1, 2),
         .doc = "1: reports tell position and velocity. 2: the acceleration of the step before, too."}),
    field<&DeadReckoningDef::correction>(
        {.key = "correction",
         .doc =
             "How the error of what was shown vanishes when a report arrives. snap: at once. linear: at an "
             "even rate. smooth: from rest to rest. exponential: for ever, fast at first."}),
    field<&DeadReckoningDef::correction_time>(
        {.key = "correction_time",
         .unit = "s",
         .range = left_open(0, 1e6),
         .doc = "How long a correction takes; of exponential, after which 5% of the error are left.",
         .read_when = when("correction", kGradual)}),
    field<&DeadReckoningDef::snap_distance>({.key = "snap_distance",
                                             .unit = "m",
                                             .range = left_open(0, 1e9),
                                             .doc = "Greater errors vanish at once.",
                                             .read_when = when("correction", kGradual)}));

std::vector<Problem> check_dead_reckoning(const DeadReckoningDef& def) {
  if (def.interval || def.threshold) return {};
  return {{.pointer = "",
           .message = "no report would ever be sent",
           .hint = "Give \"interval\", \"threshold\" or both."}};
}

}  // namespace

const Table& DeadReckoningDef::table() {
  static constexpr Table kTable =
      plain_table("dead reckoning", kDeadReckoningFields, erased<check_dead_reckoning>);
  return kTable;
}

}  // namespace drover
