#include "batch/dataset.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sha256.h>
#include <sys/stat.h>

#include "batch/collection.h"
#include "batch/dataset_card.h"
#include "batch/hidden_folder.h"
#include "batch/plan_reader.h"
#include "batch/run_scenarios.h"
#include "core/numerics.h"
#include "observe/convert/trace_conversion.h"
#include "observe/read/trace_input.h"
#include "observe/record/dataset_file.h"
#include "observe/record/json_file.h"
#include "observe/record/projectile_table.h"
#include "observe/record/provenance.h"
#include "run/result_json.h"
#include "scenario/scenario_reader.h"
#include "sim/construction/world_builder.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

std::string sha256_of(std::string_view bytes) {
  SHA2_CTX context;
  SHA256Init(&context);
  SHA256Update(&context, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  std::array<char, SHA256_DIGEST_STRING_LENGTH> text{};
  return SHA256End(&context, text.data());
}

struct ListedFile {
  std::string path;  // below the dataset
  std::uint64_t bytes = 0;
  std::string hash;
};

std::string_view ending_of(const DatasetFormat& format) {
  return format.folder_ending.empty() ? format.endings.front() : format.folder_ending;
}

class DatasetFolder {
 public:
  DatasetFolder(const DatasetOptions& options, const Catalog& catalog,
                const std::function<bool()>& is_stopped,
                const std::function<void(std::size_t, std::size_t)>& progress)
      : options_(options), catalog_(catalog), is_stopped_(is_stopped), progress_(progress) {}

  DatasetResult make() {
    if (!read_batch()) return std::move(result_);
    const DatasetPlace place = find_dataset_place(options_.folder);
    if (place.problem) return refuse(*place.problem, false);
    if (Failure failure = prepare_folder(place.path)) return refuse(*failure, false);
    const fs::path path(place.path);
    HiddenFolder folder;
    if (Failure failure = folder.create(path.parent_path().string(), path.filename().string()))
      return refuse(*failure, false);
    folder_ = folder.path();
    if (!write_all()) return std::move(result_);
    if (const int error = folder.rename_to(place.path, options_.durability); error != 0)
      return refuse(fmt::format("cannot create {}: {}", options_.folder, std::strerror(error)), false);
    return std::move(result_);
  }

 private:
  DatasetResult refuse(std::string problem, bool is_bad_input) {
    fail(std::move(problem), is_bad_input);
    return std::move(result_);
  }
  bool fail(std::string problem, bool is_bad_input) {
    result_.problem = std::move(problem);
    result_.is_bad_input = is_bad_input;
    return false;
  }

  bool read_batch() {
    CollectionReading reading = read_collection(options_.batch);
    if (!reading.problem.empty()) return fail(reading.problem, true);
    collection_ = std::move(reading.collection);
    const std::size_t missing = collection_.runs.size() - collection_.count(CollectedStatus::complete);
    if (missing > 0)
      return fail(fmt::format("{} of {} runs of {} are not complete; drover batch goes on with them", missing,
                              collection_.runs.size(), options_.batch),
                  true);
    const std::string& trace = collection_.trace;
    if (trace.empty())
      return fail(
          fmt::format("the runs of {} have no traces; run its plan again with \"trace\": \"trace.csv\"",
                      options_.batch),
          true);
    if (!is_trace_name(trace))
      return fail(fmt::format("the traces of {} are {}, which drover does not read back; record trace.csv",
                              options_.batch, trace),
                  true);
    if (!read_plan_document()) return false;
    format_ = find_dataset_format(options_.choices.format);
    split_ = split_runs(collection_.runs, options_.split_by, options_.shares);
    result_.notes.insert(split_.notes.begin(), split_.notes.end());
    result_.split_runs = split_.runs;
    return true;
  }

  // What is published is a plan with its scenarios in it, whatever the folder says.
  bool read_plan_document() {
    JsonReading reading = read_result_below(options_.batch, "plan.json", kListLimits);
    if (!reading.problem.empty()) return fail(reading.problem, true);
    JsonSources sources;
    Diagnostics diagnostics;
    const std::uint32_t source = sources.add(options_.batch + "/plan.json", reading.document.dump());
    if (!read_plan(source, sources, diagnostics))
      return fail(
          fmt::format("{}/plan.json is no plan: {}", options_.batch, diagnostics.sorted().front().message),
          true);
    plan_ = std::move(reading.document);
    return true;
  }

  bool write_all() {
    std::set<std::string> done;
    for (std::size_t k = 0; k < collection_.runs.size(); ++k) {
      if (is_stopped_()) return fail("interrupted", false);
      // A run may stand in several experiments.
      if (done.insert(collection_.runs[k].id).second && !write_run(k)) return false;
      progress_(k + 1, collection_.runs.size());
    }
    result_.runs = done.size();
    runs_ = run_table(collection_);
    return put("agents.csv", csv_text(agents_, options_.choices.csv_reader)) &&
           put("metrics.csv", csv_text(runs_, options_.choices.csv_reader)) && write_documents();
  }

  bool write_run(std::size_t index) {
    const CollectedRun& run = collection_.runs[index];
    const std::string name = fmt::format("runs/{}/{}", run.id, collection_.trace);
    const std::string path = options_.batch + "/" + name;
    const JsonReading reading = read_result_below(options_.batch, trace_meta_path(name), kListLimits);
    if (!reading.problem.empty()) return fail(reading.problem, true);
    const Json& meta = reading.document;
    if (!meta.is_object() || !meta.contains("scenario") || !has_columns(meta) ||
        (meta.contains("projectiles") && !has_columns(meta["projectiles"])))
      return fail(fmt::format("{} does not describe a trace", trace_meta_path(path)), true);
    if (columns_.is_null()) columns_ = meta["columns"];
    if (columns_ != meta["columns"])
      return fail(fmt::format("the traces of runs have different columns: {}", path), true);
    return convert(index, path, meta) &&
           put(fmt::format("scenarios/{}.json", run.id), pretty(meta["scenario"]));
  }

  static bool has_columns(const Json& table) {
    return table.is_object() && table.contains("columns") && table["columns"].is_array() &&
           std::ranges::all_of(table["columns"], [](const Json& column) {
             return column.is_object() &&
                    std::ranges::all_of(column, [](const Json& text) { return text.is_string(); });
           });
  }

  // Whether the metrics and the bytes of the trace are those of the run and of the scenario beside the trace.
  bool is_believed(const CollectedRun& run, const LoadedScenario& scenario, const Json& meta) {
    RunKey key = key_of(scenario);
    // Another version of drover may read another scenario in it.
    const Json::json_pointer version("/provenance/drover");
    if (meta.contains(version) && meta[version] != Json(drover_version())) key.id = run.id;
    if (key.id != run.id || key.seed != run.seed)
      return fail(fmt::format("the scenario beside the trace of {} is that of another run", run.id), true);
    const StoredResult stored = read_stored(options_.batch, key, collection_.trace, FileCheck::content);
    return stored.state == ResultState::complete || fail(stored.problem, true);
  }

  // The trace in the format of the dataset; tables with the id and the seed of the run in every row.
  bool convert(std::size_t index, const std::string& trace, const Json& meta) {
    const CollectedRun& run = collection_.runs[index];
    JsonSources sources;
    Diagnostics diagnostics;
    const auto scenario =
        read_scenario_text({trace, meta["scenario"].dump()}, {}, catalog_, sources, diagnostics);
    if (!scenario) return fail(fmt::format("the scenario of the trace {} cannot be read", trace), true);
    if (!is_believed(run, *scenario, meta)) return false;
    const std::unique_ptr<std::istream> rows = open_trace(trace);
    if (!rows) return fail(fmt::format("the trace {} cannot be read", trace), true);
    const BuiltWorld built = build_world(scenario->def);
    const double dt = time_step_of(meta).value_or(built.world.model().dt);
    const auto stride = frame_stride(options_.frames, dt, stride_of(meta).value_or(1));
    if (const auto* problem = std::get_if<std::string>(&stride))
      return fail(fmt::format("{}: {}", trace, *problem), true);
    const std::string file = fmt::format("{}/{}{}", kSplits[split_.part[index]], run.id, ending_of(*format_));
    ConversionSpec spec{
        .path = folder_ + "/" + file, .choices = options_.choices, .every = std::get<std::int64_t>(stride)};
    const std::string projectiles = fmt::format("projectiles/{}{}", run.id, ending_of(*format_));
    if (!format_->has_layout) {
      spec.projectiles = folder_ + "/" + projectiles;
      if (Failure failure = prepare_folder(spec.projectiles)) return fail(*failure, false);
    }
    spec.choices.run_id = run.id;
    if (!format_->has_layout) spec.choices.with = {"run_id", "seed"};
    if (Failure failure = prepare_folder(spec.path)) return fail(*failure, false);
    const std::vector<TrailCut> cuts = cuts_of(meta);
    const Conversion result = convert_trace({.rows = *rows,
                                             .name = trace,
                                             .meta = meta,
                                             .world = built.world,
                                             .cuts = cuts,
                                             .projectiles = find_projectile_table(trace, meta)},
                                            spec);
    if (!result.is_good())
      return fail(result.output_problem.value_or(result.input_problem), !result.output_problem);
    result_.rows += result.rows;
    result_.notes.insert(result.notes.begin(), result.notes.end());
    result_.columns_left_out.insert(result.columns_left_out.begin(), result.columns_left_out.end());
    count(index, built.world, result, {dt, frame_rate(dt, spec.every)});
    const bool has_projectiles = !format_->has_layout || format_->holds_projectiles;
    if (has_projectiles && meta.contains("projectiles")) projectile_columns_ = meta["projectiles"]["columns"];
    return move_provenance(file, run.id) && note(file) && (result.projectiles.empty() || note(projectiles));
  }

  // The file beside a trace is none of the data.
  bool move_provenance(const std::string& file, const std::string& id) {
    const std::string target = fmt::format("provenance/{}.json", id);
    if (Failure failure = prepare_folder(folder_ + "/" + target)) return fail(*failure, false);
    std::error_code error;
    fs::rename(trace_meta_path(folder_ + "/" + file), folder_ + "/" + target, error);
    if (error) return fail(fmt::format("cannot create {}: {}", target, error.message()), false);
    return note(target);
  }

  // Rows of agents.csv, and what the card tells of the part.
  void count(std::size_t index, const World& world, const Conversion& written, const DatasetRate& rate) {
    const CollectedRun& run = collection_.runs[index];
    const Model& model = world.model();
    DatasetPart& part = parts_[split_.part[index]];
    ++part.runs;
    part.points.insert(point_key(run));
    part.seeds.insert(run.seed);
    rates_.insert(rate);
    std::map<AgentIndex, std::string> names;
    for (const AgentName& entry : model.names)
      names[entry.agent] = entry.name;
    for (const auto& [number, agent] : written.agents) {
      const auto& numbers = model.agents.number;
      const auto found = std::ranges::lower_bound(numbers, number);
      const bool is_known = found != numbers.end() && *found == number;
      const auto body = static_cast<AgentIndex>(found - numbers.begin());
      const std::string type = is_known ? model.type_of(body).name : "";
      agents_.rows.push_back({run.id, std::string(kSplits[split_.part[index]]),
                              static_cast<std::int64_t>(number), is_known ? names[body] : "", type,
                              is_known ? Cell(world.state.limits.radius[body]) : Cell(),
                              static_cast<std::int64_t>(agent.first_frame) * format_->frame_step,
                              static_cast<std::int64_t>(agent.last_frame) * format_->frame_step,
                              static_cast<std::int64_t>(agent.rows)});
      DatasetPart::Type& type_count = part.types[type];
      ++type_count.agents;
      type_count.rows += agent.rows;
      type_count.seconds += static_cast<double>(agent.last_frame - agent.first_frame) / rate.fps;
    }
  }

  // Takes up a file that was written.
  bool note(const std::string& path) {
    std::ifstream file(folder_ + "/" + path, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (!file) return fail(fmt::format("cannot read {}/{}", folder_, path), false);
    files_.push_back({path, text.size(), sha256_of(text)});
    return true;
  }

  bool write_documents() {
    const DatasetCard card{.title = options_.title.empty() ? collection_.plan : options_.title,
                           .licence = options_.licence,
                           .author = options_.author,
                           .runs = result_.runs,
                           .rows = result_.rows,
                           .parts = parts_,
                           .rates = rates_,
                           .split_by = options_.split_by,
                           .ending = std::string(ending_of(*format_)),
                           .layout = format_->has_layout ? std::string(format_->summary) : "",
                           .columns = columns_,
                           .projectile_columns = projectile_columns_,
                           .columns_left_out = result_.columns_left_out,
                           .parameters = collection_.parameters};
    return put("README.md", card_text(card)) && put("LICENSE", licence_text(card)) &&
           put("plan.json", pretty(plan_)) && put("manifest.json", pretty(manifest())) &&
           put("datapackage.json", pretty(data_package(card))) && write_sums();
  }

  Json manifest() const {
    Json shares = Json::object();
    for (std::size_t k = 0; k < kSplits.size(); ++k)
      shares[std::string(kSplits[k])] = options_.shares[k];
    Json runs = Json::array();
    std::set<std::string> known;
    for (std::size_t k = 0; k < collection_.runs.size(); ++k) {
      const CollectedRun& run = collection_.runs[k];
      if (!known.insert(run.id).second) continue;
      Json parameters = Json::object();
      for (const auto& [path, value] : run.parameters)
        parameters[path] = Json::parse(value);
      runs.push_back({{"id", run.id},
                      {"seed", run.seed},
                      {"split", kSplits[split_.part[k]]},
                      {"state_hash", run.state_hash},
                      {"parameters", std::move(parameters)}});
    }
    return {{"format", 1},
            {"drover", drover_version()},
            {"numerics", kNumericsProfile},
            {"plan", collection_.plan},
            {"split",
             {{"by", kSplitBy[static_cast<std::size_t>(options_.split_by)]}, {"percent", std::move(shares)}}},
            {"columns", columns_},
            {"runs", std::move(runs)}};
  }

  Json data_package(const DatasetCard& card) const {
    Json resources = Json::array();
    for (const ListedFile& file : files_) {
      Json resource = {{"name", resource_name(file.path)},
                       {"path", file.path},
                       {"bytes", file.bytes},
                       {"hash", "sha256:" + file.hash}};
      const bool is_trace = file.path.ends_with(".csv") && file.path.find('/') != std::string::npos;
      if (file.path.ends_with(".csv")) {
        resource["format"] = "csv";
        resource["mediatype"] = "text/csv";
        resource["encoding"] = "utf-8";
      }
      if (is_trace) {
        resource["type"] = "table";
        const bool is_of_projectiles = file.path.starts_with("projectiles/");
        resource["schema"] = {{"fields", trace_fields(is_of_projectiles ? projectile_columns_ : columns_)}};
      } else if (file.path == "agents.csv" || file.path == "metrics.csv") {
        resource["type"] = "table";
        resource["schema"] = {{"fields", table_fields(file.path == "agents.csv" ? agents_ : runs_)}};
      }
      resources.push_back(std::move(resource));
    }
    return {{"$schema", "https://datapackage.org/profiles/2.0/datapackage.json"},
            {"name", resource_name(card.title)},
            {"title", card.title},
            {"licenses", Json::array({licence_json(card)})},
            {"resources", std::move(resources)}};
  }

  bool write_sums() {
    std::map<std::string, std::string> sums;
    for (const ListedFile& file : files_)
      sums[file.path] = file.hash;
    std::string text;
    for (const auto& [path, hash] : sums)
      text += fmt::format("{}  {}\n", hash, path);
    return put("SHA256SUMS", text);
  }

  bool put(const std::string& path, const std::string& text) {
    OutputFile file;
    const std::string full = folder_ + "/" + path;
    Failure failure = prepare_folder(full);
    if (!failure) failure = file.open(full);
    if (!failure) failure = file.write(text);
    if (!failure) failure = file.commit();
    if (failure) return fail(*failure, false);
    files_.push_back({path, text.size(), sha256_of(text)});
    return true;
  }

  const DatasetOptions& options_;
  const Catalog& catalog_;
  const std::function<bool()>& is_stopped_;
  const std::function<void(std::size_t, std::size_t)>& progress_;
  std::string folder_;
  const DatasetFormat* format_ = nullptr;
  Collection collection_;
  Json plan_;
  Json columns_;
  Json projectile_columns_;  // of the table of projectiles; null without
  DatasetSplit split_;
  std::array<DatasetPart, kSplits.size()> parts_;
  std::set<DatasetRate> rates_;
  ResultTable agents_ = {
      .name = "agents",
      .columns = {"run_id", "split", "agent", "name", "type", "radius", "first_frame", "last_frame", "rows"},
      .rows = {}};
  ResultTable runs_;
  std::vector<ListedFile> files_;
  DatasetResult result_;
};

// Why a folder cannot be replaced by a dataset, as far as it shows before the work.
Failure reason_to_keep(const fs::path& path, const std::string& name) {
  std::error_code error;
  if (fs::is_symlink(path, error)) return fmt::format("{} is a link that leads nowhere", name);
  if (!fs::exists(path, error)) return std::nullopt;
  if (!fs::is_directory(path, error)) return fmt::format("{} exists and is no folder", name);
  const bool is_empty = fs::is_empty(path, error);
  if (error) return fmt::format("cannot read {}: {}", name, error.message());
  if (!is_empty) return fmt::format("{} exists and is not empty", name);
  if (fs::equivalent(path, ".", error))
    return fmt::format("{} is the folder drover was started in, which cannot be replaced; name another",
                       name);
  struct stat own {
  }, above{};
  const bool is_mounted = ::stat(path.c_str(), &own) == 0 &&
                          ::stat(path.parent_path().c_str(), &above) == 0 && own.st_dev != above.st_dev;
  if (is_mounted) return fmt::format("{} is a mount point; name a folder in it", name);
  return std::nullopt;
}

}  // namespace

DatasetPlace find_dataset_place(const std::string& folder) {
  std::error_code error;
  fs::path path = fs::weakly_canonical(folder, error);
  if (error) return {.problem = fmt::format("cannot write {}: {}", folder, error.message())};
  if (!path.is_absolute()) path = fs::absolute(path);
  if (!path.has_filename()) path = path.parent_path();
  DatasetPlace place{.path = path.string(), .problem = reason_to_keep(path, folder)};
  if (place.problem) return place;
  bool is_busy = false;
  visit_hidden_folders(path.parent_path().string(),
                       [&](const std::string& name, const std::string&, bool is_left_over) {
                         const bool is_ours = name == path.filename().string();
                         is_busy = is_busy || (is_ours && !is_left_over);
                         return is_ours;
                       });
  if (is_busy) place.problem = fmt::format("cannot write {}: another run of drover is writing it", folder);
  return place;
}

std::string dataset_folder(const std::string& name) {
  fs::path path = fs::path(name).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();  // a slash at the end
  // Names beside "." and ".." are made of the name that the folder has.
  if (path.filename() == "." || path.filename() == "..")
    path = fs::path(fs::absolute(path) / "").lexically_normal().parent_path();
  return path.string();
}

DatasetResult make_dataset(const DatasetOptions& options, const Catalog& catalog,
                           const std::function<bool()>& is_stopped,
                           const std::function<void(std::size_t, std::size_t)>& progress) {
  return DatasetFolder(options, catalog, is_stopped, progress).make();
}

}  // namespace drover
