#include "app/help_format.h"

#include <algorithm>
#include <sstream>

#include "app/console.h"
#include "scenario/explain_text.h"

namespace drover {
namespace {

// Options and commands in two columns, sentences wrapped to the width of the terminal.
class WidthFormatter : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    const std::string name = make_option_name(option, is_positional) + make_option_opts(option);
    return in_two_columns("  " + name, make_option_desc(option));
  }

  std::string make_subcommand(const CLI::App* command) const override {
    return in_two_columns("  " + command->get_name(), command->get_description());
  }

 private:
  static std::string in_two_columns(const std::string& head, const std::string& text) {
    constexpr std::size_t kColumn = 30;
    std::string lines = wrap(text, kColumn, terminal_width());
    if (lines.empty()) return head + "\n";
    if (head.size() + 2 > kColumn) return head + "\n" + lines;
    return lines.replace(0, head.size(), head);
  }
};

// A line that is too long: the remark behind an example goes below it, a sentence is wrapped.
std::string fitted(const std::string& line, std::size_t width) {
  constexpr std::size_t kRemarkIndent = 6;
  if (line.size() <= width) return line + "\n";
  const std::size_t begin = line.find_first_not_of(' ');
  const std::size_t gap = line.find("  ", begin);
  if (begin == 2 && gap != std::string::npos) {
    const std::size_t remark = line.find_first_not_of(' ', gap);
    return line.substr(0, gap) + "\n" +
           wrap(line.substr(std::min(remark, line.size())), kRemarkIndent, width);
  }
  return begin == 0 ? wrap(line, 0, width) : line + "\n";
}

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_formatter() {
  return std::make_shared<WidthFormatter>();
}

std::string fitted_lines(const std::string& text) {
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);)
    out += fitted(line, terminal_width());
  return out;
}

}  // namespace drover
