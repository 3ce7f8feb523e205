#include "observe/dataset/walkable_survey.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "observe/dataset/polygon_ground.h"

namespace drover {
namespace {

// Readers want positions inside, not on the border [m].
constexpr double kRim = 1e-3;
// Around positions that no edge and no wall holds [m].
constexpr double kSpare = 1.0;
// Half of the thickness of a line, at least, and as a part of the size of the ground: unions of polygons tell
// apart ten million places along it.
constexpr double kHalfLine = 0.5e-3;
constexpr double kHalfLinePart = 1e-6;
// Positions are looked at once in each cell of this size [m].
constexpr double kCell = 1.0 / 16.0;
// Positions are looked for in the areas of so many states.
constexpr std::size_t kMostFinders = 64;

PolygonRing rectangle(Vec3 low, Vec3 high) {
  return {{low.x, low.y, 0.0}, {high.x, low.y, 0.0}, {high.x, high.y, 0.0}, {low.x, high.y, 0.0}};
}

// A segment as a rectangle with square ends, which overlap at corners.
PolygonRing thick_line(Vec3 a, Vec3 b, double half) {
  const double length = std::sqrt(length2(b - a));
  const Vec3 along = length > 0.0 ? (b - a) * (half / length) : Vec3{half, 0.0, 0.0};
  const Vec3 left{-along.y, along.x, 0.0};
  return {a - along - left, b + along - left, b + along + left, a - along + left};
}

Extent extent_of(std::span<const Vec3> points) {
  Extent extent;
  for (const Vec3 p : points)
    extent.add(p);
  return extent;
}

// Finds the part of an area that a point is inside of. Edges stand in the bands of y that they pass through.
class PartFinder {
 public:
  explicit PartFinder(const WalkableArea& area) {
    for (std::size_t part = 0; part < area.parts.size(); ++part) {
      add_ring(area.parts[part].outer, part);
      for (const std::vector<Vec3>& hole : area.parts[part].holes)
        add_ring(hole, part);
    }
    const Extent extent = area.extent();
    low_ = extent.min.y;
    const auto count = static_cast<std::size_t>(std::sqrt(static_cast<double>(edges_.size()))) + 1;
    bands_.resize(count);
    per_band_ = std::max(extent.max.y - extent.min.y, 1e-9) / static_cast<double>(count);
    for (std::size_t k = 0; k < edges_.size(); ++k) {
      const auto [bottom, top] = std::minmax(edges_[k].a.y, edges_[k].b.y);
      for (std::size_t band = band_of(bottom); band <= band_of(top); ++band)
        bands_[band].push_back(k);
    }
  }

  // Parts lie apart: of the one around p is the first edge to the right of it.
  std::optional<std::size_t> part_around(Vec3 p) const {
    bool inside = false;
    double nearest = std::numeric_limits<double>::infinity();
    std::size_t part = 0;
    for (const std::size_t k : bands_[band_of(p.y)]) {
      const Edge& edge = edges_[k];
      if ((edge.a.y > p.y) == (edge.b.y > p.y)) continue;
      const double x = edge.a.x + (p.y - edge.a.y) / (edge.b.y - edge.a.y) * (edge.b.x - edge.a.x);
      if (x <= p.x) continue;
      inside = !inside;
      if (x < nearest) part = edge.part;
      nearest = std::min(nearest, x);
    }
    return inside ? std::optional(part) : std::nullopt;
  }

 private:
  struct Edge {
    Vec3 a, b;
    std::size_t part;
  };

  void add_ring(std::span<const Vec3> ring, std::size_t part) {
    for (std::size_t k = 0; k < ring.size(); ++k)
      edges_.push_back({ring[k], ring[(k + 1) % ring.size()], part});
  }
  std::size_t band_of(double y) const {
    const double band = std::floor((y - low_) / per_band_);
    return static_cast<std::size_t>(std::clamp(band, 0.0, static_cast<double>(bands_.size() - 1)));
  }

  std::vector<Edge> edges_;
  std::vector<std::vector<std::size_t>> bands_;
  double low_ = 0.0, per_band_ = 1.0;
};

void keep_parts_around(std::span<const Vec3> places, WalkableArea& area) {
  if (area.parts.size() < 2) return;
  const PartFinder finder(area);
  std::vector<bool> is_kept(area.parts.size());
  for (const Vec3 p : places) {
    if (const auto part = finder.part_around(p)) is_kept[*part] = true;
  }
  WalkableArea kept;
  for (std::size_t k = 0; k < area.parts.size(); ++k) {
    if (is_kept[k]) kept.parts.push_back(std::move(area.parts[k]));
  }
  area = std::move(kept);
}

}  // namespace

void WalkableSurvey::add(Vec3 position) {
  positions_.add(position);
  if (ground_.barriers.empty() && ground_.outline.empty()) return;
  // Beyond what integers hold there is one cell.
  const auto cell = [](double v) {
    return static_cast<std::int64_t>(std::clamp(std::floor(v / kCell), -1e18, 1e18));
  };
  if (cells_.emplace(cell(position.x), cell(position.y)).second) places_.push_back(position);
}

// A ring with agents inside and outside is a line that they crossed.
void WalkableSurvey::find_roles() {
  roles_.clear();
  for (const Barrier& barrier : ground_.barriers) {
    Role role = barrier.is_ring && barrier.is_solid ? Role::hole : Role::line;
    if (barrier.is_ring && !barrier.is_solid) {
      const Extent box = extent_of(barrier.points);
      const auto inside = static_cast<std::size_t>(std::ranges::count_if(
          places_, [&](Vec3 p) { return box.contains(p) && is_inside(barrier.points, p); }));
      if (inside == 0) role = Role::hole;
      if (inside > 0 && inside == places_.size()) role = Role::room;
    }
    roles_.push_back(role);
  }
}

// One ring. Wide: with all barriers and some space around, where there are no bounds.
WalkableArea WalkableSurvey::base(bool is_wide) const {
  if (!ground_.outline.empty()) return left_of({.base = ground_.outline});
  if (ground_.bounds.is_empty) {
    Extent extent = positions_;
    for (const Barrier& barrier : ground_.barriers) {
      for (const Vec3 p : barrier.points)
        if (is_wide) extent.add(p);
    }
    return area_around(extent);
  }
  Vec3 low = ground_.bounds.min, high = ground_.bounds.max;
  if (!positions_.is_empty) {
    if (positions_.min.x < low.x) low.x = positions_.min.x - kSpare;
    if (positions_.min.y < low.y) low.y = positions_.min.y - kSpare;
    if (positions_.max.x > high.x) high.x = positions_.max.x + kSpare;
    if (positions_.max.y > high.y) high.y = positions_.max.y + kSpare;
  }
  return {{{rectangle(low, high), {}}}};
}

// Where agents are on an edge of the world, the area goes on beyond it. Its corners are moved at the end, so
// that what reaches the edge leaves no gap there.
void WalkableSurvey::widen_rim(WalkableArea& area) const {
  if (ground_.bounds.is_empty || !ground_.outline.empty()) return;
  const Extent& bounds = ground_.bounds;
  const auto widen = [](double edge, double extreme, double way, double& v) {
    constexpr double kRounding = 1e-6;
    if (extreme == edge && std::fabs(v - edge) < kRounding) v = edge + way;
  };
  for (WalkablePart& part : area.parts) {
    for (Vec3& p : part.outer) {
      widen(bounds.min.x, positions_.min.x, -kRim, p.x);
      widen(bounds.min.y, positions_.min.y, -kRim, p.y);
      widen(bounds.max.x, positions_.max.x, kRim, p.x);
      widen(bounds.max.y, positions_.max.y, kRim, p.y);
    }
  }
}

WalkableArea WalkableSurvey::area_of(const std::vector<bool>& present, const WalkableArea& base,
                                     Shown shown) const {
  const Extent extent = base.extent();
  const double size = std::max(extent.max.x - extent.min.x, extent.max.y - extent.min.y);
  const double half = std::max(kHalfLine, kHalfLinePart * size);
  PolygonGround ground{.base = base.parts.front().outer};
  for (std::size_t k = 0; k < ground_.barriers.size(); ++k) {
    const Barrier& barrier = ground_.barriers[k];
    if (!present[barrier.owner]) continue;
    if (roles_[k] == Role::room) ground.rooms.push_back(barrier.points);
    if (roles_[k] == Role::hole) ground.solids.push_back({barrier.points, {}});
    if (roles_[k] != Role::line || shown != Shown::all) continue;
    const std::size_t count = barrier.points.size() - (barrier.is_ring ? 0 : 1);
    for (std::size_t at = 0; at < count; ++at)
      ground.solids.push_back(
          {thick_line(barrier.points[at], barrier.points[(at + 1) % barrier.points.size()], half), {}});
  }
  const auto left = [&] {
    WalkableArea area = left_of(ground);
    widen_rim(area);
    keep_parts_around(places_, area);
    return area;
  };
  if (shown == Shown::inner_rings) {
    // Connected sets that meet at most at the border part the area together only where one of them does.
    std::vector<WalkablePart> inner;
    for (WalkablePart& one : joined_solids(ground)) {
      ground.solids = {one};
      if (left().parts.size() < 2) inner.push_back(std::move(one));
    }
    ground.solids = std::move(inner);
  }
  return left();
}

// Of what is present all the time: how much of it is shown, and on which ground.
WalkableSurvey::Choice WalkableSurvey::choose(const std::vector<bool>& present) {
  Choice choice{.base = base(true), .shown = Shown::all, .area = {}};
  choice.area = area_of(present, choice.base, choice.shown);
  const bool is_fixed = !ground_.bounds.is_empty || !ground_.outline.empty();
  const Extent wide = choice.base.extent(), found = choice.area.extent();
  const bool is_closed = wide.min.x < found.min.x && wide.min.y < found.min.y && found.max.x < wide.max.x &&
                         found.max.y < wide.max.y;
  if (choice.area.parts.size() == 1 && (is_fixed || is_closed)) return choice;
  choice.base = base(false);
  for (const Shown shown : {Shown::all, Shown::rings, Shown::inner_rings}) {
    choice.shown = shown;
    choice.area = area_of(present, choice.base, shown);
    if (choice.area.parts.size() < 2) break;
  }
  if (choice.area.parts.empty()) choice.area = choice.base;  // all positions are inside of obstacles
  if (choice.shown != Shown::all)
    ground_.notes.emplace_back(
        choice.shown == Shown::rings
            ? "the walkable area does not show walls: agents are on both sides of walls "
              "that part it, and readers take one polygon"
            : "the walkable area does not show walls, and obstacles that part it: agents "
              "are on both sides, and readers take one polygon");
  return choice;
}

std::vector<WalkableState> WalkableSurvey::states(std::span<const BarrierChange> changes, bool by_frame) {
  if (places_.empty()) {
    WalkableArea area = base(false);
    widen_rim(area);
    return {{0, std::move(area)}};
  }
  find_roles();
  std::uint32_t owner_count = 0;
  for (const Barrier& barrier : ground_.barriers)
    owner_count = std::max(owner_count, barrier.owner + 1);
  std::vector<bool> present(owner_count);
  for (const Barrier& barrier : ground_.barriers)
    present[barrier.owner] = barrier.present;
  std::vector<bool> always = present, ever = present;
  for (const BarrierChange& change : changes) {
    if (change.owner >= owner_count) continue;
    always[change.owner] = always[change.owner] && change.present;
    ever[change.owner] = ever[change.owner] || change.present;
  }
  std::vector<WalkableState> states;
  const Choice choice = choose(always);
  if (!by_frame || always == ever) {
    states.push_back({0, choice.area});
    if (always != ever)
      ground_.notes.emplace_back(
          "the walkable area does not show what appears or vanishes, such as doors: the format has one "
          "area "
          "for all frames; jupedsim has one for each state of the doors");
  } else {
    add_states(changes, present, choice, states);
  }
  note_positions_outside(states);
  return states;
}

// Equal combinations of what is present have equal areas.
void WalkableSurvey::add_states(std::span<const BarrierChange> changes, std::vector<bool> present,
                                const Choice& choice, std::vector<WalkableState>& states) const {
  std::map<std::vector<bool>, WalkableArea> known;
  const auto add_state = [&](std::int64_t frame) {
    const auto [at, is_new] = known.try_emplace(present);
    if (is_new) at->second = area_of(present, choice.base, choice.shown);
    states.push_back({frame, at->second.parts.empty() ? choice.area : at->second});
  };
  std::int64_t frame = 0;
  for (const BarrierChange& change : changes) {
    if (change.frame > frame) add_state(std::exchange(frame, change.frame));
    if (change.owner < present.size()) present[change.owner] = change.present;
  }
  add_state(frame);
}

void WalkableSurvey::note_positions_outside(std::span<const WalkableState> states) {
  std::vector<PartFinder> finders;
  for (const WalkableState& state : states) {
    if (finders.size() < kMostFinders) finders.emplace_back(state.area);
  }
  const bool is_any_outside = std::ranges::any_of(places_, [&](Vec3 p) {
    return std::ranges::none_of(finders,
                                [&](const PartFinder& one) { return one.part_around(p).has_value(); });
  });
  if (is_any_outside)
    ground_.notes.emplace_back(
        "some positions are outside of the walkable area, where readers may refuse them: agents are inside "
        "of "
        "obstacles or walls, or leave the region \"walkable\"");
}

}  // namespace drover
