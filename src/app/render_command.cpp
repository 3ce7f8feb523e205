// drover render SCENARIO-or-TRACE -o trails.svg: one picture of a run.
#include <fmt/format.h>

#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/catalog.h"
#include "app/command.h"
#include "app/files.h"
#include "app/interrupt.h"
#include "app/progress.h"
#include "app/run_setup.h"
#include "observe/picture.h"
#include "observe/provenance.h"
#include "observe/trace_reader.h"
#include "observe/trace_writer.h"
#include "observe/trails.h"

namespace drover {
namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  drover render scenario.jsonc -o trails.svg       run the scenario and draw it\n"
    "  drover render out/trace.csv -o trails.svg        draw a trace that was written before\n"
    "  drover render scenario.jsonc --steps 500 -o -    the first steps, to standard output\n";

struct RenderFlags {
  ScenarioFlags scenario;
  std::string output = "trails.svg";
  double width = 1000.0;
};

ExitCode write_picture(const RenderFlags& flags, const std::string& svg, const Console& console) {
  if (flags.output == "-") return print_result(console, svg);
  if (const Failure failure = write_whole_file(flags.output, svg)) {
    console.error(*failure);
    return ExitCode::bad_output;
  }
  console.info("wrote " + flags.output);
  return ExitCode::ok;
}

ExitCode render_scenario(const RenderFlags& flags, const Console& console) {
  const std::optional<LoadedInput> input = load_or_report(flags.scenario, console);
  if (!input) return ExitCode::bad_input;
  std::optional<Simulator> simulator = prepare_or_report(*input, console);
  if (!simulator) return ExitCode::bad_input;
  const auto steps = static_cast<std::uint64_t>(input->scenario.def.step_count());
  TrailRecorder recorder(simulator->world());
  recorder.observe(simulator->world());
  PictureInfo info;
  {
    Progress progress(console, steps);
    while (simulator->world().tick < steps && interrupt_signal() == 0) {
      if (const std::optional<StepFailure> failure = simulator->step()) {
        info.notes.push_back(fmt::format("the {} of agent {} was not finite after step {}", failure->quantity,
                                         failure->agent_number, failure->tick));
        console.warning(info.notes.back());
        break;
      }
      recorder.observe(simulator->world());
      progress.update(simulator->world().tick);
    }
  }
  const World& world = simulator->world();
  info.scenario = input->scenario.def.name;
  info.seed = world.seed;
  info.final_hash = simulator->hash();
  info.steps = static_cast<std::int64_t>(world.tick);
  info.duration = world.time();
  info.version = drover_version();
  return write_picture(flags, draw_svg(world, recorder.trails(world), info, {.width = flags.width}), console);
}

// What the file beside a trace says about it.
struct TraceOrigin {
  LoadedScenario scenario;
  nlohmann::ordered_json provenance;
};

std::optional<TraceOrigin> read_origin(const std::string& trace, const Console& console) {
  const std::string path = trace_meta_path(trace);
  std::ifstream file(path);
  const nlohmann::ordered_json meta = nlohmann::ordered_json::parse(file, nullptr, false);
  if (!meta.is_object() || !meta.contains("scenario")) {
    console.error(fmt::format("cannot read {}, which tells what world the trace belongs to", path));
    return std::nullopt;
  }
  JsonSources sources;
  Diagnostics diagnostics;
  std::optional<LoadedScenario> scenario =
      read_scenario_text({path, meta["scenario"].dump()}, {}, catalog(), sources, diagnostics);
  if (!scenario) {
    console.raw_error(format_human(diagnostics, sources, console.color()));
    return std::nullopt;
  }
  return TraceOrigin{std::move(*scenario), meta.value("provenance", nlohmann::ordered_json::object())};
}

ExitCode render_trace(const RenderFlags& flags, const Console& console) {
  const std::string& path = flags.scenario.scenario;
  std::ifstream file(path);
  if (!file) {
    console.error(fmt::format("cannot read {}", path));
    return ExitCode::bad_input;
  }
  const std::optional<TraceOrigin> origin = read_origin(path, console);
  if (!origin) return ExitCode::bad_input;
  const BuiltWorld built = build_world(origin->scenario.def);
  const TraceReading reading = read_trace(file, built.world);
  if (reading.problem) {
    console.error(fmt::format("{}:{}: {}", path, reading.problem->line, reading.problem->message));
    return ExitCode::bad_input;
  }
  PictureInfo info;
  info.scenario = origin->scenario.def.name;
  info.seed = built.world.seed;
  info.steps = reading.last_step;
  info.duration = reading.last_time.value_or(static_cast<double>(reading.last_step) * built.world.dt);
  info.version = drover_version();
  info.notes = reading.notes;
  const std::string hash = origin->provenance.value("state_hash", std::string());
  if (!hash.empty()) info.final_hash = std::strtoull(hash.c_str(), nullptr, 16);
  return write_picture(flags, draw_svg(built.world, reading.trails, info, {.width = flags.width}), console);
}

ExitCode render(const RenderFlags& flags, const Console& console) {
  const std::string& path = flags.scenario.scenario;
  const bool is_trace = path.ends_with(".csv") || path.ends_with(".jsonl") || path.ends_with(".ndjson");
  return is_trace ? render_trace(flags, console) : render_scenario(flags, console);
}

}  // namespace

void add_render_command(CommandLine& line) {
  auto flags = std::make_shared<RenderFlags>();
  CLI::App* command = line.app.add_subcommand("render", "Draw a scenario's run, or a trace, as SVG");
  command->footer(kExamples);
  add_scenario_flags(*command, flags->scenario);
  command->get_option("scenario")->description("Scenario or trace (.csv, .jsonl); - reads a scenario from standard input");
  command->add_option("-o,--out", flags->output, "Picture to write; - for standard output")->type_name("FILE");
  command->add_option("--width", flags->width, "Width of the picture in pixels")
      ->type_name("PX")
      ->check(CLI::Range(480.0, 10000.0));
  command->callback([&line, flags] {
    line.chosen = [flags](const Console& console) { return render(*flags, console); };
  });
}

}  // namespace drover
