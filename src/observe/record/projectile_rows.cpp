#include "observe/record/projectile_rows.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace drover {
namespace {

constexpr auto kFirstMet = static_cast<std::size_t>(ProjectileNews::agent);
constexpr auto kFirstHandled = static_cast<std::size_t>(ProjectileNews::caught);
static_assert(static_cast<std::size_t>(ProjectileNews::held) ==
                  static_cast<std::size_t>(ProjectilePhase::held) &&
              kFirstMet + kMetNames.size() - 1 == kFirstHandled &&
              kFirstHandled + kHandledNames.size() == static_cast<std::size_t>(ProjectileNews::fired) &&
              kProjectileNewsNames[kFirstHandled - 1] == kMetNames.back() &&
              kProjectileNewsNames[kFirstHandled] == kHandledNames.front());

ProjectileNews news_of(Met met) {
  return static_cast<ProjectileNews>(kFirstMet + static_cast<std::size_t>(met) - 1);
}
ProjectileNews news_of(Handled what) {
  return static_cast<ProjectileNews>(kFirstHandled + static_cast<std::size_t>(what));
}

std::optional<double> agent_number(const Model& model, AgentIndex agent) {
  if (agent == kNoIndex) return std::nullopt;
  return model.agents.number[agent];
}

}  // namespace

std::optional<Met> ProjectileRow::what_was_met() const {
  if (news < ProjectileNews::agent || news > ProjectileNews::lost) return std::nullopt;
  return static_cast<Met>(static_cast<std::size_t>(news) - kFirstMet + 1);
}

std::vector<TableColumn> projectile_columns(const Model& model) {
  std::vector<std::string> types;
  for (const ProjectileType& type : model.projectiles.types)
    types.push_back(type.name);
  types.emplace_back();  // of explosions that events cause
  return {
      {"step", "", "Of the state; of what happened the first that shows it.", ColumnType::integer},
      {"time", "s", "Of the row."},
      {"projectile", "", "Its number, from 1; 0: none, of an explosion that an event caused.",
       ColumnType::integer},
      {"type", "", "Its type.", ColumnType::text, std::move(types)},
      {"event", "",
       "In a state: flies, rolls, rests or held. What happened: fired; what it met or what ended it: agent, "
       "obstacle, wall, ground, ball, fuse, lifetime, range, lost; what hands did: caught, thrown, dropped, "
       "taken; explosion, behind the end of one that exploded.",
       ColumnType::text, std::vector<std::string>(kProjectileNewsNames.begin(), kProjectileNewsNames.end())},
      {"ended", "",
       "1 where its flight ended with this; balls and what has a fuse go on from what they meet.",
       ColumnType::integer},
      {"owner", "", "The agent that fired or threw it last; empty without."},
      {"hit", "", "The agent or the ball that it met; empty without."},
      {"holder", "", "The agent whose hands it is in, came into or left; empty without."},
      {"x", "m", "Where it is."},
      {"y", "m", ""},
      {"z", "m", ""},
      {"vx", "m/s", "Its velocity; of one that met something before that."},
      {"vy", "m/s", ""},
      {"vz", "m/s", ""},
      {"blast", "m", "How far an explosion reaches; empty elsewhere."}};
}

void put_projectile(const ProjectileRow& row, const Model& model, std::span<std::uint64_t> words) {
  // + 0 makes 0 of -0, which texts do not tell apart.
  const auto number = [](std::optional<double> value) {
    return std::bit_cast<std::uint64_t>(value.value_or(std::numeric_limits<double>::quiet_NaN()) + 0.0);
  };
  const std::optional<double> met = row.met ? std::optional<double>(*row.met) : std::nullopt;
  const std::array<std::uint64_t, 16> values = {
      row.step,
      number(row.time),
      row.projectile,
      row.type == kNoIndex ? model.projectiles.types.size() : row.type,
      static_cast<std::uint64_t>(row.news),
      row.has_ended ? 1u : 0u,
      number(agent_number(model, row.owner)),
      number(met),
      number(agent_number(model, row.holder)),
      number(row.position.x),
      number(row.position.y),
      number(row.position.z),
      number(row.velocity.x),
      number(row.velocity.y),
      number(row.velocity.z),
      number(row.blast)};
  std::copy(values.begin(), values.end(), words.begin());
}

bool ProjectileRows::exist_in(const Model& model) {
  return model.projectiles.exists() || !ProjectileRows(model).charges_.empty();
}

ProjectileRows::ProjectileRows(const Model& model) {
  for (std::uint32_t k = 0; k < model.events.size(); ++k) {
    const Event& event = model.events[k];
    if (event.kind->name == kExplosionEventName)
      charges_.push_back({k, static_cast<const ExplosionEventDef*>(event.params.get())});
  }
}

std::span<const ProjectileRow> ProjectileRows::news(const Simulator& simulator) {
  const World& world = simulator.world();
  rows_.clear();
  if (is_begun_ && world.model().projectiles.exists()) {
    const std::uint64_t step = world.state.tick;
    const double begin = static_cast<double>(step - 1) * world.model().dt;
    for (const auto& [projectile, launch] : simulator.shots())
      rows_.push_back({.step = step,
                       .time = begin,
                       .projectile = projectile,
                       .type = launch.type,
                       .news = ProjectileNews::fired,
                       .owner = launch.owner,
                       .position = launch.position,
                       .velocity = launch.velocity});
    for (const Handling& handling : simulator.handlings())
      rows_.push_back({.step = step,
                       .time = handling.time,
                       .projectile = handling.projectile,
                       .type = handling.type,
                       .news = news_of(handling.what),
                       .holder = handling.agent,
                       .position = handling.point,
                       .velocity = handling.velocity});
    for (const Impact& impact : simulator.impacts())
      note_impact(world, impact);
  }
  note_charges(world);
  is_begun_ = true;
  return rows_;
}

void ProjectileRows::note_impact(const World& world, const Impact& impact) {
  ProjectileRow row{.step = world.state.tick,
                    .time = impact.time,
                    .projectile = impact.projectile,
                    .type = impact.type,
                    .news = news_of(impact.hit.met),
                    .has_ended = !impact.bounced,
                    .owner = impact.owner,
                    .position = impact.point,
                    .velocity = impact.velocity};
  if (impact.hit.met == Met::agent) row.met = world.model().agents.number[impact.hit.index];
  if (impact.hit.met == Met::ball) row.met = impact.hit.index;
  rows_.push_back(row);
  if (!impact.exploded) return;
  row.news = ProjectileNews::explosion;
  row.has_ended = false;
  row.met.reset();
  row.velocity = {};
  row.blast = world.model().projectiles.types[impact.type].explosion->radius;
  rows_.push_back(row);
}

// Events that happened before the first state that was seen are over, but for those of that state.
void ProjectileRows::note_charges(const World& world) {
  for (Charge& charge : charges_) {
    const std::uint64_t happened = world.state.columns.values(world.model().events[charge.event].happened)[0];
    if (!is_begun_ && world.state.tick > 0) charge.happened = happened;
    for (; charge.happened < happened; ++charge.happened)
      rows_.push_back({.step = world.state.tick,
                       .time = world.time(),
                       .news = ProjectileNews::explosion,
                       .position = charge.def->position,
                       .blast = charge.def->explosion.radius});
  }
}

std::span<const ProjectileRow> ProjectileRows::states(const World& world) {
  rows_.clear();
  if (!world.model().projectiles.exists()) return rows_;
  const ProjectileColumns& projectiles = world.state.projectiles;
  for (std::size_t k = 0; k < world.state.projectile_counts.in_flight[0]; ++k) {
    const auto news = static_cast<ProjectileNews>(projectiles.phase[k]);
    rows_.push_back({.step = world.state.tick,
                     .time = world.time(),
                     .projectile = projectiles.number[k],
                     .type = projectiles.type[k],
                     .news = news,
                     .owner = projectiles.owner[k],
                     .holder = news == ProjectileNews::held ? projectiles.holder[k] : kNoIndex,
                     .position = projectiles.position(k),
                     .velocity = projectiles.velocity(k)});
  }
  return rows_;
}

}  // namespace drover
