#include "batch/shard.h"

#include <map>

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace drover::test::shard_test {
namespace {

using ::testing::HasSubstr;
using Variables = std::map<std::string, std::string>;

ShardChoice choose(const Variables& variables, const std::string& text = "auto") {
  return choose_shard(text, [&](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

std::string text_of(const ShardChoice& choice) {
  return choice.problem.empty() ? fmt::format("{}/{}", choice.shard.index + 1, choice.shard.count)
                                : choice.problem;
}

Variables slurm_array(int id, int count, int min, int max, int step) {
  return {{"SLURM_ARRAY_TASK_ID", std::to_string(id)},
          {"SLURM_ARRAY_TASK_COUNT", std::to_string(count)},
          {"SLURM_ARRAY_TASK_MIN", std::to_string(min)},
          {"SLURM_ARRAY_TASK_MAX", std::to_string(max)},
          {"SLURM_ARRAY_TASK_STEP", std::to_string(step)}};
}

TEST(Shard, IsGivenByHand) {
  EXPECT_EQ(text_of(choose({}, "2/8")), "2/8");
  EXPECT_EQ(text_of(choose({}, "1/1")), "1/1");
  for (const std::string wrong : {"0/8", "9/8", "2", "/8", "2/", "a/b", "-1/8", "2/8/3", "", "2.0/8"})
    EXPECT_THAT(choose({}, wrong).problem, HasSubstr("write 2/8")) << wrong;
}

TEST(Shard, EveryRunIsInExactlyOne) {
  std::array<int, 4> counts{};
  for (int run = 0; run < 1000; ++run) {
    int holders = 0;
    for (std::uint64_t k = 0; k < 4; ++k) {
      if (!Shard{k, 4}.holds(std::to_string(run))) continue;
      ++holders;
      ++counts[k];
    }
    EXPECT_EQ(holders, 1);
  }
  // 250 on the average, with a standard deviation of 14.
  for (const int count : counts)
    EXPECT_NEAR(count, 250, 60);
}

TEST(Shard, EverythingWithoutVariables) {
  EXPECT_EQ(text_of(choose({})), "1/1");
  EXPECT_EQ(choose({}).decided_by, "");
  EXPECT_EQ(text_of(choose({{"DROVER_SHARD_INDEX", ""}, {"DROVER_SHARD_COUNT", ""}})), "1/1");
}

TEST(Shard, VariablesOfItsOwnComeFirst) {
  Variables variables = slurm_array(3, 20, 1, 20, 1);
  variables["DROVER_SHARD_INDEX"] = "4";
  variables["DROVER_SHARD_COUNT"] = "6";
  EXPECT_EQ(text_of(choose(variables)), "5/6");
  EXPECT_EQ(choose(variables).decided_by, "DROVER_SHARD_INDEX");
}

TEST(Shard, SlurmArrays) {
  EXPECT_EQ(text_of(choose(slurm_array(1, 20, 1, 20, 1))), "1/20");
  EXPECT_EQ(text_of(choose(slurm_array(20, 20, 1, 20, 1))), "20/20");
  EXPECT_EQ(text_of(choose(slurm_array(6, 4, 0, 9, 3))), "3/4");
  EXPECT_THAT(choose(slurm_array(3, 3, 1, 7, 1)).problem, HasSubstr("--shard \"$SLURM_ARRAY_TASK_ID/N\""));
}

TEST(Shard, RanksOfMpiSlurmStepsAndPmi) {
  EXPECT_EQ(text_of(choose({{"OMPI_COMM_WORLD_RANK", "2"}, {"OMPI_COMM_WORLD_SIZE", "4"}})), "3/4");
  EXPECT_EQ(text_of(choose({{"SLURM_PROCID", "1"}, {"SLURM_STEP_NUM_TASKS", "4"}})), "2/4");
  EXPECT_EQ(text_of(choose({{"PMI_RANK", "0"}, {"PMI_SIZE", "2"}})), "1/2");
  // mpirun in a Slurm job starts its daemon as a step of one task.
  EXPECT_EQ(text_of(choose({{"OMPI_COMM_WORLD_RANK", "2"},
                            {"OMPI_COMM_WORLD_SIZE", "4"},
                            {"SLURM_PROCID", "0"},
                            {"SLURM_STEP_NUM_TASKS", "1"}})),
            "3/4");
  // A batch script outside of a step has a rank, and the number of tasks of the job says nothing.
  EXPECT_EQ(text_of(choose({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "3"}})), "1/1");
}

TEST(Shard, RanksDivideTheTasksOfAnArray) {
  Variables variables = slurm_array(2, 3, 1, 3, 1);
  variables["OMPI_COMM_WORLD_RANK"] = "1";
  variables["OMPI_COMM_WORLD_SIZE"] = "4";
  EXPECT_EQ(text_of(choose(variables)), "6/12");
}

TEST(Shard, IndexedJobsOfKubernetesNeedTheirCount) {
  EXPECT_EQ(text_of(choose({{"JOB_COMPLETION_INDEX", "3"}, {"DROVER_SHARD_COUNT", "8"}})), "4/8");
  EXPECT_THAT(choose({{"JOB_COMPLETION_INDEX", "3"}}).problem, HasSubstr("DROVER_SHARD_COUNT is not"));
}

TEST(Shard, HalfAPairAndBadNumbersAreNamed) {
  EXPECT_THAT(choose({{"DROVER_SHARD_INDEX", "1"}}).problem, HasSubstr("DROVER_SHARD_COUNT is not"));
  EXPECT_THAT(choose({{"OMPI_COMM_WORLD_RANK", "1"}}).problem, HasSubstr("OMPI_COMM_WORLD_SIZE is not"));
  EXPECT_THAT(choose({{"PMI_RANK", "x"}, {"PMI_SIZE", "2"}}).problem, HasSubstr("PMI_RANK is \"x\""));
  EXPECT_THAT(choose({{"PMI_RANK", "2"}, {"PMI_SIZE", "2"}}).problem, HasSubstr("below the count"));
}

}  // namespace
}  // namespace drover::test::shard_test
