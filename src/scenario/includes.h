// "include" of a scenario: files, and types that are part of the program.
#pragma once

#include <cstddef>
#include <string>

#include "scenario/json_document.h"
#include "scenario/reader_context.h"

namespace drover {

inline constexpr std::size_t kMaxIncludedFiles = 100;
inline constexpr std::size_t kMaxIncludeDepth = 16;

// Where a document comes from, for the files it includes.
struct DocumentOrigin {
  std::string folder = {};  // file names are relative to it; empty: the working directory
  std::string file = {};    // empty: no file
};

// Replaces a document by its merge with the files that it includes, depth first and each once
// (document_merge.h); "include" is gone then. Reports files that cannot be read, circles and limits. The
// sources of included files know where they are included from.
void resolve_includes(JsonValue& document, const DocumentOrigin& origin, const JsonLimits& limits,
                      JsonSources& sources, ReaderContext& context);

}  // namespace drover
