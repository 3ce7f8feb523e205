#include "behaviors/way_jumps.h"

namespace drover {
namespace {

// How long an agent stands before an edge where it gave up, until it tries again [s].
inline constexpr double kRestAfterFailure = 5.0;

// What an attempt is called: by the edge, from 1 on, and by when the agent came into its mode, so that a jump
// that a mode broke off is none in another one. 0: none.
inline constexpr double kMostEdges = 1048576.0;
double attempt_at(std::uint32_t edge, const AgentView& view, AgentIndex agent) {
  return static_cast<double>(view.world().state.status.mode_since[agent]) * kMostEdges + 1.0 + edge;
}
// Its edge, of `count`; nothing where it is none of this mode.
std::optional<std::uint32_t> edge_of(double attempt, const AgentView& view, AgentIndex agent,
                                     std::size_t count) {
  const double number =
      attempt - static_cast<double>(view.world().state.status.mode_since[agent]) * kMostEdges;
  if (!(1.0 <= number && number <= static_cast<double>(count))) return std::nullopt;
  return static_cast<std::uint32_t>(number) - 1;
}

}  // namespace

bool may_lead_over_jumps(const WayRule& rule, const Model& model) {
  const std::vector<GraphPlan>& graphs = model.navigation.graphs;
  return model.is_elevated() && rule.graph.index < graphs.size() &&
         graphs[rule.graph.index].graph.has_jumps();
}

bool WayJump::holds_way() const {
  if (!may_jump()) return false;
  const JumpMemory memory{std::span<const double>(numbers_)};
  if (!edge_of(memory.attempt(), view_, agent_, graph().edges().size())) return false;
  const JumpState state = memory.state();
  if (state == JumpState::failed)
    return memory.ticks_since_change(view_.world().state.tick) * view_.dt() < kRestAfterFailure;
  return state == JumpState::run_up || state == JumpState::airborne;
}

bool WayJump::begin(const WayMemory& way, double response_time) {
  if (!may_jump()) return false;
  JumpMemory memory(numbers_);
  const std::uint32_t edge = way.is_followed() ? next_edge(way) : kNoIndex;
  const bool is_begun = edge != kNoIndex && memory.attempt() == attempt_at(edge, view_, agent_) &&
                        memory.state() == JumpState::approach;
  if (is_begun) return true;
  if (edge == kNoIndex || !is_near(place_of(edge, response_time), response_time)) {
    if (memory.state() == JumpState::approach) memory.begin_attempt(0.0);
    return false;
  }
  memory.begin_attempt(attempt_at(edge, view_, agent_));
  return true;
}

std::optional<Request> WayJump::go_on(WayMemory way, double response_time) {
  const JumpMemory memory{std::span<const double>(numbers_)};
  const std::optional<std::uint32_t> edge = edge_of(memory.attempt(), view_, agent_, graph().edges().size());
  if (!edge || !graph().edges()[*edge].jump) return velocity_request(view_, agent_, {}, response_time);
  const std::optional<Request> request =
      JumpRun(view_, agent_, numbers_, place_of(*edge, response_time)).steer();
  const JumpState state = memory.state();
  if (state == JumpState::landed || state == JumpState::missed) way.go_straight();
  return request;
}

// The edge that is jumped over from the next point, or from the last one where that is passed.
std::uint32_t WayJump::next_edge(const WayMemory& way) const {
  if (way.next() > 0) {
    const std::uint32_t edge = edge_between(way.point(way.next() - 1), way.next_point());
    if (edge != kNoIndex) return edge;
  }
  return way.next() + 1 < way.count() ? edge_between(way.next_point(), way.point(way.next() + 1)) : kNoIndex;
}

std::uint32_t WayJump::edge_between(Vec3 from, Vec3 to) const {
  constexpr double kSame = 1e-6;  // m
  const WaypointGraph& graph = this->graph();
  const auto is_at = [&](std::uint32_t node, Vec3 p) {
    return length(view_.displacement(p, graph.nodes()[node].position)) <= kSame;
  };
  for (std::uint32_t k = 0; k < graph.edges().size(); ++k) {
    const WaypointEdge& edge = graph.edges()[k];
    if (edge.jump && edge.is_present && is_at(edge.from, from) && is_at(edge.to, to)) return k;
  }
  return kNoIndex;
}

JumpPlace WayJump::place_of(std::uint32_t edge, double response_time) const {
  const WaypointEdge& over = graph().edges()[edge];
  const Vec3 up{0.0, 0.0, 1.0};
  return {.takeoff = graph().nodes()[over.from].position + up * over.jump->takeoff_height,
          .landing = graph().nodes()[over.to].position + up * over.jump->landing_height,
          .radius = over.jump->radius,
          .pad_radius = over.jump->pad_radius,
          .response_time = response_time,
          .min_speed = over.jump->min_speed};
}

// Whether the agent can go to where the run-up begins, or has to brake before the edge.
bool WayJump::is_near(const JumpPlace& place, double response_time) const {
  constexpr double kMargin = 1.0;  // m
  const Vec3 here = view_.position(agent_);
  const Vec3 edge{place.takeoff.x, place.takeoff.y, 0.0};
  const Vec3 to_edge = view_.displacement(here, edge);
  const double speed = length(view_.velocity(agent_));
  const double braking = run_up_distance(speed, view_.max_request(agent_), 3.0 * response_time, kMargin);
  if (length(to_edge) <= braking) return true;
  const std::optional<JumpFlight> flight = flight_of(view_, agent_, place);
  if (!flight) return false;
  const Vec3 along = direction({flight->takeoff_velocity.x, flight->takeoff_velocity.y, 0.0});
  const double run_up =
      run_up_distance(flight->planar_speed, view_.max_request(agent_), response_time, kMargin);
  if (length(to_edge) > 2.0 * run_up) return false;
  return can_go_straight(view_.world(), way_layer(rule_, view_, agent_), agent_, here,
                         here + to_edge - along * run_up);
}

std::optional<JumpReport> way_jump_report(const WayRule& rule, const AgentView& view, AgentIndex agent,
                                          std::span<const double> numbers) {
  if (numbers.empty()) return std::nullopt;
  const JumpMemory memory(numbers);
  const std::size_t edges = view.world().model().navigation.graphs[rule.graph.index].graph.edges().size();
  if (!edge_of(memory.attempt(), view, agent, edges)) return std::nullopt;
  return memory.report(view.world().state.tick);
}

}  // namespace drover
