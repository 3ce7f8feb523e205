// Parts that the writers of several types of values share.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "core/field.h"
#include "core/vec3.h"

namespace drover {

// Of a type that JSON has itself.
template <class T>
nlohmann::ordered_json write_plain(const void* value, const Field&, void*) {
  return *static_cast<const T*>(value);
}

// An empty text means absent where the field says what stands in its place.
inline nlohmann::ordered_json write_text(const Field& field, const std::string& text) {
  if (text.empty() && !field.otherwise.empty()) return nullptr;
  return text;
}

// A height of zero is left out.
inline nlohmann::ordered_json write_vector(const Vec3& v) {
  if (v.z == 0.0) return nlohmann::ordered_json::array({v.x, v.y});
  return nlohmann::ordered_json::array({v.x, v.y, v.z});
}

}  // namespace drover
