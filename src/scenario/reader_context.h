// The context that all parts of the scenario reader share: the position in the document, and the problems.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/kind.h"
#include "core/target.h"
#include "scenario/diagnostics.h"
#include "scenario/json_document.h"

namespace drover {

// A name that must be declared somewhere in the scenario; checked when all of it was read.
struct UsedName {
  TargetType target = TargetType::none;    // of a target: what it is
  std::optional<ReferenceType> type = {};  // nothing for the slot and the goal of the agent itself
  std::string name;
  SourceRange where;
  std::string pointer;
};

struct ReaderContext {
  const Catalog& catalog;
  Diagnostics& diagnostics;
  std::string pointer = {};  // of the value being read
  std::vector<UsedName> used_names = {};
  std::vector<std::string> asked_columns = {};  // outside of the scenario, which may be quantities
  // Whether vectors may have three numbers: all but those of the plane, or few (FieldInfo::has_height).
  bool vectors_have_heights = false;
  bool few_vectors_have_heights = false;
  // Whether some length is given in lengths of the body.
  bool uses_body_length = false;
  // The agent types that extend each, directly; the document holds none of this any more.
  std::map<std::string, std::vector<std::string>, std::less<>> extended_by = {};
  // The sources of included files, which may declare more than is used.
  std::set<std::uint32_t> included = {};
};

// Adds a problem whose pointer is relative to context.pointer.
void report(ReaderContext& context, const SourceRange& where, Problem problem);

// Adds a problem with the pointer of a value of the document, or of one it lacks: the place is that of the
// innermost value around it.
void report(const JsonValue& document, Problem problem, Diagnostics& diagnostics);

// The value at a JSON pointer, or the innermost value around it that the document has.
const JsonValue& nearest_value(const JsonValue& document, std::string_view pointer);
// Without a value around it: nullptr where the document has none there.
const JsonValue* value_at(const JsonValue& document, std::string_view pointer);

// Adds a token to the pointer for as long as it lives.
class PointerScope {
 public:
  PointerScope(ReaderContext& context, std::string_view token)
      : pointer_(context.pointer), size_(pointer_.size()) {
    append_pointer_token(pointer_, token);
  }
  PointerScope(ReaderContext& context, std::size_t index) : PointerScope(context, std::to_string(index)) {}
  ~PointerScope() { pointer_.resize(size_); }
  PointerScope(const PointerScope&) = delete;
  PointerScope& operator=(const PointerScope&) = delete;

 private:
  std::string& pointer_;
  std::size_t size_;
};

// The problem of a name that is none of the valid ones; the message alone where it is only counted.
Problem unknown_name(const ReaderContext& context, std::string message, std::string_view name,
                     std::span<const std::string_view> valid);

// Whether so many errors were found that further ones are only counted, without their texts.
bool is_full(const ReaderContext& context);

// Keys that hold a user's notes.
bool is_note(std::string_view key);

// The members of an object without notes.
std::vector<const JsonMember*> own_members(const JsonValue& value);

// The keys of an object; none of null.
std::vector<std::string_view> keys_of(const JsonValue* object);

// Reports that the value under a key has the wrong type. Returns false.
bool report_type(ReaderContext& context, const JsonValue& value, std::string_view key,
                 std::string_view allowed);

// Reports a key that `where` (such as "a distribution") does not have. Returns false.
bool report_unknown_member(const JsonMember& member, std::string_view where,
                           std::span<const std::string_view> valid, ReaderContext& context);

}  // namespace drover
