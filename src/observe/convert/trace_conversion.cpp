#include "observe/convert/trace_conversion.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/det_math.h"
#include "core/exact_integers.h"
#include "core/field_table.h"
#include "core/hash.h"
#include "core/quaternion.h"
#include "core/text.h"
#include "observe/read/projectile_reader.h"
#include "observe/read/row_source.h"
#include "observe/read/trace_input.h"
#include "observe/record/dataset_file.h"
#include "observe/record/frame_rate.h"
#include "observe/record/json_file.h"
#include "observe/record/projectile_table.h"
#include "observe/record/unwrapped_positions.h"
#include "observe/record/walkable_world.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

std::string text_at(const Json& document, const char* pointer) {
  const Json::json_pointer place(pointer);
  return document.contains(place) && document[place].is_string() ? document[place].get<std::string>() : "";
}

// What is converted of one row.
struct Key {
  std::int64_t step = 0;
  std::uint32_t agent = 0;
};

// When obstacles and walls appeared and vanished; what is no such entry is left out.
std::vector<ShapeChange> doors_of(const Json& meta) {
  std::vector<ShapeChange> changes;
  if (!meta.contains("doors") || !meta["doors"].is_array()) return changes;
  for (const Json& entry : meta["doors"]) {
    if (!entry.is_object()) continue;
    const bool is_wall = entry.contains("wall");
    const Json& index = entry.value(is_wall ? "wall" : "obstacle", Json());
    const Json& step = entry.value("step", Json());
    const Json& present = entry.value("present", Json());
    if (!index.is_number_unsigned() || !step.is_number_unsigned() || !present.is_boolean()) continue;
    changes.push_back({step.get<std::int64_t>(), is_wall, index.get<std::uint32_t>(), present.get<bool>()});
  }
  return changes;
}

class Converter {
 public:
  Converter(const TraceSource& source, const ConversionSpec& spec)
      : source_(source), spec_(spec), rows_(source.rows, source.name) {}

  Conversion convert() {
    if (!prepare()) return std::move(result_);
    warn_of_long_steps();
    result_.output_problem = file_.open(spec_.path, *format_, dataset_spec(), Durability::cached);
    if (result_.output_problem) return std::move(result_);
    while (rows_.next()) {
      if (!convert_row()) return std::move(result_);
    }
    if (rows_.problem()) {
      fail(*rows_.problem());
      return std::move(result_);
    }
    if (!rows_.note().empty()) result_.notes.push_back(rows_.note());
    if (is_beyond_edges_ && !spec_.choices.unwrapped) result_.notes.emplace_back(kUnwrappedNote);
    if (!convert_projectiles()) return std::move(result_);
    file_.writer().end(
        {.frames = frames_of_run(),
         .changes = barrier_changes(source_.world.model(), doors_of(source_.meta), spec_.every),
         .projectiles = projectiles_.take_inside()});
    if ((result_.output_problem = file_.named(file_.writer().finish()))) return std::move(result_);
    for (const std::vector<std::string>& notes : {file_.writer().notes(), projectiles_.notes()})
      result_.notes.insert(result_.notes.end(), notes.begin(), notes.end());
    if ((result_.output_problem = projectiles_.publish(true))) return std::move(result_);
    result_.output_problem = file_.publish(meta(), true);
    result_.projectiles = projectiles_.path();
    return std::move(result_);
  }

 private:
  using Place = std::optional<std::size_t>;  // of a column in the trace

  // The way of one agent.
  struct Way {
    UnwrappedPosition position;
    std::int64_t last_step = std::numeric_limits<std::int64_t>::min();
  };

  bool prepare() {
    if (rows_.problem()) return fail(*rows_.problem());
    std::string problem;
    format_ = chosen_format(spec_.choices, spec_.path, problem);
    if (format_ != nullptr) problem = problem_with(spec_.choices, *format_);
    if (!problem.empty()) return fail(problem);
    const Bounds& bounds = source_.world.model().bounds;
    is_unwrapped_ = bounds.wraps() && spec_.choices.unwrapped.value_or(unwraps_by_default(*format_));
    needs_position_ = is_unwrapped_ || format_->has_layout;
    step_ = place_of("step");
    time_ = place_of("time");
    agent_ = place_of("agent");
    x_ = place_of("x");
    y_ = place_of("y");
    z_ = place_of("z") ? place_of("z") : place_of("state.z");
    hx_ = place_of("hx");
    hy_ = place_of("hy");
    heading_ = place_of("heading");
    orientation_ = {place_of("qw"), place_of("qx"), place_of("qy"), place_of("qz")};
    if (!step_ && !time_) return fail(fmt::format("{}: a trace needs the column step or time", source_.name));
    if (needs_position_ && (!x_ || !y_))
      return fail(fmt::format("{}: the columns x and y are needed for {}", source_.name, format_->name));
    if (format_->needs_headings && !(hx_ && hy_) && !heading_ && !has_orientations()) {
      return fail(fmt::format("{}: {} needs headings; record the columns hx and hy, or heading", source_.name,
                              format_->name));
    }
    for (const TrailCut& cut : source_.cuts)
      cuts_[cut.number].push_back(cut.step);
    for (auto& [number, steps] : cuts_)
      std::ranges::sort(steps);
    return choose_columns();
  }

  bool choose_columns() {
    for (auto name = spec_.columns.begin(); name != spec_.columns.end(); ++name) {
      if (std::find(spec_.columns.begin(), name, *name) != name)
        return fail(fmt::format("the column \"{}\" is given twice", *name));
    }
    for (const std::string& name : spec_.columns) {
      if (place_of(name)) continue;
      const std::vector<std::string_view> known(rows_.columns().begin(), rows_.columns().end());
      const std::string_view nearest = nearest_name(name, known);
      return fail(fmt::format("{} has no column \"{}\"; {}it has {}", source_.name, name,
                              nearest.empty() ? "" : fmt::format("did you mean \"{}\"? ", nearest),
                              fmt::join(known, ", ")));
    }
    if (format_->has_layout) return choose_layout_columns();
    const bool takes_all = spec_.columns.empty();
    for (const std::string& name :
         takes_all ? std::vector<std::string>(rows_.columns().begin(), rows_.columns().end())
                   : spec_.columns) {
      places_.push_back(*place_of(name));
      columns_.push_back(described(name));
    }
    for (const TableColumn& column : added_columns(spec_.choices)) {
      if (place_of(column.name))
        return fail(
            fmt::format("{} has a column \"{}\" already, which cannot be added", source_.name, column.name));
      added_.push_back(column);
    }
    return true;
  }

  // As an export of the scenario does: the columns that are asked for, else those that the scenario records.
  bool choose_layout_columns() {
    const std::span<const std::string> asked = spec_.columns.empty() ? source_.recorded : spec_.columns;
    std::vector<std::string> not_held, not_there;
    for (const std::string& name : asked) {
      const TableColumn column = described(name);
      const Held held = held_by(*format_, name, column.type);
      if (held == Held::own) continue;
      if (!place_of(name)) {
        not_there.push_back(name);
      } else if (held == Held::no) {
        not_held.push_back(name);
      } else {
        places_.push_back(*place_of(name));
        columns_.push_back(column);
      }
    }
    for (const std::string& name : rows_.columns()) {
      const bool is_left_out = held_by(*format_, name, described(name).type) != Held::own && name != "time" &&
                               std::ranges::find(asked, name) == asked.end();
      if (is_left_out) result_.columns_left_out.push_back(name);
    }
    if (!not_there.empty())
      result_.notes.push_back(fmt::format("{} has no {} {}, which an export of its scenario holds",
                                          source_.name, not_there.size() == 1 ? "column" : "columns",
                                          fmt::join(not_there, ", ")));
    if (!not_held.empty())
      result_.notes.push_back(fmt::format("{} cannot hold the {} {}", format_->name,
                                          not_held.size() == 1 ? "column" : "columns",
                                          fmt::join(not_held, ", ")));
    return true;
  }

  // As the file beside the trace describes the column; what it does not know is text.
  TableColumn described(const std::string& name) const {
    TableColumn column = {.name = name, .type = ColumnType::text};
    if (!source_.meta.contains("columns") || !source_.meta["columns"].is_array()) return column;
    for (const Json& entry : source_.meta["columns"]) {
      if (!entry.is_object() || text_at(entry, "/name") != name) continue;
      column.unit = text_at(entry, "/unit");
      column.doc = text_at(entry, "/doc");
      const std::string type = text_at(entry, "/type");
      column.type = type == "integer" ? ColumnType::integer
                                      : (type == "number" ? ColumnType::number : ColumnType::text);
    }
    return column;
  }

  DatasetSpec dataset_spec() {
    DatasetSpec spec = {
        .columns = columns_,
        .fps = frame_rate(time_step_of(source_.meta).value_or(source_.world.model().dt), spec_.every),
        .has_heights = z_.has_value() && source_.world.model().dimensions != Dimensions::plane,
        .digits = spec_.choices.digits,
        .csv_reader = spec_.choices.csv_reader,
        .scenario = text_at(source_.meta, "/provenance/scenario"),
        .run_id = spec_.choices.run_id,
        .seed = source_.world.model().seed};
    spec.columns.insert(spec.columns.end(), added_.begin(), added_.end());
    if (format_->holds_area) {
      spec.ground = walkable_ground(source_.world.model(), is_unwrapped_);
      if (source_.world.model().has_doors && !source_.meta.contains("doors"))
        result_.notes.emplace_back(
            "the file beside the trace does not say when doors opened and shut: the walkable area shows them "
            "as "
            "at the start; record the trace again, or export the scenario");
    }
    words_.resize((format_->has_layout ? kLayoutWidth : 0) + spec.columns.size());
    return spec;
  }

  // Between two rows of a trace an agent must not have gone half around the world, or which way it went is
  // not known.
  void warn_of_long_steps() {
    const World& world = source_.world;
    const Vec3 size = world.model().bounds.size();
    const double interval =
        static_cast<double>(stride_of(source_.meta).value_or(1)) * time_step_of(source_.meta).value_or(0.0);
    double fastest = 0.0;
    for (AgentIndex i = 0; i < world.model().body_count(); ++i)
      fastest = std::max(fastest, world.state.limits.max_speed[i]);
    const double least = size.z > 0.0 ? std::min({size.x, size.y, size.z}) : std::min(size.x, size.y);
    const double half = 0.5 * least;
    if (!is_unwrapped_ || fastest * interval < half) return;
    result_.notes.push_back(fmt::format(
        "agents may cross half of the world in the {:.6g} s between two rows of the trace, so that "
        "unwrapped positions "
        "may be wrong; record more often, or export the scenario",
        interval));
  }

  bool convert_row() {
    Key key;
    Vec3 position;
    if (!read_key(key)) return false;
    Way& way = ways_[key.agent];
    if (way.last_step == key.step)
      return fail(fmt::format("{}: agent {} has two rows of step {}", rows_.place(), key.agent, key.step));
    const std::int64_t since = std::exchange(way.last_step, key.step);
    if (needs_position_ && !read_position(way, is_unwrapped_ && is_cut(key, since), position)) return false;
    if (key.step % spec_.every == 0) return write(key, position);
    ++left_out_;
    return true;
  }

  bool read_key(Key& key) {
    double step = 0.0, agent = 0.0;
    if (step_) {
      if (!read_integer(step_, kLargestExactInteger, step)) return false;
    } else {
      const std::optional<double> time = number_of(cell(time_));
      if (!time || !std::isfinite(*time)) return fail_in_row(time_, "a number is needed");
      step = std::floor(*time / source_.world.model().dt + 0.5);
    }
    constexpr double kLargestNumber = std::numeric_limits<std::uint32_t>::max();
    if (!read_integer(agent_, kLargestNumber, agent)) return false;
    key = {static_cast<std::int64_t>(step), static_cast<std::uint32_t>(agent)};
    if (key.step < present_step_) {
      return fail(
          fmt::format("{}: step {} comes after step {}; a trace has its rows in the order of the steps",
                      rows_.place(), key.step, present_step_));
    }
    present_step_ = key.step;
    return true;
  }

  bool read_integer(Place place, double largest, double& value) {
    const std::optional<double> number = number_of(cell(place));
    if (!number || *number < 0.0 || *number > largest || std::floor(*number) != *number)
      return fail_in_row(place, fmt::format("{} is not a whole number from 0 to {:.0f}",
                                            quoted_or_this(cell(place).text), largest));
    value = *number;
    return true;
  }

  bool read_position(Way& way, bool is_cut_here, Vec3& position) {
    const std::array<std::pair<Place, double*>, 3> parts = {
        {{x_, &position.x}, {y_, &position.y}, {z_, &position.z}}};
    for (const auto& [place, part] : parts) {
      if (!place) continue;
      const std::optional<double> number = number_of(cell(place));
      if (!number || !std::isfinite(*number))
        return fail_in_row(place, quoted_or_this(cell(place).text) + " is not a finite number");
      *part = *number;
    }
    if (is_unwrapped_) position = way.position.advance(position, source_.world.model().bounds, is_cut_here);
    is_beyond_edges_ = is_beyond_edges_ || way.position.is_beyond_edges();
    return true;
  }

  bool read_heading(Vec3& heading) {
    if (!format_->needs_headings) return true;
    if (hx_ && hy_) {
      heading = {number_of(cell(hx_)).value_or(0.0), number_of(cell(hy_)).value_or(0.0), 0.0};
      return is_finite(heading) || fail_in_row(hx_, "must be finite");
    }
    if (!heading_) return read_forward(heading);
    const std::optional<double> angle = number_of(cell(heading_));
    if (!angle || !std::isfinite(*angle)) return fail_in_row(heading_, "a finite number is needed");
    heading = {det::cos(*angle), det::sin(*angle), 0.0};
    return true;
  }

  // From the orientation.
  bool read_forward(Vec3& heading) {
    std::array<double, 4> q{};
    for (std::size_t k = 0; k < q.size(); ++k) {
      q[k] = number_of(cell(orientation_[k])).value_or(kInfinity);
      if (!is_finite(q[k])) return fail_in_row(orientation_[k], "a finite number is needed");
    }
    heading = rotated({q[0], q[1], q[2], q[3]}, {1.0, 0.0, 0.0});
    return true;
  }

  bool has_orientations() const {
    return std::ranges::all_of(orientation_, [](const Place& place) { return place.has_value(); });
  }

  bool is_cut(const Key& key, std::int64_t since) const {
    const auto steps = cuts_.find(key.agent);
    if (steps == cuts_.end()) return false;
    const auto next = std::ranges::upper_bound(steps->second, since);
    return next != steps->second.end() && *next <= key.step;
  }

  bool fill_column(std::size_t k, std::uint64_t& word) {
    const Place place = places_[k];
    const TraceCell& value = cell(place);
    const bool is_position = is_unwrapped_ && (place == x_ || place == y_ || place == z_);
    if (is_position) return true;  // is filled from the way
    if (columns_[k].type == ColumnType::text) {
      word = file_.writer().text_word(k, value.number ? fmt::to_string(*value.number) : value.text);
      return true;
    }
    if (columns_[k].type == ColumnType::integer) {
      double number = 0.0;
      if (!read_integer(place, kLargestExactInteger, number)) return false;
      word = static_cast<std::uint64_t>(number);
      return true;
    }
    const std::optional<double> number = number_of(value);
    if (!number && value.present())
      return fail_in_row(place, quoted_or_this(value.text) + " is not a number");
    word = std::bit_cast<std::uint64_t>(number.value_or(std::numeric_limits<double>::quiet_NaN()));
    return true;
  }

  bool write(const Key& key, Vec3 position) {
    const std::uint64_t frame = static_cast<std::uint64_t>(key.step / spec_.every);
    const std::size_t start = format_->has_layout ? kLayoutWidth : 0;
    const std::span<std::uint64_t> own = std::span(words_).subspan(start);
    if (format_->has_layout) {
      LayoutPoint point = {.frame = frame, .id = key.agent, .position = position, .heading = {}};
      if (!read_heading(point.heading)) return false;
      put_layout(point, words_);
    }
    for (std::size_t k = 0; k < places_.size(); ++k) {
      if (is_unwrapped_ && places_[k] == *x_) own[k] = std::bit_cast<std::uint64_t>(position.x);
      if (is_unwrapped_ && places_[k] == *y_) own[k] = std::bit_cast<std::uint64_t>(position.y);
      if (is_unwrapped_ && places_[k] == z_) own[k] = std::bit_cast<std::uint64_t>(position.z);
      if (!fill_column(k, own[k])) return false;
    }
    fill_added(added_, {source_.world.model().seed, frame}, own.subspan(places_.size()));
    ++result_.rows;
    WrittenAgent& agent =
        result_.agents.try_emplace(key.agent, WrittenAgent{.first_frame = frame}).first->second;
    agent.last_frame = frame;
    ++agent.rows;
    result_.output_problem = file_.named(file_.writer().add(words_));
    return !result_.output_problem;
  }

  // What happened goes on; states only where the new file has frames.
  bool convert_projectiles() {
    const Model& model = source_.world.model();
    if (!ProjectileRows::exist_in(model)) return true;
    const std::unique_ptr<std::istream> input =
        source_.projectiles.empty() ? nullptr : open_trace(source_.projectiles);
    if (!input) {
      result_.notes.push_back(
          source_.projectiles.empty()
              ? fmt::format("{} has no table of projectiles; record it again, or export the scenario",
                            source_.name)
              : fmt::format("{}, the table of projectiles, cannot be read and is left out",
                            source_.projectiles));
      return true;
    }
    result_.output_problem = projectiles_.open({.trace = spec_.path,
                                                .has_folder = file_.has_meta(),
                                                .path = spec_.projectiles,
                                                .choices = spec_.choices,
                                                .seed = model.seed,
                                                .stride = spec_.every},
                                               *format_, model);
    ProjectileReader reader(*input, source_.projectiles, model);
    ProjectileRow row;
    while (!result_.output_problem && reader.next(row)) {
      const bool is_between = row.is_state() && row.step % static_cast<std::uint64_t>(spec_.every) != 0;
      if (!is_between) result_.output_problem = projectiles_.add({&row, 1});
    }
    if (reader.problem()) return fail(*reader.problem());
    return !result_.output_problem;
  }

  Json meta() const {
    Json out = source_.meta;
    out["table"] = format_->name;
    out["fps"] = frame_rate(time_step_of(source_.meta).value_or(source_.world.model().dt), spec_.every);
    if (is_unwrapped_) out["unwrapped"] = true;
    out["every"] = spec_.every;
    out["rows"] = result_.rows;
    out["content"] = to_json(file_.content());
    out.erase("projectiles");
    if (Json projectiles = projectiles_.meta(); !projectiles.is_null())
      out["projectiles"] = std::move(projectiles);
    out["columns"] = Json::array();
    for (const auto* columns : {&columns_, &added_}) {
      for (const TableColumn& column : *columns)
        out["columns"].push_back(column_json(column));
    }
    return out;
  }

  // Of the run that the trace is of, also where it has no rows; empty where the file beside it does not say.
  FrameRange frames_of_run() const {
    const auto step_at = [&](const char* pointer, std::int64_t otherwise) {
      const Json::json_pointer place(pointer);
      const bool is_there = source_.meta.contains(place) && source_.meta[place].is_number_unsigned();
      return is_there ? source_.meta[place].get<std::int64_t>() : otherwise;
    };
    const std::int64_t begin = std::max<std::int64_t>(0, step_at("/provenance/resumed_at", 0));
    const std::int64_t end = step_at("/provenance/steps", -1);
    if (end < begin) return {};
    return {.first = begin / spec_.every + (begin % spec_.every != 0 ? 1 : 0), .last = end / spec_.every};
  }

  Place place_of(std::string_view name) const { return find_column(rows_, name); }
  const TraceCell& cell(Place place) const { return rows_.cells()[*place]; }

  bool fail(std::string message) {
    result_.input_problem = std::move(message);
    return false;
  }

  bool fail_in_row(Place place, std::string_view message) {
    return fail(fmt::format("{}: column {}: {}", rows_.place(), rows_.columns()[*place], message));
  }

  const TraceSource& source_;
  const ConversionSpec& spec_;
  TraceFile rows_;
  const DatasetFormat* format_ = nullptr;
  bool is_unwrapped_ = false;
  bool is_beyond_edges_ = false;  // an unwrapped position
  bool needs_position_ = false;
  Place step_, time_, agent_, x_, y_, z_, hx_, hy_, heading_;
  std::array<Place, 4> orientation_;  // w, x, y, z of a quaternion
  std::vector<std::size_t> places_;   // of the columns that are written as they are
  std::vector<TableColumn> columns_;  // these, and added_ behind them
  std::vector<TableColumn> added_;
  std::vector<std::uint64_t> words_;
  DatasetFile file_;
  ProjectileTable projectiles_;
  std::map<std::uint32_t, Way> ways_;
  std::map<std::uint32_t, std::vector<std::int64_t>> cuts_;  // of each agent, ascending
  std::int64_t present_step_ = std::numeric_limits<std::int64_t>::min();
  std::uint64_t left_out_ = 0;  // rows between two frames
  Conversion result_;
};

}  // namespace

std::optional<std::int64_t> stride_of(const Json& meta) {
  if (!meta.contains("every") || !meta["every"].is_number_integer()) return std::nullopt;
  const auto every = meta["every"].get<std::int64_t>();
  return every > 0 ? std::optional(every) : std::nullopt;
}

std::optional<double> time_step_of(const Json& meta) {
  if (!meta.contains("dt") || !meta["dt"].is_number()) return std::nullopt;
  const auto dt = meta["dt"].get<double>();
  return dt > 0.0 && std::isfinite(dt) ? std::optional(dt) : std::nullopt;
}

std::vector<TrailCut> cuts_of(const Json& meta) {
  std::vector<TrailCut> cuts;
  if (!meta.contains("teleports") || !meta["teleports"].is_array()) return cuts;
  for (const Json& pair : meta["teleports"]) {
    if (!pair.is_array() || pair.size() != 2 || !pair[0].is_number_unsigned() ||
        !pair[1].is_number_unsigned())
      continue;
    cuts.push_back({pair[0].get<std::int64_t>(), pair[1].get<std::uint32_t>()});
  }
  return cuts;
}

Conversion convert_trace(const TraceSource& source, const ConversionSpec& spec) {
  return Converter(source, spec).convert();
}

}  // namespace drover
