// Where agents were at evenly spaced steps of a run, kept few enough for a small file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/vec3.h"
#include "sim/geometry/bounds.h"

namespace drover {

// One agent in one frame.
struct FrameSample {
  Vec3 position;  // m
  Vec3 heading;   // unit; zero: not known
  bool is_present = false;
  bool has_jumped = false;  // no way leads here from the frame before
};

struct ReplayFrame {
  std::int64_t step = 0;
  std::vector<FrameSample> samples = {};  // by row of the agent; those beyond the end are absent
  std::vector<double> values = {};        // the columns of each row; NaN: none
};

struct FrameLimits {
  std::size_t frames = 600;
  std::size_t samples = 600'000;  // of all agents together
  std::size_t fewest = 24;        // frames that are kept of however many agents

  std::size_t frames_of(std::size_t agents) const;
};

// Whether the shorter way between two places of a world that wraps leads over an edge.
bool crosses_edge(const Bounds& bounds, Vec3 from, Vec3 to);

// Where there would be too many frames, every second one goes. Steps may come in any order.
class FrameTable {
 public:
  explicit FrameTable(std::size_t capacity = FrameLimits{}.frames, std::size_t columns = 0)
      : capacity_(capacity), columns_(columns) {}

  std::size_t columns() const { return columns_; }
  // Whether a frame of this step would be kept.
  bool wants(std::int64_t step) const { return frames_.empty() || (step - base_) % stride_ == 0; }
  // The frame of a step, a new one where there is none yet; nullptr where none is kept. Valid until the next
  // call.
  ReplayFrame* frame(std::int64_t step);
  // Every how many steps one is kept.
  std::int64_t stride() const { return stride_; }
  void shrink(std::size_t capacity);

  std::span<const ReplayFrame> frames() const { return frames_; }  // ascending steps
  // The first frame that shows a change of this step; the number of frames where none does.
  std::size_t first_from(std::int64_t step) const;

  // No way leads to this sample from the frame before.
  void mark_jump(std::size_t frame, std::size_t row) {
    if (row < frames_[frame].samples.size()) frames_[frame].samples[row].has_jumped = true;
  }

  // A frame beside the even ones, such as the last state: call it when all others are in.
  ReplayFrame& add_last(std::int64_t step);

 private:
  void thin();

  std::size_t capacity_;
  std::size_t columns_;
  std::int64_t base_ = 0;  // the step that came first
  std::int64_t stride_ = 1;
  std::vector<ReplayFrame> frames_;
};

}  // namespace drover
