// The table of trace columns: to add one, add a row.
#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/det_math.h"
#include "core/frame.h"
#include "core/quaternion.h"
#include "observe/record/columns.h"
#include "observe/record/fake_orientation.h"
#include "observe/record/heights.h"
#include "sim/formation/formation_columns.h"
#include "sim/formation/slot_error.h"
#include "sim/step/agent_goals.h"
#include "sim/step/goals.h"
#include "sim/step/held_requests.h"

namespace drover {
namespace {

using Row = TraceRow;

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

double angle_of(Vec3 v) {
  return det::atan2(v.y, v.x);
}

Vec3 acceleration(const Row& row) {
  return row.history.acceleration(row.world(), row.agent);
}

// The steering force of the step before, as a force on the body's mass: what the body was told to do, before
// drag and its own limits. None for bodies that take velocities.
std::optional<Vec3> steering_force(const Row& row) {
  if (row.world().model().type_of(row.agent).locomotion->takes != RequestUnit::acceleration)
    return std::nullopt;
  if (row.history.starts(row.world(), row.agent)) return Vec3{};
  return row.simulator.linear_command(row.agent) * row.limits().mass[row.agent];
}

Vec3 net_force(const Row& row) {
  return acceleration(row) * row.limits().mass[row.agent];
}

// Parts of a force along the heading, to its left and upwards from both, with the orientation the agent had
// while the force acted; NaN where there is no force.
double part_along(const Row& row, const std::optional<Vec3>& force, Vec3 Frame::*axis) {
  return force ? dot(*force, row.history.frame_before(row.agent).*axis) : kNoNumber;
}
double forward_part(const Row& row, const std::optional<Vec3>& force) {
  return part_along(row, force, &Frame::forward);
}
double left_part(const Row& row, const std::optional<Vec3>& force) {
  return part_along(row, force, &Frame::left);
}
double up_part(const Row& row, const std::optional<Vec3>& force) {
  return part_along(row, force, &Frame::up);
}

Quaternion orientation(const Row& row) {
  return canonical(orientation_of(row.state().frame(row.agent)));
}

YawPitchRoll angles(const Row& row) {
  return angles_of(orientation(row));
}

Quaternion fake_orientation(const Row& row) {
  const BodyMotion motion = {orientation(row), observed_velocity(row.world(), row.agent),
                             row.state().rotation[row.agent]};
  return canonical(fake_orientation(motion, row.fake_orientation));
}

// The names of things that have one each.
template <class Things>
std::vector<std::string> names_of(const Things& things) {
  std::vector<std::string> names;
  for (const auto& thing : things)
    names.push_back(thing.name);
  return names;
}

// With an empty text behind them, that of agents without.
std::vector<std::string> or_empty(std::vector<std::string> texts) {
  texts.emplace_back();
  return texts;
}

std::size_t group_text(const Row& row) {
  const std::uint32_t group = row.identity().group[row.agent];
  return group == kNoIndex ? row.world().model().group_names.size() : group;
}

// One text per mode of each type, in their order; a type without modes has one mode without a name.
std::vector<std::string> mode_texts(const World& world) {
  std::vector<std::string> texts;
  for (const AgentType& type : world.model().visible_types())
    std::ranges::move(names_of(type.modes), std::back_inserter(texts));
  return texts;
}

std::size_t mode_text(const Row& row) {
  std::size_t before = 0;
  for (std::uint32_t t = 0; t < row.identity().type[row.agent]; ++t)
    before += row.world().model().types[t].modes.size();
  return before + row.world().state.status.mode[row.agent];
}

std::vector<std::string> name_texts(const World& world) {
  std::vector<std::string> texts(world.model().agents.size());
  for (const AgentName& entry : world.model().names)
    texts[entry.agent] = entry.name;
  return texts;
}

// What the actuator or the body of an agent remembers under a name; NaN of those that remember none.
double remembered(const Row& row, std::string_view name) {
  const AgentType& type = row.world().model().type_of(row.agent);
  const auto find = [&](std::span<const std::string_view> names, const MemoryHandle& memory) {
    const auto at = std::ranges::find(names, name);
    if (at == names.end()) return kNoNumber;
    const std::size_t first = row.identity().index_in_type[row.agent] * memory.width;
    const auto number = static_cast<std::size_t>(at - names.begin());
    return row.world().state.columns.values(memory)[first + number];
  };
  const double of_body = find(type.locomotion->memory, type.locomotion_memory);
  return std::isnan(of_body) ? find(type.actuator->memory, type.actuator_memory) : of_body;
}

// Of agents that do not decide in every step.
double decision_age(const Row& row) {
  const World& world = row.world();
  const AgentType& type = world.model().type_of(row.agent);
  if (!type.decisions.are_held()) return 0.0;
  // The state is that after the step.
  return static_cast<double>(ticks_since_decision(world, type.decisions, row.agent) - 1) * world.model().dt;
}

// Nothing without a pipeline.
std::optional<PipelineRecord> pipeline_record(const Row& row) {
  const StackEntry* entry = find_pipeline(row.world(), row.agent);
  if (entry == nullptr) return std::nullopt;
  return entry->kind->pipeline(entry->params.get(), AgentView(row.world(), {}, *entry), row.agent);
}

std::vector<std::string> deadlock_texts(const World&) {
  std::vector<std::string> texts(kDeadlockCauseNames.begin(), kDeadlockCauseNames.end());
  texts[static_cast<std::size_t>(DeadlockCause::none)] = "";
  return texts;
}

std::size_t deadlock_text(const Row& row) {
  return static_cast<std::size_t>(pipeline_record(row).value_or(PipelineRecord()).cause);
}

// Calls visit(entry, labels of its constraints) for all pipelines.
template <class Visit>
void visit_pipelines(const World& world, const Visit& visit) {
  for (const AgentType& type : world.model().visible_types()) {
    for (const StackEntry& entry : type.entries)
      if (entry.kind->pipeline != nullptr) visit(entry, entry.kind->constraint_labels(entry.params.get()));
  }
}

// Those of all pipelines, one after the other; the last one is that of no constraint.
std::vector<std::string> constraint_texts(const World& world) {
  std::vector<std::string> texts;
  visit_pipelines(world, [&](const StackEntry&, std::vector<std::string> labels) {
    std::ranges::move(labels, std::back_inserter(texts));
  });
  return or_empty(std::move(texts));
}

std::size_t constraint_text(const Row& row) {
  const StackEntry* own = find_pipeline(row.world(), row.agent);
  const std::uint32_t constraint = pipeline_record(row).value_or(PipelineRecord()).constraint;
  std::size_t count = 0, found = kNoIndex;
  visit_pipelines(row.world(), [&](const StackEntry& entry, const std::vector<std::string>& labels) {
    if (&entry == own && constraint < labels.size()) found = count + constraint;
    count += labels.size();
  });
  return found == kNoIndex ? count : found;
}

// The formation of an agent that has not ended; kNoIndex without.
std::uint32_t live_formation(const Row& row) {
  const World& world = row.world();
  if (world.model().formations.empty()) return kNoIndex;
  const std::uint32_t formation = formation_of(world, row.agent);
  return formation == kNoIndex || is_disbanded(world, formation) ? kNoIndex : formation;
}

std::size_t formation_text(const Row& row) {
  const std::uint32_t formation = live_formation(row);
  return formation == kNoIndex ? row.world().model().formations.size() : formation;
}

double slot_number(const Row& row) {
  const World& world = row.world();
  const std::uint32_t slot = world.model().formations.empty() ? kNoIndex : slot_of(world, row.agent);
  return slot == kNoIndex ? kNoNumber : static_cast<double>(slot);
}

// The patterns of each formation in their order, the base first.
std::vector<std::string> pattern_texts(const World& world) {
  std::vector<std::string> texts;
  for (const Formation& formation : world.model().formations) {
    for (std::uint32_t k = 0; k <= formation.def.patterns.size(); ++k)
      texts.emplace_back(formation.pattern_name(k));
  }
  return or_empty(std::move(texts));
}

std::size_t pattern_text(const Row& row) {
  const World& world = row.world();
  const std::uint32_t own = live_formation(row);
  const bool has_pattern = own != kNoIndex && world.model().formations[own].has_slots();
  std::size_t text = has_pattern ? world.state.formation_columns.pattern[own] : 0;
  for (std::uint32_t f = 0; f < world.model().formations.size() && (!has_pattern || f < own); ++f)
    text += world.model().formations[f].def.patterns.size() + 1;
  return text;
}

constexpr std::string_view kStranded = "stranded";

// Those of BoundingState, of a member whose run took too long, and of agents that do not take turns.
std::vector<std::string> bounding_texts(const World&) {
  const auto names = enum_names(BoundingState{});
  std::vector<std::string> texts(names.begin(), names.end());
  texts.emplace_back(kStranded);
  return or_empty(std::move(texts));
}

std::size_t bounding_text(const Row& row) {
  const World& world = row.world();
  const std::size_t stranded = enum_names(BoundingState{}).size();
  const std::uint32_t own = live_formation(row);
  if (own == kNoIndex || leader_of(world, own) == row.agent) return stranded + 1;
  const std::optional<CoverDef>& cover = world.model().formations[own].def.cover;
  if (!cover || !cover->one_mover) return stranded + 1;
  if (world.state.covers.is_stranded[row.agent] != 0) return stranded;
  return world.state.covers.bounding_state[row.agent];
}

double slot_blocked(const Row& row) {
  const std::vector<SlotTarget>& slots = row.world().state.slots;
  if (slots.empty() || !slots[row.agent].exists) return kNoNumber;
  return is_slot_blocked(row.world(), row.agent) ? 1.0 : 0.0;
}

// Nothing where the formation has no members with places, or is emergent: its first member leads.
double anchor_number(const Row& row, double (*number)(const FormationPose& pose)) {
  const World& world = row.world();
  const std::uint32_t own = live_formation(row);
  if (own == kNoIndex || world.model().formations[own].is_emergent()) return kNoNumber;
  const FormationPose& pose = world.state.formations[own];
  return pose.has_members ? number(pose) : kNoNumber;
}

// In the order of GoalState; the text of agents without a goal is empty.
std::vector<std::string> goal_state_texts(const World&) {
  const auto names = enum_names(GoalState{});
  std::vector<std::string> texts(names.begin(), names.end());
  texts.front().clear();
  return texts;
}

// Nothing for a direction, which leads nowhere.
double goal_coordinate(const Row& row, double Vec3::*coordinate) {
  const std::optional<GoalAim> aim = goal_aim(row.world(), row.agent);
  return !aim || aim->is_direction ? kNoNumber : aim->position.*coordinate;
}

std::optional<WayAhead> way_of(const Row& row) {
  return find_way(row.world(), row.simulator.perceptions(), row.agent);
}
double next_of_way(const Row& row, std::size_t coordinate) {
  const std::optional<WayAhead> way = way_of(row);
  return way && !way->points.empty() ? way->points[coordinate] : kNoNumber;
}

double goal_place(const Row& row) {
  const World& world = row.world();
  const AgentGoal* goal = goal_of(world, row.agent);
  if (goal == nullptr) return kNoNumber;
  if (goal_state(world, row.agent) == GoalState::queued) return world.state.goals.index_in_line[row.agent];
  const std::uint32_t place = world.state.goals.stage[row.agent];
  if (goal->form == GoalForm::route) return place_of_stage(*goal, place);
  return goal->form == GoalForm::regions ? place : kNoNumber;
}

// Nothing for a leader, whose own way decides where the slots are.
double slot_place(const Row& row, double Vec3::*coordinate) {
  const std::vector<SlotTarget>& slots = row.world().state.slots;
  return slots.empty() || !slots[row.agent].exists ? kNoNumber : slots[row.agent].position.*coordinate;
}

bool is_known_by_reports(const Row& row) {
  return row.world().model().type_of(row.agent).dead_reckoning.has_value();
}
double shown_position(const Row& row, double Vec3::*coordinate) {
  return is_known_by_reports(row) ? row.world().seen_motion().position(row.agent).*coordinate : kNoNumber;
}
double shown_velocity(const Row& row, double Vec3::*coordinate) {
  return is_known_by_reports(row) ? row.world().seen_motion().velocity(row.agent).*coordinate : kNoNumber;
}

constexpr ColumnKind integer(ColumnKind words, std::uint64_t (*value)(const Row&)) {
  words.type = ColumnType::integer;
  words.integer = value;
  return words;
}

constexpr ColumnKind number(ColumnKind words, double (*value)(const Row&)) {
  words.number = value;
  return words;
}

constexpr ColumnKind text(ColumnKind words, std::vector<std::string> (*texts)(const World&),
                          std::size_t (*value)(const Row&)) {
  words.type = ColumnType::text;
  words.texts = texts;
  words.text = value;
  return words;
}

constexpr ColumnKind from(Dimensions dimensions, ColumnKind kind) {
  kind.from = dimensions;
  return kind;
}

constexpr ColumnKind in_space(ColumnKind kind) {
  return from(Dimensions::space, kind);
}

constexpr unsigned kMotion = TraceHistory::acceleration_need;
constexpr unsigned kSmoothing = TraceHistory::smoothing_need;

// clang-format off
constexpr auto kKinds = std::to_array<ColumnKind>({
    integer({.name = "step", .doc = "Steps since the initial state."},
            [](const Row& r) { return r.world().state.tick; }),
    number({.name = "time", .unit = "s", .doc = "step * dt."},
           [](const Row& r) { return r.world().time(); }),
    integer({.name = "agent", .doc = "Number of the agent."},
            [](const Row& r) -> std::uint64_t { return r.identity().number[r.agent]; }),
    text({.name = "name", .doc = "Name of the agent; empty without."},
         name_texts, [](const Row& r) -> std::size_t { return r.agent; }),
    text({.name = "type", .doc = "Agent type."},
         [](const World& w) { return names_of(w.model().visible_types()); },
         [](const Row& r) -> std::size_t { return r.identity().type[r.agent]; }),
    text({.name = "group", .doc = "Group of the agent; empty without."},
         [](const World& w) { return or_empty(w.model().group_names); }, group_text),
    text({.name = "mode",
          .doc = "Mode of the agent in the step before, the initial one in the first row; empty for a type without modes."},
         mode_texts, mode_text),
    number({.name = "pipeline_attempts",
            .doc = "How many ways the pipeline of the agent tried in the step before; empty without a pipeline."},
           [](const Row& r) {
             const std::optional<PipelineRecord> record = pipeline_record(r);
             return record ? static_cast<double>(record->attempts) : kNoNumber;
           }),
    text({.name = "pipeline_deadlock",
          .doc = "Why it was in a deadlock then: steps, cycle, no_way or stuck; else empty."},
         deadlock_texts, deadlock_text),
    text({.name = "pipeline_constraint",
          .doc = "The constraint that a way violated last: its kind, from the second of a kind on with a number; empty without."},
         constraint_texts, constraint_text),
    number({.name = "decision_age", .unit = "s",
            .doc = "How long before the step to this state the agent decided what it does; 0 where it did so in that step."},
           decision_age),
    number({.name = "gear",
            .doc = "What a driver does: 0 drive, 1 reverse, 2 back and 3 ahead to make room for a turn; empty without."},
           [](const Row& r) { return remembered(r, "gear"); }),
    number({.name = "throttle_control", .doc = "Throttle of a bicycle body, -1 to 1, negative backward; empty without."},
           [](const Row& r) { return remembered(r, "throttle_control"); }),
    number({.name = "brake_control", .doc = "Its brake, 0 to 1; empty without."},
           [](const Row& r) { return remembered(r, "brake_control"); }),
    number({.name = "steer_control", .doc = "Its steering wheel, -1 to 1, left positive; empty without."},
           [](const Row& r) { return remembered(r, "steer_control"); }),
    number({.name = "steer_angle", .unit = "rad", .doc = "Angle of its front wheel, left positive; empty without."},
           [](const Row& r) { return remembered(r, "steer_angle"); }),
    number({.name = "lean", .unit = "rad", .doc = "Lean of a motorbike, right wing down positive; empty without."},
           [](const Row& r) { return remembered(r, "lean"); }),
    number({.name = "left_track", .unit = "m/s", .doc = "Speed of the left track or wheel; empty without."},
           [](const Row& r) { return remembered(r, "left_track"); }),
    number({.name = "right_track", .unit = "m/s", .doc = "Speed of the right track or wheel; empty without."},
           [](const Row& r) { return remembered(r, "right_track"); }),
    number({.name = "inner_speed", .unit = "m/s",
            .doc = "The speed that a human has in mind, while the body moves at one of its gaits; empty without."},
           [](const Row& r) { return remembered(r, "inner_speed"); }),
    number({.name = "manoeuvre",
            .doc = "What capability_search does: 1 to 9, by throttle, then right, straight, left; 0 none, empty without."},
           [](const Row& r) { return remembered(r, "manoeuvre"); }),
    number({.name = "falls_back",
            .doc = "1 where an output_filter falls back because nothing was left of the request; empty without."},
           [](const Row& r) { return remembered(r, "falls_back"); }),
    text({.name = "formation", .doc = "Formation the agent belongs to; empty without."},
         [](const World& w) { return or_empty(names_of(w.model().formations)); }, formation_text),
    number({.name = "slot", .doc = "Number of the agent's slot in its formation; empty without."}, slot_number),
    number({.name = "slot_x", .unit = "m",
            .doc = "Position of that slot; empty without and for a leader. The column slot_error is how far it is. "
                   "What the anchor wants counts for it under the moderations lead and velocity_offset: here that of "
                   "the step before, in the first row none yet."},
           [](const Row& r) { return slot_place(r, &Vec3::x); }),
    number({.name = "slot_y", .unit = "m", .doc = "Position of that slot; empty without and for a leader."},
           [](const Row& r) { return slot_place(r, &Vec3::y); }),
    in_space(number({.name = "slot_z", .unit = "m", .doc = "Position of that slot; empty without and for a leader."},
           [](const Row& r) { return slot_place(r, &Vec3::z); })),
    number({.name = "slot_blocked",
            .doc = "1 where the body would overlap a wall or an obstacle in that slot, else 0; empty without and for a leader."},
           slot_blocked),
    text({.name = "pattern", .doc = "Pattern that the agent's formation is in: base, or its name; empty without."},
         pattern_texts, pattern_text),
    text({.name = "bounding",
          .doc = "Of members that run from cover to cover one at a time: cover, waiting, bounding, or stranded where a run took too long; else empty."},
         bounding_texts, bounding_text),
    number({.name = "anchor_x", .unit = "m",
            .doc = "Position of the anchor of the agent's formation, which slots are laid out about; empty without. "
                   "Under the moderations lead and velocity_offset as it wanted in the step before."},
           [](const Row& r) { return anchor_number(r, [](const FormationPose& a) { return a.position.x; }); }),
    number({.name = "anchor_y", .unit = "m", .doc = "Position of that anchor; empty without."},
           [](const Row& r) { return anchor_number(r, [](const FormationPose& a) { return a.position.y; }); }),
    in_space(number({.name = "anchor_z", .unit = "m", .doc = "Position of that anchor; empty without."},
           [](const Row& r) { return anchor_number(r, [](const FormationPose& a) { return a.position.z; }); })),
    number({.name = "anchor_heading", .unit = "rad",
            .doc = "Angle of the heading of that anchor, counter-clockwise from +x; empty without."},
           [](const Row& r) { return anchor_number(r, [](const FormationPose& a) { return angle_of(a.heading); }); }),
    text({.name = "goal_state",
          .doc = "What the agent does about its own goal: under_way, at_goal, waiting, queued or lost; empty without one."},
         goal_state_texts, [](const Row& r) { return static_cast<std::size_t>(goal_state(r.world(), r.agent)); }),
    number({.name = "goal_x", .unit = "m",
            .doc = "Where it goes for that goal now: of a region the point to aim at, of a route the next place, in a queue its place. Empty without, and for a direction."},
           [](const Row& r) { return goal_coordinate(r, &Vec3::x); }),
    number({.name = "goal_y", .unit = "m", .doc = "The same, y."},
           [](const Row& r) { return goal_coordinate(r, &Vec3::y); }),
    in_space(number({.name = "goal_z", .unit = "m", .doc = "The same, z."},
           [](const Row& r) { return goal_coordinate(r, &Vec3::z); })),
    number({.name = "goal_place",
            .doc = "Number of that place in the list of a route or of regions; in a queue how many stand before it. Empty without."},
           goal_place),
    number({.name = "way_x", .unit = "m",
            .doc = "The next point of the way that the agent follows round what stands. Empty where it goes straight."},
           [](const Row& r) { return next_of_way(r, 0); }),
    number({.name = "way_y", .unit = "m", .doc = "The same, y."},
           [](const Row& r) { return next_of_way(r, 1); }),
    number({.name = "way_left", .unit = "m", .doc = "How far it is along that way to its end."},
           [](const Row& r) { const std::optional<WayAhead> way = way_of(r); return way ? way->left : kNoNumber; }),
    number({.name = "x", .unit = "m", .doc = "Position of the center."},
           [](const Row& r) { return r.state().x[r.agent]; }),
    number({.name = "y", .unit = "m", .doc = "Position of the center."},
           [](const Row& r) { return r.state().y[r.agent]; }),
    from(Dimensions::elevated, number({.name = "z", .unit = "m", .doc = "Position of the center, of those on ground of their feet."},
           [](const Row& r) { return observed_position(r.world(), r.agent).z; })),
    number({.name = "vx", .unit = "m/s", .doc = "Velocity."},
           [](const Row& r) { return r.state().vx[r.agent]; }),
    number({.name = "vy", .unit = "m/s", .doc = "Velocity."},
           [](const Row& r) { return r.state().vy[r.agent]; }),
    from(Dimensions::elevated, number({.name = "vz", .unit = "m/s", .doc = "Velocity."},
           [](const Row& r) { return observed_velocity(r.world(), r.agent).z; })),
    number({.name = "shown_x", .unit = "m",
            .doc = "Position by which others know an agent whose type has dead_reckoning; empty for other agents."},
           [](const Row& r) { return shown_position(r, &Vec3::x); }),
    number({.name = "shown_y", .unit = "m", .doc = "The same, y."},
           [](const Row& r) { return shown_position(r, &Vec3::y); }),
    in_space(number({.name = "shown_z", .unit = "m", .doc = "The same, z."},
           [](const Row& r) { return shown_position(r, &Vec3::z); })),
    number({.name = "shown_vx", .unit = "m/s", .doc = "Velocity by which others know it; empty for other agents."},
           [](const Row& r) { return shown_velocity(r, &Vec3::x); }),
    number({.name = "shown_vy", .unit = "m/s", .doc = "The same, y."},
           [](const Row& r) { return shown_velocity(r, &Vec3::y); }),
    in_space(number({.name = "shown_vz", .unit = "m/s", .doc = "The same, z."},
           [](const Row& r) { return shown_velocity(r, &Vec3::z); })),
    from(Dimensions::elevated, number({.name = "grounded", .doc = "1 where the feet are on the ground, 0 in the air."},
           [](const Row& r) { return r.world().is_grounded(r.agent) ? 1.0 : 0.0; })),
    number({.name = "heading", .unit = "rad", .doc = "Angle of the heading, counter-clockwise from +x; in space as seen from above."},
           [](const Row& r) { return angle_of(r.state().heading(r.agent)); }),
    number({.name = "hx", .doc = "Unit vector of the heading."},
           [](const Row& r) { return r.state().hx[r.agent]; }),
    number({.name = "hy", .doc = "Unit vector of the heading."},
           [](const Row& r) { return r.state().hy[r.agent]; }),
    in_space(number({.name = "hz", .doc = "Unit vector of the heading."},
           [](const Row& r) { return r.state().hz[r.agent]; })),
    in_space(number({.name = "qw", .doc = "Orientation: a unit quaternion w, x, y, z from the axes of the body (x forward, y left, z up) to those of the world; of the two that mean the same the one with w > 0."},
           [](const Row& r) { return orientation(r).w; })),
    in_space(number({.name = "qx", .doc = "The same, x."},
           [](const Row& r) { return orientation(r).x; })),
    in_space(number({.name = "qy", .doc = "The same, y."},
           [](const Row& r) { return orientation(r).y; })),
    in_space(number({.name = "qz", .doc = "The same, z."},
           [](const Row& r) { return orientation(r).z; })),
    in_space(number({.name = "yaw", .unit = "rad", .doc = "The orientation as angles: about up, counter-clockwise seen from above; straight up and down it goes on from where the nose came."},
           [](const Row& r) { return angles(r).yaw; })),
    in_space(number({.name = "pitch", .unit = "rad", .doc = "The same: how far the nose points up."},
           [](const Row& r) { return angles(r).pitch; })),
    in_space(number({.name = "roll", .unit = "rad", .doc = "The same: how far the right side points down; 0 straight up and down."},
           [](const Row& r) { return angles(r).roll; })),
    in_space(number({.name = "wx", .unit = "rad/s", .doc = "Angular velocity, in the axes of the world."},
           [](const Row& r) { return r.state().rotation_x[r.agent]; })),
    in_space(number({.name = "wy", .unit = "rad/s", .doc = "Angular velocity, in the axes of the world."},
           [](const Row& r) { return r.state().rotation_y[r.agent]; })),
    in_space(number({.name = "wz", .unit = "rad/s", .doc = "Angular velocity, in the axes of the world."},
           [](const Row& r) { return r.state().rotation[r.agent]; })),
    number({.name = "fake_qw", .doc = "An orientation for display that climbs and banks with the motion, as record.trace.fake_orientation says: a unit quaternion w, x, y, z like qw."},
           [](const Row& r) { return fake_orientation(r).w; }),
    number({.name = "fake_qx", .doc = "The same, x."},
           [](const Row& r) { return fake_orientation(r).x; }),
    number({.name = "fake_qy", .doc = "The same, y."},
           [](const Row& r) { return fake_orientation(r).y; }),
    number({.name = "fake_qz", .doc = "The same, z."},
           [](const Row& r) { return fake_orientation(r).z; }),
    number({.name = "smoothed_heading", .unit = "rad",
            .doc = "Angle of the mean of the last heading_samples headings.", .needs = kSmoothing},
           [](const Row& r) { return angle_of(r.history.smoothed_heading(r.agent)); }),
    number({.name = "ax", .unit = "m/s^2",
            .doc = "Change of the velocity in the step before, per time; 0 in the first row.", .needs = kMotion},
           [](const Row& r) { return acceleration(r).x; }),
    number({.name = "ay", .unit = "m/s^2",
            .doc = "Change of the velocity in the step before, per time; 0 in the first row.", .needs = kMotion},
           [](const Row& r) { return acceleration(r).y; }),
    in_space(number({.name = "az", .unit = "m/s^2",
            .doc = "Change of the velocity in the step before, per time; 0 in the first row.", .needs = kMotion},
           [](const Row& r) { return acceleration(r).z; })),
    number({.name = "throttle", .unit = "N",
            .doc = "Steering force of the step before, without drag, along the heading it started with; negative brakes. Empty for bodies that take velocities.",
            .needs = kMotion, .shows_requests = true},
           [](const Row& r) { return forward_part(r, steering_force(r)); }),
    number({.name = "steer", .unit = "N",
            .doc = "Steering force of the step before to the left of the heading it started with. Empty for bodies that take velocities.",
            .needs = kMotion, .shows_requests = true},
           [](const Row& r) { return left_part(r, steering_force(r)); }),
    in_space(number({.name = "steer_up", .unit = "N",
            .doc = "The same towards the upper side of the body.",
            .needs = kMotion, .shows_requests = true},
           [](const Row& r) { return up_part(r, steering_force(r)); })),
    number({.name = "net_forward", .unit = "N",
            .doc = "Mass times acceleration (ax, ay, az) along the heading the step before started with: all that acted, drag included.",
            .needs = kMotion},
           [](const Row& r) { return forward_part(r, net_force(r)); }),
    number({.name = "net_left", .unit = "N",
            .doc = "The same to the left of that heading.", .needs = kMotion},
           [](const Row& r) { return left_part(r, net_force(r)); }),
    in_space(number({.name = "net_up", .unit = "N",
            .doc = "The same towards the upper side of the body.", .needs = kMotion},
           [](const Row& r) { return up_part(r, net_force(r)); })),
    number({.name = "radius", .unit = "m", .doc = "Radius of the body."},
           [](const Row& r) { return r.limits().radius[r.agent]; }),
    integer({.name = "neighbors",
             .doc = "Agents in the fullest neighborhood the agent perceived in the step before; 0 in the first row.",
             .shows_neighbors = true},
            [](const Row& r) -> std::uint64_t { return r.simulator.fullest_neighborhood(r.agent); }),
});
// clang-format on

constexpr auto kPlanarDefaults =
    std::to_array<std::string_view>({"step", "time", "agent", "type", "x", "y", "vx", "vy", "heading"});
constexpr auto kElevatedDefaults = std::to_array<std::string_view>(
    {"step", "time", "agent", "type", "x", "y", "z", "vx", "vy", "vz", "heading"});
constexpr auto kSpatialDefaults =
    std::to_array<std::string_view>({"step", "time", "agent", "type", "x", "y", "z", "vx", "vy", "vz", "qw",
                                     "qx", "qy", "qz", "wx", "wy", "wz"});

}  // namespace

std::span<const ColumnKind> column_kinds() {
  return kKinds;
}

std::span<const std::string_view> default_columns(Dimensions dimensions) {
  switch (dimensions) {
    case Dimensions::plane:
      return kPlanarDefaults;
    case Dimensions::elevated:
      return kElevatedDefaults;
    case Dimensions::space:
      return kSpatialDefaults;
  }
  return {};
}

}  // namespace drover
