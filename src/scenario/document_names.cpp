#include "scenario/document_names.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "core/utf8.h"

namespace drover {
namespace {

// Keys whose texts are file names or paths, and keys whose members have paths as keys.
constexpr std::array<std::string_view, 4> kLongTexts = {"include", "scenario", "$schema", "path"};
constexpr std::array<std::string_view, 3> kLongKeys = {"set", "axes", "points"};

class NameWalk {
 public:
  explicit NameWalk(ReaderContext& context) : context_(context) {}

  // `key`: that the value stands under, or a list around it.
  void look_at(const JsonValue& value, std::string_view key) {
    if (value.is_string() && !is_prose_under(key)) check(value.string, value.where, is_name_under(key));
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      const PointerScope scope(context_, i);
      look_at(value.items[i], key);
    }
    for (const JsonMember& member : value.members) {
      if (is_note(member.key)) continue;
      const PointerScope scope(context_, member.key);
      check(member.key, member.key_where, has_names_as_keys(key));
      look_at(member.value, member.key);
    }
  }

 private:
  void check(const std::string& text, const SourceRange& where, bool is_name) {
    const std::string_view problem = is_name ? name_problem(text) : character_problem(text);
    if (!problem.empty()) report(context_, where, {.message = std::string(problem)});
  }

  ReaderContext& context_;
};

}  // namespace

bool is_prose_under(std::string_view key) {
  return key == "description" || key == "=";
}

bool is_name_under(std::string_view key) {
  return !is_prose_under(key) && std::ranges::find(kLongTexts, key) == kLongTexts.end();
}

bool has_names_as_keys(std::string_view key) {
  return std::ranges::find(kLongKeys, key) == kLongKeys.end();
}

void check_document_names(const JsonValue& document, ReaderContext& context) {
  NameWalk(context).look_at(document, "");
}

}  // namespace drover
