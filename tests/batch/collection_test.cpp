#include "batch/collection.h"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "batch/plot.h"
#include "batch/result_state.h"
#include "batch/summary.h"
#include "support/observed_run.h"

namespace drover::test::collection_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// Of the scenario with that hash.
std::string id_of(int scenario) {
  return run_id(fmt::format("{:016x}", scenario), "1.0", "D");
}

// A folder of a batch with results that a test makes up: the metric x of each run.
class Results {
 public:
  explicit Results(const std::string& name = "batch") : root_(folder_.path(name)) {
    std::filesystem::create_directories(root_ + "/failed");
  }

  // A negative value: the run failed; nothing: it is missing.
  void add(int count, int replication, std::optional<double> x) {
    const std::string id = id_of(ids_++);
    runs_ += fmt::format(R"({}{{"id":"{}","experiment":null,"point":{},"replication":{},"seed":{},)"
                         R"("parameters":{{"n":{},"s":"a,b"}}}})",
                         runs_.empty() ? "" : ",", id, count, replication, 100 + replication, count);
    if (!x) return;
    if (*x < 0) {
      std::ofstream(fmt::format("{}/failed/{}.json", root_, id)) << R"({"problem":"it broke"})";
      return;
    }
    std::filesystem::create_directories(root_ + "/runs/" + id);
    std::ofstream(fmt::format("{}/runs/{}/metrics.json", root_, id)) << fmt::format(
        R"({{"provenance":{{"drover":"1.0","numerics":"D","scenario_hash":"{:016x}","seed":{},"state_hash":"00ff",)"
        R"("complete":true}},"metrics":{{"m":{{"x":{},"none":null}}}},"expectations":[]}})",
        ids_ - 1, 100 + replication, *x);
  }

  // The last run again, as a plan lists it that has its point twice.
  void add_again(int count, int replication) {
    --ids_;
    add(count, replication, std::nullopt);
  }

  // As a loss of power leaves it.
  void add_damaged(int count) {
    const std::string id = id_of(ids_);
    add(count, 0, 0.5);
    std::ofstream(fmt::format("{}/runs/{}/metrics.json", root_, id)).flush();
  }

  Collection read() const {
    std::ofstream(root_ + "/runs.json") << R"({"plan":"p","parameters":["n","s"],"runs":[)" + runs_ + "]}";
    const CollectionReading reading = read_collection(root_);
    EXPECT_THAT(reading.problem, IsEmpty());
    return reading.collection;
  }

 private:
  Folder folder_;
  std::string root_;
  std::string runs_;
  int ids_ = 0;
};

TEST(Collection, HasARowForEveryRun) {
  Results results;
  results.add(1, 0, 0.5);
  results.add(1, 1, -1);
  results.add(2, 0, std::nullopt);
  EXPECT_EQ(
      csv_text(run_table(results.read())),
      "id,experiment,point,replication,seed,status,problem,state_hash,meets_expectations,n,s,m.x,m.none\n" +
          id_of(0) + ",,1,0,100,complete,,00ff,,1,\"a,b\",0.5,\n" +  //
          id_of(1) + ",,1,1,101,failed,it broke,,,1,\"a,b\",,\n" +   //
          id_of(2) + ",,2,0,100,missing,,,,2,\"a,b\",,\n");
}

TEST(Collection, ARunThatAPointHasTwiceIsOneRowAndOneValue) {
  Results results;
  results.add(1, 0, 0.5);
  results.add_again(1, 1);
  results.add(1, 2, 2.5);
  const Collection collection = results.read();
  EXPECT_EQ(run_table(collection).rows.size(), 2u);
  EXPECT_EQ(values_of(by_point(collection).front(), "m.x"), (std::vector<double>{0.5, 2.5}));
}

TEST(Collection, APointIsOneInHoweverManyPlacesThePlanHasIt) {
  Collection collection{.plan = "p", .trace = "", .parameters = {"n"}, .metrics = {}, .runs = {}};
  for (const char* value : {"5", "6", "5.0"})
    collection.runs.push_back({.id = value,
                               .experiment = "",
                               .point = collection.runs.size(),
                               .parameters = {{"n", value}},
                               .status = CollectedStatus::complete});
  const std::vector<PointRuns> points = by_point(collection);
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[0].runs.size(), 2u);
}

TEST(Collection, DamagedResultsAreNoResults) {
  Results results;
  results.add(1, 0, 0.5);
  results.add_damaged(2);
  const Collection collection = results.read();
  EXPECT_EQ(collection.count(CollectedStatus::damaged), 1u);
  EXPECT_THAT(csv_text(run_table(collection)), HasSubstr(id_of(1) + ",,2,0,100,damaged,"));
}

TEST(Collection, NamesOfColumnsDifferInEveryCase) {
  Collection collection{.plan = "p",
                        .trace = "",
                        .parameters = {"seed", "types.a.n", "types.A.n"},
                        .metrics = {"pace.mean", "Pace.mean", "PACE.mean"},
                        .runs = {}};
  CollectedRun& run = collection.runs.emplace_back();
  run.seed = 7;
  run.parameters = {{"seed", "8"}};
  const ResultTable table = run_table(collection);
  EXPECT_THAT(std::vector(table.columns.end() - 6, table.columns.end()),
              ElementsAre("seed_2", "types.a.n", "types.A.n_2", "pace.mean", "Pace.mean_2", "PACE.mean_3"));
  EXPECT_EQ(sqlite_bytes(table).failure, std::nullopt);
  const auto row = nlohmann::json::parse(json_text_of(table)).at(0);
  EXPECT_EQ(row.at("seed"), 7);
  EXPECT_EQ(row.at("seed_2"), 8);
  EXPECT_EQ(sqlite_bytes(summary_table(collection, {})).failure, std::nullopt);
}

TEST(Collection, TablesAsJson) {
  Results results;
  results.add(1, 0, 0.5);
  const std::string json = json_text_of(run_table(results.read()));
  EXPECT_THAT(json, HasSubstr(R"("status":"complete","problem":null)"));
  EXPECT_THAT(json, HasSubstr(R"("n":1,"s":"a,b","m.x":0.5,"m.none":null)"));
}

TEST(Collection, SomethingElseIsRefused) {
  const Folder folder;
  EXPECT_THAT(read_collection(folder.path("")).problem, HasSubstr("no folder of a batch"));
  std::ofstream(folder.path("runs.json")) << R"({"plan":"p","parameters":[],"runs":[{"id":3}]})";
  EXPECT_THAT(read_collection(folder.path("")).problem, HasSubstr("is damaged"));
}

Collection two_points() {
  Results results;
  int replication = 0;
  for (const double x : {2, 4, 4, 4, 5, 5, 7, 9})
    results.add(1, replication++, x);
  results.add(2, 0, 3.0);
  return results.read();
}

// 5 -+ 2.364624 sqrt(32 / 7 / 8)
TEST(Summary, HasMeansAndIntervals) {
  const ResultTable table = summary_table(two_points(), {.half_width = 1.0});
  ASSERT_EQ(table.rows.size(), 2u);
  const auto cell = [&](std::size_t row, const std::string& column) {
    const auto index = std::ranges::find(table.columns, column) - table.columns.begin();
    return table.rows[row][static_cast<std::size_t>(index)].number;
  };
  EXPECT_EQ(cell(0, "mean"), 5.0);
  EXPECT_EQ(cell(0, "median"), 4.5);
  EXPECT_NEAR(cell(0, "ci_low"), 5.0 - 2.364624 * std::sqrt(32.0 / 56.0), 1e-6);
  EXPECT_NEAR(cell(0, "ci_high"), 5.0 + 2.364624 * std::sqrt(32.0 / 56.0), 1e-6);
  EXPECT_EQ(table.rows[0].back().whole,
            static_cast<std::int64_t>(Sample({2, 4, 4, 4, 5, 5, 7, 9}).needed(0.95, 1.0)));
  EXPECT_THAT(csv_text(table), HasSubstr("\n,2,2,\"a,b\",m.x,1,1,3,,3,3,3,3,3,3,3,,,\n"));
}

// Half of the replications have a value, so twice as many are needed as where all have one.
TEST(Summary, NeededReplicationsAreRunsAndNotValues) {
  Collection collection = two_points();
  const auto needed = [&] {
    return summary_table(collection, {.metrics = {"m.x"}, .half_width = 0.5}).rows[0].back().whole;
  };
  const std::int64_t of_values = needed();
  const std::size_t runs = collection.runs.size() - 1;
  for (std::size_t k = 0; k < runs; ++k) {
    CollectedRun& without = collection.runs.emplace_back(collection.runs[k]);
    without.metrics.clear();
  }
  EXPECT_EQ(needed(), 2 * of_values);
  EXPECT_THAT(csv_text(summary_table(collection, {})), HasSubstr(",m.x,16,8,5,"));
}

// The differences are 1 and 3: the interval of their mean does not know how much the runs differ among each
// other.
TEST(Comparison, PairsRunsWithOneSeed) {
  Results a("a"), b("b");
  a.add(1, 0, 10.0);
  a.add(1, 1, 90.0);
  a.add(1, 2, 50.0);
  b.add(1, 1, 93.0);
  b.add(1, 0, 11.0);
  b.add(2, 0, 11.0);
  const Comparison comparison = compare(a.read(), b.read(), {});
  EXPECT_EQ(comparison.pairs, 2u);
  EXPECT_EQ(comparison.only_a, 1u);
  EXPECT_EQ(comparison.only_b, 1u);
  ASSERT_EQ(comparison.table.rows.size(), 1u);
  EXPECT_THAT(csv_text(comparison.table), HasSubstr("m.x,2,50,52,2,1.414213562373095"));
}

// Point 1 is the baseline: the differences of point 2 are 1 and 3, of point 3 there is no pair.
TEST(Comparison, PairsThePointsOfABatchWithOneOfThem) {
  Results results;
  for (const auto& [count, replication, x] :
       {std::tuple(1, 0, 10.0), {1, 1, 90.0}, {2, 1, 93.0}, {2, 0, 11.0}, {3, 7, 1.0}})
    results.add(count, replication, x);
  Collection collection = results.read();
  for (CollectedRun& run : collection.runs)
    run.parameters.erase("s");
  const Comparison comparison = compare_with_baseline(collection, "n", "1.0", {});
  EXPECT_EQ(comparison.pairs, 2u);
  EXPECT_EQ(comparison.only_b, 1u);
  EXPECT_THAT(csv_text(comparison.table), HasSubstr("\n,2,,m.x,2,50,52,2,1.414213562373095"));
  EXPECT_EQ(compare_with_baseline(collection, "n", "4", {}).pairs, 0u);
}

TEST(Plot, ShowsPointsAndTheirIntervals) {
  const std::string svg =
      plot_svg(two_points(), {.metric = "m.x", .over = "n", .unit = "m/s", .over_unit = "s"});
  EXPECT_THAT(svg, HasSubstr("m.x: mean and 95 % confidence interval, n = "));
  EXPECT_THAT(svg, ::testing::ContainsRegex("rotate\\(-90 [^>]*>m.x \\[m/s\\]</text>"));
  EXPECT_THAT(svg, HasSubstr(">n [s]<"));
  EXPECT_THAT(svg, HasSubstr("class=\"band\""));
  // The other parameter is the same everywhere.
  EXPECT_THAT(svg, Not(HasSubstr("s = a,b")));
  EXPECT_EQ(plot_svg(two_points(), {.metric = "m.none", .over = "n"}), "");
}

// 1, 2 and 10 ran: there are no ticks between them.
TEST(Plot, HasTicksWhereSomethingRan) {
  Results results;
  for (const int n : {1, 2, 10})
    for (const int replication : {0, 1})
      results.add(n, replication, 1.0 * n + replication);
  const std::string svg = plot_svg(results.read(), {.metric = "m.x", .over = "n"});
  for (const char* tick : {">1</text>", ">2</text>", ">10</text>"})
    EXPECT_THAT(svg, HasSubstr("text-anchor=\"middle\"" + std::string(tick)));
  EXPECT_THAT(svg, Not(HasSubstr("text-anchor=\"middle\">5</text>")));
}

// A point has a mark with a bar for each of the two intervals, and no line leads through the marks.
TEST(Plot, OfAMetricOverAMetricHasMarksWithBars) {
  const std::string svg = plot_svg(two_points(), {.metric = "m.x", .over = "m.x"});
  EXPECT_THAT(svg, HasSubstr("confidence intervals"));
  EXPECT_THAT(svg, HasSubstr("class=\"bar\""));
  EXPECT_THAT(svg, Not(HasSubstr("class=\"band\"")));
  EXPECT_THAT(svg, Not(HasSubstr("<path")));
}

TEST(Table, FormatsFollowTheEnding) {
  EXPECT_EQ(table_format_of("a.csv"), TableFormat::csv);
  EXPECT_EQ(table_format_of("a.JSON"), TableFormat::json);
  EXPECT_EQ(table_format_of("a.db"), TableFormat::sqlite);
  EXPECT_EQ(table_format_of("a.txt"), std::nullopt);
}

TEST(Table, ADatabaseHoldsTheSameBytesEachTime) {
  const ResultTable table = run_table(two_points());
  const Database database = sqlite_bytes(table);
  EXPECT_EQ(database.failure, std::nullopt);
  EXPECT_TRUE(database.bytes.starts_with("SQLite format 3"));
  EXPECT_EQ(database.bytes, sqlite_bytes(table).bytes);
}

}  // namespace
}  // namespace drover::test::collection_test
