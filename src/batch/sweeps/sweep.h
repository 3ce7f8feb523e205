// Sweeps: the points of a plan, each a list of changes to its scenario.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/erased.h"
#include "core/field.h"
#include "core/kind.h"

namespace drover {

// One change of a scenario, as --set makes it.
struct Setting {
  std::string path;   // "agents.0.count"
  std::string value;  // JSON
  std::string place;  // JSON pointer of what says so: in a sweep relative to it, in a point to the plan

  friend bool operator==(const Setting&, const Setting&) = default;
};
using Point = std::vector<Setting>;

struct SweepKind : Kind {
  static constexpr std::string_view kFamily = "sweep";
  // The number of points.
  std::size_t (*count)(const void* params) = nullptr;
  // Appends them. `seed` is that of the plan, for points that are drawn.
  void (*points)(const void* params, std::uint64_t seed, std::vector<Point>& out) = nullptr;
};

// How the file of a sweep describes it, as the files of other kinds do (sim/definitions/typed_kinds.h).
template <class Def>
struct TypedSweep {
  using Params = Def;
  KindInfo info = {};
  std::span<const Field> fields = {};
  std::vector<Problem> (*check)(const Def& def) = nullptr;
  std::size_t (*count)(const Def& def) = nullptr;
  void (*points)(const Def& def, std::uint64_t seed, std::vector<Point>& out) = nullptr;
};

template <const auto& Typed>
constexpr SweepKind make_sweep() {
  auto kind = make_kind<SweepKind, Typed>();
  kind.count = erased<Typed.count>;
  kind.points = erased<Typed.points>;
  return kind;
}

// A sweep as a plan says it.
struct SweepDef {
  Boxed<SweepKind> sweep;
  static const Table& table();

  const SweepKind& kind() const { return *sweep.get(); }
  std::size_t count() const { return kind().count(sweep.params.get()); }
  std::vector<Point> points(std::uint64_t seed) const;
};

}  // namespace drover
