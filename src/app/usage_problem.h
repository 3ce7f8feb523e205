// What is wrong with a command line, in the words of the help.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace drover {

// Of a program its commands, of a command its actions.
std::vector<std::string> command_names(const CLI::App& app);

// "FILE..." or "NAME": what the help calls the value of an option.
std::string value_name(const CLI::Option& option);

// The command, or the action of a command, that the words led to; the program itself where they led nowhere.
const CLI::App& chosen_command(const CLI::App& app);

// "golden accept "; empty for the program itself.
std::string words_of(const CLI::App& command);

// What is wrong with the command line, with the nearest valid name where a word is unknown.
std::string usage_problem(const CLI::App& app, const CLI::ParseError& error,
                          const std::vector<std::string>& words);

}  // namespace drover
