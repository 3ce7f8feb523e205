#include "scenario/object_reader.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/check.h"
#include "core/nested_objects.h"
#include "core/text.h"
#include "scenario/describe.h"

namespace drover {
namespace {

// One table and the object its fields live in. A polymorphic object has two: the common keys and the kind's.
struct Part {
  const Table* table;
  void* object;
};

void choose(const Kind& kind, KindBox& box, const Catalog& catalog) {
  box.kind = &kind;
  box.params = kind.make_params();
  fill_defaults(kind.table, box.params.get(), catalog);
}

std::vector<std::string_view> kind_names(const Catalog& catalog, std::string_view family) {
  std::vector<std::string_view> names;
  std::ranges::transform(catalog.kinds(family), std::back_inserter(names), &Kind::name);
  return names;
}

const Kind* find_kind(std::string_view family, std::string_view name, const SourceRange& where,
                      ReaderContext& context, std::string_view hint = "") {
  const Kind* kind = context.catalog.find(family, name);
  if (kind != nullptr) return kind;
  Problem problem = unknown_name(context, fmt::format("unknown {} \"{}\"", family, name), name,
                                 kind_names(context.catalog, family));
  problem.hint = fmt::format("\"drover list {}\" shows all of them.{}", family, hint);
  report(context, where, std::move(problem));
  return nullptr;
}

// Reads the "type" of an object. Null after an error.
const Kind* read_type(const JsonValue& value, const Table& table, ReaderContext& context) {
  const JsonValue* type = value.find("type");
  if (type == nullptr) {
    if (!table.default_kind.empty()) return context.catalog.find(table.family, table.default_kind);
    Problem problem =
        unknown_name(context, fmt::format("\"type\" is missing: it says which {}", table.family), "",
                     kind_names(context.catalog, table.family));
    problem.nearest.clear();
    report(context, value.where, std::move(problem));
    return nullptr;
  }
  const PointerScope scope(context, "type");
  if (type->is_string()) return find_kind(table.family, type->string, type->where, context);
  report_type(context, *type, "type", fmt::format("the name of a kind of {} (string)", table.family));
  return nullptr;
}

// Whether a value is the same as none.
bool is_absent(const JsonValue& value) {
  return value.is_null() || (value.is_string() && value.string.empty()) ||
         (value.is_array() && value.items.empty());
}

// What no single value of an object shows to be wrong. `forms`: those of the table's one_of that are given.
std::vector<Problem> problems_of(const Table& table, const void* object,
                                 std::span<const std::string_view> forms) {
  if (!table.one_of.empty() && forms.size() != 1)
    return {{.message = fmt::format("a {} has exactly one of {}", table.name, join(table.one_of, ", ")),
             .found = join(forms, " and "),
             .hint = forms.empty() ? "What is null or empty counts as none." : ""}};
  return table.check == nullptr ? std::vector<Problem>() : table.check(object);
}

// Reads the members of one JSON object into the fields of one or two tables.
class MemberReader {
 public:
  // `has_type`: "type" is a key of the object and was read. `is_known`: otherwise some keys cannot be known,
  // and those that no part has are left alone.
  MemberReader(const JsonValue& value, std::string_view name, std::vector<Part> parts, bool has_type,
               bool is_known, ReaderContext& context)
      : value_(value),
        name_(name),
        parts_(std::move(parts)),
        has_type_(has_type),
        is_known_(is_known),
        context_(context) {}

  bool read() {
    for (const JsonMember& member : value_.members)
      read_member(member);
    for (const Part& part : parts_) {
      report_missing(*part.table);
      check_body_lengths(*part.table);
    }
    // A check looks at several values at once; with a wrong one among them it would complain about defaults.
    for (const Part& part : parts_) {
      if (good_) check(part);
    }
    return good_;
  }

 private:
  void read_member(const JsonMember& member) {
    if (is_note(member.key) || (has_type_ && member.key == "type")) return;
    for (const Part& part : parts_) {
      const Field* field = find_field(part.table->fields, member.key);
      if (field == nullptr) continue;
      const PointerScope scope(context_, member.key);
      if (field->key != member.key && value_.find(field->key) != nullptr) {
        report(
            context_, member.key_where,
            {.message = fmt::format("\"{}\" and \"{}\" give the same value twice", field->key, member.key)});
        good_ = false;
      }
      if (!read_field({*field, member.value, field->key != member.key}, part.object, context_)) good_ = false;
      if (!is_absent(member.value) && std::ranges::count(part.table->one_of, field->key) > 0)
        forms_.push_back(field->key);
      return;
    }
    if (is_known_) report_unknown(member);
  }

  // A key that belongs somewhere else, and what to write instead.
  static std::string_view hint_of_place(std::string_view table, std::string_view key) {
    struct Misplaced {
      std::string_view table;  // empty: any
      std::string_view key;
      std::string_view hint;
    };
    static constexpr Misplaced kMisplaced[] = {
        {"obstacle", "points", "The corners of an obstacle are its \"polygon\"."},
        {"obstacle", "vertices", "The corners of an obstacle are its \"polygon\"."},
        {"obstacle", "position", "The place of an obstacle is its \"center\"."},
        {"obstacle", "size", "It belongs into \"box\"."},
        {"obstacle", "angle", "It belongs into \"box\"; obstacles with a placement have \"turn\"."},
        {"obstacle", "circle", "A circle has \"center\" and \"radius\"."},
        {"scenario", "dt", "It belongs into \"simulation\"."},
        {"scenario", "duration", "It belongs into \"simulation\"."},
        {"scenario", "behaviors", "It belongs into the \"steering\" of an agent type."},
        {"scenario", "trace", "It belongs into \"record\"."},
        {"scenario", "metrics", "It belongs into \"record\"."},
        {"scenario", "steering", "It belongs into an agent type."},
        {"agent type", "position", "It belongs into an entry of \"agents\"."},
        {"agent type", "placement", "It belongs into an entry of \"agents\"."},
        {"agent type", "count", "It belongs into an entry of \"agents\"."},
        {"agent type", "group", "It belongs into an entry of \"agents\"."},
        {"agent type", "change", "It belongs into \"steering\"."},
        {"agent type", "add", "It belongs into \"steering\"."},
        {"agent", "radius", "\"parameters\" gives it to an entry; it is a key of agent types."},
        {"agent", "mass", "\"parameters\" gives it to an entry; it is a key of agent types."},
        {"agent", "max_speed", "\"parameters\" gives it to an entry; it is a key of agent types."},
        {"agent", "preferred_speed", "\"parameters\" gives it to an entry; it is a key of agent types."},
        {"agent", "max_force", "\"parameters\" gives it to an entry; it is a key of agent types."},
        {"agent", "max_acceleration", "\"parameters\" gives it to an entry; it is a key of agent types."},
        {"agent", "max_turn_rate", "\"parameters\" gives it to an entry; it is a key of agent types."},
        {"", "behaviors", "It belongs into the \"steering\" of an agent type."},
        {"", "arbiter", "It belongs into the \"steering\" of an agent type."},
        {"", "modes", "It belongs into the \"steering\" of an agent type."},
        {"", "max_speed", "It belongs into an agent type."},
        {"", "walls", "It belongs into \"world\"."},
        {"", "obstacles", "It belongs into \"world\"."},
        {"", "paths", "It belongs into \"world\"."},
        {"", "regions", "It belongs into \"world\"."},
        {"", "bounds", "It belongs into \"world\"."},
        {"", "grids", "It belongs into \"navigation\"."},
        {"", "graphs", "It belongs into \"navigation\"."},
    };
    for (const Misplaced& entry : kMisplaced) {
      if (entry.key == key && (entry.table.empty() || entry.table == table)) return entry.hint;
    }
    return {};
  }

  void report_unknown(const JsonMember& member) {
    std::vector<std::string_view> valid;
    std::vector<std::string> in_degrees;
    if (has_type_) valid.emplace_back("type");
    for (const Part& part : parts_) {
      for (const Field& field : part.table->fields) {
        valid.push_back(field.key);
        if (takes_degrees(field)) in_degrees.push_back(fmt::format("{}{}", field.key, kDegreeSuffix));
      }
    }
    const PointerScope scope(context_, member.key);
    Problem problem =
        unknown_name(context_, fmt::format("unknown key \"{}\" in {}", member.key, name_), member.key, valid);
    if (valid.empty()) problem.hint = fmt::format("There are no keys in {}.", name_);
    valid.insert(valid.end(), in_degrees.begin(), in_degrees.end());
    // A key that is no angle but has the suffix of one stands for itself.
    std::string_view key = member.key;
    if (key.ends_with(kDegreeSuffix)) key.remove_suffix(kDegreeSuffix.size());
    if (std::ranges::find(valid, key) == valid.end()) key = member.key;
    if (!is_full(context_)) problem.nearest = nearest_name(key, valid);
    if (const std::string_view hint = hint_of_place(name_, member.key); !hint.empty()) {
      problem.hint = hint;
      problem.nearest.clear();
      is_misunderstood_ = true;
    }
    if (!problem.nearest.empty()) meant_.push_back(problem.nearest);
    report(context_, member.key_where, std::move(problem));
    good_ = false;
  }

  void report_missing(const Table& table) {
    for (const Field& field : table.fields) {
      if (!field.required || value_.find(field.key) != nullptr) continue;
      // The key is there, misspelled or as a part of something else: one mistake is one problem.
      if (is_misunderstood_ || std::ranges::find(meant_, field.key) != meant_.end()) continue;
      if (takes_degrees(field) && value_.find(fmt::format("{}{}", field.key, kDegreeSuffix)) != nullptr)
        continue;
      report(context_, value_.where,
             {.message = fmt::format("\"{}\" is missing in {}", field.key, name_),
              .allowed = {allowed_text(field)}});
      good_ = false;
    }
  }

  // A length is given in meters or in lengths of the body.
  void check_body_lengths(const Table& table) {
    for (const Field& field : table.fields) {
      if (field.body_lengths_of.empty()) continue;
      const JsonValue* factor = value_.find(field.key);
      if (factor == nullptr || factor->is_null()) continue;
      context_.uses_body_length = true;
      if (value_.find(field.body_lengths_of) == nullptr) continue;
      const PointerScope scope(context_, field.key);
      report(context_, factor->where,
             {.message = fmt::format("\"{}\" and \"{}\" give one length in two ways", field.key,
                                     field.body_lengths_of),
              .hint = "Leave one of them out."});
      good_ = false;
    }
  }

  void check(const Part& part) {
    for (Problem& problem : problems_of(*part.table, part.object, forms_)) {
      good_ = false;
      const JsonValue* culprit = value_at(value_, problem.pointer);
      if (culprit == nullptr) culprit = value_at(value_, problem.pointer + std::string(kDegreeSuffix));
      // A key that is absent cannot be pointed at.
      if (culprit == nullptr) {
        problem.pointer.clear();
        culprit = &value_;
      }
      report(context_, culprit->where, std::move(problem));
    }
  }

  const JsonValue& value_;
  std::string_view name_;
  std::vector<Part> parts_;
  bool has_type_;
  bool is_known_;
  ReaderContext& context_;
  std::vector<std::string_view> forms_;  // of one_of: those that are given
  bool is_misunderstood_ = false;        // a key shows that another kind of object was meant
  std::vector<std::string> meant_;       // the keys that misspelled ones stand for
  bool good_ = true;
};

// The one key that a list or a string in the place of an object stands for; null without.
const Field* short_field(const JsonValue& value, const Table& table) {
  const std::string_view key = value.is_array()    ? table.list_key
                               : value.is_string() ? table.string_key
                                                   : std::string_view();
  return key.empty() ? nullptr : find_field(table.fields, key);
}

// Problems name the key that was written, that of the object; an entry of a list has none.
bool read_short(const JsonValue& value, const Table& table, const Field& field, void* object,
                ReaderContext& context) {
  const std::string written = context.pointer.substr(context.pointer.rfind('/') + 1);
  Field named = field;
  if (written.find_first_not_of("0123456789") != std::string::npos) named.key = written;
  if (!read_field({named, value}, object, context)) return false;
  std::vector<Problem> problems = problems_of(table, object, {&field.key, is_absent(value) ? 0u : 1u});
  for (Problem& problem : problems) {
    problem.pointer.clear();
    report(context, value.where, std::move(problem));
  }
  return problems.empty();
}

bool read_polymorphic(const JsonValue& value, const Table& table, void* object, ReaderContext& context) {
  const Kind* kind = read_type(value, table, context);
  KindBox& box = *table.box(object);
  std::vector<Part> parts = {{&table, object}};
  if (kind != nullptr) {
    choose(*kind, box, context.catalog);
    parts.push_back({&kind->table, box.params.get()});
  }
  const bool is_known = kind != nullptr;
  MemberReader reader(value, is_known ? kind->name : table.name, std::move(parts), true, is_known, context);
  return reader.read() && is_known;
}

// The kind of an entry of a kind_map: that of its "type", or else that of its name. Null after an error.
const Kind* read_entry_type(std::string_view family, const JsonMember& member, ReaderContext& context) {
  if (!member.value.is_object() || member.value.find("type") == nullptr)
    return find_kind(family, member.key, member.key_where, context,
                     " Under a name of its own, \"type\" says which it is.");
  const Table table = {.name = family, .family = family};
  const Kind* kind = read_type(member.value, table, context);
  if (kind == nullptr) return nullptr;
  const Kind* called = context.catalog.find(family, member.key);
  if (called != nullptr && called != kind) {
    report(context, member.key_where,
           {.message = fmt::format("\"{}\" is the name of another {}", member.key, family),
            .found = fmt::format("\"type\": \"{}\"", kind->name),
            .hint = "Choose a name that is not a kind."});
    return nullptr;
  }
  // The name and what it reports make a path such as "collisions.agent_agent".
  if (!member.key.empty() && member.key != "counters" && member.key.find('.') == std::string::npos)
    return kind;
  report(context, member.key_where,
         {.message = fmt::format("a {} cannot be called \"{}\"", family, member.key),
          .allowed = {"a name that is not empty, has no dot and is not \"counters\""}});
  return nullptr;
}

}  // namespace

bool read_kind_map(std::optional<NamedList<KindBox>>& map, const FieldValue& given, ReaderContext& context) {
  if (!given.value.is_object()) return report_wrong_type(given, given.value, context);
  NamedList<KindBox>& entries = map.emplace();
  bool good = true;
  for (const JsonMember& member : given.value.members) {
    if (is_note(member.key)) continue;
    const PointerScope scope(context, member.key);
    const Kind* kind = read_entry_type(given.field.family, member, context);
    if (kind == nullptr) {
      good = false;
      continue;
    }
    KindBox& box = entries.emplace_back(Named<KindBox>{member.key, {}}).value;
    choose(*kind, box, context.catalog);
    if (!member.value.is_object()) {
      good = report_type(context, member.value, member.key,
                         fmt::format("an object with the parameters of the {}, or {{}}", given.field.family));
      continue;
    }
    MemberReader reader(member.value, kind->name, {{&kind->table, box.params.get()}}, true, true, context);
    if (!reader.read()) good = false;
  }
  return good;
}

void fill_defaults(const Table& table, void* object, const Catalog& catalog) {
  if (table.box != nullptr && !table.default_kind.empty() && table.box(object)->kind == nullptr) {
    const Kind* kind = catalog.find(table.family, table.default_kind);
    DROVER_CHECK(kind != nullptr, "the catalog holds the default kind of every family");
    choose(*kind, *table.box(object), catalog);
  }
  for (const Field& field : table.fields) {
    if (field.access.nested == nullptr) continue;
    visit_nested_objects(field, field.in(object), [&](const NestedObject& nested) {
      fill_defaults(nested.table, nested.object, catalog);
    });
  }
}

bool read_object(const JsonValue& value, const Table& table, void* object, ReaderContext& context) {
  fill_defaults(table, object, context.catalog);
  if (const Field* field = short_field(value, table))
    return read_short(value, table, *field, object, context);
  if (!value.is_object()) {
    report(context, value.where,
           {.message = fmt::format("the {} has the wrong type", table.name),
            .found = describe(value),
            .allowed = {"an object"}});
    return false;
  }
  if (!table.family.empty()) return read_polymorphic(value, table, object, context);
  return MemberReader(value, table.name, {{&table, object}}, false, true, context).read();
}

std::optional<KindBox> read_kind(std::string_view family, const JsonValue& value, ReaderContext& context) {
  KindBox box;
  const Table table = {
      .name = family, .family = family, .box = [](void* object) { return static_cast<KindBox*>(object); }};
  if (!read_object(value, table, &box, context)) return std::nullopt;
  return box;
}

bool read_object_value(void* object, const FieldValue& given, ReaderContext& context) {
  const FieldAccess& access = given.field.access;
  // An element of a list or a map has no key of its own to name.
  const bool is_element = !context.pointer.ends_with(given.field.key);
  if (is_element || given.value.is_object() || short_field(given.value, access.nested()) != nullptr)
    return read_object(given.value, access.nested(), object, context);
  const std::string_view family = access.nested().family;
  if (given.value.is_string() && context.catalog.find(family, given.value.string) != nullptr) {
    report(context, given.value.where,
           {.message = fmt::format("\"{}\" has the wrong type", given.field.key),
            .found = describe(given.value),
            .allowed = {"an object"},
            .hint = fmt::format("Write {{ \"type\": \"{}\" }}.", given.value.string)});
    return false;
  }
  return report_wrong_type(given, given.value, context);
}

const Field* find_field(std::span<const Field> fields, std::string_view key) {
  const bool degrees = key.ends_with(kDegreeSuffix);
  const std::string_view stem = degrees ? key.substr(0, key.size() - kDegreeSuffix.size()) : key;
  for (const Field& field : fields) {
    if (field.key == key || (degrees && field.key == stem && takes_degrees(field))) return &field;
  }
  return nullptr;
}

}  // namespace drover
