#include "observe/metrics/agents_table.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "observe/metrics/agent_goal.h"
#include "observe/metrics/group_members.h"
#include "observe/metrics/running.h"
#include "observe/metrics/shortest_ways.h"
#include "observe/metrics/static_contacts.h"
#include "observe/metrics/waiting_rule.h"

namespace drover {
namespace {

// What is known about an agent.
struct Row {
  std::uint64_t number = 0;
  std::uint64_t type = 0;
  std::uint64_t group = 0;              // index behind the last one: none
  std::optional<double> born = {};      // s
  std::optional<double> removed = {};   // s
  Vec3 start = {};                      // m
  std::optional<Vec3> goal = {};        // m
  std::optional<double> shortest = {};  // m
  std::optional<double> arrived = {};   // s
  double path_length = 0.0;             // m
  std::uint64_t steps = 0;              // travelled
  double dt = 0.0;                      // s
  std::uint64_t waits = 0;              // states
  RunningExtreme clearance = {};        // m
  std::uint64_t contacts = 0;
};

using Cell = MetricTable::Cell;

struct RowColumn {
  MetricOutput info;
  std::string_view choice;  // the name in "columns" that stands for it
  ColumnType type;
  Cell (*value)(const Row& row);
};

constexpr ColumnType kInteger = ColumnType::integer;
constexpr ColumnType kNumber = ColumnType::number;
constexpr ColumnType kText = ColumnType::text;

Cell goal_x(const Row& row) {
  return row.goal ? std::optional(row.goal->x) : std::nullopt;
}
Cell goal_y(const Row& row) {
  return row.goal ? std::optional(row.goal->y) : std::nullopt;
}
Cell mean_speed(const Row& row) {
  return ratio_of(row.path_length, static_cast<double>(row.steps) * row.dt);
}
Cell waiting(const Row& row) {
  return static_cast<double>(row.waits) * row.dt;
}
Cell clearance(const Row& row) {
  return row.clearance.value();
}
template <auto Member>
Cell member(const Row& row) {
  return row.*Member;
}

constexpr std::string_view kGoalDoc = "Its first goal; of a region the point nearest to the agent then.";

constexpr std::array<RowColumn, 13> kColumns = {{
    {{"type", "", "Its agent type."}, "type", kText, member<&Row::type>},
    {{"group", "", "Its group; missing without one."}, "group", kText, member<&Row::group>},
    {{"born", "s", "Time of the first state with it."}, "born", kNumber, member<&Row::born>},
    {{"removed", "s", "Time of the first state without it; missing while it is there."},
     "removed",
     kNumber,
     member<&Row::removed>},
    {{"goal_x", "m", kGoalDoc}, "goal", kNumber, goal_x},
    {{"goal_y", "m", kGoalDoc}, "goal", kNumber, goal_y},
    {{"arrived", "s", "Time of the first state in which it was at its goal."},
     "arrived",
     kNumber,
     member<&Row::arrived>},
    {{"path_length", "m", "Length of its way, straight from state to state; teleports are no way."},
     "path_length",
     kNumber,
     member<&Row::path_length>},
    {{"shortest", "m",
      "Least way from where it was first to its first goal, round what stands where agents of the world find "
      "ways over grids, else straight; of a route by way of its places. Missing where no way leads there."},
     "shortest",
     kNumber,
     member<&Row::shortest>},
    {{"mean_speed", "m/s", "path_length over the time in which it travelled."},
     "mean_speed",
     kNumber,
     mean_speed},
    {{"waiting", "s", "Time it was slower than waiting_speed and not at its last goal."},
     "waiting",
     kNumber,
     waiting},
    {{"least_clearance", "m",
      "Least distance of the rim of its body to an obstacle or wall, negative where they overlap; missing "
      "without any."},
     "least_clearance",
     kNumber,
     clearance},
    {{"contacts", "", "Contacts with agents, obstacles and walls that began."},
     "contacts",
     kInteger,
     member<&Row::contacts>},
}};

class AgentsTable final : public Metric {
 public:
  AgentsTable(const AgentsTableDef& def, const Simulator& simulator)
      : tolerance_(def.tolerance),
        radius_(def.radius),
        waiting_({.speed = def.waiting_speed, .goal_radius = def.radius}, simulator.world()),
        bodies_(GroupDef(), simulator.world()),
        rows_(bodies_.size()) {
    const Model& model = simulator.world().model();
    for (const RowColumn& column : kColumns) {
      if (def.columns.empty()) columns_.push_back(&column);
    }
    for (const std::string& name : def.columns) {
      for (const RowColumn& column : kColumns) {
        if (column.choice == name) columns_.push_back(&column);
      }
    }
    for (const AgentType& type : model.visible_types())
      type_names_.push_back(type.name);
    group_names_ = model.group_names;
    group_names_.emplace_back();  // of agents without one
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const AgentIndex i = bodies_.agents()[k];
      const std::uint32_t group = model.agents.group[i];
      rows_[k].number = model.agents.number[i];
      rows_[k].type = model.agents.type[i];
      rows_[k].group = group == kNoIndex ? model.group_names.size() : group;
      rows_[k].dt = model.dt;
    }
  }

  void observe(Observation& observation) override {
    const World& world = observation.world();
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const AgentIndex i = bodies_.agents()[k];
      Row& row = rows_[k];
      if (world.is_present(i)) {
        observe_agent(observation, i, row);
      } else if (row.born && !row.removed) {
        row.removed = world.time();
      }
    }
    if (shows("contacts")) count_contacts(observation);
  }

  void report(MetricReport&) const override {}

  std::vector<TableColumn> columns() const override {
    std::vector<TableColumn> all = {{"agent", "", "Its number.", kInteger}};
    for (const RowColumn* column : columns_) {
      TableColumn& added =
          all.emplace_back(TableColumn{std::string(column->info.name), std::string(column->info.unit),
                                       std::string(column->info.doc), column->type});
      if (column->choice == "type") added.texts = type_names_;
      if (column->choice == "group") added.texts = group_names_;
    }
    return all;
  }

  // Agents that were never there have no row.
  void fill(MetricTable& table) const override {
    std::vector<Cell> cells;
    for (const Row& row : rows_) {
      if (!row.born) continue;
      cells.assign(1, Cell(row.number));
      for (const RowColumn* column : columns_)
        cells.push_back(column->value(row));
      table.add_row(cells);
    }
  }

 private:
  bool shows(std::string_view choice) const {
    return std::ranges::any_of(columns_, [&](const RowColumn* column) { return column->choice == choice; });
  }

  void observe_agent(const Observation& observation, AgentIndex i, Row& row) {
    const World& world = observation.world();
    const Vec3 p = observation.state().position(i);
    if (!row.born) {
      row.born = world.time();
      row.start = p;
    }
    observe_goal(observation, i, row);
    if (observation.travelled(i)) {
      row.path_length += length(world.model().bounds.displacement(observation.before().position(i), p));
      ++row.steps;
    }
    if (shows("waiting") && waiting_.is_waiting(observation, i)) ++row.waits;
    if (!shows("least_clearance")) return;
    const double distance = world.geometry_for(i).distance(p);
    if (distance < kInfinity) row.clearance.keep_least(distance - world.state.limits.radius[i]);
  }

  // The columns goal, shortest and arrived.
  void observe_goal(const Observation& observation, AgentIndex i, Row& row) {
    if (row.arrived) return;
    const World& world = observation.world();
    if (!row.goal) {
      const std::optional<WholeWay> way = shortest_ways_.to_goal(observation, i, row.start);
      if (!way) return;
      row.goal = way->end;
      row.shortest = way->length;
    }
    if (is_at_goal(observation, i, radius_)) row.arrived = world.time();
  }

  void count_contacts(Observation& observation) {
    observation.visit_contacts(tolerance_, [&](const Overlap& contact) {
      if (observation.was_in_contact(contact.a, contact.b, tolerance_)) return;
      ++rows_[contact.a].contacts;
      ++rows_[contact.b].contacts;
    });
    find_static_contacts(observation.world(), observation.state(), tolerance_, found_);
    const auto count = [this](const StaticContact& contact) { ++rows_[contact.agent].contacts; };
    visit_begun(obstacles_before_, found_.obstacles, count);
    visit_begun(walls_before_, found_.walls, count);
    std::swap(obstacles_before_, found_.obstacles);
    std::swap(walls_before_, found_.walls);
  }

  double tolerance_;  // m
  double radius_;     // m
  WaitingRule waiting_;
  ShortestWays shortest_ways_;
  GroupMembers bodies_;    // all agents: row k is about agent k
  std::vector<Row> rows_;  // by index of the agent
  std::vector<const RowColumn*> columns_;
  std::vector<std::string> type_names_, group_names_;
  StaticContacts found_;
  std::vector<StaticContact> obstacles_before_, walls_before_;
};

}  // namespace

std::vector<std::string> agents_table_columns() {
  std::vector<std::string> names;
  for (const RowColumn& column : kColumns) {
    if (names.empty() || names.back() != column.choice) names.emplace_back(column.choice);
  }
  return names;
}

std::vector<Problem> check_agents_table(const AgentsTableDef& def) {
  const std::vector<std::string> allowed = agents_table_columns();
  std::vector<Problem> problems;
  for (std::size_t k = 0; k < def.columns.size(); ++k) {
    const std::string& name = def.columns[k];
    const std::string pointer = fmt::format("/columns/{}", k);
    if (std::ranges::find(allowed, name) == allowed.end()) {
      Problem problem =
          unknown_name(fmt::format("there is no column \"{}\" in this table", name), name, allowed);
      problem.pointer = pointer;
      problems.push_back(std::move(problem));
    } else if (std::find(def.columns.begin(), def.columns.begin() + static_cast<std::ptrdiff_t>(k), name) !=
               def.columns.begin() + static_cast<std::ptrdiff_t>(k)) {
      problems.push_back(
          {.pointer = pointer, .message = fmt::format("the column \"{}\" is given twice", name)});
    }
  }
  return problems;
}

std::unique_ptr<Metric> make_agents_table(const AgentsTableDef& def, const Simulator& simulator) {
  return std::make_unique<AgentsTable>(def, simulator);
}

}  // namespace drover
