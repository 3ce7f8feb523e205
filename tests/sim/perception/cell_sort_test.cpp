#include "sim/perception/cell_sort.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "core/random.h"

namespace drover::cell_sort_test {
namespace {

// Agents in cells, as many as given, and what is seen of them.
struct Crowd {
  std::vector<std::uint32_t> cell;
  std::vector<double> x, y, hx, hy;

  explicit Crowd(std::vector<std::uint32_t> cells) : cell(std::move(cells)) {
    for (std::size_t i = 0; i < cell.size(); ++i) {
      const auto number = static_cast<double>(i);
      x.push_back(number);
      y.push_back(-number);
      hx.push_back(0.5);
      hy.push_back(-0.25);
    }
  }
  CellSort::Agents agents() const { return {cell, x, y, hx, hy}; }
};

std::vector<std::uint32_t> random_cells(std::uint32_t number, std::size_t agents, std::size_t cells) {
  Draws draws({52, number});
  std::vector<std::uint32_t> cell;
  for (std::size_t i = 0; i < agents; ++i)
    cell.push_back(static_cast<std::uint32_t>(draws.uniform() * static_cast<double>(cells)));
  return cell;
}

// The agents that are in a cell, as the standard library sorts them.
std::vector<std::uint32_t> sorted_agents(const std::vector<std::uint32_t>& cell) {
  std::vector<std::uint32_t> agents(cell.size());
  std::iota(agents.begin(), agents.end(), 0u);
  std::erase_if(agents, [&](std::uint32_t i) { return cell[i] == CellSort::kNoCell; });
  std::ranges::stable_sort(agents, {}, [&](std::uint32_t i) { return cell[i]; });
  return agents;
}

void expect_sorted(const CellSort& sort, const Crowd& crowd, std::size_t cells) {
  const std::vector<std::uint32_t> expected = sorted_agents(crowd.cell);
  std::vector<std::uint32_t> found;
  for (const SortedAgent& sorted : sort.sorted_agents()) {
    ASSERT_LT(sorted.agent, crowd.cell.size());
    found.push_back(sorted.agent);
    EXPECT_EQ(sorted.x, crowd.x[sorted.agent]);
    EXPECT_EQ(sorted.y, crowd.y[sorted.agent]);
    EXPECT_EQ(sorted.cell, crowd.cell[sorted.agent]);
  }
  EXPECT_EQ(found, expected);
  ASSERT_EQ(sort.starts().size(), cells + 1);
  for (std::size_t c = 0; c <= cells; ++c) {
    const auto before = std::ranges::count_if(expected, [&](std::uint32_t i) { return crowd.cell[i] < c; });
    ASSERT_EQ(sort.starts()[c], before) << "cell " << c;
  }
}

// By one thread and by several, which scatter few agents as well; one object sorts all the orders in turn.
void expect_sorts(const std::vector<std::uint32_t>& cell, std::size_t cells) {
  const Crowd crowd(cell);
  CellSort sort;
  for (const std::size_t threads : {1u, 2u, 3u, 8u}) {
    WorkerPool workers(threads, 16);
    sort.sort(crowd.agents(), cells, cells, workers);
    SCOPED_TRACE(testing::Message() << threads << " threads");
    expect_sorted(sort, crowd, cells);
  }
}

TEST(CellSort, IsAStableSort) {
  std::uint32_t number = 0;
  for (const std::size_t agents : {0u, 1u, 2u, 40u, 1000u}) {
    for (const std::size_t cells : {1u, 2u, 7u, 64u, 65u, 3000u}) {
      SCOPED_TRACE(testing::Message() << agents << " agents in " << cells << " cells");
      expect_sorts(random_cells(++number, agents, cells), cells);
    }
  }
}

TEST(CellSort, DealsManyAgentsAloneToo) {
  constexpr std::size_t kCells = 300;
  const Crowd crowd(random_cells(77, 50'000, kCells));
  WorkerPool alone;
  CellSort sort;
  sort.sort(crowd.agents(), kCells, kCells, alone);
  expect_sorted(sort, crowd, kCells);
}

TEST(CellSort, LeavesOutAgentsInNoCell) {
  std::vector<std::uint32_t> cell = random_cells(5, 700, 40);
  for (std::size_t i = 0; i < cell.size(); i += 3)
    cell[i] = CellSort::kNoCell;
  expect_sorts(cell, 40);
  expect_sorts(std::vector<std::uint32_t>(90, CellSort::kNoCell), 40);
}

TEST(CellSort, HoldsAllAgentsInOneCell) {
  for (const std::uint32_t cell : {0u, 17u, 39u})
    expect_sorts(std::vector<std::uint32_t>(700, cell), 40);
}

TEST(CellSort, CountsHeadingsInSteps) {
  Crowd crowd({1, 0});
  crowd.hy.back() = 1.0;
  WorkerPool alone;
  CellSort sort;
  sort.sort(crowd.agents(), 2, 2, alone);
  const FixedScale scale = CellSort::heading_scale();
  EXPECT_EQ(sort.sorted_agents()[0].heading_y, scale.to_fixed(1.0));
  EXPECT_EQ(sort.sorted_agents()[1].heading_x, scale.to_fixed(0.5));
  EXPECT_EQ(sort.sorted_agents()[1].heading_y, scale.to_fixed(-0.25));
  sort.sort({crowd.cell, crowd.x, crowd.y, {}, {}}, 2, 2, alone);
  EXPECT_EQ(sort.sorted_agents()[0].heading_y, 0);
}

}  // namespace
}  // namespace drover::cell_sort_test
