// The SQLite files of JuPedSim (version 2 of its database, which PedPy reads too; JuPedSim upgrades it in
// place): tables trajectory_data, metadata, geometry and frame_data.
#include <array>

#include <fmt/format.h>
#include <sqlite3.h>

#include "core/hash.h"
#include "observe/dataset/formats.h"
#include "observe/dataset/shared_library.h"

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

// libsqlite3, loaded at first use.
struct Sqlite {
  SharedLibrary library{"libsqlite3.so.0", "libsqlite3-0"};
  DROVER_LIBRARY_FUNCTION(sqlite3_open);
  DROVER_LIBRARY_FUNCTION(sqlite3_close);
  DROVER_LIBRARY_FUNCTION(sqlite3_errmsg);
  DROVER_LIBRARY_FUNCTION(sqlite3_exec);
  DROVER_LIBRARY_FUNCTION(sqlite3_prepare_v2);
  DROVER_LIBRARY_FUNCTION(sqlite3_bind_int64);
  DROVER_LIBRARY_FUNCTION(sqlite3_bind_double);
  DROVER_LIBRARY_FUNCTION(sqlite3_bind_text);
  DROVER_LIBRARY_FUNCTION(sqlite3_step);
  DROVER_LIBRARY_FUNCTION(sqlite3_reset);
  DROVER_LIBRARY_FUNCTION(sqlite3_finalize);
  DROVER_LIBRARY_FUNCTION(sqlite3_serialize);
  DROVER_LIBRARY_FUNCTION(sqlite3_free);

  Sqlite() {
    library.bind(sqlite3_open, "sqlite3_open");
    library.bind(sqlite3_close, "sqlite3_close");
    library.bind(sqlite3_errmsg, "sqlite3_errmsg");
    library.bind(sqlite3_exec, "sqlite3_exec");
    library.bind(sqlite3_prepare_v2, "sqlite3_prepare_v2");
    library.bind(sqlite3_bind_int64, "sqlite3_bind_int64");
    library.bind(sqlite3_bind_double, "sqlite3_bind_double");
    library.bind(sqlite3_bind_text, "sqlite3_bind_text");
    library.bind(sqlite3_step, "sqlite3_step");
    library.bind(sqlite3_reset, "sqlite3_reset");
    library.bind(sqlite3_finalize, "sqlite3_finalize");
    library.bind(sqlite3_serialize, "sqlite3_serialize");
    library.bind(sqlite3_free, "sqlite3_free");
  }
};

Sqlite& sqlite() {
  static Sqlite loaded;
  return loaded;
}

// The database grows in memory and is given to the sink at the end, so that the file appears complete or not
// at all.
class Jupedsim final : public LayoutWriter {
 public:
  Jupedsim(DatasetSpec spec, ByteSink sink) : LayoutWriter(std::move(spec), std::move(sink), false) {}
  ~Jupedsim() override;

  [[nodiscard]] Failure begin() override;

 private:
  Failure add_row(const LayoutRow& row) override;
  Failure finish_rows() override;
  Failure insert_metadata(const std::string& key, const std::string& value);
  Failure insert_geometry();
  Failure prepare(const char* command, sqlite3_stmt*& statement);
  Failure execute(const char* commands);
  Failure run(sqlite3_stmt* statement);
  Failure fail();

  sqlite3* database_ = nullptr;
  sqlite3_stmt* insert_row_ = nullptr;
  sqlite3_stmt* insert_frame_ = nullptr;
  sqlite3_stmt* insert_text_ = nullptr;
  std::int64_t last_frame_ = -1;
  std::int64_t geometry_hash_ = 0;
};

Jupedsim::~Jupedsim() {
  if (database_ == nullptr) return;
  for (sqlite3_stmt* statement : {insert_row_, insert_frame_, insert_text_})
    sqlite().sqlite3_finalize(statement);
  sqlite().sqlite3_close(database_);
}

Failure Jupedsim::fail() {
  return fmt::format("SQLite: {}", sqlite().sqlite3_errmsg(database_));
}

Failure Jupedsim::execute(const char* commands) {
  return sqlite().sqlite3_exec(database_, commands, nullptr, nullptr, nullptr) == SQLITE_OK ? std::nullopt
                                                                                            : fail();
}

Failure Jupedsim::prepare(const char* command, sqlite3_stmt*& statement) {
  return sqlite().sqlite3_prepare_v2(database_, command, -1, &statement, nullptr) == SQLITE_OK ? std::nullopt
                                                                                               : fail();
}

Failure Jupedsim::run(sqlite3_stmt* statement) {
  const bool is_done = sqlite().sqlite3_step(statement) == SQLITE_DONE;
  return sqlite().sqlite3_reset(statement) == SQLITE_OK && is_done ? std::nullopt : fail();
}

Failure Jupedsim::begin() {
  if (sqlite().library.problem()) return sqlite().library.problem();
  if (sqlite().sqlite3_open(":memory:", &database_) != SQLITE_OK) return fail();
  // Any stable number will do; every frame refers to the same geometry.
  geometry_hash_ = static_cast<std::int64_t>(hash_bytes("geometry") >> 1);
  if (Failure failure = execute(kTables)) return failure;
  if (Failure failure = prepare("INSERT INTO trajectory_data VALUES (?, ?, ?, ?, ?, ?)", insert_row_))
    return failure;
  if (Failure failure = prepare("INSERT INTO frame_data VALUES (?, ?)", insert_frame_)) return failure;
  return prepare("INSERT INTO metadata VALUES (?, ?)", insert_text_);
}

Failure Jupedsim::add_row(const LayoutRow& row) {
  const Sqlite& sql = sqlite();
  if (row.frame != last_frame_) {
    last_frame_ = row.frame;
    sql.sqlite3_bind_int64(insert_frame_, 1, row.frame);
    sql.sqlite3_bind_int64(insert_frame_, 2, geometry_hash_);
    if (Failure failure = run(insert_frame_)) return failure;
  }
  sql.sqlite3_bind_int64(insert_row_, 1, row.frame);
  sql.sqlite3_bind_int64(insert_row_, 2, row.id);
  sql.sqlite3_bind_double(insert_row_, 3, row.position.x);
  sql.sqlite3_bind_double(insert_row_, 4, row.position.y);
  sql.sqlite3_bind_double(insert_row_, 5, row.heading.x);
  sql.sqlite3_bind_double(insert_row_, 6, row.heading.y);
  return run(insert_row_);
}

Failure Jupedsim::insert_metadata(const std::string& key, const std::string& value) {
  // The texts outlive the statement's run.
  sqlite().sqlite3_bind_text(insert_text_, 1, key.c_str(), static_cast<int>(key.size()), nullptr);
  sqlite().sqlite3_bind_text(insert_text_, 2, value.c_str(), static_cast<int>(value.size()), nullptr);
  return run(insert_text_);
}

Failure Jupedsim::insert_geometry() {
  const std::string wkt = wkt_of(area());
  sqlite3_stmt* statement = nullptr;
  if (Failure failure = prepare("INSERT INTO geometry VALUES (?, ?)", statement)) return failure;
  sqlite().sqlite3_bind_int64(statement, 1, geometry_hash_);
  sqlite().sqlite3_bind_text(statement, 2, wkt.c_str(), static_cast<int>(wkt.size()), nullptr);
  Failure failure = run(statement);
  sqlite().sqlite3_finalize(statement);
  return failure;
}

Failure Jupedsim::finish_rows() {
  const Extent extent = area().extent();
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
  for (const auto& [key, value] : metadata) {
    if (Failure failure = insert_metadata(key, value)) return failure;
  }
  if (Failure failure = insert_geometry()) return failure;
  if (Failure failure = execute(kEnd)) return failure;
  sqlite3_int64 size = 0;
  unsigned char* bytes = sqlite().sqlite3_serialize(database_, "main", &size, 0);
  if (bytes == nullptr)
    return "SQLite: the database is larger than 2 GB, which is more than its library hands over";
  Failure failure = give({reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)});
  sqlite().sqlite3_free(bytes);
  return failure;
}

constexpr std::array<std::string_view, 3> kJupedsimEndings = {".sqlite", ".sqlite3", ".db"};

}  // namespace

constexpr DatasetFormat kJupedsim = {
    .name = "jupedsim",
    .endings = kJupedsimEndings,
    .summary = "SQLite database of JuPedSim, version 2, with headings and the walkable area; PedPy reads it.",
    .source = "JuPedSim 1.4, SqliteTrajectoryWriter",
    .holds_area = true,
    .needs_headings = true,
    .make = make_layout<Jupedsim>};

}  // namespace drover
