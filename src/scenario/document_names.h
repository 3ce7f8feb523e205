// The rule for names, for all texts of a document at once.
#pragma once

#include "scenario/json_value.h"
#include "scenario/reader_context.h"

namespace drover {

// Reports every key and text that breaks the rule for names (name_problem), wherever it is read later. Prose
// ("description") and expressions may hold anything, and a path, which is no name but holds several, may be
// longer.
void check_document_names(const JsonValue& document, ReaderContext& context);

}  // namespace drover
