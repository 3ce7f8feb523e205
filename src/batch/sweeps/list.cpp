// list: points as they are written.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "batch/sweeps/sweep.h"

namespace drover {
namespace {

struct ListDef {
  std::vector<JsonText> points;
};

constexpr auto kListFields = fields(field<&ListDef::points>(
    {.key = "points", .doc = "Objects of paths and their values, one for each point.", .required = true}));

std::vector<Problem> check_list(const ListDef& def) {
  if (def.points.empty()) return {{.pointer = "/points", .message = "\"points\" is empty"}};
  for (std::size_t k = 0; k < def.points.size(); ++k) {
    if (!def.points[k].text.starts_with('{'))
      return {{.pointer = fmt::format("/points/{}", k),
               .message = "a point is an object of paths and their values",
               .found = def.points[k].text}};
  }
  return {};
}

std::size_t count_list(const ListDef& def) {
  return def.points.size();
}

void append_list_points(const ListDef& def, std::uint64_t, std::vector<Point>& out) {
  for (std::size_t k = 0; k < def.points.size(); ++k) {
    Point& point = out.emplace_back();
    const auto settings = nlohmann::ordered_json::parse(def.points[k].text);
    for (const auto& [path, value] : settings.items()) {
      std::string place = fmt::format("/points/{}", k);
      append_pointer_token(place, path);
      point.push_back({path, value.dump(), std::move(place)});
    }
  }
}

constexpr TypedSweep<ListDef> kTypedList = {
    .info = {.name = "list",
             .summary = "Points that are written out, each with the paths that it changes.",
             .source = "drover's own",
             .example = R"({"type": "list", "points": [{"agents.0.count": 10}, )"
                        R"({"agents.0.count": 40, "simulation.dt": 0.01}]})",
             .related = "grid, zip"},
    .fields = kListFields,
    .check = check_list,
    .count = count_list,
    .points = append_list_points,
};

}  // namespace

extern constexpr SweepKind kListSweep = make_sweep<kTypedList>();

}  // namespace drover
