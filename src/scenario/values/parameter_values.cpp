// Numbers that may differ from agent to agent: a constant or a distribution.
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenario/describe.h"
#include "scenario/schema_writer.h"
#include "scenario/value_reader.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 5> kLaws = {"uniform", "normal", "choice", "exponential", "each"};

// The draws of an exponential law in means: a little more than from -ln(1 - 2^-53) to -ln(2^-53).
constexpr double kMinExponential = 1e-16;
constexpr double kMaxExponential = 36.74;

// A normal law given without limits is cut off so many deviations from its mean.
constexpr double kCutoff = 3.0;

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
    return check_reach(out,
                       fmt::format("values from {} to {}: three deviations around the mean",
                                   number_text(out.low), number_text(out.high)),
                       "Give the least and the greatest value too: [mean, deviation, least, greatest].");
  }

  bool read_choice(Distribution& out) {
    out.type = Distribution::Type::choice;
    if (count() == 0) return fail(law_.value, "needs at least one number");
    out.values.resize(count());
    return read_all_numbers({given_.field, law_.value, given_.degrees}, out.values, context_);
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
      if (!read_parameter(value, {given_.field, item, given_.degrees}, context_)) {
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
    return check_reach(out, fmt::format("values from 0 to {}", number_text(out.high)), "");
  }

  bool check_reach(const Distribution& out, std::string found, std::string hint) {
    const Range& range = given_.field.range;
    if (range.contains(out.low) && range.contains(out.high)) return true;
    report(context_, law_.value.where,
           {.message = fmt::format("the {} law of \"{}\" leaves the range", law_.key, given_.field.key),
            .found = std::move(found),
            .allowed = {allowed_number_text(given_.field.unit, range)},
            .hint = std::move(hint)});
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

// Unit and range are those of what the name stands for: read_own_parameters reads the value again and finds
// what is wrong with it.
bool read_own_parameter(Parameter& out, const FieldValue& given, ReaderContext& context) {
  Diagnostics unread;
  ReaderContext quiet{.catalog = context.catalog, .diagnostics = unread};
  read_parameter(out, given, quiet);
  return true;
}

Json write_law(const Distribution& d) {
  Json out = Json::object();
  switch (d.type) {
    case Distribution::Type::uniform:
      out["uniform"] = Json::array({d.low, d.high});
      break;
    case Distribution::Type::normal:
      out["normal"] = Json::array({d.mean, d.deviation, d.low, d.high});
      break;
    case Distribution::Type::choice:
      out["choice"] = d.values;
      break;
    case Distribution::Type::exponential:
      out["exponential"] = d.mean;
      break;
    case Distribution::Type::each:
      out["each"] = Json::array();
      for (const Distribution& item : d.items) {
        const bool is_constant = item.type == Distribution::Type::choice && item.values.size() == 1;
        out["each"].push_back(is_constant ? Json(item.values.front()) : write_law(item));
      }
      break;
  }
  return out;
}

Json write_parameter(const Parameter& parameter, const Field&, void*) {
  if (!parameter.is_present()) return nullptr;
  return parameter.is_drawn() ? write_law(parameter.distribution()) : Json(parameter.constant());
}

}  // namespace

bool read_parameter(Parameter& out, const FieldValue& given, ReaderContext& context) {
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
    if (std::ranges::count(kLaws, member->key) > 0) continue;
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

extern constexpr ValueType kParameterValue = {
    .type = FieldType::parameter,
    .name = "number or distribution",
    .phrase =
        [](const Field& field) {
          return allowed_number_text(field.unit, field.range) + " or a distribution";
        },
    .parts = ValueParts::any,
    .read = erased<read_parameter>,
    .write = erased<write_parameter>,
    .clear = erased<reset_value<Parameter>>,
    .schema = [](const Field& field, SchemaWriter& writer) { return writer.parameter(field.range); }};

extern constexpr ValueType kOwnParameterValue = {
    .type = FieldType::own_parameter,
    .name = "number or distribution",
    .phrase = [](const Field&) -> std::string { return "a number or a distribution"; },
    .parts = ValueParts::any,
    .read = erased<read_own_parameter>,
    .write = erased<write_parameter>,
    .schema = [](const Field&, SchemaWriter& writer) { return writer.parameter(kAny); }};

}  // namespace drover
