// collisions: how often and how long bodies overlap other bodies, obstacles and walls.
// The usual safety measure of crowd models; RiMEA and Juelich tests ask for zero.
#include <algorithm>
#include <array>

#include "observe/metrics/contact_fields.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/static_contacts.h"

namespace drover {
namespace {

constexpr std::array<MetricOutput, 6> kCollisionsOutputs = {{
    {"agent_agent", "", "Contacts between two agents that began; one in the initial state begins there."},
    {"agent_obstacle", "", "Contacts of an agent with an obstacle that began."},
    {"agent_wall", "", "Contacts of an agent with a wall that began; all segments of a wall are one."},
    {"agent_agent_seconds", "s", "Time agents spent in contact with agents, summed over the agents."},
    {"agent_obstacle_seconds", "s", "Time agents spent in contact with obstacles, summed over the agents."},
    {"agent_wall_seconds", "s", "Time agents spent in contact with walls, summed over the agents."},
}};

class Collisions final : public Metric {
 public:
  Collisions(const ContactDef& def, const Simulator& simulator)
      : members_(def.members, simulator.world()),
        tolerance_(def.tolerance),
        dt_(simulator.world().model().dt),
        marked_(simulator.world().model().agents.size()) {}

  void observe(Observation& observation) override {
    std::uint64_t count = 0;
    const auto mark = [&](AgentIndex i) {
      if (marked_[i] != 0 || !members_.contains(i)) return;
      marked_[i] = 1;
      ++count;
    };
    // A contact was there before if the bodies overlapped in the state before: pairs need not be kept, which
    // may be as many as the square of the agents.
    observation.visit_contacts(tolerance_, [&](const Overlap& contact) {
      if (!members_.touches(contact.a, contact.b)) return;
      if (!observation.was_in_contact(contact.a, contact.b, tolerance_)) ++agent_events_;
      mark(contact.a);
      mark(contact.b);
    });
    std::ranges::fill(marked_, std::uint8_t{0});
    if (!observation.is_first()) agent_steps_ += count;
    find_static_contacts(observation.world(), observation.state(), tolerance_, found_);
    const auto is_member = [this](AgentIndex i) { return members_.contains(i); };
    obstacles_.observe(found_.obstacles, is_member, !observation.is_first());
    walls_.observe(found_.walls, is_member, !observation.is_first());
  }

  void report(MetricReport& report) const override {
    report.count("agent_agent", agent_events_);
    report.count("agent_obstacle", obstacles_.events());
    report.count("agent_wall", walls_.events());
    report.number("agent_agent_seconds", static_cast<double>(agent_steps_) * dt_);
    report.number("agent_obstacle_seconds", obstacles_.agent_seconds(dt_));
    report.number("agent_wall_seconds", walls_.agent_seconds(dt_));
  }

 private:
  GroupMembers members_;
  double tolerance_;
  double dt_;
  std::uint64_t agent_events_ = 0;
  std::uint64_t agent_steps_ = 0;
  ContactLog obstacles_, walls_;
  StaticContacts found_;
  std::vector<std::uint8_t> marked_;  // per agent: already counted in this state
};

constexpr TypedMetric<ContactDef> kTypedCollisions = {
    .info =
        {.name = "collisions",
         .summary =
             "Counts contacts with agents, obstacles and walls; of a group, those its members take part in.",
         .source = "common in crowd simulation",
         .example = R"({"collisions": {"group": "flock", "tolerance": 0.01}})",
         .related = "overlap, near_misses",
         .in_space = true},
    .fields = kContactFields,
    .outputs = kCollisionsOutputs,
    .unasked = Unasked::measured,
    .compares_bodies = true,
    .make = construct<Collisions>,
};

}  // namespace

extern constexpr MetricKind kCollisionsMetric = make_metric<kTypedCollisions>();

}  // namespace drover
