#include "core/escape.h"

#include <string>

#include <gtest/gtest.h>

#include "core/utf8.h"

namespace drover::escape_test {
namespace {

TEST(Csv, QuotesWhatReadersWouldTakeApart) {
  EXPECT_EQ(csv_field("plain name"), "plain name");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("a\"b"), "\"a\"\"b\"");
  EXPECT_EQ(csv_field("#a"), "\"#a\"");
  EXPECT_EQ(csv_field(" a"), "\" a\"");
  EXPECT_EQ(csv_field("=1+1"), "=1+1") << "programs read the name as it is";
}

TEST(Csv, FormulasBecomeTextsForSpreadsheets) {
  for (const std::string name : {"=1+1", "+1", "-1", "@f", "\tf", "\rf"})
    EXPECT_NE(csv_field(name, CsvReader::spreadsheet).find("'" + name), std::string::npos) << name;
  EXPECT_EQ(csv_field("=HYPERLINK(\"x\",1)", CsvReader::spreadsheet), "\"'=HYPERLINK(\"\"x\"\",1)\"");
  EXPECT_EQ(csv_field("a=1", CsvReader::spreadsheet), "a=1");
  EXPECT_EQ(csv_field("", CsvReader::spreadsheet), "");
}

TEST(Commands, OfALogAreDefused) {
  EXPECT_EQ(defuse_commands("::error::x\n \t::error::y\na ::b\n"),
            "\\x3a:error::x\n \t\\x3a:error::y\na ::b\n");
  EXPECT_EQ(defuse_commands("a ##[error]b ##vso[x]"), "a #\\x23[error]b #\\x23vso[x]");
  EXPECT_EQ(defuse_commands("# a"), "# a");
  EXPECT_EQ(defuse_commands_in_json("{\"a\": \"##[b]\"}"), "{\"a\": \"#\\u0023[b]\"}");
}

TEST(Commands, EscapeWhatTheRunnerDecodes) {
  EXPECT_EQ(escape_command_message("a%b\r\nc:d,e"), "a%25b%0D%0Ac:d,e");
  EXPECT_EQ(escape_command_property("a%b\r\nc:d,e"), "a%25b%0D%0Ac%3Ad%2Ce");
  // Older runners look for "##[" anywhere in a line.
  EXPECT_EQ(escape_command_message("a ##[b]"), "a #\\x23[b]");
  EXPECT_EQ(escape_command_property("##[b]"), "#\\x23[b]");
}

TEST(Markup, IsWrittenAsReferences) {
  EXPECT_EQ(escape_html("a<b>&\"|"), "a&#60;b&#62;&#38;\"|");
  EXPECT_EQ(escape_markdown("a|b`c`"), "a&#124;b&#96;c&#96;");
}

TEST(Names, HoldNothingThatIsHidden) {
  for (const char* name : {"wall 1",
                           "Gr\xC3\xBC\xC3\x9F"
                           "e",
                           "\xE7\xBE\xA4", "a/b", "=1", ""})
    EXPECT_EQ(name_problem(name), "") << name;
  for (const char* name : {"a\nb", "a\x1B[2J", "a\x7F", "a\xC2\x85", "a\xE2\x80\xAE", "a\xE2\x80\xA8",
                           "\xEF\xBB\xBFz", "a\xFF", "a\xE2\x80\x8B"})
    EXPECT_NE(name_problem(name), "") << name;
  EXPECT_EQ(name_problem(std::string(kMaxNameBytes, 'a')), "");
  EXPECT_NE(name_problem(std::string(kMaxNameBytes + 1, 'a')), "");
  EXPECT_EQ(character_problem(std::string(kMaxNameBytes + 1, 'a')), "");
}

TEST(Names, OfFilesObeyTheRule) {
  EXPECT_EQ(name_from("a\n::b"), "a\\x0a::b");
  EXPECT_EQ(name_problem(name_from(std::string(250, '\n'))), "");
}

TEST(Json, ShowsHiddenCharactersAsEscapes) {
  EXPECT_EQ(make_visible_json("{\n \"\xC3\xBC\": \"\xE2\x80\xAE\xC2\x85\xF3\xA0\x80\x81\"}"),
            "{\n \"\xC3\xBC\": \"\\u202e\\u0085\\udb40\\udc01\"}");
}

}  // namespace
}  // namespace drover::escape_test
