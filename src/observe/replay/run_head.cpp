#include "observe/replay/run_head.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "observe/picture/picture_view.h"
#include "observe/picture/type_colors.h"
#include "observe/picture/world_display.h"
#include "observe/replay/sample_writer.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

template <class Enum>
std::string_view word_of(Enum value) {
  return enum_names(value)[static_cast<std::size_t>(value)];
}

// Short numbers: a picture needs no more than tenths of millimeters, or six digits.
double rounded(double value) {
  return std::floor(value * 1e4 + 0.5) / 1e4;
}

// Four digits, as a curve shows.
Json number(std::optional<double> value) {
  if (!value || !is_finite(*value)) return nullptr;
  return std::strtod(fmt::format("{:.4g}", *value).c_str(), nullptr);
}

double cm(double value) {
  return std::floor(value * 100.0 + 0.5) / 100.0;
}

Json point(Vec3 p) {
  return {rounded(p.x), rounded(p.y), rounded(p.z)};
}

Json steps_of(std::span<const ReplayFrame> frames) {
  Json steps = Json::array();
  std::int64_t before = 0;
  for (const ReplayFrame& frame : frames) {
    steps.push_back(frame.step - before);
    before = frame.step;
  }
  return steps;
}

Json box_of(Vec3 min, Vec3 max) {
  return {{"min", point(min)}, {"max", point(max)}};
}

Json bounds_of(const Bounds& bounds) {
  if (!bounds.is_bounded()) return nullptr;
  Json box = box_of(bounds.min(), bounds.max());
  box["edge"] = word_of(bounds.edge());
  return box;
}

// What the trails of the frames make worth showing.
Trails trails_of(const Replay& replay) {
  Trails trails{replay.types, {}};
  for (std::uint32_t row = 0; row < replay.agents.size(); ++row) {
    Trail trail;
    trail.type = replay.agents[row].type;
    trail.radius = replay.agents[row].radius;
    for (const ReplayFrame& frame : replay.frames.frames())
      if (row < frame.samples.size() && frame.samples[row].is_present)
        trail.points.push_back({frame.samples[row].position, frame.step});
    if (!trail.points.empty()) trails.agents.push_back(std::move(trail));
  }
  return trails;
}

Json types_of(const Replay& replay, const std::vector<Color>& colors) {
  Json types = Json::array();
  for (std::size_t k = 0; k < replay.types.size(); ++k)
    types.push_back({{"name", replay.types[k].name}, {"color", color_text(colors[k])}});
  return types;
}

Json agents_of(const Replay& replay) {
  Json numbers = Json::array(), types = Json::array(), radii = Json::array(), names = Json::array();
  std::int64_t before = 0;
  for (std::size_t row = 0; row < replay.agents.size(); ++row) {
    const ReplayAgent& agent = replay.agents[row];
    numbers.push_back(agent.number - before);
    before = agent.number;
    types.push_back(agent.type);
    radii.push_back(rounded(agent.radius));
    if (!agent.name.empty()) names.push_back({row, agent.name});
  }
  return {{"number", numbers}, {"type", types}, {"radius", radii}, {"names", names}};
}

Json changes_of(const std::vector<ReplayChange>& changes, const FrameTable& frames) {
  Json list = Json::array();
  for (const ReplayChange& change : changes) {
    const std::size_t frame = frames.first_from(change.step);
    if (frame < frames.frames().size()) list.push_back({change.row, frame, rounded(change.value)});
  }
  return list;
}

Json marks_of(const std::vector<ReplayMark>& marks) {
  Json list = Json::array();
  for (const ReplayMark& mark : marks)
    list.push_back(
        {{"time", rounded(mark.time)}, {"kind", mark.kind}, {"text", mark.text}, {"agents", mark.agents}});
  return list;
}

Json charts_of(const std::vector<ReplayChart>& charts) {
  Json list = Json::array();
  for (const ReplayChart& chart : charts) {
    Json series = Json::array();
    for (const ReplayChart::Series& one : chart.series) {
      Json times = Json::array(), values = Json::array();
      for (const double time : one.times)
        times.push_back(rounded(time));
      for (const std::optional<double>& value : one.values)
        values.push_back(number(value));
      series.push_back({{"name", one.name}, {"values", values}});
      if (!times.empty()) series.back()["times"] = times;
    }
    list.push_back({{"name", chart.name},
                    {"unit", chart.unit},
                    {"kind", chart.kind},
                    {"every", chart.every},
                    {"series", series}});
  }
  return list;
}

Json columns_of(const Replay& replay) {
  Json list = Json::array();
  for (std::size_t k = 0; k < replay.columns.size(); ++k) {
    const TableColumn& column = replay.columns[k];
    const ColumnScale scale = scale_of(replay, k);
    list.push_back({{"name", column.name},
                    {"unit", column.unit},
                    {"min", rounded(scale.min)},
                    {"max", rounded(scale.max)},
                    {"values", column.texts}});
  }
  return list;
}

Json flights_of(const Replay& replay, const std::vector<Color>& colors) {
  Json list = Json::array();
  for (const ReplayFlight& flight : replay.flights) {
    const ReplayFlightType& type = replay.flight_types[flight.type];
    const bool has_color = !type.color.empty() || flight.owner_type >= colors.size();
    Json points = Json::array();
    for (const ReplayFlight::Point& p : flight.points)
      points.push_back(
          {rounded(p.time), rounded(p.position.x), rounded(p.position.y), rounded(p.position.z)});
    const std::string color = type.color.empty() ? "#444444" : type.color;
    list.push_back({{"name", type.name},
                    {"color", has_color ? color : color_text(colors[flight.owner_type])},
                    {"radius", rounded(type.radius)},
                    {"ball", type.is_ball},
                    {"end", flight.end},
                    {"points", points}});
  }
  return list;
}

Json blasts_of(const std::vector<ReplayBlast>& blasts) {
  Json list = Json::array();
  for (const ReplayBlast& blast : blasts)
    list.push_back(
        {{"time", rounded(blast.time)}, {"center", point(blast.center)}, {"radius", rounded(blast.radius)}});
  return list;
}

// The slots lie where they are as seen from the anchor, so that a stiff pattern is the same in every frame.
Json formation_frame(const ReplayFormation& formation, std::size_t frame, const Bounds& bounds) {
  const Vec3 ahead = formation.heading;
  Json slots = Json::array();
  for (const ReplayFormation::Slot& slot : formation.slots) {
    const Vec3 way = bounds.displacement(formation.anchor, slot.place);
    slots.push_back({cm(way.x * ahead.x + way.y * ahead.y), cm(way.y * ahead.x - way.x * ahead.y), cm(way.z),
                     slot.agent ? Json(*slot.agent) : Json(-1), slot.is_blocked ? 1 : 0});
  }
  const Vec3 at = formation.anchor;
  return {frame, {cm(at.x), cm(at.y), cm(at.z), rounded(ahead.x), rounded(ahead.y)}, slots};
}

// Of frames that are kept.
std::optional<std::size_t> frame_at(const FrameTable& frames, std::int64_t step) {
  const std::size_t frame = frames.first_from(step);
  if (frame == frames.frames().size() || frames.frames()[frame].step != step) return std::nullopt;
  return frame;
}

// The frames of the entry that has this value under the key; a new entry where there is none.
Json& frames_of(Json& list, const char* key, const Json& value) {
  const auto at = std::ranges::find_if(list, [&](const Json& entry) { return entry[key] == value; });
  if (at != list.end()) return (*at)["frames"];
  list.push_back({{key, value}, {"frames", Json::array()}});
  return list.back()["frames"];
}

Json formations_of(const Replay& replay, const Bounds& bounds) {
  Json list = Json::array();
  for (const ReplayFormation& formation : replay.formations)
    if (const std::optional<std::size_t> frame = frame_at(replay.frames, formation.step))
      frames_of(list, "name", formation.name).push_back(formation_frame(formation, *frame, bounds));
  return list;
}

// `digits`: rounds a coordinate.
void put_points(std::span<const Vec3> points, double (*digits)(double), Json& item) {
  const bool has_z = std::ranges::any_of(points, [](Vec3 p) { return p.z != 0.0; });
  if (has_z) item["d"] = 3;
  Json& list = item["p"] = Json::array();
  for (const Vec3 p : points) {
    list.push_back(digits(p.x));
    list.push_back(digits(p.y));
    if (has_z) list.push_back(digits(p.z));
  }
}

Json item_of(const ReplayItem& item) {
  Json json{{"k", item.shape}, {"c", item.kind}};
  put_points(item.points, cm, json);
  if (item.radius > 0.0) json["r"] = rounded(item.radius);
  if (!item.text.empty()) json["t"] = item.text;
  return json;
}

Json details_of(const Replay& replay) {
  Json list = Json::array();
  for (const ReplayDetail& detail : replay.details) {
    const std::optional<std::size_t> frame = frame_at(replay.frames, detail.step);
    if (!frame) continue;
    Json items = Json::array();
    for (const ReplayItem& item : detail.items)
      items.push_back(item_of(item));
    frames_of(list, "agent", detail.agent).push_back({*frame, {{"goal", detail.goal}, {"items", items}}});
  }
  return list;
}

Json item_of(const DisplayItem& item) {
  Json json{{"k", word_of(item.shape)}, {"c", word_of(item.kind)}};
  put_points(item.points, rounded, json);
  if (item.rings.size() > 1) json["rings"] = item.rings;
  if (item.radius > 0.0) json["r"] = rounded(item.radius);
  if (!item.text.empty()) json["t"] = item.text;
  if (item.value) json["v"] = rounded(*item.value);
  if (item.door != kNoIndex) json["door"] = item.door;
  return json;
}

Json world_of(const DisplayList& display) {
  Json list = Json::array();
  for (const DisplayItem& item : display.items)
    list.push_back(item_of(item));
  return list;
}

// Obstacles come before walls.
std::uint32_t row_of(const DisplayDoor& door, const World& scene) {
  return door.index + (door.is_wall ? static_cast<std::uint32_t>(scene.geometry().obstacle_ids().size()) : 0);
}

// By index in DisplayList::doors. What never changes is as the scene has it.
Json doors_of(const Replay& replay, const World& scene, const DisplayList& display) {
  std::map<std::uint32_t, std::size_t> door_of;  // by the row of a change
  for (std::size_t k = 0; k < display.doors.size(); ++k)
    door_of.emplace(row_of(display.doors[k], scene), k);
  std::vector<std::uint8_t> changes(display.doors.size(), 0);
  Json list = Json::array();
  for (const ReplayChange& change : replay.doors) {
    const auto at = door_of.find(change.row);
    const std::size_t frame = replay.frames.first_from(change.step);
    if (at == door_of.end() || frame == replay.frames.frames().size()) continue;
    changes[at->second] = 1;
    list.push_back({at->second, frame, change.value != 0.0 ? 1 : 0});
  }
  for (std::size_t k = 0; k < changes.size(); ++k)
    if (changes[k] == 0) list.push_back({k, 0, is_present(scene, display.doors[k]) ? 1 : 0});
  std::stable_sort(list.begin(), list.end(), [](const Json& a, const Json& b) { return a[1] < b[1]; });
  return list;
}

}  // namespace

Json run_head(const Replay& replay, const World& scene, const DisplayList& display, double unit) {
  const Trails trails = trails_of(replay);
  const std::vector<Color> colors = type_colors(trails);
  const SceneBox view = visible_box(scene, trails);
  const Bounds& bounds = scene.model().bounds;
  return {{"format", 1},
          {"drover", replay.version},
          {"name", replay.scenario},
          {"title", replay.title},
          {"seed", replay.seed},
          {"hash", replay.hash ? Json(*replay.hash) : Json(nullptr)},
          {"command", replay.command},
          {"scenario", replay.scenario_text},
          {"dt", replay.dt},
          {"duration", replay.duration},
          {"dimensions", replay.is_in_space ? 3 : 2},
          {"steps", steps_of(replay.frames.frames())},
          {"unit", unit},
          {"turn", heading_levels(replay)},
          {"notes", replay.notes},
          {"view", box_of(view.low, view.high)},
          {"bounds", bounds_of(bounds)},
          {"types", types_of(replay, colors)},
          {"modes", replay.modes},
          {"agents", agents_of(replay)},
          {"mode_changes", changes_of(replay.mode_changes, replay.frames)},
          {"radius_changes", changes_of(replay.radius_changes, replay.frames)},
          {"world", world_of(display)},
          {"doors", doors_of(replay, scene, display)},
          {"marks", marks_of(replay.marks)},
          {"charts", charts_of(replay.charts)},
          {"columns", columns_of(replay)},
          {"flights", flights_of(replay, colors)},
          {"blasts", blasts_of(replay.blasts)},
          {"formations", formations_of(replay, bounds)},
          {"details", details_of(replay)},
          {"cells", replay.cell_size > 0.0 ? Json(rounded(replay.cell_size)) : Json(nullptr)}};
}

}  // namespace drover
