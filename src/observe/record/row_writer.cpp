#include "observe/record/row_writer.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace drover {
namespace {

// Small enough for a cache, and a hundred times the work of handing it over.
constexpr std::size_t kBlockWords = std::size_t{1} << 14;
// 32 MiB; states with more rows keep the run waiting.
constexpr std::size_t kMaxBlocks = 256;

}  // namespace

RowWriter::RowWriter(DatasetWriter& writer, std::size_t column_count, std::size_t state_rows)
    : writer_(writer),
      width_(column_count),
      block_rows_(std::max<std::size_t>(1, kBlockWords / std::max<std::size_t>(1, column_count))),
      blocks_left_(std::min(kMaxBlocks, state_rows / block_rows_ + 3)) {
  full_.reserve(blocks_left_);
  empty_.reserve(blocks_left_);
  filling_ = new_block();
}

RowWriter::~RowWriter() {
  const std::lock_guard lock(mutex_);
  full_.clear();
}

Failure RowWriter::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

Failure RowWriter::finish(DatasetEnd end) {
  if (thread_.joinable()) {
    thread_.request_stop();
    thread_.join();
  }
  if (!failure_) failure_ = write(filling_);
  writer_.end(std::move(end));
  if (!failure_) failure_ = writer_.finish();
  return failure_;
}

RowWriter::Block RowWriter::new_block() {
  --blocks_left_;
  return {std::vector<std::uint64_t>(width_ * block_rows_), 0};
}

void RowWriter::hand_over() {
  if (!thread_.joinable() && !is_alone_) {
    try {
      thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
    } catch (const std::system_error&) {
      is_alone_ = true;  // slower, but all rows are written
    }
  }
  std::unique_lock lock(mutex_);
  if (is_alone_) {
    if (!failure_) failure_ = write(filling_);
    filling_.rows = 0;
    return;
  }
  full_.push_back(std::move(filling_));
  handed_over_.notify_one();
  if (empty_.empty() && blocks_left_ > 0) {
    filling_ = new_block();
    return;
  }
  written_.wait(lock, [this] { return !empty_.empty(); });
  filling_ = std::move(empty_.back());
  empty_.pop_back();
}

// Goes on after the request to stop until no block is left.
void RowWriter::work(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (handed_over_.wait(lock, stop, [this] { return !full_.empty(); })) {
    Block block = std::move(full_.front());
    full_.erase(full_.begin());
    const bool is_wanted = !failure_;
    lock.unlock();
    Failure failure = is_wanted ? write(block) : Failure{};
    block.rows = 0;
    lock.lock();
    if (failure) failure_ = std::move(failure);
    empty_.push_back(std::move(block));
    written_.notify_one();
  }
}

Failure RowWriter::write(const Block& block) {
  for (std::size_t row = 0; row < block.rows; ++row) {
    if (Failure failure = writer_.add({block.words.data() + width_ * row, width_})) return failure;
  }
  return std::nullopt;
}

}  // namespace drover
