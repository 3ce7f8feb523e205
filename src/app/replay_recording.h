// Replays as commands make them: of a scenario that is run, or of a trace.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/console.h"
#include "app/exit_code.h"
#include "app/options.h"
#include "observe/picture/display_list.h"
#include "observe/replay/replay_recorder.h"
#include "run/input.h"
#include "run/run.h"
#include "sim/state/world.h"

namespace drover {

// With what it takes to draw it.
struct RecordedReplay {
  Replay replay;
  World scene;
  DisplayList display = {};
  ExitCode code = ExitCode::ok;  // how its run ended
};

struct ReplayRequest {
  FrameLimits limits = {};
  std::vector<std::string> columns = {};
  std::vector<std::string> agents = {};  // names or numbers of those that details are recorded of
  std::vector<std::string> record = {};  // which details: of kReplayDetails
  std::string command = {};              // that repeats the run
};

// Records a run that goes on anyway. The input and the run outlive it.
class RunRecording {
 public:
  // `problem`: what is wrong with the request for this world; nothing is recorded then.
  RunRecording(const RunInput& input, const ReplayRequest& request, Run& run, Failure& problem);
  // After the run.
  RecordedReplay finish(const RunResult& result);

 private:
  const RunInput& input_;
  std::string command_;
  Run& run_;
  std::unique_ptr<ReplayRecorder> recorder_;
};

// Runs a scenario. Problems are printed; `problem_code` is then what the program exits with.
std::optional<RecordedReplay> record_replay(const RunInput& input, const ReplayRequest& request,
                                            const Console& console, ExitCode& problem_code);

// Reads a trace and the file beside it.
std::optional<RecordedReplay> read_replay(const std::string& trace, const Console& console,
                                          ExitCode& problem_code);

// Either, by what the name leads to: a scenario, a trace, or a folder with the results of a run.
std::optional<RecordedReplay> open_replay(const ScenarioOptions& source, ReplayRequest request,
                                          const Console& console, ExitCode& problem_code);

// The agent of this name or number.
std::optional<AgentIndex> find_agent(const Model& model, const std::string& name);

// "drover run a.json --set x=1 --seed 5"
std::string run_command_text(const ScenarioOptions& source);

}  // namespace drover
