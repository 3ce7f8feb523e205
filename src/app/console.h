// The two streams of the program: results on stdout, everything for people on stderr.
#pragma once

#include <string>
#include <string_view>

#include "app/exit_code.h"

namespace drover {

// Whether an environment variable is set and not empty.
bool is_in_environment(const char* variable);

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

  bool json() const { return options_.json; }
  bool verbose() const { return options_.verbose; }
  bool quiet() const { return options_.quiet; }
  // Colors on stderr, and on stdout: a terminal, NO_COLOR unset, TERM not "dumb"; --color overrides.
  bool color() const { return color_; }
  bool result_color() const { return result_color_; }
  bool progress() const { return progress_; }

  // For people; each message ends its line. Quiet drops `info`; `detail` is shown when verbose only.
  void detail(std::string_view message) const;
  void info(std::string_view message) const;
  void warning(std::string_view message) const;
  void error(std::string_view message) const;
  // Text that is formatted already, such as diagnostics; never dropped.
  void raw_error(std::string_view text) const;

  // A line that is overwritten by the next; only while progress() holds. An empty text clears it.
  void status(std::string_view text) const;

  // Results. False when stdout cannot take them (a full disk, a closed pipe).
  [[nodiscard]] bool print(std::string_view text) const;

 private:
  ConsoleOptions options_;
  bool color_ = false;
  bool result_color_ = false;
  bool progress_ = false;
};

// Prints a result. When stdout does not take it, says so and returns bad_output instead of `code`.
ExitCode print_result(const Console& console, std::string_view text, ExitCode code = ExitCode::ok);

}  // namespace drover
