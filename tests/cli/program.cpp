#include "cli/program.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

namespace drover::test {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void save(const fs::path& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

fs::path make_folder(const char* name) {
  std::string pattern = (fs::temp_directory_path() / fmt::format("{}-XXXXXX", name)).string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot create " + pattern);
  return pattern;
}

std::vector<std::string> environment_of(const Call& call) {
  std::map<std::string, std::string> all = {
      {"PATH", "/usr/bin:/bin"}, {"HOME", "/nonexistent"}, {"TERM", "xterm"}, {"LC_ALL", "C.UTF-8"}};
  for (const auto& [name, value] : call.environment)
    all[name] = value;
  std::vector<std::string> lines;
  for (const auto& [name, value] : all)
    lines.push_back(fmt::format("{}={}", name, value));
  return lines;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (std::string& text : texts)
    all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

// In the child: a stream of the program becomes a file.
void redirect(int stream, const std::string& path, int flags) {
  const int descriptor = ::open(path.c_str(), flags, 0666);
  if (descriptor < 0 || ::dup2(descriptor, stream) < 0) ::_exit(127);
}

constexpr const char* kSmallScenario = R"({{
  "format": 1, "name": "small", "seed": 7,
  "simulation": {{ "dt": 0.02, "duration": {} }},
  "world": {{ "bounds": {{ "min": [0, 0], "max": [30, 20], "edge": "wrap" }},
             "obstacles": [ {{ "id": "oak", "center": [20, 10], "radius": 2 }} ] }},
  "agent_types": {{
    "sheep": {{ "steering": {{ "behaviors": [ {{ "type": "flocking" }}, {{ "type": "wander" }} ] }} }},
    "dog": {{ "max_speed": 4, "steering": {{ "behaviors": [
      {{ "type": "pursue", "target": {{ "agent_type": "sheep" }} }} ] }} }} }},
  "agents": [
    {{ "id": "dog", "type": "dog", "position": [2, 2] }},
    {{ "type": "sheep", "count": 6, "group": "flock", "heading_deg": {{ "uniform": [-180, 180] }},
      "placement": {{ "type": "disc", "center": [8, 10], "radius": 5 }} }} ]
}}
)";

}  // namespace

Program::Program() : folder_(make_folder("drover-cli")), streams_(make_folder("drover-cli-streams")) {}

Program::~Program() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
  fs::remove_all(streams_, ignored);
}

pid_t Program::start(const Call& call) const {
  std::vector<std::string> words = {DROVER_PROGRAM};
  words.insert(words.end(), call.words.begin(), call.words.end());
  std::vector<std::string> environment = environment_of(call);
  const std::vector<char*> arguments = pointers(words);
  const std::vector<char*> variables = pointers(environment);
  const std::string folder = call.folder.empty() ? folder_.string() : call.folder;
  const std::string out = call.out_to.empty() ? (streams_ / "out").string() : call.out_to;
  save(streams_ / "in", call.input);
  const pid_t child = ::fork();
  if (child != 0) return child;
  redirect(STDIN_FILENO, (streams_ / "in").string(), O_RDONLY);
  redirect(STDOUT_FILENO, out, O_WRONLY | O_CREAT | O_TRUNC);
  redirect(STDERR_FILENO, (streams_ / "err").string(), O_WRONLY | O_CREAT | O_TRUNC);
  if (::chdir(folder.c_str()) != 0) ::_exit(127);
  ::execve(DROVER_PROGRAM, arguments.data(), variables.data());
  ::_exit(127);
}

Answer Program::wait_for(pid_t child) const {
  int status = 0;
  ::waitpid(child, &status, 0);
  const int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return {.code = code, .out = content(streams_ / "out"), .err = content(streams_ / "err")};
}

Answer Program::run(const Call& call) const {
  return wait_for(start(call));
}

std::vector<std::string> Program::files() const {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder_)) {
    if (entry.is_regular_file()) names.push_back(entry.path().lexically_relative(folder_).string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string Program::read(const std::string& name) const {
  return content(folder_ / name);
}

void Program::write(const std::string& name, std::string_view text) const {
  fs::create_directories((folder_ / name).parent_path());
  save(folder_ / name, text);
}

std::map<std::string, std::string> Program::german() const {
  const fs::path folder = streams_ / "locales";
  fs::create_directories(folder);
  const std::string command =
      fmt::format("localedef -i de_DE -f UTF-8 '{}' >/dev/null 2>&1", (folder / "de_DE.UTF-8").string());
  if (std::system(command.c_str()) != 0) std::fprintf(stderr, "there is no German locale to test with\n");
  return {{"LOCPATH", folder.string()}, {"LC_ALL", "de_DE.UTF-8"}, {"LANG", "de_DE.UTF-8"}};
}

void Program::write_small_scenario() const {
  write("small.json", fmt::format(kSmallScenario, 2));
}

void Program::write_endless_scenario() const {
  write("endless.json", fmt::format(kSmallScenario, 1000000));
}

std::string source_file(const std::string& path) {
  return DROVER_SOURCE_DIR "/" + path;
}

Json reproducible(Json metrics) {
  metrics.erase("not_reproducible");
  return metrics;
}

}  // namespace drover::test
