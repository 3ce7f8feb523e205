// Keys that are written where the keys beside them leave them unread (FieldInfo::read_when).
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/text.h"
#include "scenario/object_reader.h"
#include "scenario/reporter.h"
#include "scenario/scenario_checks.h"
#include "scenario/scenario_writer.h"
#include "scenario/written_fields.h"

namespace drover {
namespace {

// By source and offset of the key; nothing where some object reads it.
using UnreadKeys = std::map<std::pair<std::uint32_t, std::uint32_t>, std::optional<Problem>>;

void judge(const WrittenField& written, UnreadKeys& keys) {
  const auto& [table, object, defaults, field, member, pointer] = written;
  if (field.read_conditions().empty()) return;
  const auto [found, is_new] =
      keys.try_emplace({member.key_where.source, member.key_where.begin}, std::nullopt);
  const ReadCondition* const unmet = unmet_condition(table.fields, field, object);
  // A value that is the same as without the key says nothing.
  if (unmet == nullptr || is_default(written)) {
    found->second.reset();
  } else if (is_new) {
    const std::string present = condition_text(*find_field(table.fields, unmet->key), object);
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

}  // namespace

void check_unread_keys(CheckedScenario& scenario) {
  UnreadKeys keys;
  visit_written(scenario.def, scenario.document, {.field = [&](const WrittenField& written) {
                  judge(written, keys);
                  return true;
                }});
  Reporter warnings(scenario.document, scenario.context);
  // What is inherited stands in several objects: it is unread where none of them reads it.
  for (auto& [where, problem] : keys) {
    if (problem) warnings.warn_of_own(std::move(*problem));
  }
}

}  // namespace drover
