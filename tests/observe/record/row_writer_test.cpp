#include "observe/record/row_writer.h"

#include <bit>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/dataset/table_writer.h"
#include "observe/record/columns.h"
#include "observe/record/output_file.h"
#include "support/observed_run.h"
#include "support/scene.h"

namespace drover::row_writer_test {
namespace {

using test::Folder;
using testing::HasSubstr;

// Rows of a step and a number, made without a run.
class RowWriting : public testing::Test {
 protected:
  void open(const std::string& path) {
    ASSERT_EQ(file_.open(path), std::nullopt);
    writer_.emplace(table_, columns_.size(), 10);
  }

  void write_row(std::uint64_t step) {
    const std::span<std::uint64_t> words = writer_->next_row();
    ASSERT_EQ(words.size(), 2u);
    words[0] = step;
    words[1] = std::bit_cast<std::uint64_t>(0.1 * static_cast<double>(step));
  }

  Folder folder_;
  Simulator simulator_ = test::make_simulator(test::scene("[]", R"([{"type":"a","position":[0,0]}])"));
  std::vector<Column> columns_ = make_columns(std::vector<std::string>{"step", "x"}, simulator_.world());
  OutputFile file_;
  TableWriter table_{TraceFormat::csv,
                     {.columns = table_columns(columns_, simulator_.world())},
                     [this](std::string_view bytes) { return file_.write(bytes); }};
  std::optional<RowWriter> writer_;
};

// More than all blocks hold, so that they are used again.
constexpr std::uint64_t kManyRows = 200000;

TEST_F(RowWriting, KeepsTheOrderOfManyMoreRowsThanABlockHolds) {
  open(folder_.path("rows"));
  std::string expected;
  for (std::uint64_t k = 0; k < kManyRows; ++k) {
    write_row(k);
    expected += fmt::format("{},{}\n", k, 0.1 * static_cast<double>(k));
  }
  ASSERT_EQ(writer_->finish(), std::nullopt);
  ASSERT_EQ(file_.commit(), std::nullopt);
  EXPECT_TRUE(test::read_text(folder_.path("rows")) == expected);
}

TEST_F(RowWriting, AFewRowsAreThereAfterTheEndToo) {
  open(folder_.path("rows"));
  write_row(0);
  write_row(5);
  ASSERT_EQ(writer_->finish(), std::nullopt);
  ASSERT_EQ(file_.commit(), std::nullopt);
  EXPECT_EQ(test::read_text(folder_.path("rows")), "0,0\n5,0.5\n");
}

TEST_F(RowWriting, AFullDeviceIsKnownBeforeTheEndAndStaysKnown) {
  open("/dev/full");
  std::uint64_t rows = 0;
  while (!writer_->failure() && rows < 100 * kManyRows)
    write_row(rows++);
  EXPECT_LT(rows, 100 * kManyRows);
  for (std::uint64_t k = 0; k < kManyRows; ++k)
    write_row(k);
  EXPECT_THAT(writer_->failure().value_or(""), HasSubstr("No space left"));
  EXPECT_THAT(writer_->finish().value_or(""), HasSubstr("No space left"));
}

TEST_F(RowWriting, AFullDeviceIsKnownAtTheEndOfAFewRows) {
  open("/dev/full");
  write_row(1);
  EXPECT_EQ(writer_->failure(), std::nullopt);
  // What is left is in the file's own buffer until it is published.
  Failure failure = writer_->finish();
  if (!failure) failure = file_.commit();
  EXPECT_THAT(failure.value_or(""), HasSubstr("No space left"));
}

TEST_F(RowWriting, RowsThatAreGivenUpLeaveNothing) {
  open(folder_.path("rows"));
  for (std::uint64_t k = 0; k < kManyRows; ++k)
    write_row(k);
  writer_.reset();
  file_.discard();
  EXPECT_EQ(folder_.file_count(), 0u);
}

}  // namespace
}  // namespace drover::row_writer_test
