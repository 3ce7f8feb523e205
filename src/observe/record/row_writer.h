// Writes rows to a file on a background thread.
//
// The run hands over the words of its rows in blocks; the thread gives them to the writer of a format, in the
// order of the rows. The cost for a run is reading its state; where it makes rows faster than they can be
// written, it waits. Rows that fit one block are written at the end, without a thread.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "observe/dataset/dataset_format.h"

namespace drover {

class RowWriter {
 public:
  // Until finish() the writer, and the file behind it, must not be used otherwise. Memory is for about as
  // many rows as a state has, so that a whole state can be written during the steps after it.
  RowWriter(DatasetWriter& writer, std::size_t column_count, std::size_t state_rows);
  // Rows that were not written yet never are.
  ~RowWriter();
  RowWriter(const RowWriter&) = delete;
  RowWriter& operator=(const RowWriter&) = delete;

  // Where the words of the next row go; valid until the next call.
  std::span<std::uint64_t> next_row() {
    if (filling_.rows == block_rows_) hand_over();
    return {filling_.words.data() + width_ * filling_.rows++, width_};
  }

  // What went wrong so far. Some rows may still be on their way.
  [[nodiscard]] Failure failure() const;
  // Gives all rows to the writer and finishes it. The last call.
  [[nodiscard]] Failure finish(DatasetEnd end = {});

 private:
  struct Block {
    std::vector<std::uint64_t> words;
    std::size_t rows = 0;
  };

  Block new_block();
  void hand_over();
  void work(const std::stop_token& stop);
  Failure write(const Block& block);

  // Of the thread that writes: the background thread once there is one.
  DatasetWriter& writer_;

  // Of the run.
  std::size_t width_;
  std::size_t block_rows_;
  Block filling_;
  bool is_alone_ = false;  // there can be no thread

  // Of both, behind the mutex.
  mutable std::mutex mutex_;
  std::condition_variable_any handed_over_, written_;
  std::vector<Block> full_;   // in the order of their rows
  std::vector<Block> empty_;  // the one used last at the end: it may still be in a cache
  std::size_t blocks_left_;   // that may still be made
  Failure failure_;

  std::jthread thread_;  // the last member: it ends before what it uses
};

}  // namespace drover
