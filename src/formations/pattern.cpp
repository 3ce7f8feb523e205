#include "formations/pattern.h"

#include <algorithm>
#include <cmath>

#include "core/det_math.h"

namespace drover {
namespace {

Vec3 across(Vec3 v) {
  return {v.x, -v.y, v.z};
}

}  // namespace

const Table& PatternDef::table() {
  static constexpr Table kTable = {.name = "pattern",
                                   .fields = kPatternFields,
                                   .family = family_of<&PatternDef::pattern>,
                                   .box = box_of<&PatternDef::pattern>};
  return kTable;
}

std::size_t PatternDef::capacity() const {
  return kind().capacity == nullptr ? kAnyNumber : kind().capacity(pattern.params.get());
}

std::string_view PatternDef::role(std::size_t slot) const {
  return kind().role == nullptr ? std::string_view{} : kind().role(pattern.params.get(), slot);
}

bool PatternDef::has_roles() const {
  if (kind().role == nullptr) return false;
  for (std::size_t slot = 0; slot < capacity(); ++slot) {
    if (!role(slot).empty()) return true;
  }
  return false;
}

SlotMark PatternDef::mark(std::size_t slot) const {
  if (kind().mark == nullptr) return {};
  SlotMark marked = kind().mark(pattern.params.get(), slot);
  if (mirror) marked.offset = across(marked.offset);
  return marked;
}

std::size_t offered_slots(const PatternDef& def, std::size_t members, Fill fill) {
  if (def.is_scalable()) return members;
  return fill == Fill::any ? def.capacity() : std::min(members, def.capacity());
}

void lay_out(const PatternDef& def, const PatternRequest& request, std::vector<PatternSlot>& out) {
  out.clear();
  def.kind().slots(def.pattern.params.get(), request, out);
  if (!def.mirror) return;
  for (PatternSlot& slot : out)
    slot = {across(slot.place), det::wrap_angle(-slot.facing), across(slot.velocity)};
}

// In their order along the axis on which they are spread farther, places are compared only as long as they
// can be closer than the closest so far.
double closest_distance(std::span<const PatternSlot> slots) {
  std::vector<Vec3> places;
  for (const PatternSlot& slot : slots)
    places.push_back(slot.place);
  const auto spread = [&](double Vec3::*axis) {
    const auto [least, greatest] = std::ranges::minmax(places, {}, axis);
    return greatest.*axis - least.*axis;
  };
  if (places.empty()) return kInfinity;
  const auto along = spread(&Vec3::x) >= spread(&Vec3::y) ? &Vec3::x : &Vec3::y;
  std::ranges::sort(places, {}, along);
  double closest2 = kInfinity;
  for (std::size_t a = 0; a < places.size(); ++a) {
    for (std::size_t b = a + 1; b < places.size(); ++b) {
      const double gap = places[b].*along - places[a].*along;
      if (gap * gap >= closest2) break;
      closest2 = smaller(closest2, length2(places[b] - places[a]));
    }
  }
  return std::sqrt(closest2);
}

}  // namespace drover
