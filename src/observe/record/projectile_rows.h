// The rows of the table of projectiles: what happens to projectiles and balls, and where they are. The table
// beside a trace, the metric `projectiles` and pictures are made from them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "observe/dataset/table_column.h"
#include "sim/definitions/explosion_event.h"
#include "sim/step/simulator.h"

namespace drover {

// What a row says: how a projectile moves in a state; or what happened since the state before. The first four
// are those of ProjectilePhase, then come those of Met without the first, and those of Handled.
enum class ProjectileNews : std::uint8_t {
  flies,
  rolls,
  rests,
  held,
  agent,
  obstacle,
  wall,
  ground,
  ball,
  fuse,
  lifetime,
  range,
  lost,
  caught,
  thrown,
  dropped,
  taken,
  fired,
  explosion
};
inline constexpr std::array<std::string_view, 19> kProjectileNewsNames = {
    "flies",    "rolls", "rests", "held",   "agent",  "obstacle", "wall",  "ground", "ball",     "fuse",
    "lifetime", "range", "lost",  "caught", "thrown", "dropped",  "taken", "fired",  "explosion"};

struct ProjectileRow {
  std::uint64_t step = 0;         // of the state; of what happened the first that shows it
  double time = 0.0;              // s
  std::uint32_t projectile = 0;   // its number; 0: an explosion that an event caused
  std::uint32_t type = kNoIndex;  // index in ProjectileModel::types; kNoIndex likewise
  ProjectileNews news = ProjectileNews::flies;
  bool has_ended = false;                 // its flight, with this
  AgentIndex owner = kNoIndex;            // that fired or threw it last
  std::optional<std::uint32_t> met = {};  // number of the agent or ball that it met
  AgentIndex holder = kNoIndex;           // whose hands it is in, came into or left
  Vec3 position = {};                     // m
  Vec3 velocity = {};                     // m/s; of one that met something before that
  std::optional<double> blast = {};       // how far an explosion reaches [m]

  // Whether it is about a state.
  bool is_state() const { return news <= ProjectileNews::held; }
  // Of a row about what a projectile met or what ended its flight.
  std::optional<Met> what_was_met() const;
};

// The columns of the table.
std::vector<TableColumn> projectile_columns(const Model& model);
// The words of a row.
void put_projectile(const ProjectileRow& row, const Model& model, std::span<std::uint64_t> words);

// Watches a run.
class ProjectileRows {
 public:
  // Without a projectile and an event that explodes there are never any rows.
  static bool exist_in(const Model& model);

  explicit ProjectileRows(const Model& model);

  // What happened in the last step, in the order of shots, hands, what was met, and events; to be asked for
  // in every state. Both spans are valid until the next call.
  std::span<const ProjectileRow> news(const Simulator& simulator);
  // Where the projectiles are, by number.
  std::span<const ProjectileRow> states(const World& world);

 private:
  // An event that explodes.
  struct Charge {
    std::uint32_t event = 0;                 // index in Model::events
    const ExplosionEventDef* def = nullptr;  // of it
    std::uint64_t happened = 0;              // as often as was seen
  };

  void note_impact(const World& world, const Impact& impact);
  void note_charges(const World& world);

  std::vector<Charge> charges_;
  bool is_begun_ = false;
  std::vector<ProjectileRow> rows_;
};

}  // namespace drover
