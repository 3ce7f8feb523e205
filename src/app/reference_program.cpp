#include "app/reference_program.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/catalog.h"
#include "core/hash.h"
#include "observe/compare/state_comparison.h"
#include "observe/record/snapshot.h"
#include "run/input.h"
#include "run/run.h"

namespace drover {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kFarthest = 1024;  // steps behind the first difference

// A folder that exists as long as this object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (fs::temp_directory_path() / "drover-XXXXXX").string();
    if (::mkdtemp(pattern.data()) != nullptr) path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code error;
    if (!path_.empty()) fs::remove_all(path_, error);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string read_all(int descriptor) {
  std::string text;
  std::array<char, 1 << 14> chunk;
  for (;;) {
    const ssize_t count = ::read(descriptor, chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(chunk.data(), static_cast<std::size_t>(count));
  }
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

struct ChildAnswer {
  int code = -1;             // exit status; 128 + signal where one ended it
  std::string out;           // what it wrote to standard output
  std::string problem = {};  // why it could not be run; empty when it was
};

// Runs another program to its end, and looks for it as a shell does. What it writes to standard error goes to
// ours.
ChildAnswer run_program(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words)
    arguments.push_back(const_cast<char*>(word.c_str()));  // exec's type; it changes nothing
  arguments.push_back(nullptr);
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return {-1, {}, "no pipe can be had"};
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
  pid_t child = 0;
  const int error = ::posix_spawnp(&child, arguments.front(), &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(pipe[1]);
  ChildAnswer answer;
  if (error == 0) {
    answer.out = read_all(pipe[0]);
    answer.code = wait_for(child);
  } else {
    answer.problem = fmt::format("cannot run {}: {}", words.front(), std::generic_category().message(error));
  }
  ::close(pipe[0]);
  return answer;
}

class ProgramComparison {
 public:
  ProgramComparison(const std::string& command, ScenarioCheck& check) : check_(check) {
    std::istringstream words(command);
    for (std::string word; words >> word;)
      command_.push_back(word);
  }

  // Returns why the programs cannot be compared, or the result of the comparison.
  std::string run() {
    if (command_.empty()) return "no reference program was named";
    RunInput input = load_input({.file = check_.scenario}, catalog());
    std::optional<Run> run;
    if (input.scenario) run = Run::prepare(*input.scenario, {}, input.diagnostics);
    if (!run) return "the scenario cannot be read again";
    const ChildAnswer answer = run_program(with({"hash", check_.scenario, "--every", "1", "--quiet"}));
    if (answer.code != 0) return refused(answer);
    if (go_to_first_difference(answer.out, *run)) return compare_states_from_here(*run);
    if (const std::uint64_t tick = run->simulator().world().state.tick; tick < run->last_tick())
      return fmt::format("the reference program printed no hash of step {}", tick);
    return "the reference program comes to the same states as this one";
  }

 private:
  std::vector<std::string> with(std::vector<std::string> words) const {
    words.insert(words.begin(), command_.begin(), command_.end());
    return words;
  }

  static std::string refused(const ChildAnswer& answer) {
    return answer.problem.empty() ? fmt::format("the reference program ended with exit code {}", answer.code)
                                  : answer.problem;
  }

  // Takes the run to the first state that has another hash in the list of all states, each with its step.
  // False where there is none: the run is then in its last state, or in the first without a hash.
  static bool go_to_first_difference(const std::string& hashes, Run& run) {
    std::istringstream lines(hashes);
    std::uint64_t step = 0;
    std::string hash;
    for (std::uint64_t tick = 0; tick <= run.last_tick(); ++tick) {
      if (run.advance_to(tick) != RunEnd::complete) return false;
      if (!(lines >> step >> hash) || step != tick) return false;
      if (hex(run.simulator().hash()) != hash) return true;
    }
    return false;
  }

  std::string compare_states_from_here(Run& run) {
    const World& world = run.simulator().world();
    const std::uint64_t first = world.state.tick;
    const TemporaryFolder folder;
    if (folder.path().empty()) return "no temporary folder can be had";
    std::vector<std::uint64_t> steps = {first};
    for (std::uint64_t ahead = 1; ahead <= kFarthest && first + ahead <= run.last_tick(); ahead *= 2)
      steps.push_back(first + ahead);
    std::vector<std::string> words =
        with({"run", check_.scenario, "--quiet", "--steps", std::to_string(steps.back())});
    for (const std::uint64_t step : steps) {
      const double time = static_cast<double>(step) * world.model().dt;
      words.insert(words.end(), {"--save-at", fmt::format("{}", time), file_of(folder, step)});
    }
    // An expectation that does not hold in the shorter run is no failure here.
    if (const ChildAnswer answer = run_program(words); answer.code != 0 && answer.code != 1)
      return refused(answer);
    check_.divergence = {};
    for (const std::uint64_t step : steps) {
      if (run.advance_to(step) != RunEnd::complete) return "this program could not go on";
      const SnapshotReading reading = read_snapshot(file_of(folder, step));
      if (!reading.snapshot) return reading.problem;
      compare_states(reading.snapshot->state, save_state(world), {}, check_.divergence);
    }
    return fmt::format(
        "compared with the reference program: its values are the expected ones, from step {} on", first);
  }

  static std::string file_of(const TemporaryFolder& folder, std::uint64_t step) {
    return fmt::format("{}/{}.snapshot", folder.path(), step);
  }

  ScenarioCheck& check_;
  std::vector<std::string> command_;
};

}  // namespace

std::string reference_problem(const std::string& command) {
  std::string program;
  std::istringstream(command) >> program;
  const auto is_program = [](const std::string& path) {
    std::error_code error;
    return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
  };
  if (program.empty()) return "--reference names no program";
  if (program.find('/') != std::string::npos)
    return is_program(program) ? "" : fmt::format("--reference: there is no program {}", program);
  const char* folders = std::getenv("PATH");
  std::istringstream list(folders == nullptr ? "" : folders);
  for (std::string folder; std::getline(list, folder, ':');) {
    if (is_program((folder.empty() ? "." : folder) + "/" + program)) return {};
  }
  return fmt::format("--reference: no program {} is in the folders of PATH", program);
}

void compare_with_program(const std::string& command, ScenarioCheck& check) {
  const std::string result = ProgramComparison(command, check).run();
  check.detail += (check.detail.empty() ? "" : "\n") + result;
}

}  // namespace drover
