// The formats in which trajectories can be written: one registry, which the command line, the reference and
// the writers of traces share. Nothing here knows the simulator: rows come as words.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/escape.h"
#include "core/vec3.h"
#include "observe/dataset/byte_sink.h"
#include "observe/dataset/table_column.h"
#include "observe/dataset/walkable_survey.h"

namespace drover {

// The first columns of the rows of a format with a layout of its own; its extra columns follow.
enum class LayoutColumn { frame, id, x, y, z, heading_x, heading_y };
inline constexpr std::size_t kLayoutWidth = 7;

// What the words of a layout say.
struct LayoutPoint {
  std::uint64_t frame = 0;
  std::uint32_t id = 0;
  Vec3 position;  // m
  Vec3 heading;   // unit; only its part in the plane is kept
};
void put_layout(const LayoutPoint& point, std::span<std::uint64_t> words);

// What a writer is told before the first row.
struct DatasetSpec {
  std::vector<TableColumn> columns = {};  // all of a table, the extra ones of a layout
  double fps = 0.0;                       // frames per second
  bool has_heights = false;               // of agents
  std::optional<int> digits = {};         // behind the decimal point; absent: the shortest exact text
  CsvReader csv_reader = CsvReader::program;
  WalkableGround ground = {};  // of formats that hold the walkable area
  std::string scenario = {};   // its name
  std::string run_id = {};
  std::uint64_t seed = 0;
};

// How much a table will hold, as far as it is known before the first row.
struct TableSize {
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;   // of the file, roughly
  std::uint64_t memory = 0;  // bytes that are kept until the file is written at the end, roughly
};

// From the first frame of a run to the last; agents need not be in all of them.
struct FrameRange {
  std::int64_t first = 0, last = -1;

  bool is_empty() const { return last < first; }
  void include(std::int64_t frame) {
    if (is_empty()) first = last = frame;
    first = std::min(first, frame);
    last = std::max(last, frame);
  }
};

// A table beside the trajectories.
struct SideTable {
  std::vector<TableColumn> columns = {};
  std::vector<std::uint64_t> words = {};  // row by row

  std::size_t row_count() const { return columns.empty() ? 0 : words.size() / columns.size(); }
  std::span<const std::uint64_t> row(std::size_t k) const {
    return std::span(words).subspan(k * columns.size(), columns.size());
  }
  const std::string& text(std::size_t row, std::size_t column) const {
    return columns[column].texts[words[row * columns.size() + column]];
  }
  // The size of the longest text in a column of texts, at least 1.
  std::size_t longest_text(std::size_t column) const;
};

// What is known at the end of a run, besides its rows.
struct DatasetEnd {
  FrameRange frames = {};                   // that were observed; those of rows belong to them anyway
  std::vector<BarrierChange> changes = {};  // of the ground, in the order of frames
  SideTable projectiles = {};               // of formats that hold it; without columns where there are none
};

// One row of a layout.
struct LayoutRow {
  std::int64_t frame;
  std::uint32_t id;
  Vec3 position;                         // m
  Vec3 heading;                          // unit, in the plane; zero: not known
  std::span<const std::uint64_t> extra;  // of the extra columns
};

// Writes one file. Rows come by frame, then by id.
class DatasetWriter {
 public:
  virtual ~DatasetWriter() = default;

  // Before the first row. Fails where a library is missing.
  [[nodiscard]] virtual Failure begin() { return std::nullopt; }
  // One word per column. After a failure nothing more is to be added.
  [[nodiscard]] virtual Failure add(std::span<const std::uint64_t> words) = 0;
  // The word of a text in a column of texts that came without texts, because they are not known before.
  virtual std::uint64_t text_word(std::size_t /*column*/, const std::string& /*text*/) { return 0; }
  // Before finish().
  virtual void end(DatasetEnd /*end*/) {}
  // After the last row: gives the sink what is left.
  [[nodiscard]] virtual Failure finish() = 0;

  // After finish(): what the format could not hold, one sentence each.
  const std::vector<std::string>& notes() const { return notes_; }

 protected:
  void note(std::string_view text) { notes_.emplace_back(text); }

 private:
  std::vector<std::string> notes_;
};

struct DatasetFormat;

// The writer of a format with a layout of its own.
class LayoutWriter : public DatasetWriter {
 public:
  LayoutWriter(DatasetSpec spec, ByteSink sink, const DatasetFormat& format)
      : spec_(std::move(spec)), sink_(std::move(sink)), format_(format), survey_(spec_.ground) {}

  [[nodiscard]] Failure add(std::span<const std::uint64_t> words) final;
  void end(DatasetEnd end) final { end_ = std::move(end); }
  [[nodiscard]] Failure finish() final;

 protected:
  virtual Failure add_row(const LayoutRow& row) = 0;
  virtual Failure finish_rows() = 0;

  const DatasetSpec& spec() const { return spec_; }
  Failure give(std::string_view bytes) const { return sink_(bytes); }
  // At the end: all of the run's.
  const FrameRange& frames() const { return end_.frames; }
  const SideTable& projectiles() const { return end_.projectiles; }
  // At the end: the walkable area, by frame or as one.
  std::vector<WalkableState> areas() { return survey_.states(end_.changes, true); }
  WalkableArea area() { return std::move(survey_.states(end_.changes, false).front().area); }

 private:
  DatasetSpec spec_;
  ByteSink sink_;
  const DatasetFormat& format_;
  bool saw_height_ = false;
  WalkableSurvey survey_;
  FrameRange row_frames_;
  DatasetEnd end_;
};

template <class Writer>
std::unique_ptr<DatasetWriter> make_layout(DatasetSpec spec, ByteSink sink) {
  return std::make_unique<Writer>(std::move(spec), std::move(sink));
}

inline constexpr std::uint64_t kKeptPerExtra = 16;

struct DatasetFormat {
  std::string_view name = "";                      // "pedpy_hdf5"
  std::span<const std::string_view> endings = {};  // of file names; the longest that fits counts
  // Of files in a folder of this format only, where readers expect names with one dot; empty: the first of
  // the endings.
  std::string_view folder_ending = "";
  std::string_view summary = "";   // one sentence
  std::string_view source = "";    // where the layout is published
  std::int64_t frame_step = 1;     // from one frame to the next, in the numbers that the files have
  bool has_layout = true;          // columns of its own; false: a table of the columns of a trace
  bool is_text = false;            // digits can be chosen
  bool is_compressed = false;      // by zstd
  bool holds_numbers = false;      // extra columns of integers and numbers
  bool holds_area = false;         // the walkable area
  bool holds_heights = false;      // of agents
  bool holds_projectiles = false;  // a table of them; tables hold none, but have another one beside them
  bool needs_headings = false;     // of agents, as unit vectors
  // Bytes of memory for each row, and as many as kKeptPerExtra for its extra columns, in formats whose file
  // is made at the end; 0: rows go to the file as they come.
  std::uint64_t kept_per_row = 0;
  std::unique_ptr<DatasetWriter> (*make)(DatasetSpec spec, ByteSink sink) = nullptr;
};

// The formats, each defined in the file of its writer.
extern const DatasetFormat kCsv, kCsvZst, kJsonLines, kJsonLinesZst, kJupedsim, kPedpyText, kPedpyHdf5,
    kTrajnet, kEthUcy, kNpz;

// Where a column of a trace is in a layout.
enum class Held {
  own,    // in its own columns, or, as the time, in its frames and its rate
  extra,  // in an extra column, where it is asked for
  no
};
Held held_by(const DatasetFormat& format, std::string_view column, ColumnType type);

// In the order in which they are listed.
std::span<const DatasetFormat* const> dataset_formats();

// nullptr where there is none.
const DatasetFormat* find_dataset_format(std::string_view name);

// The format of a file by its ending. Names without an ending, standard output, devices and descriptors are
// CSV. nullptr where the ending belongs to no format, or, as .txt, to several.
const DatasetFormat* dataset_format_of(std::string_view path);

// "csv, jsonl, ...": those in which projectiles can be written, beside or within.
std::string formats_with_projectiles();

// "a name that ends in .csv (csv), .h5 or .hdf5 (pedpy_hdf5), ..."
std::string known_endings();

// What a user chooses about a file of trajectories.
struct DatasetChoices {
  std::string format = {};             // a name; empty: by the ending
  std::optional<int> digits = {};      // behind the decimal point; absent: the shortest exact text
  std::optional<bool> unwrapped = {};  // in a world that wraps; absent: as unwraps_by_default()
  std::vector<std::string> with = {};  // of kAddedColumns, in tables only
  std::string run_id = {};             // that of the run
  CsvReader csv_reader = CsvReader::program;
  bool only_frames = false;  // of a table too: only states on the stride, not also the last one
};

// Columns that tell rows of several files apart once these are joined.
inline constexpr std::array<std::string_view, 3> kAddedColumns = {"run_id", "seed", "frame"};

// Of a table; run_id is a text.
std::vector<TableColumn> added_columns(const DatasetChoices& choices);
struct AddedValues {
  std::uint64_t seed = 0;
  std::uint64_t frame = 0;
};
void fill_added(std::span<const TableColumn> added, const AddedValues& values,
                std::span<std::uint64_t> words);

// Datasets do not jump at the edges of a world that wraps; a trace is what happened and does.
inline bool unwraps_by_default(const DatasetFormat& format) {
  return format.has_layout;
}

// Why the choices do not go together with the format, or empty.
std::string problem_with(const DatasetChoices& choices, const DatasetFormat& format);

}  // namespace drover
