// Reads JSON objects by their tables: one loop, whatever the object.
#pragma once

#include <optional>
#include <string_view>

#include "core/kind.h"
#include "scenario/reader_context.h"
#include "scenario/value_reader.h"

namespace drover {

// Gives every choice of kind in the object that is still open its table's default kind. Nested objects too.
void fill_defaults(const Table& table, void* object, const Catalog& catalog);

// Reads the object's keys; those that are left out keep their defaults. Reports every problem: unknown and
// missing keys, wrong values, and what the table's own check finds when all values are right. Keys that start
// with "x-" are notes and skipped. Returns whether there was no error.
bool read_object(const JsonValue& value, const Table& table, void* object, ReaderContext& context);

// Reads one kind of the family, named by "type", without the keys its family has in common. For tests and
// tools.
std::optional<KindBox> read_kind(std::string_view family, const JsonValue& value, ReaderContext& context);

// A value of a field that holds objects.
bool read_object_value(void* object, const FieldValue& given, ReaderContext& context);

// {"name": {"type": "kind", its parameters}}
bool read_kind_map(std::optional<NamedList<KindBox>>& map, const FieldValue& given, ReaderContext& context);

// The field of that key, or of the key without "_deg"; null when there is none.
const Field* find_field(std::span<const Field> fields, std::string_view key);

}  // namespace drover
