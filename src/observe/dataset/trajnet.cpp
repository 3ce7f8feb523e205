// TrajNet++ (Kothari, Kreiss, Alahi 2021): lines of JSON, one for each scene and one for each row of a track.
// A scene names the agent to predict and the frames: 9 to observe and 12 to predict. The presence of every
// agent is cut into such scenes, one behind the other; what is left of it makes none. The tag of a scene is a
// category (1 static, 2 linear, 3 interacting, 4 other) and a list of kinds of interaction. TrajNet++'s own
// tools assign them; here it is category 0 without kinds, which its evaluator reads and counts in none.
#include <array>
#include <map>

#include <fmt/format.h>

#include "observe/dataset/number_text.h"
#include "observe/dataset/text_layout.h"

namespace drover {
namespace {

constexpr std::int64_t kSceneFrames = 9 + 12;
constexpr double kUsualTrajnetRate = 2.5;  // frames per second

class Trajnet final : public TextLayout {
 public:
  Trajnet(DatasetSpec spec, ByteSink sink) : TextLayout(std::move(spec), std::move(sink), kTrajnet) {}

 private:
  // The frames since which an agent has been there, up to the last scene.
  struct Presence {
    std::int64_t begin = 0;
    std::int64_t end = 0;  // the frame after the last one
  };

  void append_row(const LayoutRow& row) override {
    append(R"({"track": {"f": )");
    append_integer(row.frame);
    append(R"(, "p": )");
    append_integer(row.id);
    append(R"(, "x": )");
    append_coordinate(row.position.x);
    append(R"(, "y": )");
    append_coordinate(row.position.y);
    append("}}\n");
    const auto [at, is_new] = present_.try_emplace(row.id, Presence{row.frame, row.frame});
    Presence& presence = at->second;
    if (!is_new && presence.end != row.frame) presence.begin = row.frame;
    presence.end = row.frame + 1;
    if (presence.end - presence.begin < kSceneFrames) return;
    scenes_.push_back({row.id, presence.begin});
    presence.begin = presence.end;
  }

  // Behind the tracks, because which scenes there are is known then; readers take lines in any order.
  void append_end() override {
    for (std::size_t k = 0; k < scenes_.size(); ++k) {
      append(fmt::format(R"({{"scene": {{"id": {}, "p": {}, "s": {}, "e": {}, "fps": )", k, scenes_[k].id,
                         scenes_[k].begin, scenes_[k].begin + kSceneFrames - 1));
      append_number(spec().fps, {}, text());
      append(", \"tag\": [0, []]}}\n");
    }
    if (spec().fps != kUsualTrajnetRate)
      note(fmt::format("readers expect {} frames per second, and these are {}; --fps {} chooses them",
                       kUsualTrajnetRate, spec().fps, kUsualTrajnetRate));
    if (scenes_.empty())
      note(fmt::format("there are no scenes: no agent is there for {} frames on end", kSceneFrames));
  }

  struct Scene {
    std::uint32_t id;
    std::int64_t begin;
  };
  std::map<std::uint32_t, Presence> present_;
  std::vector<Scene> scenes_;  // by their last frame, then by id
};

constexpr std::array<std::string_view, 1> kTrajnetEndings = {".trajnet.ndjson"};

}  // namespace

constexpr DatasetFormat kTrajnet = {
    .name = "trajnet",
    .endings = kTrajnetEndings,
    .folder_ending = ".ndjson",
    .summary = "TrajNet++ scenes of 9 + 12 frames and tracks as lines of JSON; usually with --fps 2.5.",
    .source = "P. Kothari, S. Kreiss, A. Alahi, Human Trajectory Forecasting in Crowds, IEEE T-ITS 2021",
    .is_text = true,
    .make = make_layout<Trajnet>};

}  // namespace drover
