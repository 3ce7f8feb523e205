#include "observe/replay/sample_writer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "core/det_math.h"

namespace drover {
namespace {

constexpr std::uint32_t kEscapeCode = 0xffff;
constexpr std::uint32_t kAbsentCode = 0xfffe;

// Differences of either sign as small numbers: 0, -1, 1, -2, ... are 0, 1, 2, 3, ...
std::uint64_t zigzag(std::int64_t value) {
  return value < 0 ? 2 * static_cast<std::uint64_t>(-(value + 1)) + 1 : 2 * static_cast<std::uint64_t>(value);
}

// The samples, written plane by plane.
class SampleWriter {
 public:
  SampleWriter(const Replay& replay, double unit) : replay_(replay), unit_(unit) {}

  // `axis`: 0 to 2. First the low bytes of all codes, then the high bytes, which are nearly always the same.
  void add_positions(int axis) {
    std::vector<std::uint32_t> codes;
    for (std::size_t row = 0; row < replay_.agents.size(); ++row) {
      Track track;
      for (const ReplayFrame& frame : replay_.frames.frames())
        codes.push_back(
            code_of(row < frame.samples.size() ? frame.samples[row] : FrameSample{}, axis, track));
    }
    for (const unsigned shift : {0u, 8u})
      for (const std::uint32_t code : codes)
        bytes_.push_back(static_cast<std::uint8_t>(code >> shift));
  }

  // Codes below `levels`, as differences modulo that from the frame before. `code_of`: of a frame and a row.
  template <class CodeOf>
  void add_codes(int levels, CodeOf code_of) {
    for (std::size_t row = 0; row < replay_.agents.size(); ++row) {
      int before = 0;
      for (const ReplayFrame& frame : replay_.frames.frames()) {
        const bool is_present = row < frame.samples.size() && frame.samples[row].is_present;
        const int code = is_present ? code_of(frame, row) : 0;
        bytes_.push_back(static_cast<std::uint8_t>((code - before + levels) % levels));
        before = code;
      }
    }
  }

  std::size_t escape_count() const { return escapes_.size(); }

  std::vector<std::uint8_t> finish() {
    while (bytes_.size() % 4 != 0)
      bytes_.push_back(0);
    for (const std::int32_t escape : escapes_)
      for (unsigned shift = 0; shift < 32; shift += 8)
        bytes_.push_back(static_cast<std::uint8_t>(static_cast<std::uint32_t>(escape) >> shift));
    return std::move(bytes_);
  }

 private:
  // Where an agent was: what comes next is expected on a straight line at the same speed.
  struct Track {
    int length = 0;  // frames since it appeared or jumped; at most 2
    std::int64_t last = 0, before_last = 0;

    std::int64_t expected() const { return length > 1 ? 2 * last - before_last : last; }
  };

  std::uint32_t code_of(const FrameSample& sample, int axis, Track& track) {
    if (!sample.is_present) {
      track = {};
      return kAbsentCode;
    }
    const Vec3 p = sample.position;
    const double coordinate = axis == 0 ? p.x : axis == 1 ? p.y : p.z;
    constexpr double kLargest = std::numeric_limits<std::int32_t>::max();
    const auto value =
        static_cast<std::int64_t>(std::floor(clamp(coordinate / unit_ + 0.5, -kLargest, kLargest)));
    if (sample.has_jumped) track = {};
    const std::uint64_t code = zigzag(value - track.expected());
    const bool is_escape = track.length == 0 || code >= kAbsentCode;
    if (is_escape) {
      track = {};
      escapes_.push_back(static_cast<std::int32_t>(value));
    }
    track = {std::min(track.length + 1, 2), value, track.last};
    return is_escape ? kEscapeCode : static_cast<std::uint32_t>(code);
  }

  const Replay& replay_;
  double unit_;
  std::vector<std::uint8_t> bytes_;
  std::vector<std::int32_t> escapes_;
};

int heading_code(const FrameSample& sample, int levels) {
  const double turns = det::atan2(sample.heading.y, sample.heading.x) / det::kTwoPi;
  const int code = static_cast<int>(std::floor(turns * levels + 0.5));
  return (code + levels) % levels;
}

// From straight down, 0, to straight up, the last level.
int pitch_code(const FrameSample& sample, int levels) {
  const double level = std::sqrt(sample.heading.x * sample.heading.x + sample.heading.y * sample.heading.y);
  const double halves = det::atan2(sample.heading.z, level) / det::kPi + 0.5;
  return static_cast<int>(std::floor(clamp(halves, 0.0, 1.0) * (levels - 1) + 0.5));
}

}  // namespace

double position_unit(const Replay& replay) {
  double least = kInfinity, farthest = 0.0;
  for (const ReplayAgent& agent : replay.agents)
    if (agent.radius > 0.0) least = smaller(least, agent.radius);
  for (const ReplayFrame& frame : replay.frames.frames())
    for (const FrameSample& sample : frame.samples)
      if (sample.is_present)
        farthest =
            larger(farthest, larger(std::fabs(sample.position.x),
                                    larger(std::fabs(sample.position.y), std::fabs(sample.position.z))));
  double unit = 0.01;
  while (unit > 1e-9 && least < 10.0 * unit)
    unit /= 10.0;
  while (farthest > 2e9 * unit)
    unit *= 10.0;
  return unit;
}

std::uint8_t ColumnScale::code(double value) const {
  constexpr std::uint8_t kNone = 255;
  if (std::isnan(value)) return kNone;
  if (is_of_names) return value < kNone ? static_cast<std::uint8_t>(value) : kNone;
  const double share = max > min ? (value - min) / (max - min) : 0.0;
  return static_cast<std::uint8_t>(std::floor(clamp(share, 0.0, 1.0) * 254.0 + 0.5));
}

int heading_levels(const Replay& replay) {
  constexpr std::size_t kMostFine = 200'000;  // samples
  return replay.agents.size() * replay.frames.frames().size() > kMostFine ? 64 : 256;
}

ColumnScale scale_of(const Replay& replay, std::size_t column) {
  ColumnScale scale{kInfinity, -kInfinity, replay.columns[column].type == ColumnType::text};
  const std::size_t columns = replay.columns.size();
  for (const ReplayFrame& frame : replay.frames.frames())
    for (std::size_t k = column; k < frame.values.size(); k += columns) {
      if (!is_finite(frame.values[k])) continue;
      scale.min = smaller(scale.min, frame.values[k]);
      scale.max = larger(scale.max, frame.values[k]);
    }
  return scale.min > scale.max ? ColumnScale{0.0, 0.0, scale.is_of_names} : scale;
}

SampleBytes sample_bytes(const Replay& replay, double unit) {
  SampleWriter samples(replay, unit);
  for (int axis = 0; axis < (replay.is_in_space ? 3 : 2); ++axis)
    samples.add_positions(axis);
  const int levels = heading_levels(replay);
  samples.add_codes(levels, [&](const ReplayFrame& frame, std::size_t row) {
    return heading_code(frame.samples[row], levels);
  });
  if (replay.is_in_space)
    samples.add_codes(levels, [&](const ReplayFrame& frame, std::size_t row) {
      return pitch_code(frame.samples[row], levels);
    });
  const std::size_t columns = replay.columns.size();
  for (std::size_t k = 0; k < columns; ++k) {
    const ColumnScale scale = scale_of(replay, k);
    samples.add_codes(256, [&](const ReplayFrame& frame, std::size_t row) {
      const std::size_t at = row * columns + k;
      return int{scale.code(at < frame.values.size() ? frame.values[at] : std::nan(""))};
    });
  }
  const std::size_t escapes = samples.escape_count();
  return {samples.finish(), escapes};
}

}  // namespace drover
