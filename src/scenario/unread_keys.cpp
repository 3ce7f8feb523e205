// Keys that are written where the choices beside them leave them unread (FieldInfo::read_when).
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/kind.h"
#include "core/text.h"
#include "scenario/effect_warnings.h"
#include "scenario/object_reader.h"
#include "scenario/scenario_checks.h"
#include "scenario/scenario_writer.h"

namespace drover {
namespace {

// "radii" or "slowing_distance"
std::string alternatives(const ReadCondition& condition) {
  return fmt::format("\"{}\"", join(condition.list(), "\" or \""));
}

// An object of the scenario and the JSON that it was read from.
struct WrittenObject {
  const Table& table;
  const void* object;
  const void* defaults;  // another one as it is without keys; null where that is not known
  const JsonValue& value;
};

class UnreadKeys {
 public:
  void walk(const WrittenObject& written, const std::string& pointer) {
    if (!written.value.is_object()) return;
    for (const JsonMember& member : written.value.members) {
      const Field* field = find_field(written.table.fields, member.key);
      if (field == nullptr) continue;
      std::string place = pointer;
      append_pointer_token(place, member.key);
      judge(written, *field, member, place);
      walk_member(written, *field, member.value, place);
    }
    if (written.table.box != nullptr)
      walk_kind(*written.table.box(const_cast<void*>(written.object)), written.value, pointer);
  }

  // What is inherited stands in several objects: it is unread where none of them reads it.
  void warn(EffectWarnings& warnings) {
    for (auto& [where, problem] : problems_) {
      if (problem) warnings.add(std::move(*problem));
    }
  }

 private:
  void walk_kind(const KindBox& box, const JsonValue& value, const std::string& pointer) {
    if (box.kind == nullptr) return;
    const std::shared_ptr<void> defaults = box.kind->make_params();
    walk({box.kind->table, box.params.get(), defaults.get(), value}, pointer);
  }

  void walk_member(const WrittenObject& written, const Field& field, const JsonValue& value,
                   const std::string& pointer) {
    const void* member = field.in(written.object);
    if (field.access.type == FieldType::kind_map) return walk_kinds(member, value, pointer);
    if (field.access.nested == nullptr) return;
    const Table& table = field.access.nested();
    if (field.access.type == FieldType::object) {
      const void* defaults = written.defaults == nullptr ? nullptr : field.in(written.defaults);
      return walk({table, member, defaults, value}, pointer);
    }
    const ListAccess& list = field.access.list;
    for (std::size_t k = 0; k < list.size(member); ++k) {
      const void* element = list.at(const_cast<void*>(member), k);
      if (field.access.type == FieldType::optional_object) walk({table, element, nullptr, value}, pointer);
      if (field.access.type == FieldType::object_list && k < value.items.size())
        walk({table, element, nullptr, value.items[k]}, fmt::format("{}/{}", pointer, k));
      if (field.access.type == FieldType::object_map)
        walk_entry(table, element, value, list.name_at(member, k), pointer);
    }
  }

  void walk_entry(const Table& table, const void* element, const JsonValue& value, std::string_view name,
                  std::string pointer) {
    const JsonValue* const entry = value.find(name);
    append_pointer_token(pointer, name);
    if (entry != nullptr) walk({table, element, nullptr, *entry}, pointer);
  }

  void walk_kinds(const void* member, const JsonValue& value, const std::string& pointer) {
    const auto& entries = *static_cast<const std::optional<NamedList<KindBox>>*>(member);
    if (!entries) return;
    for (const auto& [name, box] : *entries) {
      std::string place = pointer;
      append_pointer_token(place, name);
      if (const JsonValue* const entry = value.find(name)) walk_kind(box, *entry, place);
    }
  }

  void judge(const WrittenObject& written, const Field& field, const JsonMember& member,
             const std::string& pointer) {
    if (field.read_conditions().empty()) return;
    const auto [found, is_new] =
        problems_.try_emplace({member.key_where.source, member.key_where.begin}, std::nullopt);
    const ReadCondition* const unmet = unmet_condition(written.table.fields, field, written.object);
    if (unmet == nullptr || says_nothing(written, field)) {
      found->second.reset();
    } else if (is_new) {
      const Field* const choice = find_field(written.table.fields, unmet->key);
      found->second =
          Problem{.pointer = pointer,
                  .message = fmt::format("\"{}\" has no effect: \"{}\" is \"{}\"", member.key, unmet->key,
                                         choice_text(*choice, written.object)),
                  .hint = fmt::format("It counts with \"{}\": {}.", unmet->key, alternatives(*unmet))};
    }
  }

  // Whether a value is written out and the same as without the key.
  static bool says_nothing(const WrittenObject& written, const Field& field) {
    return written.defaults != nullptr &&
           write_field(field, written.object) == write_field(field, written.defaults);
  }

  // By source and offset of the key; nothing where some object reads it.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::optional<Problem>> problems_;
};

}  // namespace

void check_unread_keys(const ReadScenario& scenario, ReaderContext& context) {
  UnreadKeys keys;
  const ScenarioDef defaults;
  keys.walk({ScenarioDef::table(), &scenario.def, &defaults, scenario.document}, "");
  EffectWarnings warnings(scenario.document, context);
  keys.warn(warnings);
}

}  // namespace drover
