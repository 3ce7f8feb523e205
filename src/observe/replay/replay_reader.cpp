#include "observe/replay/replay_reader.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/text.h"
#include "observe/read/motion_rows.h"

namespace drover {
namespace {

class Reader {
 public:
  Reader(std::istream& input, const World& scene, const FrameLimits& limits)
      : scene_(scene), limits_(limits), rows_(input, scene) {
    for (const AgentName& name : scene.model().names)
      names_.emplace(name.agent, name.name);
    replay_.types = trail_types(scene);
    replay_.dt = scene.model().dt;
    replay_.is_in_space = scene.model().is_spatial() || scene.model().is_elevated();
    replay_.frames = FrameTable(limits.frames_of(scene.model().body_count()));
  }

  ReplayReading read(std::span<const TrailCut> cuts) {
    while (rows_.next() && add_row()) {
    }
    if (std::optional<std::string> note = rows_.forgive_unfinished_line())
      replay_.notes.push_back(*note + ".");
    add_last_frame();
    mark_jumps(cuts);
    if (strangers_ > 0)
      replay_.notes.push_back(
          fmt::format("{} of the trace are not in the scenario.", counted(strangers_, "agent")));
    if (replay_.frames.stride() > 1)
      replay_.notes.push_back(fmt::format("One of {} steps is kept; positions in between are interpolated.",
                                          replay_.frames.stride()));
    replay_.duration = last_time_.value_or(static_cast<double>(latest_.step) * replay_.dt);
    return {std::move(replay_), rows_.count(), rows_.problem()};
  }

 private:
  bool add_row() {
    const MotionRow& row = rows_.row();
    if (row.time) last_time_ = std::max(last_time_.value_or(*row.time), *row.time);
    const std::uint32_t at = row_of(row);
    const FrameSample sample{row.position, row.heading, true};
    if (row.step > latest_.step || latest_.samples.empty()) latest_ = {row.step, {}, {}};
    bool is_first = row.step != latest_.step || put(sample, at, latest_);
    if (ReplayFrame* frame = replay_.frames.frame(row.step)) is_first = put(sample, at, *frame) && is_first;
    // Which of the two is the state cannot be told.
    return is_first ||
           rows_.fail("step", fmt::format("a second row of agent {} in step {}", row.number, row.step));
  }

  // Whether there was none.
  static bool put(const FrameSample& sample, std::uint32_t row, ReplayFrame& frame) {
    if (frame.samples.size() <= row) frame.samples.resize(row + 1);
    return !std::exchange(frame.samples[row], sample).is_present;
  }

  std::uint32_t row_of(const MotionRow& row) {
    const auto [at, is_new] = known_.emplace(row.number, static_cast<std::uint32_t>(replay_.agents.size()));
    if (!is_new) return at->second;
    replay_.agents.push_back(agent_of(row));
    // Traces of other programs have agents that the scene does not know of.
    if (replay_.agents.size() > scene_.model().body_count() &&
        (replay_.agents.size() & (replay_.agents.size() - 1)) == 0)
      replay_.frames.shrink(limits_.frames_of(2 * replay_.agents.size()));
    return at->second;
  }

  ReplayAgent agent_of(const MotionRow& row) {
    const Model& model = scene_.model();
    const auto at = std::ranges::lower_bound(model.agents.number, row.number);
    if (at == model.agents.number.end() || *at != row.number) {
      ++strangers_;
      return {row.number, type_index(row.type.empty() ? "agent" : row.type)};
    }
    const auto index = static_cast<AgentIndex>(at - model.agents.number.begin());
    ReplayAgent agent{row.number, model.agents.type[index], scene_.state.limits.radius[index]};
    const auto named = names_.find(index);
    if (named != names_.end()) agent.name = named->second;
    return agent;
  }

  std::uint32_t type_index(const std::string& name) {
    const auto found = std::ranges::find(replay_.types, name, &TrailType::name);
    const auto index = static_cast<std::uint32_t>(found - replay_.types.begin());
    if (found == replay_.types.end()) replay_.types.push_back({name, {}});
    return index;
  }

  void add_last_frame() {
    if (!latest_.samples.empty()) replay_.frames.add_last(latest_.step).samples = latest_.samples;
  }

  // A jump leads over an edge, or an event put the agent there.
  void mark_jumps(std::span<const TrailCut> cuts) {
    for (const TrailCut& cut : cuts) {
      const auto at = known_.find(cut.number);
      const std::size_t frame = replay_.frames.first_from(cut.step);
      if (at != known_.end() && frame < replay_.frames.frames().size())
        replay_.frames.mark_jump(frame, at->second);
    }
    if (!scene_.model().bounds.wraps()) return;
    const std::span<const ReplayFrame> frames = replay_.frames.frames();
    for (std::size_t k = 1; k < frames.size(); ++k)
      for (std::uint32_t row = 0; row < std::min(frames[k].samples.size(), frames[k - 1].samples.size());
           ++row)
        if (crosses_edge(scene_.model().bounds, frames[k - 1].samples[row].position,
                         frames[k].samples[row].position))
          replay_.frames.mark_jump(k, row);
  }

  const World& scene_;
  FrameLimits limits_;
  MotionRows rows_;
  Replay replay_;
  std::map<AgentIndex, std::string_view> names_;  // of agents of the scene
  std::map<std::uint32_t, std::uint32_t> known_;  // rows by number
  ReplayFrame latest_;                            // of the latest step
  std::optional<double> last_time_;               // s
  std::uint64_t strangers_ = 0;
};

}  // namespace

ReplayReading read_replay_rows(std::istream& input, const World& scene, std::span<const TrailCut> cuts,
                               const FrameLimits& limits) {
  return Reader(input, scene, limits).read(cuts);
}

}  // namespace drover
