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
constexpr FieldAccess describe_enum() {
  FieldAccess access;
  access.type = FieldType::choice;
  access.choices = enum_names(T{});
  access.get_choice = [](const void* field) { return static_cast<int>(*static_cast<const T*>(field)); };
  access.set_choice = [](void* field, int value) { *static_cast<T*>(field) = static_cast<T>(value); };
  return access;
}

template <class T>
constexpr FieldAccess describe_struct() {
  FieldAccess access;
  access.type = FieldType::object;
  access.nested = &T::table;
  return access;
}

// The tag of a C++ type that needs no further description; nothing for enums, structs, optionals and lists.
template <class T>
constexpr std::optional<FieldType> plain_type() {
  if constexpr (std::is_same_v<T, double>) return FieldType::number;
  if constexpr (std::is_same_v<T, Parameter>) return FieldType::parameter;
  if constexpr (std::is_same_v<T, std::vector<double>>) return FieldType::numbers;
  if constexpr (std::is_same_v<T, bool>) return FieldType::boolean;
  if constexpr (std::is_same_v<T, std::int64_t>) return FieldType::integer;
  if constexpr (std::is_same_v<T, std::string>) return FieldType::text;
  if constexpr (std::is_same_v<T, Vec3>) return FieldType::vector;
  if constexpr (RowWidth<T>::value > 0) return FieldType::row;
  if constexpr (std::is_same_v<T, Target>) return FieldType::target;
  if constexpr (std::is_same_v<T, Reference>) return FieldType::reference;
  if constexpr (std::is_same_v<T, SharedReference>) return FieldType::shared_reference;
  if constexpr (std::is_same_v<T, JsonText>) return FieldType::json;
  if constexpr (std::is_same_v<T, std::optional<NamedList<KindBox>>>) return FieldType::kind_map;
  return std::nullopt;
}

template <class T>
constexpr FieldAccess describe_value() {
  if constexpr (plain_type<T>().has_value()) {
    FieldAccess access;
    access.type = *plain_type<T>();
    access.row_width = RowWidth<T>::value;
    return access;
  } else if constexpr (std::is_enum_v<T>) {
    return describe_enum<T>();
  } else {
    return describe_struct<T>();
  }
}

template <class T>
constexpr FieldAccess describe_list() {
  FieldAccess access;
  if constexpr (IsNamed<T>::value) {
    access = describe_value<decltype(T::value)>();
    access.holder = Holder::map;
    if (access.type == FieldType::parameter) access.type = FieldType::own_parameter;
  } else {
    access = describe_value<T>();
    access.holder = Holder::list;
  }
  access.list = vector_access<T>();
  return access;
}

template <class T>
constexpr FieldAccess describe() {
  if constexpr (plain_type<T>().has_value()) {
    return describe_value<T>();
  } else if constexpr (IsOptional<T>::value) {
    FieldAccess access = describe_value<typename T::value_type>();
    access.holder = Holder::optional;
    access.list = optional_access<typename T::value_type>();
    return access;
  } else if constexpr (IsVector<T>::value) {
    return describe_list<typename T::value_type>();
  } else {
    return describe_value<T>();
  }
}

}  // namespace field_detail

}  // namespace drover
