// Minimum-cost linear assignment by shortest augmenting paths: Jonker & Volgenant, Computing 38 (1987);
// Crouse, IEEE Transactions on Aerospace and Electronic Systems 52 (2016), for tables that are not square.
// O(k^2 n) for k members and n slots; the problem is not NP-complete, as Millington & Funge have it.
#pragma once

#include <span>
#include <vector>

#include "formations/assignment.h"

namespace drover {

// The slots of the members, kUnplaced for none, by the rule of AssignmentMethod::optimal. Costs above the
// threshold are forbidden.
std::vector<std::size_t> optimal_slots(const CostTable& costs, Cost threshold = kForbidden - 1);

}  // namespace drover
