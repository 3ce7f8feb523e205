// The rule for names, for all texts of a document at once.
#pragma once

#include <string_view>

#include "scenario/json_value.h"
#include "scenario/reader_context.h"

namespace drover {

// Whether the text under a key is a name; prose, expressions and paths may be longer or hold anything.
bool is_name_under(std::string_view key);
// Whether the members of an object under a key have names as keys, and no paths.
bool has_names_as_keys(std::string_view key);
// Whether the text under a key may hold any characters.
bool is_prose_under(std::string_view key);

// Reports every key and text that breaks the rule for names (name_problem), wherever it is read later. Prose
// ("description") and expressions may hold anything, and a path, which is no name but holds several, may be
// longer.
void check_document_names(const JsonValue& document, ReaderContext& context);

}  // namespace drover
