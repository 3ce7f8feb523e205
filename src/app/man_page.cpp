#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/command_info.h"

namespace drover {
namespace {

// A hyphen of an option stays a minus sign, a backslash is a backslash, and no line begins with a request.
std::string roff(std::string_view text) {
  std::string out;
  bool is_line_start = true;
  for (const char c : text) {
    if (is_line_start && (c == '.' || c == '\'')) out += "\\&";
    is_line_start = c == '\n';
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  return out;
}

std::string heading_of(const OptionInfo& option) {
  if (option.is_positional) return fmt::format("\\fI{}\\fR", roff(option.value));
  std::string text;
  for (const std::string& name : option.names)
    text += fmt::format("{}\\fB{}\\fR", text.empty() ? "" : ", ", roff(name));
  return option.value.empty() ? text : fmt::format("{} \\fI{}\\fR", text, roff(option.value));
}

std::string options_of(const CommandInfo& command) {
  std::string text;
  for (const OptionInfo& option : command.options)
    text += fmt::format(".TP\n{}\n{}\n", heading_of(option), roff(option.doc));
  return text;
}

std::string section_of(const CommandInfo& command, const std::string& words) {
  const std::string own = words.empty() ? command.name : words + " " + command.name;
  std::string text = fmt::format(".SS \"drover {}\"\n{}.\n", roff(own), roff(command.summary));
  text += options_of(command);
  for (const CommandInfo& action : command.commands)
    text += section_of(action, own);
  if (words.empty() && !command.notes.empty())
    text += fmt::format(".PP\n.nf\n{}\n.fi\n", roff(command.notes));
  return text;
}

}  // namespace

std::string man_page(const CommandInfo& program, std::string_view version) {
  std::string text = fmt::format(".TH DROVER 1 \"\" \"drover {}\" \"User Commands\"\n", roff(version));
  text += fmt::format(".SH NAME\ndrover \\- {}\n", roff(program.summary));
  text += ".SH SYNOPSIS\n.B drover\n\\fICOMMAND\\fR [\\fIOPTION\\fR...] [\\fIARGUMENT\\fR...]\n";
  text += ".SH OPTIONS\nOptions that every command takes.\n" + options_of(program);
  text += ".SH COMMANDS\n";
  for (const CommandInfo& command : program.commands)
    text += section_of(command, "");
  return text + ".SH EXIT STATUS\n" + roff(program.notes) + "\n";
}

}  // namespace drover
