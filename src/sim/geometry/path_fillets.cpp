#include "sim/geometry/path_fillets.h"

#include "core/parameter.h"
#include "vehicles/fillet.h"

namespace drover {
namespace {

// How much of a leg the arc of a corner may take: all of one that ends at an end of the path.
double share_of(bool ends_at_end) {
  return ends_at_end ? 1.0 : 0.5;
}

class Corners {
 public:
  explicit Corners(const PathDef& path) : path_(path) {}

  FilletedPath rounded() {
    // A closed path may begin in the middle of a rounded corner: it begins where that ends.
    for (std::size_t k = 0; k < path_.points.size(); ++k)
      add(k);
    if (path_.closed && is_corner(0)) close();
    return std::move(result_);
  }

 private:
  bool is_corner(std::size_t k) const {
    const std::size_t count = path_.points.size();
    const bool is_end = !path_.closed && (k == 0 || k + 1 == count);
    if (count < 3 || is_end || path_.points[k].is_arc()) return false;
    return !path_.points[(k + 1) % count].is_arc();
  }

  void add(std::size_t k) {
    const PathPointDef& point = path_.points[k];
    const std::optional<Fillet> fillet = is_corner(k) ? fillet_of(k) : std::nullopt;
    if (!fillet) {
      result_.points.push_back(point);
      return;
    }
    PathPointDef begin, end;
    begin.at = fillet->begin;
    end.arc_to = fillet->end;
    end.center = fillet->center;
    end.cw = fillet->turn < 0.0;
    if (k > 0) result_.points.push_back(begin);
    if (k == 0) {
      first_ = {begin, end};
      end.arc_to.reset();
      end.center.reset();
      end.cw = false;
      end.at = fillet->end;
    }
    result_.points.push_back(end);
  }

  // The corner at the first point comes last.
  void close() {
    if (first_.empty()) return;
    result_.points.insert(result_.points.end(), first_.begin(), first_.end());
  }

  std::optional<Fillet> fillet_of(std::size_t k) {
    const std::size_t count = path_.points.size();
    const std::size_t previous = (k + count - 1) % count, next = (k + 1) % count;
    const Vec3 before = path_.points[previous].place(), corner = path_.points[k].place(),
               after = path_.points[next].place();
    const double share_before = share_of(!path_.closed && previous == 0);
    const double share_after = share_of(!path_.closed && next + 1 == count);
    // Legs are cut to what the corner may have of them, so that both shares are 1.
    const Vec3 from = corner + (before - corner) * share_before;
    const Vec3 to = corner + (after - corner) * share_after;
    const double most = greatest_fillet_radius(from, corner, to, 1.0);
    double radius = path_.fillet;
    if (radius > most) {
      constexpr double kRounding = 1e-9;
      radius = most * (1.0 - kRounding);
      result_.narrow.push_back({k, most});
    }
    if (!(radius > kLengthEpsilon) || radius == kInfinity) return std::nullopt;
    return corner_fillet(from, corner, to, radius, 1.0);
  }

  const PathDef& path_;
  FilletedPath result_;
  std::vector<PathPointDef> first_;
};

}  // namespace

FilletedPath with_fillets(const PathDef& path) {
  return Corners(path).rounded();
}

}  // namespace drover
