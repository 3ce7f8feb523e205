#include "observe/dataset/dataset_format.h"

#include <algorithm>
#include <filesystem>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "observe/dataset/number_text.h"

namespace drover {
namespace {

double number_at(std::span<const std::uint64_t> words, LayoutColumn column) {
  // + 0 makes 0 of -0, whose sign carries no information and is lost by some readers.
  return std::bit_cast<double>(words[static_cast<std::size_t>(column)]) + 0.0;
}

std::uint64_t integer_at(std::span<const std::uint64_t> words, LayoutColumn column) {
  return words[static_cast<std::size_t>(column)];
}

constexpr const DatasetFormat* kFormats[] = {&kCsv,      &kCsvZst,    &kJsonLines, &kJsonLinesZst,
                                             &kJupedsim, &kPedpyText, &kPedpyHdf5, &kTrajnet,
                                             &kEthUcy,   &kNpz};

// "csv, csv.zst, jsonl or jsonl.zst": the names of formats of a kind.
template <class Predicate>
std::string names_where(const Predicate& holds) {
  std::vector<std::string_view> names;
  for (const DatasetFormat* format : kFormats) {
    if (holds(*format)) names.push_back(format->name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::string_view name_of(ColumnType type) {
  static constexpr std::array<std::string_view, 3> kNames = {"integer", "number", "text"};
  return kNames[static_cast<std::size_t>(type)];
}

void put_layout(const LayoutPoint& point, std::span<std::uint64_t> words) {
  words[0] = point.frame;
  words[1] = point.id;
  std::size_t next = 2;
  for (const double value :
       {point.position.x, point.position.y, point.position.z, point.heading.x, point.heading.y})
    words[next++] = std::bit_cast<std::uint64_t>(value);
}

std::vector<TableColumn> added_columns(const DatasetChoices& choices) {
  std::vector<TableColumn> columns;
  for (const std::string& name : choices.with) {
    TableColumn column = {.name = name, .type = ColumnType::integer};
    if (name == "run_id") {
      column.doc = "The run the row is of.";
      column.type = ColumnType::text;
      column.texts = {choices.run_id};
    } else {
      column.doc = name == "seed" ? "The seed of the run." : "The number of the frame, step / stride.";
    }
    columns.push_back(std::move(column));
  }
  return columns;
}

void fill_added(std::span<const TableColumn> added, const AddedValues& values,
                std::span<std::uint64_t> words) {
  for (std::size_t k = 0; k < added.size(); ++k) {
    const bool is_constant_text = added[k].type == ColumnType::text;
    words[k] = is_constant_text ? 0 : (added[k].name == "seed" ? values.seed : values.frame);
  }
}

std::size_t SideTable::longest_text(std::size_t column) const {
  std::size_t longest = 1;
  for (const std::string& text : columns[column].texts)
    longest = std::max(longest, text.size());
  return longest;
}

Failure LayoutWriter::add(std::span<const std::uint64_t> words) {
  constexpr std::uint64_t kMaxFrame = std::numeric_limits<std::uint32_t>::max();
  const std::uint64_t frame = integer_at(words, LayoutColumn::frame);
  if (frame > kMaxFrame)
    return fmt::format("frame {} is beyond {}, the last that formats hold", frame, kMaxFrame);
  const Vec3 heading{number_at(words, LayoutColumn::heading_x), number_at(words, LayoutColumn::heading_y),
                     0.0};
  const LayoutRow row = {.frame = static_cast<std::int64_t>(frame),
                         .id = static_cast<std::uint32_t>(integer_at(words, LayoutColumn::id)),
                         .position = {number_at(words, LayoutColumn::x), number_at(words, LayoutColumn::y),
                                      number_at(words, LayoutColumn::z)},
                         .heading = spec_.has_heights ? direction(heading) : heading,
                         .extra = words.subspan(kLayoutWidth)};
  saw_height_ = saw_height_ || row.position.z != 0.0;
  survey_.add(row.position);
  row_frames_.include(row.frame);
  return add_row(row);
}

Failure LayoutWriter::finish() {
  if (saw_height_ && !format_.holds_heights)
    note(fmt::format("{} cannot hold the heights of agents, which are left out", format_.name));
  for (const std::int64_t frame : {row_frames_.first, row_frames_.last}) {
    if (!row_frames_.is_empty()) end_.frames.include(frame);
  }
  Failure failure = finish_rows();
  for (const std::string& text : survey_.notes())
    note(text);
  return failure;
}

Held held_by(const DatasetFormat& format, std::string_view column, ColumnType type) {
  const auto is_any_of = [&](std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, column) != names.end();
  };
  if (is_any_of({"step", "agent", "x", "y", "z"})) return Held::own;
  if (format.needs_headings && is_any_of({"hx", "hy", "heading"})) return Held::own;
  if (format.holds_numbers && type != ColumnType::text) return Held::extra;
  return column == "time" ? Held::own : Held::no;
}

std::span<const DatasetFormat* const> dataset_formats() {
  return kFormats;
}

const DatasetFormat* find_dataset_format(std::string_view name) {
  const auto* const at = std::ranges::find(kFormats, name, &DatasetFormat::name);
  return at == std::ranges::end(kFormats) ? nullptr : *at;
}

const DatasetFormat* dataset_format_of(std::string_view path) {
  if (!std::filesystem::path(path).has_extension()) return &kCsv;
  const DatasetFormat* found = nullptr;
  std::size_t longest = 0;
  for (const DatasetFormat* format : kFormats) {
    for (const std::string_view ending : format->endings) {
      if (!path.ends_with(ending) || ending.size() <= longest) continue;
      found = format;
      longest = ending.size();
    }
  }
  return found;
}

std::string formats_with_projectiles() {
  return names_where([](const DatasetFormat& one) { return !one.has_layout || one.holds_projectiles; });
}

std::string known_endings() {
  std::string text;
  for (const DatasetFormat* format : kFormats)
    text +=
        fmt::format("{}{} ({})", text.empty() ? "" : ", ", fmt::join(format->endings, " or "), format->name);
  return text;
}

std::string problem_with(const DatasetChoices& choices, const DatasetFormat& format) {
  if (choices.digits && !format.is_text) {
    return fmt::format("digits are chosen for text formats ({}); {} holds numbers as they are",
                       names_where([](const DatasetFormat& one) { return one.is_text; }), format.name);
  }
  for (const std::string& name : choices.with) {
    if (std::ranges::find(kAddedColumns, name) == kAddedColumns.end())
      return fmt::format("there is no column \"{}\" to add; there are {}", name,
                         fmt::join(kAddedColumns, ", "));
    if (std::ranges::count(choices.with, name) > 1)
      return fmt::format("the column \"{}\" is to be added twice", name);
  }
  if (!choices.with.empty() && format.has_layout) {
    return fmt::format("columns can be added to tables ({}); {} has a layout of its own",
                       names_where([](const DatasetFormat& one) { return !one.has_layout; }), format.name);
  }
  return {};
}

}  // namespace drover
