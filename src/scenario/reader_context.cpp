#include "scenario/reader_context.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/text.h"
#include "scenario/json_edit.h"

namespace drover {
namespace {

// The only place where a problem becomes a diagnostic.
void add(Problem problem, const SourceRange& where, Diagnostics& diagnostics) {
  const std::vector<std::string_view> allowed(problem.allowed.begin(), problem.allowed.end());
  diagnostics.add({.severity = problem.severity,
                   .where = where,
                   .pointer = std::move(problem.pointer),
                   .message = std::move(problem.message),
                   .found = std::move(problem.found),
                   .allowed = join(allowed, ", "),
                   .suggestion = std::move(problem.nearest),
                   .hint = std::move(problem.hint)});
}

// Further problems of this severity are only counted.
bool is_full(const Diagnostics& diagnostics, Severity severity) {
  return (severity == Severity::error ? diagnostics.error_count() : diagnostics.warning_count()) >=
         Diagnostics::kMaxKept;
}

// As far as the document goes along the pointer, which loses the tokens that were found.
const JsonValue& follow(const JsonValue& document, std::string_view& pointer) {
  const JsonValue* value = &document;
  while (!pointer.empty()) {
    const std::string_view token = pointer.substr(1, pointer.find('/', 1) - 1);
    const std::optional<std::string> key = unescape_token(token);
    const JsonValue* next = nullptr;
    if (key && value->is_array()) {
      const std::optional<std::size_t> index = parse_index(*key);
      if (index && *index < value->items.size()) next = &value->items[*index];
    } else if (key) {
      next = value->find(*key);
    }
    if (next == nullptr) break;
    value = next;
    pointer.remove_prefix(1 + token.size());
  }
  return *value;
}

}  // namespace

void report(ReaderContext& context, const SourceRange& where, Problem problem) {
  problem.pointer.insert(0, context.pointer);
  add(std::move(problem), where, context.diagnostics);
}

void report(const JsonValue& document, Problem problem, Diagnostics& diagnostics) {
  // The place of a problem that is only counted is not looked for: every search walks through the document.
  const JsonValue& value =
      is_full(diagnostics, problem.severity) ? document : nearest_value(document, problem.pointer);
  add(std::move(problem), value.where, diagnostics);
}

const JsonValue& nearest_value(const JsonValue& document, std::string_view pointer) {
  return follow(document, pointer);
}

const JsonValue* value_at(const JsonValue& document, std::string_view pointer) {
  const JsonValue& value = follow(document, pointer);
  return pointer.empty() ? &value : nullptr;
}

Problem unknown_name(const ReaderContext& context, std::string message, std::string_view name,
                     std::span<const std::string_view> valid) {
  return is_full(context) ? Problem{.message = std::move(message)}
                          : unknown_among(std::move(message), name, valid);
}

bool is_full(const ReaderContext& context) {
  return is_full(context.diagnostics, Severity::error);
}

bool is_note(std::string_view key) {
  return key.starts_with("x-");
}

std::vector<const JsonMember*> own_members(const JsonValue& value) {
  std::vector<const JsonMember*> found;
  for (const JsonMember& member : value.members) {
    if (!is_note(member.key)) found.push_back(&member);
  }
  return found;
}

std::vector<std::string_view> keys_of(const JsonValue* object) {
  std::vector<std::string_view> keys;
  if (object == nullptr) return keys;
  for (const JsonMember& member : object->members)
    keys.push_back(member.key);
  return keys;
}

bool report_type(ReaderContext& context, const JsonValue& value, std::string_view key,
                 std::string_view allowed) {
  report(context, value.where,
         {.message = fmt::format("\"{}\" has the wrong type", key),
          .found = describe(value),
          .allowed = {std::string(allowed)}});
  return false;
}

bool report_unknown_member(const JsonMember& member, std::string_view where,
                           std::span<const std::string_view> valid, ReaderContext& context) {
  const PointerScope scope(context, member.key);
  report(
      context, member.key_where,
      unknown_name(context, fmt::format("unknown key \"{}\" in {}", member.key, where), member.key, valid));
  return false;
}

}  // namespace drover
