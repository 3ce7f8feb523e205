#include "app/batch_events.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

// In the order of RunStatus.
constexpr std::array<std::string_view, 5> kStatusNames = {"complete", "done_before", "failed",
                                                          "failed_before", "stopped"};

}  // namespace

BatchEvents::~BatchEvents() {
  if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
}

Failure BatchEvents::open(const std::string& path) {
  path_ = path == "-" ? "the standard output" : path;
  if (path == "-") {
    descriptor_ = STDOUT_FILENO;
    return std::nullopt;
  }
  if (Failure failure = prepare_folder(path)) return failure;
  // As for all outputs: what a link leads to may be anything.
  std::error_code error;
  if (!path.starts_with("/dev/") && std::filesystem::is_symlink(path, error))
    return fmt::format(
        "cannot write {}: it is a symbolic link; name the file it leads to, or remove the link", path);
  descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor_ >= 0) return std::nullopt;
  return fmt::format("cannot write {}: {}", path, std::strerror(errno));
}

void BatchEvents::begin(const std::string& plan, std::size_t runs) {
  write({{"event", "begin"}, {"plan", plan}, {"runs", runs}});
}

void BatchEvents::run_ended(const RunList& list, const RunOutcome& outcome) {
  Json event = {{"event", "run"},
                {"id", outcome.id},
                {"status", kStatusNames[static_cast<std::size_t>(outcome.status)]},
                {"run", describe(list, *outcome.run)},
                {"seconds", outcome.seconds}};
  if (!outcome.problem.empty()) {
    event["problem"] = outcome.problem;
    event["command"] = outcome.command;
  }
  write(event);
}

void BatchEvents::end(const RunCounts& counts) {
  Json event = {{"event", "end"}};
  for (std::size_t k = 0; k < static_cast<std::size_t>(RunStatus::stopped); ++k)
    event[std::string(kStatusNames[k])] = counts[static_cast<RunStatus>(k)];
  write(event);
}

// In one call, so that lines of several processes do not mix.
void BatchEvents::write(const Json& event) {
  if (descriptor_ < 0) return;
  const std::string line = event.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  const auto written = ::write(descriptor_, line.data(), line.size());
  if (written == static_cast<::ssize_t>(line.size()) || failure_) return;
  failure_ = fmt::format("cannot write {}: {}", path_, std::strerror(written < 0 ? errno : ENOSPC));
}

}  // namespace drover
