// path_progress: how far agents came along the path they follow, and how closely they kept to it.
#include <array>

#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/running.h"

namespace drover {
namespace {

constexpr std::array<MetricOutput, 6> kPathProgressOutputs = {{
    {"followers", "", "Agents with a behavior that follows a path that were ever there."},
    {"mean", "m", "Arc length gained by travelling, laps added up, mean over the followers."},
    {"least", "m", "The least gain of a follower; negative when it went backwards."},
    {"share", "", "Gain as a part of the path's length, mean over the followers; 2 after two laps."},
    {"deviation_mean", "m",
     "Distance from the center of the agent to the path, mean over followers and time."},
    {"deviation_maximum", "m", "Greatest distance of a follower to its path in any state."},
}};

// The path of the first behavior that names one; kNoIndex without.
std::uint32_t path_of(const AgentType& type) {
  for (const StackEntry& entry : type.entries) {
    for (const Field& field : entry.kind->table.fields) {
      if (!field.access.is_one(FieldType::reference)) continue;
      const auto& reference =
          *static_cast<const Reference*>(field.in(static_cast<const void*>(entry.params.get())));
      if (reference.type == ReferenceType::path && reference.index != kNoIndex) return reference.index;
    }
  }
  return kNoIndex;
}

// Where an agent is on its path is the point nearest to it on the whole path. Where branches of a path come
// closer to each other than the agent is to its own, the gain can leap.
class PathProgress final : public Metric {
 public:
  PathProgress(const GroupDef& def, const Simulator& simulator) {
    const World& world = simulator.world();
    const GroupMembers members(def, world);
    for (const AgentIndex i : members.agents()) {
      const std::uint32_t path = path_of(world.model().type_of(i));
      if (path != kNoIndex) followers_.push_back({i, path, 0.0, 0.0});
    }
  }

  void observe(Observation& observation) override {
    double deviations = 0.0;
    double count = 0.0;
    for (Follower& follower : followers_) {
      if (!observation.world().is_present(follower.agent)) continue;
      follower.was_there = true;
      count += 1.0;
      const Path& path = observation.world().model().paths[follower.path];
      const Vec3 p = observation.state().position(follower.agent);
      const double parameter = path.nearest_parameter(p);
      if (observation.travelled(follower.agent)) {
        const double step = parameter - follower.parameter;
        // On a closed path the shorter way round is the one taken.
        follower.gain +=
            path.is_closed() && path.length() > 0.0 ? Bounds::nearest_image(step, path.length()) : step;
      }
      follower.parameter = parameter;
      follower.length = path.length();
      const double deviation = length(path.point_at(parameter) - p);
      deviations += deviation;
      greatest_.keep_greatest(deviation);
    }
    if (count > 0.0) deviation_.add(deviations / count);
  }

  void report(MetricReport& report) const override {
    RunningMean gain, share;
    RunningExtreme least;
    for (const Follower& follower : followers_) {
      if (!follower.was_there) continue;
      gain.add(follower.gain);
      least.keep_least(follower.gain);
      if (follower.length > 0.0) share.add(follower.gain / follower.length);
    }
    report.count("followers", gain.count());
    report.number("mean", gain.mean());
    report.number("least", least.value());
    report.number("share", share.mean());
    report.number("deviation_mean", deviation_.mean());
    report.number("deviation_maximum", greatest_.value());
  }

 private:
  struct Follower {
    AgentIndex agent;
    std::uint32_t path;
    double parameter;     // arc length of the last state [m]
    double gain;          // m
    double length = 0.0;  // of the path [m]
    bool was_there = false;
  };

  std::vector<Follower> followers_;  // ascending
  RunningMean deviation_;
  RunningExtreme greatest_;
};

constexpr TypedMetric<GroupDef> kTypedPathProgress = {
    .info = {.name = "path_progress",
             .summary =
                 "Measures how far agents came along the path they follow and how closely they kept to it.",
             .source = "common in studies of path following",
             .example = R"({"path_progress": {"group": "runners"}})",
             .related = "arrivals",
             .in_space = true},
    .fields = kGroupFields,
    .outputs = kPathProgressOutputs,
    .unasked = Unasked::measured,
    .make = construct<PathProgress>,
};

}  // namespace

extern constexpr MetricKind kPathProgressMetric = make_metric<kTypedPathProgress>();

}  // namespace drover
