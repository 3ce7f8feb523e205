#include "batch/result_table.h"

#include <cmath>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sqlite3.h>

#include "core/text.h"

namespace drover {
namespace {

std::string in_quotes(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += c;
    out += c;
  }
  out += '"';
  return out;
}

std::string csv_cell(const Cell& cell) {
  switch (cell.type) {
    case CellType::nothing:
      break;
    case CellType::whole:
      return fmt::format("{}", cell.whole);
    case CellType::number:
      return std::isfinite(cell.number) ? fmt::format("{}", cell.number) : "";
    case CellType::text:
      return in_quotes(cell.text);
  }
  return {};
}

nlohmann::ordered_json json_cell(const Cell& cell) {
  switch (cell.type) {
    case CellType::nothing:
      break;
    case CellType::whole:
      return cell.whole;
    case CellType::number:
      if (std::isfinite(cell.number)) return cell.number;
      break;
    case CellType::text:
      return cell.text;
  }
  return nullptr;
}

// A statement of SQLite, which is finished in any case.
class Statement {
 public:
  Statement(sqlite3* database, const std::string& text) {
    sqlite3_prepare_v2(database, text.c_str(), -1, &statement_, nullptr);
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  bool run(const std::vector<Cell>& cells) {
    if (statement_ == nullptr) return false;
    sqlite3_reset(statement_);
    for (std::size_t k = 0; k < cells.size(); ++k)
      bind(static_cast<int>(k) + 1, cells[k]);
    return sqlite3_step(statement_) == SQLITE_DONE;
  }

 private:
  void bind(int index, const Cell& cell) {
    if (cell.type == CellType::whole) {
      sqlite3_bind_int64(statement_, index, cell.whole);
    } else if (cell.type == CellType::number && std::isfinite(cell.number)) {
      sqlite3_bind_double(statement_, index, cell.number);
    } else if (cell.type == CellType::text) {
      sqlite3_bind_text(statement_, index, cell.text.data(), static_cast<int>(cell.text.size()),
                        SQLITE_STATIC);
    } else {
      sqlite3_bind_null(statement_, index);
    }
  }

  sqlite3_stmt* statement_ = nullptr;
};

// A database in memory.
class MemoryDatabase {
 public:
  MemoryDatabase() { sqlite3_open(":memory:", &database_); }
  ~MemoryDatabase() { sqlite3_close(database_); }
  MemoryDatabase(const MemoryDatabase&) = delete;
  MemoryDatabase& operator=(const MemoryDatabase&) = delete;

  bool execute(const std::string& text) {
    return sqlite3_exec(database_, text.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
  }
  sqlite3* get() const { return database_; }
  std::string problem() const { return sqlite3_errmsg(database_); }
  std::string bytes() const {
    sqlite3_int64 size = 0;
    unsigned char* image = sqlite3_serialize(database_, "main", &size, 0);
    std::string out(reinterpret_cast<const char*>(image), static_cast<std::size_t>(size));
    sqlite3_free(image);
    return out;
  }

 private:
  sqlite3* database_ = nullptr;
};

std::string quoted_name(std::string_view name) {
  std::string out = "\"";
  for (const char c : name) {
    if (c == '"') out += c;
    out += c;
  }
  out += '"';
  return out;
}

}  // namespace

std::optional<TableFormat> table_format_of(std::string_view path) {
  const std::string ending = lower_case(std::filesystem::path(path).extension().string());
  if (ending == ".csv") return TableFormat::csv;
  if (ending == ".json") return TableFormat::json;
  if (ending == ".sqlite" || ending == ".db") return TableFormat::sqlite;
  return std::nullopt;
}

std::string csv_text(const ResultTable& table) {
  std::string out;
  const auto add_line = [&out](const auto& cells, const auto& text_of) {
    for (std::size_t k = 0; k < cells.size(); ++k) {
      if (k > 0) out += ',';
      out += text_of(cells[k]);
    }
    out += '\n';
  };
  add_line(table.columns, in_quotes);
  for (const std::vector<Cell>& row : table.rows)
    add_line(row, csv_cell);
  return out;
}

std::string json_text_of(const ResultTable& table) {
  // One line for each row: a document of one object in a line is easy to read and to compare.
  std::string out = "[";
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    nlohmann::ordered_json row = nlohmann::ordered_json::object();
    for (std::size_t k = 0; k < table.columns.size(); ++k)
      row[table.columns[k]] = json_cell(table.rows[r][k]);
    out += r == 0 ? "\n  " : ",\n  ";
    out += row.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
  return out + "\n]\n";
}

Database sqlite_bytes(const ResultTable& table) {
  MemoryDatabase database;
  std::string names, places;
  for (const std::string& column : table.columns) {
    names += (names.empty() ? "" : ", ") + quoted_name(column);
    places += places.empty() ? "?" : ", ?";
  }
  const std::string name = quoted_name(table.name);
  bool is_good = database.execute(fmt::format("BEGIN; CREATE TABLE {} ({})", name, names));
  if (is_good) {
    Statement insert(database.get(), fmt::format("INSERT INTO {} VALUES ({})", name, places));
    for (std::size_t r = 0; r < table.rows.size() && is_good; ++r)
      is_good = insert.run(table.rows[r]);
  }
  is_good = is_good && database.execute("COMMIT");
  if (!is_good) return {.bytes = {}, .failure = "cannot make a database: " + database.problem()};
  return {.bytes = database.bytes()};
}

Failure write_table(const std::string& path, const ResultTable& table) {
  std::string bytes;
  switch (table_format_of(path).value_or(TableFormat::csv)) {
    case TableFormat::csv:
      bytes = csv_text(table);
      break;
    case TableFormat::json:
      bytes = json_text_of(table);
      break;
    case TableFormat::sqlite: {
      Database database = sqlite_bytes(table);
      if (database.failure) return database.failure;
      bytes = std::move(database.bytes);
      break;
    }
  }
  OutputFile file;
  Failure failure = prepare_folder(path);
  if (!failure) failure = file.open(path);
  if (!failure) failure = file.write(bytes);
  if (!failure) failure = file.commit();
  return failure;
}

}  // namespace drover
