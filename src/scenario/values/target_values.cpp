// What to aim at.
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "scenario/describe.h"
#include "scenario/schema_writer.h"
#include "scenario/value_reader.h"
#include "scenario/value_writer.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

// The keys of targets that are objects.
constexpr std::span<const std::string_view> kTargetKeys =
    std::span(kTargetTypeNames).first(kTargetKeyCount).subspan(1);

TargetType target_type(std::string_view key) {
  const auto found = std::ranges::find(kTargetKeys, key);
  if (found == kTargetKeys.end()) return TargetType::none;
  return static_cast<TargetType>(found - kTargetKeys.begin() + 1);
}

// The only target that is a string.
bool read_own_goal(const FieldValue& given, Target& out, ReaderContext& context) {
  constexpr std::string_view kGoal = kTargetTypeNames.back();
  const JsonValue& value = given.value;
  if (value.string != kGoal) {
    Problem problem =
        unknown_name(context, fmt::format("unknown target \"{}\"", value.string), value.string, {&kGoal, 1});
    if (problem.nearest.empty()) return report_wrong_type(given, value, context);
    report(context, value.where, std::move(problem));
    return false;
  }
  out = Target();
  out.type = TargetType::goal;
  context.used_names.push_back({out.type, std::nullopt, value.string, value.where, context.pointer});
  return true;
}

bool read_target_value(const FieldValue& given, const JsonMember& member, Target& out,
                       ReaderContext& context) {
  const PointerScope scope(context, member.key);
  if (out.type == TargetType::point) {
    Field place = given.field;
    place.access.type = FieldType::vector;
    place.key = "point";
    place.unit = "m";
    place.otherwise = "";
    return read_vector(out.point, {place, member.value}, context);
  }
  if (!member.value.is_string()) return report_type(context, member.value, member.key, "a name (string)");
  out.name = member.value.string;
  context.used_names.push_back(
      {out.type, reference_type(out.type), out.name, member.value.where, context.pointer});
  return true;
}

bool read_select(const JsonMember& member, Target& out, ReaderContext& context) {
  constexpr std::array<std::string_view, 2> kNames = {"nearest", "centroid"};
  const PointerScope scope(context, "select");
  const JsonValue& value = member.value;
  if (value.is_string() && (value.string == kNames[0] || value.string == kNames[1])) {
    out.select = value.string == kNames[0] ? TargetSelect::nearest : TargetSelect::centroid;
    return true;
  }
  Problem problem = unknown_name(context, "unknown value of \"select\"", value.string, kNames);
  problem.found = describe(value);
  report(context, value.where, std::move(problem));
  return false;
}

constexpr Range kBehindRange = closed(0, 1e5);
constexpr Range kMemoryRange = left_open(0, 3600);

// What the keys of a trail are, beside the field of the target.
Field trail_field(const Field& target, std::string_view key) {
  Field field = target;
  field.key = key;
  field.unit = key == "behind" ? "m" : "s";
  field.range = key == "behind" ? kBehindRange : kMemoryRange;
  field.access.type = key == "behind" ? FieldType::parameter : FieldType::number;
  field.otherwise = key == "behind" ? "the nearest place of the trail" : "";
  return field;
}

bool read_trail_key(const FieldValue& given, const JsonMember& member, Target& out, ReaderContext& context) {
  const PointerScope scope(context, member.key);
  const FieldValue inner{trail_field(given.field, member.key), member.value};
  if (member.key == "behind") {
    if (member.value.is_null()) return true;
    return read_parameter(out.behind, inner, context);
  }
  return read_number(inner, member.value, out.memory, context);
}

bool report_unknown_target(const FieldValue& given, const JsonMember& member, ReaderContext& context) {
  if (given.field.key != "neighbors") return report_unknown_member(member, "a target", kTargetKeys, context);
  const PointerScope scope(context, member.key);
  report(context, member.key_where,
         {.message = fmt::format("unknown key \"{}\" in \"neighbors\"", member.key),
          .allowed = {"group, agent_type"},
          .hint = "It says who counts; how far and where agents perceive is said by keys beside it, such as "
                  "\"radius\"."});
  return false;
}

bool read_target(Target& out, const FieldValue& given, ReaderContext& context) {
  if (given.value.is_string()) return read_own_goal(given, out, context);
  if (!given.value.is_object()) return report_wrong_type(given, given.value, context);
  const std::vector<const JsonMember*> members = own_members(given.value);
  const auto aims = std::ranges::count_if(
      members, [](const JsonMember* member) { return target_type(member->key) != TargetType::none; });
  Target target;
  const JsonMember* select = nullptr;
  const JsonMember* of_trail = nullptr;
  bool good = true;
  for (const JsonMember* member : members) {
    const TargetType type = target_type(member->key);
    if (member->key == "select") {
      select = member;
      if (!read_select(*member, target, context)) good = false;
    } else if (member->key == "behind" || member->key == "memory") {
      of_trail = member;
      if (!read_trail_key(given, *member, target, context)) good = false;
    } else if (type == TargetType::none) {
      good = report_unknown_target(given, *member, context);
    } else if (aims == 1) {  // of several, none is looked up
      target.type = type;
      if (!read_target_value(given, *member, target, context)) good = false;
    }
  }
  if (!good) return false;
  if (aims != 1) {
    report(context, given.value.where,
           {.message = fmt::format("the target \"{}\" has to name exactly one thing", given.field.key),
            .found = describe(given.value),
            .allowed = {fmt::format("one of {}", fmt::join(kTargetKeys, ", "))}});
    return false;
  }
  const bool many = target.type == TargetType::group || target.type == TargetType::agent_type;
  if (select != nullptr && !many) {
    const PointerScope scope(context, "select");
    report(context, select->key_where,
           {.message = "\"select\" needs a target with \"group\" or \"agent_type\""});
    return false;
  }
  if (of_trail != nullptr && target.type != TargetType::trail) {
    const PointerScope scope(context, of_trail->key);
    report(context, of_trail->key_where,
           {.message = fmt::format("\"{}\" needs a target with \"trail\"", of_trail->key)});
    return false;
  }
  out = target;
  return true;
}

Json write_target(const Target& target, const Field& field, void*) {
  if (target.type == TargetType::none) return nullptr;
  const std::string key(kTargetTypeNames[static_cast<std::size_t>(target.type)]);
  if (target.type == TargetType::goal) return key;
  Json out = Json::object();
  if (target.type == TargetType::point) {
    out[key] = write_vector(target.point);
    return out;
  }
  out[key] = target.name;
  if (target.type == TargetType::group || target.type == TargetType::agent_type) {
    out["select"] = target.select == TargetSelect::nearest ? "nearest" : "centroid";
  }
  if (target.type == TargetType::trail) {
    const Field behind = trail_field(field, "behind");
    if (target.behind.is_present()) out["behind"] = value_type(behind).write(&target.behind, behind, nullptr);
    out["memory"] = target.memory;
  }
  return out;
}

Json target_schema(SchemaWriter& writer) {
  Json properties = Json::object();
  Json alternatives = Json::array();
  for (std::size_t type = 1; type < kTargetKeyCount; ++type) {
    const std::string name(kTargetTypeNames[type]);
    properties[name] = writer.or_expression(text_schema(name));
    alternatives.push_back({{"required", Json::array({name})}});
  }
  properties["point"] =
      writer.or_expression(tuple_schema(writer.number_schema(closed(-kMaxCoordinate, kMaxCoordinate)), 2, 3));
  properties["select"] = writer.or_expression({{"enum", {"nearest", "centroid"}}});
  properties["select"]["description"] = "Which member of a group or type counts.";
  properties["select"]["default"] = "nearest";
  properties["behind"] = {{"allOf", Json::array({writer.parameter(kBehindRange)})},
                          {"description",
                           "How far behind the agent along its way [m]; without it the place "
                           "of the way that is nearest."}};
  properties["memory"] = writer.or_expression(writer.number_schema(kMemoryRange));
  properties["memory"]["description"] = "How far the trail goes back [s].";
  properties["memory"]["default"] = Target().memory;
  const Json trail = {{"required", Json::array({"trail"})}};
  const Json group = {{"required", Json::array({"group"})}};
  const Json agent_type = {{"required", Json::array({"agent_type"})}};
  Json object = {
      {"type", "object"},
      {"properties", std::move(properties)},
      {"patternProperties", note_keys()},
      {"additionalProperties", false},
      {"oneOf", std::move(alternatives)},
      {"dependencies",
       {{"select", {{"anyOf", Json::array({group, agent_type})}}}, {"behind", trail}, {"memory", trail}}}};
  return {{"description", "What to aim at."},
          {"anyOf", Json::array({{{"const", kTargetTypeNames.back()}}, std::move(object)})}};
}

}  // namespace

extern constexpr ValueType kTargetValue = {
    .type = FieldType::target,
    .name = "target",
    .phrase = [](const Field&) -> std::string {
      return "a target such as {\"agent\": \"name\"}, {\"point\": [x, y]}, {\"group\": \"name\"} or \"goal\"";
    },
    .parts = ValueParts::any,
    .read = erased<read_target>,
    .write = erased<write_target>,
    .clear = erased<reset_value<Target>>,
    .schema = [](const Field&, SchemaWriter& writer) { return writer.shared("target", target_schema); }};

}  // namespace drover
