#include "scenario/reader_context.h"

#include "core/text.h"

namespace drover {
namespace {

// Longer lists do not help anybody.
constexpr std::size_t kMaxListed = 24;

void add(ReaderContext& context, Severity severity, const SourceRange& where, Problem problem) {
  context.diagnostics.add({.severity = severity,
                           .where = where,
                           .pointer = context.pointer,
                           .message = std::move(problem.message),
                           .found = std::move(problem.found),
                           .allowed = std::move(problem.allowed),
                           .suggestion = std::move(problem.suggestion),
                           .hint = std::move(problem.hint)});
}

}  // namespace

void report(ReaderContext& context, const SourceRange& where, Problem problem) {
  add(context, Severity::error, where, std::move(problem));
}

void warn(ReaderContext& context, const SourceRange& where, Problem problem) {
  add(context, Severity::warning, where, std::move(problem));
}

Problem unknown_name(const ReaderContext& context, std::string message, std::string_view name,
                     std::span<const std::string_view> valid) {
  Problem problem{.message = std::move(message)};
  if (is_full(context) || valid.size() > kMaxCompared) return problem;
  problem.suggestion = nearest_name(name, valid);
  if (valid.size() <= kMaxListed) problem.allowed = join(valid, ", ");
  return problem;
}

bool is_full(const ReaderContext& context) {
  return context.diagnostics.error_count() >= Diagnostics::kMaxKept;
}

bool is_note(std::string_view key) {
  return key.starts_with("x-");
}

}  // namespace drover
