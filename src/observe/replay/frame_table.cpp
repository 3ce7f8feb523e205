#include "observe/replay/frame_table.h"

#include <algorithm>

namespace drover {

std::size_t FrameLimits::frames_of(std::size_t agents) const {
  return std::max(fewest, std::min(frames, samples / std::max<std::size_t>(agents, 1)));
}

bool crosses_edge(const Bounds& bounds, Vec3 from, Vec3 to) {
  constexpr double kRounding = 1e-6;  // m
  return bounds.wraps() && length(bounds.displacement(from, to) - (to - from)) > kRounding;
}

ReplayFrame* FrameTable::frame(std::int64_t step) {
  if (!wants(step)) return nullptr;
  if (frames_.empty()) base_ = step;
  const auto at = frames_.empty() || frames_.back().step < step
                      ? frames_.end()
                      : std::ranges::lower_bound(frames_, step, {}, &ReplayFrame::step);
  if (at != frames_.end() && at->step == step) return &*at;
  if (frames_.size() < capacity_) return &*frames_.insert(at, {step, {}, {}});
  thin();
  return frame(step);
}

void FrameTable::shrink(std::size_t capacity) {
  capacity_ = capacity;
  while (frames_.size() > capacity_)
    thin();
}

// Who came by a jump to a frame that goes came by it to the next one that stays.
void FrameTable::thin() {
  stride_ *= 2;
  std::vector<std::uint8_t> jumped;
  std::size_t stay = 0;
  for (ReplayFrame& frame : frames_) {
    jumped.resize(std::max(jumped.size(), frame.samples.size()), 0);
    const bool stays = wants(frame.step);
    for (std::size_t row = 0; row < frame.samples.size(); ++row) {
      FrameSample& sample = frame.samples[row];
      sample.has_jumped = sample.has_jumped || jumped[row] != 0;
      jumped[row] = !stays && sample.has_jumped ? 1 : 0;
    }
    if (stays) std::swap(frames_[stay++], frame);
  }
  frames_.resize(stay);
}

std::size_t FrameTable::first_from(std::int64_t step) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(frames_, step, {}, &ReplayFrame::step) -
                                  frames_.begin());
}

ReplayFrame& FrameTable::add_last(std::int64_t step) {
  if (frames_.empty() || frames_.back().step != step) frames_.push_back({step, {}, {}});
  return frames_.back();
}

}  // namespace drover
