// Files of datasets in memory.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "observe/dataset/dataset_format.h"

namespace drover::test {

struct Written {
  std::string bytes;
  std::vector<std::string> notes;
  Failure failure;
};

// What a format with a layout of its own makes of some points; the extra columns are 0.
inline Written written(std::string_view format, const DatasetSpec& spec,
                       const std::vector<LayoutPoint>& points, DatasetEnd end = {}) {
  Written result;
  const auto writer = find_dataset_format(format)->make(spec, [&result](std::string_view bytes) {
    result.bytes += bytes;
    return Failure();
  });
  result.failure = writer->begin();
  for (const LayoutPoint& point : points) {
    std::vector<std::uint64_t> words(kLayoutWidth + spec.columns.size());
    put_layout(point, words);
    if (!result.failure) result.failure = writer->add(words);
  }
  writer->end(std::move(end));
  if (!result.failure) result.failure = writer->finish();
  result.notes = writer->notes();
  return result;
}

}  // namespace drover::test
