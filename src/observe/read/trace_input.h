// A trace file as a stream of text, whether it is compressed or not.
#pragma once

#include <istream>
#include <memory>
#include <string>
#include <string_view>

namespace drover {

// Whether a file is read as a trace, by its name: a table of observe/dataset, also one that an interrupted
// run left.
bool is_trace_name(std::string_view path);

// The text of a trace; of a name that ends in .zst decompressed. The buffer throws std::ios_base::failure
// where the file cannot be read on or is no zstd stream, which readers of rows report with the line. nullptr
// where the file cannot be opened.
std::unique_ptr<std::istream> open_trace(const std::string& path);

}  // namespace drover
