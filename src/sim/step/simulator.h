// Advances a world by fixed steps.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/check.h"
#include "sim/formation/formations.h"
#include "sim/perception/neighbor_grid.h"
#include "sim/perception/perception.h"
#include "sim/state/saved_state.h"
#include "sim/state/state_hash.h"
#include "sim/state/world.h"
#include "sim/step/arbitration.h"
#include "sim/step/built_world.h"
#include "sim/step/goals.h"
#include "sim/step/ground_motion.h"
#include "sim/step/projectile_impact.h"
#include "sim/step/step_scratch.h"

namespace drover {

// The phases of a step, in order. Steer, actuate and constrain take turns, chunk of agents by chunk; each
// thread has chunks of its own.
enum class Phase { sense, decide, steer, actuate, constrain, commit };
inline constexpr std::array<std::string_view, 6> kPhaseNames = {"sense",   "decide",    "steer",
                                                                "actuate", "constrain", "commit"};

// Told when a phase ends, on the calling thread: of phases that take turns, after each chunk that this thread
// works on. To wait for other threads belongs to the phase that ends next. The simulation itself never reads
// a clock.
class PhaseListener {
 public:
  virtual ~PhaseListener() = default;
  virtual void step_begins() = 0;
  virtual void phase_ended(Phase phase) = 0;
  virtual void step_ended() = 0;
};

// Why a step could not be finished: some number of an agent is no longer finite.
struct StepFailure {
  std::uint64_t tick = 0;
  std::uint32_t agent_number = 0;
  std::string quantity;
};

// Exact counts of the work done so far; the same on every machine.
struct WorkCounters {
  std::uint64_t pairs_tested = 0;
  std::uint64_t agent_steps = 0;
  std::uint64_t overlapping_births = 0;  // agents that appeared on other bodies
};

class Simulator {
 public:
  explicit Simulator(BuiltWorld built);
  // One that goes on from the present state by itself, with the same model, on one thread. What was recorded
  // stays behind.
  Simulator fork() const;

  const World& world() const { return world_; }
  std::uint64_t hash() const { return state_hash(world_); }
  const WorkCounters& counters() const { return counters_; }
  // Of the last step, or of the present state where that was prefetched.
  std::span<const PerceptionPass> perceptions() const { return perceptions_; }
  // For observers that ask for quantities of the present state: it is sensed now, and from now on step() also
  // senses the new one. Does nothing where no quantity of the model perceives anything.
  void enable_prefetch();
  // From now on fullest_neighborhood() is known.
  void record_neighbors();
  // How many agents were in the fullest neighborhood that the agent perceived in the last step; 0 before the
  // first.
  std::uint32_t fullest_neighborhood(AgentIndex agent) const {
    DROVER_DEBUG_CHECK(!neighbors_.empty(), "neighbors are recorded");
    return neighbors_[agent];
  }
  // A quantity about an agent in the present state. One that perceives something needs enable_prefetch()
  // before.
  double value(const NamedQuantity& quantity, AgentIndex agent) const;

  // How many threads share the work of a step, the caller's included. They change no bit of any result; a
  // world of few agents is left to one.
  void use_threads(std::size_t count, std::size_t agents_per_chunk = kAgentsPerChunk);
  WorkerPool& workers() const { return *workers_; }
  // How the sums over neighbors are found, for tests and measurements; see PerceptionPass::use_lanes.
  void use_lanes(std::optional<lanes::Width> width);

  // From now on requests() and linear_command() are known.
  void record_requests();
  // What the arbiters chose in the last step; nothing before the first.
  const RequestColumns& requests() const {
    DROVER_CHECK(keeps_requests_, "requests are recorded");
    return scratch_.requests.totals.front();
  }
  // What the actuator of an agent made of it, in the unit its body takes.
  Vec3 linear_command(AgentIndex agent) const {
    DROVER_CHECK(keeps_requests_, "requests are recorded");
    return scratch_.requests.commands_to(world_.model().type_of(agent)).front().linear(agent);
  }

  // What was found about the formations from the present state.
  const Formations& formations() const { return formations_; }

  // Starts to record what each behavior contributes in every step.
  void record_contributions();
  const Contributions& contributions() const { return contributions_; }

  // The projectiles that were fired in the last step, and the flights that ended in it.
  std::span<const Shot> shots() const;
  std::span<const Impact> impacts() const;
  // What was done in it with balls by hands.
  std::span<const Handling> handlings() const;

  // One step of dt. After a failure the world still holds the last good state.
  std::optional<StepFailure> step(PhaseListener* listener = nullptr);

  // Continues from a state of the same scenario as if the run had reached it by itself. Counters and records
  // start anew. Returns what does not fit; the simulator is then unchanged.
  std::optional<std::string> restore(SavedState saved);

  // The final goal of an agent: its own, or that of the first behavior of its present mode that has one.
  std::optional<Goal> goal(AgentIndex agent) const { return find_goal(world_, perceptions_, agent); }
  // What an entry of the agent's type goes for or probes in the present state; nothing while it rests.
  Aims aims(AgentIndex agent, std::uint32_t entry) const {
    return aims_of(world_, perceptions_, agent, entry);
  }

 private:
  // How a state comes about: at the start of a run, by a step, or as a whole.
  enum class Beginning { first, next, restored };
  // What there is in the world that a step has to do something about.
  struct Parts {
    bool formations, goals, events;
    bool factors;       // that something follows, or limits that do
    bool changes;       // of motions, which something follows
    bool ground;        // that slows or carries, or has heights
    bool heights;       // of ground
    bool restraints;    // by ground: directions, and what some may not enter
    bool closed_edges;  // that wrap, reflect or clamp
    bool projectiles;
    bool forecast;  // of what they do
    bool pushes;    // of bodies
    bool jumps;     // of some agents
    bool reports;   // of agents that others know by them
  };

  // Makes room for the steps of the world, whose state is still to begin.
  Simulator(World world, std::vector<PerceptionPlan::Entry> needs);
  void begin_state(Beginning how);
  void sense();
  void perceive();
  void decide();
  void answer(const Condition& condition, AgentRange range, std::vector<std::uint8_t>& answers);
  void change_modes();
  void act();
  void foresee();
  void claim(const AgentType& type, std::uint32_t group, std::span<const AgentIndex> agents);
  void find_deciders();
  bool decides(AgentIndex agent) const { return decides_.empty() || decides_[agent] != 0; }
  void steer(RequestColumns& total, AgentRange range, std::size_t worker, std::size_t stage = 0);
  void steer_deciders(ArbiterContext::Parts parts, std::vector<AgentIndex>& deciders, std::size_t stage);
  std::span<const AgentIndex> steer_jumpers(RequestColumns& total, std::uint32_t type, const Mode& mode,
                                            std::span<const AgentIndex> agents, std::size_t worker);
  void steer_anchors();
  void clear_contributions();
  void steer_all(std::size_t stage);
  void steer_in_stages();
  void move_to_trial(std::size_t stage, AgentRange range);
  // Those of the agents that are none of the anchors.
  AgentRange bodies_in(AgentRange range) const {
    return {range.first, std::min(range.last, world_.model().body_count())};
  }
  RequestStages& requests_of(AgentRange range, std::size_t worker);
  void convert(RequestStages& requests, std::size_t stage, AgentRange range);
  bool move(PhaseListener* listener);
  void note_lengths(const RequestColumns& requests, AgentRange range);
  void actuate(const RequestStages& requests, AgentRange range);
  bool constrain(AgentRange range);
  StepFailure find_failure() const;
  void commit();
  void count_neighbors();

  void apply_events();
  void find_factors();
  void find_ground(OwnVelocity rule);
  void update_formations(Beginning how);
  void find_ways_of_anchors();
  void lay_out_slots(Beginning how);
  void limit_roots();
  // The state is complete, and another one than before.
  void state_changed();
  void size_cells();
  void make_scratch();
  // Calls task(range, worker) for the rows, all without a range, chunk by chunk, on all workers.
  template <class Task>
  void for_each_chunk(AgentRange rows, Task task) {
    const Chunks chunks = workers_->chunks_of(rows.last - rows.first);
    workers_->run(chunks.number(), [&](std::size_t chunk, std::size_t worker) {
      task(AgentRange{rows.first + static_cast<AgentIndex>(chunks.begin(chunk)),
                      rows.first + static_cast<AgentIndex>(chunks.end(chunk))},
           worker);
    });
  }
  template <class Task>
  void for_each_chunk(Task task) {
    for_each_chunk(world_.model().all_rows(), task);
  }
  void store_staged(std::vector<double>& out) const;
  void load_staged(std::span<const double> numbers);

  World world_;
  Parts has_ = {};
  NeighborGrid::Cells cells_;
  NeighborGrid grid_;  // of the present state or of one before
  bool grid_is_current_ = false;
  std::vector<PerceptionPass> perceptions_;
  bool is_perceived_ = false;
  bool prefetches_ = false;
  std::vector<std::uint32_t> neighbors_;  // by agent; empty where they are not recorded
  std::vector<std::uint8_t> decides_;     // by agent, in the present state; empty where all do in every step
  Formations formations_;
  std::size_t levels_ = 1;  // of nested groups
  bool is_staged_ = false;  // some integrator has stages
  StepScratch scratch_;
  bool keeps_requests_ = false;  // of all agents until the next step
  Contributions contributions_;
  WorkCounters counters_;
  std::unique_ptr<WorkerPool> workers_ = std::make_unique<WorkerPool>();
};

}  // namespace drover
