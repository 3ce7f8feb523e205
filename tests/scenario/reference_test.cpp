// The JSON Schema and the reference that are printed from the tables.
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "scenario/describe.h"
#include "scenario/explain.h"
#include "scenario/explain_text.h"
#include "scenario/fake_catalog.h"
#include "scenario/json_schema.h"
#include "scenario/table_index.h"

namespace drover::test::reference_test {
namespace {

// Every "$ref" below a value.
void collect_references(const nlohmann::ordered_json& value, std::vector<std::string>& references) {
  if (value.is_object() && value.contains("$ref")) references.push_back(value["$ref"]);
  if (!value.is_structured()) return;
  for (const auto& inner : value)
    collect_references(inner, references);
}

// Where an expression may stand in its place, the object itself.
const nlohmann::ordered_json& object_form(const nlohmann::ordered_json& definition) {
  return definition.contains("else") ? definition["else"] : definition;
}

TEST(JsonSchema, HasADefinitionForEveryReference) {
  const nlohmann::ordered_json schema = scenario_schema(fake_catalog());
  std::vector<std::string> references;
  collect_references(schema, references);
  EXPECT_GT(references.size(), 50u);
  for (const std::string& reference : references) {
    EXPECT_TRUE(schema.contains(nlohmann::ordered_json::json_pointer(reference.substr(1)))) << reference;
  }
}

TEST(JsonSchema, KnowsTheKeysOfEveryTable) {
  const nlohmann::ordered_json schema = scenario_schema(fake_catalog());
  const TableIndex index(fake_catalog());
  for (const TableIndex::Entry& entry : index.entries()) {
    if (!entry.table->family.empty() && entry.kind == nullptr) continue;
    const auto& object = entry.id == "scenario" ? schema : object_form(schema["definitions"][entry.id]);
    for (const Field& field : entry.table->fields) {
      const std::string key(field.key);
      EXPECT_TRUE(object["properties"].contains(key)) << entry.id << "." << key;
      EXPECT_EQ(object["properties"].contains(key + "_deg"), takes_degrees(field)) << entry.id << "." << key;
    }
    EXPECT_EQ(object["additionalProperties"], false) << entry.id;
  }
}

TEST(JsonSchema, ChoosesKindsByIfAndThen) {
  const nlohmann::ordered_json schema = scenario_schema(fake_catalog());
  const auto& behavior = object_form(schema["definitions"]["behavior"]);
  EXPECT_EQ(behavior["properties"]["type"]["enum"].dump(), R"(["approach","patrol","spin","wait"])");
  EXPECT_EQ(behavior["allOf"].size(), 4u);
  EXPECT_EQ(behavior["allOf"][0]["then"]["$ref"], "#/definitions/behavior_approach");
}

TEST(TableIndex, GivesEveryTableItsOwnName) {
  const TableIndex index(fake_catalog());
  std::vector<std::string> ids;
  for (const TableIndex::Entry& entry : index.entries())
    ids.push_back(entry.id);
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end());
  EXPECT_EQ(index.entries().front().id, "scenario");
}

TEST(Explain, ShowsEveryParameterOfAKind) {
  const std::optional<std::string> text = explain(fake_catalog(), "approach");
  ASSERT_TRUE(text.has_value());
  for (const char* word : {"approach (behavior)", "slow_radius", "m/s", "> 0 and <= 10000", "required",
                           "30 pixels", "cone_deg", "slow, fast", "probability", "made up", "wait, patrol"}) {
    EXPECT_NE(text->find(word), std::string::npos) << word;
  }
}

TEST(Explain, KnowsObjectsAndKeys) {
  EXPECT_EQ(explain(fake_catalog(), "agent type"), explain(fake_catalog(), "agent_type"));
  EXPECT_TRUE(explain(fake_catalog(), "scenario.world.bounds.min").has_value());
  EXPECT_TRUE(explain(fake_catalog(), "approach.cone_deg").has_value());
  EXPECT_TRUE(explain(fake_catalog(), "approach.weight").has_value());
  EXPECT_TRUE(explain(fake_catalog(), "approach.view.angle").has_value());
  EXPECT_TRUE(explain(fake_catalog(), "behavior.wait").has_value());
}

TEST(Explain, KnowsPluralsPointersAndKeysAlone) {
  EXPECT_EQ(explain(fake_catalog(), "walls"), explain(fake_catalog(), "wall"));
  EXPECT_NE(explain(fake_catalog(), "/agents/0/speed").value().find("agent.speed"), std::string::npos);
  EXPECT_NE(explain(fake_catalog(), "/agent_types/a/steering/behaviors/2/slow_radius")
                .value()
                .find("approach.slow_radius"),
            std::string::npos);
  EXPECT_NE(explain(fake_catalog(), "/world/walls/0").value().find("closed"), std::string::npos);
  EXPECT_NE(explain(fake_catalog(), "max_speed").value().find("agent_type.max_speed"), std::string::npos);
  EXPECT_FALSE(explain(fake_catalog(), "/agents/0/sped").has_value());
}

TEST(Explain, WrapsSentencesToTheWidth) {
  const std::string narrow = explain(fake_catalog(), "agent", 50).value();
  EXPECT_GT(std::count(narrow.begin(), narrow.end(), '\n'), [](const std::string& wide) {
    return std::count(wide.begin(), wide.end(), '\n');
  }(explain(fake_catalog(), "agent", 100).value()));
}

TEST(Explain, ShowsHowTargetsAndQuantitiesAreWritten) {
  EXPECT_NE(explain(fake_catalog(), "target").value().find(R"({"agent": "dog"})"), std::string::npos);
  EXPECT_NE(explain(fake_catalog(), "distribution").value().find("uniform"), std::string::npos);
  EXPECT_EQ(suggest_name(fake_catalog(), "distributon"), "distribution");
}

TEST(Explain, SuggestsTheNearestNameForAnUnknownOne) {
  EXPECT_FALSE(explain(fake_catalog(), "aproach").has_value());
  EXPECT_EQ(suggest_name(fake_catalog(), "aproach"), "approach");
  EXPECT_FALSE(explain(fake_catalog(), "agent_type.max_sped").has_value());
  EXPECT_EQ(suggest_name(fake_catalog(), "agent_type.max_sped"), "agent_type.max_speed");
  EXPECT_FALSE(explain(fake_catalog(), "approach.target.x").has_value());
  EXPECT_FALSE(explain(fake_catalog(), "").has_value());
}

TEST(Explain, StaysWithinAHundredColumns) {
  const TableIndex index(fake_catalog());
  for (const TableIndex::Entry& entry : index.entries()) {
    std::istringstream lines(
        explain(fake_catalog(), entry.kind != nullptr ? entry.kind->name : entry.id).value());
    for (std::string line; std::getline(lines, line);)
      EXPECT_LE(line.size(), 100u) << line;
  }
}

TEST(ExplainJson, HoldsTheDefaultsOfAFreshObject) {
  const nlohmann::ordered_json pages = explain_json(fake_catalog(), "agent_type").value();
  const nlohmann::ordered_json& speed = pages[0]["parameters"][4];
  EXPECT_EQ(speed["key"], "max_speed");
  EXPECT_EQ(speed["default"], 3.0);
  EXPECT_EQ(speed["unit"], "m/s");
}

TEST(ListKinds, ListsAFamilyInOrder) {
  const nlohmann::ordered_json kinds = list_kinds_json(fake_catalog(), "arbiter");
  ASSERT_EQ(kinds.size(), 2u);
  EXPECT_EQ(kinds[0]["name"], "prioritized_sum");
  EXPECT_NE(list_kinds(fake_catalog(), "arbiter").find("average"), std::string::npos);
  EXPECT_TRUE(list_kinds(fake_catalog(), "nothing").empty());
}

TEST(Wrap, BreaksBetweenWordsOnly) {
  EXPECT_EQ(wrap("a b", 2), "  a b\n");
  EXPECT_EQ(wrap("", 2), "");
  const std::string word(kTextWidth + 5, 'x');
  EXPECT_EQ(wrap("a " + word + " b", 1), " a\n " + word + "\n b\n");
}

TEST(RangeText, SaysWhatARangeContains) {
  EXPECT_EQ(range_text(kAny), "");
  EXPECT_EQ(range_text(kPositive), "> 0");
  EXPECT_EQ(range_text(kNotNegative), ">= 0");
  EXPECT_EQ(range_text(closed(-0.5, 64)), "-0.5 to 64");
  EXPECT_EQ(range_text(left_open(0, 1)), "> 0 and <= 1");
  EXPECT_EQ(range_text(closed(2, 2)), "2");
}

}  // namespace
}  // namespace drover::test::reference_test
