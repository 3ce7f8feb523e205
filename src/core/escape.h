// How a text of unknown origin is written for each target: one function for each, which all writers use.
// Further targets: terminals (make_visible, core/utf8.h), shells (core/shell_word.h), XML
// (observe/picture/svg_document.h).
#pragma once

#include <string>
#include <string_view>

namespace drover {

// What CSV is for: programs that read it get the texts as they are. Spreadsheets take a cell that begins with
// = + - @ for a formula (CWE-1236); an apostrophe before it keeps it a text there.
enum class CsvReader { program, spreadsheet };

// A field of a CSV file: quoted where it holds a comma, a quote or a line break (RFC 4180).
std::string csv_field(std::string_view text, CsvReader reader = CsvReader::program);

// As character references, which Markdown resolves too, but not between backticks: use <code> there.
std::string escape_html(std::string_view text);
std::string escape_markdown(std::string_view text);

// The message and a property of a workflow command, as GitHub's runner decodes them:
// https://github.com/actions/toolkit, packages/core/src/command.ts.
std::string escape_command_message(std::string_view text);
std::string escape_command_property(std::string_view text);

// Runners of CI systems take lines of a log that begin with "::" or "##", and "##[" anywhere in a line, for
// commands. Here they are text: the ":" and the "#" become \x3a and \x23, or in JSON, where "##" only stands
// in strings, \u0023.
std::string defuse_commands(std::string_view text);
std::string defuse_commands_in_json(std::string_view json);

}  // namespace drover
