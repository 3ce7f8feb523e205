#include "sim/state/index_checks.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "formations/bounding.h"

namespace drover {
namespace {

// What a number may be: first .. below - 1, or kNoIndex where that is a meaning too.
struct AllowedIndices {
  std::uint64_t first = 0;
  std::uint64_t below = 0;
  bool or_none = false;
};

AllowedIndices up_to(std::uint64_t last) {
  return {.below = last + 1};
}
AllowedIndices index_of(std::uint64_t count) {
  return {.below = count};
}
AllowedIndices index_or_none(std::uint64_t count) {
  return {.below = count, .or_none = true};
}
AllowedIndices only(std::uint64_t number) {
  return {.first = number, .below = number + 1};
}

// One call of check() for each column that holds indices, or counts that must fit to something. A range may
// depend on columns that were checked before.
class IndexChecks {
 public:
  IndexChecks(const SavedState& saved, const World& world)
      : saved_(saved), world_(world), model_(world.model()) {}

  std::optional<std::string> problem() {
    check("mode", numbers<std::uint32_t>("mode"),
          [&](std::uint32_t i) { return index_of(model_.type_of(i).modes.size()); });
    if (!model_.formations.empty()) check_formations();
    if (model_.has_roots()) check_claims();
    if (std::ranges::any_of(model_.formations, &Formation::is_in_cover)) check_covers();
    if (model_.goals.exists()) check_goal_rows<GoalColumns>();
    if (model_.goals.modes_have_goals) check_goal_rows<OwnGoalColumns>();
    if (model_.projectiles.exists()) check_projectiles();
    check_events();
    return problem_;
  }

 private:
  // The numbers of a column that the world has.
  template <class Number>
  std::span<const Number> numbers(ColumnHandle<Number> handle) const {
    return numbers<Number>(world_.state.columns.columns()[handle.index].info.name);
  }
  template <class Columns, class Number>
  std::span<const Number> numbers(std::vector<Number> Columns::*member) const {
    return numbers<Number>(name_of(member));
  }
  template <class Columns, class Number>
  static std::string_view name_of(std::vector<Number> Columns::*member) {
    std::string_view name;
    Columns::for_each_column([&](const auto& column) {
      using Member = std::remove_cvref_t<decltype(column.member)>;
      if constexpr (std::is_same_v<Member, std::vector<Number> Columns::*>)
        name = column.member == member ? column.info.name : name;
    });
    return name;
  }
  // Without numbers a column is not saved.
  template <class Number>
  std::span<const Number> numbers(std::string_view name) const {
    const SavedColumn* column = saved_.find(name);
    if (column == nullptr) return {};
    return std::get<std::vector<Number>>(column->values);
  }

  template <class Number, class Range>
  void check(ColumnHandle<Number> handle, const Range& range_of) {
    check(world_.state.columns.columns()[handle.index].info.name, numbers(handle), range_of);
  }
  template <class Columns, class Number, class Range>
  void check(std::vector<Number> Columns::*member, const Range& range_of) {
    check(name_of(member), numbers(member), range_of);
  }
  template <class Number, class Range>
  void check(std::string_view name, std::span<const Number> numbers, const Range& range_of) {
    for (std::uint32_t row = 0; row < numbers.size() && !problem_; ++row) {
      const std::uint64_t number = numbers[row];
      const AllowedIndices range = range_of(row);
      const bool is_none = range.or_none && number == kNoIndex;
      if (is_none || (number >= range.first && number < range.below)) continue;
      problem_ =
          fmt::format("its column \"{}\" has {} in row {}, where that stands for nothing", name, number, row);
    }
  }

  void check_formations();
  void check_claims();
  void check_covers();
  template <class Columns>
  void check_goal_rows();
  void check_events();
  void check_projectiles();
  bool has_hands() const;
  void check_hands(std::uint32_t used);
  std::uint64_t most_slots(std::uint32_t formation) const;

  const SavedState& saved_;
  const World& world_;
  const Model& model_;
  std::optional<std::string> problem_;
};

// A formation may keep the slots that it had in another pattern or with more members.
std::uint64_t IndexChecks::most_slots(std::uint32_t f) const {
  const Formation& formation = model_.formations[f];
  if (!formation.has_slots()) return model_.agents.size();
  std::size_t most = std::max<std::size_t>(model_.agents.size(),
                                           static_cast<std::size_t>(formation.def.anchor.leader_slot) + 1);
  for (std::uint32_t k = 0; k <= formation.def.patterns.size(); ++k) {
    const PatternDef& pattern = formation.pattern(k);
    if (!pattern.is_scalable()) most = std::max(most, pattern.capacity());
  }
  const std::uint32_t present = numbers(&FormationColumns::pattern)[f];
  return std::min(most, formation.pattern(present).capacity());
}

void IndexChecks::check_formations() {
  const std::vector<Formation>& formations = model_.formations;
  check(&MembershipColumns::member_of, [&](std::uint32_t i) {
    if (!model_.is_anchor(i)) return index_or_none(formations.size());
    const std::uint32_t parent = formations[i - model_.first_anchor].parent;
    return parent == kNoIndex ? index_or_none(0) : only(parent);
  });
  check(&FormationColumns::pattern,
        [&](std::uint32_t f) { return up_to(formations[f].def.patterns.size()); });
  check(&FormationColumns::leader, [&](std::uint32_t) { return index_or_none(model_.first_anchor); });
  check(&FormationColumns::leader_slot, [&](std::uint32_t f) {
    return only(static_cast<std::uint64_t>(formations[f].def.anchor.leader_slot));
  });
  check(&FormationColumns::fallback,
        [&](std::uint32_t f) { return up_to(formations[f].def.pattern_fallback.size()); });
  if (problem_) return;
  const auto leaders = numbers(&FormationColumns::leader);
  check(&FormationColumns::slot_count, [&](std::uint32_t f) {
    AllowedIndices range = up_to(most_slots(f));
    if (leaders[f] != kNoIndex && formations[f].has_slots())
      range.first = static_cast<std::uint64_t>(formations[f].def.anchor.leader_slot) + 1;
    return range;
  });
  const auto members = numbers(&MembershipColumns::member_of);
  const auto slots = numbers(&FormationColumns::slot_count);
  check(&MembershipColumns::slot, [&](std::uint32_t i) {
    const std::uint32_t f = members[i];
    if (f == kNoIndex) return index_or_none(0);
    return index_or_none(formations[f].has_slots() ? slots[f] : model_.agents.size());
  });
}

// Ranks and places beside are whole numbers of places, of which there is at most one for each agent.
void IndexChecks::check_claims() {
  check(&ClaimColumns::claim_formation,
        [&](std::uint32_t) { return index_or_none(model_.formations.size()); });
  check(&ClaimColumns::claim_parent, [&](std::uint32_t) { return index_or_none(model_.first_anchor); });
  const auto places = numbers(&ClaimColumns::claim_place);
  const auto most = static_cast<double>(model_.agents.size());
  const auto wrong = std::ranges::find_if(places, [&](double place) { return !(std::fabs(place) <= most); });
  if (problem_ || wrong == places.end()) return;
  problem_ = fmt::format("its column \"{}\" has {} for a place", name_of(&ClaimColumns::claim_place), *wrong);
}

// Agents that left a formation in cover keep the number of theirs there.
void IndexChecks::check_covers() {
  std::size_t most = 0;
  for (const Formation& formation : model_.formations) {
    if (formation.is_in_cover()) most = std::max(most, formation.def.cover->points.size());
  }
  if (problem_) return;
  const auto members = numbers(&MembershipColumns::member_of);
  const auto range_of = [&](std::uint32_t i) {
    const std::uint32_t f = members[i];
    const bool is_in_cover = f != kNoIndex && model_.formations[f].is_in_cover();
    return index_or_none(is_in_cover ? model_.formations[f].def.cover->points.size() : most);
  };
  check(&CoverColumns::cover, range_of);
  check(&CoverColumns::held_cover, range_of);
  check(&CoverColumns::bounding_state,
        [](std::uint32_t) { return index_of(enum_names(BoundingState{}).size()); });
}

template <class Columns>
void IndexChecks::check_goal_rows() {
  const GoalModel& model = model_.goals;
  check(&Columns::goal, [&](std::uint32_t) { return index_or_none(model.goals.size()); });
  if (problem_) return;
  const auto goal_of = [&, indices = numbers(&Columns::goal)](std::uint32_t i) {
    return indices[i] == kNoIndex ? nullptr : &model.goals[indices[i]];
  };
  check(&Columns::stage, [&](std::uint32_t i) {
    const AgentGoal* goal = goal_of(i);
    return index_of(goal == nullptr ? 1 : goal->stage_count());
  });
  if constexpr (std::is_same_v<Columns, GoalColumns>) {
    check(&Columns::turned_from, [&](std::uint32_t i) {
      const AgentGoal* goal = goal_of(i);
      return index_or_none(goal != nullptr && goal->form == GoalForm::route ? goal->stage_count() : 0);
    });
  }
  // Who waits or queues does so because the goal is followed by that.
  check(&Columns::state, [&, given = numbers(&Columns::state)](std::uint32_t i) {
    const auto state = static_cast<GoalState>(given[i]);
    const AgentGoal* goal = goal_of(i);
    if (goal == nullptr) return only(static_cast<std::uint64_t>(GoalState::none));
    const GoalSequel& sequel = goal->sequel ? *goal->sequel : model.manners[model.manner_of[i]].sequel;
    const bool is_possible = (state != GoalState::waiting || sequel.wait.has_value()) &&
                             (state != GoalState::queued || sequel.service.has_value());
    return index_of(is_possible ? enum_names(GoalState{}).size() : 0);
  });
}

// Rows that are not used hold zeros.
void IndexChecks::check_projectiles() {
  check(&ProjectileCounts::in_flight, [&](std::uint32_t) { return up_to(model_.projectiles.room); });
  const auto counts = numbers(&ProjectileCounts::in_flight);
  const std::uint32_t used = counts.empty() ? 0 : counts[0];
  const auto in_used_rows = [used](AllowedIndices range) {
    return [used, range](std::uint32_t row) { return row < used ? range : up_to(0); };
  };
  check(&ProjectileColumns::type, in_used_rows(index_of(model_.projectiles.types.size())));
  check(&ProjectileColumns::owner, in_used_rows(index_or_none(model_.body_count())));
  const auto types = numbers(&ProjectileColumns::type);
  check(&ProjectileColumns::phase, [&](std::uint32_t row) {
    if (row >= used) return up_to(0);
    const bool is_ball = model_.projectiles.types[types[row]].ball.has_value();
    return up_to(is_ball && has_hands() ? 3 : 2);
  });
  check(&ProjectileColumns::launched, in_used_rows(up_to(saved_.tick)));
  check(&ProjectileColumns::barred, in_used_rows(index_or_none(model_.body_count())));
  if (!problem_) check_hands(used);
}

bool IndexChecks::has_hands() const {
  return std::ranges::any_of(model_.types, [](const AgentType& type) { return type.hands.has_value(); });
}

// Who holds a ball has its number, and nobody else has one.
void IndexChecks::check_hands(std::uint32_t used) {
  const auto is_held = [&](std::uint32_t row) {
    return row < used &&
           numbers(&ProjectileColumns::phase)[row] == static_cast<std::uint8_t>(ProjectilePhase::held);
  };
  check(&ProjectileColumns::holder, [&](std::uint32_t row) {
    if (row >= used) return up_to(0);
    return is_held(row) ? index_of(model_.body_count()) : index_or_none(model_.body_count());
  });
  if (!has_hands() || problem_) return;
  std::vector<std::uint32_t> balls(model_.agents.size(), 0);
  for (std::uint32_t row = 0; row < used; ++row) {
    if (is_held(row))
      balls[numbers(&ProjectileColumns::holder)[row]] = numbers(&ProjectileColumns::number)[row];
  }
  check(&HandColumns::ball, [&](std::uint32_t agent) { return only(balls[agent]); });
  check(&ProjectileColumns::holder, [&](std::uint32_t row) {
    if (!is_held(row)) return row < used ? index_or_none(model_.body_count()) : up_to(0);
    const AgentIndex holder = numbers(&ProjectileColumns::holder)[row];
    const bool holds =
        model_.type_of(holder).hands && balls[holder] == numbers(&ProjectileColumns::number)[row];
    return holds ? only(holder) : AllowedIndices{};
  });
  check(&HandColumns::since, [&](std::uint32_t) { return up_to(saved_.tick); });
}

// How often they happened says which of their agents came, and how many of those have found room.
void IndexChecks::check_events() {
  for (const Event& event : model_.events) {
    if (event.condition == kNoIndex)
      check(event.happened, [&](std::uint32_t) { return up_to(event.times.size()); });
    if (!event.waiting || problem_) continue;
    const std::size_t due = event.due_count(numbers(event.happened)[0]);
    check(event.waiting->admitted, [&](std::uint32_t) { return up_to(due); });
  }
}

}  // namespace

std::optional<std::string> check_indices(const SavedState& saved, const World& world) {
  return IndexChecks(saved, world).problem();
}

}  // namespace drover
