// The two streams of the program: results on stdout, everything for people on stderr.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "app/exit_code.h"

namespace drover {

// Whether an environment variable is set and not empty.
bool is_in_environment(const char* variable);

// Columns of the terminal on stdout; 80 where there is none.
std::size_t terminal_width();

enum class When { automatic, always, never };

struct ConsoleOptions {
  bool quiet = false;
  bool verbose = false;
  bool json = false;
  When color = When::automatic;
  When progress = When::automatic;
};

class Console {
 public:
  explicit Console(const ConsoleOptions& options);
  ~Console();
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;

  bool json() const { return options_.json; }
  bool verbose() const { return options_.verbose; }
  bool quiet() const { return options_.quiet; }
  // Colors on stderr, and on stdout: a terminal that is not "dumb", or FORCE_COLOR or CLICOLOR_FORCE; never
  // with NO_COLOR. --color overrides.
  bool color() const { return color_; }
  bool result_color() const { return result_color_; }
  // Whether status() shows anything: a line that is redrawn, or now and then a line of a log.
  bool shows_progress() const { return progress_ || logs_progress_; }
  // Columns for text on stdout: those of the terminal, 80 where there is none.
  std::size_t width() const { return width_; }

  // For people; each message is one line. Quiet drops `info`; `detail` is shown when verbose only. What could
  // steer a terminal, end the line or be a command of a CI system is escaped here, so that callers may put
  // any name into a message.
  void detail(std::string_view message) const;
  void info(std::string_view message) const;
  void warning(std::string_view message) const;
  void error(std::string_view message) const;
  // Lines that are formatted already, such as diagnostics: their author has made names visible, and may have
  // added colors. Never dropped.
  void raw_error(std::string_view text) const;
  // Workflow commands, on stderr. Under GITHUB_ACTIONS all else stands between stop-commands and its token.
  void annotate(std::string_view commands) const;

  // How far the work is. On a terminal a line that is overwritten by the next, and cleared by an empty text;
  // elsewhere a line every ten seconds. Not from two threads at a time.
  void status(std::string_view text) const;

  // Whether the reader of stdout, such as `head`, has gone: that is no failure and not worth a message.
  static bool is_unread();

  // Results as they are: documents for programs, and text that its author escaped. False when stdout cannot
  // take them (a full disk, a closed pipe).
  [[nodiscard]] bool print(std::string_view text) const;
  // Results for people, escaped like messages but for the ends of lines: names have been made visible.
  [[nodiscard]] bool print_text(std::string_view text) const;

 private:
  void stop_commands() const;
  void allow_commands() const;

  ConsoleOptions options_;
  std::string stop_token_;  // empty: not in a workflow of GitHub
  bool color_ = false;
  bool result_color_ = false;
  bool progress_ = false;
  bool logs_progress_ = false;
  std::size_t width_ = 80;
  mutable std::chrono::steady_clock::time_point last_logged_ = std::chrono::steady_clock::now();
};

// Print a result, as Console::print_text or Console::print. When stdout does not take it, they say so and
// return bad_output instead of `code`; without a word and with `unread` where nobody reads it.
ExitCode print_text(const Console& console, std::string_view text, ExitCode code = ExitCode::ok);
ExitCode print_result(const Console& console, std::string_view text, ExitCode code = ExitCode::ok);

// Says as an error what is wrong, and returns the code.
ExitCode refuse(std::string_view problem, ExitCode code, const Console& console);

}  // namespace drover
