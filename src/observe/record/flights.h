// The ways of projectiles and balls, kept few and small enough to draw.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/vec3.h"
#include "observe/record/projectile_rows.h"

namespace drover {

struct FlightType {
  std::string name;
  std::string color;    // as the scenario says it; empty: that of who fires
  double radius = 0.0;  // m
  bool is_ball = false;
};

// The way of one projectile.
struct Flight {
  std::uint32_t number = 0;             // of the projectile
  std::uint32_t type = 0;               // index into Flights::types
  std::uint32_t owner_type = kNoIndex;  // of the agent that fired it; kNoIndex: it was there from the start
  Met end = Met::nothing;               // what ended it; nothing: it is there at the end
  // From where it began to where it ended or is, at least one; those where it bounced stay. Each as seen from
  // the one before: in a world that wraps they go on beyond its edges [m].
  std::vector<Vec3> points = {};
};

// An explosion, of a projectile or by an event.
struct Blast {
  std::uint32_t projectile = 0;  // its number; 0: an event caused it
  Vec3 center;                   // m
  double radius = 0.0;           // m
};

struct Flights {
  std::vector<FlightType> types;
  std::vector<Flight> flights;     // ascending numbers
  std::uint64_t left_out = 0;      // flights that are not among them
  std::vector<Blast> blasts = {};  // of these flights and by events, in the order of time
};

// How much is kept. Of more flights every second goes, and of more balls the last; where a way would have
// more points, every second point goes, bounces last.
struct FlightLimits {
  std::size_t flights = 3000;
  std::size_t points_per_flight = 100;  // at least 4
};

// Watches a run, or takes the rows of a table that one left.
class FlightRecorder {
 public:
  explicit FlightRecorder(const World& world, const FlightLimits& limits = {});

  // Call it before the first step and after every step.
  void observe(const Simulator& simulator);
  // In the order of the table.
  void add(const World& world, const ProjectileRow& row);
  Flights flights() const;

 private:
  struct Point {
    Vec3 position;
    std::uint64_t count = 0;  // of points of the way before it
    bool is_bounce = false;
  };
  // A way while it grows.
  struct Way {
    Flight flight;            // without its points
    std::vector<Point> kept;  // the first, bounces, and those whose count is a multiple of stride
    Point last;               // not among them yet
    std::uint64_t stride = 1;
  };

  void begin(const World& world, const ProjectileRow& row);
  void keep_fewer();
  Way* find(std::uint32_t number);
  void extend(const World& world, Way& way, Vec3 position, bool is_bounce) const;
  void thin(Way& way) const;

  FlightLimits limits_;
  ProjectileRows rows_;
  std::vector<FlightType> types_;
  std::vector<Way> ways_;  // ascending numbers
  std::vector<Blast> blasts_;
  std::uint32_t every_ = 1;   // of the numbers of those that are no balls this one is kept
  std::uint64_t begun_ = 0;   // flights, kept or not
  std::uint32_t newest_ = 0;  // number of the latest
  std::size_t kept_balls_ = 0;
};

}  // namespace drover
