// The reference of the scenario format, printed from the field tables.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/kind.h"

namespace drover {

// What is known about a name, for people: without colors, sentences at most `width` columns wide. A name is a
// kind
// ("arrive"), an object of the scenario ("agent type" or "agent_type") or a key of either
// ("agent_type.max_speed", "scenario.simulation.dt", "arrive.deceleration"), or one of the values
// "distribution" and "target". A kind may be preceded by its family ("behavior.flocking"); without it every
// family that has such a kind is shown. What is none of these may be a plural ("walls"), the JSON pointer of
// a value in a scenario ("/agents/0/speed"), or a key alone ("max_speed"), of every object that has it. Empty
// for an unknown name.
std::optional<std::string> explain(const Catalog& catalog, std::string_view name, std::size_t width = 80);

// The same for programs: an array with one object per match.
std::optional<nlohmann::ordered_json> explain_json(const Catalog& catalog, std::string_view name);

// The nearest name that explain knows, or empty.
std::string suggest_name(const Catalog& catalog, std::string_view name);

// The kinds of a family with their summaries, in catalog order; empty for an unknown family.
std::string list_kinds(const Catalog& catalog, std::string_view family, std::size_t width = 80);
nlohmann::ordered_json list_kinds_json(const Catalog& catalog, std::string_view family);

}  // namespace drover
