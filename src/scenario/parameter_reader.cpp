// Numbers per agent and targets: the two values that are small languages of their own.
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenario/describe.h"
#include "scenario/value_reader.h"

namespace drover {
namespace {

constexpr std::array<std::string_view, 5> kLaws = {"uniform", "normal", "choice", "exponential", "each"};

// The draws of an exponential law in means: a little more than from -ln(1 - 2^-53) to -ln(2^-53).
constexpr double kMinExponential = 1e-16;
constexpr double kMaxExponential = 36.74;

// A normal law given without limits is cut off so many deviations from its mean.
constexpr double kCutoff = 3.0;

// The keys of an object that is meant to have exactly one, notes aside.
std::vector<const JsonMember*> own_members(const JsonValue& value) {
  std::vector<const JsonMember*> found;
  for (const JsonMember& member : value.members) {
    if (!is_note(member.key)) found.push_back(&member);
  }
  return found;
}

// Reads the numbers of one law.
class LawReader {
 public:
  LawReader(const FieldValue& given, const JsonMember& law, ReaderContext& context)
      : given_(given), law_(law), context_(context) {}

  bool read(Distribution& out) {
    if (law_.key == "exponential") return read_exponential(out);
    if (!law_.value.is_array()) return fail(law_.value, "needs a list of numbers");
    if (law_.key == "uniform") return read_uniform(out);
    if (law_.key == "each") return read_each(out);
    return law_.key == "normal" ? read_normal(out) : read_choice(out);
  }

 private:
  bool read_uniform(Distribution& out) {
    out.type = Distribution::Type::uniform;
    if (count() != 2) return fail(law_.value, "needs two numbers [low, high]");
    const bool good = read_at(0, given_, out.low);
    if (!read_at(1, given_, out.high) || !good) return false;
    return out.low <= out.high || fail(law_.value, "needs its lower number first");
  }

  bool read_normal(Distribution& out) {
    out.type = Distribution::Type::normal;
    if (count() != 2 && count() != 4) {
      return fail(law_.value, "needs [mean, deviation] or [mean, deviation, least, greatest]");
    }
    bool good = read_at(0, unlimited(kAny), out.mean);
    if (!read_at(1, unlimited(kPositive), out.deviation)) good = false;
    if (count() == 4) {
      if (!read_at(2, given_, out.low)) good = false;
      if (!read_at(3, given_, out.high)) good = false;
      return good && (out.low <= out.high || fail(law_.value, "needs the least number before the greatest"));
    }
    if (!good) return false;
    out.low = out.mean - kCutoff * out.deviation;
    out.high = out.mean + kCutoff * out.deviation;
    return check_reach(out);
  }

  bool read_choice(Distribution& out) {
    out.type = Distribution::Type::choice;
    if (count() == 0) return fail(law_.value, "needs at least one number");
    out.values.resize(count());
    bool good = true;
    for (std::size_t i = 0; i < count(); ++i) {
      if (!read_at(i, given_, out.values[i])) good = false;
    }
    return good;
  }

  // Numbers and laws, one for each agent of an entry.
  bool read_each(Distribution& out) {
    out.type = Distribution::Type::each;
    if (count() == 0) return fail(law_.value, "needs at least one number");
    bool good = true;
    for (std::size_t i = 0; i < count(); ++i) {
      const PointerScope scope(context_, i);
      const JsonValue& item = law_.value.items[i];
      if (item.find("each") != nullptr) return fail(item, "holds numbers and laws, no further lists");
      Parameter value;
      if (!read_parameter({given_.field, item, given_.degrees}, value, context_)) {
        good = false;
      } else if (value.is_drawn()) {
        out.items.push_back(value.distribution());
      } else {
        out.items.push_back({.type = Distribution::Type::choice, .values = {value.constant()}});
      }
    }
    if (!good) return false;
    out.low = std::ranges::min(out.items, {}, &Distribution::least).least();
    out.high = std::ranges::max(out.items, {}, &Distribution::greatest).greatest();
    return true;
  }

  bool read_exponential(Distribution& out) {
    out.type = Distribution::Type::exponential;
    if (!read_number(unlimited(kPositive), law_.value, out.mean, context_)) return false;
    out.low = kMinExponential * out.mean;
    out.high = kMaxExponential * out.mean;
    if (given_.field.range.contains(out.low) && given_.field.range.contains(out.high)) return true;
    report(context_, law_.value.where,
           {.message = fmt::format("the exponential law of \"{}\" leaves the range", given_.field.key),
            .found = fmt::format("values from 0 to {}", number_text(out.high)),
            .allowed = {allowed_number_text(given_.field.unit, given_.field.range)}});
    return false;
  }

  bool check_reach(const Distribution& out) {
    const Range& range = given_.field.range;
    if (range.contains(out.low) && range.contains(out.high)) return true;
    report(context_, law_.value.where,
           {.message = fmt::format("the normal law of \"{}\" leaves the range", given_.field.key),
            .found = fmt::format("values from {} to {}: three deviations around the mean",
                                 number_text(out.low), number_text(out.high)),
            .allowed = {allowed_number_text(given_.field.unit, range)},
            .hint = "Give the least and the greatest value too: [mean, deviation, least, greatest]."});
    return false;
  }

  std::size_t count() const { return law_.value.items.size(); }

  // The mean and the deviation are not values of the parameter: they have its unit but not its range.
  FieldValue unlimited(const Range& range) {
    unlimited_field_ = given_.field;
    unlimited_field_.range = range;
    return {unlimited_field_, given_.value, given_.degrees};
  }

  bool read_at(std::size_t index, const FieldValue& given, double& out) {
    const PointerScope scope(context_, index);
    return read_number(given, law_.value.items[index], out, context_);
  }

  bool fail(const JsonValue& value, std::string_view what) {
    report(context_, value.where,
           {.message = fmt::format("\"{}\" of \"{}\" {}", law_.key, given_.field.key, what),
            .found = describe(value)});
    return false;
  }

  const FieldValue& given_;
  const JsonMember& law_;
  ReaderContext& context_;
  Field unlimited_field_;
};

bool report_unknown_member(const JsonMember& member, std::string_view where,
                           std::span<const std::string_view> valid, ReaderContext& context) {
  const PointerScope scope(context, member.key);
  report(
      context, member.key_where,
      unknown_name(context, fmt::format("unknown key \"{}\" in {}", member.key, where), member.key, valid));
  return false;
}

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
  context.used_names.push_back({out.type, value.string, value.where, context.pointer});
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
    return read_vector({place, member.value}, member.value, out.point, context);
  }
  if (!member.value.is_string()) {
    report(context, member.value.where,
           {.message = fmt::format("\"{}\" has the wrong type", member.key),
            .found = describe(member.value),
            .allowed = {"a name (string)"}});
    return false;
  }
  out.name = member.value.string;
  context.used_names.push_back({out.type, out.name, member.value.where, context.pointer});
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

}  // namespace

bool read_parameter(const FieldValue& given, Parameter& out, ReaderContext& context) {
  const JsonValue& value = given.value;
  if (value.is_number()) {
    double number = 0.0;
    if (!read_number(given, value, number, context)) return false;
    out = number;
    return true;
  }
  if (!value.is_object()) return report_wrong_type(given, value, context);
  const std::vector<const JsonMember*> members = own_members(value);
  for (const JsonMember* member : members) {
    if (std::find(kLaws.begin(), kLaws.end(), member->key) != kLaws.end()) continue;
    return report_unknown_member(*member, "a distribution", kLaws, context);
  }
  if (members.size() != 1) {
    report(context, value.where,
           {.message = fmt::format("the distribution of \"{}\" needs exactly one law", given.field.key),
            .found = describe(value),
            .allowed = {"uniform, normal, choice, exponential or each"}});
    return false;
  }
  const PointerScope scope(context, members[0]->key);
  Distribution distribution;
  if (!LawReader(given, *members[0], context).read(distribution)) return false;
  out = Parameter(std::move(distribution));
  return true;
}

namespace {

bool report_unknown_target(const FieldValue& given, const JsonMember& member,
                           std::span<const std::string_view> valid, ReaderContext& context) {
  if (given.field.key != "neighbors") return report_unknown_member(member, "a target", valid, context);
  const PointerScope scope(context, member.key);
  report(context, member.key_where,
         {.message = fmt::format("unknown key \"{}\" in \"neighbors\"", member.key),
          .allowed = {"group, agent_type"},
          .hint = "It says who counts; how far and where agents perceive is said by keys beside it, such as "
                  "\"radius\"."});
  return false;
}

}  // namespace

bool read_target(const FieldValue& given, Target& out, ReaderContext& context) {
  const std::span<const std::string_view> names = kTargetKeys;
  if (given.value.is_string()) return read_own_goal(given, out, context);
  if (!given.value.is_object()) return report_wrong_type(given, given.value, context);
  const std::vector<const JsonMember*> members = own_members(given.value);
  const auto aims = std::ranges::count_if(
      members, [](const JsonMember* member) { return target_type(member->key) != TargetType::none; });
  Target target;
  const JsonMember* select = nullptr;
  bool good = true;
  for (const JsonMember* member : members) {
    const TargetType type = target_type(member->key);
    if (member->key == "select") {
      select = member;
      if (!read_select(*member, target, context)) good = false;
    } else if (type == TargetType::none) {
      good = report_unknown_target(given, *member, names, context);
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
            .allowed = {fmt::format("one of {}", fmt::join(names, ", "))}});
    return false;
  }
  const bool many = target.type == TargetType::group || target.type == TargetType::agent_type;
  if (select != nullptr && !many) {
    const PointerScope scope(context, "select");
    report(context, select->key_where,
           {.message = "\"select\" needs a target with \"group\" or \"agent_type\""});
    return false;
  }
  out = target;
  return true;
}

}  // namespace drover
