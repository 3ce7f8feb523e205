#include "scenario/json_edit.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "core/utf8.h"
#include "scenario/json_lexer.h"

namespace drover {
namespace {

constexpr std::size_t kShownKeys = 12;

Diagnostic error_at(const SourceRange& where, std::string message) {
  return {.where = where, .message = std::move(message)};
}

std::string shown_pointer(std::string_view pointer) {
  return pointer.empty() ? "the document" : std::string(pointer);
}

std::string shown_indices(const JsonValue& array) {
  if (array.items.empty()) return "an empty array";
  if (array.items.size() == 1) return "an array of 1 element (0)";
  return fmt::format("an array of {} elements (0 to {})", array.items.size(), array.items.size() - 1);
}

std::string shown_keys(const JsonValue& object) {
  std::string keys;
  for (std::size_t i = 0; i < object.members.size(); ++i) {
    if (i == kShownKeys) return keys + ", ...";
    if (i > 0) keys += ", ";
    keys += shorten(object.members[i].key);
  }
  return keys;
}

// One walk along a path, with the problems that can happen at a step.
class PathWalk {
 public:
  PathWalk(JsonValue& root, const JsonPath& path, Diagnostics& diagnostics)
      : current_(&root), path_(path), diagnostics_(diagnostics) {}

  // The value that holds the last token, or null after an error. With `create`, missing members become
  // objects.
  JsonValue* go_to_parent(bool create) {
    for (std::size_t i = 0; i + 1 < path_.size(); ++i) {
      current_ = step(path_[i], create);
      if (current_ == nullptr) return nullptr;
      append_pointer_token(pointer_, path_[i].text);
    }
    return current_;
  }

  JsonValue* step(const PathToken& token, bool create) {
    if (current_->is_array()) {
      const std::optional<std::size_t> index = parse_index(token.text);
      if (index && *index < current_->items.size()) return &current_->items[*index];
      return fail(token,
                  fmt::format("{} {} at {}", index ? "there is no element" : "not an array index:",
                              shorten(token.text), shown_pointer(pointer_)),
                  shown_indices(*current_));
    }
    if (!current_->is_object()) {
      return fail(token,
                  fmt::format("cannot step to \"{}\": {} is {}", shorten(token.text), shown_pointer(pointer_),
                              name_with_article(current_->type)),
                  describe(*current_));
    }
    if (JsonValue* found = current_->find(token.text)) return found;
    if (!create) {
      return fail(token,
                  fmt::format("there is no key \"{}\" at {}", shorten(token.text), shown_pointer(pointer_)),
                  "", shown_keys(*current_));
    }
    current_->members.push_back(
        {.key = token.text, .key_where = token.where, .value = make_json(JsonType::object, token.where)});
    return &current_->members.back().value;
  }

 private:
  JsonValue* fail(const PathToken& token, std::string message, std::string found, std::string allowed = "") {
    Diagnostic problem = error_at(token.where, std::move(message));
    problem.found = std::move(found);
    problem.allowed = std::move(allowed);
    diagnostics_.add(std::move(problem));
    return nullptr;
  }

  JsonValue* current_;
  const JsonPath& path_;
  Diagnostics& diagnostics_;
  std::string pointer_;
};

bool looks_like_json(std::string_view text) {
  const std::size_t first = skip_blank(text, 0);
  return first < text.size() && std::string_view("[{\"").find(text[first]) != std::string_view::npos;
}

}  // namespace

std::optional<std::string> unescape_token(std::string_view token) {
  std::string text;
  for (std::size_t i = 0; i < token.size(); ++i) {
    if (token[i] != '~') {
      text += token[i];
      continue;
    }
    ++i;
    if (i == token.size() || (token[i] != '0' && token[i] != '1')) return std::nullopt;
    text += token[i] == '0' ? '~' : '/';
  }
  return text;
}

std::optional<std::size_t> parse_index(std::string_view token) {
  if (token.empty() || (token.size() > 1 && token[0] == '0')) return std::nullopt;
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), index);
  if (error != std::errc() || end != token.data() + token.size()) return std::nullopt;
  return index;
}

std::optional<JsonPath> parse_path(const JsonSources& sources, SourceRange part, const JsonLimits& limits,
                                   Diagnostics& diagnostics) {
  const std::string_view text = std::string_view(sources.at(part.source).text).substr(0, part.end);
  const auto fail = [&diagnostics](const SourceRange& where, std::string message) {
    diagnostics.add(error_at(where, std::move(message)));
    return std::nullopt;
  };
  if (part.begin == part.end) return fail(part, "the path is empty");
  const bool is_pointer = text[part.begin] == '/';
  std::size_t begin = is_pointer ? part.begin + 1 : part.begin;
  JsonPath path;
  while (true) {
    const std::size_t end = std::min(text.find(is_pointer ? '/' : '.', begin), text.size());
    const SourceRange where{part.source, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    const std::string_view token = text.substr(begin, end - begin);
    if (!is_pointer && token.empty()) return fail(where, "a part of the path is empty");
    const std::optional<std::string> plain = is_pointer ? unescape_token(token) : std::string(token);
    if (!plain) return fail(where, "in a JSON pointer \"~\" is written ~0, and \"/\" inside a key ~1");
    if (path.size() == limits.depth)
      return fail(where, fmt::format("the path has more than {} parts", limits.depth));
    path.push_back({.text = *plain, .where = where});
    if (end == text.size()) return path;
    begin = end + 1;
  }
}

std::optional<JsonOverride> parse_override(JsonSources& sources, std::string_view argument,
                                           const JsonLimits& limits, Diagnostics& diagnostics) {
  const std::uint32_t source = sources.add(fmt::format("--set {}", shorten(argument, 2 * kShownText)),
                                           std::string(argument), SourceKind::command_line);
  const auto size = static_cast<std::uint32_t>(argument.size());
  if (make_valid_utf8(argument) != argument) {
    diagnostics.add(error_at({source, 0, size}, "this is not valid UTF-8"));
    return std::nullopt;
  }
  const std::size_t equals = argument.find('=');
  if (equals == std::string_view::npos) {
    diagnostics.add(error_at({source, 0, size}, "expected PATH=VALUE, as in agents.0.max_speed=2"));
    return std::nullopt;
  }
  const auto path_end = static_cast<std::uint32_t>(equals);
  std::optional<JsonPath> path = parse_path(sources, {source, 0, path_end}, limits, diagnostics);
  if (!path) return std::nullopt;
  const SourceRange value_part{source, path_end + 1, size};
  const std::string_view value_text = argument.substr(equals + 1);
  Diagnostics problems;
  std::optional<JsonValue> value = parse_json(sources, value_part, limits, problems);
  if (problems.has_errors() && (looks_like_json(value_text) || value_text.size() > limits.string_bytes)) {
    for (Diagnostic& problem : problems.sorted())
      diagnostics.add(std::move(problem));
    return std::nullopt;
  }
  if (!value) {
    value = make_json(JsonType::string, value_part);
    value->string = value_text;
  }
  return JsonOverride{.path = std::move(*path), .value = std::move(*value)};
}

bool set_value(JsonValue& root, const JsonPath& path, JsonValue value, Diagnostics& diagnostics) {
  if (path.empty()) {
    root = std::move(value);
    return true;
  }
  PathWalk walk(root, path, diagnostics);
  JsonValue* parent = walk.go_to_parent(true);
  if (parent == nullptr) return false;
  const PathToken& last = path.back();
  if (parent->is_array() && (last.text == "-" || parse_index(last.text) == parent->items.size())) {
    parent->items.push_back(std::move(value));
    return true;
  }
  JsonValue* place = walk.step(last, true);
  if (place == nullptr) return false;
  *place = std::move(value);
  return true;
}

bool unset_value(JsonValue& root, const JsonPath& path, Diagnostics& diagnostics) {
  if (path.empty()) {
    diagnostics.add(error_at(root.where, "the document itself cannot be removed"));
    return false;
  }
  PathWalk walk(root, path, diagnostics);
  JsonValue* parent = walk.go_to_parent(false);
  if (parent == nullptr || walk.step(path.back(), false) == nullptr) return false;
  if (parent->is_array()) {
    parent->items.erase(parent->items.begin() + static_cast<std::ptrdiff_t>(*parse_index(path.back().text)));
  } else {
    parent->erase(path.back().text);
  }
  return true;
}

}  // namespace drover
