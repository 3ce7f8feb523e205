// Which result files belong together: a trace, the file beside it that tells how it was made, and metrics.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace drover {

std::string without_incomplete(const std::string& path);

// The file beside a trace; of a trace with kIncompleteEnding that with the same ending; of one in a part of a
// dataset that in its folder "provenance".
std::string meta_path_of(const std::string& trace);

// Whether a file has the content that is described as {"bytes", "hash"}: reads it.
bool has_content(const std::string& path, const nlohmann::ordered_json& content);

// Why a trace is not the one that the file beside it was written with, or empty. A run publishes its files
// one after the other, so a kill at that moment leaves some of this run and some of the one before; a trace
// may also have been edited. Empty where nothing can be told.
std::string trace_mismatch(const std::string& trace, const nlohmann::ordered_json& meta);

// Why a trace and metrics are not results of one run, or empty, as above.
std::string result_mismatch(const std::string& trace, const std::string& metrics);

}  // namespace drover
