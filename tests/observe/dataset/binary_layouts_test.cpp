// The binary formats: signatures, equal bytes, what they refuse. Scripts read the files with other programs'
// readers.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/dataset/written.h"

namespace drover {
namespace {

using test::Written;
using test::written;
using testing::HasSubstr;
using testing::StartsWith;

const std::vector<LayoutPoint> kPoints = {
    {.frame = 2, .id = 7, .position = {1.0 / 3.0, -0.0, 0.0}, .heading = {1, 0, 0}},
    {.frame = 2, .id = 9, .position = {4, 5, 0.0}, .heading = {1, 0, 0}},
    {.frame = 4, .id = 9, .position = {1e-300, 2, 0.0}, .heading = {0, 1, 0}}};

class BinaryLayout : public testing::TestWithParam<std::pair<const char*, std::string>> {};

TEST_P(BinaryLayout, HasItsSignatureAndEqualBytesForEqualRows) {
  const auto& [name, signature] = GetParam();
  const DatasetSpec spec = {.fps = 10, .scenario = "s", .run_id = "r", .seed = 3};
  const Written first = written(name, spec, kPoints);
  ASSERT_EQ(first.failure, std::nullopt);
  EXPECT_THAT(first.bytes, StartsWith(signature));
  EXPECT_EQ(written(name, spec, kPoints).bytes, first.bytes);
  EXPECT_NE(written(name, {.fps = 11, .scenario = "s", .run_id = "r", .seed = 3}, kPoints).bytes,
            first.bytes);
}

TEST_P(BinaryLayout, CanBeEmpty) {
  const auto& [name, signature] = GetParam();
  const Written file = written(name, {.fps = 10}, {});
  EXPECT_EQ(file.failure, std::nullopt);
  EXPECT_THAT(file.bytes, StartsWith(signature));
}

INSTANTIATE_TEST_SUITE_P(All, BinaryLayout,
                         testing::Values(std::pair{"jupedsim", std::string("SQLite format 3")},
                                         std::pair{"pedpy_hdf5", std::string("\x89HDF\r\n\x1a\n")},
                                         std::pair{"npz", std::string("PK\x03\x04")}));

TEST(Npz, HoldsAPositionForEachAgentInEachFrameFromTheFirstToTheLast) {
  const std::string bytes = written("npz", {.fps = 10}, kPoints).bytes;
  EXPECT_THAT(bytes, HasSubstr("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2, 2), }"));
  EXPECT_THAT(bytes, HasSubstr("{'descr': '<u4', 'fortran_order': False, 'shape': (3,), }"));
}

TEST(Npz, HoldsThreeCoordinatesOfAgentsWithHeights) {
  EXPECT_THAT(written("npz", {.fps = 10, .has_heights = true}, kPoints).bytes,
              HasSubstr("'shape': (3, 2, 3), }"));
  const std::vector<LayoutPoint> high = {{.frame = 0, .id = 1, .position = {1, 2, 1.0 / 3.0}, .heading = {}}};
  const std::string bytes = written("npz", {.fps = 10}, high).bytes;
  EXPECT_THAT(bytes, HasSubstr("'shape': (1, 1, 3), }"));
  const double third = 1.0 / 3.0;
  EXPECT_THAT(bytes, HasSubstr(std::string(reinterpret_cast<const char*>(&third), sizeof third)));
}

TEST(Npz, HoldsTheFramesOfARunInWhichNobodyIsThere) {
  const DatasetEnd end = {.frames = {.first = 1, .last = 9}};
  EXPECT_THAT(written("npz", {.fps = 10}, kPoints, end).bytes, HasSubstr("'shape': (9, 2, 2), }"));
  EXPECT_THAT(written("npz", {.fps = 10}, {}, end).bytes, HasSubstr("'shape': (9, 0, 2), }"));
}

TEST(Jupedsim, RefusesMoreFramesThanItsRowsCanHold) {
  const DatasetEnd end = {.frames = {.first = 0, .last = 4000000000}};
  EXPECT_THAT(written("jupedsim", {.fps = 1}, kPoints, end).failure.value_or(""), HasSubstr("the limit"));
}

TEST(Npz, RefusesAColumnWithANameOfItsOwnAndTooManyCells) {
  EXPECT_THAT(written("npz", {.columns = {{.name = "id"}}, .fps = 1}, {}).failure.value_or(""),
              HasSubstr("array \"id\" of its own"));
  const std::vector<LayoutPoint> far = {{.frame = 0, .id = 1, .position = {}, .heading = {}},
                                        {.frame = 4000000000, .id = 1, .position = {}, .heading = {}}};
  EXPECT_THAT(written("npz", {.fps = 1}, far).failure.value_or(""), HasSubstr("choose pedpy_hdf5"));
}

TEST(PedpyHdf5, RefusesAColumnWithANameOfItsOwn) {
  EXPECT_THAT(written("pedpy_hdf5", {.columns = {{.name = "z"}}, .fps = 1}, {}).failure.value_or(""),
              HasSubstr("column \"z\" of its own"));
}

TEST(Layouts, RefuseFramesBeyondTheirRange) {
  const std::vector<LayoutPoint> beyond = {{.frame = 4294967296, .id = 1, .position = {}, .heading = {}}};
  for (const char* name : {"pedpy_hdf5", "jupedsim", "trajnet"})
    EXPECT_THAT(written(name, {.fps = 1}, beyond).failure.value_or(""), HasSubstr("beyond 4294967295"))
        << name;
}

TEST(Layouts, SayThatTheyLoseHeights) {
  const std::vector<LayoutPoint> high = {{.frame = 0, .id = 1, .position = {0, 0, 2}, .heading = {}}};
  for (const char* name : {"jupedsim", "trajnet", "eth_ucy"})
    EXPECT_THAT(
        written(name, {.fps = 2.5}, high).notes,
        testing::Contains(fmt::format("{} cannot hold the heights of agents, which are left out", name)));
  for (const char* name : {"pedpy_hdf5", "pedpy_text", "npz"})
    EXPECT_THAT(written(name, {.fps = 1}, high).notes, testing::IsEmpty()) << name;
}

// The heading of one that climbs is shorter as seen from above.
TEST(Jupedsim, HoldsUnitVectorsOfAgentsWithHeights) {
  const auto bytes = [](Vec3 heading, bool has_heights) {
    return written("jupedsim", {.fps = 1, .has_heights = has_heights},
                   {{.frame = 0, .id = 1, .position = {1, 2, 0}, .heading = heading}})
        .bytes;
  };
  EXPECT_EQ(bytes({0.375, 0.0, 0.9}, true), bytes({1.0, 0.0, 0.0}, true));
  EXPECT_NE(bytes({0.375, 0.0, 0.9}, false), bytes({1.0, 0.0, 0.0}, false));
}

TEST(Layouts, PassTheFailureOfTheirSinkOn) {
  for (const DatasetFormat* format : dataset_formats()) {
    const auto writer =
        format->make({.columns = {}, .fps = 1}, [](std::string_view) { return Failure("full"); });
    Failure failure = writer->begin();
    if (!failure) failure = writer->finish();
    EXPECT_EQ(failure, "full") << format->name;
  }
}

}  // namespace
}  // namespace drover
