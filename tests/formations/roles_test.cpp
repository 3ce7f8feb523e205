// Roles and slot costs, and assignments by them: the warriors of Millington & Funge 3.7.7, exercises 3.19
// and 3.20.
#include "formations/roles.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "formations/cost_tables.h"
#include "formations/slot_cost.h"

namespace drover::roles_test {
namespace {

using testing::ElementsAre;
using namespace test;
using enum AssignmentMethod;

const RoleTable& warriors() {
  static const RoleTable table = [] {
    RoleTable t({"archer", "elf", "fighter", "mage"}, {"magic", "missile", "melee"});
    const double costs[4][3] = {{1000, 0, 1500}, {1000, 0, 0}, {2000, 1000, 0}, {0, 500, 2000}};
    for (std::size_t kind = 0; kind < 4; ++kind) {
      for (std::size_t role = 0; role < 3; ++role)
        t.set(kind, role, costs[kind][role]);
    }
    return t;
  }();
  return table;
}

using List = std::vector<std::size_t>;

// Nine slots: melee, then missile, then magic.
List pattern(std::size_t melee, std::size_t missile, std::size_t magic) {
  List roles(melee, 2);
  roles.insert(roles.end(), missile, 1);
  roles.insert(roles.end(), magic, 0);
  return roles;
}
const List kX = pattern(5, 2, 2);
const List kY = pattern(5, 3, 1);

List party(std::size_t archers, std::size_t elves, std::size_t fighters, std::size_t mages) {
  List kinds(archers, 0);
  kinds.insert(kinds.end(), elves, 1);
  kinds.insert(kinds.end(), fighters, 2);
  kinds.insert(kinds.end(), mages, 3);
  return kinds;
}

CostTable costs_of(const List& kinds, const List& roles, bool is_hard = false) {
  CostTable costs;
  costs.resize(kinds.size(), roles.size());
  for (std::size_t member = 0; member < kinds.size(); ++member) {
    for (std::size_t slot = 0; slot < roles.size(); ++slot)
      costs.at(member, slot) =
          is_hard ? warriors().hard(kinds[member], roles[slot]) : warriors().soft(kinds[member], roles[slot]);
  }
  return costs;
}

struct Party {
  List kinds;
  std::size_t placed_x, placed_y;
  double cost_x, cost_y;
};

TEST(Roles, HardAndSoftPartiesOfNine) {
  const Party parties[] = {{party(1, 3, 3, 2), 9, 8, 0, 500},      {party(3, 0, 5, 1), 8, 9, 1000, 0},
                           {party(0, 2, 7, 0), 7, 7, 4000, 3000},  {party(0, 0, 9, 0), 5, 5, 6000, 5000},
                           {party(0, 2, 4, 3), 8, 7, 500, 1000},   {party(4, 0, 3, 2), 7, 7, 3000, 3500},
                           {party(0, 0, 0, 9), 2, 1, 11000, 11500}};
  for (const Party& p : parties) {
    EXPECT_EQ(assigned(optimal, costs_of(p.kinds, kX, true)).placed, p.placed_x);
    EXPECT_EQ(assigned(optimal, costs_of(p.kinds, kY, true)).placed, p.placed_y);
    EXPECT_EQ(to_double(assigned(optimal, costs_of(p.kinds, kX)).cost), p.cost_x);
    EXPECT_EQ(to_double(assigned(optimal, costs_of(p.kinds, kY)).cost), p.cost_y);
  }
}

TEST(Roles, EaseOfTheKinds) {
  const double x[] = {2.005329, 7.001998, 5.001998, 2.003992};
  const double y[] = {3.004330, 8.000999, 5.002997, 1.005988};
  for (std::size_t kind = 0; kind < 4; ++kind) {
    EXPECT_NEAR(ease_of(costs_of({kind}, kX).row(0), to_cost(1600)), x[kind], 1e-6);
    EXPECT_NEAR(ease_of(costs_of({kind}, kY).row(0), to_cost(1600)), y[kind], 1e-6);
  }
}

TEST(Roles, ArchersThatChooseFirstTakeTheMagic) {
  const CostTable costs = costs_of(party(4, 0, 3, 2), kX);
  EXPECT_EQ(to_double(assigned(greedy_ease, costs, 1e5).cost), 6000);
  EXPECT_EQ(to_double(assigned(greedy_ease, costs, 1600).cost), 3000);
  EXPECT_EQ(to_double(assigned(optimal, costs).cost), 3000);
}

struct Comparison {
  int parties = 0;
  int worse = 0;
  int stranded = 0;
  double worst_gap = 0.0;
};

Comparison compare_all_parties(const List& roles) {
  Comparison result;
  for (std::size_t a = 0; a <= 9; ++a) {
    for (std::size_t e = 0; a + e <= 9; ++e) {
      for (std::size_t f = 0; a + e + f <= 9; ++f) {
        const CostTable costs = costs_of(party(a, e, f, 9 - a - e - f), roles);
        const double gap =
            to_double(assigned(greedy_ease, costs, 1e5).cost) - to_double(assigned(optimal, costs).cost);
        ++result.parties;
        result.worse += gap > 0 ? 1 : 0;
        result.worst_gap = std::max(result.worst_gap, gap);
        result.stranded += assigned(greedy_ease, costs, 1600).placed < 9 ? 1 : 0;
      }
    }
  }
  return result;
}

TEST(Roles, GreedyAgainstOptimalForAllPartiesOfNine) {
  const Comparison x = compare_all_parties(kX);
  EXPECT_EQ(x.parties, 220);
  EXPECT_EQ(x.worse, 50);
  EXPECT_EQ(x.worst_gap, 3000);
  EXPECT_EQ(x.stranded, 45);
  const Comparison y = compare_all_parties(kY);
  EXPECT_EQ(y.worse, 0);
  EXPECT_EQ(y.stranded, 39);
}

// Fighters, or elves, on the magic slots cost the same; elves, the lower members, get the lower slots.
TEST(Roles, TiesOfRolesAreDecidedByTheRuleOfTies) {
  EXPECT_THAT(assigned(optimal, costs_of(party(0, 2, 7, 0), kX)).slot_of,
              ElementsAre(5, 6, 0, 1, 2, 3, 4, 7, 8));
}

TEST(Roles, AMemberOfNoKindFillsSlotsWithoutRoleOnly) {
  constexpr std::size_t kNone = RoleTable::kNone;
  EXPECT_EQ(warriors().kind("elf"), 1u);
  EXPECT_EQ(warriors().kind("ogre"), kNone);
  EXPECT_EQ(warriors().soft(kNone, 0), kForbidden);
  EXPECT_EQ(warriors().soft(kNone, kNone), 0);
  EXPECT_EQ(warriors().hard(0, warriors().role("nothing")), 0);
}

TEST(Roles, ARoleThatNobodyFillsIsSeen) {
  RoleTable table({"elf"}, {"scout", "cook", "pilot"});
  table.set(0, 0, 0);
  table.set(0, 1, 300);
  EXPECT_TRUE(table.can_be_filled(0, true));
  EXPECT_FALSE(table.can_be_filled(1, true));
  EXPECT_TRUE(table.can_be_filled(1, false));
  EXPECT_FALSE(table.can_be_filled(2, false));
}

TEST(SlotCost, FullCoverComesBeforeDistance) {
  EXPECT_EQ(to_double(slot_cost({.distance = 6})), 6);
  EXPECT_EQ(to_double(slot_cost({.distance = 1, .cover = 0.5})), 501);
}

TEST(SlotCost, AddsItsTermsAndKeepsWhatIsForbidden) {
  const SlotCostTerms terms{.role = to_cost(1000), .distance = 3, .is_present = false, .custom = 7};
  EXPECT_EQ(to_double(slot_cost(terms)), 1010);
  EXPECT_EQ(to_double(slot_cost(terms, {.distance = 10, .change = 2})), 1039);
  EXPECT_EQ(slot_cost({.role = kForbidden}), kForbidden);
}

// A tank at 0 and a scout at 1, slots at 2 and 10.
TEST(SlotCost, WeightsOfAMemberDecideWhatWasATie) {
  const auto costs_with = [](double tank_weight) {
    CostTable costs;
    costs.resize(2, 2);
    const double slots[] = {2, 10};
    for (std::size_t slot = 0; slot < 2; ++slot) {
      costs.at(0, slot) = slot_cost({.distance = slots[slot]}, {.distance = tank_weight});
      costs.at(1, slot) = slot_cost({.distance = slots[slot] - 1});
    }
    return costs;
  };
  EXPECT_THAT(assigned(optimal, costs_with(1)).slot_of, ElementsAre(0, 1));
  EXPECT_EQ(to_double(assigned(optimal, costs_with(1)).cost), 11);
  const CostTable heavy = costs_with(10);
  EXPECT_EQ(to_double(assigned(optimal, heavy).cost), 29);
  EXPECT_EQ(to_double(heavy.at(0, 1) + heavy.at(1, 0)), 101);
}

// A hysteresis: a swap has to save more than it costs.
TEST(SlotCost, ChangesCostWhatTheyWeigh) {
  EXPECT_EQ(to_double(slot_cost({.distance = 2, .is_present = false}, {.change = 1.5})), 3.5);
}

}  // namespace
}  // namespace drover::roles_test
