// leader_following: a single file, or a crowd, behind a leader, that makes room for it.
// Buckland; Reynolds 1999. It is more than offset pursuit: followers keep a distance from each other and step
// aside for the leader. See groups.md.
#include <algorithm>

#include "behaviors/arrival.h"
#include "behaviors/flock_rules.h"
#include "behaviors/lateral_thrust.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

DROVER_ENUM(Follow, predecessor, leader)

// The distance the followers keep from all other agents.
struct SpacingDef {
  SeparationRule rule;
  Parameter weight = 1.0;
  // Nearer than behind_distance: a file in order is left alone.
  SpacingDef() { rule.threshold = 1.0; }
  static const Table& table();
};

constexpr auto kSpacingFields = join(
    embed<&SpacingDef::rule>(kSeparationFields),
    fields(field<&SpacingDef::weight>(
        {.key = "weight", .range = closed(0, 1e6), .doc = "Factor of the pushes; 0 keeps no distance."})));

const Table& SpacingDef::table() {
  static constexpr Table kTable{.name = "separation", .fields = kSpacingFields};
  return kTable;
}

struct LeaderFollowingDef {
  Target target;
  Target followers;
  Follow follow = Follow::predecessor;
  Parameter behind_distance = 1.5;
  SpacingDef separation;
  Parameter clear_length = 3.0;
  Parameter clear_width;
  Parameter clear_weight = 1.0;
  // Not fast: an agent that swings back over its position turns round, and the rest of the file with it.
  ArrivalRule arrival{.deceleration = Deceleration::normal};
  PerceptionHandle perceived;
};

constexpr auto kFields = join(
    fields(
        field<&LeaderFollowingDef::target>({.key = "target", .doc = "The leader.", .required = true}),
        field<&LeaderFollowingDef::followers>(
            {.key = "followers",
             .doc = "The file, in the order of its agents; absent agents and the leader are skipped.",
             .otherwise = "the agents of the agent's own type"}),
        field<&LeaderFollowingDef::follow>(
            {.key = "follow",
             .doc = "Keep behind the one before in the file, or all behind the leader itself."}),
        field<&LeaderFollowingDef::behind_distance>(
            {.key = "behind_distance",
             .unit = "m",
             .range = left_open(0, 1e5),
             .doc = "How far behind the one followed to be, measured between centers.",
             .original_default = "no value given (Buckland)"}),
        field<&LeaderFollowingDef::separation>(
            {.key = "separation", .doc = "How to keep apart from other agents."}),
        field<&LeaderFollowingDef::clear_length>({.key = "clear_length",
                                                  .unit = "m",
                                                  .range = left_open(0, 1e5),
                                                  .doc = "How far ahead of the leader its way is kept clear.",
                                                  .original_default = "no value given (Buckland)"}),
        field<&LeaderFollowingDef::clear_width>(
            {.key = "clear_width",
             .unit = "m",
             .range = left_open(0, 1e5),
             .doc = "How far to either side of the leader's axis its way is kept clear.",
             .otherwise = "the radii of the agent and the leader together"}),
        field<&LeaderFollowingDef::clear_weight>(
            {.key = "clear_weight",
             .range = closed(0, 1e6),
             .doc = "Factor of the push out of the leader's way, which is max_acceleration right before it "
                    "and 0 at clear_length; 0 never makes way."})),
    embed<&LeaderFollowingDef::arrival>(kArrivalFields));

std::vector<Problem> check(const LeaderFollowingDef& def) {
  std::vector<Problem> problems;
  if (def.target.type != TargetType::none && def.target.type != TargetType::agent)
    problems.push_back({"/target", "\"target\" must be an {\"agent\": ...}: one leads"});
  const TargetType file = def.followers.type;
  if (file != TargetType::none && file != TargetType::group && file != TargetType::agent_type)
    problems.push_back(
        {"/followers", "\"followers\" must be a {\"group\": ...} or an {\"agent_type\": ...}"});
  return problems;
}

// The agent keeps away from all agents within the range of the pushes.
void plan(LeaderFollowingDef& def, PerceptionPlan& plan) {
  NeighborhoodDef near;
  near.radius = def.separation.rule.threshold;
  def.perceived = plan.need_force(near, def.separation.rule.force());
}

// The agent to stay behind: the last agent before this one in the file that is present; the leader for the
// first.
AgentIndex followed(const LeaderFollowingDef& def, AgentIndex leader, const AgentView& view,
                    AgentIndex agent) {
  if (def.follow == Follow::leader) return leader;
  const World& world = view.world();
  const std::span<const AgentIndex> file = def.followers.type == TargetType::none
                                               ? world.state.agents_of(world.model().agents.type[agent])
                                               : world.members(def.followers);
  auto at = std::lower_bound(file.begin(), file.end(), agent);
  while (at != file.begin()) {
    --at;
    if (*at != leader) return *at;
  }
  return leader;
}

// The push out of the strip before the leader; on its axis to the left of it.
Vec3 step_aside(const LeaderFollowingDef& def, const TargetState& leader, const AgentView& view,
                AgentIndex agent) {
  const Vec3 from_leader = -leader.displacement;
  const Frame frame = upright(leader.heading);
  const double ahead = dot(from_leader, frame.forward);
  const double left = frame.left_part(from_leader);
  const double width = def.clear_width.value_or(agent, view.radius(agent) + leader.radius);
  const double reach = def.clear_length[agent];
  if (ahead <= 0.0 || ahead >= reach || left >= width || -left >= width) return {};
  const double strength = def.clear_weight[agent] * view.max_request(agent) * (1.0 - ahead / reach);
  return frame.left * (side_of(left) * strength);
}

std::optional<Request> steer(const LeaderFollowingDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState leader = view.target(def.target, agent);
  if (!leader.found || leader.agent == agent) return std::nullopt;
  const AgentIndex ahead = followed(def, leader.agent, view, agent);
  const Vec3 to_ahead = view.displacement(view.position(agent), view.position(ahead));
  const Vec3 to_position =
      view.displacement(Vec3{}, to_ahead - view.heading(ahead) * def.behind_distance[agent]);
  Vec3 request = arrive_request(def.arrival, view, agent, to_position);
  const Request apart = separation_request(def.separation.rule, view, def.perceived, agent);
  request += apart.linear * def.separation.weight[agent];
  return request + step_aside(def, leader, view, agent);
}

constexpr TypedBehavior<LeaderFollowingDef> kBehavior = {
    .info = {.name = "leader_following",
             .summary = "Follows a leader in single file or in a crowd, and steps out of its way.",
             .source = "Reynolds 1999; Buckland, Programming Game AI by Example, ch. 3",
             .example = R"({"type": "leader_following", "target": {"agent": "duck"}, "behind_distance": 1})",
             .related = "offset_pursuit, pursue, separation"},
    .fields = kFields,
    .check = check,
    .plan = plan,
    .steer = steer,
};

}  // namespace

extern constexpr BehaviorKind kLeaderFollowing = make_behavior<kBehavior>();

}  // namespace drover
