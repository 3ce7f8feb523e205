// What will become of all that flies and rolls, found once per step from S(n): paths, landings and places of
// explosions, and which of them are near an agent. Millington, AI for Games, 3rd ed., 3.5.2.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ballistics/closest_pass.h"
#include "ballistics/landing.h"
#include "core/worker_pool.h"
#include "sim/definitions/kinds.h"
#include "sim/perception/neighbor_grid.h"
#include "sim/state/world.h"

namespace drover {

// What ends a path as far as it is foreseen. Nothing: it goes on, but nobody looks farther.
enum class PathEnd : std::uint8_t { nothing, ground, shape, lifetime };

// A place where something will explode.
struct Danger {
  double time = 0.0;  // from now on [s]
  Vec3 place;         // m
  double radius = 0.0;
  bool is_blocked = false;  // by what stands in between
};

// Something that moves and is seen by a projectile: a ball around a point that keeps its velocity.
struct PassingBody {
  Vec3 center;    // m
  Vec3 velocity;  // m/s
};

// A part of a path, almost straight.
struct PathPiece {
  std::uint32_t row = 0;
  double begin = 0.0, end = 0.0;  // s from now on
  Vec3 from, to;                  // m; they leave a world that wraps
};

class ProjectileForecast {
 public:
  // Makes room. Nothing is foreseen that no behavior of the model needs.
  void begin(const World& world);
  bool is_needed() const { return is_needed_; }
  // From the present state. Cost grows with the number of projectiles, whatever agents there are.
  void find(const World& world, WorkerPool& workers);

  std::size_t count() const { return count_; }
  PathEnd end(std::size_t row) const { return courses_[row].end; }
  // When the path ends [s]; where nothing ends it, how far it is foreseen.
  double end_time(std::size_t row) const { return courses_[row].until; }
  const std::optional<Danger>& danger(std::size_t row) const { return courses_[row].danger; }
  // Where it falls through a height over the ground that some behavior asked for, before its path ends; else
  // where it comes down to the ground; nothing where it does neither.
  const std::optional<Landing>& landing(std::size_t row, double catch_height) const;
  // Where it is after a time, no later than its end [s].
  Vec3 place(const World& world, std::size_t row, double time) const;
  // The row of a projectile; nothing where it is gone.
  std::optional<std::size_t> row_of(const World& world, std::uint32_t number) const;

  double largest_radius() const { return largest_radius_; }  // of the types of projectiles [m]

  // Whether the two may come within `reach` of each other; false is certain.
  bool may_pass(const World& world, const PathPiece& piece, const PassingBody& body, double reach) const;
  // The closest pass of a piece and a body: exact where nothing but gravity acts, else of a straight piece.
  ClosestPass pass(const World& world, const PathPiece& piece, const PassingBody& body) const;

  // Calls visit(piece) for all pieces whose paths come within `reach` of a point, and others.
  template <class Visit>
  void visit_pieces(Vec3 p, double reach, Visit&& visit) const {
    visit_points(pieces_, p, reach + longest_half_, [&](std::uint32_t k) { visit(piece(k)); });
  }
  // Calls visit(row) for the projectiles that are now within `reach` of a point, and others.
  template <class Visit>
  void visit_projectiles(Vec3 p, double reach, Visit&& visit) const {
    visit_points(places_, p, reach, visit);
  }
  // Calls visit(row) for those whose explosion reaches within `reach` of a point, and others.
  template <class Visit>
  void visit_dangers(Vec3 p, double reach, Visit&& visit) const {
    visit_points(dangers_, p, reach + largest_blast_,
                 [&](std::uint32_t k) { visit(std::size_t{danger_rows_[k]}); });
  }

  // Who could get hold of a projectile soonest; ties go to the lower index.
  void claim(std::size_t row, AgentIndex agent, double time) {
    Claim& best = claims_[row];
    if (time < best.time || (time == best.time && agent < best.agent)) best = {time, agent};
  }
  AgentIndex claimed_by(std::size_t row) const { return claims_[row].agent; }

 private:
  // At most so many pieces has a path.
  static constexpr std::uint32_t kPieces = 32;

  struct Course {
    double until = 0.0;  // s
    PathEnd end = PathEnd::nothing;
    std::uint32_t pieces = 0;
    double piece_time = 0.0;  // of all but the last one [s]
    double shown = 0.0;       // the end of the last one [s]
    double sag = 0.0;         // how far a piece is from its chord [m]
    std::optional<Danger> danger;
  };
  struct Claim {
    double time = kInfinity;  // s
    AgentIndex agent = kNoIndex;
  };
  // Points in cells.
  struct PointSet {
    std::vector<double> x, y, z;
    NeighborGrid grid;

    void clear() {
      x.clear();
      y.clear();
      z.clear();
    }
    void add(Vec3 p) {
      x.push_back(p.x);
      y.push_back(p.y);
      z.push_back(p.z);
    }
    void make_room(std::size_t count);
    void sort(const World& world, double cell, WorkerPool& workers);
  };

  class Motion;
  class Finder;

  template <class Visit>
  static void visit_points(const PointSet& points, Vec3 p, double reach, Visit&& visit) {
    if (points.x.empty()) return;
    points.grid.visit_near(p, reach, [&](std::uint32_t begin, std::uint32_t end) {
      for (const SortedAgent& sorted : points.grid.sorted_agents().subspan(begin, end - begin))
        visit(sorted.agent);
    });
  }
  void make_room(std::size_t count);
  PathPiece piece(std::uint32_t k) const;
  void sort_points(const World& world, WorkerPool& workers);

  bool is_needed_ = false;
  ForecastNeed need_;                  // the greatest of all
  std::vector<double> catch_heights_;  // m
  double path_horizon_ = 0.0;          // of those that need paths [s]
  double largest_radius_ = 0.0;        // m
  double highest_top_ = 0.0;           // of ground that does not move; infinite with platforms [m]
  std::size_t count_ = 0;
  double path_range_ = 0.0;                       // how much of a path matters in this step [m]
  std::vector<Course> courses_;                   // by row, as the next three; grow when they are needed
  std::vector<std::optional<Landing>> landings_;  // by row and catch height
  std::vector<Vec3> samples_;                     // by row, kPieces + 1 each
  std::vector<Claim> claims_;                     // by row
  PointSet pieces_;                               // their middles
  std::vector<std::uint32_t> piece_rows_, piece_numbers_;
  double longest_half_ = 0.0;  // m
  PointSet places_;
  PointSet dangers_;
  std::vector<std::uint32_t> danger_rows_;
  double largest_blast_ = 0.0;  // m
};

}  // namespace drover
