// The keys and kinds that a scenario file gives, each with the field it stands for: one walk over a
// definition and the JSON it was read from, for checks of what is written.
#pragma once

#include <functional>
#include <string>

#include "core/nested_objects.h"
#include "scenario/json_document.h"
#include "sim/definitions/definitions.h"

namespace drover {

struct WrittenField {
  const Table& table;  // of the object that has the key
  const void* object;
  const void* defaults;  // another one, as it is without keys
  const Field& field;
  const JsonMember& member;
  const std::string& pointer;  // of the value
};

struct WrittenVisitor {
  // Returns whether to go into the objects of the field.
  std::function<bool(const WrittenField&)> field;
  // A kind that is chosen, with the pointer of its object.
  std::function<void(const Kind&, const std::string& pointer)> kind = nullptr;
};

void visit_written(const ScenarioDef& def, const JsonValue& document, const WrittenVisitor& visitor);

// Whether a value is the same as without its key.
bool is_default(const WrittenField& written);

}  // namespace drover
