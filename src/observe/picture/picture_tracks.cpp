#include "observe/picture/picture_tracks.h"

#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

#include "observe/picture/picture_formations.h"
#include "observe/picture/picture_frame.h"
#include "observe/picture/picture_navigation.h"
#include "sim/state/trails.h"
#include "sim/step/goals.h"

namespace drover {
namespace {

constexpr Color kHeldColor{204, 76, 2};
constexpr Color kKeptColor{60, 60, 60};

KeptTrailPicture kept_trail(const World& world, const TrailRecord& trail) {
  const Model& model = world.model();
  KeptTrailPicture picture;
  if (model.is_anchor(trail.agent)) {
    picture.name = model.formations[trail.agent - model.first_anchor].name;
  } else {
    picture.name = fmt::format("agent {}", model.agents.number[trail.agent]);
    picture.type = model.agents.type[trail.agent];
  }
  const TrailMemory memory(world.state.columns.values(trail.points));
  for (std::size_t k = 0; k < memory.count(); ++k)
    picture.points.push_back(memory.position(k));
  if (picture.points.empty()) return picture;
  const Vec3 last = picture.points.back();
  const Vec3 head = world.state.motion.position(trail.agent);
  picture.points.push_back(last + model.bounds.displacement(model.bounds.wrapped_if_needed(last), head));
  return picture;
}

}  // namespace

std::vector<KeptTrailPicture> kept_trail_pictures(const Simulator& simulator) {
  std::vector<KeptTrailPicture> pictures;
  for (const TrailRecord& trail : simulator.world().model().trails) {
    KeptTrailPicture picture = kept_trail(simulator.world(), trail);
    if (picture.points.size() > 1) pictures.push_back(std::move(picture));
  }
  return pictures;
}

std::vector<SweepPicture> sweep_pictures(const Simulator& simulator) {
  std::vector<SweepPicture> pictures;
  const World& world = simulator.world();
  for (std::uint32_t f = 0; f < world.model().formations.size(); ++f) {
    const Formation& formation = world.model().formations[f];
    if (!formation.looks_for_passages() || !world.state.formations[f].has_members) continue;
    std::array<Vec3, kMostPointsAhead> points;
    const std::size_t count = find_points_ahead(world, formation.anchor, points);
    pictures.push_back(
        {passage_sweep(world, f, simulator.formations().scratch(f), std::span(points).first(count)),
         formation.name});
  }
  return pictures;
}

void draw_kept_trails(SvgDocument& svg, const std::vector<KeptTrailPicture>& trails, const Bounds& bounds,
                      const Projection& projection, const std::vector<Color>& colors) {
  if (trails.empty()) return;
  svg.open("g", R"(class="kept-trails" fill="none" stroke-linejoin="round" stroke-width="1.1")");
  for (const KeptTrailPicture& trail : trails) {
    const bool is_formation = trail.type == kNoIndex;
    const Color color = is_formation ? kFormationColor : darker(visible_on_white(colors[trail.type]), 0.6);
    svg.open("path", fmt::format(R"(stroke="{}" stroke-dasharray="1.5 2" d="{}")", color_text(color),
                                 way_path(trail.points, bounds, projection)));
    svg.text_element("title", {}, "trail of " + trail.name);
    svg.close("path");
  }
  svg.close("g");
}

// The ends of a line with round caps are those of the disc.
void draw_sweeps(SvgDocument& svg, const std::vector<SweepPicture>& sweeps, const Bounds& bounds,
                 const Projection& projection) {
  if (sweeps.empty()) return;
  svg.open("g", R"(class="sweeps" fill="none" stroke-linejoin="round" stroke-linecap="round")");
  for (const SweepPicture& sweep : sweeps) {
    const Color color = sweep.is_held ? kHeldColor : kFormationColor;
    const double width = 2.0 * sweep.half_width * projection.scale();
    svg.open("path",
             fmt::format(R"(stroke="{}" stroke-opacity=".18" stroke-width="{}" d="{}")", color_text(color),
                         pixel_text(width), way_path(sweep.points, bounds, projection)));
    svg.text_element("title", {}, "sweep of " + sweep.name);
    svg.close("path");
  }
  svg.close("g");
}

void add_legend(const std::vector<KeptTrailPicture>& trails, std::vector<LegendEntry>& legend) {
  if (!trails.empty())
    legend.push_back(
        {fmt::format("trails that are kept ({})", trails.size()), kKeptColor, LegendMark::broken});
}

void add_legend(const std::vector<SweepPicture>& sweeps, std::vector<LegendEntry>& legend) {
  if (!std::ranges::all_of(sweeps, &SweepPicture::is_held))
    legend.push_back({"swept for passages", kFormationColor, LegendMark::area});
  if (std::ranges::any_of(sweeps, &SweepPicture::is_held))
    legend.push_back({"swept, and held by what is there", kHeldColor, LegendMark::area});
}

}  // namespace drover
