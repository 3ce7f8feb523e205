#include "observe/picture/picture_projectiles.h"

#include <algorithm>
#include <string>
#include <tuple>

#include <fmt/format.h>

#include "core/text.h"
#include "observe/picture/picture_frame.h"
#include "observe/picture/picture_navigation.h"

namespace drover {
namespace {

constexpr Color kOwnerlessColor{80, 80, 80};

// Flights that look alike: of one type, fired by agents of one type.
struct FlightKind {
  std::uint32_t type = 0;
  std::uint32_t owner_type = kNoIndex;
  std::vector<const Flight*> flights = {};
};

std::vector<FlightKind> kinds_of(const Flights& flights) {
  std::vector<FlightKind> kinds;
  for (const Flight& flight : flights.flights) {
    const auto at = std::ranges::find_if(kinds, [&](const FlightKind& kind) {
      return kind.type == flight.type && kind.owner_type == flight.owner_type;
    });
    FlightKind& kind =
        at == kinds.end() ? kinds.emplace_back(FlightKind{flight.type, flight.owner_type}) : *at;
    kind.flights.push_back(&flight);
  }
  std::ranges::sort(kinds, {}, [](const FlightKind& kind) { return std::tuple(kind.type, kind.owner_type); });
  return kinds;
}

Color color_of(const FlightKind& kind, const Flights& flights, const std::vector<Color>& colors) {
  if (const std::optional<Color> said = parse_color(flights.types[kind.type].color)) return *said;
  return kind.owner_type == kNoIndex ? kOwnerlessColor : colors[kind.owner_type];
}

// Many lines are faint, so that one sees where they are dense.
double line_opacity(std::size_t flights) {
  if (flights <= 30) return 0.75;
  return flights <= 300 ? 0.4 : 0.15;
}

// Balls that are there from the start, hollow, as large as they are.
void draw_ball_starts(SvgDocument& svg, const FlightKind& kind, const FlightType& type,
                      const Projection& projection) {
  constexpr double kLeast = 2.6;  // px
  for (const Flight* flight : kind.flights)
    if (projection.shows(flight->points.front()))
      svg.element("circle", circle_attributes(projection(flight->points.front()),
                                              larger(type.radius * projection.scale(), kLeast)));
}

void open_ends(SvgDocument& svg, Color color) {
  svg.open("g", fmt::format(R"(class="flight-ends" fill="{}" stroke="{}")", color_text(color),
                            color_text(darker(visible_on_white(color), 0.6))));
}

void draw_blast(SvgDocument& svg, const Blast& blast, const Projection& projection) {
  if (projection.shows(blast.center))
    svg.element("circle", circle_attributes(projection(blast.center), blast.radius * projection.scale()) +
                              R"( class="blast" fill-opacity=".15" stroke-width=".6")");
}

void draw_ends_of(SvgDocument& svg, const FlightKind& kind, const Flights& flights, Color color,
                  const Bounds& bounds, const Projection& projection) {
  constexpr double kDot = 1.5, kStar = 4.5, kLeastDisc = 2.6;  // px
  const FlightType& type = flights.types[kind.type];
  std::string stars;
  open_ends(svg, color);
  for (const Blast& blast : flights.blasts)
    if (std::ranges::binary_search(kind.flights, blast.projectile, {}, &Flight::number))
      draw_blast(svg, blast, projection);
  for (const Flight* flight : kind.flights) {
    const Vec3 end = bounds.wrapped_if_needed(flight->points.back());
    if (!projection.shows(end)) continue;
    const Vec2 at = projection(end);
    if (flight->end == Met::agent) {
      stars += star_path(at, kStar);
    } else if (flight->end == Met::nothing) {
      svg.element("circle", circle_attributes(at, larger(type.radius * projection.scale(), kLeastDisc)) +
                                R"( stroke-width=".7")");
    } else {
      svg.element("circle", circle_attributes(at, kDot) + R"( stroke="none")");
    }
  }
  if (!stars.empty())
    svg.element("path", fmt::format(R"(class="hits" fill="none" stroke-width="1.2" d="{}")", stars));
  svg.close("g");
}

bool is_in_flight(const FlightKind& kind, const Flights& flights) {
  return !flights.types[kind.type].is_ball &&
         std::ranges::any_of(kind.flights, [](const Flight* flight) { return flight->end == Met::nothing; });
}

bool are_balls_from_the_start(const FlightKind& kind, const Flights& flights) {
  return flights.types[kind.type].is_ball && kind.owner_type == kNoIndex;
}

bool has_ended(const Flight& flight) {
  return flight.end != Met::nothing && flight.end != Met::agent;
}

std::string legend_text(const FlightKind& kind, const Flights& flights,
                        const std::vector<TrailType>& agent_types, bool has_several_owners) {
  const FlightType& type = flights.types[kind.type];
  std::string text = type.name;
  if (has_several_owners && kind.owner_type != kNoIndex) text += " of " + agent_types[kind.owner_type].name;
  if (type.is_ball) return fmt::format("{} ({})", text, kind.flights.size());
  const auto hits = std::ranges::count(kind.flights, Met::agent, &Flight::end);
  return fmt::format("{}: {}, {}", text, counted(kind.flights.size(), "flight"),
                     counted(static_cast<std::uint64_t>(hits), "hit"));
}

}  // namespace

Rectangle with_flights(const Rectangle& part, const Flights& flights, Viewpoint view) {
  constexpr double kBeside = 0.25, kAbove = 1.0, kSpare = 0.03;  // of the size of the part
  const double size = larger(part.width(), part.height());
  const Rectangle near = part.grown(kBeside * size, (view == Viewpoint::top ? kBeside : kAbove) * size);
  Rectangle all = part;
  const auto show = [&](Vec2 at, double reach) {
    if (!near.contains(at)) return;
    const Rectangle box = Rectangle{at, at}.grown(reach, reach);
    all.include(box.min);
    all.include(box.max);
  };
  for (const Blast& blast : flights.blasts)
    show(seen_from(view, blast.center), blast.radius);
  for (const Flight& flight : flights.flights) {
    for (const Vec3 point : flight.points) {
      const Vec2 at = seen_from(view, point);
      if (!part.contains(at)) show(at, kSpare * size);
    }
  }
  return all;
}

void draw_flights(SvgDocument& svg, const Flights& flights, const Bounds& bounds,
                  const Projection& projection, const std::vector<Color>& colors) {
  if (flights.flights.empty()) return;
  svg.open("g", fmt::format(R"(class="flights" fill="none" stroke-linejoin="round" stroke-opacity="{}")",
                            pixel_text(line_opacity(flights.flights.size()))));
  for (const FlightKind& kind : kinds_of(flights)) {
    svg.open("g", fmt::format(R"(class="flights-of" stroke="{}" stroke-width=".9")",
                              color_text(visible_on_white(color_of(kind, flights, colors)))));
    for (const Flight* flight : kind.flights) {
      const std::string way = way_path(flight->points, bounds, projection);
      if (!way.empty())
        svg.element("path", fmt::format(R"(data-projectile="{}" d="{}")", flight->number, way));
    }
    if (are_balls_from_the_start(kind, flights))
      draw_ball_starts(svg, kind, flights.types[kind.type], projection);
    svg.close("g");
  }
  svg.close("g");
}

void draw_flight_ends(SvgDocument& svg, const Flights& flights, const Bounds& bounds,
                      const Projection& projection, const std::vector<Color>& colors) {
  for (const FlightKind& kind : kinds_of(flights))
    draw_ends_of(svg, kind, flights, color_of(kind, flights, colors), bounds, projection);
  if (std::ranges::find(flights.blasts, 0u, &Blast::projectile) == flights.blasts.end()) return;
  open_ends(svg, kOwnerlessColor);
  for (const Blast& blast : flights.blasts)
    if (blast.projectile == 0) draw_blast(svg, blast, projection);
  svg.close("g");
}

void add_legend(const Flights& flights, const std::vector<TrailType>& agent_types,
                const std::vector<Color>& colors, std::vector<LegendEntry>& legend) {
  constexpr std::size_t kMostKinds = 12;
  constexpr Color kGray{90, 90, 90};
  const std::vector<FlightKind> kinds = kinds_of(flights);
  for (std::size_t k = 0; k < kinds.size() && k < kMostKinds; ++k) {
    const bool has_several_owners = std::ranges::count(kinds, kinds[k].type, &FlightKind::type) > 1;
    legend.push_back({legend_text(kinds[k], flights, agent_types, has_several_owners),
                      visible_on_white(color_of(kinds[k], flights, colors)),
                      flights.types[kinds[k].type].is_ball ? LegendMark::agents : LegendMark::border});
  }
  if (kinds.size() > kMostKinds)
    legend.push_back(
        {fmt::format("and {} more kinds of flights", kinds.size() - kMostKinds), kGray, LegendMark::border});
  if (std::ranges::any_of(kinds,
                          [&](const FlightKind& kind) { return are_balls_from_the_start(kind, flights); }))
    legend.push_back({"where balls began", kGray, LegendMark::start});
  if (!flights.blasts.empty()) legend.push_back({"reach of an explosion", kGray, LegendMark::start});
  if (std::ranges::count(flights.flights, Met::agent, &Flight::end) > 0)
    legend.push_back({"agent hit", kGray, LegendMark::hit});
  if (std::ranges::any_of(flights.flights, has_ended))
    legend.push_back({"flight ended elsewhere", kGray, LegendMark::time});
  if (std::ranges::any_of(kinds, [&](const FlightKind& kind) { return is_in_flight(kind, flights); }))
    legend.push_back({"in flight at the end", kGray, LegendMark::in_flight});
}

}  // namespace drover
