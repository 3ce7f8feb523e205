// Keys of formations that are given and have no effect: warnings only.
#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenario/scenario_checks.h"
#include "scenario/scenario_writer.h"

namespace drover {
namespace {

// What of a formation counts, as far as its keys show it.
struct FormationUse {
  bool is_inner = false;  // it fills a slot of another formation
  bool is_led = false;
  bool is_steered = false;  // by a stack of its own
  bool is_rigid = false;
  bool has_pattern = false;
  Moderation moderation = Moderation::none;

  bool is_moderated() const { return moderation != Moderation::none; }
};

FormationUse use_of(const FormationDef& def, bool is_inner) {
  FormationUse use;
  use.is_inner = is_inner;
  use.is_led = def.anchor.type == AnchorType::leader && !use.is_inner;
  const bool goes_on = use.is_led && def.anchor.on_leader_lost == LeaderLoss::steered;
  use.is_steered = !use.is_inner && def.mode != FormationMode::emergent &&
                   (def.anchor.type == AnchorType::steered || goes_on);
  use.is_rigid = def.mode == FormationMode::rigid;
  use.has_pattern = def.pattern.has_value();
  if (!use.has_pattern || use.is_rigid || (!use.is_steered && !use.is_inner)) return use;
  use.moderation = moderation_of(def.moderation);
  return use;
}

class FormationChecker {
 public:
  FormationChecker(const ReadScenario& scenario, ReaderContext& context)
      : scenario_(scenario), context_(context) {
    FormationDef unsaid;
    unsaid.cover.emplace();
    unsaid.members.emplace_back();
    unsaid_ = write_object(FormationDef::table(), &unsaid);
  }

  void run() {
    std::set<std::string_view> inner;
    for (const Named<FormationDef>& formation : scenario_.def.formations) {
      for (const MemberDef& member : formation.value.members)
        inner.insert(member.formation.name);
    }
    for (const Named<FormationDef>& formation : scenario_.def.formations) {
      pointer_ = "/formations";
      append_pointer_token(pointer_, formation.name);
      const FormationUse use = use_of(formation.value, inner.contains(formation.name));
      check_moderation(formation.value, use);
      check_arrival(formation.value, use);
      check_assignment(formation.value, use);
      check_anchor(formation.value, use);
      check_cover(formation.value, use);
    }
  }

 private:
  // Whether a key has its default, as every key of a resolved scenario that the user did not give.
  bool is_default(std::string key, const JsonValue& value) const {
    constexpr std::string_view kMembers = "members/";
    if (key.starts_with(kMembers))
      key.replace(kMembers.size(), key.find('/', kMembers.size()) - kMembers.size(), "0");
    const nlohmann::ordered_json::json_pointer pointer("/" + key);
    return unsaid_.contains(pointer) &&
           unsaid_.at(pointer) == nlohmann::ordered_json::parse(json_text(value));
  }

  // Warns of a key that is given where it does not count.
  void expect(bool counts, std::string_view key, std::string_view why) {
    if (counts || context_.diagnostics.warning_count() >= Diagnostics::kMaxKept) return;
    const std::string pointer = fmt::format("{}/{}", pointer_, key);
    const std::size_t slash = pointer.rfind('/');
    const JsonValue& owner = nearest_value(scenario_.document, pointer.substr(0, slash));
    const std::string_view name = std::string_view(pointer).substr(slash + 1);
    if (!owner.is_object()) return;
    const JsonValue* value = owner.find(name);
    if (value == nullptr && owner.find(fmt::format("{}_deg", name)) == nullptr) return;
    if (value != nullptr && is_default(std::string(key), *value)) return;
    report(scenario_.document,
           {.pointer = pointer,
            .message = fmt::format("\"{}\" has no effect: {}", name, why),
            .severity = Severity::warning},
           context_.diagnostics);
  }

  void check_moderation(const FormationDef& def, const FormationUse& use) {
    expect(use.moderation == Moderation::lead, "lead_distance", "it belongs to the moderation lead");
    expect(use.moderation == Moderation::velocity_offset, "offset_factor",
           "it belongs to the moderation velocity_offset");
    expect(use.moderation == Moderation::leash, "leash_length", "it belongs to the moderation leash");
    for (const char* key : {"lead_angle", "max_straggle", "heading_estimator"})
      expect(use.is_moderated(), key, "the anchor does not follow its members");
    expect(!def.pattern_fallback.empty(), "refit_delay", "there is no \"pattern_fallback\"");
    expect(use.is_steered || use.is_inner, "pattern_fallback", "the anchor is not steered");
    const bool feeds_back =
        (use.moderation == Moderation::lead || use.moderation == Moderation::velocity_offset) &&
        def.feed_forward.is_present() && def.feed_forward.constant() > 0.0;
    if (!feeds_back || context_.diagnostics.warning_count() >= Diagnostics::kMaxKept) return;
    report(
        scenario_.document,
        {.pointer = pointer_ + "/feed_forward",
         .message =
             "the velocity of the slots is that of the members here: adding it to their own speeds them up",
         .hint = "Leave it out, or use the moderation leash or none.",
         .severity = Severity::warning},
        context_.diagnostics);
  }

  void check_arrival(const FormationDef&, const FormationUse& use) {
    for (const char* key : {"feed_forward", "slow_radius", "response_time"})
      expect(!use.is_rigid, key, "members of a rigid formation are put into their slots");
  }

  void check_assignment(const FormationDef& def, const FormationUse& use) {
    const bool has_slots = use.has_pattern || def.cover.has_value();
    for (const char* key : {"assignment", "reassign", "fill", "reserve_point", "w_distance", "w_switch"})
      expect(has_slots, key, "an emergent formation assigns no slots");
    expect(def.assignment == AssignmentMethod::greedy_ease, "cost_limit",
           "it belongs to the assignment greedy_ease");
    expect(def.cover.has_value(), "w_cover", "there is no \"cover\"");
    expect(!def.member_kinds.empty(), "hard_roles", "there are no \"member_kinds\"");
    bool holds_formations = false;
    for (const MemberDef& member : def.members)
      holds_formations = holds_formations || !member.formation.name.empty();
    expect(holds_formations, "weight", "no member is a formation");
    for (std::size_t k = 0; k < def.members.size(); ++k)
      expect(use.has_pattern, fmt::format("members/{}/slot_costs", k),
             "only slots of a pattern have numbers");
    if (use.has_pattern) check_slot_costs(def);
  }

  // A pattern that grows with its members may have any slot.
  void check_slot_costs(const FormationDef& def) {
    std::size_t most = def.pattern->capacity();
    for (const Named<NamedPatternDef>& pattern : def.patterns)
      most = std::max(most, pattern.value.pattern.capacity());
    for (std::size_t k = 0; k < def.members.size(); ++k) {
      const std::vector<SlotCostDef>& costs = def.members[k].slot_costs;
      for (std::size_t c = 0; c < costs.size(); ++c) {
        expect(static_cast<std::size_t>(costs[c].slot) < most,
               fmt::format("members/{}/slot_costs/{}/slot", k, c), "no pattern has a slot of that number");
      }
    }
  }

  void check_anchor(const FormationDef& def, const FormationUse& use) {
    const std::string_view why =
        use.is_inner ? "the slot of another formation is the anchor" : "the anchor is not steered";
    for (const char* key : {"anchor/face", "anchor/face_angle"})
      expect(use.is_steered, key, why);
    const bool is_empty = def.anchor.steering.behaviors.empty() && def.anchor.steering.modes.empty();
    expect(use.is_steered || is_empty, "anchor/steering", why);
    expect(use.is_steered || def.mode == FormationMode::emergent, "anchor/speed_fraction", why);
    for (const char* key : {"anchor/position", "anchor/heading", "anchor/small_obstacle"})
      expect(def.mode != FormationMode::emergent, key, "the first member of an emergent formation leads");
    for (const char* key : {"anchor/leader_slot", "anchor/on_leader_lost"})
      expect(use.is_led, key, "the anchor has no leader");
    const bool turns = (use.is_steered && !use.is_moderated()) || use.moderation == Moderation::leash ||
                       (use.is_led && use.is_rigid);
    expect(turns, "anchor/max_turn_rate",
           "the heading of this anchor follows from its members or its leader");
  }

  void check_cover(const FormationDef& def, const FormationUse& use) {
    for (const char* key : {"reassign", "fill", "reserve_point", "w_switch", "member_kinds"})
      expect(!def.cover, key, "in cover every member has a slot and keeps it");
    if (!def.cover) return;
    expect(use.is_led, "cover/leader_exclusion", "the anchor has no leader");
    for (const char* key : {"cover/cover_radius", "cover/arrival_speed", "cover/bound_timeout"})
      expect(def.cover->one_mover, key, "there is no \"one_mover\"");
  }

  const ReadScenario& scenario_;
  ReaderContext& context_;
  std::string pointer_;
  nlohmann::ordered_json unsaid_;  // a formation of which nothing is said, with one member
};

}  // namespace

void check_formation_keys(const ReadScenario& scenario, ReaderContext& context) {
  FormationChecker(scenario, context).run();
}

}  // namespace drover
