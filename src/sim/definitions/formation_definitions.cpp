// The field tables of formations; see core/field.h.
#include "sim/definitions/formation_definitions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "core/det_math.h"
#include "core/erased.h"
#include "sim/definitions/definitions.h"
#include "sim/definitions/kinds.h"
#include "sim/definitions/plain_table.h"

namespace drover {
namespace {

// Numbers of a formation are no agent's own, so they cannot be drawn for each.
std::vector<Problem> refuse_distributions(std::span<const Field> fields, const void* object,
                                          std::string_view except = "") {
  for (const Field& field : fields) {
    if (!field.access.is_one(FieldType::parameter) || field.key == except) continue;
    if (!static_cast<const Parameter*>(field.in(object))->is_drawn()) continue;
    return {
        {fmt::format("/{}", field.key), fmt::format("\"{}\" is a number, not a distribution", field.key)}};
  }
  return {};
}

constexpr auto kSlotCostFields =
    fields(field<&SlotCostDef::slot>({.key = "slot",
                                      .range = closed(0, 1e6),
                                      .doc = "The number of a slot, of whichever pattern there is.",
                                      .required = true}),
           field<&SlotCostDef::cost>({.key = "cost",
                                      .range = closed(0, kCostLimit),
                                      .doc = "What these members pay for it in addition.",
                                      .otherwise = "they must not fill it"}));

constexpr auto kMemberFields =
    fields(field<&MemberDef::agent>(
               {.key = "agent", .doc = "An agent that belongs to it.", .otherwise = "another key says who"}),
           field<&MemberDef::group>(
               {.key = "group", .doc = "All agents of a group.", .otherwise = "another key says who"}),
           field<&MemberDef::agent_type>(
               {.key = "agent_type", .doc = "All agents of a type.", .otherwise = "another key says who"}),
           field<&MemberDef::formation>({.key = "formation",
                                         .doc = "A formation that fills one slot of this one as a whole.",
                                         .otherwise = "another key says who"}),
           field<&MemberDef::kind>({.key = "kind",
                                    .doc = "The kind of member: a name of member_kinds.",
                                    .otherwise = "the agent's type, or the name of the formation"}),
           field<&MemberDef::w_distance>({.key = "w_distance",
                                          .unit = "1/m",
                                          .range = closed(0, 1e6),
                                          .doc = "Cost of a slot per distance, for these members.",
                                          .otherwise = "w_distance of the formation"}),
           field<&MemberDef::slot_costs>(
               {.key = "slot_costs",
                .doc = "What single slots cost these members besides role, distance and change."}));

constexpr std::string_view kMemberForms[] = {"agent", "group", "agent_type", "formation"};

std::vector<Problem> check_member(const MemberDef& member) {
  std::set<std::int64_t> slots;
  for (std::size_t k = 0; k < member.slot_costs.size(); ++k) {
    const std::int64_t slot = member.slot_costs[k].slot;
    if (slots.insert(slot).second) continue;
    return {{fmt::format("/slot_costs/{}/slot", k), fmt::format("the cost of slot {} is given twice", slot)}};
  }
  return refuse_distributions(kMemberFields, &member);
}

std::vector<Problem> check_slot_cost(const SlotCostDef& cost) {
  return refuse_distributions(kSlotCostFields, &cost);
}

constexpr auto kAnchorFields = fields(
    field<&AnchorDef::type>(
        {.key = "type",
         .doc =
             "What the slots are relative to: an invisible body with a stack of its own (steered), an "
             "agent (leader), or a place (fixed). In a slot of another formation the slot takes its place."}),
    field<&AnchorDef::leader>({.key = "leader",
                               .doc = "With leader: the agent. One that is not there at the start is lost "
                                      "from then on.",
                               .otherwise = "none"}),
    field<&AnchorDef::leader_slot>({.key = "leader_slot",
                                    .range = closed(0, 1e6),
                                    .doc = "The slot that the leader has.",
                                    .read_when = when("type", "leader")}),
    field<&AnchorDef::on_leader_lost>(
        {.key = "on_leader_lost",
         .doc = "When the leader is removed: the anchor goes on with \"steering\" (steered), the member of "
                "the lowest slot leads (promote), or the formation ends (disband).",
         .read_when = when("type", "leader")}),
    field<&AnchorDef::frame>(
        {.key = "frame",
         .doc =
             "How the slots turn with the leader: upright, with its heading seen from above (yaw), or with "
             "its whole orientation (full).",
         .in_plane = false,
         .read_when = when("type", "leader")}),
    field<&AnchorDef::position>({.key = "position",
                                 .unit = "m",
                                 .doc = "Where the anchor starts or stands.",
                                 .otherwise = "the mean of the members"}),
    field<&AnchorDef::heading>({.key = "heading",
                                .unit = "rad",
                                .range = closed(-1e3, 1e3),
                                .doc = "Its heading at the start, counter-clockwise from +x.",
                                .otherwise = "the mean heading of the members"}),
    field<&AnchorDef::face>({.key = "face",
                             .doc = "What a steered formation turns to.",
                             .otherwise = "it turns to where it goes"}),
    field<&AnchorDef::face_angle>({.key = "face_angle",
                                   .unit = "rad",
                                   .range = closed(-1e3, 1e3),
                                   .doc = "The direction that a steered formation turns to.",
                                   .otherwise = "it turns to where it goes"}),
    field<&AnchorDef::speed_fraction>(
        {.key = "speed_fraction",
         .range = left_open(0, 1e3),
         .doc =
             "Greatest speed of a steered anchor, or of the first of an emergent formation, as a part of "
             "the least preferred_speed of the members; above 1 on a leash only, which the anchor then pulls "
             "taut.",
         .otherwise = "0.5 without moderation and in an emergent formation, in cover 0.8 / members, 0.9 on a "
                      "leash, else 1"}),
    field<&AnchorDef::max_turn_rate>(
        {.key = "max_turn_rate",
         .unit = "rad/s",
         .range = left_open(0, 1e4),
         .doc = "Greatest rate of turn of an anchor on a leash or without moderation.",
         .otherwise = "what lets no slot be faster than its member can be; on a leash less, down to a "
                      "quarter, while a member is far from its slot"}),
    field<&AnchorDef::small_obstacle>(
        {.key = "small_obstacle",
         .unit = "m",
         .range = closed(0, 1e5),
         .doc = "Obstacles with a smaller radius are left to the members to avoid."}),
    field<&AnchorDef::steering>({.key = "steering", .doc = "The behaviors of a steered anchor."}));

std::vector<Problem> check_anchor(const AnchorDef& anchor) {
  const bool leads = anchor.type == AnchorType::leader;
  if (leads && anchor.leader.name.empty()) return {{"", "an anchor of type leader needs a \"leader\""}};
  if (!leads && !anchor.leader.name.empty())
    return {{.pointer = "/leader",
             .message = "\"leader\" belongs to an anchor of type leader",
             .hint = "Write \"type\": \"leader\" beside it."}};
  if (anchor.face.type != TargetType::none && anchor.face_angle.is_present())
    return {{"/face_angle", "give either \"face\" or \"face_angle\""}};
  return refuse_distributions(kAnchorFields, &anchor, "heading");
}

constexpr auto kNamedPatternFields =
    join(fields(field<&NamedPatternDef::then>(
                    {.key = "then",
                     .doc = "What follows where all slots of a pattern that moves have come to their ends: "
                            "they stay there, or the pattern of the formation returns."}),
                field<&NamedPatternDef::abort_if>(
                    {.key = "abort_if",
                     .doc = "The pattern of the formation returns as soon as this holds for the anchor.",
                     .otherwise = "never"})),
         embed<&NamedPatternDef::pattern>(kPatternFields));

constexpr auto kRoleCostFields =
    fields(field<&RoleCostDef::role>({.key = "role", .doc = "What a slot asks for.", .required = true}),
           field<&RoleCostDef::cost>({.key = "cost",
                                      .range = closed(0, kCostLimit),
                                      .doc = "What it costs; with hard_roles only 0 will do."}));

constexpr auto kMemberKindFields = fields(field<&MemberKindDef::fills>(
    {.key = "fills", .doc = "The roles that such members can fill; no others.", .required = true}));

constexpr auto kEmergentFields = join(
    fields(field<&EmergentDef::sides>(
               {.key = "sides", .doc = "The sides of a member on which others may follow."}),
           field<&EmergentDef::reselect_after>(
               {.key = "reselect_after",
                .unit = "s",
                .range = closed(0, 1e9),
                .doc = "How long a place may lie in a wall or an obstacle before another one is chosen."}),
           field<&EmergentDef::root>({.key = "root",
                                      .doc = "The agent that leads and follows nobody.",
                                      .otherwise = "the foremost of the members"})),
    embed<&EmergentDef::rule>(
        fields(field<&EmergentRule::back>({.key = "back",
                                           .unit = "m",
                                           .range = left_open(0, 1e5),
                                           .doc = "How far behind another a member follows."}),
               field<&EmergentRule::side>({.key = "side",
                                           .unit = "m",
                                           .range = left_open(0, 1e5),
                                           .doc = "How far beside another a member follows."}),
               field<&EmergentRule::policy>(
                   {.key = "policy",
                    .doc = "Which free place a member chooses: the foremost, then the nearest (rank), or the "
                           "nearest (distance)."}))));

constexpr auto kCoverPointFields =
    fields(field<&CoverPointDef::id>({.key = "id", .doc = "Name.", .otherwise = "none"}),
           field<&CoverPointDef::position>(
               {.key = "position", .unit = "m", .doc = "Where a member is in cover.", .required = true}),
           field<&CoverPointDef::quality>(
               {.key = "quality", .range = kFraction, .doc = "1 for full cover, 0 for none."}),
           field<&CoverPointDef::facing>({.key = "facing",
                                          .unit = "rad",
                                          .range = closed(-1e3, 1e3),
                                          .doc = "Where the member looks, counter-clockwise from +x.",
                                          .otherwise = "the heading of the anchor"}));

constexpr auto kShapeCoverFields = read_when(
    "from", "shapes",
    fields(field<&CoverDef::threat>(
               {.key = "threat",
                .doc = "From whom covers hide: a point, an agent, or all of a group or agent type.",
                .otherwise = "every place around a shape is full cover"}),
           field<&CoverDef::standoff>({.key = "standoff",
                                       .unit = "m",
                                       .range = left_open(0, 1e3),
                                       .doc = "How far from the border the places are.",
                                       .otherwise = "0.1 more than the largest radius of the members"}),
           field<&CoverDef::spacing>({.key = "spacing",
                                      .unit = "m",
                                      .range = {0.01, 1e5, false, false},
                                      .doc = "From one place to the next around a shape."}),
           field<&CoverDef::max_range>({.key = "max_range",
                                        .unit = "m",
                                        .range = left_open(0, 1e5),
                                        .doc = "Covers farther from the anchor do not count.",
                                        .otherwise = "any distance"}),
           field<&CoverDef::peek>({.key = "peek",
                                   .unit = "m",
                                   .range = left_open(0, 1e3),
                                   .doc = "Only places from which the threat can be seen after so many "
                                          "meters along the border count.",
                                   .otherwise = "all count"}),
           field<&CoverDef::least_quality>(
               {.key = "least_quality",
                .range = kFraction,
                .doc = "Covers of less quality do not count. It is the part of three lines of sight that "
                       "shapes block: from the threat to the middle and to both sides of a body there; "
                       "0 where the middle is seen."})));

constexpr auto kCoverFields = join(
    join(
        fields(
            field<&CoverDef::from>(
                {.key = "from",
                 .doc = "Where the places of cover come from: a list (points), or what stands (shapes), "
                        "places around obstacles and walls that these hide from the threat.",
                 .planar_choices = "shapes"}),
            field<&CoverDef::points>(
                {.key = "points", .doc = "The places of cover.", .read_when = when("from", "points")}),
            field<&CoverDef::by>(
                {.key = "by",
                 .doc = "How far covers are from the anchor: along the way over the navigation grid, where "
                        "there is one, so that no cover counts that cannot be reached; or straight (air)."})),
        kShapeCoverFields),
    join(fields(field<&CoverDef::one_mover>(
                    {.key = "one_mover", .doc = "Only one member runs at a time, the others wait in cover."}),
                field<&CoverDef::watch>({.key = "watch",
                                         .doc = "What members look at that do not run.",
                                         .otherwise = "the facing of their cover"})),
         join(embed<&CoverDef::rule>(
                  fields(field<&CoverRule::hysteresis>(
                             {.key = "hysteresis",
                              .unit = "m",
                              .range = closed(0, 1e5),
                              .doc = "How much nearer to the anchor a cover must be to replace one in use."}),
                         field<&CoverRule::leader_exclusion>(
                             {.key = "leader_exclusion",
                              .unit = "m",
                              .range = closed(0, 1e5),
                              .doc = "Covers nearer to the leader than this do not count."}))),
              read_when(
                  "one_mover", "true",
                  embed<&CoverDef::bounding>(fields(
                      field<&BoundingRule::cover_radius>({.key = "cover_radius",
                                                          .unit = "m",
                                                          .range = left_open(0, 1e5),
                                                          .doc = "How near to its cover a member is in it."}),
                      field<&BoundingRule::arrival_speed>(
                          {.key = "arrival_speed",
                           .unit = "m/s",
                           .range = left_open(0, 1e4),
                           .doc = "A member slower than this has arrived in its cover."}),
                      field<&BoundingRule::bound_timeout>(
                          {.key = "bound_timeout",
                           .unit = "s",
                           .range = left_open(0, 1e9),
                           .doc = "After this time a run ends where the member stands."})))))));

std::vector<Problem> check_cover_point(const CoverPointDef& cover) {
  return refuse_distributions(kCoverPointFields, &cover);
}

std::vector<Problem> check_cover(const CoverDef& cover) {
  if (cover.from == CoverSource::points && cover.points.empty())
    return {{"/points", "the list of covers is empty"}};
  constexpr std::array kThreats = {TargetType::none, TargetType::point, TargetType::agent, TargetType::group,
                                   TargetType::agent_type};
  if (std::ranges::find(kThreats, cover.threat.type) == kThreats.end())
    return {{"/threat", "a threat is a point, an agent, a group or an agent type"}};
  return refuse_distributions(kCoverFields, &cover);
}

constexpr auto kShapeFields = fields(
    field<&FormationDef::mode>(
        {.key = "mode",
         .doc = "Members steer to their slots (two_level), are put into them (rigid), or claim places behind "
                "each other (emergent)."}),
    field<&FormationDef::pattern>(
        {.key = "pattern", .doc = "Where the slots lie.", .otherwise = "given by emergent or cover"}),
    field<&FormationDef::patterns>(
        {.key = "patterns",
         .doc = "Other patterns by name, for events and pattern_fallback; \"base\" means \"pattern\"."}),
    field<&FormationDef::members>({.key = "members",
                                   .doc = "Who belongs to it at the start; slots are filled in the order of "
                                          "the agents' numbers.",
                                   .required = true}),
    field<&FormationDef::anchor>({.key = "anchor", .doc = "What the slots are relative to."}),
    field<&FormationDef::turn>(
        {.key = "turn",
         .doc =
             "How it turns: about its anchor as a rigid body (wheel), or each member where the anchor turned "
             "(in_succession), which then is level with the foremost slot. automatic: in_succession for the "
             "pattern column in a two_level formation whose anchor moves, else wheel.",
         .planar_choices = "in_succession"}),
    field<&FormationDef::emergent>({.key = "emergent",
                                    .doc = "With mode emergent: which places are claimed.",
                                    .otherwise = "in that mode the defaults"}),
    field<&FormationDef::cover>({.key = "cover",
                                 .doc = "Instead of a pattern: the slots are the places of cover nearest to "
                                        "the anchor.",
                                 .otherwise = "none"}));

constexpr auto kModerationFields = fields(
    field<&FormationDef::moderation>(
        {.key = "moderation",
         .doc =
             "How the anchor depends on the members: not (none), ahead of their mean by what makes them "
             "travel at the wanted speed (lead), at most a leash from their mean (leash), or as published, "
             "a multiple of their velocity ahead (velocity_offset). automatic: leash where the anchor is "
             "steered or in a slot of another formation, else none."}),
    field<&FormationDef::lead_distance>({.key = "lead_distance",
                                         .unit = "m",
                                         .range = left_open(0, 1e5),
                                         .doc = "How far ahead the anchor is at most.",
                                         .otherwise = "slow_radius",
                                         .read_when = when("moderation", "lead")}),
    field<&FormationDef::lead_angle>(
        {.key = "lead_angle",
         .unit = "rad",
         .range = closed(0, det::kPi),
         .doc = "By how much the heading of a moderated anchor is ahead of that of the members at most."}),
    field<&FormationDef::offset_factor>(
        {.key = "offset_factor",
         .unit = "s",
         .range = closed(0, 1e3),
         .doc = "How many seconds of their velocity the anchor is ahead. Below slow_radius / max_speed the "
                "formation slows to a halt, above it never stops.",
         .read_when = when("moderation", "velocity_offset")}),
    field<&FormationDef::leash_length>({.key = "leash_length",
                                        .unit = "m",
                                        .range = left_open(0, 1e5),
                                        .doc = "The length of the leash.",
                                        .read_when = when("moderation", "automatic, leash")}),
    field<&FormationDef::max_straggle>(
        {.key = "max_straggle",
         .unit = "m",
         .range = left_open(0, 1e5),
         .doc = "Members farther than this from their slots do not count in the means.",
         .otherwise = "all count"}),
    field<&FormationDef::heading_estimator>(
        {.key = "heading_estimator",
         .doc = "What the heading of the members is: the rotation that fits the slots best to them "
                "(geometry), the mean of their headings (facing), or that in a frame of the mean facing "
                "of the slots (frame_change)."}));

constexpr auto kArrivalFields =
    fields(field<&FormationDef::feed_forward>(
               {.key = "feed_forward",
                .range = kFraction,
                .doc = "The part of a slot's velocity that members add to their way to it.",
                .otherwise = "0 under lead and velocity_offset, where it would feed back, else 1"}),
           field<&FormationDef::slow_radius>({.key = "slow_radius",
                                              .unit = "m",
                                              .range = left_open(0, 1e5),
                                              .doc = "Within this of its slot a member slows down."}),
           field<&FormationDef::response_time>(
               {.key = "response_time",
                .unit = "s",
                .range = kTimeConstantRange,
                .doc = "Time constant with which members follow the velocity they want; not below dt."}));

constexpr auto kAssignmentFields = fields(
    field<&FormationDef::assignment>(
        {.key = "assignment",
         .doc = "Who gets which slot: in the order of the numbers (sequential), those that fit few slots "
                "choose first (greedy_ease), the least sum of costs (optimal), or the least greatest cost "
                "(bottleneck)."}),
    field<&FormationDef::reassign>(
        {.key = "reassign",
         .doc = "When members join or leave: all are assigned anew (optimal, by \"assignment\"), holes stay "
                "(keep), the others move up in their order (compact), or in the order of the numbers "
                "(sequential)."}),
    field<&FormationDef::fill>(
        {.key = "fill",
         .doc = "Where a pattern has more slots than members: only the first are filled, or any. automatic: "
                "any where slots ask for roles, else first."}),
    field<&FormationDef::cost_limit>({.key = "cost_limit",
                                      .range = left_open(0, kCostLimit),
                                      .doc = "Slots that cost this or more do not count.",
                                      .read_when = when("assignment", "greedy_ease")}),
    field<&FormationDef::weight>(
        {.key = "weight",
         .doc = "How much a formation among the members counts in means: like one member (equal), or by the "
                "number of its members (members)."}),
    field<&FormationDef::hard_roles>(
        {.key = "hard_roles", .doc = "Whether slots admit only members that fill their role at no cost."}),
    field<&FormationDef::member_kinds>(
        {.key = "member_kinds", .doc = "By kind of member: which roles it fills, and at what cost."}),
    field<&FormationDef::reserve_point>({.key = "reserve_point",
                                         .unit = "m",
                                         .doc = "Where members without a slot go.",
                                         .otherwise = "they have no slot to go to"}));

constexpr auto kWeightFields = embed<&FormationDef::weights>(fields(
    field<&SlotCostWeights::distance>({.key = "w_distance",
                                       .unit = "1/m",
                                       .range = closed(0, 1e6),
                                       .doc = "Cost of a slot per distance of the member."}),
    field<&SlotCostWeights::cover>(
        {.key = "w_cover", .range = closed(0, 1e6), .doc = "Cost of a slot without cover."}),
    field<&SlotCostWeights::change>(
        {.key = "w_switch", .range = closed(0, 1e6), .doc = "Cost of a slot other than the present one."})));

constexpr auto kPassageFields = fields(
    field<&FormationDef::pattern_fallback>(
        {.key = "pattern_fallback",
         .doc =
             "Names of patterns from wide to narrow: the first that has room on the way is taken. What is in "
             "the way of the last one holds the formation off; it slides along it to where there is room.",
         .otherwise = "the pattern stays",
         .in_space = false}),
    field<&FormationDef::refit_delay>({.key = "refit_delay",
                                       .unit = "s",
                                       .range = closed(0, 1e9),
                                       .doc = "How long the way must be free before a wider pattern returns.",
                                       .in_space = false}));

// Members of a rigid formation are put into their slots.
constexpr auto kFormationFields =
    join(join(kShapeFields, kModerationFields),
         join(join(read_when("mode", "two_level, emergent", kArrivalFields), kPassageFields),
              join(kAssignmentFields, kWeightFields)));

std::vector<Problem> check_formation(const FormationDef& def) {
  const bool is_emergent = def.mode == FormationMode::emergent;
  if (is_emergent && (def.pattern || def.cover))
    return {{def.pattern ? "/pattern" : "/cover", "an emergent formation has no pattern"}};
  if (!is_emergent && def.emergent) return {{"/emergent", "\"emergent\" belongs to the mode emergent"}};
  if (!is_emergent && def.pattern.has_value() == def.cover.has_value())
    return {{def.cover ? "/cover" : "", "give either \"pattern\" or \"cover\""}};
  const bool is_free =
      def.moderation == ModerationChoice::automatic || def.moderation == ModerationChoice::none;
  if (!is_free && (def.cover || is_emergent || def.anchor.type != AnchorType::steered ||
                   def.mode == FormationMode::rigid))
    return {{"/moderation", "only a two_level formation with a steered anchor and a pattern is moderated"}};
  if (is_emergent && def.anchor.type != AnchorType::steered)
    return {{"/anchor/type", "an emergent formation has no anchor: its first member leads"}};
  if (def.cover && def.mode == FormationMode::rigid)
    return {{"/mode", "members run to their cover: a formation in cover is two_level"}};
  if (!def.pattern && !def.patterns.empty())
    return {{"/patterns", "only a formation with a pattern has others"}};
  if (!def.pattern && !def.pattern_fallback.empty())
    return {{"/pattern_fallback", "only a formation with a pattern has others"}};
  if (def.turn == FormationTurn::in_succession) {
    const bool moves = def.anchor.type != AnchorType::fixed;
    if (!def.pattern || def.mode != FormationMode::two_level || !moves)
      return {{"/turn",
               "only a two_level formation with a pattern and an anchor that moves turns in succession"}};
    if (def.heading_estimator == HeadingEstimator::frame_change)
      return {
          {"/heading_estimator", "frame_change turns slots about the anchor, and needs \"turn\": \"wheel\""}};
  }
  const bool may_be_leashed =
      def.mode == FormationMode::two_level && def.pattern && def.anchor.type == AnchorType::steered;
  const bool is_leashed = may_be_leashed && moderation_of(def.moderation) == Moderation::leash;
  if (!is_leashed && def.anchor.speed_fraction.is_present() && def.anchor.speed_fraction.constant() > 1.0)
    return {{.pointer = "/anchor/speed_fraction",
             .message = "only an anchor on a leash may be faster than its members",
             .found = fmt::format("{:.6g}", def.anchor.speed_fraction.constant()),
             .allowed = {"0 to 1"}}};
  std::vector<std::string> names{std::string(kBasePattern)};
  for (const Named<NamedPatternDef>& pattern : def.patterns)
    names.push_back(pattern.name);
  if (std::ranges::count(names, kBasePattern) > 1)
    return {{"/patterns/base", "\"base\" means the pattern of the formation: choose another name"}};
  for (std::size_t k = 0; k < def.pattern_fallback.size(); ++k) {
    const std::string& name = def.pattern_fallback[k];
    if (std::ranges::find(names, name) != names.end()) continue;
    Problem problem = unknown_name(fmt::format("unknown pattern \"{}\"", name), name, std::move(names));
    problem.pointer = fmt::format("/pattern_fallback/{}", k);
    return {std::move(problem)};
  }
  if (!def.pattern_fallback.empty() &&
      std::ranges::find(def.pattern_fallback, kBasePattern) == def.pattern_fallback.end())
    return {{"/pattern_fallback", "\"base\" is missing: it is the pattern that the formation starts in"}};
  return refuse_distributions(kFormationFields, &def);
}

}  // namespace

// clang-format off
const Table& SlotCostDef::table() { static constexpr Table kTable = plain_table("slot cost", kSlotCostFields, erased<check_slot_cost>); return kTable; }
const Table& MemberDef::table() { static constexpr Table kTable = plain_table("member", kMemberFields, erased<check_member>, kMemberForms); return kTable; }
const Table& AnchorDef::table() { static constexpr Table kTable = plain_table("anchor", kAnchorFields, erased<check_anchor>); return kTable; }
const Table& RoleCostDef::table() { static constexpr Table kTable = plain_table("role", kRoleCostFields); return kTable; }
const Table& MemberKindDef::table() { static constexpr Table kTable = plain_table("member kind", kMemberKindFields); return kTable; }
const Table& EmergentDef::table() { static constexpr Table kTable = plain_table("emergent formation", kEmergentFields); return kTable; }
const Table& CoverPointDef::table() { static constexpr Table kTable = plain_table("cover", kCoverPointFields, erased<check_cover_point>); return kTable; }
const Table& CoverDef::table() { static constexpr Table kTable = plain_table("covers", kCoverFields, erased<check_cover>); return kTable; }
const Table& FormationDef::table() { static constexpr Table kTable = plain_table("formation", kFormationFields, erased<check_formation>); return kTable; }
// clang-format on

const Table& NamedPatternDef::table() {
  static constexpr Table kTable = {
      .name = "pattern",
      .fields = kNamedPatternFields,
      .family = family_of<&PatternDef::pattern>,
      .box = [](void* object) {
        return box_of<&PatternDef::pattern>(&static_cast<NamedPatternDef*>(object)->pattern);
      }};
  return kTable;
}

}  // namespace drover
