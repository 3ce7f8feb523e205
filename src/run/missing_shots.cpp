#include "run/missing_shots.h"

#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "core/text.h"

namespace drover {
namespace {

std::optional<std::string> kept_back_sentence(const World& world) {
  const std::vector<std::uint32_t>& kept_back = world.state.shots.kept_back;
  const std::uint64_t count = std::accumulate(kept_back.begin(), kept_back.end(), std::uint64_t{0});
  if (count == 0) return std::nullopt;
  return fmt::format("{} kept back, because {} were in flight: see \"max_projectiles\" of \"simulation\"",
                     count == 1 ? "1 shot was" : counted(count, "shot") + " were",
                     counted(world.model().projectiles.room, "projectile"));
}

// Of agents that fired never; others may wait until somebody is near enough.
std::optional<std::string> unsolved_sentence(const World& world) {
  const ShotColumns& shots = world.state.shots;
  std::uint64_t count = 0;
  AgentIndex first = kNoIndex;
  for (AgentIndex i = 0; i < shots.unsolved.size(); ++i) {
    if (shots.unsolved[i] == 0 || shots.shots[i] + shots.kept_back[i] > 0) continue;
    if (count++ == 0) first = i;
  }
  if (count == 0) return std::nullopt;
  const std::string others = count == 1 ? "" : " and " + counted(count - 1, "more agent");
  return fmt::format("agent {}{} never fired: with their muzzle_speed no direction leads to what they aim at",
                     world.model().agents.number[first], others);
}

}  // namespace

std::vector<std::string> missing_shots_sentences(const World& world) {
  std::vector<std::string> sentences;
  for (auto& sentence : {kept_back_sentence(world), unsolved_sentence(world)})
    if (sentence) sentences.push_back(*sentence);
  return sentences;
}

}  // namespace drover
