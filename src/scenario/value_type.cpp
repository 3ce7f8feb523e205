#include "scenario/value_type.h"

#include <algorithm>

#include "core/check.h"

namespace drover {

extern const ValueType kBooleanValue, kChoiceValue, kIntegerValue, kJsonValue, kKindMapValue, kNumberValue,
    kNumbersValue, kObjectValue, kOwnParameterValue, kParameterValue, kReferenceValue, kRowValue,
    kSharedReferenceValue, kTargetValue, kTextValue, kVectorValue;

const ValueType& value_type(const Field& field) {
  static const ValueType* const kTypes[] = {
      &kBooleanValue,         &kChoiceValue,    &kIntegerValue,   &kJsonValue,
      &kKindMapValue,         &kNumberValue,    &kNumbersValue,   &kObjectValue,
      &kOwnParameterValue,    &kParameterValue, &kReferenceValue, &kRowValue,
      &kSharedReferenceValue, &kTargetValue,    &kTextValue,      &kVectorValue};
  const auto found = std::ranges::find(kTypes, field.access.type, &ValueType::type);
  DROVER_CHECK(found != std::end(kTypes), "every type of value has a row");
  return **found;
}

Field element_field(const Field& field) {
  Field element = field;
  element.access.holder = Holder::one;
  element.otherwise = "";
  return element;
}

}  // namespace drover
