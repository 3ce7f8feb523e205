#include "formations/pattern.h"

#include <algorithm>
#include <cmath>

#include "core/det_math.h"

namespace drover {
namespace {

Vec3 across(Vec3 v) {
  return {v.x, -v.y, v.z};
}

PatternSlot mirrored(const PatternSlot& slot) {
  return {across(slot.place), det::wrap_angle(-slot.facing), across(slot.velocity)};
}

}  // namespace

const Table& PatternDef::table() {
  static constexpr Table kTable = {
      .name = "pattern", .fields = kPatternFields, .family = "pattern", .box = box_of<&PatternDef::pattern>};
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
    slot = mirrored(slot);
}

double closest_distance(std::span<const PatternSlot> slots) {
  double closest2 = kInfinity;
  for (std::size_t a = 0; a < slots.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b)
      closest2 = smaller(closest2, length2(slots[a].place - slots[b].place));
  }
  return std::sqrt(closest2);
}

}  // namespace drover
