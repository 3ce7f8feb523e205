#include "observe/dataset/sqlite_database.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include "observe/dataset/shared_library.h"

namespace drover {
namespace {

struct Sqlite {
  SharedLibrary library{"libsqlite3.so.0", "libsqlite3-0"};
  DROVER_LIBRARY_FUNCTION(sqlite3_open);
  DROVER_LIBRARY_FUNCTION(sqlite3_close);
  DROVER_LIBRARY_FUNCTION(sqlite3_errmsg);
  DROVER_LIBRARY_FUNCTION(sqlite3_exec);
  DROVER_LIBRARY_FUNCTION(sqlite3_prepare_v2);
  DROVER_LIBRARY_FUNCTION(sqlite3_bind_int64);
  DROVER_LIBRARY_FUNCTION(sqlite3_bind_double);
  DROVER_LIBRARY_FUNCTION(sqlite3_bind_null);
  DROVER_LIBRARY_FUNCTION(sqlite3_bind_text);
  DROVER_LIBRARY_FUNCTION(sqlite3_step);
  DROVER_LIBRARY_FUNCTION(sqlite3_reset);
  DROVER_LIBRARY_FUNCTION(sqlite3_finalize);
  DROVER_LIBRARY_FUNCTION(sqlite3_serialize);
  DROVER_LIBRARY_FUNCTION(sqlite3_free);
};

const Sqlite& sqlite() {
  static const Sqlite loaded;
  return loaded;
}

// The failure that the last call reported.
Failure sqlite_failure(sqlite3* database) {
  return fmt::format("SQLite: {}", sqlite().sqlite3_errmsg(database));
}

}  // namespace

SqliteStatement::~SqliteStatement() {
  if (statement_ != nullptr) sqlite().sqlite3_finalize(statement_);
}

void SqliteStatement::bind(int index, std::int64_t value) {
  sqlite().sqlite3_bind_int64(statement_, index, value);
}

void SqliteStatement::bind(int index, double value) {
  sqlite().sqlite3_bind_double(statement_, index, value);
}

void SqliteStatement::bind(int index, std::string_view text) {
  sqlite().sqlite3_bind_text(statement_, index, text.data(), static_cast<int>(text.size()), nullptr);
}

void SqliteStatement::bind_null(int index) {
  sqlite().sqlite3_bind_null(statement_, index);
}

Failure SqliteStatement::run() {
  const bool is_done = sqlite().sqlite3_step(statement_) == SQLITE_DONE;
  return sqlite().sqlite3_reset(statement_) == SQLITE_OK && is_done ? std::nullopt
                                                                    : sqlite_failure(database_);
}

SqliteDatabase::~SqliteDatabase() {
  if (database_ != nullptr) sqlite().sqlite3_close(database_);
}

Failure SqliteDatabase::open() {
  if (sqlite().library.problem()) return sqlite().library.problem();
  return sqlite().sqlite3_open(":memory:", &database_) == SQLITE_OK ? std::nullopt
                                                                    : sqlite_failure(database_);
}

Failure SqliteDatabase::execute(const std::string& commands) {
  const int code = sqlite().sqlite3_exec(database_, commands.c_str(), nullptr, nullptr, nullptr);
  return code == SQLITE_OK ? std::nullopt : sqlite_failure(database_);
}

Failure SqliteDatabase::prepare(const std::string& command, SqliteStatement& statement) {
  statement.database_ = database_;
  const int code =
      sqlite().sqlite3_prepare_v2(database_, command.c_str(), -1, &statement.statement_, nullptr);
  return code == SQLITE_OK ? std::nullopt : sqlite_failure(database_);
}

Failure SqliteDatabase::give(const ByteSink& sink) {
  sqlite3_int64 size = 0;
  unsigned char* bytes = sqlite().sqlite3_serialize(database_, "main", &size, 0);
  if (bytes == nullptr)
    return "SQLite: the database is larger than 2 GB, which is more than its library hands over";
  Failure failure = sink({reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)});
  sqlite().sqlite3_free(bytes);
  return failure;
}

}  // namespace drover
