// Merges scenario files: what "include" makes of a file and those it names.
#pragma once

#include "scenario/json_document.h"
#include "scenario/reader_context.h"

namespace drover {

// Merges an including file over what its included files say together. Objects are merged key by key and
// lists of objects and of texts are joined, the included first; any other value is the including file's.
// Named things (entries of maps, elements of lists with an "id") are merged too: a name that is there twice
// is an error, unless that of the including file has "override": true and so replaces the other whole.
// Variables of the including file replace those of the included ones. What a file says of itself ("format",
// "$schema", "name", "description" and notes) is not passed on.
JsonValue merge_over_included(const JsonValue& included, const JsonValue& own, const JsonSources& sources,
                              ReaderContext& context);

// Adds another file to what the files say that were included before it. Neither of them includes the other,
// so that names must differ, and single values and variables must be equal where the including file `own`
// does not give them.
JsonValue join_included(const JsonValue& included, const JsonValue& next, const JsonValue& own,
                        const JsonSources& sources, ReaderContext& context);

// Removes the "override" of named things. Warns of those that replace nothing.
void drop_overrides(JsonValue& document, ReaderContext& context);

}  // namespace drover
