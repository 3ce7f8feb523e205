// What every kind of every family owes its readers: words, units, ranges that hold its defaults, an example
// that works.
#include <algorithm>
#include <functional>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/catalog.h"
#include "arbiters/pipeline/parts.h"
#include "batch/plan.h"
#include "properties/definition_walk.h"
#include "properties/degenerate_scene.h"
#include "sim/definitions/group.h"
#include "sim/definitions/kinds.h"
#include "support/scene.h"

namespace drover::test::registry_test {
namespace {

using Json = nlohmann::ordered_json;

// Calls check(kind) for every kind there is.
template <class Check>
void for_every_kind(const Check& check) {
  for (const Catalog* kinds : {&catalog(), &plan_catalog()}) {
    for (const Catalog::Family& family : kinds->families()) {
      for (const Kind* kind : family.kinds) {
        SCOPED_TRACE(testing::Message() << family.name << " " << kind->name);
        check(*kind, family);
      }
    }
  }
}

// Visits every table there is once: of the scenario and of every kind, and all that their objects can hold.
class TableWalk {
 public:
  using Visit = std::function<void(const Table& table, void* defaults)>;

  explicit TableWalk(Visit visit) : visit_(std::move(visit)) {}

  void walk_kinds(const Catalog& catalog) {
    for (const Catalog::Family& family : catalog.families()) {
      for (const Kind* kind : family.kinds) {
        SCOPED_TRACE(testing::Message() << family.name << " " << kind->name);
        walk(kind->table, kind->make_params().get());
      }
    }
  }

  void walk(const Table& table, void* defaults) {
    if (!seen_.insert(table.fields.data()).second) return;
    visit_(table, defaults);
    for (const Field& field : table.fields) {
      if (field.access.nested == nullptr) continue;
      void* member = field.in(defaults);
      if (field.access.holder == Holder::one) {
        walk(field.access.nested(), member);
      } else {
        walk(field.access.nested(), field.access.list.append(member, "some_name"));
      }
    }
  }

 private:
  Visit visit_;
  std::set<const Field*> seen_;
};

void for_every_table(const TableWalk::Visit& visit) {
  TableWalk tables(visit);
  ScenarioDef scenario;
  tables.walk(ScenarioDef::table(), &scenario);
  for_every_kind(
      [&](const Kind& kind, const Catalog::Family&) { tables.walk(kind.table, kind.make_params().get()); });
}

bool is_value(const Field& field) {
  return field.access.nested == nullptr && field.access.type != FieldType::kind_map;
}

// Calls check(field, default value) for the values in every table.
template <class Check>
void for_every_field(const Check& check) {
  for_every_table([&](const Table& table, void* defaults) {
    for (const Field& field : table.fields) {
      if (!is_value(field)) continue;
      SCOPED_TRACE(testing::Message() << table.name << ", key " << field.key);
      check(field, field.in(defaults));
    }
  });
}

bool is_snake_case(std::string_view text) {
  if (text.empty() || !(text.front() >= 'a' && text.front() <= 'z')) return false;
  return text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos;
}

bool ends_with_full_stop(std::string_view text) {
  return text.size() > 1 && text.ends_with('.');
}

// What a walk of hand-listed definitions forgot: a type of agents, goals and what follows at them, queues,
// placements.
TEST(Registry, TheWalkSeesEveryTable) {
  std::set<std::string_view> names;
  std::size_t values = 0;
  for_every_table([&](const Table& table, void*) {
    names.insert(table.name);
    values += static_cast<std::size_t>(std::ranges::count_if(table.fields, is_value));
  });
  for (const char* name : {"scenario", "agent type", "agent", "goal", "queue", "wait", "route place",
                           "placement", "formation", "slot", "ramp", "event"})
    EXPECT_TRUE(names.contains(name)) << name;
  EXPECT_GT(values, 781u);
}

TEST(Registry, EveryKindHasNameSummaryAndSource) {
  for_every_kind([](const Kind& kind, const Catalog::Family& family) {
    EXPECT_EQ(kind.family, family.name);
    EXPECT_TRUE(is_snake_case(kind.name));
    EXPECT_EQ(kind.table.name, kind.name);
    EXPECT_TRUE(ends_with_full_stop(kind.summary)) << kind.summary;
    EXPECT_FALSE(kind.source.empty());
  });
}

// A kind of the plane that is refused in space says why, or what to take there instead.
TEST(Registry, KindsThatDoNotWorkInSpaceSayWhy) {
  for (const Catalog::Family& family : catalog().families()) {
    if (std::ranges::none_of(family.kinds, &Kind::in_space)) continue;
    for (const Kind* kind : family.kinds)
      EXPECT_EQ(kind->not_in_space.empty(), kind->in_space) << family.name << " " << kind->name;
  }
}

TEST(Registry, NamesAreUniqueWithinAFamily) {
  for (const Catalog::Family& family : catalog().families()) {
    std::set<std::string_view> names;
    for (const Kind* kind : family.kinds)
      EXPECT_TRUE(names.insert(kind->name).second) << kind->name;
    EXPECT_FALSE(names.empty()) << family.name;
  }
}

TEST(Registry, EveryFieldHasADocumentationThatIsASentence) {
  for_every_field([](const Field& field, void*) {
    EXPECT_TRUE(ends_with_full_stop(field.doc)) << field.doc;
    EXPECT_FALSE(field.otherwise.ends_with('.')) << "part of a sentence: " << field.otherwise;
  });
}

TEST(Registry, KeysAreSnakeCaseAndUnique) {
  for_every_kind([](const Kind& kind, const Catalog::Family&) {
    std::set<std::string_view> keys = {"type"};
    for (const Field& field : kind.table.fields) {
      EXPECT_TRUE(is_snake_case(field.key)) << field.key;
      EXPECT_TRUE(keys.insert(field.key).second) << field.key << " is there twice";
    }
  });
}

TEST(Registry, UnitsAreMadeOfBaseUnits) {
  for_every_field([](const Field& field, void*) {
    if (!field.unit.empty()) {
      EXPECT_TRUE(dimension_of(field.unit)) << field.unit;
    }
  });
}

// Limits are in the unit of the metric they limit, sweeps in that of the key they vary.
bool has_unit_of_another(const Field& field) {
  static const std::set<const Field*> kFields = [] {
    std::set<const Field*> fields;
    for (const Field& of_expectation : ExpectDef::table().fields) {
      if (of_expectation.key == "at_most" || of_expectation.key == "at_least") fields.insert(&of_expectation);
    }
    TableWalk([&](const Table& table, void*) {
      for (const Field& of_sweep : table.fields)
        fields.insert(&of_sweep);
    }).walk_kinds(plan_catalog());
    return fields;
  }();
  return kFields.contains(&field);
}

// A number without a unit is a factor, a part or a count. So it is bounded, and its name does not end like
// the name of a length, a time or a speed; a point is always a place and has a unit.
TEST(Registry, NumbersHaveAUnitOrArePureNumbers) {
  constexpr std::string_view kDimensioned[] = {
      "radius",    "distance",     "length",  "width",     "size",     "spacing",  "range",     "speed",
      "time",      "angle",        "heading", "turn_rate", "interval", "duration", "threshold", "margin",
      "clearance", "acceleration", "force",   "mass",      "drag",     "decay",    "jitter",    "strength"};
  for_every_field([&](const Field& field, void*) {
    const FieldType type = field.access.type;
    if (type == FieldType::vector) {
      EXPECT_FALSE(field.unit.empty());
    }
    if ((type != FieldType::number && type != FieldType::parameter) || !field.unit.empty()) return;
    if (has_unit_of_another(field)) return;
    EXPECT_TRUE(field.range.low > -kInfinity && field.range.high < kInfinity) << "no unit and no limits";
    for (const std::string_view word : kDimensioned)
      EXPECT_FALSE(field.key.ends_with(word)) << "unit of a " << word;
  });
}

TEST(Registry, DefaultsAreWithinTheirRanges) {
  for_every_field([](const Field& field, void* member) {
    EXPECT_TRUE(field.range.low <= field.range.high);
    if (field.required) return;
    if (field.access.is_one(FieldType::number)) {
      const double value = *static_cast<double*>(member);
      EXPECT_TRUE(field.range.contains(value)) << value;
    } else if (field.access.is_one(FieldType::integer)) {
      const auto value = static_cast<double>(*static_cast<std::int64_t*>(member));
      EXPECT_TRUE(field.range.contains(value)) << value;
    } else if (field.access.type == FieldType::parameter) {
      const auto& value = *static_cast<Parameter*>(member);
      if (value.is_present()) {
        EXPECT_TRUE(field.range.contains(value.constant())) << value.constant();
      }
      if (!value.is_present()) {
        EXPECT_FALSE(field.otherwise.empty()) << "what an absent value means is not said";
      }
    }
  });
}

bool has_value(const Field& choice, std::string_view value) {
  if (choice.access.type == FieldType::boolean) return value == "true" || value == "false";
  if (choice.access.choices.empty()) return value == kGiven || value == kAbsent;
  return std::ranges::count(choice.access.choices, value) > 0;
}

TEST(Registry, ConditionsOfFieldsNameKeysOfTheirObject) {
  std::size_t conditions = 0;
  for_every_table([&](const Table& table, void*) {
    for (const Field& field : table.fields) {
      for (const ReadCondition& condition : field.read_conditions()) {
        SCOPED_TRACE(testing::Message() << table.name << ", key " << field.key << ", " << condition.key);
        ++conditions;
        const auto choice = std::ranges::find(table.fields, condition.key, &Field::key);
        ASSERT_NE(choice, table.fields.end());
        for (const std::string_view value : condition.list())
          EXPECT_TRUE(has_value(*choice, value)) << value;
      }
    }
  });
  EXPECT_GT(conditions, 80u);
}

bool is_a_kind(std::string_view name) {
  bool found = false;
  for_every_kind([&](const Kind& kind, const Catalog::Family&) { found = found || kind.name == name; });
  return found;
}

TEST(Registry, RelatedKindsExistAndAreNotTheKindItself) {
  for_every_kind([](const Kind& kind, const Catalog::Family&) {
    std::string_view rest = kind.related;
    while (!rest.empty()) {
      const std::size_t end = rest.find(", ");
      const std::string_view name = rest.substr(0, end);
      EXPECT_TRUE(is_a_kind(name)) << name;
      EXPECT_NE(name, kind.name);
      rest = end == std::string_view::npos ? "" : rest.substr(end + 2);
    }
  });
}

// An event may speak of a type of the agents it makes, and of a mode of the agents it happens to.
void add_event(const Json& example, Json& scenario) {
  if (example.contains("agents")) {
    scenario["agent_types"][example["agents"]["type"].get<std::string>()] = Json::object();
  }
  if (example.contains("mode"))
    scenario["agent_types"]["other"]["steering"]["modes"][example["mode"].get<std::string>()] =
        Json::object();
  scenario["events"] = Json::array({example});
}

// A pipeline that has the part.
Json pipeline_with(const Kind& kind, const Json& part) {
  Json pipeline = {{"type", "pipeline"}};
  const Json fixed = {{"type", "fixed"}, {"target", {{"point", {5, 5}}}}};
  pipeline["targeters"] = Json::array({kind.family == "targeter" ? part : fixed});
  if (kind.family == "decomposer") pipeline["decomposers"] = Json::array({part});
  if (kind.family == "constraint") pipeline["constraints"] = Json::array({part});
  if (kind.family == "path_actuator") pipeline["actuator"] = part;
  return pipeline;
}

// A scenario that uses the example of a kind that is no behavior.
std::string scenario_with(const Kind& kind) {
  const Json example = Json::parse(kind.example);
  Json scenario = scene_around(example);
  if (!kind.in_plane) scenario["world"] = {{"dimensions", 3}};
  scenario["agents"].push_back({{"type", "a"}, {"position", {0, 0}}});
  scenario["agent_types"]["a"] = Json::object();
  if (kind.family == "arbiter") scenario["agent_types"]["a"]["steering"]["arbiter"] = example;
  for (const char* const part : {"targeter", "decomposer", "constraint", "path_actuator"}) {
    if (kind.family == part)
      scenario["agent_types"]["a"]["steering"]["arbiter"] = pipeline_with(kind, example);
  }
  if (kind.family == "action") {
    scenario["projectile_types"][example.value("projectile", "ball")] = Json::object();
    scenario["agent_types"]["a"]["actions"] = Json::array({example});
    scenario["agent_types"]["a"]["hands"] = Json::object();
  }
  scenario["agent_types"]["a"]["counters"]["health"] = {{"start", 50}};
  if (kind.family == "actuator") scenario["agent_types"]["a"]["actuator"] = example;
  if (kind.family == "locomotion") scenario["agent_types"]["a"]["locomotion"] = example;
  if (kind.family == "actuator" && kind.name == "human")
    scenario["agent_types"]["a"]["locomotion"] = {{"type", "kinematic"}, {"facing", "independent"}};
  if (kind.family == "actuator" && kind.name != "human" && kind.name != "none")
    scenario["agent_types"]["a"]["locomotion"] = {{"type", "unicycle"}};
  Json slot = {{"type", "wander"}};
  if (kind.family == "condition") slot["when"] = example;
  if (kind.family == "quantity") slot["weight_by"] = example;
  if (kind.family == "quantity") slot["weight_by"]["points"] = Json::array({Json::array({0, 1})});
  scenario["agent_types"]["a"]["steering"]["behaviors"] = Json::array({slot});
  scenario["quantities"]["to_dog"] = {{"type", "distance"}, {"target", {{"point", {5, 5}}}}};
  if (kind.family == "event") add_event(example, scenario);
  if (kind.family == "placement")
    scenario["agents"].push_back({{"type", "a"}, {"count", 3}, {"group", "squad"}, {"placement", example}});
  if (kind.name == "in_slot" || kind.family == "pattern") {
    const Json pattern = kind.family == "pattern" ? example : Json{{"type", "line"}};
    const Json member = kind.family == "pattern" ? Json{{"agent_type", "a"}} : Json{{"group", "squad"}};
    scenario["formations"]["squad"] = {{"pattern", pattern}, {"members", Json::array({member})}};
  }
  if (kind.family == "metric") scenario["record"]["metrics"] = example;
  return scenario.dump();
}

TEST(Registry, EveryExampleWorksInAScenario) {
  for_every_kind([](const Kind& kind, const Catalog::Family& family) {
    const Json example = Json::parse(kind.example, nullptr, false);
    ASSERT_TRUE(example.is_object()) << kind.example;
    if (family.name == "metric") {
      EXPECT_EQ(example.begin()->value("type", example.begin().key()), kind.name) << kind.example;
    } else {
      EXPECT_EQ(example.value("type", ""), kind.name);
    }
    const std::string text =
        family.name == "behavior" ? scene_for(kind, {.subjects = {Vec3{}}}) : scenario_with(kind);
    EXPECT_NO_THROW(make_simulator(text).step()) << text;
  });
}

// A point or a single agent is no neighborhood: no agent could be found in it.
TEST(Registry, NeighborsAreAGroupOrATypeWhereverTheyAreAskedFor) {
  int kinds = 0;
  for_every_kind([&](const Kind& kind, const Catalog::Family&) {
    for (const Field& field : kind.table.fields) {
      if (field.key != "neighbors" || field.access.type != FieldType::target) continue;
      ++kinds;
      const std::shared_ptr<void> params = kind.make_params();
      static_cast<Target*>(field.in(params.get()))->type = TargetType::point;
      ASSERT_NE(kind.table.check, nullptr);
      EXPECT_FALSE(kind.table.check(params.get()).empty());
    }
  });
  EXPECT_GT(kinds, 5);
}

TEST(Registry, EveryKindCanDoItsWork) {
  for_every_kind([](const Kind& kind, const Catalog::Family& family) {
    const std::shared_ptr<void> params = kind.make_params();
    ASSERT_NE(params, nullptr);
    EXPECT_NE(kind.copy_params(params.get()), params);
    if (family.name == "behavior" && &kind != &kGroup) {
      EXPECT_NE(static_cast<const BehaviorKind&>(kind).compute, nullptr);
    }
    if (family.name == "condition") {
      const auto& condition = static_cast<const ConditionKind&>(kind);
      EXPECT_NE(condition.holds == nullptr, condition.join == nullptr);
      EXPECT_EQ(condition.join == nullptr, condition.children == nullptr);
    }
    if (family.name == "quantity") {
      EXPECT_NE(static_cast<const QuantityKind&>(kind).value, nullptr);
    }
    if (family.name == "action") {
      EXPECT_NE(static_cast<const ActionKind&>(kind).act, nullptr);
    }
    if (family.name == "event") {
      EXPECT_NE(static_cast<const EventKind&>(kind).apply, nullptr);
    }
    if (family.name == "arbiter") {
      EXPECT_NE(static_cast<const ArbiterKind&>(kind).combine, nullptr);
    }
    if (family.name == "targeter") {
      EXPECT_NE(static_cast<const TargeterKind&>(kind).target, nullptr);
      EXPECT_NE(static_cast<const TargeterKind&>(kind).channels, nullptr);
    }
    if (family.name == "decomposer") {
      EXPECT_NE(static_cast<const DecomposerKind&>(kind).decompose, nullptr);
    }
    if (family.name == "constraint") {
      const auto& constraint = static_cast<const ConstraintKind&>(kind);
      EXPECT_NE(constraint.violation == nullptr, constraint.speed_limit == nullptr);
      EXPECT_EQ(constraint.violation == nullptr, constraint.suggest == nullptr);
    }
    if (family.name == "path_actuator") {
      EXPECT_NE(static_cast<const PathActuatorKind&>(kind).path, nullptr);
      EXPECT_NE(static_cast<const PathActuatorKind&>(kind).output, nullptr);
    }
    if (family.name == "locomotion") {
      EXPECT_NE(static_cast<const LocomotionKind&>(kind).advance, nullptr);
    }
    if (family.name == "placement") {
      EXPECT_NE(static_cast<const PlacementKind&>(kind).place, nullptr);
    }
  });
}

TEST(DimensionOf, TakesUnitsApart) {
  const auto acceleration = dimension_of("m/s^2");
  ASSERT_TRUE(acceleration);
  EXPECT_EQ(acceleration->length, 1.0);
  EXPECT_EQ(acceleration->time, -2.0);
  const auto jitter = dimension_of("m/sqrt(s)");
  ASSERT_TRUE(jitter);
  EXPECT_EQ(jitter->time, -0.5);
  EXPECT_FALSE(dimension_of("furlong"));
  EXPECT_FALSE(dimension_of("m/"));
  EXPECT_FALSE(dimension_of("m^"));
}

}  // namespace
}  // namespace drover::test::registry_test
