// How checks of a whole scenario report what they find.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "scenario/json_document.h"
#include "scenario/reader_context.h"

namespace drover {

struct Reporter {
  Reporter(const JsonValue& read, ReaderContext& reader) : document(read), context(reader) {}

  // Whether the document has a value there: keys that are left out have their defaults.
  bool is_given(const std::string& pointer) const { return value_at(document, pointer) != nullptr; }

  // Whether an included file says so, such as that of a shipped type: those are made for many scenarios, so
  // what they say may have no effect in one of them.
  bool is_included(const std::string& pointer) const {
    return context.included.contains(nearest_value(document, pointer).where.source);
  }

  void fail(Problem problem) { report(document, std::move(problem), context.diagnostics); }

  // Beyond what is kept, warnings are not even counted: there may be one for each of many things.
  void warn(Problem problem) {
    if (context.diagnostics.warning_count() >= Diagnostics::kMaxKept) return;
    problem.severity = Severity::warning;
    report(document, std::move(problem), context.diagnostics);
  }

  void warn_at(const UsedName& used, Problem problem) {
    if (context.diagnostics.warning_count() >= Diagnostics::kMaxKept) return;
    problem.severity = Severity::warning;
    problem.pointer = used.pointer;
    report(context, used.where, std::move(problem));
  }

  // Of what the scenario says itself, one for each place: types that extend others have the keys of those.
  void warn_of_own(Problem problem) {
    const SourceRange& where = nearest_value(document, problem.pointer).where;
    if (!is_included(problem.pointer) && warned_.emplace(where.source, where.begin).second)
      warn(std::move(problem));
  }

  const JsonValue& document;
  ReaderContext& context;

 private:
  std::set<std::pair<std::uint32_t, std::uint32_t>> warned_;  // source, offset
};

}  // namespace drover
