#include "scenario/text_file.h"

#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace drover::text_file_test {
namespace {

using testing::HasSubstr;

class TextFile : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) /
              fmt::format("drover_text_{}", testing::UnitTest::GetInstance()->random_seed() +
                                                static_cast<int>(std::random_device{}() % 1'000'000));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return (folder_ / name).string();
  }

  std::string error_of(const std::string& path, const JsonLimits& limits = {}) {
    JsonSources sources;
    Diagnostics diagnostics;
    EXPECT_FALSE(read_text_file(sources, path, limits, diagnostics).has_value());
    EXPECT_EQ(diagnostics.error_count(), 1u);
    return format_human(diagnostics, sources, false);
  }

  std::filesystem::path folder_;
};

TEST_F(TextFile, ContentIsReadByteForByteUpToTheLimit) {
  const std::string text("a\0\r\n\xff", 5);
  JsonSources sources;
  Diagnostics diagnostics;
  const auto source = read_text_file(sources, write("t", text), {.text_bytes = 5}, diagnostics);
  ASSERT_TRUE(source.has_value());
  EXPECT_EQ(sources.at(*source).text, text);
  EXPECT_THAT(error_of(write("t", text), {.text_bytes = 4}), HasSubstr("larger than the limit of 4 bytes"));
}

TEST_F(TextFile, FailureSaysWhy) {
  const std::string file = write("t", "x");
  const std::string missing = (folder_ / "none").string();
  EXPECT_EQ(error_of(missing), missing + ": error: there is no such file\n1 error\n");
  EXPECT_THAT(error_of(folder_.string()), HasSubstr("this is a directory, not a file"));
  EXPECT_THAT(error_of(file + "/x"), HasSubstr("a part of the path is not a directory"));
  EXPECT_THAT(error_of(std::string(5000, 'x')), HasSubstr("the file name is too long"));
  EXPECT_THAT(error_of(""), HasSubstr("the file name is empty"));
  EXPECT_THAT(error_of(std::string("a\0b", 3)),
              HasSubstr("a\\x00b: error: the file name contains a NUL byte"));
}

}  // namespace
}  // namespace drover::text_file_test
