// Keys that are written where the keys beside them leave them unread (FieldInfo::read_when).
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/nested_objects.h"
#include "core/text.h"
#include "scenario/object_reader.h"
#include "scenario/reporter.h"
#include "scenario/scenario_checks.h"
#include "scenario/scenario_writer.h"

namespace drover {
namespace {

// An object of the scenario and the JSON that it was read from.
struct WrittenObject {
  const Table& table;
  const void* object;
  void* defaults;  // another one, as it is without keys
  const JsonValue& value;
};

class UnreadKeys {
 public:
  void walk(const WrittenObject& written, const std::string& pointer) {
    for (const JsonMember& member : written.value.members) {
      const Field* field = find_field(written.table.fields, member.key);
      if (field == nullptr) continue;
      const std::string place = joined_pointer(pointer, member.key);
      judge(written, *field, member, place);
      visit_nested_objects(*field, field->in(written.object), [&](const NestedObject& nested) {
        walk_nested(nested, fresh(*field, field->in(written.defaults)), member.value, place);
      });
    }
    visit_chosen_kind(written.table, written.object, [&](const NestedObject& chosen) {
      walk_nested(chosen, nullptr, written.value, pointer);
    });
  }

  // What is inherited stands in several objects: it is unread where none of them reads it.
  void warn(Reporter& warnings) {
    for (auto& [where, problem] : problems_) {
      if (problem) warnings.warn_of_own(std::move(*problem));
    }
  }

 private:
  // The object of a field, or an element of it, as it is without keys.
  static void* fresh(const Field& field, void* member) {
    const ListAccess& list = field.access.list;
    if (list.size == nullptr) return member;
    list.clear(member);
    return list.append(member, "");
  }

  // `defaults`: of what is no kind.
  void walk_nested(const NestedObject& nested, void* defaults, const JsonValue& outer,
                   const std::string& pointer) {
    const JsonValue* const value =
        nested.token.empty() ? &outer : value_at(outer, joined_pointer("", nested.token));
    if (value == nullptr || !value->is_object()) return;
    const std::shared_ptr<void> of_kind = nested.kind == nullptr ? nullptr : nested.kind->make_params();
    walk({nested.table, nested.object, of_kind == nullptr ? defaults : of_kind.get(), *value},
         nested.token.empty() ? pointer : joined_pointer(pointer, nested.token));
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
      const std::string present =
          condition_text(*find_field(written.table.fields, unmet->key), written.object);
      const bool is_value = present != kGiven && present != kAbsent;
      Problem problem{.pointer = pointer,
                      .message = fmt::format("\"{}\" has no effect: \"{}\" is {}", member.key, unmet->key,
                                             is_value ? fmt::format("\"{}\"", present) : present)};
      if (is_value)
        problem.hint =
            fmt::format("It counts with \"{}\": \"{}\".", unmet->key, join(unmet->list(), "\" or \""));
      found->second = std::move(problem);
    }
  }

  // Whether a value is written out and the same as without the key.
  static bool says_nothing(const WrittenObject& written, const Field& field) {
    return write_field(field, written.object) == write_field(field, written.defaults);
  }

  // By source and offset of the key; nothing where some object reads it.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::optional<Problem>> problems_;
};

}  // namespace

void check_unread_keys(const ReadScenario& scenario, ReaderContext& context) {
  UnreadKeys keys;
  ScenarioDef defaults;
  keys.walk({ScenarioDef::table(), &scenario.def, &defaults, scenario.document}, "");
  Reporter warnings(scenario.document, context);
  keys.warn(warnings);
}

}  // namespace drover
