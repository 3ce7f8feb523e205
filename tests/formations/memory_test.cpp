// Functions that a step may call ask for no memory once they have run.
#include <functional>
#include <numeric>

#include "formations/bounding.h"
#include "formations/cost_tables.h"
#include "formations/cover.h"
#include "formations/drift.h"
#include "formations/emergent.h"
#include "formations/opening.h"
#include "formations/patterns.h"
#include "properties/allocation_count.h"

namespace drover::memory_test {
namespace {

using namespace test;

std::uint64_t allocations_of_second_call(const std::function<void()>& call) {
  call();
  const std::uint64_t before = allocation_count();
  call();
  return allocation_count() - before;
}

TEST(Memory, LayingOutIsFreeForEveryPattern) {
  for (const Kind* kind : pattern_kinds()) {
    const PatternDef def{.pattern = {kind, kind->make_params()}};
    std::vector<PatternSlot> slots;
    EXPECT_EQ(allocations_of_second_call([&] { lay_out(def, {.count = 40, .radius = 0.5}, slots); }), 0u)
        << kind->name;
  }
}

TEST(Memory, DriftAndExtentsAreFree) {
  const auto slots = slots_of("wedge", 20);
  std::vector<std::size_t> occupied(20);
  std::iota(occupied.begin(), occupied.end(), std::size_t{0});
  const std::vector<double> radii(20, 0.5);
  std::vector<PatternSlot> out;
  EXPECT_EQ(allocations_of_second_call([&] {
              remove_drift(slots, {occupied}, out);
              change_frame(slots, {occupied}, out);
              extents_of(slots, occupied, radii);
            }),
            0u);
}

constexpr AssignmentMethod kMethods[] = {AssignmentMethod::sequential, AssignmentMethod::greedy_ease,
                                         AssignmentMethod::optimal, AssignmentMethod::bottleneck};

TEST(Memory, AssignmentsUseTheirMemoryAgain) {
  Draw draw;
  const CostTable costs = random_costs(draw, 20, 30, 50, 5);
  for (const AssignmentMethod method : kMethods) {
    Assigner assigner;
    Assignment out;
    EXPECT_EQ(allocations_of_second_call([&] { assigner.assign(method, costs, out); }), 0u)
        << static_cast<int>(method);
  }
}

// Few values have many ties, of which all are looked at.
TEST(Memory, AssignmentsOfTheSizeThatWasReservedAreFreeFromTheStart) {
  Draw draw;
  for (const std::int64_t values : {std::int64_t{1}, std::int64_t{3}, std::int64_t{1} << 30}) {
    for (const auto& [members, slots] : {std::pair(20u, 50u), std::pair(50u, 20u), std::pair(50u, 50u)}) {
      const CostTable costs = random_costs(draw, members, slots, values, members == slots ? 0 : 4);
      for (const AssignmentMethod method : kMethods) {
        Assigner assigner;
        assigner.reserve(50, 50);
        Assignment out;
        out.slot_of.reserve(50);
        const std::uint64_t before = allocation_count();
        assigner.assign(method, costs, out);
        EXPECT_EQ(allocation_count() - before, 0u) << static_cast<int>(method) << ' ' << values;
      }
    }
  }
}

// All covers are left behind at once, and as many others enter.
TEST(Memory, CoversThatChangeAreFreeWhereTheyWereReserved) {
  std::vector<Vec3> covers;
  for (int k = 0; k < 12; ++k)
    covers.push_back({static_cast<double>(k < 6 ? k : 100 + k), static_cast<double>(k % 3), 0});
  std::vector<Vec3> far = covers;
  for (Vec3& place : far)
    place -= Vec3{105, 0, 0};
  const std::vector<Vec3> members(5);
  CoverSelection selection;
  selection.reserve(covers.size(), members.size(), 100);
  std::vector<std::size_t> slots;
  slots.reserve(members.size());
  const std::uint64_t before = allocation_count();
  selection.select({}, {covers, members}, slots);
  selection.select({}, {far, members}, slots);
  EXPECT_EQ(allocation_count() - before, 0u);
  for (const std::size_t cover : slots)
    EXPECT_GE(cover, 6u);
}

TEST(Memory, CoverAndItsQueueAreFreeWhileNothingChanges) {
  const std::vector<Vec3> covers{{1, 0, 0}, {2, 0, 0}, {5, 0, 0}}, members(2);
  std::vector<std::size_t> slots;
  CoverSelection selection;
  BoundingQueue queue;
  queue.start(std::vector<std::size_t>{0, 1});
  const std::vector<std::uint8_t> arrived(2);
  selection.select({}, {covers, members}, slots);
  EXPECT_EQ(allocations_of_second_call([&] {
              selection.select({}, {covers, members}, slots);
              queue.update({}, 1, 0.1, slots, arrived);
            }),
            0u);
}

TEST(Memory, OpeningsAndTimersOfEmergentPlacesAreFree) {
  const std::vector<Vec3> bodies{{3, 1, 0}, {4, -2, 0}};
  const std::vector<std::uint8_t> infeasible(3);
  std::vector<Vec3> scratch;
  std::vector<double> since;
  std::vector<EmergentClaim> claims(3);
  EXPECT_EQ(allocations_of_second_call([&] {
              opening_of({6, 4, 0}, {6, -4, 0}, bodies, 0.5, scratch);
              release_infeasible(infeasible, 1.0, 1.0, since, claims);
            }),
            0u);
}

}  // namespace
}  // namespace drover::memory_test
