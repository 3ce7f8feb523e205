// A table with a header line (RFC 4180): what traces are unless something else is asked for.
#include <array>

#include "observe/dataset/compressed_writer.h"
#include "observe/dataset/formats.h"
#include "observe/dataset/table_writer.h"

namespace drover {
namespace {

constexpr std::array<std::string_view, 1> kCsvEndings = {".csv"};
constexpr std::array<std::string_view, 1> kCsvCompressedEndings = {".csv.zst"};

}  // namespace

constexpr DatasetFormat kCsv = {
    .name = "csv",
    .endings = kCsvEndings,
    .summary = "A table with a header line and the columns of a trace; drover reads it back.",
    .source = "RFC 4180",
    .has_layout = false,
    .is_text = true,
    .make = make_table<TraceFormat::csv>};

constexpr DatasetFormat kCsvZst = {.name = "csv.zst",
                                   .endings = kCsvCompressedEndings,
                                   .summary = "The same compressed by zstd to about half the size.",
                                   .source = "RFC 4180; RFC 8878",
                                   .has_layout = false,
                                   .is_text = true,
                                   .is_compressed = true,
                                   .make = make_compressed<make_table<TraceFormat::csv>>};

}  // namespace drover
