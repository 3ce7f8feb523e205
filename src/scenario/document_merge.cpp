#include "scenario/document_merge.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/utf8.h"
#include "scenario/expression.h"
#include "scenario/object_merge.h"
#include "scenario/object_reader.h"
#include "sim/definitions/definitions.h"

namespace drover {
namespace {

constexpr std::string_view kOverride = "override";
constexpr std::string_view kVariables = "variables";
constexpr std::array<std::string_view, 5> kOwnKeys = {"format", "$schema", "name", "description", "include"};

bool is_plain_object(const JsonValue& value) {
  return value.is_object() && !is_expression(value);
}

// What a file says of itself.
bool is_of_file(const JsonMember& member) {
  return std::ranges::find(kOwnKeys, member.key) != kOwnKeys.end() || is_note(member.key);
}

// Whether a field holds objects by their names.
bool is_by_name(const Field& field) {
  return field.access.type == FieldType::kind_map ||
         (field.access.nested != nullptr && field.access.holder == Holder::map);
}

bool is_single_object(const Field& field) {
  const Holder holder = field.access.holder;
  return field.access.nested != nullptr && (holder == Holder::one || holder == Holder::optional);
}

// One merge of two documents. `own` are the parts of the including file, which may decide what the others
// cannot: of its own merge the same as `over`, or null where it says nothing.
class DocumentMerger {
 public:
  DocumentMerger(bool is_own, const JsonSources& sources, ReaderContext& context)
      : is_own_(is_own), sources_(sources), context_(context) {}

  void merge_root(JsonValue& base, const JsonValue& over, const JsonValue* own) {
    const Table& table = ScenarioDef::table();
    for (const JsonMember& member : over.members) {
      if (!is_of_file(member)) put(base, member, own, table, nullptr);
    }
  }

 private:
  // A member that gives the value of the field, in either unit, or of the key where there is no field.
  template <class Object>
  static auto find_value(Object& object, std::string_view key, const Field* field) {
    const std::span<const Field> one(field, field != nullptr ? 1u : 0u);
    return std::ranges::find_if(object.members, [&](const JsonMember& other) {
      return other.key == key || find_field(one, other.key) != nullptr;
    });
  }

  // Puts a member of an object of that table and kind into the object under it. `own` is the object of the
  // including file in the same place.
  void put(JsonValue& base, const JsonMember& member, const JsonValue* own, const Table& table,
           const Kind* kind) {
    const PointerScope scope(context_, member.key);
    const Field* field = find_field(table.fields, member.key);
    if (field == nullptr && kind != nullptr) field = find_field(kind->table.fields, member.key);
    const auto found = find_value(base, member.key, field);
    if (found == base.members.end()) {
      base.members.push_back(member);
      return;
    }
    const JsonValue* decides = nullptr;
    if (own != nullptr) {
      const auto given = find_value(*own, member.key, field);
      if (given != own->members.end()) decides = &given->value;
    }
    merge_value(*found, member, decides, field);
  }

  void merge_value(JsonMember& base, const JsonMember& over, const JsonValue* own, const Field* field) {
    const bool are_objects = is_plain_object(base.value) && is_plain_object(over.value);
    const bool are_lists = base.value.is_array() && over.value.is_array();
    if (over.key == kVariables && are_objects) return merge_variables(base.value, over.value, own);
    if (field != nullptr && are_objects) {
      if (is_by_name(*field)) return merge_named(base.value, over.value, own, *field);
      if (is_single_object(*field) && merge_object(base.value, over.value, own, field->access.nested()))
        return;
    }
    if (field != nullptr && are_lists && field->access.holder == Holder::list) {
      if (field->access.nested != nullptr) return join_objects(base.value, over.value, own, *field);
      if (field->access.type == FieldType::text) return join_texts(base.value, over.value);
    }
    choose(base, over, own != nullptr);
  }

  // False where the two choose different kinds.
  bool merge_object(JsonValue& base, const JsonValue& over, const JsonValue* own, const Table& table) {
    const std::string_view type = type_of(over, table.default_kind);
    if (!table.family.empty() && type_of(base, table.default_kind) != type) return false;
    const Kind* kind = context_.catalog.find(table.family, type);
    base.where = over.where;
    for (const JsonMember& member : over.members)
      put(base, member, own, table, kind);
    return true;
  }

  // A single value: that of the including file.
  void choose(JsonMember& base, const JsonMember& over, bool is_decided) {
    const bool are_equal = base.key == over.key && json_text(base.value) == json_text(over.value);
    if (!is_own_ && !is_decided && !are_equal) {
      report(context_, over.value.where,
             {.message = fmt::format("two included files give different values of \"{}\"", over.key),
              .found = fmt::format("{} here, {} at {}", describe(over.value), describe(base.value),
                                   place_of(base.key_where)),
              .hint = "Give it in the file that includes them."});
    }
    if (is_own_) base = over;
  }

  void merge_variables(JsonValue& base, const JsonValue& over, const JsonValue* own) {
    for (const JsonMember& member : over.members) {
      const PointerScope scope(context_, member.key);
      const auto found = std::ranges::find(base.members, member.key, &JsonMember::key);
      if (found == base.members.end())
        base.members.push_back(member);
      else
        choose(*found, member, own != nullptr && own->find(member.key) != nullptr);
    }
  }

  void merge_named(JsonValue& base, const JsonValue& over, const JsonValue* own, const Field& field) {
    const std::string_view what = field.access.nested != nullptr ? field.access.nested().name : field.family;
    std::map<std::string_view, std::size_t> index;
    for (std::size_t i = 0; i < base.members.size(); ++i)
      index.emplace(base.members[i].key, i);
    std::vector<JsonMember> added;
    for (const JsonMember& member : over.members) {
      if (is_note(member.key)) continue;
      const PointerScope scope(context_, member.key);
      const auto found = index.find(member.key);
      if (found == index.end()) {
        added.push_back(member);
        continue;
      }
      JsonMember& there = base.members[found->second];
      const JsonValue* decides = own != nullptr ? own->find(member.key) : nullptr;
      if (replaces(decides, member.key, member.key_where, there.key_where, what)) {
        there.key_where = member.key_where;
        replace(there.value, member.value);
      }
    }
    base.where = over.where;
    std::ranges::move(added, std::back_inserter(base.members));
  }

  // Whether the including file says that its own replaces the one that is there.
  bool replaces(const JsonValue* own, std::string_view name, const SourceRange& where,
                const SourceRange& other, std::string_view what) {
    const JsonValue* given = own != nullptr ? own->find(kOverride) : nullptr;
    if (given != nullptr && given->is_boolean() && given->boolean) return true;
    report(context_, where,
           {.message = fmt::format("the {} \"{}\" is declared twice", what, shorten(name)),
            .found = "first at " + place_of(other),
            .hint = "\"override\": true in that of the including file replaces the other."});
    return false;
  }

  void replace(JsonValue& there, const JsonValue& value) const {
    if (!is_own_) return;
    there = value;
    there.erase(kOverride);
  }

  void join_objects(JsonValue& base, const JsonValue& over, const JsonValue* own, const Field& field) {
    std::map<std::string, std::size_t, std::less<>> index;
    for (std::size_t i = 0; i < base.items.size(); ++i) {
      if (const std::string* id = base.items[i].find_text("id")) index.emplace(*id, i);
    }
    for (std::size_t i = 0; i < over.items.size(); ++i) {
      const JsonValue& element = over.items[i];
      const std::string* id = element.find_text("id");
      const auto found = id != nullptr ? index.find(*id) : index.end();
      if (found == index.end()) {
        base.items.push_back(element);
        continue;
      }
      const PointerScope scope(context_, i);
      JsonValue& there = base.items[found->second];
      if (replaces(element_of(own, *id), *id, element.find("id")->where, there.find("id")->where,
                   field.access.nested().name))
        replace(there, element);
    }
    base.where = over.where;
  }

  static const JsonValue* element_of(const JsonValue* own, std::string_view id) {
    if (own == nullptr) return nullptr;
    const auto found = std::ranges::find_if(own->items, [id](const JsonValue& element) {
      const std::string* other = element.find_text("id");
      return other != nullptr && *other == id;
    });
    return found == own->items.end() ? nullptr : &*found;
  }

  // A text that is there already is not repeated.
  static void join_texts(JsonValue& base, const JsonValue& over) {
    for (const JsonValue& item : over.items) {
      const bool is_known = std::ranges::any_of(base.items, [&](const JsonValue& other) {
        return item.is_string() && other.is_string() && other.string == item.string;
      });
      if (!is_known) base.items.push_back(item);
    }
    base.where = over.where;
  }

  std::string place_of(const SourceRange& where) const {
    const JsonSource& source = sources_.at(where.source);
    const SourcePosition position = sources_.locate(where.source, where.begin);
    return fmt::format("{}:{}:{}", source.name, position.line, position.column);
  }

  bool is_own_;
  const JsonSources& sources_;
  ReaderContext& context_;
};

void drop_override(JsonValue& thing, ReaderContext& context) {
  const JsonValue* given = thing.find(kOverride);
  if (given == nullptr) return;
  const PointerScope scope(context, kOverride);
  if (!given->is_boolean()) {
    report_type(context, *given, kOverride, "true or false");
  } else if (given->boolean) {
    report(context, given->where,
           {.message = "\"override\" has no effect: no included file has a thing of that name",
            .severity = Severity::warning});
  }
  thing.erase(kOverride);
}

// Of every object under a name: entries of maps and elements of lists that have an id.
void drop_overrides(JsonValue& object, const Table& table, ReaderContext& context) {
  for (JsonMember& member : object.members) {
    const Field* field = find_field(table.fields, member.key);
    if (field == nullptr) continue;
    const PointerScope scope(context, member.key);
    if (is_single_object(*field)) drop_overrides(member.value, field->access.nested(), context);
    if (is_by_name(*field)) {
      for (JsonMember& entry : member.value.members) {
        const PointerScope name(context, entry.key);
        drop_override(entry.value, context);
      }
    } else if (field->access.nested != nullptr) {
      for (std::size_t i = 0; i < member.value.items.size(); ++i) {
        const PointerScope index(context, i);
        if (member.value.items[i].find_text("id") != nullptr) drop_override(member.value.items[i], context);
      }
    }
  }
}

}  // namespace

JsonValue merge_over_included(const JsonValue& included, const JsonValue& own, const JsonSources& sources,
                              ReaderContext& context) {
  JsonValue result = included;
  DocumentMerger(true, sources, context).merge_root(result, own, &own);
  result.where = own.where;
  for (const JsonMember& member : own.members) {
    if (is_of_file(member) && member.key != "include") result.members.push_back(member);
  }
  return result;
}

JsonValue join_included(const JsonValue& included, const JsonValue& next, const JsonValue& own,
                        const JsonSources& sources, ReaderContext& context) {
  JsonValue result = included;
  DocumentMerger(false, sources, context).merge_root(result, next, &own);
  return result;
}

void drop_overrides(JsonValue& document, ReaderContext& context) {
  drop_overrides(document, ScenarioDef::table(), context);
}

}  // namespace drover
