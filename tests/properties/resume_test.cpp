// A run that goes on from a saved state comes to the same bits as one that was never interrupted.
#include <algorithm>
#include <string_view>
#include <type_traits>
#include <variant>

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

// One of them begins anew while the others are half through: nothing of one state is in the model, or it
// would show in the others.
TEST_P(Resume, OneModelServesSeveralStatesInTurn) {
  const BuiltWorld built = build_without_problems(load_file(GetParam()).def);
  Simulator first(built);
  const Recording recording = record(first);
  Simulator late(built);
  Simulator half(built);
  while (half.world().state.tick < kSteps / 2)
    ASSERT_FALSE(half.step());
  Simulator fork = half.fork();
  ASSERT_EQ(&fork.world().model(), &late.world().model());
  for (std::size_t k = 0; k < kSteps / 2; ++k) {
    for (Simulator* simulator : {&late, &half, &fork}) {
      ASSERT_EQ(simulator->hash(), recording.hashes[simulator->world().state.tick]) << "in round " << k;
      ASSERT_FALSE(simulator->step());
    }
  }
}

// Columns of whole numbers that are counts or places in a line: any number is one.
constexpr std::string_view kCounts[] = {"formations/member_count",
                                        "goal index_in_line",
                                        "pushed_out",
                                        "projectile_number",
                                        "projectiles_fired",
                                        "shots",
                                        "hits",
                                        "shots_unsolved",
                                        "shots_kept_back",
                                        "shots_dry",
                                        "blasts",
                                        "falls",
                                        "jump_takeoffs",
                                        "jump_bad_takeoffs",
                                        "jumps_landed",
                                        "jumps_missed",
                                        "jump_aborts",
                                        "jumps_failed"};

bool holds_indices(const SavedColumn& column) {
  return std::holds_alternative<std::vector<std::uint32_t>>(column.values) &&
         std::ranges::find(kCounts, column.name) == std::end(kCounts);
}

// Sets one number of a column of whole numbers.
void set_number(SavedColumn& column, std::size_t row, std::uint64_t number) {
  std::visit(
      [&]<class Number>(std::vector<Number>& numbers) {
        if constexpr (!std::is_same_v<Number, double>) numbers[row] = static_cast<Number>(number);
      },
      column.values);
}

// What a few numbers of a column become: others that may stand for something, and some that never do.
TEST_P(Resume, AStateWithOtherIndicesIsRefusedOrGoesOn) {
  constexpr std::uint64_t kBeyondEverything = 0x7fff'fff0;
  constexpr std::uint64_t kNumbers[] = {0, 1, 5, 200, kBeyondEverything, kNoIndex};
  const ScenarioDef def = load_file(GetParam()).def;
  Simulator simulator(build_without_problems(def));
  for (std::size_t k = 0; k < kSteps / 2; ++k)
    ASSERT_FALSE(simulator.step());
  const SavedState saved = save_state(simulator.world());
  SavedState other = saved;
  for (std::size_t c = 0; c < saved.columns.size(); ++c) {
    if (std::holds_alternative<std::vector<double>>(saved.columns[c].values)) continue;
    const std::size_t rows = saved.columns[c].size();
    if (rows == 0) continue;  // of a world without agents
    for (const std::size_t row : {std::size_t{0}, rows / 2, rows - 1}) {
      for (const std::uint64_t number : kNumbers) {
        set_number(other.columns[c], row, number);
        const std::optional<std::string> problem = simulator.restore(other);
        if (number == kBeyondEverything && holds_indices(saved.columns[c])) {
          EXPECT_TRUE(problem) << saved.columns[c].name << ", row " << row;
        }
        if (!problem) simulator.step();
        other.columns[c] = saved.columns[c];
      }
    }
  }
}

}  // namespace
}  // namespace drover::test::resume_test
