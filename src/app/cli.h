// Parses the command line into typed options. Only cli.cpp knows the library that parses them.
#pragma once

#include <string>
#include <variant>

#include "app/command_info.h"
#include "app/console.h"
#include "app/limits.h"
#include "app/options.h"

namespace drover {

struct CommandLine {
  ConsoleOptions console;
  Limits limits;
  std::string root;  // nothing outside is read or written; empty: no limit
  CommandOptions command;
};

// There is no command to execute: help or the version was asked for, or the words are wrong.
struct CommandLineAnswer {
  std::string text = {};     // help or version, for standard output; empty with a problem
  std::string problem = {};  // what is wrong, with the nearest valid name where a word is unknown
  std::string help = {};     // the words that show the help for the problem: "drover run --help"
};

// argv[0] is the name of the program. Options may also come from environment variables (DROVER_SEED, ...).
std::variant<CommandLine, CommandLineAnswer> parse_command_line(int argc, const char* const* argv);

// The same declarations as data.
CommandInfo describe_commands();

}  // namespace drover
