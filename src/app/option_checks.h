// Checks of option values that say what was expected in the words of the rest of the program. Each returns
// what is wrong with a text, or an empty text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "observe/compare/tolerances.h"

namespace drover {

// Decimal, both limits included. Rewrites the text without leading zeros: CLI11 would read 010 as octal.
std::string check_whole_number(std::string& text, std::int64_t low, std::int64_t high);

// A size in bytes, also with one of the endings K, M, G and T, powers of 1024. Rewrites the text as a number
// of bytes.
std::string check_size(std::string& text);

std::string check_number(const std::string& text, double low, double high);

// auto, always or never; replaced by the number of the enumerator of When.
std::string check_when(std::string& text);

// A name that is not empty, as that of an unset variable of the shell would be.
std::string check_name(const std::string& text);

// The names of files of which one format is known, and the standard output.
std::string check_metrics_name(const std::string& text);
std::string check_picture_name(const std::string& text);
std::string check_page_name(const std::string& text);
std::string check_picture_or_page_name(const std::string& text);

// The name of a trace whose format is known by its ending.
std::string check_trace_name(const std::string& text);

// One of the templates of `drover init`.
std::string check_template(const std::string& text);

// NAME=ABS or NAME=ABS,REL.
std::string check_tolerance(const std::string& text);
// Adds a tolerance whose text was checked.
void add_tolerance(const std::string& text, Tolerances& tolerances);

// What is wrong with the first tolerance that applies to none of the known names, with the nearest of them;
// empty where every one applies.
std::string unknown_tolerance(const Tolerances& tolerances, const std::vector<std::string>& known);

}  // namespace drover
