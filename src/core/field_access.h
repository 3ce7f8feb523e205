// From a pointer to a member to the row's access to it: which FieldType the member's type is, and how lists
// of it grow. Only core/field.h uses this.
#pragma once

#include <type_traits>

#include "core/field_table.h"

namespace drover {

namespace field_detail {

// The object is an argument of its own although the pointer says it too: g++ 12 makes the instances for a
// type of an unnamed namespace local to their file only then, and else merges those of two types of one name.
template <class Object, class Value, Value Object::*Member>
void* member_address(void* object) {
  return &(static_cast<Object*>(object)->*Member);
}

template <auto Member>
struct MemberOf;
template <class Object, class Value, Value Object::*Member>
struct MemberOf<Member> {
  using value_type = Value;
  static constexpr auto address = &member_address<Object, Value, Member>;
};

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};
template <class T>
struct IsNamed : std::false_type {};
template <class T>
struct IsNamed<Named<T>> : std::true_type {};
template <class T>
struct RowWidth : std::integral_constant<std::size_t, 0> {};
template <std::size_t N>
struct RowWidth<std::array<double, N>> : std::integral_constant<std::size_t, N> {};

template <class T>
constexpr ListAccess vector_access() {
  using List = std::vector<T>;
  ListAccess access;
  access.size = [](const void* list) { return static_cast<const List*>(list)->size(); };
  access.at = [](void* list, std::size_t index) -> void* {
    T& element = (*static_cast<List*>(list))[index];
    if constexpr (IsNamed<T>::value) {
      return &element.value;
    } else {
      return &element;
    }
  };
  access.append = [](void* list, [[maybe_unused]] std::string_view name) -> void* {
    T& element = static_cast<List*>(list)->emplace_back();
    if constexpr (IsNamed<T>::value) {
      element.name = name;
      return &element.value;
    } else {
      return &element;
    }
  };
  access.name_at = []([[maybe_unused]] const void* list,
                      [[maybe_unused]] std::size_t index) -> std::string_view {
    if constexpr (IsNamed<T>::value) {
      return (*static_cast<const List*>(list))[index].name;
    } else {
      return {};
    }
  };
  access.clear = [](void* list) { static_cast<List*>(list)->clear(); };
  return access;
}

template <class T>
constexpr ListAccess optional_access() {
  using Optional = std::optional<T>;
  ListAccess access;
  access.size = [](const void* list) -> std::size_t {
    return static_cast<const Optional*>(list)->has_value() ? 1 : 0;
  };
  access.at = [](void* list, std::size_t) -> void* { return &**static_cast<Optional*>(list); };
  access.append = [](void* list, std::string_view) -> void* {
    return &static_cast<Optional*>(list)->emplace();
  };
  access.clear = [](void* list) { static_cast<Optional*>(list)->reset(); };
  return access;
}

template <class T>
constexpr void describe_struct(FieldAccess& access, FieldType type) {
  access.type = type;
  access.nested = []() -> const Table& { return T::table(); };
}

template <class T>
constexpr void describe_vector(FieldAccess& access) {
  if constexpr (std::is_same_v<T, Vec3>) {
    access.type = FieldType::points;
  } else if constexpr (std::is_same_v<T, double>) {
    access.type = FieldType::numbers;
  } else if constexpr (std::is_same_v<T, std::string>) {
    access.type = FieldType::texts;
  } else if constexpr (std::is_same_v<T, JsonText>) {
    access.type = FieldType::json_list;
  } else if constexpr (std::is_same_v<T, Named<JsonText>>) {
    access.type = FieldType::json_map;
  } else if constexpr (std::is_same_v<T, Named<Parameter>>) {
    access.type = FieldType::parameter_map;
  } else if constexpr (RowWidth<T>::value > 0) {
    access.type = FieldType::rows;
    access.row_width = RowWidth<T>::value;
    access.list = vector_access<T>();
  } else if constexpr (IsNamed<T>::value) {
    describe_struct<decltype(T::value)>(access, FieldType::object_map);
    access.list = vector_access<T>();
  } else {
    describe_struct<T>(access, FieldType::object_list);
    access.list = vector_access<T>();
  }
}

template <class T>
constexpr void describe_enum(FieldAccess& access) {
  access.type = FieldType::choice;
  access.choices = enum_names(T{});
  access.get_choice = [](const void* field) { return static_cast<int>(*static_cast<const T*>(field)); };
  access.set_choice = [](void* field, int value) { *static_cast<T*>(field) = static_cast<T>(value); };
}

template <class T>
constexpr void describe_optional(FieldAccess& access) {
  using Inner = typename T::value_type;
  if constexpr (std::is_same_v<Inner, std::int64_t>) {
    access.type = FieldType::optional_integer;
  } else if constexpr (std::is_same_v<Inner, bool>) {
    access.type = FieldType::optional_boolean;
  } else if constexpr (std::is_same_v<Inner, Vec3>) {
    access.type = FieldType::optional_vector;
  } else if constexpr (std::is_same_v<Inner, NamedList<KindBox>>) {
    access.type = FieldType::kind_map;
  } else {
    describe_struct<Inner>(access, FieldType::optional_object);
    access.list = optional_access<Inner>();
  }
}

template <class T>
constexpr FieldAccess describe() {
  FieldAccess access;
  if constexpr (std::is_same_v<T, double>)
    access.type = FieldType::number;
  else if constexpr (std::is_same_v<T, Parameter>)
    access.type = FieldType::parameter;
  else if constexpr (std::is_same_v<T, bool>)
    access.type = FieldType::boolean;
  else if constexpr (std::is_same_v<T, std::int64_t>)
    access.type = FieldType::integer;
  else if constexpr (std::is_same_v<T, std::string>)
    access.type = FieldType::text;
  else if constexpr (std::is_same_v<T, Vec3>)
    access.type = FieldType::vector;
  else if constexpr (std::is_same_v<T, Target>)
    access.type = FieldType::target;
  else if constexpr (std::is_same_v<T, Reference>)
    access.type = FieldType::reference;
  else if constexpr (std::is_same_v<T, SharedReference>)
    access.type = FieldType::shared_reference;
  else if constexpr (std::is_same_v<T, JsonText>)
    access.type = FieldType::json;
  else if constexpr (std::is_enum_v<T>)
    describe_enum<T>(access);
  else if constexpr (IsOptional<T>::value)
    describe_optional<T>(access);
  else if constexpr (IsVector<T>::value)
    describe_vector<typename T::value_type>(access);
  else
    describe_struct<T>(access, FieldType::object);
  return access;
}

}  // namespace field_detail

}  // namespace drover
