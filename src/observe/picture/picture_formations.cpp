#include "observe/picture/picture_formations.h"

#include <algorithm>

#include <fmt/format.h>

#include "observe/picture/picture_frame.h"
#include "sim/formation/formation_columns.h"
#include "sim/formation/slot_error.h"

namespace drover {
namespace {

constexpr double kDiamond = 4.5;       // px, half the width
constexpr double kBlockedCross = 5.5;  // px, half the width
constexpr double kAnchorArrow = 9.0;   // px, half the length

// What is left of the pattern: the slots of a leader and those that nobody fills.
void add_other_slots(const World& world, std::uint32_t f, const FormationScratch& scratch,
                     FormationPicture& picture) {
  const Bounds& bounds = world.model().bounds;
  for (std::size_t k = 0; k < scratch.slots.size(); ++k) {
    const auto at = std::ranges::find(scratch.occupied, k);
    const bool is_followed =
        at != scratch.occupied.end() &&
        scratch.placed[static_cast<std::size_t>(at - scratch.occupied.begin())] != leader_of(world, f);
    if (is_followed) continue;
    const Vec3 place = slot_pose(scratch.anchor, scratch.slots[k]).position;
    picture.places.push_back({bounds.wrapped_if_needed(place), {}});
  }
}

std::string arrow_path(Vec2 center, Vec2 along) {
  const Vec2 across = quarter_turn(along);
  const Vec2 tip = center + along * kAnchorArrow;
  PathData arrow;
  arrow.move_to(center - along * kAnchorArrow);
  arrow.line_to(tip);
  arrow.move_to(tip - (along - across) * (0.6 * kAnchorArrow));
  arrow.line_to(tip);
  arrow.line_to(tip - (along + across) * (0.6 * kAnchorArrow));
  return arrow.text();
}

void draw_formation(SvgDocument& svg, const FormationPicture& formation, const Projection& projection) {
  std::string slots, crosses;
  PathData ways;
  for (const FormationPicture::Place& place : formation.places) {
    const Vec2 slot = projection(place.slot);
    slots += diamond_path(slot, kDiamond);
    if (place.is_blocked) crosses += cross_path(slot, kBlockedCross);
    if (!place.member) continue;
    ways.move_to(projection(*place.member));
    ways.line_to(slot);
  }
  if (!ways.empty()) svg.element("path", fmt::format(R"(d="{}" stroke-width=".8")", ways.text()));
  if (!slots.empty()) svg.element("path", fmt::format(R"(d="{}" stroke-width="1.3")", slots));
  if (!crosses.empty())
    svg.element("path", fmt::format(R"(class="blocked" d="{}" stroke-width="1.8")", crosses));
  svg.open("path",
           fmt::format(R"(d="{}" stroke-width="2.2")",
                       arrow_path(projection(formation.anchor), projection.turned(formation.heading))));
  svg.text_element("title", {}, "formation " + formation.name);
  svg.close("path");
}

}  // namespace

std::vector<FormationPicture> formation_pictures(const Simulator& simulator) {
  std::vector<FormationPicture> pictures;
  const World& world = simulator.world();
  for (std::uint32_t f = 0; f < world.model().formations.size(); ++f) {
    const FormationPose& pose = world.state.formations[f];
    if (!pose.has_members) continue;
    const FormationScratch& scratch = simulator.formations().scratch(f);
    FormationPicture picture{world.model().formations[f].name, pose.position, pose.heading, {}};
    for (const AgentIndex i : scratch.placed) {
      const SlotTarget& slot = world.state.slots[i];
      if (!slot.exists) continue;
      // The nearest image, so that a line does not cross a world that wraps.
      const Vec3 way = world.model().bounds.displacement(slot.position, member_position(world, i));
      const bool is_body = !world.model().is_anchor(i);
      picture.places.push_back({slot.position, slot.position + way, is_slot_blocked(world, i),
                                is_body ? std::optional(i) : std::nullopt});
    }
    add_other_slots(world, f, scratch, picture);
    pictures.push_back(std::move(picture));
  }
  return pictures;
}

void draw_formations(SvgDocument& svg, const std::vector<FormationPicture>& formations,
                     const Projection& projection) {
  if (formations.empty()) return;
  svg.open("g", fmt::format(R"(class="formations" fill="none" stroke="{}" stroke-linejoin="round")",
                            color_text(kFormationColor)));
  for (const FormationPicture& formation : formations)
    draw_formation(svg, formation, projection);
  svg.close("g");
}

}  // namespace drover
