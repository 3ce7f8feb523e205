#include "batch/result_table.h"

#include <cmath>
#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/text.h"
#include "observe/dataset/sqlite_database.h"

namespace drover {
namespace {

// As SQLite quotes names: a quote within is doubled.
std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += c;
    out += c;
  }
  return out + '"';
}

std::string csv_cell(const Cell& cell, CsvReader reader) {
  switch (cell.type) {
    case CellType::nothing:
      break;
    case CellType::whole:
      return fmt::format("{}", cell.whole);
    case CellType::number:
      return std::isfinite(cell.number) ? fmt::format("{}", cell.number) : "";
    case CellType::text:
      return csv_field(cell.text, reader);
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

void bind(int index, const Cell& cell, SqliteStatement& statement) {
  if (cell.type == CellType::whole) {
    statement.bind(index, cell.whole);
  } else if (cell.type == CellType::number && std::isfinite(cell.number)) {
    statement.bind(index, cell.number);
  } else if (cell.type == CellType::text) {
    statement.bind(index, std::string_view(cell.text));
  } else {
    statement.bind_null(index);
  }
}

Failure insert_rows(const ResultTable& table, const std::string& command, SqliteDatabase& database) {
  SqliteStatement insert;
  if (Failure failure = database.prepare(command, insert)) return failure;
  for (const std::vector<Cell>& row : table.rows) {
    for (std::size_t k = 0; k < row.size(); ++k)
      bind(static_cast<int>(k) + 1, row[k], insert);
    if (Failure failure = insert.run()) return failure;
  }
  return std::nullopt;
}

}  // namespace

void ResultTable::add_columns(std::span<const std::string> names) {
  std::set<std::string> taken;
  for (const std::string& column : columns)
    taken.insert(lower_case(column));
  for (const std::string& wanted : names) {
    std::string column = wanted;
    for (int k = 2; !taken.insert(lower_case(column)).second; ++k)
      column = fmt::format("{}_{}", wanted, k);
    columns.push_back(std::move(column));
  }
}

std::optional<TableFormat> table_format_of(std::string_view path) {
  const std::string ending = lower_case(std::filesystem::path(path).extension().string());
  if (ending == ".csv") return TableFormat::csv;
  if (ending == ".json") return TableFormat::json;
  if (ending == ".sqlite" || ending == ".db") return TableFormat::sqlite;
  return std::nullopt;
}

std::string csv_text(const ResultTable& table, CsvReader reader) {
  std::string out;
  const auto add_line = [&out](const auto& cells, const auto& text_of) {
    for (std::size_t k = 0; k < cells.size(); ++k) {
      if (k > 0) out += ',';
      out += text_of(cells[k]);
    }
    out += '\n';
  };
  add_line(table.columns, [reader](const std::string& name) { return csv_field(name, reader); });
  for (const std::vector<Cell>& row : table.rows)
    add_line(row, [reader](const Cell& cell) { return csv_cell(cell, reader); });
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
  std::string names, places;
  for (const std::string& column : table.columns) {
    names += (names.empty() ? "" : ", ") + in_quotes(column);
    places += places.empty() ? "?" : ", ?";
  }
  const std::string name = in_quotes(table.name);
  SqliteDatabase database;
  Database out;
  out.failure = database.open();
  if (!out.failure) out.failure = database.execute(fmt::format("BEGIN; CREATE TABLE {} ({})", name, names));
  if (!out.failure)
    out.failure = insert_rows(table, fmt::format("INSERT INTO {} VALUES ({})", name, places), database);
  if (!out.failure) out.failure = database.execute("COMMIT");
  if (!out.failure) {
    out.failure = database.give([&out](std::string_view bytes) {
      out.bytes = bytes;
      return Failure();
    });
  }
  return out;
}

Failure write_table(const std::string& path, const ResultTable& table, CsvReader reader) {
  std::string bytes;
  switch (table_format_of(path).value_or(TableFormat::csv)) {
    case TableFormat::csv:
      bytes = csv_text(table, reader);
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
