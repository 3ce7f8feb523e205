// A database of SQLite that grows in memory, so that its file appears complete or not at all. The library is
// loaded at first use.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "observe/dataset/byte_sink.h"

struct sqlite3;
struct sqlite3_stmt;

namespace drover {

// A statement with parameters, which are numbered from 1 and keep their values between runs.
class SqliteStatement {
 public:
  SqliteStatement() = default;
  ~SqliteStatement();
  SqliteStatement(const SqliteStatement&) = delete;
  SqliteStatement& operator=(const SqliteStatement&) = delete;

  void bind(int index, std::int64_t value);
  void bind(int index, double value);
  // The text outlives the next run.
  void bind(int index, std::string_view text);
  void bind_null(int index);
  [[nodiscard]] Failure run();

 private:
  friend class SqliteDatabase;
  sqlite3* database_ = nullptr;
  sqlite3_stmt* statement_ = nullptr;
};

// Statements end before their database.
class SqliteDatabase {
 public:
  SqliteDatabase() = default;
  ~SqliteDatabase();
  SqliteDatabase(const SqliteDatabase&) = delete;
  SqliteDatabase& operator=(const SqliteDatabase&) = delete;

  // Fails where the library is missing.
  [[nodiscard]] Failure open();
  [[nodiscard]] Failure execute(const std::string& commands);
  [[nodiscard]] Failure prepare(const std::string& command, SqliteStatement& statement);
  // The bytes of a file with what is in the database.
  [[nodiscard]] Failure give(const ByteSink& sink);

 private:
  sqlite3* database_ = nullptr;
};

}  // namespace drover
