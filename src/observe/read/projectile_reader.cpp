#include "observe/read/projectile_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/exact_integers.h"

namespace drover {

ProjectileReader::ProjectileReader(std::istream& input, std::string name, const Model& model)
    : rows_(input, kNames), name_(std::move(name)), model_(model) {
  // JSON Lines have no header to check.
  if (!rows_.start() || !rows_.is_csv()) return;
  for (const std::string_view column : kNames)
    if (std::ranges::count(rows_.header(), column) != 1)
      fail({1, std::string(column), "a table of projectiles has it once"});
}

bool ProjectileReader::next(ProjectileRow& row) {
  if (problem_) return false;
  if (!rows_.next()) return rows_.problem() && fail(*rows_.problem());
  row = {};
  return get_integer(Part::step, row.step) && get_number(Part::time, row.time) &&
         get_integer(Part::projectile, row.projectile) && get_words(row) &&
         get_agent(Part::owner, row.owner) && get_agent(Part::holder, row.holder) &&
         get_vector(Part::x, row.position) && get_vector(Part::vx, row.velocity);
}

// Texts, and what may be empty.
bool ProjectileReader::get_words(ProjectileRow& row) {
  const auto type = std::ranges::find(model_.projectiles.types, cell(Part::type).text, &ProjectileType::name);
  if (type != model_.projectiles.types.end())
    row.type = static_cast<std::uint32_t>(type - model_.projectiles.types.begin());
  const auto* const news = std::ranges::find(kProjectileNewsNames, cell(Part::event).text);
  if (news == kProjectileNewsNames.end()) return fail(Part::event, "is none of the events of projectiles");
  row.news = static_cast<ProjectileNews>(news - kProjectileNewsNames.begin());
  const bool is_of_event = row.projectile == 0 && row.news == ProjectileNews::explosion;
  if (row.type == kNoIndex && !is_of_event)
    return fail(Part::type, "is no type of projectiles of the scenario");
  double ended = 0.0;
  if (!get_number(Part::ended, ended)) return false;
  row.has_ended = ended != 0.0;
  if (cell(Part::hit).present() && !get_integer(Part::hit, row.met.emplace())) return false;
  return !cell(Part::blast).present() || get_number(Part::blast, row.blast.emplace());
}

bool ProjectileReader::get_vector(Part x, Vec3& value) {
  const auto part = [&](int k) { return static_cast<Part>(static_cast<int>(x) + k); };
  return get_number(part(0), value.x) && get_number(part(1), value.y) && get_number(part(2), value.z);
}

bool ProjectileReader::get_number(Part part, double& value) {
  const std::optional<double> number = number_of(cell(part));
  if (!number || !std::isfinite(*number)) return fail(part, "is not a finite number");
  value = *number;
  return true;
}

template <class Integer>
bool ProjectileReader::get_integer(Part part, Integer& value) {
  constexpr double kLargest = sizeof(Integer) == 8
                                  ? kLargestExactInteger
                                  : static_cast<double>(std::numeric_limits<std::uint32_t>::max());
  const std::optional<double> number = number_of(cell(part));
  if (!number || !(*number >= 0.0 && *number <= kLargest) || std::floor(*number) != *number)
    return fail(part, fmt::format("is not a whole number from 0 to {:.0f}", kLargest));
  value = static_cast<Integer>(*number);
  return true;
}

bool ProjectileReader::get_agent(Part part, AgentIndex& agent) {
  if (!cell(part).present()) return true;
  std::uint32_t number = 0;
  if (!get_integer(part, number)) return false;
  const auto& numbers = model_.agents.number;
  const auto at = std::ranges::lower_bound(numbers, number);
  if (at == numbers.end() || *at != number) return fail(part, "is no agent of the scenario");
  agent = static_cast<AgentIndex>(at - numbers.begin());
  return true;
}

bool ProjectileReader::fail(Part part, std::string_view what) {
  const TraceCell& value = cell(part);
  const std::string text = value.number ? fmt::format("{}", *value.number) : quoted_or_this(value.text);
  return fail(
      {rows_.line(), std::string(kNames[static_cast<std::size_t>(part)]), fmt::format("{} {}", text, what)});
}

bool ProjectileReader::fail(const TraceProblem& problem) {
  problem_ = fmt::format("{}: {}", name_, problem.text());
  return false;
}

}  // namespace drover
