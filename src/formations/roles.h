// Roles: what it costs a kind of member to fill a slot that asks for a role (Millington & Funge 3.7.7).
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formations/cost.h"

namespace drover {

// Rows are kinds of members, columns are roles.
class RoleTable {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  RoleTable(std::vector<std::string> kinds, std::vector<std::string> roles)
      : kinds_(std::move(kinds)),
        roles_(std::move(roles)),
        costs_(kinds_.size() * roles_.size(), kForbidden) {}

  // What is not set is forbidden.
  void set(std::size_t kind, std::size_t role, double cost) {
    costs_[kind * roles_.size() + role] = to_cost(cost);
  }

  // kNone for names that are not there.
  std::size_t kind(std::string_view name) const { return index_of(kinds_, name); }
  std::size_t role(std::string_view name) const { return index_of(roles_, name); }

  // Soft roles cost what the table says; hard ones admit only kinds that fill them without cost. A slot
  // without a role costs nothing, and a member of no kind fills no other.
  Cost soft(std::size_t kind, std::size_t role) const {
    if (role == kNone) return 0;
    return kind == kNone ? kForbidden : costs_[kind * roles_.size() + role];
  }
  Cost hard(std::size_t kind, std::size_t role) const { return soft(kind, role) == 0 ? 0 : kForbidden; }

  // Whether some kind fills the role at all; hard roles only without cost.
  bool can_be_filled(std::size_t role, bool is_hard) const {
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
      if ((is_hard ? hard(kind, role) : soft(kind, role)) != kForbidden) return true;
    }
    return false;
  }

 private:
  static std::size_t index_of(const std::vector<std::string>& names, std::string_view name) {
    const auto found = std::ranges::find(names, name);
    return found == names.end() ? kNone : static_cast<std::size_t>(found - names.begin());
  }

  std::vector<std::string> kinds_, roles_;
  std::vector<Cost> costs_;
};

}  // namespace drover
