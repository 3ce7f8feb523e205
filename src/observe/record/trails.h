// The trails of agents, kept small enough to draw: from a running world, or row by row from a trace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/vec3.h"
#include "sim/geometry/bounds.h"
#include "sim/state/world.h"

namespace drover {

struct TrailPoint {
  Vec3 position;  // m
  std::int64_t step = 0;
  bool jump = false;  // the agent crossed an edge of a wrapped world since the point before
  bool cut = false;   // an event put the agent here since the point before: no way leads here
};

// An event put an agent somewhere else.
struct TrailCut {
  std::int64_t step = 0;
  std::uint32_t number = 0;  // of the agent
};

// An agent came into a mode; the first entry of a trail is the one it began in.
struct TrailMode {
  Vec3 position;  // m
  std::int64_t step = 0;
  std::string name;
};

struct Trail {
  std::uint32_t number = 0;
  std::uint32_t type = 0;  // index into Trails::types
  double radius = 0.0;     // m; 0: not known
  std::string name;        // empty for agents without one
  Vec3 heading;            // at the end, unit; zero: not known
  bool gone = false;       // it ended before the run did
  // Ascending steps, at least one; the first and the last of the run are kept.
  std::vector<TrailPoint> points;
  std::vector<TrailMode> modes = {};  // of a type with modes, ascending; the first few
};

struct TrailType {
  std::string name;
  std::string color;  // as the scenario says it; empty: from the palette
};

struct Trails {
  std::vector<TrailType> types;
  std::vector<Trail> agents;  // ascending numbers
};

// How much is kept. Where a trail would grow longer, every second point goes.
struct TrailLimits {
  std::size_t points_per_agent = 2000;
  std::size_t points = 2'000'000;  // of all agents together

  // At least 16 points are kept of each agent, however many there are.
  std::size_t per_agent(std::size_t agents) const;
};

// One trail while it grows. Points may come in any order; what is kept hardly depends on it.
class TrailBuilder {
 public:
  // capacity: at least 2. The bounds tell a jump across an edge from a long way.
  TrailBuilder(std::size_t capacity, const Bounds& bounds) : capacity_(capacity), bounds_(bounds) {}

  // A second point of the latest step is ignored; the answer is then false.
  bool add(std::int64_t step, Vec3 position);

  // No way leads from the points before this step to those from it on.
  void cut(std::int64_t step) { cuts_.push_back(step); }

  void shrink(std::size_t capacity);

  // A step that two of the points that are kept have: of points that did not ascend, add() cannot tell.
  std::optional<std::int64_t> repeated_step() const;

  bool empty() const { return !started_; }
  std::int64_t last_step() const { return last_.step; }

  // The kept points and the first and last one, ascending; one point per step.
  std::vector<TrailPoint> points() const;

 private:
  bool jumped(Vec3 a, Vec3 b) const;
  void thin();

  std::size_t capacity_;
  Bounds bounds_;
  std::vector<TrailPoint> kept_;  // steps base_ + multiples of stride_, as they came
  std::int64_t base_ = 0;
  std::int64_t stride_ = 1;
  TrailPoint first_;
  TrailPoint last_;
  bool started_ = false;
  bool ascending_ = true;      // so far, every step was later than the one before
  bool jump_pending_ = false;  // since the point kept last
  std::vector<std::int64_t> cuts_;
};

// Watches a run. A trail begins with the first state its agent is there in, and ends with the last. Call
// observe() after construction of the world and after every step, or every few.
class TrailRecorder {
 public:
  explicit TrailRecorder(const World& world, const TrailLimits& limits = {});

  void observe(const World& world);

  // The trails so far, with the types and names of this world. Of its state nothing is looked at, which may
  // be that of a step that was stopped.
  Trails trails(const World& world) const;

 private:
  struct End {
    double radius = 0.0;
    Vec3 heading;
    bool present = false;
  };

  struct ModeSince {
    Vec3 position;
    std::int64_t step = 0;
    std::uint32_t mode = 0;
  };

  std::vector<TrailBuilder> builders_;
  std::vector<std::vector<ModeSince>> modes_;
  std::vector<End> ends_;        // in the state observed last
  std::uint64_t last_tick_ = 0;  // observed
};

// The agent types of a world.
std::vector<TrailType> trail_types(const World& world);

}  // namespace drover
