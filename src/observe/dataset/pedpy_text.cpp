// The text files of PedPy and of the Pedestrian Dynamics Data Archive: comment lines, then columns with
// blanks between them. Readers find the frame rate as the first number in the comment with "framerate" and
// the unit by "x/m"; further comments could be mistaken for one of these.
#include <array>

#include "observe/dataset/text_layout.h"

namespace drover {
namespace {

class PedpyText final : public TextLayout {
 public:
  PedpyText(DatasetSpec spec, ByteSink sink) : TextLayout(std::move(spec), std::move(sink), kPedpyText) {}

  [[nodiscard]] Failure begin() override {
    append("# framerate: ");
    append_number(spec().fps, {}, text());
    append("\n# id frame x/m y/m z/m\n");
    return std::nullopt;
  }

 private:
  void append_row(const LayoutRow& row) override {
    append_integer(row.id);
    append(" ");
    append_integer(row.frame);
    for (const double value : {row.position.x, row.position.y, row.position.z}) {
      append(" ");
      append_coordinate(value);
    }
    append("\n");
  }
};

constexpr std::array<std::string_view, 1> kPedpyTextEndings = {".pedpy.txt"};

}  // namespace

constexpr DatasetFormat kPedpyText = {
    .name = "pedpy_text",
    .endings = kPedpyTextEndings,
    .folder_ending = ".txt",
    .summary = "Text for PedPy and the Pedestrian Dynamics Data Archive: id, frame, x, y, z in meters.",
    .source = "PedPy 1.4, load_trajectory_from_txt",
    .is_text = true,
    .holds_heights = true,
    .make = make_layout<PedpyText>};

}  // namespace drover
