// Warnings about a world that can be built but is probably not meant.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

#include "sim/build/seats.h"
#include "sim/build/world_builder.h"

namespace drover {

// Adds warnings to a world that was built. The scenario, its entries and seats outlive it.
class BuildWarnings {
 public:
  BuildWarnings(const ScenarioDef& def, std::span<const DeclaredAgents> entries, std::span<const Seat> seats,
                BuiltWorld& built)
      : def_(def),
        entries_(entries),
        seats_(seats),
        built_(built),
        world_(built.world),
        model_(world_.model()) {}

  void add();

 private:
  // Of the perceptions.
  void warn_about_long_ranges();
  // Obstacles and walls that are absent from the start, and that no event lets appear.
  void warn_about_absent_shapes();
  template <class List>
  void warn_about_absent(const List& list, TargetType type, std::string_view pointer);
  // Of the agents that are there at the start; one warning of a kind for each entry. Overlaps that are ruled
  // out are problems.
  void warn_about_starts();
  void warn_about_speed(AgentIndex agent);
  void warn_about_turning_circle(AgentIndex agent);
  void warn_about_solid(AgentIndex agent);
  void warn_about_rim(AgentIndex agent, Vec3 place);
  void warn_about_shared_places();
  void check_overlaps();
  void report_overlap(AgentIndex first, AgentIndex second, double distance);
  void warn(AgentIndex agent, std::string_view key, Problem problem);

  const ScenarioDef& def_;
  std::span<const DeclaredAgents> entries_;
  std::span<const Seat> seats_;  // by index of the agent
  BuiltWorld& built_;
  const World& world_;
  const Model& model_;
  std::set<std::string> warned_;  // places that have a warning
};

}  // namespace drover
