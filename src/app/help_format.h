// The layout of the help: two columns, sentences wrapped to the width of the terminal.
#pragma once

#include <memory>
#include <string>

#include <CLI/CLI.hpp>

namespace drover {

std::shared_ptr<CLI::FormatterBase> help_formatter();

// The help as the parser puts it together, with lines that are too long wrapped.
std::string fitted_lines(const std::string& text);

}  // namespace drover
