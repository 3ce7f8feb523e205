#include "scenario/variables.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/utf8.h"
#include "scenario/expression.h"
#include "scenario/json_lexer.h"

namespace drover {
namespace {

constexpr std::string_view kVariables = "variables";

// What is needed before expressions are evaluated: they cannot stand for it.
constexpr std::array<std::string_view, 5> kLiteralKeys = {"format", "include", "extends", "type", "label"};

// What must not come out of an expression, because it was looked for before.
constexpr std::array<std::string_view, 6> kEarlyKeys = {"extends", "override", "change",
                                                        "add",     "label",    "include"};

bool has_expressions(const JsonValue& value) {
  return is_expression(value) || std::ranges::any_of(value.items, has_expressions) ||
         std::ranges::any_of(value.members, [](const JsonMember& member) {
           return !is_note(member.key) && has_expressions(member.value);
         });
}

// JSON values that may come out of expressions altogether: variables that hold others grow fast.
constexpr std::size_t kMaxCopied = 500'000;

struct Size {
  std::size_t values = 0;
  std::size_t depth = 0;  // of arrays and objects
};

Size size_of(const JsonValue& value) {
  Size size{1, 0};
  const auto add = [&size](const JsonValue& inner) {
    const Size part = size_of(inner);
    size.values += part.values;
    size.depth = std::max(size.depth, part.depth);
  };
  for (const JsonValue& item : value.items)
    add(item);
  for (const JsonMember& member : value.members)
    add(member.value);
  if (value.is_array() || value.is_object()) ++size.depth;
  return size;
}

// The names of variables in the expressions of a value, and where each is used.
struct Use {
  std::string name;
  SourceRange where;
};

void add_uses(const JsonValue& value, std::vector<Use>& uses) {
  if (const JsonValue* text = value.find(kExpressionKey); text != nullptr && text->is_string()) {
    for (const std::string_view name : names_in(text->string))
      uses.push_back({std::string(name), text->where});
  }
  for (const JsonValue& item : value.items)
    add_uses(item, uses);
  for (const JsonMember& member : value.members) {
    if (!is_note(member.key)) add_uses(member.value, uses);
  }
}

class ExpressionResolver {
 public:
  ExpressionResolver(JsonValue& document, const JsonLimits& limits, const JsonSources& sources,
                     ReaderContext& context)
      : document_(document), limits_(limits), sources_(sources), context_(context) {}

  bool run() {
    const std::size_t errors_before = context_.diagnostics.error_count();
    take_variables();
    std::vector<Use> uses;
    add_uses(document_, uses);
    for (const Use& use : uses)
      resolve_variable(use.name);
    substitute(document_, 0);
    if (!context_.diagnostics.has_errors()) warn_of_unused();
    return context_.diagnostics.error_count() == errors_before;
  }

 private:
  enum class Progress { open, on_chain, done };
  struct Variable {
    JsonMember member;
    Progress progress = Progress::open;
    std::vector<Use> uses = {};
    std::size_t next_use = 0;
  };

  void take_variables() {
    JsonValue* given = document_.find(kVariables);
    if (given == nullptr) return;
    if (given->is_object()) {
      const PointerScope scope(context_, kVariables);
      for (JsonMember& member : given->members) {
        if (is_note(member.key)) continue;
        const PointerScope name(context_, member.key);
        if (auto problem = check_variable_name(member.key))
          report(context_, member.key_where, std::move(*problem));
        values_.emplace(member.key, std::nullopt);
        index_.emplace(member.key, variables_.size());
        variables_.push_back({.member = std::move(member)});
      }
    } else {
      const PointerScope scope(context_, kVariables);
      report_type(context_, *given, kVariables, "an object of names and their values");
    }
    document_.erase(kVariables);
  }

  // Depth first along the variables that each one uses, without recursion: chains may be long.
  void resolve_variable(std::string_view name) {
    std::vector<Variable*> chain;
    push(name, chain);
    while (!chain.empty()) {
      Variable& variable = *chain.back();
      if (variable.next_use < variable.uses.size()) {
        const Use use = variable.uses[variable.next_use++];
        if (!push(use.name, chain)) report_circle(chain, use);
        continue;
      }
      // Its own variables are done; those in a circle have no value.
      variable.progress = Progress::done;
      const PointerScope scope(context_, kVariables);
      const PointerScope key(context_, variable.member.key);
      if (substitute(variable.member.value, 1))
        values_.find(variable.member.key)->second = std::move(variable.member.value);
      chain.pop_back();
    }
  }

  // Appends a variable that is still open. False where it is on the chain already.
  bool push(std::string_view name, std::vector<Variable*>& chain) {
    const auto found = index_.find(name);
    if (found == index_.end()) return true;
    Variable& variable = variables_[found->second];
    if (variable.progress != Progress::open) return variable.progress == Progress::done;
    variable.progress = Progress::on_chain;
    add_uses(variable.member.value, variable.uses);
    chain.push_back(&variable);
    return true;
  }

  void report_circle(const std::vector<Variable*>& chain, const Use& use) {
    std::string names;
    bool is_in_circle = false;
    for (const Variable* variable : chain) {
      is_in_circle = is_in_circle || variable->member.key == use.name;
      if (is_in_circle) names += fmt::format("\"{}\" -> ", variable->member.key);
    }
    const PointerScope scope(context_, kVariables);
    const PointerScope name(context_, chain.back()->member.key);
    report(context_, use.where,
           {.message = fmt::format("variables use each other in a circle: {}\"{}\"", names, use.name)});
  }

  // Evaluates all expressions in a value that is so deep in the document. Returns whether all have a value.
  bool substitute(JsonValue& value, std::size_t depth) {
    if (is_expression(value)) return replace(value, depth);
    bool good = true;
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      const PointerScope scope(context_, i);
      good = substitute(value.items[i], depth + 1) && good;
    }
    for (JsonMember& member : value.members) {
      if (is_note(member.key)) continue;
      const PointerScope scope(context_, member.key);
      good = !is_literal(member) && substitute(member.value, depth + 1) && good;
    }
    return good;
  }

  bool is_literal(const JsonMember& member) {
    if (!is_expression(member.value) || std::ranges::find(kLiteralKeys, member.key) == kLiteralKeys.end())
      return false;
    report(context_, member.value.where,
           {.message = fmt::format("an expression cannot stand for \"{}\"", member.key)});
    return true;
  }

  bool replace(JsonValue& value, std::size_t depth) {
    const JsonValue& text = *value.find(kExpressionKey);
    if (copied_ > kMaxCopied) return false;  // reported
    if (!text.is_string()) {
      const PointerScope scope(context_, kExpressionKey);
      return fail(text.where, {.message = "an expression is a text",
                               .found = describe(text),
                               .allowed = {R"(a string such as { "=": "2 * width" })"}});
    }
    if (value.members.size() > 1) {
      return fail(value.where, {.message = "\"=\" is the only key of an object that holds an expression",
                                .found = describe(value)});
    }
    auto result = evaluate(text.string, values_);
    if (auto* problem = std::get_if<ExpressionProblem>(&result)) return blame(text, *problem);
    JsonValue& found = std::get<JsonValue>(result);
    if (!check_size(found, text.where, depth) || !check_keys(found, text.where)) return false;
    found.where = text.where;
    value = std::move(found);
    return true;
  }

  // The place of a problem inside the text of an expression.
  bool blame(const JsonValue& text, ExpressionProblem& found) {
    if (found.problem.message.empty()) return false;
    const std::string_view source = sources_.at(text.where.source).text;
    const auto offset = [&](std::size_t decoded) {
      return static_cast<std::uint32_t>(offset_in_string(source, text.where.begin, decoded));
    };
    const std::size_t character = count_code_points(std::string_view(text.string).substr(0, found.begin)) + 1;
    found.problem.message =
        fmt::format("in the expression, character {}: {}", character, found.problem.message);
    return fail({text.where.source, offset(found.begin), offset(found.end)}, std::move(found.problem));
  }

  bool check_size(const JsonValue& value, const SourceRange& where, std::size_t depth) {
    const Size size = size_of(value);
    copied_ += size.values;
    if (depth + size.depth > limits_.depth)
      return fail(where, {.message = fmt::format("variables would make the document deeper than {} levels",
                                                 limits_.depth)});
    if (copied_ > kMaxCopied)
      return fail(where, {.message = fmt::format("variables would make the document larger than {} values",
                                                 kMaxCopied)});
    return true;
  }

  bool check_keys(const JsonValue& value, const SourceRange& where) {
    for (const JsonMember& member : value.members) {
      if (std::ranges::find(kEarlyKeys, member.key) == kEarlyKeys.end()) continue;
      return fail(where, {.message = fmt::format("\"{}\" cannot come out of a variable", member.key),
                          .hint = "It takes effect before expressions are evaluated."});
    }
    return std::ranges::all_of(value.items, [&](const JsonValue& item) { return check_keys(item, where); }) &&
           std::ranges::all_of(value.members,
                               [&](const JsonMember& member) { return check_keys(member.value, where); });
  }

  bool fail(const SourceRange& where, Problem problem) {
    report(context_, where, std::move(problem));
    return false;
  }

  // Included files may offer more than is used.
  void warn_of_unused() {
    for (const Variable& variable : variables_) {
      const SourceRange& where = variable.member.key_where;
      const bool is_own = where.source == document_.where.source ||
                          sources_.at(where.source).kind == SourceKind::command_line;
      if (variable.progress != Progress::open || !is_own) continue;
      const PointerScope scope(context_, kVariables);
      const PointerScope name(context_, variable.member.key);
      report(context_, where,
             {.message = fmt::format("nothing uses the variable \"{}\"", variable.member.key),
              .severity = Severity::warning});
    }
  }

  JsonValue& document_;
  const JsonLimits& limits_;
  const JsonSources& sources_;
  ReaderContext& context_;
  std::vector<Variable> variables_;  // in the order of the document
  std::map<std::string, std::size_t, std::less<>> index_;
  VariableValues values_;
  std::size_t copied_ = 0;  // JSON values that came out of expressions
};

}  // namespace

bool resolve_expressions(JsonValue& document, const JsonLimits& limits, const JsonSources& sources,
                         ReaderContext& context) {
  if (document.find(kVariables) == nullptr && !has_expressions(document)) return true;
  return ExpressionResolver(document, limits, sources, context).run();
}

}  // namespace drover
