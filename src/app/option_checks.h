// Checks of option values that say what was expected in the words of the rest of the program.
#pragma once

#include <cstdint>

#include <CLI/CLI.hpp>

namespace drover {

// Decimal, from `low` up to the largest 64-bit number. Rewrites the value: CLI11 would read 010 as octal.
CLI::Validator whole_number_from(std::int64_t low);

CLI::Validator number_between(double low, double high);

// auto, always or never, as a number that converts to When.
CLI::Validator auto_always_never();

// The name of a trace whose format is known.
CLI::Validator trace_name();

}  // namespace drover
