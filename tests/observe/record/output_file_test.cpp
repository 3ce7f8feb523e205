#include "observe/record/output_file.h"

#include <csignal>
#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/observed_run.h"

namespace drover::output_file_test {
namespace {

using test::Folder;
using test::read_text;
using testing::HasSubstr;

void put(const std::string& path, std::string_view text) {
  std::ofstream(path) << text;
}

TEST(OutputFile, StandsUnderItsNameOnlyAfterCommit) {
  const Folder folder;
  OutputFile file;
  ASSERT_EQ(file.open(folder.path("a.csv")), std::nullopt);
  ASSERT_EQ(file.write("one,"), std::nullopt);
  ASSERT_EQ(file.write("two\n"), std::nullopt);
  EXPECT_FALSE(std::filesystem::exists(folder.path("a.csv")));
  EXPECT_EQ(folder.file_count(), 1u);  // the temporary file
  ASSERT_EQ(file.commit(), std::nullopt);
  EXPECT_EQ(read_text(folder.path("a.csv")), "one,two\n");
  EXPECT_EQ(folder.file_count(), 1u);
}

TEST(OutputFile, WithoutCommitTheOldFileStaysAndNothingElse) {
  const Folder folder;
  put(folder.path("a.csv"), "old");
  {
    OutputFile file;
    ASSERT_EQ(file.open(folder.path("a.csv")), std::nullopt);
    ASSERT_EQ(file.write(std::string(3 << 20, 'x')), std::nullopt);
  }
  EXPECT_EQ(read_text(folder.path("a.csv")), "old");
  EXPECT_EQ(folder.file_count(), 1u);
}

TEST(OutputFile, CommitReplacesTheOldFile) {
  const Folder folder;
  put(folder.path("a.csv"), "old and longer");
  OutputFile file;
  ASSERT_EQ(file.open(folder.path("a.csv")), std::nullopt);
  ASSERT_EQ(file.write("new"), std::nullopt);
  ASSERT_EQ(file.commit(), std::nullopt);
  EXPECT_EQ(read_text(folder.path("a.csv")), "new");
}

TEST(OutputFile, KeepsWhatAnInterruptedRunWrote) {
  const Folder folder;
  put(folder.path("a.csv"), "old");
  OutputFile file;
  ASSERT_EQ(file.open(folder.path("a.csv")), std::nullopt);
  ASSERT_EQ(file.write("half"), std::nullopt);
  ASSERT_EQ(file.keep_incomplete(), std::nullopt);
  EXPECT_EQ(read_text(folder.path("a.csv")), "old");
  EXPECT_EQ(read_text(folder.path("a.csv.incomplete")), "half");
  EXPECT_EQ(folder.file_count(), 2u);
}

TEST(OutputFile, WritesMoreThanItsBufferInOrder) {
  const Folder folder;
  OutputFile file;
  ASSERT_EQ(file.open(folder.path("big")), std::nullopt);
  std::string expected;
  for (int k = 0; k < 40; ++k) {
    // Pieces below, at and above the size of the buffer of 1 MiB.
    const std::string piece(std::size_t{1} << (k % 22), static_cast<char>('a' + k % 26));
    ASSERT_EQ(file.write(piece), std::nullopt);
    expected += piece;
  }
  ASSERT_EQ(file.commit(), std::nullopt);
  EXPECT_TRUE(read_text(folder.path("big")) == expected);
}

TEST(OutputFile, AFullDeviceIsAnError) {
  OutputFile file;
  ASSERT_EQ(file.open("/dev/full"), std::nullopt);
  EXPECT_TRUE(file.is_direct());
  ASSERT_EQ(file.write("a little"), std::nullopt);  // fits the buffer
  const Failure failure = file.commit();
  ASSERT_TRUE(failure.has_value());
  EXPECT_THAT(*failure, HasSubstr("/dev/full"));
  EXPECT_THAT(*failure, HasSubstr("No space left"));
  EXPECT_TRUE(std::filesystem::exists("/dev/full"));
}

TEST(OutputFile, AFailureIsToldAgainByEveryLaterCall) {
  OutputFile file;
  ASSERT_EQ(file.open("/dev/full"), std::nullopt);
  const Failure failure = file.write(std::string(2 << 20, 'x'));
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(file.write("more"), failure);
  EXPECT_EQ(file.commit(), failure);
  EXPECT_EQ(file.keep_incomplete(), failure);
}

TEST(OutputFile, AClosedPipeIsAnError) {
  const auto old_handler = std::signal(SIGPIPE, SIG_IGN);
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const int real_output = ::dup(STDOUT_FILENO);
  ::dup2(ends[1], STDOUT_FILENO);
  OutputFile file;
  const Failure opened = file.open("-");
  ::close(ends[0]);
  const Failure written = file.write("text");
  const Failure failure = file.commit();
  ::dup2(real_output, STDOUT_FILENO);
  for (const int descriptor : {real_output, ends[1]})
    ::close(descriptor);
  std::signal(SIGPIPE, old_handler);
  EXPECT_EQ(opened, std::nullopt);
  EXPECT_EQ(written, std::nullopt);
  ASSERT_TRUE(failure.has_value());
  EXPECT_THAT(*failure, HasSubstr("standard output"));
}

TEST(OutputFile, ABadPathFailsWhenOpened) {
  const Folder folder;
  put(folder.path("file"), "");
  OutputFile file;
  EXPECT_THAT(file.open(folder.path("missing/a.csv")).value_or(""), HasSubstr("No such file or directory"));
  EXPECT_THAT(file.open(folder.path("file/a.csv")).value_or(""), HasSubstr("Not a directory"));
  EXPECT_THAT(file.open(folder.path("")).value_or(""), HasSubstr("Is a directory"));
  EXPECT_TRUE(file.open("").has_value());
}

// The superuser may write everywhere, so the test takes another user id for a moment.
TEST(OutputFile, AFolderThatMayNotBeWrittenFailsWhenOpened) {
  const Folder folder;
  std::filesystem::permissions(folder.path(""), static_cast<std::filesystem::perms>(0555));
  const uid_t user = ::geteuid();
  if (user == 0) {
    ASSERT_EQ(::seteuid(65534), 0);
  }
  OutputFile file;
  const Failure failure = file.open(folder.path("a.csv"));
  ASSERT_EQ(::seteuid(user), 0);
  std::filesystem::permissions(folder.path(""), std::filesystem::perms::owner_all);
  EXPECT_THAT(failure.value_or(""), HasSubstr("Permission denied"));
}

// Although the folder would let it be replaced.
TEST(OutputFile, AFileThatMayNotBeWrittenIsNotReplaced) {
  const Folder folder;
  put(folder.path("a.csv"), "kept");
  std::filesystem::permissions(folder.path("a.csv"), static_cast<std::filesystem::perms>(0444));
  std::filesystem::permissions(folder.path(""), static_cast<std::filesystem::perms>(0777));
  const uid_t user = ::geteuid();
  if (user == 0) {
    ASSERT_EQ(::seteuid(65534), 0);
  }
  OutputFile file;
  const Failure failure = file.open(folder.path("a.csv"));
  ASSERT_EQ(::seteuid(user), 0);
  EXPECT_THAT(failure.value_or(""), HasSubstr("Permission denied"));
  EXPECT_EQ(read_text(folder.path("a.csv")), "kept");
}

TEST(OutputFile, ASymbolicLinkAndWhatItLeadsToStayAsTheyAre) {
  const Folder folder;
  put(folder.path("real"), "old");
  std::filesystem::create_symlink(folder.path("real"), folder.path("link"));
  std::filesystem::create_symlink(folder.path("none"), folder.path("dangling"));
  for (const char* name : {"link", "dangling"}) {
    OutputFile file;
    EXPECT_THAT(file.open(folder.path(name)).value_or(""), HasSubstr("it is a symbolic link")) << name;
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path(name)));
  }
  EXPECT_EQ(read_text(folder.path("real")), "old");
  EXPECT_EQ(folder.file_count(), 3u);
}

// Folders on the way may be links: results are often kept on another disk.
TEST(OutputFile, AFolderMayBeALink) {
  const Folder folder;
  std::filesystem::create_directory(folder.path("real"));
  std::filesystem::create_directory_symlink(folder.path("real"), folder.path("link"));
  OutputFile file;
  ASSERT_EQ(file.open(folder.path("link/a.csv")), std::nullopt);
  ASSERT_EQ(file.commit(), std::nullopt);
  EXPECT_TRUE(std::filesystem::exists(folder.path("real/a.csv")));
}

TEST(OutputFile, AProgramIsNotReplacedAndOtherFilesThatMayBeExecutedAre) {
  const Folder folder;
  const auto executable = static_cast<std::filesystem::perms>(0755);
  for (const auto& [name, text, is_program] : {std::tuple("elf",
                                                          "\x7f"
                                                          "ELF...",
                                                          true),
                                               {"script", "#!/bin/sh\n", true},
                                               {"a.csv", "step,x\n", false}}) {
    put(folder.path(name), text);
    std::filesystem::permissions(folder.path(name), executable);
    OutputFile file;
    const Failure failure = file.open(folder.path(name));
    EXPECT_EQ(failure.has_value(), is_program) << name;
    EXPECT_THAT(failure.value_or("it is an executable program"), HasSubstr("it is an executable program"));
  }
}

TEST(OutputFile, AReplacedFileKeepsItsPermissions) {
  const Folder folder;
  for (const unsigned mode : {0600u, 0640u, 0666u, 0755u}) {
    put(folder.path("a.csv"), "old");
    std::filesystem::permissions(folder.path("a.csv"), static_cast<std::filesystem::perms>(mode));
    OutputFile file;
    ASSERT_EQ(file.open(folder.path("a.csv")), std::nullopt);
    ASSERT_EQ(file.commit(), std::nullopt);
    EXPECT_EQ(static_cast<unsigned>(std::filesystem::status(folder.path("a.csv")).permissions()), mode);
  }
}

TEST(OutputFile, AnOpenDescriptorIsWrittenThroughItsName) {
  const Folder folder;
  const int descriptor = ::open(folder.path("log").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  ASSERT_GE(descriptor, 0);
  ASSERT_EQ(::write(descriptor, "head\n", 5), 5);
  OutputFile file;
  ASSERT_EQ(file.open("/dev/fd/" + std::to_string(descriptor)), std::nullopt);
  EXPECT_TRUE(file.is_direct());
  ASSERT_EQ(file.write("row\n"), std::nullopt);
  ASSERT_EQ(file.commit(), std::nullopt);
  ::close(descriptor);
  EXPECT_EQ(read_text(folder.path("log")), "head\nrow\n");
}

// A process number that no process has.
std::string gone_process() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  return std::to_string(child);
}

TEST(OutputFile, WhatKilledProcessesLeftIsRemovedAndWhatIsInUseIsNot) {
  const Folder folder;
  const std::string gone = gone_process();
  const std::string locked = folder.path(".a.csv.drover.tmp." + gone + ".1");
  put(folder.path(".a.csv.drover.tmp." + gone), "part");
  put(folder.path(".b.csv.drover.tmp." + gone), "part of another file");
  put(folder.path(".a.csv.drover.tmp.1"), "of a process that runs");
  put(folder.path(".a.csv.tmp." + gone), "of another program");
  put(folder.path("a.csv.drover.tmp." + gone), "not hidden");
  put(locked, "locked by a process of another machine");
  const int lock = ::open(locked.c_str(), O_WRONLY);
  ASSERT_EQ(::flock(lock, LOCK_EX | LOCK_NB), 0);
  OutputFile file;
  ASSERT_EQ(file.open(folder.path("a.csv")), std::nullopt);
  ASSERT_EQ(file.commit(), std::nullopt);
  ::close(lock);
  EXPECT_FALSE(std::filesystem::exists(folder.path(".a.csv.drover.tmp." + gone)));
  EXPECT_FALSE(std::filesystem::exists(folder.path(".b.csv.drover.tmp." + gone)));
  EXPECT_EQ(folder.file_count(), 5u);  // the other four and a.csv
}

// Listing it for every file would take quadratic time where thousands of runs write into one folder.
TEST(OutputFile, AProcessListsAFolderOnce) {
  const Folder folder;
  const std::string left_over = folder.path(".a.csv.drover.tmp." + gone_process());
  for (const char* name : {"a.csv", "b.csv"}) {
    OutputFile file;
    ASSERT_EQ(file.open(folder.path(name)), std::nullopt);
    ASSERT_EQ(file.commit(), std::nullopt);
    put(left_over, "part");
  }
  EXPECT_TRUE(std::filesystem::exists(left_over));
}

TEST(TemporaryFile, AllOfTheProcessAreRemovedAtOnceMovedOnesToo) {
  const Folder folder;
  std::vector<OutputFile> files(3);
  for (std::size_t k = 0; k < files.size(); ++k)
    ASSERT_EQ(files[k].open(folder.path("f" + std::to_string(k))), std::nullopt);
  files.reserve(2 * files.capacity());
  ASSERT_EQ(files[1].commit(), std::nullopt);
  TemporaryFile::remove_all();
  EXPECT_EQ(folder.file_count(), 1u);
  EXPECT_TRUE(std::filesystem::exists(folder.path("f1")));
}

TEST(OutputFile, WhatGoesToADeviceIsNeverCalledIncomplete) {
  EXPECT_EQ(published_path("a.csv", false), "a.csv.incomplete");
  EXPECT_EQ(published_path("a.csv", true), "a.csv");
  for (const char* path : {"-", "/dev/null", "/dev/stdout", "/dev/fd/1"})
    EXPECT_EQ(published_path(path, false), path);
}

TEST(OutputFile, ALeftOverOfAKilledRunIsNotInTheWay) {
  const Folder folder;
  const std::string left_over = ".a.csv.drover.tmp." + std::to_string(::getpid());
  std::filesystem::create_symlink("/dev/full", folder.path(left_over));
  OutputFile file;
  ASSERT_EQ(file.open(folder.path("a.csv")), std::nullopt);
  ASSERT_EQ(file.write("text"), std::nullopt);
  ASSERT_EQ(file.commit(), std::nullopt);
  EXPECT_EQ(read_text(folder.path("a.csv")), "text");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path(left_over)));
}

TEST(OutputFile, NamesUpToTheLimitOfTheSystemWork) {
  const Folder folder;
  const std::string name(255, 'n');
  OutputFile file;
  ASSERT_EQ(file.open(folder.path(name)), std::nullopt);
  ASSERT_EQ(file.commit(), std::nullopt);
  EXPECT_TRUE(std::filesystem::exists(folder.path(name)));
}

TEST(OutputFile, CanBeMovedWhileOpen) {
  const Folder folder;
  OutputFile moved;
  {
    OutputFile file;
    ASSERT_EQ(file.open(folder.path("a")), std::nullopt);
    ASSERT_EQ(file.write("text"), std::nullopt);
    moved = std::move(file);
  }
  ASSERT_EQ(moved.commit(), std::nullopt);
  EXPECT_EQ(read_text(folder.path("a")), "text");
}

TEST(PrepareFolder, CreatesEveryMissingFolderAboveTheFile) {
  const Folder folder;
  EXPECT_EQ(prepare_folder(folder.path("a/b/c/file.csv")), std::nullopt);
  EXPECT_TRUE(std::filesystem::is_directory(folder.path("a/b/c")));
  EXPECT_EQ(prepare_folder(folder.path("a/b/c/file.csv")), std::nullopt);
  EXPECT_EQ(prepare_folder("file.csv"), std::nullopt);
  EXPECT_EQ(prepare_folder("-"), std::nullopt);
}

TEST(PrepareFolder, SaysWhyItCannot) {
  const Folder folder;
  put(folder.path("file"), "");
  EXPECT_THAT(prepare_folder(folder.path("file/b/c.csv")).value_or(""), HasSubstr("Not a directory"));
}

}  // namespace
}  // namespace drover::output_file_test
