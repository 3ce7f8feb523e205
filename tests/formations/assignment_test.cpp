#include "formations/assignment.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include <gmock/gmock.h>

#include "core/det_math.h"
#include "formations/cost_tables.h"
#include "formations/optimal_assignment.h"
#include "formations/plain_assignment.h"

#if __has_include(<dlib/optimization/max_cost_assignment.h>)
#include <dlib/matrix.h>
#include <dlib/optimization/max_cost_assignment.h>
#define DROVER_HAS_DLIB
#endif

namespace drover::assignment_test {
namespace {

using testing::ElementsAre;
using namespace test;
using enum AssignmentMethod;

TEST(Cost, IsRoundedToMultiplesOfATwentiethPowerOfTwo) {
  EXPECT_EQ(to_cost(1.0), 1 << 20);
  EXPECT_EQ(to_cost(0x1p-21), 0);
  EXPECT_EQ(to_cost(3 * 0x1p-21), 2);
  EXPECT_EQ(to_cost(-5.0), 0);
  EXPECT_EQ(to_cost(1e300), to_cost(kCostLimit));
  EXPECT_EQ(to_cost(std::nan("")), kForbidden);
  EXPECT_EQ(to_double(to_cost(501.25)), 501.25);
  EXPECT_EQ(to_cost(0.1 + 0.2), to_cost(0.3));
}

TEST(Assignment, SequentialGivesMemberIToSlotI) {
  EXPECT_THAT(assigned(sequential, {{9, 1}, {1, 9}}).slot_of, ElementsAre(0, 1));
  EXPECT_THAT(assigned(sequential, {{9}, {1}, {1}}).slot_of, ElementsAre(0, kUnplaced, kUnplaced));
  EXPECT_THAT(assigned(sequential, {{kNo, 1}, {1, 9}}).slot_of, ElementsAre(kUnplaced, 1));
}

TEST(Assignment, GreedyPicksAreWorseThanTheOptimum) {
  const Numbers2 costs = {{10, 11}, {0, 9}};
  EXPECT_THAT(assigned(greedy_ease, costs).slot_of, ElementsAre(0, 1));
  EXPECT_EQ(to_double(assigned(greedy_ease, costs).cost), 19);
  EXPECT_THAT(assigned(optimal, costs).slot_of, ElementsAre(1, 0));
  EXPECT_EQ(to_double(assigned(optimal, costs).cost), 11);
}

// The published loop throws after its jump, so that such a member vanishes without a word.
TEST(Assignment, GreedyReportsWhomItStrandsAndTheOptimumPlacesAll) {
  const Numbers2 costs = {{10, 11}, {0, kNo}};
  const Assignment greedy = assigned(greedy_ease, {{10, 11}, {12, kNo}}, 1e5);
  EXPECT_EQ(greedy.placed, 2u);
  const Assignment stranded = assigned(greedy_ease, {{10, 11}, {12, kNo}}, 11.5);
  EXPECT_THAT(stranded.slot_of, ElementsAre(0, kUnplaced));
  EXPECT_EQ(stranded.placed, 1u);
  EXPECT_THAT(assigned(optimal, costs).slot_of, ElementsAre(1, 0));
  EXPECT_EQ(to_double(assigned(optimal, costs).cost), 11);
}

TEST(Assignment, WhoFitsFewSlotsChoosesFirst) {
  EXPECT_THAT(assigned(greedy_ease, {{1, 1, 1}, {2, kNo, kNo}, {2, 3, kNo}}).slot_of, ElementsAre(2, 0, 1));
  EXPECT_THAT(assigned(greedy_ease, {{5, 5}, {5, 5}}).slot_of, ElementsAre(0, 1));
}

TEST(Assignment, NobodyAndNoSlots) {
  for (const AssignmentMethod method : {sequential, greedy_ease, optimal, bottleneck}) {
    EXPECT_EQ(assigned(method, Numbers2{}), Assignment{});
    EXPECT_THAT(assigned(method, Numbers2(2)).slot_of, ElementsAre(kUnplaced, kUnplaced));
    EXPECT_EQ(assigned(method, {{kNo, kNo}, {kNo, kNo}}).placed, 0u);
  }
}

// A sum with a large constant for forbidden pairs would mistake one of these for the other.
TEST(Assignment, PlacingOneMoreIsWorthAnyCost) {
  EXPECT_THAT(assigned(optimal, {{0, kCostLimit}, {0, kNo}}).slot_of, ElementsAre(1, 0));
  EXPECT_THAT(assigned(bottleneck, {{0, kCostLimit}, {0, kNo}}).slot_of, ElementsAre(1, 0));
  EXPECT_THAT(assigned(optimal, {{kNo, 3}, {kNo, 2}, {kNo, 4}}).slot_of,
              ElementsAre(kUnplaced, 1, kUnplaced));
}

TEST(Assignment, OfEqualCostsTheLowestSlotsGoToTheLowestMembers) {
  EXPECT_THAT(assigned(optimal, {{1, 2, 3}, {0, 1, 2}, {1, 0, 1}}).slot_of, ElementsAre(0, 1, 2));
  EXPECT_THAT(assigned(optimal, {{7, 7, 7}, {7, 7, 7}}).slot_of, ElementsAre(0, 1));
  EXPECT_THAT(assigned(optimal, {{7}, {7}, {7}}).slot_of, ElementsAre(0, kUnplaced, kUnplaced));
  EXPECT_THAT(assigned(optimal, {{2, 10}, {1, 9}}).slot_of, ElementsAre(0, 1));
}

TEST(Assignment, ADearerMemberMovesLess) {
  const auto cost_of = [](const Assignment& assignment) { return to_double(assignment.cost); };
  EXPECT_EQ(cost_of(assigned(optimal, {{2, 10}, {1, 9}})), 11);
  EXPECT_THAT(assigned(optimal, {{20, 100}, {1, 9}}).slot_of, ElementsAre(0, 1));
  EXPECT_EQ(cost_of(assigned(optimal, {{20, 100}, {1, 9}})), 29);
}

TEST(Assignment, TheBottleneckHasTheLeastGreatestCost) {
  const Numbers2 costs = {{1, 6}, {5, 9}};
  EXPECT_THAT(assigned(optimal, costs).slot_of, ElementsAre(0, 1));
  EXPECT_THAT(assigned(bottleneck, costs).slot_of, ElementsAre(1, 0));
  // Of members that cannot all be placed, those that cost least are.
  EXPECT_THAT(assigned(bottleneck, {{100}, {1}}).slot_of, ElementsAre(kUnplaced, 0));
}

// Enumerates all assignments; the best by number placed, then by the method's costs, then by the list of
// slots.
class BruteForce {
 public:
  BruteForce(AssignmentMethod method, const CostTable& costs) : method_(method), costs_(costs) {
    slots_.resize(costs.members(), kUnplaced);
    visit(0);
  }
  std::vector<std::size_t> best() const { return best_.slots; }

 private:
  struct Candidate {
    std::size_t unplaced = 0;
    Cost greatest = 0;
    Cost sum = 0;
    std::vector<std::size_t> slots;  // kUnplaced is the greatest number
    auto operator<=>(const Candidate&) const = default;
  };

  void visit(std::size_t member) {
    if (member == costs_.members()) return judge();
    visit(member + 1);
    for (std::size_t slot = 0; slot < costs_.slots(); ++slot) {
      if (costs_.at(member, slot) == kForbidden || std::ranges::find(slots_, slot) != slots_.end()) continue;
      slots_[member] = slot;
      visit(member + 1);
      slots_[member] = kUnplaced;
    }
  }

  void judge() {
    Candidate candidate{.slots = slots_};
    for (std::size_t member = 0; member < costs_.members(); ++member) {
      if (slots_[member] == kUnplaced) {
        ++candidate.unplaced;
        continue;
      }
      const Cost cost = costs_.at(member, slots_[member]);
      candidate.sum += cost;
      if (method_ == bottleneck) candidate.greatest = std::max(candidate.greatest, cost);
    }
    if (!found_ || candidate < best_) best_ = candidate;
    found_ = true;
  }

  AssignmentMethod method_;
  const CostTable& costs_;
  std::vector<std::size_t> slots_;
  Candidate best_;
  bool found_ = false;
};

TEST(Assignment, AgreesWithBruteForce) {
  Draw draw;
  for (int k = 0; k < 3000; ++k) {
    const std::size_t members = 1 + draw(5);
    const std::size_t slots = 1 + draw(6);
    // Few different costs make ties, many make none; every third pair or none is forbidden.
    const CostTable costs =
        random_costs(draw, members, slots, k % 3 == 0 ? 3 : (k % 3 == 1 ? 8 : 1000000), k % 4 < 2 ? 3 : 0);
    for (const AssignmentMethod method : {optimal, bottleneck}) {
      Assignment result;
      assign(method, costs, result);
      EXPECT_EQ(result.slot_of, BruteForce(method, costs).best())
          << "case " << k << ", method " << static_cast<int>(method);
    }
  }
}

TEST(Assignment, ThePlainMeansAgreeWithBruteForce) {
  Draw draw;
  for (int k = 0; k < 1000; ++k) {
    const CostTable costs =
        random_costs(draw, 1 + draw(5), 1 + draw(6), k % 2 == 0 ? 3 : 20, k % 3 == 0 ? 0 : 3);
    EXPECT_EQ(PlainAssignment(costs).slots(), BruteForce(optimal, costs).best()) << k;
  }
}

// Tables with more slots than a list of the cheapest has, square and not, with some pairs forbidden and with
// none; few values make ties, many make none.
TEST(Assignment, OfLargerTablesAgreesWithPlainMeans) {
  constexpr std::size_t kLength = CheapestSlots<Cost>::kLength;
  Draw draw;
  for (int k = 0; k < 600; ++k) {
    const std::size_t members = k % 6 == 5 ? kLength + 1 + draw(20) : 1 + draw(kLength + 10);
    const std::size_t slots = k % 2 == 1 ? members : kLength - 2 + draw(20);
    const std::int64_t values[] = {2, 5, 100, 1 << 20};
    const CostTable costs = random_costs(draw, members, slots, values[k % 4], k % 5 == 4 ? 2 + draw(8) : 0);
    Assignment result;
    assign(optimal, costs, result);
    EXPECT_EQ(result.slot_of, PlainAssignment(costs).slots()) << "case " << k;
  }
}

// Members and slots on lattices and circles, whose distances have many ties, and all on one side of them,
// where all want the same slots.
TEST(Assignment, OfDistancesAgreesWithPlainMeans) {
  Draw draw;
  for (int k = 0; k < 60; ++k) {
    const std::size_t size = 40 + draw(30);
    std::vector<Vec3> members, slots;
    for (std::size_t i = 0; i < size; ++i) {
      const auto turn = det::sin_cos(det::kTwoPi * static_cast<double>(i) / static_cast<double>(size));
      const Vec3 cell{static_cast<double>(i % 8), static_cast<double>(i / 8), 0};
      slots.push_back(k % 2 == 0 ? cell : Vec3{20 * turn.cos, 20 * turn.sin, 0});
      const Vec3 away{k % 3 == 0 ? 100.0 : 0.0, 0, 0};
      members.push_back(away + (k % 4 < 2 ? cell : Vec3{draw.fraction() * 8, draw.fraction() * 8, 0}));
    }
    const CostTable costs = distances(members, slots);
    EXPECT_EQ(assigned(optimal, costs).slot_of, PlainAssignment(costs).slots()) << "case " << k;
  }
}

// Great costs make the solver count in wide integers.
TEST(Assignment, OfGreatCostsAgreesWithBruteForce) {
  Draw draw;
  for (int k = 0; k < 400; ++k) {
    CostTable costs = random_costs(draw, 1 + draw(4), 1 + draw(5), 3, 3);
    CostTable great;
    great.resize(costs.members() + 60, costs.slots() + 60);
    for (std::size_t member = 0; member < great.members(); ++member) {
      for (std::size_t slot = 0; slot < great.slots(); ++slot) {
        const bool is_small = member < costs.members() && slot < costs.slots();
        const bool is_diagonal =
            member - costs.members() == slot - costs.slots() && member >= costs.members();
        great.at(member, slot) =
            is_small ? costs.at(member, slot) : (is_diagonal ? to_cost(kCostLimit) : kForbidden);
      }
    }
    OptimalAssignment solver;
    const auto slots = solver.solve(great);
    const auto expected = BruteForce(optimal, costs).best();
    for (std::size_t member = 0; member < costs.members(); ++member)
      EXPECT_EQ(slots[member], expected[member]) << k;
  }
}

TEST(Assignment, IsCompleteOrAsItWas) {
  Assignment out = assigned(optimal, {{1, 2}, {2, 1}});
  CostTable costs;
  costs.resize(1, 1);
  assign(optimal, costs, out);
  EXPECT_EQ(out.slot_of, (std::vector<std::size_t>{0}));
  EXPECT_EQ(out.placed, 1u);
}

// In a sum of distances that is least, two straight ways never cross: uncrossing shortens both.
TEST(Assignment, OptimalWaysDoNotCross) {
  Draw draw;
  for (int k = 0; k < 50; ++k) {
    std::vector<Vec3> members, slots;
    for (int i = 0; i < 8; ++i) {
      members.push_back({draw.fraction() * 10, draw.fraction() * 10, 0});
      slots.push_back({draw.fraction() * 10, draw.fraction() * 10, 0});
    }
    Assignment out;
    assign(optimal, distances(members, slots), out);
    const auto side = [](Vec3 a, Vec3 b, Vec3 p) { return cross(b - a, p - a).z > 0; };
    for (std::size_t a = 0; a < 8; ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        const Vec3 from_a = members[a], to_a = slots[out.slot_of[a]], from_b = members[b],
                   to_b = slots[out.slot_of[b]];
        EXPECT_FALSE(side(from_a, to_a, from_b) != side(from_a, to_a, to_b) &&
                     side(from_b, to_b, from_a) != side(from_b, to_b, to_a));
      }
    }
  }
}

TEST(Assignment, OverlappingWaysOnALineAreDecidedByTheRuleOfTies) {
  Assignment out;
  assign(optimal, distances({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{1, 0, 0}, {2, 0, 0}, {3, 0, 0}}), out);
  EXPECT_THAT(out.slot_of, ElementsAre(0, 1, 2));
  EXPECT_EQ(to_double(out.cost), 3.0);
}

TEST(Assignment, CostsAgreeWithDlib) {
#ifdef DROVER_HAS_DLIB
  Draw draw;
  for (const std::size_t size : {1u, 2u, 10u, 40u, 100u}) {
    for (const std::int64_t values : {std::int64_t{4}, std::int64_t{1} << 40}) {
      const CostTable costs = random_costs(draw, size, size, values, 0);
      dlib::matrix<std::int64_t> gains(static_cast<long>(size), static_cast<long>(size));
      for (std::size_t row = 0; row < size; ++row) {
        for (std::size_t column = 0; column < size; ++column)
          gains(static_cast<long>(row), static_cast<long>(column)) = -costs.at(row, column);
      }
      const std::vector<long> expected = dlib::max_cost_assignment(gains);
      Assignment out;
      assign(optimal, costs, out);
      EXPECT_EQ(out.cost, -dlib::assignment_cost(gains, expected)) << size << ' ' << values;
    }
  }
#else
  GTEST_SKIP() << "libdlib-dev is not installed";
#endif
}

}  // namespace
}  // namespace drover::assignment_test
