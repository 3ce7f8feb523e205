// "variables" of a scenario and the expressions that use them.
#pragma once

#include "scenario/json_document.h"
#include "scenario/reader_context.h"

namespace drover {

// Replaces every object { "=": "expression" } of the document by its value and removes "variables". Variables
// may use each other in any order; only those that are used are evaluated. A value keeps the place of the
// expression, the parts of a list or an object those they have in "variables". Reports expressions that are
// wrong, circles, and values that would break the limits; returns whether there was none of these. Warns of
// variables of the file itself or of the command line that nothing uses.
bool resolve_expressions(JsonValue& document, const JsonLimits& limits, const JsonSources& sources,
                         ReaderContext& context);

}  // namespace drover
