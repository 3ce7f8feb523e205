// The SQLite files of JuPedSim (version 2 of its database, which PedPy reads too; JuPedSim upgrades it in
// place): tables trajectory_data, metadata, geometry and frame_data; and, where something flies, projectiles,
// which readers pass over.
#include <array>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "core/hash.h"
#include "observe/dataset/dataset_format.h"
#include "observe/dataset/sqlite_database.h"

namespace drover {
namespace {

constexpr const char* kTables =
    "CREATE TABLE trajectory_data (frame INTEGER NOT NULL, id INTEGER NOT NULL, pos_x REAL NOT NULL, "
    "pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL);"
    "CREATE TABLE metadata (key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);"
    "CREATE TABLE geometry (hash INTEGER NOT NULL, wkt TEXT NOT NULL);"
    "CREATE UNIQUE INDEX geometry_hash ON geometry(hash);"
    "CREATE TABLE frame_data (frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);"
    "BEGIN";
constexpr const char* kEnd = "CREATE INDEX frame_id_idx ON trajectory_data(frame, id); COMMIT";

class Jupedsim final : public LayoutWriter {
 public:
  Jupedsim(DatasetSpec spec, ByteSink sink) : LayoutWriter(std::move(spec), std::move(sink), kJupedsim) {}

  [[nodiscard]] Failure begin() override {
    Failure failure = database_.open();
    if (!failure) failure = database_.execute(kTables);
    if (!failure)
      failure = database_.prepare("INSERT INTO trajectory_data VALUES (?, ?, ?, ?, ?, ?)", insert_row_);
    return failure;
  }

 private:
  Failure add_row(const LayoutRow& row) override {
    insert_row_.bind(1, row.frame);
    insert_row_.bind(2, static_cast<std::int64_t>(row.id));
    insert_row_.bind(3, row.position.x);
    insert_row_.bind(4, row.position.y);
    insert_row_.bind(5, row.heading.x);
    insert_row_.bind(6, row.heading.y);
    return insert_row_.run();
  }

  Failure finish_rows() override {
    const std::vector<WalkableState> areas = this->areas();
    if (Failure failure = insert_metadata(areas)) return failure;
    if (Failure failure = insert_geometry(areas)) return failure;
    if (Failure failure = insert_frames(areas)) return failure;
    if (Failure failure = insert_projectiles()) return failure;
    if (Failure failure = database_.execute(kEnd)) return failure;
    return database_.give([this](std::string_view bytes) { return give(bytes); });
  }

  Failure insert_metadata(std::span<const WalkableState> areas) {
    Extent extent;
    for (const WalkableState& state : areas) {
      extent.add(state.area.extent().min);
      extent.add(state.area.extent().max);
    }
    const auto number = [](double value) { return fmt::format("{}", value); };
    const std::array<std::pair<const char*, std::string>, 9> metadata = {
        {{"version", "2"},
         {"fps", number(spec().fps)},
         {"xmin", number(extent.min.x)},
         {"xmax", number(extent.max.x)},
         {"ymin", number(extent.min.y)},
         {"ymax", number(extent.max.y)},
         {"scenario", spec().scenario},
         {"run_id", spec().run_id},
         {"seed", fmt::to_string(spec().seed)}}};
    SqliteStatement statement;
    if (Failure failure = database_.prepare("INSERT INTO metadata VALUES (?, ?)", statement)) return failure;
    for (const auto& [key, value] : metadata) {
      statement.bind(1, std::string_view(key));
      statement.bind(2, std::string_view(value));
      if (Failure failure = statement.run()) return failure;
    }
    return std::nullopt;
  }

  // Frames refer to their geometry by its hash; doors that open twice make the same one again.
  Failure insert_geometry(std::span<const WalkableState> areas) {
    SqliteStatement statement;
    if (Failure failure = database_.prepare("INSERT OR IGNORE INTO geometry VALUES (?, ?)", statement))
      return failure;
    for (const WalkableState& state : areas) {
      const std::string wkt = wkt_of(state.area);
      geometries_.push_back(static_cast<std::int64_t>(hash_bytes(wkt) >> 1));
      statement.bind(1, geometries_.back());
      statement.bind(2, wkt);
      if (Failure failure = statement.run()) return failure;
    }
    return std::nullopt;
  }

  // Also of frames in which nobody is there: readers count the frames here.
  Failure insert_frames(std::span<const WalkableState> areas) {
    constexpr std::int64_t kMaxFrames = 100'000'000;  // 2 GB, more than the library hands over
    if (frames().last - frames().first >= kMaxFrames)
      return fmt::format(
          "jupedsim has a row for every frame, and there are frames from {} to {}; {} is the limit",
          frames().first, frames().last, kMaxFrames);
    SqliteStatement statement;
    if (Failure failure = database_.prepare("INSERT INTO frame_data VALUES (?, ?)", statement))
      return failure;
    std::size_t state = 0;
    for (std::int64_t frame = frames().first; frame <= frames().last; ++frame) {
      while (state + 1 < areas.size() && areas[state + 1].frame <= frame)
        ++state;
      statement.bind(1, frame);
      statement.bind(2, geometries_[state]);
      if (Failure failure = statement.run()) return failure;
    }
    return std::nullopt;
  }

  Failure insert_projectiles() {
    const SideTable& table = projectiles();
    if (table.columns.empty()) return std::nullopt;
    static constexpr std::array<std::string_view, 3> kTypes = {"INTEGER NOT NULL", "REAL", "TEXT NOT NULL"};
    std::string columns, values;
    for (const TableColumn& column : table.columns) {
      const std::string_view mark = columns.empty() ? "" : ", ";
      columns +=
          fmt::format(R"({}"{}" {})", mark, column.name, kTypes[static_cast<std::size_t>(column.type)]);
      values += fmt::format("{}?", mark);
    }
    SqliteStatement statement;
    Failure failure = database_.execute(fmt::format("CREATE TABLE projectiles ({})", columns));
    if (!failure)
      failure = database_.prepare(fmt::format("INSERT INTO projectiles VALUES ({})", values), statement);
    for (std::size_t row = 0; row < table.row_count() && !failure; ++row) {
      for (std::size_t k = 0; k < table.columns.size(); ++k)
        bind_cell(statement, table, row, k);
      failure = statement.run();
    }
    return failure;
  }

  static void bind_cell(SqliteStatement& statement, const SideTable& table, std::size_t row,
                        std::size_t column) {
    const int parameter = static_cast<int>(column) + 1;
    const std::uint64_t word = table.row(row)[column];
    const ColumnType type = table.columns[column].type;
    if (type == ColumnType::text) return statement.bind(parameter, std::string_view(table.text(row, column)));
    if (type == ColumnType::integer) return statement.bind(parameter, static_cast<std::int64_t>(word));
    const auto number = std::bit_cast<double>(word);
    if (std::isnan(number)) return statement.bind_null(parameter);
    statement.bind(parameter, number + 0.0);
  }

  SqliteDatabase database_;
  SqliteStatement insert_row_;
  std::vector<std::int64_t> geometries_;  // the hash of each area
};

constexpr std::array<std::string_view, 3> kJupedsimEndings = {".sqlite", ".sqlite3", ".db"};

}  // namespace

constexpr DatasetFormat kJupedsim = {
    .name = "jupedsim",
    .endings = kJupedsimEndings,
    .summary =
        "SQLite database of JuPedSim, version 2, with headings, the walkable area and projectiles; PedPy "
        "reads it.",
    .source = "JuPedSim 1.4, SqliteTrajectoryWriter",
    .holds_area = true,
    .holds_projectiles = true,
    .needs_headings = true,
    .kept_per_row = 90,  // in the database and in its copy
    .make = make_layout<Jupedsim>};

}  // namespace drover
