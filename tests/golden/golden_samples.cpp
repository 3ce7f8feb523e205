#include "golden/golden_samples.h"

#include <stdexcept>

#include <fmt/format.h>

#include "app/catalog.h"
#include "support/scene.h"

namespace drover::test {

std::string wanderers(int steps, std::string_view keys) {
  return fmt::format(R"({{"format": 1, "seed": 5, "simulation": {{"dt": 0.25, "duration": {}}},
  "world": {{"bounds": {{"min": [-5, -5], "max": [5, 5], "edge": "wrap"}}}},
  "agent_types": {{"a": {{"steering": {{"behaviors": [{{"type": "wander"}}]}}}}}},
  "agents": [{{"type": "a", "position": [0, 0]}}, {{"type": "a", "position": [1, 2], "velocity": [1, 0]}}]{}}})",
                     steps * 0.25, keys);
}

std::string breaking() {
  // Its thrust divided by its mass is no finite number.
  return scene(R"([{"type":"seek","target":{"point":[5,5]}}])", R"([{"type":"a","position":[0,0]}])",
               R"(,"mass":5e-324,"locomotion":{"type":"rigid_body_2d"})",
               R"(,"simulation":{"dt":0.25,"duration":5})");
}

LoadedScenario load_text(std::string_view text) {
  JsonSources sources;
  Diagnostics diagnostics;
  auto loaded = read_scenario_text({"test.json", std::string(text)}, {}, catalog(), sources, diagnostics);
  if (!loaded) throw std::runtime_error(format_human(diagnostics, sources, false));
  return std::move(*loaded);
}

GoldenRun run_text(std::string_view text, const GoldenRunOptions& options) {
  return run_golden(load_text(text), make_simulator(text), options);
}

GoldenDef golden_of(std::string_view text, const GoldenRunOptions& options) {
  GoldenRun run = run_text(text, options);
  if (!run.is_complete()) throw std::runtime_error("the run was not complete");
  return std::move(run.golden);
}

std::string digests_of(const GoldenDef& golden) {
  std::string all;
  for (const std::string& line : golden.digests.hashes)
    all += line;
  return all;
}

void change_digest(GoldenDef& golden, std::size_t k) {
  std::string all = digests_of(golden);
  char& digit = all.at(k * kDigestDigits + 1);
  digit = digit == '0' ? '1' : '0';
  golden.digests.hashes = {all};
}

}  // namespace drover::test
