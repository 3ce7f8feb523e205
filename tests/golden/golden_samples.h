// Runs of small scenarios and their goldens, for the tests of what is kept of them and compared.
#pragma once

#include <string>
#include <string_view>

#include "golden/golden_run.h"

namespace drover::test {

// Two agents that wander in a box and collide: nothing about it is symmetric or at rest. Steps of 0.25 s;
// `keys` are further keys of the scenario, each starting with a comma.
std::string wanderers(int steps, std::string_view keys = "");

// The same with a division by the least number there is: its first step fails.
std::string breaking();

// Throws std::runtime_error with the diagnostics when the text is not a valid scenario.
LoadedScenario load_text(std::string_view text);
GoldenRun run_text(std::string_view text, const GoldenRunOptions& options = {});
// What a complete run came to.
GoldenDef golden_of(std::string_view text, const GoldenRunOptions& options = {});

// All digests in one text.
std::string digests_of(const GoldenDef& golden);
// Changes the digest of the k-th state, counted from 0.
void change_digest(GoldenDef& golden, std::size_t k);

}  // namespace drover::test
