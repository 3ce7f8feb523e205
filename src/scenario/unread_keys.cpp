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

// By source and offset of the key; nothing where some object reads it.
using UnreadKeys = std::map<std::pair<std::uint32_t, std::uint32_t>, std::optional<Problem>>;

void judge(const WrittenObject& written, const Field& field, const JsonMember& member,
           const std::string& pointer, UnreadKeys& keys) {
  if (field.read_conditions().empty()) return;
  const auto [found, is_new] =
      keys.try_emplace({member.key_where.source, member.key_where.begin}, std::nullopt);
  const ReadCondition* const unmet = unmet_condition(written.table.fields, field, written.object);
  // A value that is the same as without the key says nothing.
  if (unmet == nullptr || write_field(field, written.object) == write_field(field, written.defaults)) {
    found->second.reset();
  } else if (is_new) {
    const std::string present = condition_text(*find_field(written.table.fields, unmet->key), written.object);
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

void judge_all(const WrittenObject& written, const std::string& pointer, UnreadKeys& keys);

// `defaults`: of what is no kind.
void judge_nested(const NestedObject& nested, void* defaults, const JsonValue& outer,
                  const std::string& pointer, UnreadKeys& keys) {
  const JsonValue* const value =
      nested.token.empty() ? &outer : value_at(outer, joined_pointer("", nested.token));
  if (value == nullptr || !value->is_object()) return;
  const std::shared_ptr<void> of_kind = nested.kind == nullptr ? nullptr : nested.kind->make_params();
  judge_all({nested.table, nested.object, of_kind == nullptr ? defaults : of_kind.get(), *value},
            nested.token.empty() ? pointer : joined_pointer(pointer, nested.token), keys);
}

// All keys of an object and of those in it.
void judge_all(const WrittenObject& written, const std::string& pointer, UnreadKeys& keys) {
  for (const JsonMember& member : written.value.members) {
    const Field* field = find_field(written.table.fields, member.key);
    if (field == nullptr) continue;
    const std::string place = joined_pointer(pointer, member.key);
    judge(written, *field, member, place, keys);
    visit_nested_objects(*field, field->in(written.object), [&](const NestedObject& nested) {
      // The object of the field, or an element of it, as it is without keys.
      void* defaults = field->in(written.defaults);
      const ListAccess& list = field->access.list;
      if (list.size != nullptr) {
        list.clear(defaults);
        defaults = list.append(defaults, "");
      }
      judge_nested(nested, defaults, member.value, place, keys);
    });
  }
  visit_chosen_kind(written.table, written.object, [&](const NestedObject& chosen) {
    judge_nested(chosen, nullptr, written.value, pointer, keys);
  });
}

}  // namespace

void check_unread_keys(CheckedScenario& scenario) {
  UnreadKeys keys;
  ScenarioDef defaults;
  judge_all({ScenarioDef::table(), &scenario.def, &defaults, scenario.document}, "", keys);
  Reporter warnings(scenario.document, scenario.context);
  // What is inherited stands in several objects: it is unread where none of them reads it.
  for (auto& [where, problem] : keys) {
    if (problem) warnings.warn_of_own(std::move(*problem));
  }
}

}  // namespace drover
