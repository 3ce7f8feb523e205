// formation: how well a formation keeps together, and what it costs to fill its slots.
#include <algorithm>
#include <array>

#include "core/check.h"
#include "observe/metrics/contact_fields.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/nearest_distances.h"
#include "observe/metrics/running.h"
#include "observe/metrics/static_contacts.h"
#include "sim/formation/formation_columns.h"
#include "sim/formation/slot_error.h"

namespace drover {
namespace {

constexpr std::array<MetricOutput, 14> kFormationOutputs = {{
    {"slot_error_mean", "m", "Distance from slots, averaged over members and time."},
    {"slot_error_maximum", "m", "Greatest distance of any member from its slot in any state."},
    {"slot_error_final", "m", "Greatest distance of any member from its slot in the last state."},
    {"time_in_formation", "",
     "Share of the states in which all members are within in_formation of their slots."},
    {"time_blocked", "",
     "Share of the states in which no pattern, or not the members as they are, have room on the way."},
    {"movers_simultaneous", "", "Most members at once that are farther than in_formation from their slots."},
    {"anchor_lead_mean", "m", "Distance from the mean of the members to the anchor, averaged over time."},
    {"anchor_lead_maximum", "m",
     "Greatest distance from the mean of the members to the anchor in any state."},
    {"assignment_cost", "", "Cost of the last assignment of members to slots."},
    {"assignment_optimal_gap", "", "By how much that is above the least cost there was."},
    {"reassignments", "", "How often a member went from one slot to another."},
    {"unplaced", "", "Members without a slot in the last state."},
    {"min_pair_distance", "m", "Least distance of the centers of any two agents of it in any state."},
    {"wall_hits", "", "Contacts of its agents with walls that began."},
}};

struct FormationMetricDef {
  Reference formation{ReferenceType::formation, {}, kNoIndex};
  double in_formation = 0.5;
};

constexpr auto kFormationMetricFields =
    fields(field<&FormationMetricDef::formation>({.key = "formation", .doc = "Which one.", .required = true}),
           field<&FormationMetricDef::in_formation>(
               {.key = "in_formation",
                .unit = "m",
                .range = kNotNegative,
                .doc = "A member this near its slot keeps its place in the formation."}));

class FormationMetric final : public Metric {
 public:
  FormationMetric(const FormationMetricDef& def, const Simulator& simulator)
      : in_formation_(def.in_formation), slot_before_(simulator.world().model().agents.size(), kNoIndex) {
    const std::vector<Formation>& all = simulator.world().model().formations;
    const auto found = std::ranges::find(all, def.formation.name, &Formation::name);
    DROVER_CHECK(found != all.end(), "the reader lets only existing formations pass");
    formation_ = static_cast<std::uint32_t>(found - all.begin());
  }

  void observe(Observation& observation) override {
    const World& world = observation.world();
    list_members(world);
    observe_members(world);
    if (const std::optional<double> lead = anchor_lead(world, formation_)) {
      lead_mean_.add(*lead);
      lead_greatest_.keep_greatest(*lead);
    }
    blocked_.add(world.state.formation_columns.speed_limit[formation_] < kInfinity ? 1.0 : 0.0);
    for (const double distance : nearest_.find(world, agents_, observation.simulator().workers()))
      pair_least_.keep_least(distance);
    find_static_contacts(world, observation.state(), ContactDef{}.tolerance, contacts_);
    walls_.observe(
        contacts_.walls, [&](AgentIndex i) { return std::ranges::binary_search(agents_, i); }, false);
    if (world.model().formations[formation_].has_slots()) {
      cost_ = world.state.formation_columns.assignment_cost[formation_];
      gap_ = world.state.formation_columns.assignment_gap[formation_];
    }
  }

  void report(MetricReport& report) const override {
    report.number("slot_error_mean", error_mean_.mean());
    report.number("slot_error_maximum", error_greatest_.value());
    report.number("slot_error_final", error_final_);
    report.number("time_in_formation", in_place_.mean());
    report.number("time_blocked", blocked_.mean());
    report.count("movers_simultaneous", most_movers_);
    report.number("anchor_lead_mean", lead_mean_.mean());
    report.number("anchor_lead_maximum", lead_greatest_.value());
    report.number("assignment_cost", cost_);
    report.number("assignment_optimal_gap", gap_);
    report.count("reassignments", reassignments_);
    report.count("unplaced", unplaced_);
    report.number("min_pair_distance", pair_least_.value());
    report.count("wall_hits", walls_.events());
  }

 private:
  // Those who fill slots of the formation itself: agents, and the anchors of formations in its slots; and all
  // agents that belong to it, those of these formations included. Both ascend.
  void list_members(const World& world) {
    const Model& model = world.model();
    members_.clear();
    agents_.clear();
    if (is_disbanded(world, formation_)) return;
    for (AgentIndex i = 0; i < model.body_count(); ++i) {
      if (!world.is_present(i)) continue;
      if (formation_of(world, i) == formation_) members_.push_back(i);
      if (belongs_to(world, i, formation_)) agents_.push_back(i);
    }
    for (std::uint32_t f = 0; f < model.formations.size(); ++f) {
      const AgentIndex anchor = model.formations[f].anchor;
      if (world.state.formations[f].has_members && formation_of(world, anchor) == formation_)
        members_.push_back(anchor);
    }
  }

  void observe_members(const World& world) {
    RunningMean errors;
    RunningExtreme greatest;
    std::uint64_t movers = 0;
    unplaced_ = 0;
    slots_.assign(slot_before_.size(), kNoIndex);
    const bool has_slots = world.model().formations[formation_].has_slots();
    for (const AgentIndex i : members_) {
      const std::uint32_t before = slot_before_[i];
      const std::uint32_t now = slots_[i] = slot_of(world, i);
      if (before != kNoIndex && now != kNoIndex && before != now) ++reassignments_;
      if (has_slots && now == kNoIndex) ++unplaced_;
      const std::optional<double> error = slot_error(world, i);
      if (!error) continue;
      errors.add(*error);
      greatest.keep_greatest(*error);
      if (*error > in_formation_) ++movers;
    }
    std::swap(slot_before_, slots_);
    error_final_ = greatest.value();
    most_movers_ = std::max(most_movers_, movers);
    if (!error_final_) return;
    error_mean_.add(*errors.mean());
    error_greatest_.keep_greatest(*error_final_);
    in_place_.add(movers == 0 ? 1.0 : 0.0);
  }

  std::uint32_t formation_ = kNoIndex;
  double in_formation_;
  std::vector<AgentIndex> members_, agents_;
  RunningMean error_mean_;
  RunningExtreme error_greatest_;
  std::optional<double> error_final_;
  RunningMean in_place_, blocked_;
  std::uint64_t most_movers_ = 0;
  RunningMean lead_mean_;
  RunningExtreme lead_greatest_;
  std::optional<double> cost_, gap_;
  std::vector<std::uint32_t> slot_before_, slots_;  // by row; kNoIndex without a slot of the formation
  std::uint64_t reassignments_ = 0;
  std::uint64_t unplaced_ = 0;
  NearestDistances nearest_;
  RunningExtreme pair_least_;
  StaticContacts contacts_;
  ContactLog walls_;
};

constexpr TypedMetric<FormationMetricDef> kTypedFormation = {
    .info = {.name = "formation",
             .summary =
                 "Measures how well the members of a formation keep their slots, and what filling them "
                 "costs.",
             .source = "drover's own",
             .example = R"({"formation": {"formation": "squad", "in_formation": 0.25}})",
             .related = "nearest_neighbor, collisions",
             .in_space = true},
    .fields = kFormationMetricFields,
    .outputs = kFormationOutputs,
    .unasked = Unasked::never,
    .make = construct<FormationMetric>,
};

}  // namespace

extern constexpr MetricKind kFormationMetric = make_metric<kTypedFormation>();

}  // namespace drover
