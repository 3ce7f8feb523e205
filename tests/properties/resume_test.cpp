// A run that goes on from a saved state comes to the same bits as one that was never interrupted.
#include <gtest/gtest.h>

#include "properties/scenario_files.h"
#include "sim/step/simulator.h"

namespace drover::test::resume_test {
namespace {

constexpr std::size_t kSteps = 80;
constexpr std::size_t kStepsAfter = 12;

class Resume : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Scenarios, Resume, testing::ValuesIn(scenario_files()), name_of_file);

struct Recording {
  std::vector<SavedState> states;
  std::vector<std::uint64_t> hashes;
};

Recording record(Simulator& simulator) {
  Recording recording;
  for (std::size_t k = 0; k <= kSteps; ++k) {
    recording.states.push_back(save_state(simulator.world()));
    recording.hashes.push_back(simulator.hash());
    if (simulator.step()) throw std::runtime_error("a step failed");
  }
  return recording;
}

TEST_P(Resume, FromEveryTickComesToTheSameBits) {
  const ScenarioDef def = load_file(GetParam()).def;
  Simulator simulator(build_without_problems(def));
  const Recording recording = record(simulator);
  // One simulator is restored again and again: what it did before must not matter.
  Simulator resumed(build_without_problems(def));
  for (std::size_t from = 0; from <= kSteps; ++from) {
    const std::optional<std::string> problem = resumed.restore(recording.states[from]);
    ASSERT_FALSE(problem) << *problem;
    for (std::size_t k = from; k <= std::min(from + kStepsAfter, kSteps); ++k) {
      ASSERT_EQ(resumed.hash(), recording.hashes[k]) << "from tick " << from << ", at tick " << k;
      ASSERT_FALSE(resumed.step()) << "a step failed";
    }
  }
}

TEST_P(Resume, InANewProgramComesToTheEnd) {
  const ScenarioDef def = load_file(GetParam()).def;
  Simulator simulator(build_without_problems(def));
  const Recording recording = record(simulator);
  Simulator resumed(build_without_problems(def));
  ASSERT_FALSE(resumed.restore(recording.states[kSteps / 2]));
  for (std::size_t k = kSteps / 2; k < kSteps; ++k)
    ASSERT_FALSE(resumed.step()) << "a step failed";
  EXPECT_EQ(resumed.hash(), recording.hashes[kSteps]);
}

}  // namespace
}  // namespace drover::test::resume_test
