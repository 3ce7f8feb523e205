#include "scenario/includes.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/text.h"
#include "core/utf8.h"
#include "scenario/builtin_types.h"
#include "scenario/document_merge.h"
#include "scenario/file_root.h"
#include "scenario/text_file.h"
#include "sim/definitions/definitions.h"

namespace drover {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kInclude = "include";
constexpr std::string_view kFileNames = R"(a list of file names such as ["types.json", "drover:walker"])";

// A file that is being read.
struct OpenFile {
  std::string name;  // as messages call it
  std::string key;   // the same for all ways that lead to the file; empty: no file
  std::string folder;
};

std::string key_of(const std::string& path) {
  if (path.empty()) return {};
  std::error_code error;
  const fs::path canonical = fs::weakly_canonical(path, error);
  return error ? path : canonical.string();
}

class IncludeReader {
 public:
  // `folder`: of the document.
  IncludeReader(const std::string& folder, const JsonLimits& limits, JsonSources& sources,
                ReaderContext& context)
      : root_(root_for(folder)), limits_(limits), sources_(sources), context_(context) {}

  // Merges what the document of `file` includes into it.
  void resolve(JsonValue& document, OpenFile file) {
    const JsonValue* given = document.find(kInclude);
    if (given == nullptr) return;
    const JsonValue include = *given;
    const PointerScope scope(context_, kInclude);
    if (!include.is_array()) {
      report_type(context_, include, kInclude, kFileNames);
      return;
    }
    open_.push_back(std::move(file));
    JsonValue included = make_json(JsonType::object, document.where);
    for (std::size_t i = 0; i < include.items.size(); ++i) {
      const PointerScope index(context_, i);
      std::optional<JsonValue> next = read(include.items[i]);
      if (!next) continue;
      const WholeDocument whole(context_);
      included = join_included(included, *next, document, sources_, context_);
    }
    open_.pop_back();
    const WholeDocument whole(context_);
    document = merge_over_included(included, document, sources_, context_);
  }

 private:
  // Problems of merged parts have pointers of the whole document, wherever the file is included.
  class WholeDocument {
   public:
    explicit WholeDocument(ReaderContext& context)
        : pointer_(context.pointer), before_(std::exchange(context.pointer, {})) {}
    ~WholeDocument() { pointer_ = before_; }
    WholeDocument(const WholeDocument&) = delete;
    WholeDocument& operator=(const WholeDocument&) = delete;

   private:
    std::string& pointer_;
    std::string before_;
  };

  // The document of one name in "include", with what it includes. Nothing after an error, and for a file that
  // was included before.
  std::optional<JsonValue> read(const JsonValue& name) {
    if (!name.is_string()) {
      report_type(context_, name, kInclude, kFileNames);
      return std::nullopt;
    }
    const bool is_builtin = name.string.starts_with(kBuiltinPrefix);
    OpenFile file{name.string, name.string, {}};
    if (!is_builtin) {
      const fs::path path = fs::path(open_.back().folder) / name.string;
      // "-" alone would be standard input.
      const std::string shown = path == "-" ? "./-" : path.string();
      file = {shown, key_of(shown), path.parent_path().string()};
    }
    if (is_circle(file, name) || !seen_.insert(file.key).second) return std::nullopt;
    if (!check_limits(name)) return std::nullopt;
    const std::optional<std::uint32_t> source = is_builtin ? open_builtin(name) : open(file, name);
    if (!source) return std::nullopt;
    sources_.set_included_from(*source, name.where);
    const WholeDocument whole(context_);
    if (!looks_like_object(sources_.at(*source).text)) return refuse_text(file, name);
    std::optional<JsonValue> document = parse_json(sources_, *source, limits_, context_.diagnostics);
    if (!document || !check_document(*document)) return std::nullopt;
    resolve(*document, std::move(file));
    return document;
  }

  bool is_circle(const OpenFile& file, const JsonValue& name) {
    const auto begin = std::ranges::find(open_, file.key, &OpenFile::key);
    if (begin == open_.end()) return false;
    std::string chain;
    for (auto each = begin; each != open_.end(); ++each)
      chain += each->name + " -> ";
    report(context_, name.where, {.message = "files include each other in a circle: " + chain + begin->name});
    return true;
  }

  bool check_limits(const JsonValue& name) {
    std::string message;
    if (seen_.size() > kMaxIncludedFiles)
      message = fmt::format("more than {} files are included", kMaxIncludedFiles);
    if (open_.size() > kMaxIncludeDepth)
      message = fmt::format("files include each other deeper than {} levels", kMaxIncludeDepth);
    if (message.empty()) return true;
    report(context_, name.where, {.message = std::move(message)});
    return false;
  }

  // Of a file that is no scenario nothing is shown: what it holds may be secret.
  std::nullopt_t refuse_text(const OpenFile& file, const JsonValue& name) {
    report(context_, name.where,
           {.message = "the file cannot be included: it is no JSON object", .found = file.name});
    return std::nullopt;
  }

  std::optional<std::uint32_t> open(const OpenFile& file, const JsonValue& name) {
    if (!is_inside(root_, file.name)) {
      report(
          context_, name.where,
          {.message = "the file cannot be included: it is outside of the folder whose files may be named",
           .found = file.name,
           .hint =
               "That is the working folder, or the one of the file that is read; --root DIR names another."});
      return std::nullopt;
    }
    std::error_code error;
    if (fs::exists(file.name, error) && !fs::is_regular_file(file.name, error) &&
        !fs::is_directory(file.name, error)) {
      report(context_, name.where,
             {.message = "the file cannot be included: it is a device or a pipe", .found = file.name});
      return std::nullopt;
    }
    Diagnostics of_file;
    const std::optional<std::uint32_t> source = read_text_file(sources_, file.name, limits_, of_file);
    if (source) {
      bytes_ += sources_.at(*source).text.size();
      if (bytes_ <= limits_.text_bytes) return source;
      report(context_, name.where,
             {.message = "the included files are larger together than the limit of " +
                         counted_bytes(limits_.text_bytes)});
      return std::nullopt;
    }
    for (const Diagnostic& problem : of_file.sorted())
      report(context_, name.where,
             {.message = "the file cannot be included: " + problem.message,
              .found = file.name,
              .hint = open_.back().key.empty()
                          ? "File names are relative to the working directory here."
                          : "File names are relative to the folder of the file they stand in."});
    return std::nullopt;
  }

  std::optional<std::uint32_t> open_builtin(const JsonValue& name) {
    const std::string_view wanted = std::string_view(name.string).substr(kBuiltinPrefix.size());
    if (const BuiltinTypes* found = find_builtin_types(wanted))
      return sources_.add(name.string, std::string(found->text));
    std::vector<std::string> names;
    for (const BuiltinTypes& types : builtin_types())
      names.push_back(fmt::format("{}{}", kBuiltinPrefix, types.name));
    Problem problem = unknown_name(fmt::format("drover has no types \"{}\"", shorten(wanted)), name.string,
                                   std::move(names));
    problem.hint = "\"drover list types\" shows all of them.";
    report(context_, name.where, std::move(problem));
    return std::nullopt;
  }

  bool check_document(const JsonValue& document) {
    if (!document.is_object()) {
      report(context_, document.where,
             {.message = "an included file is a scenario or a part of one",
              .found = describe(document),
              .allowed = {"an object"}});
      return false;
    }
    const JsonValue* format = document.find("format");
    if (format == nullptr || (format->is_number() && format->number == double{kScenarioFormat})) return true;
    const PointerScope scope(context_, "format");
    report(context_, format->where,
           {.message = "the included file has another format",
            .found = describe(*format),
            .allowed = {fmt::format("{}", kScenarioFormat)}});
    return false;
  }

  const std::string root_;
  const JsonLimits& limits_;
  JsonSources& sources_;
  ReaderContext& context_;
  std::vector<OpenFile> open_;
  std::set<std::string> seen_;
  std::size_t bytes_ = 0;
};

}  // namespace

void resolve_includes(JsonValue& document, const DocumentOrigin& origin, const JsonLimits& limits,
                      JsonSources& sources, ReaderContext& context) {
  if (!document.is_object()) return;
  IncludeReader(origin.folder, limits, sources, context)
      .resolve(document,
               {origin.file.empty() ? "the document" : origin.file, key_of(origin.file), origin.folder});
  drop_overrides(document, context);
}

}  // namespace drover
