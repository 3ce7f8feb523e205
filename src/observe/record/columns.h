// The columns a trace can have.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "observe/dataset/table_column.h"
#include "observe/record/state_values.h"
#include "observe/record/trace_history.h"
#include "quantities/observed_quantities.h"
#include "sim/step/simulator.h"

namespace drover {

// One agent in one state.
struct TraceRow {
  const Simulator& simulator;
  const TraceHistory& history;
  AgentIndex agent;
  FakeOrientationDef fake_orientation = {};

  const World& world() const { return simulator.world(); }
  const AgentMotion& state() const { return world().state.motion; }
  const AgentIdentity& identity() const { return world().model().agents; }
  const AgentLimits& limits() const { return world().state.limits; }
};

// What a column is, and how to get its value; of the functions, the one of its type is set.
struct ColumnKind {
  std::string_view name = "";
  std::string_view unit = "";
  std::string_view doc = "";
  ColumnType type = ColumnType::number;
  unsigned needs = TraceHistory::nothing;
  Dimensions from = Dimensions::plane;  // the least dimensions of worlds that have it
  bool shows_neighbors = false;         // needs Simulator::record_neighbors()
  bool shows_requests = false;          // needs Simulator::record_requests()

  std::uint64_t (*integer)(const TraceRow& row) = nullptr;
  // NaN where there is no value.
  double (*number)(const TraceRow& row) = nullptr;
  // The texts the column can hold, and which of them a row holds. An empty text is no value.
  std::vector<std::string> (*texts)(const World& world) = nullptr;
  std::size_t (*text)(const TraceRow& row) = nullptr;
};

// Every column but those of the behaviors.
std::span<const ColumnKind> column_kinds();
// Those of a trace whose columns nobody chose.
std::span<const std::string_view> default_columns(Dimensions dimensions = Dimensions::plane);

// What a column says about the behaviors with one label.
enum class BehaviorPart {
  x,       // what they contribute to requests along x
  y,       // along y
  z,       // and, in space, along z
  turn_x,  // in space, to the turn asked for, about x
  turn_y,  // about y
  turn_z,  // of bodies that turn by themselves, about z
  on,      // whether their condition holds
};

// A column of one trace.
class Column {
 public:
  explicit Column(const ColumnKind& kind);
  struct OfBehavior {
    std::string label;
    BehaviorPart part;
    RequestUnit unit = RequestUnit::acceleration;  // of the requests; not of a condition
  };
  Column(const OfBehavior& behavior, const World& world);
  // A coordinate of what the behaviors with one label go for or probe.
  struct OfAim {
    std::string label;
    std::string_view aim;
    BehaviorPart part = BehaviorPart::x;
  };
  Column(const OfAim& aim, const World& world);
  explicit Column(StateValue value);
  explicit Column(NamedQuantity quantity);

  const std::string& name() const { return name_; }
  const std::string& unit() const { return unit_; }
  const std::string& doc() const { return doc_; }
  ColumnType type() const { return type_; }
  // nullptr for a column of a behavior, of an aim, of the state or of a quantity.
  const ColumnKind* kind() const { return kind_; }
  bool is_contribution() const {
    return kind_ == nullptr && !state_ && !quantity_ && aim_.empty() && part_ != BehaviorPart::on;
  }
  // Whether the values need Simulator::enable_prefetch().
  bool shows_present_perceptions() const { return quantity_ && quantity_->kind->plan != nullptr; }

  // Of a column of type integer.
  std::uint64_t integer(const TraceRow& row) const {
    return kind_ != nullptr ? kind_->integer(row) : condition(row);
  }
  // Of a column of type number; NaN where there is no value.
  double number(const TraceRow& row) const {
    if (kind_ != nullptr) return kind_->number(row);
    if (quantity_) return value(row);
    if (!aim_.empty()) return aim(row);
    return state_ ? state_->of(row.world(), row.agent) : contribution(row);
  }
  // The value in a form that can be kept and written later: an integer, the bits of a number, or which of the
  // texts it is.
  std::uint64_t word(const TraceRow& row) const;

 private:
  double contribution(const TraceRow& row) const;
  double value(const TraceRow& row) const;
  double aim(const TraceRow& row) const;
  std::uint64_t condition(const TraceRow& row) const;

  std::string name_, unit_, doc_;
  ColumnType type_;
  const ColumnKind* kind_ = nullptr;
  std::vector<std::uint32_t>
      entries_;  // per agent type: the entry with the label (and unit), kNoIndex without
  BehaviorPart part_ = BehaviorPart::x;
  std::string_view aim_;  // the name of an aim; empty for other columns
  std::optional<StateValue> state_;
  std::optional<NamedQuantity> quantity_;
};

// "contributions" stands for all contribution columns.
inline constexpr std::string_view kAllContributions = "contributions";

// The columns of the behaviors in the world, each label once, in order of appearance: <label>_ax and
// <label>_ay where its requests are accelerations, <label>_vx and <label>_vy where they are velocities, in
// space with <label>_az or <label>_vz, and <label>_on where one of the behaviors has a condition.
std::vector<Column::OfBehavior> behavior_columns(const World& world);

// The aims of the behaviors in the world, each label once, in order of appearance: <label>_<aim>_x and _y, in
// space also _z.
std::vector<Column::OfAim> aim_columns(const World& world);

// Names that do not exist in this world or that are given twice, each by its pointer in the list: "/3".
std::vector<Problem> validate_columns(std::span<const std::string> names, const World& world);

// The columns with these names, which are valid; the default columns for an empty list.
std::vector<Column> make_columns(std::span<const std::string> names, const World& world);

// The same columns as those of a table, with all their texts.
std::vector<TableColumn> table_columns(std::span<const Column> columns, const World& world);

}  // namespace drover
