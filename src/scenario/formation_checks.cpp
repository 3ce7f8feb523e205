// Keys of formations that are given and have no effect, as far as other keys show it: those of one object
// that depend on a choice beside them say so in their rows (read_when).
#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenario/object_reader.h"
#include "scenario/scenario_checks.h"
#include "scenario/scenario_writer.h"
#include "sim/definitions/formation_turn.h"

namespace drover {
namespace {

// What of a formation counts.
struct FormationUse {
  bool is_inner = false;  // it fills a slot of another formation
  bool is_led = false;
  bool is_steered = false;  // by a stack of its own
  bool is_rigid = false;
  bool is_emergent = false;
  bool is_in_succession = false;  // whatever pattern it has
  Moderation moderation = Moderation::none;
};

FormationUse use_of(const FormationDef& def, bool is_inner, bool is_spatial) {
  FormationUse use;
  use.is_inner = is_inner;
  use.is_led = def.anchor.type == AnchorType::leader && !use.is_inner;
  use.is_rigid = def.mode == FormationMode::rigid;
  use.is_emergent = def.mode == FormationMode::emergent;
  const bool goes_on = use.is_led && def.anchor.on_leader_lost == LeaderLoss::steered;
  use.is_steered = !use.is_inner && !use.is_emergent && (def.anchor.type == AnchorType::steered || goes_on);
  if (def.pattern && !use.is_rigid && (use.is_steered || use.is_inner))
    use.moderation = moderation_of(def.moderation);
  const auto is_bent = [&](const PatternDef& pattern) {
    return turns_in_succession(def, pattern, is_spatial);
  };
  use.is_in_succession =
      def.pattern && is_bent(*def.pattern) &&
      std::ranges::all_of(def.patterns, is_bent,
                          [](const auto& named) -> const PatternDef& { return named.value.pattern; });
  return use;
}

// An object of a formation, whose keys count or not.
template <class Def>
struct Keys {
  CheckedScenario& scenario;
  const Def& def;
  std::string pointer;

  // A key that has its default says nothing, as all do in a resolved scenario that the user did not give.
  void expect(bool counts, std::string_view key, std::string_view why) const {
    static const Def unsaid;
    const Field& field = *find_field(Def::table().fields, key);
    if (counts || write_field(field, &def) == write_field(field, &unsaid)) return;
    scenario.warn({.pointer = fmt::format("{}/{}", pointer, key),
                   .message = fmt::format("\"{}\" has no effect: {}", key, why)});
  }
};

void check_moderation(const Keys<FormationDef>& keys, const FormationUse& use) {
  const FormationDef& def = keys.def;
  const bool is_moderated = use.moderation != Moderation::none;
  for (const char* key : {"lead_angle", "leash_length", "max_straggle", "heading_estimator"})
    keys.expect(is_moderated, key, "the anchor does not follow its members");
  for (const char* key : {"lead_angle", "heading_estimator"})
    keys.expect(!use.is_in_succession, key,
                "a formation that turns in succession has the heading of its way");
  keys.expect(def.pattern.has_value(), "turn", "only slots of a pattern turn");
  keys.expect(!def.pattern_fallback.empty(), "refit_delay", "there is no \"pattern_fallback\"");
  keys.expect(use.is_steered || use.is_inner, "pattern_fallback", "the anchor is not steered");
  const bool feeds_back =
      (use.moderation == Moderation::lead || use.moderation == Moderation::velocity_offset) &&
      def.feed_forward.is_present() && def.feed_forward.constant() > 0.0;
  if (!feeds_back) return;
  keys.scenario.warn(
      {.pointer = keys.pointer + "/feed_forward",
       .message =
           "the velocity of the slots is that of the members here: adding it to their own speeds them up",
       .hint = "Leave it out, or use the moderation leash or none."});
}

// A pattern that grows with its members may have any slot.
void check_slot_costs(const Keys<FormationDef>& keys) {
  const FormationDef& def = keys.def;
  std::size_t most = def.pattern ? def.pattern->capacity() : 0;
  for (const Named<NamedPatternDef>& pattern : def.patterns)
    most = std::max(most, pattern.value.pattern.capacity());
  for (const auto& [member, at] : located(def.members, keys.pointer + "/members")) {
    Keys<MemberDef>{keys.scenario, member, at}.expect(def.pattern.has_value(), "slot_costs",
                                                      "only slots of a pattern have numbers");
    for (const auto& [cost, pointer] : located(member.slot_costs, at + "/slot_costs")) {
      if (!def.pattern || static_cast<std::size_t>(cost.slot) < most) continue;
      keys.scenario.warn({.pointer = pointer + "/slot",
                          .message = "\"slot\" has no effect: no pattern has a slot of that number"});
    }
  }
}

void check_assignment(const Keys<FormationDef>& keys, const FormationUse& use) {
  const FormationDef& def = keys.def;
  for (const char* key : {"assignment", "reassign", "fill", "reserve_point", "w_distance", "w_switch"})
    keys.expect(!use.is_emergent, key, "an emergent formation assigns no slots");
  for (const char* key : {"reassign", "fill", "reserve_point", "w_switch", "member_kinds"})
    keys.expect(!def.cover, key, "in cover every member has a slot and keeps it");
  keys.expect(def.cover.has_value(), "w_cover", "there is no \"cover\"");
  keys.expect(!def.member_kinds.empty(), "hard_roles", "there are no \"member_kinds\"");
  const bool holds_formations = std::ranges::any_of(
      def.members, [](const MemberDef& member) { return !member.formation.name.empty(); });
  keys.expect(holds_formations, "weight", "no member is a formation");
  check_slot_costs(keys);
}

void check_cover(const Keys<CoverDef>& keys, const FormationUse& use) {
  keys.expect(use.is_led, "leader_exclusion", "the anchor has no leader");
  const bool has_threat = keys.def.from == CoverSource::points || keys.def.threat.type != TargetType::none;
  for (const char* key : {"peek", "least_quality"})
    keys.expect(has_threat, key, "there is no \"threat\"");
}

void check_anchor(const Keys<AnchorDef>& keys, const FormationUse& use) {
  const std::string_view why =
      use.is_inner ? "the slot of another formation is the anchor" : "the anchor is not steered";
  for (const char* key : {"face", "face_angle"})
    keys.expect(use.is_steered, key, why);
  const SteeringDef& steering = keys.def.steering;
  keys.expect(use.is_steered || (steering.behaviors.empty() && steering.modes.empty()), "steering", why);
  keys.expect(use.is_steered || use.is_emergent, "speed_fraction", why);
  for (const char* key : {"position", "heading", "small_obstacle"})
    keys.expect(!use.is_emergent, key, "the first member of an emergent formation leads");
  const bool turns = (use.is_steered && (use.moderation == Moderation::none || use.is_in_succession)) ||
                     use.moderation == Moderation::leash || (use.is_led && use.is_rigid);
  keys.expect(turns, "max_turn_rate", "the heading of this anchor follows from its members or its leader");
}

}  // namespace

void warn_about_formations(CheckedScenario& scenario) {
  std::set<std::string_view> inner;
  for (const Named<FormationDef>& formation : scenario.def.formations) {
    for (const MemberDef& member : formation.value.members)
      inner.insert(member.formation.name);
  }
  for (const auto& [formation, pointer] : scenario.parts.formations) {
    const FormationDef& def = formation.value;
    const FormationUse use =
        use_of(def, inner.contains(formation.name), scenario.def.world.space() == Dimensions::space);
    const Keys<FormationDef> keys{scenario, def, pointer};
    check_moderation(keys, use);
    check_assignment(keys, use);
    check_anchor({scenario, def.anchor, pointer + "/anchor"}, use);
    Keys<AnchorDef>{scenario, def.anchor, pointer + "/anchor"}.expect(!def.cover, "frame",
                                                                      "places of cover do not turn");
    if (def.cover) check_cover({scenario, *def.cover, pointer + "/cover"}, use);
  }
}

}  // namespace drover
