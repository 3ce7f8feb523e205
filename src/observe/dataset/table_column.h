// The columns of a table of trajectories. A value is a word: an integer, the bits of a double, or the index
// of a text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace drover {

enum class ColumnType { integer, number, text };

// "integer", "number" or "text".
std::string_view name_of(ColumnType type);

struct TableColumn {
  std::string name;
  std::string unit = {};  // SI; empty: none
  std::string doc = {};   // one sentence
  ColumnType type = ColumnType::number;
  std::vector<std::string> texts = {};  // of a column of texts: what its words stand for
};

}  // namespace drover
