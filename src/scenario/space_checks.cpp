// What has no meaning in the dimensions in which agents move: kinds and keys of the plane in space, and of
// space in the plane.
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/nested_objects.h"
#include "scenario/object_reader.h"
#include "scenario/scenario_checks.h"

namespace drover {
namespace {

class SpaceCheck {
 public:
  explicit SpaceCheck(CheckedScenario& scenario)
      : scenario_(scenario), is_spatial_(scenario.def.world.space() == Dimensions::space) {}

  void check_object(const Table& table, const void* object, const JsonValue* written,
                    const std::string& pointer) {
    for (const Field& field : table.fields)
      check_field(field, object, written == nullptr ? nullptr : member_of(*written, field), pointer);
    visit_chosen_kind(table, object, [&](const NestedObject& chosen) {
      check_kind(*chosen.kind, pointer);
      check_object(chosen.table, chosen.object, written, pointer);
    });
  }

 private:
  static const JsonMember* member_of(const JsonValue& written, const Field& field) {
    for (const JsonMember& member : written.members) {
      const Field* const named = find_field({&field, 1}, member.key);
      if (named != nullptr) return &member;
    }
    return nullptr;
  }

  // Keys that are left out are looked into for the kinds that are chosen by default.
  void check_field(const Field& field, const void* object, const JsonMember* written,
                   const std::string& pointer) {
    const std::string place = joined_pointer(pointer, written == nullptr ? field.key : written->key);
    if (written != nullptr && !works(field)) return refuse(place, written->key);
    visit_nested_objects(field, field.in(object), [&](const NestedObject& nested) {
      const std::string nested_place = nested.token.empty() ? place : joined_pointer(place, nested.token);
      if (nested.kind != nullptr) check_kind(*nested.kind, nested_place);
      const JsonValue* value = written == nullptr ? nullptr : &written->value;
      if (value != nullptr && !nested.token.empty())
        value = value_at(*value, joined_pointer("", nested.token));
      check_object(nested.table, nested.object, value, nested_place);
    });
  }

  void refuse(const std::string& pointer, std::string_view key) {
    scenario_.fail({.pointer = pointer,
                    .message = fmt::format("\"{}\" has no meaning where \"dimensions\" is {}", key,
                                           scenario_.def.world.dimensions)});
  }

  void check_kind(const Kind& kind, const std::string& pointer) {
    if (works(kind)) return;
    Problem problem{.pointer = pointer,
                    .message = fmt::format("the {} \"{}\" does not work where \"dimensions\" is {}",
                                           kind.family, kind.name, scenario_.def.world.dimensions)};
    for (const Kind* const other : scenario_.context.catalog.kinds(kind.family))
      if (works(*other)) problem.allowed.emplace_back(other->name);
    scenario_.fail(std::move(problem));
  }

  // Of a kind or a field.
  bool works(const auto& info) const { return is_spatial_ ? info.in_space : info.in_plane; }

  CheckedScenario& scenario_;
  bool is_spatial_;
};

}  // namespace

void check_space(CheckedScenario& scenario) {
  SpaceCheck(scenario).check_object(ScenarioDef::table(), &scenario.def, &scenario.document, "");
}

}  // namespace drover
