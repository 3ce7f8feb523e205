// leader_following: a single file, or a crowd, behind a leader, that makes room for it.
// Buckland; Reynolds 1999. It is more than offset pursuit: followers keep a distance from each other and step
// aside for the leader. See groups.md.
#include <algorithm>

#include "behaviors/arrival.h"
#include "behaviors/flock_rules.h"
#include "behaviors/lateral_thrust.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/damped_sum.h"

namespace drover {
namespace {

DROVER_ENUM(Follow, predecessor, leader)

// Of the radii together: a way that is as wide as the bodies leaves no room for the least error.
constexpr double kWideEnough = 1.2;

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

constexpr auto kLeaderFollowingFields = join(
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
             .otherwise = "1.2 times the radii of the agent and the leader together"}),
        field<&LeaderFollowingDef::clear_weight>(
            {.key = "clear_weight",
             .range = closed(0, 1e6),
             .doc = "Factor of the push out of the leader's way, which is max_acceleration right before it "
                    "and 0 at clear_length. In the way the agent moves along with the leader instead of to "
                    "its place. 0 never makes way."})),
    embed<&LeaderFollowingDef::arrival>(kArrivalFields));

std::vector<Problem> check(const LeaderFollowingDef& def) {
  std::vector<Problem> problems;
  if (def.target.type != TargetType::none && def.target.type != TargetType::agent &&
      def.target.type != TargetType::goal)
    problems.push_back({"/target", "\"target\" must be an {\"agent\": ...} or the \"goal\": one leads"});
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
  near.length_factor = def.separation.rule.threshold_factor;
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

// The agent as the leader sees it: where it is in the leader's frame, and how wide the way is that the leader
// is to have to itself.
struct LeadersView {
  Frame frame;
  double ahead;  // m
  double left;   // m
  double width;  // to either side of the leader's axis, m

  double aside() const { return left < 0.0 ? -left : left; }
  // Outwards from the leader's axis; on it to the left.
  Vec3 outwards() const { return frame.left * side_of(left); }
};

LeadersView leaders_view(const LeaderFollowingDef& def, const TargetState& leader, const AgentView& view,
                         AgentIndex agent) {
  const Vec3 from_leader = -leader.displacement;
  const Frame frame = frame_along(leader.heading);
  return {frame, dot(from_leader, frame.forward), frame.left_part(from_leader),
          view.value_or(def.clear_width, agent, kWideEnough * (view.radius(agent) + leader.radius))};
}

// In the strip ahead of the leader the agent does not go to its place, which may lie beyond the leader: it
// moves along with the leader and out of its way.
Request make_way(const LeaderFollowingDef& def, const TargetState& leader, const LeadersView& seen,
                 const AgentView& view, AgentIndex agent) {
  const double response_time = view.value(def.arrival.response_time, agent);
  const Vec3 change = leader.velocity - view.velocity(agent);
  const Vec3 along = view.request_unit(agent) == RequestUnit::velocity
                         ? clip(leader.velocity, view.clip_length(view.max_speed(agent)))
                         : clip(change / response_time, view.clip_length(view.max_request(agent)));
  const double urgency = 1.0 - seen.ahead / view.value(def.clear_length, agent);
  return seen.frame.forward * dot(seen.frame.forward, along) +
         seen.outwards() * (view.value(def.clear_weight, agent) * view.max_request(agent) * urgency);
}

// Goes to its place. Beside the leader and its way it does not come nearer to the axis, until the leader has
// passed.
Request keep_place(const LeaderFollowingDef& def, const LeadersView& seen, Vec3 to_place, Vec3 place_velocity,
                   const AgentView& view, AgentIndex agent) {
  const Arrival arrival = def.arrival.arrival(view, agent);
  Vec3 wanted = arrive_velocity(view, agent, to_place, arrival, place_velocity);
  const bool is_beside = seen.ahead > -seen.width && seen.ahead < view.value(def.clear_length, agent) &&
                         seen.aside() >= seen.width && view.value(def.clear_weight, agent) > 0.0;
  if (is_beside) {
    // As fast as it would arrive at the border of the way.
    const double most = (seen.aside() - seen.width) / arrival.time_constant;
    const double inwards = -dot(wanted, seen.outwards());
    if (inwards > most) wanted += seen.outwards() * (inwards - most);
  }
  return velocity_request(view, agent, wanted, view.value(def.arrival.response_time, agent));
}

// The displacement to its place behind the one it follows [m].
Vec3 displacement_to_place(const LeaderFollowingDef& def, const TargetState& leader, const AgentView& view,
                           AgentIndex agent) {
  const AgentIndex ahead = followed(def, leader.agent, view, agent);
  const Vec3 to_ahead = view.displacement(view.position(agent), view.position(ahead));
  return view.displacement(Vec3{}, to_ahead - view.heading(ahead) * view.value(def.behind_distance, agent));
}

std::optional<Vec3> displacement_to_aim(const LeaderFollowingDef& def, const AgentView& view,
                                        AgentIndex agent) {
  const TargetState leader = view.target(def.target, agent);
  if (!leader.found || leader.agent == agent || leader.agent == kNoIndex) return std::nullopt;
  return displacement_to_place(def, leader, view, agent);
}

std::optional<Request> steer(const LeaderFollowingDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState leader = view.target(def.target, agent);
  if (!leader.found || leader.agent == agent || leader.agent == kNoIndex) return std::nullopt;
  const Vec3 to_place = displacement_to_place(def, leader, view, agent);
  const LeadersView seen = leaders_view(def, leader, view, agent);
  const bool is_in_the_way = seen.ahead > 0.0 && seen.ahead < view.value(def.clear_length, agent) &&
                             seen.aside() < seen.width && view.value(def.clear_weight, agent) > 0.0;
  DampedSum sum(view.velocity(agent));
  const double limit = view.clip_length(view.max_request(agent));
  sum.add(is_in_the_way ? make_way(def, leader, seen, view, agent)
                        : keep_place(def, seen, to_place, leader.velocity, view, agent),
          limit);
  const Request apart = separation_request(def.separation.rule, view, def.perceived, agent);
  sum.add(apart.linear * view.value(def.separation.weight, agent), limit);
  return sum.total();
}

std::optional<double> distance_to_rest(const LeaderFollowingDef& def, const AgentView& view,
                                       AgentIndex agent) {
  const std::optional<Vec3> aim = displacement_to_aim(def, view, agent);
  if (!aim) return std::nullopt;
  return distance_to_rest_at(view, agent, *aim, length(view.target(def.target, agent).velocity));
}

constexpr TypedBehavior<LeaderFollowingDef> kTypedLeaderFollowing = {
    .info = {.name = "leader_following",
             .summary = "Follows a leader in single file or in a crowd, and steps out of its way.",
             .source = "Reynolds 1999; Buckland, Programming Game AI by Example, ch. 3",
             .example = R"({"type": "leader_following", "target": {"agent": "duck"}, "behind_distance": 1})",
             .related = "offset_pursuit, pursue, separation",
             .in_space = true},
    .fields = kLeaderFollowingFields,
    .check = check,
    .plan = plan,
    .steer = steer,
    .distance_to_rest = distance_to_rest,
    .aim_at = displacement_to_aim,
};

}  // namespace

extern constexpr BehaviorKind kLeaderFollowing = make_behavior<kTypedLeaderFollowing>();

}  // namespace drover
