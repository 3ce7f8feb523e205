// Warnings of what a scenario says and what has no effect, for the checks that look at all of it.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "scenario/json_document.h"
#include "scenario/reader_context.h"

namespace drover {

class EffectWarnings {
 public:
  EffectWarnings(const JsonValue& document, ReaderContext& context)
      : document_(document), context_(context) {}

  // Whether the document has a value there: keys that are left out have their defaults.
  bool is_given(const std::string& pointer) const { return value_at(document_, pointer) != nullptr; }

  // One warning for each place: types that extend others have the keys of those. Included files are made for
  // many scenarios, so what they say may have no effect in one of them.
  void add(Problem problem) {
    if (context_.diagnostics.warning_count() >= Diagnostics::kMaxKept) return;
    const SourceRange& where = nearest_value(document_, problem.pointer).where;
    if (context_.included.contains(where.source) || !warned_.emplace(where.source, where.begin).second)
      return;
    problem.severity = Severity::warning;
    report(document_, std::move(problem), context_.diagnostics);
  }

 private:
  const JsonValue& document_;
  ReaderContext& context_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> warned_;  // source, offset
};

}  // namespace drover
