// Tables of results, and the files they are written to.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/escape.h"
#include "observe/record/output_file.h"

namespace drover {

// Nothing, a whole number, a number or a text.
enum class CellType { nothing, whole, number, text };
struct Cell {
  CellType type = CellType::nothing;
  std::int64_t whole = 0;
  double number = 0.0;  // of whole numbers too
  std::string text = {};

  Cell() = default;
  Cell(std::int64_t value) : type(CellType::whole), whole(value), number(static_cast<double>(value)) {}
  Cell(double value) : type(CellType::number), number(value) {}
  Cell(std::string value) : type(CellType::text), text(std::move(value)) {}

  bool is_number() const { return type == CellType::whole || type == CellType::number; }
};

struct ResultTable {
  std::string name;  // of the table in a database
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;

  // Adds columns. One whose name is taken gets a number, such as "seed_2" of the parameter "seed": keys of
  // JSON are unique, and names of columns in databases in any case of the letters.
  void add_columns(std::span<const std::string> names);
};

enum class TableFormat { csv, json, sqlite };

// By the ending of a file: .csv, .json, .sqlite or .db; empty for others.
std::optional<TableFormat> table_format_of(std::string_view path);

// CSV as RFC 4180 describes it, with line feeds; numbers as the shortest text that reads back; nothing is an
// empty cell.
std::string csv_text(const ResultTable& table, CsvReader reader = CsvReader::program);
// An array of objects, one for each row; nothing is null.
std::string json_text_of(const ResultTable& table);
// Where SQLite takes numbers and texts as they are; -0 becomes 0. The failure says why there is no database.
struct Database {
  std::string bytes = {};
  Failure failure = {};
};
Database sqlite_bytes(const ResultTable& table);

// Writes the file, complete or not at all; "-": CSV to standard output.
[[nodiscard]] Failure write_table(const std::string& path, const ResultTable& table,
                                  CsvReader reader = CsvReader::program);

}  // namespace drover
