// The text files of the ETH and UCY pedestrian data as Social GAN (Gupta et al. 2018) distributes them:
// frame, id, x, y with tabs between them, no header. Frames count in tens, as in videos of 25 frames per
// second of which every tenth was annotated. The column order is the reverse of PedPy's.
#include <array>

#include <fmt/format.h>

#include "observe/dataset/text_layout.h"

namespace drover {
namespace {

constexpr std::int64_t kFrameStep = 10;
constexpr double kUsualRate = 2.5;  // frames per second

class EthUcy final : public TextLayout {
 public:
  EthUcy(DatasetSpec spec, ByteSink sink) : TextLayout(std::move(spec), std::move(sink), kEthUcy) {}

 private:
  void append_row(const LayoutRow& row) override {
    append_integer(row.frame * kFrameStep);
    append("\t");
    append_integer(row.id);
    append("\t");
    append_coordinate(row.position.x);
    append("\t");
    append_coordinate(row.position.y);
    append("\n");
  }
  void append_end() override {
    if (spec().fps == kUsualRate) return;
    note(fmt::format("the format does not hold the frame rate, {} per second, and readers take it to be {}",
                     spec().fps, kUsualRate));
  }
};

constexpr std::array<std::string_view, 2> kEthUcyEndings = {".eth.txt", ".ucy.txt"};

}  // namespace

constexpr DatasetFormat kEthUcy = {
    .name = "eth_ucy",
    .endings = kEthUcyEndings,
    .folder_ending = ".txt",
    .summary =
        "Text as of the ETH and UCY data: frame in tens, id, x, y with tabs; readers expect --fps 2.5.",
    .source = "A. Gupta et al., Social GAN, CVPR 2018",
    .frame_step = kFrameStep,
    .is_text = true,
    .make = make_layout<EthUcy>};

}  // namespace drover
