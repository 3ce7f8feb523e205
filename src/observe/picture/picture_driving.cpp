#include "observe/picture/picture_driving.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/det_math.h"
#include "observe/picture/picture_frame.h"

namespace drover {
namespace {

constexpr Color kDrivingColor{90, 90, 90};  // of marks in the legend
constexpr double kForwardReach = 80.0;      // of the sector ahead, which has no end [px]

std::string driving_color(const DrivenAgent& agent, const std::vector<Color>& colors) {
  return color_text(darker(visible_on_white(colors[agent.type]), 0.7));
}

// As traces name them.
constexpr std::string_view kGearColumn = "gear";
constexpr std::string_view kSteerColumn = "steer_angle";
constexpr std::string_view kSteerControl = "steer_control";
constexpr std::string_view kLeftTrack = "left_track";
constexpr std::string_view kRightTrack = "right_track";

// What a body remembers, and of its driver the gear: what else drivers remember is about their decisions.
std::vector<std::pair<std::string_view, double>> controls_of(const World& world, AgentIndex agent) {
  const AgentType& type = world.model().type_of(agent);
  std::vector<std::pair<std::string_view, double>> values;
  const auto add = [&](std::span<const std::string_view> names, const MemoryHandle& memory, auto is_wanted) {
    const std::size_t first = world.model().agents.index_in_type[agent] * memory.width;
    for (std::size_t k = 0; k < names.size() && k < memory.width; ++k)
      if (is_wanted(names[k])) values.emplace_back(names[k], world.state.columns.values(memory)[first + k]);
  };
  add(type.actuator->memory, type.actuator_memory,
      [](std::string_view column) { return column == kGearColumn; });
  add(type.locomotion->memory, type.locomotion_memory, [](std::string_view) { return true; });
  return values;
}

// "throttle_control" 0.5 is "throttle 0.5"; a gear has its name; both tracks are "tracks 1, 2".
std::string value_text(std::string_view column, double value) {
  if (column == kGearColumn) {
    const auto gears = enum_names(Gear{});
    const auto gear = static_cast<std::size_t>(value);
    return "gear " + std::string(gears[std::min(gear, gears.size() - 1)]);
  }
  if (column == kLeftTrack) return "tracks " + pixel_text(value);
  if (column == kRightTrack) return pixel_text(value);
  constexpr std::string_view kControl = "_control";
  if (column.ends_with(kControl)) column.remove_suffix(kControl.size());
  std::string name(column);
  std::ranges::replace(name, '_', ' ');
  return fmt::format("{} {}", name, pixel_text(value));
}

// Not what is 0, nor how the wheel is turned, which its bar shows.
bool is_written(std::string_view column, double value, bool has_wheel) {
  constexpr double kLeast = 0.005;  // what is written as 0
  if (column == kGearColumn || column == kLeftTrack || column == kRightTrack) return true;
  if (has_wheel && (column == kSteerColumn || column == kSteerControl)) return false;
  return std::fabs(value) >= kLeast;
}

template <class Picture>
Picture driven_agent(const World& world, AgentIndex agent) {
  Picture picture;
  picture.number = world.model().agents.number[agent];
  picture.type = world.model().agents.type[agent];
  picture.position = world.state.motion.position(agent);
  picture.heading = world.state.motion.heading(agent);
  picture.speed = dot(world.own_velocity(agent), picture.heading);
  picture.radius = world.state.limits.radius[agent];
  return picture;
}

DriveLimits limits_of_agent(const World& world, AgentIndex agent) {
  const AgentType& type = world.model().type_of(agent);
  return type.locomotion->drive_limits(type.locomotion_params.get(), world, agent);
}

// The pictures make(agent) of the agents that are present and of a type that has them.
template <class Make>
auto pictures_of(const World& world, std::span<const AgentIndex> agents, bool (*has)(const AgentType&),
                 const Make& make) {
  std::vector<decltype(make(AgentIndex{}))> pictures;
  for (const AgentIndex agent : agents)
    if (world.is_present(agent) && has(world.model().type_of(agent))) pictures.push_back(make(agent));
  return pictures;
}

// The part of a disc between two bearings from the heading, left positive [rad].
PathData sector_border(const ArcsPicture& agent, double radius, double from, double to,
                       const Projection& projection) {
  constexpr int kSegments = 48;
  PathData border;
  const Frame frame = upright(agent.heading);
  for (int k = 0; k <= kSegments; ++k) {
    const det::SinCos turn = det::sin_cos(from + (to - from) * k / kSegments);
    const Vec3 point = agent.position + frame.vector({turn.cos, turn.sin, 0.0}) * radius;
    k == 0 ? border.move_to(projection(point)) : border.line_to(projection(point));
  }
  return border;
}

void draw_sector(SvgDocument& svg, const ArcsPicture& agent, double radius, double from, double to,
                 bool is_open, const Projection& projection) {
  PathData inside = sector_border(agent, radius, from, to, projection);
  inside.line_to(projection(agent.position));
  inside.close();
  svg.element("path", fmt::format(R"(d="{}" fill-opacity=".14" stroke="none")", inside.text()));
  const bool is_disc = to - from > 2.0 * det::kPi - 1e-9;
  if (!is_disc) {
    PathData sides;
    for (const double bearing : {from, to}) {
      const det::SinCos turn = det::sin_cos(bearing);
      const Vec3 across = upright(agent.heading).vector({turn.cos, turn.sin, 0.0});
      sides.move_to(projection(agent.position));
      sides.line_to(projection(agent.position + across * radius));
    }
    svg.element("path", fmt::format(R"(d="{}")", sides.text()));
  }
  if (!is_open)
    svg.element("path", fmt::format(R"(d="{}" fill="none" stroke-dasharray="4 3")",
                                    sector_border(agent, radius, from, to, projection).text()));
}

bool backs(const ArcsPicture& agent) {
  return agent.driver.arcs.rear > 0.0 && agent.driver.reverse_range > 0.0;
}

}  // namespace

bool has_turning(const AgentType& type) {
  return type.locomotion->drive_limits != nullptr;
}

bool has_arcs(const AgentType& type) {
  return has_turning(type) && type.actuator->driver_arcs != nullptr;
}

bool has_controls(const AgentType& type) {
  const auto& of_driver = type.actuator->memory;
  return has_turning(type) &&
         (!type.locomotion->memory.empty() || std::ranges::find(of_driver, kGearColumn) != of_driver.end());
}

std::vector<TurningPicture> turning_pictures(const World& world, std::span<const AgentIndex> agents) {
  return pictures_of(world, agents, has_turning, [&](AgentIndex agent) {
    constexpr double kRest = 1e-6;  // m/s; wheels at rest are about to turn as at a low speed
    const DriveLimits limits = limits_of_agent(world, agent);
    auto picture = driven_agent<TurningPicture>(world, agent);
    const double speed = std::fabs(picture.speed);
    // Of the point that moves along the heading.
    const double radius = speed > kRest ? speed / limits.max_turn_rate(speed) : limits.min_turn_radius;
    const double way = limits.braking_distance(speed);
    picture.stop = picture.position + picture.heading * (picture.speed < 0.0 ? -way : way);
    if (!(radius > 0.0) || radius == kInfinity) return picture;
    picture.circle = std::sqrt(radius * radius + limits.axle * limits.axle);
    const Vec3 middle = picture.position - picture.heading * limits.axle;
    const Vec3 left = upright(picture.heading).vector({0.0, radius, 0.0});
    picture.centers = {middle + left, middle - left};
    return picture;
  });
}

std::vector<ArcsPicture> arcs_pictures(const World& world, std::span<const AgentIndex> agents) {
  return pictures_of(world, agents, has_arcs, [&](AgentIndex agent) {
    const AgentType& type = world.model().type_of(agent);
    auto picture = driven_agent<ArcsPicture>(world, agent);
    picture.driver = type.actuator->driver_arcs(type.actuator_params.get(), world, agent,
                                                limits_of_agent(world, agent), picture.speed);
    return picture;
  });
}

std::vector<ControlsPicture> controls_pictures(const World& world, std::span<const AgentIndex> agents) {
  return pictures_of(world, agents, has_controls, [&](AgentIndex agent) {
    auto picture = driven_agent<ControlsPicture>(world, agent);
    const auto controls = controls_of(world, agent);
    for (const auto& [column, value] : controls)
      if (column == kSteerColumn) picture.steer_angle = value;
    for (const auto& [column, value] : controls) {
      if (!is_written(column, value, picture.steer_angle.has_value())) continue;
      picture.text += (picture.text.empty() ? "" : ", ") + value_text(column, value);
    }
    return picture;
  });
}

void draw_turning(SvgDocument& svg, const std::vector<TurningPicture>& agents, const Projection& projection,
                  const std::vector<Color>& colors) {
  if (agents.empty()) return;
  constexpr double kEnd = 4.0;       // half the width of the line's end [px]
  constexpr double kShortest = 2.0;  // px
  svg.open("g", R"(class="turning" fill="none")");
  for (const TurningPicture& agent : agents) {
    svg.open("g", fmt::format(R"(stroke="{}")", driving_color(agent, colors)));
    svg.text_element("title", {},
                     fmt::format("agent {}: turns on circles of {} m, stops after {} m", agent.number,
                                 pixel_text(agent.circle), pixel_text(length(agent.stop - agent.position))));
    for (const Vec3 center : agent.centers)
      if (agent.circle > 0.0)
        svg.element("circle", circle_attributes(projection(center), agent.circle * projection.scale()));
    const Vec2 from = projection(agent.position);
    const Vec2 to = projection(agent.stop);
    if (length(to - from) > kShortest) {
      const Vec2 across = quarter_turn((to - from) * (kEnd / length(to - from)));
      PathData way;
      way.move_to(from);
      way.line_to(to);
      way.move_to(to - across);
      way.line_to(to + across);
      svg.element("path", fmt::format(R"(d="{}" stroke-width="2.4")", way.text()));
    }
    svg.close("g");
  }
  svg.close("g");
}

void draw_arcs(SvgDocument& svg, const std::vector<ArcsPicture>& agents, const Projection& projection,
               const std::vector<Color>& colors) {
  if (agents.empty()) return;
  svg.open("g", R"(class="arcs")");
  for (const ArcsPicture& agent : agents) {
    const DecisionArcs& arcs = agent.driver.arcs;
    const std::string color = driving_color(agent, colors);
    svg.open("g", fmt::format(R"(fill="{0}" stroke="{0}" stroke-width=".9")", color));
    draw_sector(svg, agent, kForwardReach / projection.scale(), -arcs.forward, arcs.forward, true,
                projection);
    if (backs(agent))
      draw_sector(svg, agent, agent.driver.reverse_range, det::kPi - arcs.rear, det::kPi + arcs.rear, false,
                  projection);
    svg.close("g");
  }
  svg.close("g");
}

void draw_controls(SvgDocument& svg, const std::vector<ControlsPicture>& agents,
                   const Projection& projection) {
  if (agents.empty()) return;
  constexpr double kHalfWheel = 6.0;  // of the bar [px]
  constexpr double kNearest = 5.0;    // to the middle of the body [px]
  std::string wheels;
  for (const ControlsPicture& agent : agents) {
    if (!agent.steer_angle) continue;
    const det::SinCos turn = det::sin_cos(*agent.steer_angle);
    const Vec2 along = projection.turned(upright(agent.heading).vector({turn.cos, turn.sin, 0.0}));
    const double ahead = larger(agent.radius * projection.scale(), kNearest);
    const Vec2 wheel = projection(agent.position) + projection.turned(agent.heading) * ahead;
    PathData bar;
    bar.move_to(wheel - along * kHalfWheel);
    bar.line_to(wheel + along * kHalfWheel);
    wheels += bar.text();
  }
  if (wheels.empty()) return;
  // A light border, as bodies may be dark.
  svg.open("g", fmt::format(R"(class="controls" fill="none" stroke-linecap="round")"));
  svg.element("path", fmt::format(R"(d="{}" stroke="#fff" stroke-width="6")", wheels));
  svg.element("path", fmt::format(R"(d="{}" stroke="#222" stroke-width="3.4")", wheels));
  svg.close("g");
}

void label_controls(SvgDocument& svg, const std::vector<ControlsPicture>& agents,
                    const Projection& projection, const std::vector<Color>& colors, LabelPlacer& labels) {
  constexpr double kRoom = 9.0;       // for the wheel [px]
  constexpr double kLongest = 260.0;  // px
  for (const ControlsPicture& agent : agents) {
    const double half = agent.radius * projection.scale() + kRoom;
    if (!agent.text.empty())
      labels.place(svg, agent.text,
                   {.center = projection(agent.position), .half = {half, half}, .longest = kLongest},
                   driving_color(agent, colors));
  }
}

void add_legend(const std::vector<TurningPicture>& agents, std::vector<LegendEntry>& legend) {
  if (std::ranges::any_of(agents, [](const TurningPicture& agent) { return agent.circle > 0.0; }))
    legend.push_back({"tightest circles at this speed", kDrivingColor, LegendMark::ring});
  if (std::ranges::any_of(agents, [](const TurningPicture& agent) { return agent.speed != 0.0; }))
    legend.push_back({"way until rest if it brakes", kDrivingColor, LegendMark::measurement});
}

void add_legend(const std::vector<ArcsPicture>& agents, std::vector<LegendEntry>& legend) {
  if (agents.empty()) return;
  legend.push_back({"drives forward to goals there", kDrivingColor, LegendMark::sector});
  if (std::ranges::any_of(agents, backs))
    legend.push_back({"backs to goals there", kDrivingColor, LegendMark::bordered_sector});
}

void add_legend(const std::vector<ControlsPicture>& agents, std::vector<LegendEntry>& legend) {
  if (std::ranges::any_of(agents, [](const ControlsPicture& agent) { return agent.steer_angle.has_value(); }))
    legend.push_back({"front wheels", Color{34, 34, 34}, LegendMark::wheel});
}

}  // namespace drover
