#include "scenario/written_fields.h"

#include <memory>
#include <string>

#include <nlohmann/json.hpp>

#include "scenario/object_reader.h"
#include "scenario/reader_context.h"
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

void visit_object(const WrittenObject& written, const std::string& pointer, const WrittenVisitor& visitor);

// `defaults`: of what is no kind.
void visit_nested(const NestedObject& nested, void* defaults, const JsonValue& outer,
                  const std::string& pointer, const WrittenVisitor& visitor) {
  const JsonValue* const value =
      nested.token.empty() ? &outer : value_at(outer, joined_pointer("", nested.token));
  if (value == nullptr || !value->is_object()) return;
  const std::string place = nested.token.empty() ? pointer : joined_pointer(pointer, nested.token);
  if (nested.kind != nullptr && visitor.kind) visitor.kind(*nested.kind, place);
  const std::shared_ptr<void> of_kind = nested.kind == nullptr ? nullptr : nested.kind->make_params();
  visit_object({nested.table, nested.object, of_kind == nullptr ? defaults : of_kind.get(), *value}, place,
               visitor);
}

// All keys of an object and of those in it.
void visit_object(const WrittenObject& written, const std::string& pointer, const WrittenVisitor& visitor) {
  for (const JsonMember& member : written.value.members) {
    const Field* field = find_field(written.table.fields, member.key);
    if (field == nullptr) continue;
    const std::string place = joined_pointer(pointer, member.key);
    if (!visitor.field({written.table, written.object, written.defaults, *field, member, place})) continue;
    visit_nested_objects(*field, field->in(written.object), [&](const NestedObject& nested) {
      // The object of the field, or an element of it, as it is without keys.
      void* defaults = field->in(written.defaults);
      const ListAccess& list = field->access.list;
      if (list.size != nullptr) {
        list.clear(defaults);
        defaults = list.append(defaults, "");
      }
      visit_nested(nested, defaults, member.value, place, visitor);
    });
  }
  visit_chosen_kind(written.table, written.object, [&](const NestedObject& chosen) {
    visit_nested(chosen, nullptr, written.value, pointer, visitor);
  });
}

}  // namespace

void visit_written(const ScenarioDef& def, const JsonValue& document, const WrittenVisitor& visitor) {
  ScenarioDef defaults;
  visit_object({ScenarioDef::table(), &def, &defaults, document}, "", visitor);
}

bool is_default(const WrittenField& written) {
  return write_field(written.field, written.object) == write_field(written.field, written.defaults);
}

}  // namespace drover
