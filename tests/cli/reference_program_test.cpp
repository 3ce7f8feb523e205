// A difference of the last bit, put into a run on purpose, is found where it was put.
#include <bit>
#include <cstdint>
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "cli/checked_folder.h"
#include "core/hash.h"
#include "observe/record/snapshot.h"
#include "support/scene.h"

namespace drover::test::reference_program_test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// Where the bit is.
constexpr std::uint64_t kStep = 23;
constexpr std::size_t kAgent = 1;
constexpr const char* kQuantity = "vy";

class ReferenceProgram : public CheckedFolder {
 protected:
  // The state after kStep steps of scenarios/one.json with the bit changed, as at.snapshot.
  ReferenceProgram() {
    const Answer answer = run({"run", "scenarios/one.json", "--quiet", "--save-at",
                               fmt::format("{}", kStep * 0.02), "at.snapshot"});
    EXPECT_EQ(answer.code, 0) << answer.err;
    SnapshotReading reading = read_snapshot(path("at.snapshot"));
    if (!reading.snapshot) throw std::runtime_error(reading.problem);
    for (SavedColumn& column : reading.snapshot->state.columns) {
      if (column.name != kQuantity) continue;
      double& value = std::get<std::vector<double>>(column.values).at(kAgent);
      ours_ = value;
      value = theirs_ = std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) + 1);
    }
    Simulator simulator = test::make_simulator(read("scenarios/one.json"));
    EXPECT_FALSE(simulator.restore(reading.snapshot->state));
    reading.snapshot->state_hash = simulator.hash();
    OutputFile file;
    EXPECT_FALSE(file.open(path("at.snapshot")));
    EXPECT_FALSE(write_snapshot(file, *reading.snapshot));
  }

  // A program that calculates as drover does but for that bit.
  std::string write_program() const {
    write("other_drover", fmt::format(R"(#!/bin/sh
command=$1
shift 2
case $command in
  hash)
    {0} hash scenarios/one.json --every 1 | head -n {1}
    echo {1} $({0} hash at.snapshot) ;;
  run)
    exec {0} run --resume at.snapshot "$@" ;;
esac
)",
                                      DROVER_PROGRAM, kStep));
    fs::permissions(path("other_drover"), fs::perms::owner_all);
    return path("other_drover");
  }

  void expect_the_bit(const Json& check) const {
    ASSERT_TRUE(check["divergence"].is_object()) << check.dump(1);
    const Json& first = check["divergence"]["first"];
    EXPECT_EQ(first["step"], kStep);
    EXPECT_EQ(first["agent"], kAgent);
    EXPECT_EQ(first["quantity"], kQuantity);
    EXPECT_EQ(first["expected"], theirs_);
    EXPECT_EQ(first["actual"], ours_);
    EXPECT_EQ(first["ulp"], 1) << first.dump(1);
  }

  double ours_ = 0.0;
  double theirs_ = 0.0;
};

// What a golden of the other program holds: its states from the bit on, and their hashes.
TEST_F(ReferenceProgram, AGoldenWithATraceOfEveryStepLocatesTheBit) {
  ASSERT_EQ(check({"-k", "one", "--update", "new", "--trace-every", "1"}).code, 0);
  ASSERT_EQ(run({"run", "--resume", "at.snapshot", "--quiet", "--trace", "t.csv", "--columns",
                 "step,agent,x,y,vx,vy,hx,hy", "--trace-every", "1", "--save-at", "1", "end.snapshot"})
                .code,
            0);
  std::istringstream lines(read("t.csv"));
  std::map<std::string, std::string> rows;  // by step and agent
  for (std::string line; std::getline(lines, line);)
    rows[line.substr(0, line.find(',', line.find(',') + 1))] = line;
  const std::string end = run({"hash", "end.snapshot"}).out.substr(0, 16);
  change_json("golden/one.golden.json", [&](Json& golden) {
    for (Json& row : golden["trace"]["rows"]) {
      const std::string text = row;
      const auto other = rows.find(text.substr(0, text.find(',', text.find(',') + 1)));
      if (other != rows.end()) row = other->second;
    }
    golden["state_hash"] = golden["checkpoints"].back()["hash"] = end;
    golden["digests"]["hashes"].clear();
  });
  const Json one = of_scenario(report({"-k", "one"}), "scenarios/one.json");
  EXPECT_EQ(one["status"], "differs");
  expect_the_bit(one);
  const Answer text = check({"-k", "one"});
  EXPECT_THAT(text.out, HasSubstr("step 23 (t = 0.46 s), agent 1, vy: expected "));
  EXPECT_THAT(text.out, HasSubstr("1 ulp apart"));
  EXPECT_THAT(text.out, HasSubstr(fmt::format("0x{:016x}", std::bit_cast<std::uint64_t>(theirs_))));
  EXPECT_THAT(text.out, HasSubstr(fmt::format("0x{:016x}", std::bit_cast<std::uint64_t>(ours_))));
}

TEST_F(ReferenceProgram, AProgramIsComparedStateByState) {
  accept_all();
  change_golden("golden/one.golden.json");
  const std::string program = write_program();
  const Json one = of_scenario(report({"-k", "one", "--reference", program}), "scenarios/one.json");
  expect_the_bit(one);
  EXPECT_THAT(one["detail"].get<std::string>(), HasSubstr("from step 23 on"));
  EXPECT_GT(one["divergence"]["growth"].size(), 3u) << "of steps 23, 24, 25, 27, ...";
  EXPECT_GT(one["divergence"]["values_that_differ"], 1);
}

TEST_F(ReferenceProgram, ThisProgramItselfComesToTheSame) {
  accept_all();
  change_golden("golden/one.golden.json");
  const Json one = of_scenario(report({"--reference", DROVER_PROGRAM}), "scenarios/one.json");
  EXPECT_THAT(one["detail"].get<std::string>(), HasSubstr("comes to the same states as this one"));
}

TEST_F(ReferenceProgram, OneThatCannotBeRunIsSaidSo) {
  accept_all();
  change_golden("golden/one.golden.json");
  const auto detail = [&](const std::string& command) {
    const Json one = of_scenario(report({"--reference", command}), "scenarios/one.json");
    EXPECT_EQ(one["status"], "differs");
    return one["detail"].get<std::string>();
  };
  EXPECT_THAT(detail("false"), HasSubstr("ended with exit code 1"));
  EXPECT_THAT(detail("true"), HasSubstr("no hash")) << "it printed nothing";
  EXPECT_THAT(detail("echo"), HasSubstr("no hash"));
}

TEST_F(ReferenceProgram, IsNotAskedWhereNothingDiffers) {
  accept_all();
  EXPECT_EQ(check({"--reference", "false"}).code, 0);
}

TEST_F(ReferenceProgram, OneThatIsNotThereIsRefusedAlsoWhereNothingDiffers) {
  accept_all();
  for (const char* command : {"./no_such_program", "no_such_program --flag", "scenarios", " "}) {
    const Answer answer = check({"--reference", command});
    EXPECT_EQ(answer.code, 2) << command;
    EXPECT_THAT(answer.err, HasSubstr("--reference"));
  }
}

}  // namespace
}  // namespace drover::test::reference_program_test
