// The columns that not every world has, and those that steps write from several threads.
#pragma once

#include <map>
#include <string_view>

#include "sim/construction/formation_builder.h"
#include "sim/state/world.h"

namespace drover {

// By key of the limit: those that become columns where limits change in the course of a run, by agent.
using OwnLimitValues = std::map<std::string_view, SharedColumn<double>>;

class WorldColumns {
 public:
  WorldColumns(Model& model, World& world, OwnLimitValues own_limits)
      : world_(world), model_(model), own_limits_(std::move(own_limits)) {}

  void add(FormationBuilder& formations);
  void materialize();

 private:
  bool follows(std::uint32_t LimitFactors::*limit) const;
  bool follows_any() const;
  bool compares_states() const;
  void add_memories(std::uint32_t type);
  void add_own_limits();
  void add_goals();
  void add_doors();
  void add_trails();
  void add_projectiles();
  void add_counters();

  World& world_;
  Model& model_;
  OwnLimitValues own_limits_;
};

}  // namespace drover
