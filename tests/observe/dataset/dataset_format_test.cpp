#include "observe/dataset/dataset_format.h"

#include <bit>
#include <cmath>
#include <limits>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/dataset/number_text.h"

namespace drover {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

std::string_view format_of(std::string_view path) {
  const DatasetFormat* format = dataset_format_of(path);
  return format == nullptr ? "none" : format->name;
}

TEST(DatasetFormat, FollowsTheLongestEnding) {
  EXPECT_EQ(format_of("a/b.csv"), "csv");
  EXPECT_EQ(format_of("b.csv.zst"), "csv.zst");
  EXPECT_EQ(format_of("b.x.ndjson"), "jsonl");
  EXPECT_EQ(format_of("b.trajnet.ndjson"), "trajnet");
  EXPECT_EQ(format_of("b.ndjson.zst"), "jsonl.zst");
  EXPECT_EQ(format_of("b.pedpy.txt"), "pedpy_text");
  EXPECT_EQ(format_of("b.ucy.txt"), "eth_ucy");
  EXPECT_EQ(format_of("b.hdf5"), "pedpy_hdf5");
}

TEST(DatasetFormat, OfNamesWithoutAnEndingIsCsv) {
  for (const char* name : {"-", "trace", "/dev/null", "a.b/trace"})
    EXPECT_EQ(format_of(name), "csv") << name;
}

TEST(DatasetFormat, OfAnEndingOfSeveralOrOfNoneIsUnknown) {
  for (const char* name : {"b.txt", "b.json", "b.zst", "b.CSV", "b.parquet"})
    EXPECT_EQ(format_of(name), "none") << name;
}

TEST(DatasetFormat, NamesAndEndingsBelongToOneFormat) {
  std::set<std::string_view> names, endings;
  for (const DatasetFormat* format : dataset_formats()) {
    EXPECT_TRUE(names.insert(format->name).second) << format->name;
    EXPECT_EQ(find_dataset_format(format->name), format);
    EXPECT_THAT(format->endings, testing::Not(IsEmpty()));
    EXPECT_TRUE(format->summary.ends_with('.')) << format->name;
    EXPECT_THAT(format->source, testing::Not(IsEmpty()));
    for (const std::string_view ending : format->endings) {
      EXPECT_TRUE(endings.insert(ending).second) << ending;
      EXPECT_EQ(dataset_format_of("x" + std::string(ending)), format);
      EXPECT_THAT(known_endings(), HasSubstr(ending));
    }
  }
  EXPECT_EQ(find_dataset_format("xml"), nullptr);
}

TEST(DatasetChoices, ThatAFormatCannotFollowAreRefused) {
  const auto problem = [](const DatasetChoices& choices, std::string_view format) {
    return problem_with(choices, *find_dataset_format(format));
  };
  EXPECT_THAT(problem({.digits = 3}, "npz"), HasSubstr("npz holds numbers as they are"));
  EXPECT_THAT(problem({.digits = 3}, "trajnet"), IsEmpty());
  EXPECT_THAT(problem({.with = {"seed"}}, "pedpy_text"), HasSubstr("csv, csv.zst, jsonl, jsonl.zst"));
  EXPECT_THAT(problem({.with = {"seed", "seed"}}, "csv"), HasSubstr("twice"));
  EXPECT_THAT(problem({.with = {"sed"}}, "csv"), HasSubstr("no column \"sed\""));
  EXPECT_THAT(problem({.with = {"run_id", "seed", "frame"}}, "jsonl"), IsEmpty());
}

std::string text_of(double value, std::optional<int> digits) {
  fmt::memory_buffer out;
  append_number(value, digits, out);
  return fmt::to_string(out);
}

TEST(NumberText, IsTheShortestThatReadsBackOrHasSoManyDigits) {
  EXPECT_EQ(text_of(1.0 / 3.0, {}), "0.3333333333333333");
  EXPECT_EQ(text_of(1e-300, {}), "1e-300");
  EXPECT_EQ(text_of(1.0 / 3.0, 4), "0.3333");
  EXPECT_EQ(text_of(2.5, 0), "2");
  EXPECT_EQ(text_of(1e-300, 2), "0.00");
  EXPECT_EQ(text_of(-std::numeric_limits<double>::max(), kMaxDigits).size(), 1 + 309 + 1 + 17u);
}

// Our layout of the digits against fmt's: numbers with few and with many digits, of every magnitude, and the
// neighbors of powers of ten.
TEST(NumberText, IsThatOfFmt) {
  std::vector<double> values = {0.5, 0.1, 0.25, 3.0, 123.0, 0.0001, 0.00012345, 9999999999999998.0, 5e-324};
  for (int power = -8; power < 20; ++power) {
    const double edge = std::pow(10.0, power);
    for (const double value : {edge, std::nextafter(edge, 0.0), std::nextafter(edge, kInfinity), edge / 3.0})
      values.push_back(value);
  }
  std::uint64_t bits = 1;
  for (int k = 0; k < 200000; ++k) {
    bits = bits * 6364136223846793005u + 1442695040888963407u;
    const double fraction = static_cast<double>(bits >> 11) * 0x1p-53;
    values.push_back(std::ldexp(fraction, k % 80 - 20));
    values.push_back(std::round(fraction * 1e4) / 1e3);
    if (std::isfinite(std::bit_cast<double>(bits))) values.push_back(std::bit_cast<double>(bits));
  }
  for (const double value : values) {
    ASSERT_EQ(text_of(value, {}), fmt::format("{}", value));
    ASSERT_EQ(text_of(-value, {}), fmt::format("{}", value == 0.0 ? 0.0 : -value));
  }
}

TEST(NumberText, HasNoNegativeZero) {
  EXPECT_EQ(text_of(-0.0, {}), "0");
  EXPECT_EQ(text_of(-0.0, 3), "0.000");
  EXPECT_EQ(text_of(-0.0004, 3), "0.000");
  EXPECT_EQ(text_of(-0.0006, 3), "-0.001");
}

TEST(DatasetFormat, SaysWhereAColumnOfATraceIs) {
  const DatasetFormat& jupedsim = *find_dataset_format("jupedsim");
  const DatasetFormat& npz = *find_dataset_format("npz");
  EXPECT_EQ(held_by(jupedsim, "heading", ColumnType::number), Held::own);
  EXPECT_EQ(held_by(jupedsim, "time", ColumnType::number), Held::own);
  EXPECT_EQ(held_by(jupedsim, "vx", ColumnType::number), Held::no);
  EXPECT_EQ(held_by(npz, "hx", ColumnType::number), Held::extra);
  EXPECT_EQ(held_by(npz, "type", ColumnType::text), Held::no);
  EXPECT_EQ(held_by(npz, "x", ColumnType::number), Held::own);
}

}  // namespace
}  // namespace drover
