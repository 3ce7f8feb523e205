// A table with one JSON object per line.
#include <array>

#include "observe/dataset/compressed_writer.h"
#include "observe/dataset/formats.h"
#include "observe/dataset/table_writer.h"

namespace drover {
namespace {

constexpr std::array<std::string_view, 2> kJsonLinesEndings = {".jsonl", ".ndjson"};
constexpr std::array<std::string_view, 2> kJsonLinesCompressedEndings = {".jsonl.zst", ".ndjson.zst"};

}  // namespace

constexpr DatasetFormat kJsonLines = {
    .name = "jsonl",
    .endings = kJsonLinesEndings,
    .summary = "One JSON object per row with the columns of a trace as keys; drover reads it back.",
    .source = "RFC 8259, one object per line",
    .has_layout = false,
    .is_text = true,
    .make = make_table<TraceFormat::json_lines>};

constexpr DatasetFormat kJsonLinesZst = {.name = "jsonl.zst",
                                         .endings = kJsonLinesCompressedEndings,
                                         .summary = "The same compressed by zstd.",
                                         .source = "RFC 8259; RFC 8878",
                                         .has_layout = false,
                                         .is_text = true,
                                         .is_compressed = true,
                                         .make = make_compressed<make_table<TraceFormat::json_lines>>};

}  // namespace drover
