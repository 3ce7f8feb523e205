#include "run/lost_agents.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/text.h"

namespace drover {

std::optional<std::string> lost_agents_sentence(const World& world) {
  const auto& lost_since = world.state.goal_record.lost_since;
  const auto first = std::ranges::min_element(lost_since);
  if (first == lost_since.end() || *first == GoalRecord::kNever) return std::nullopt;
  const auto number = world.model().agents.number[static_cast<std::size_t>(first - lost_since.begin())];
  const auto others =
      std::ranges::count_if(lost_since, [](std::uint64_t since) { return since != GoalRecord::kNever; }) - 1;
  const std::string and_others =
      others == 0 ? "" : " and " + counted(static_cast<std::uint64_t>(others), "more agent");
  return fmt::format(
      "agent {}{} lost the way: for 10 s {} neither the goal nor any place of a route (first from t = {:.6g} "
      "s "
      "on); agents that go straight need a route from each place of which the next one is seen",
      number, and_others, others == 0 ? "it saw" : "they saw",
      static_cast<double>(*first) * world.model().dt);
}

}  // namespace drover
