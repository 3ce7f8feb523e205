// The samples of a replay, read back.
#include "observe/replay/sample_writer.h"

#include <cmath>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/replay/replay_decoder.h"

namespace drover::sample_writer_test {
namespace {

using test::DecodedPlane;

FrameSample at(double x, double y, bool has_jumped = false) {
  return {{x, y, 0.0}, {1.0, 0.0, 0.0}, true, has_jumped};
}

Replay replay_of(const std::vector<std::vector<FrameSample>>& frames, std::size_t agents) {
  Replay replay;
  for (std::uint32_t k = 0; k < agents; ++k)
    replay.agents.push_back({k, 0, 0.5});
  std::int64_t step = 0;
  for (const std::vector<FrameSample>& samples : frames)
    replay.frames.frame(step++)->samples = samples;
  return replay;
}

// The planes of x and y.
std::pair<DecodedPlane, DecodedPlane> decode(const Replay& replay, double unit) {
  const SampleBytes written = sample_bytes(replay, unit);
  const std::size_t agents = replay.agents.size(), frames = replay.frames.frames().size();
  std::size_t escape = written.bytes.size() - 4 * written.escapes;
  EXPECT_EQ(escape % 4, 0u);
  DecodedPlane x = test::decode_plane(written.bytes, 0, agents, frames, escape);
  DecodedPlane y = test::decode_plane(written.bytes, 1, agents, frames, escape);
  EXPECT_EQ(escape, written.bytes.size()) << "all escapes are used";
  return {x, y};
}

TEST(SampleWriter, KeepsPositionsWithinHalfAUnit) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> anywhere(-1000.0, 1000.0);
  std::uniform_real_distribution<double> nearby(-0.3, 0.3);
  std::vector<std::vector<FrameSample>> frames(1);
  for (int agent = 0; agent < 5; ++agent)
    frames[0].push_back(at(anywhere(random), anywhere(random)));
  for (int k = 1; k < 200; ++k) {
    frames.push_back(frames.back());
    for (FrameSample& sample : frames.back()) {
      // Now and then farther than 16 bits of centimeters reach.
      const bool is_far = k % 50 == 0;
      sample.position =
          sample.position + Vec3{is_far ? anywhere(random) : nearby(random), nearby(random), 0.0};
    }
  }
  const auto [x, y] = decode(replay_of(frames, 5), 0.01);
  for (std::size_t k = 0; k < frames.size(); ++k)
    for (std::size_t agent = 0; agent < 5; ++agent) {
      EXPECT_NEAR(0.01 * static_cast<double>(x[agent][k]->value), frames[k][agent].position.x, 0.0051);
      EXPECT_NEAR(0.01 * static_cast<double>(y[agent][k]->value), frames[k][agent].position.y, 0.0051);
    }
}

TEST(SampleWriter, TellsWhoIsAbsentAndWhoJumped) {
  const FrameSample absent;
  const auto [x, y] = decode(
      replay_of({{at(1, 1), absent}, {at(2, 1)}, {at(3, 1), at(7, 7)}, {at(-3, 1, true), at(7, 7)}}, 2),
      0.01);
  EXPECT_TRUE(x[0][0]->is_escape) << "an agent begins by an escape";
  EXPECT_FALSE(x[0][1]->is_escape);
  EXPECT_TRUE(x[0][3]->is_escape) << "it jumped";
  EXPECT_TRUE(y[0][3]->is_escape) << "on all planes";
  EXPECT_FALSE(x[1][0].has_value());
  EXPECT_FALSE(x[1][1].has_value()) << "the frame has no sample of it";
  EXPECT_TRUE(x[1][2]->is_escape) << "it appears";
}

// Agents that go straight on at one speed cost nothing but zeros.
TEST(SampleWriter, ExpectsAgentsToGoOnStraight) {
  std::vector<std::vector<FrameSample>> frames;
  for (int k = 0; k < 50; ++k)
    frames.push_back({at(0.13 * k, -0.07 * k)});
  const SampleBytes written = sample_bytes(replay_of(frames, 1), 0.01);
  for (const std::size_t plane : {0u, 1u})
    for (std::size_t k = 2; k < 50; ++k)
      EXPECT_EQ(written.bytes[2 * 50 * plane + k], 0) << "frame " << k;
}

TEST(SampleWriter, WritesHeadingsAsPartsOfATurn) {
  std::vector<std::vector<FrameSample>> frames;
  for (int k = 0; k < 9; ++k) {
    const double angle = 0.25 * k * 3.14159265358979;
    frames.push_back({{{}, {std::cos(angle), std::sin(angle), 0.0}, true, false}});
  }
  const Replay replay = replay_of(frames, 1);
  const SampleBytes written = sample_bytes(replay, 0.01);
  EXPECT_EQ(heading_levels(replay), 256);
  int code = 0;
  for (std::size_t k = 0; k < 9; ++k) {
    code = (code + written.bytes[2 * 2 * 9 + k]) % 256;
    EXPECT_EQ(code, 32 * static_cast<int>(k) % 256);
  }
}

TEST(SampleWriter, FitsTheUnitToTheWorld) {
  Replay replay = replay_of({{at(5, 5)}}, 1);
  EXPECT_DOUBLE_EQ(position_unit(replay), 0.01);
  replay.agents[0].radius = 0.02;
  EXPECT_DOUBLE_EQ(position_unit(replay), 0.001) << "a tenth of the smallest body or finer";
  replay.agents[0].radius = 0.5;
  replay.frames.frame(0)->samples[0].position.x = 1e9;
  EXPECT_DOUBLE_EQ(position_unit(replay), 1.0) << "it must be in 32 bits";
}

TEST(SampleWriter, WritesColumnsOnAScaleOfAByte) {
  Replay replay = replay_of({{at(0, 0), at(1, 0)}, {at(0, 0), at(1, 0)}}, 2);
  replay.frames = FrameTable(10, 1);
  replay.columns = {{"speed", "m/s"}};
  for (const std::int64_t step : {0, 1}) {
    ReplayFrame* frame = replay.frames.frame(step);
    frame->samples = {at(0, 0), at(1, 0)};
    frame->values = {step == 0 ? 2.0 : 6.0, std::nan("")};
  }
  const ColumnScale scale = scale_of(replay, 0);
  EXPECT_DOUBLE_EQ(scale.min, 2.0);
  EXPECT_DOUBLE_EQ(scale.max, 6.0);
  EXPECT_EQ(scale.code(2.0), 0);
  EXPECT_EQ(scale.code(4.0), 127);
  EXPECT_EQ(scale.code(6.0), 254);
  EXPECT_EQ(scale.code(std::nan("")), 255);
  const SampleBytes written = sample_bytes(replay, 0.01);
  EXPECT_THAT(std::vector(written.bytes.begin() + 20, written.bytes.begin() + 24),
              testing::ElementsAre(0, 254, 255, 0));
}

}  // namespace
}  // namespace drover::sample_writer_test
