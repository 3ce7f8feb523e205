#include "batch/plan_reader.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/utf8.h"
#include "scenario/document_names.h"
#include "scenario/json_schema.h"
#include "scenario/object_reader.h"
#include "scenario/reader_context.h"

namespace drover {
namespace {

constexpr JsonLimits kLimits;

// Nothing else can be said about a plan of another format.
bool check_format(const JsonValue& document, ReaderContext& context) {
  const JsonValue* format = document.find("format");
  if (format == nullptr || !format->is_number()) return true;
  if (format->number == static_cast<double>(kPlanFormat)) return true;
  const PointerScope scope(context, "format");
  report(context, format->where,
         {.message = fmt::format("this version of drover reads plans of format {}", kPlanFormat),
          .found = describe(*format),
          .allowed = {fmt::format("{}", kPlanFormat)}});
  return false;
}

}  // namespace

bool looks_like_plan(const JsonValue& document) {
  return document.find("scenario") != nullptr;
}

bool looks_like_plan(std::string_view text) {
  JsonSources sources;
  Diagnostics diagnostics;
  const std::uint32_t source = sources.add("", std::string(text));
  const std::optional<JsonValue> document = parse_json(sources, source, kLimits, diagnostics);
  return document && looks_like_plan(*document);
}

std::optional<LoadedPlan> read_plan(std::uint32_t source, JsonSources& sources, Diagnostics& diagnostics) {
  std::optional<JsonValue> document = parse_json(sources, source, kLimits, diagnostics);
  if (!document) return std::nullopt;
  ReaderContext context{.catalog = plan_catalog(), .diagnostics = diagnostics};
  if (!check_format(*document, context)) return std::nullopt;
  check_document_names(*document, context);
  LoadedPlan plan;
  read_object(*document, PlanDef::table(), &plan.def, context);
  if (diagnostics.has_errors()) return std::nullopt;
  const std::filesystem::path file = sources.at(source).name;
  plan.folder = file.parent_path().string();
  if (plan.def.name.empty()) plan.def.name = name_from(file.stem().string());
  plan.document = std::move(*document);
  return plan;
}

nlohmann::ordered_json plan_schema() {
  return json_schema(fmt::format("drover plan, format {}", kPlanFormat), plan_catalog());
}

}  // namespace drover
