#include "observe/record/snapshot.h"

#include <array>
#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/hash.h"
#include "support/observed_run.h"

namespace drover::snapshot_test {
namespace {

using Json = nlohmann::ordered_json;
using test::Folder;
using test::read_text;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr std::size_t kLengthBytes = 8;
constexpr std::string_view kNoHash = "0000000000000000";

Snapshot snapshot() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Snapshot made;
  made.state.tick = 250;
  made.state.columns = {
      {.name = "x",
       .unit = "m",
       .values = std::vector<double>{-0.0, kInfinity, -kInfinity, std::numeric_limits<double>::denorm_min()}},
      {.name = "number", .unit = "", .values = std::vector<std::uint32_t>{0, 1, 2, 4294967295}},
      {.name = "present",
       .unit = "",
       .initial = kInfinity,
       .values = std::vector<std::uint8_t>{0, 1, 254, 255}},
      {.name = "mode_since",
       .unit = "ticks",
       .values = std::vector<std::uint64_t>{0, 1, (std::uint64_t{1} << 53) + 1, ~std::uint64_t{0}}},
      {.name = "type", .unit = "", .values = std::vector<std::uint32_t>{0, 1, 1, 1}},
      {.name = "b/wander/memory",
       .unit = "",
       .owner = StateOwner::agent_of_type,
       .type = 1,
       .width = 2,
       .values = std::vector<double>{0.1, 0.2, 0.3, 1.0 / 3.0, 1e-300, 1e300}},
      {.name = "event 0/happened",
       .unit = "",
       .owner = StateOwner::world,
       .values = std::vector<std::uint64_t>{9}}};
  made.scenario = R"({"format":1,"name":"\"quoted\" / \\ 雪 \n"})";
  made.scenario_hash = 0xfedcba9876543210;
  made.state_hash = 0x0123456789abcdef;
  made.seed = ~std::uint64_t{0};
  made.dt = 1.0 / 60.0;
  made.drover = "1.2.3";
  made.numerics = "some arithmetic";
  made.hash_form = "some form";
  return made;
}

void save(const Snapshot& made, const std::string& path) {
  OutputFile file;
  ASSERT_EQ(file.open(path), std::nullopt);
  ASSERT_EQ(write_snapshot(file, made), std::nullopt);
}

void put_bytes(const std::string& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// As bits, since equal doubles may differ and no number equals itself.
std::string bits_of(const SavedColumn& column) {
  return std::visit(
      [](const auto& numbers) {
        return std::string(reinterpret_cast<const char*>(numbers.data()),
                           numbers.size() * sizeof(numbers[0]));
      },
      column.values);
}

void expect_same(const Snapshot& a, const Snapshot& b) {
  EXPECT_EQ(a.state.tick, b.state.tick);
  EXPECT_EQ(a.scenario, b.scenario);
  EXPECT_EQ(a.scenario_hash, b.scenario_hash);
  EXPECT_EQ(a.state_hash, b.state_hash);
  EXPECT_EQ(a.seed, b.seed);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(a.dt), std::bit_cast<std::uint64_t>(b.dt));
  EXPECT_EQ(a.drover, b.drover);
  EXPECT_EQ(a.numerics, b.numerics);
  EXPECT_EQ(a.hash_form, b.hash_form);
  ASSERT_EQ(a.state.columns.size(), b.state.columns.size());
  for (std::size_t k = 0; k < a.state.columns.size(); ++k) {
    const SavedColumn& column = a.state.columns[k];
    const SavedColumn& other = b.state.columns[k];
    EXPECT_EQ(column.name, other.name);
    EXPECT_EQ(column.unit, other.unit);
    EXPECT_EQ(column.owner, other.owner);
    EXPECT_EQ(column.type, other.type);
    EXPECT_EQ(column.width, other.width);
    EXPECT_EQ(column.initial, other.initial);
    EXPECT_EQ(column.values.index(), other.values.index());
    EXPECT_EQ(bits_of(column), bits_of(other)) << column.name;
  }
}

// The parts of a snapshot file, to change them and to put them together again with a hash that fits.
struct Parts {
  Json header;
  std::string data;
};

std::string framed(const std::string& header, const std::string& data) {
  const std::uint64_t length = header.size();
  std::string file(kLengthBytes, '\0');
  std::memcpy(file.data(), &length, kLengthBytes);
  return file + header + data;
}

std::string with_hash(std::string header, const std::string& data) {
  const std::string key = R"("file_hash":")";
  const std::size_t at = header.find(key) + key.size();
  header.replace(at, kNoHash.size(), kNoHash);
  const std::string hash = hex(hash_bytes(hex(hash_bytes(header)) + hex(hash_bytes(data))));
  return framed(header.replace(at, kNoHash.size(), hash), data);
}

class SnapshotFile : public testing::Test {
 protected:
  SnapshotFile() : path_(folder_.path("a.snapshot")) {
    save(snapshot(), path_);
    bytes_ = read_text(path_);
    std::uint64_t length = 0;
    std::memcpy(&length, bytes_.data(), kLengthBytes);
    parts_ = {Json::parse(bytes_.substr(kLengthBytes, length)), bytes_.substr(kLengthBytes + length)};
  }

  // What is said about a file of these bytes; every message has to be one sentence that names the file.
  std::string problem_of(const std::string& bytes) const {
    std::istringstream in(bytes);
    const SnapshotReading reading = read_snapshot(in, path_);
    EXPECT_EQ(reading.snapshot.has_value(), reading.problem.empty());
    if (reading.snapshot) return "none";
    EXPECT_THAT(reading.problem, AllOf(StartsWith(path_ + " is not a snapshot: "), Not(HasSubstr("\n"))));
    return reading.problem;
  }
  std::string problem_of(const Parts& parts) const {
    return problem_of(with_hash(parts.header.dump(), parts.data));
  }

  // What is said about a file whose header has another value in one place.
  std::string problem_with(const char* pointer, const Json& value) const {
    Parts parts = parts_;
    parts.header[Json::json_pointer(pointer)] = value;
    return problem_of(parts);
  }
  std::string problem_without(const char* object, const char* key) const {
    Parts parts = parts_;
    parts.header[Json::json_pointer(object)].erase(key);
    return problem_of(parts);
  }

  Folder folder_;
  std::string path_;
  std::string bytes_;
  Parts parts_;
};

TEST_F(SnapshotFile, KeepsEveryBit) {
  const SnapshotReading reading = read_snapshot(path_);
  ASSERT_TRUE(reading.snapshot) << reading.problem;
  expect_same(*reading.snapshot, snapshot());
  EXPECT_TRUE(looks_like_snapshot(path_));
}

// It says nothing of its form and has the names of that time.
TEST_F(SnapshotFile, OfTheFirstFormGetsTheNamesOfToday) {
  Snapshot made = snapshot();
  made.state.columns[0].name = "max_acceleration";
  save(made, path_);
  const std::string now = read_text(path_);
  std::istringstream unknown(now);
  EXPECT_NE(read_snapshot(unknown, path_).snapshot->state.find("max_acceleration"), nullptr);
  std::uint64_t length = 0;
  std::memcpy(&length, now.data(), kLengthBytes);
  Parts parts = {Json::parse(now.substr(kLengthBytes, length)), now.substr(kLengthBytes + length)};
  parts.header["__metadata__"].erase("hashes");
  std::istringstream first(with_hash(parts.header.dump(), parts.data));
  const SnapshotReading reading = read_snapshot(first, path_);
  ASSERT_TRUE(reading.snapshot) << reading.problem;
  EXPECT_EQ(reading.snapshot->hash_form, "H1");
  EXPECT_NE(reading.snapshot->state.find("max_request"), nullptr);
  EXPECT_EQ(reading.snapshot->state.find("max_acceleration"), nullptr);
}

TEST_F(SnapshotFile, OfTheSameStateHasTheSameBytes) {
  save(snapshot(), folder_.path("b.snapshot"));
  EXPECT_EQ(read_text(folder_.path("b.snapshot")), bytes_);
}

TEST_F(SnapshotFile, IsWhatItsPartsMakeAgain) {
  EXPECT_EQ(problem_of(parts_), "none") << "other tests change one part and expect its problem";
}

TEST_F(SnapshotFile, KeepsStrangeNames) {
  Snapshot strange = snapshot();
  const std::array<const char*, 6> names = {"\"q\"/\\/memory", "雪/é/memory", "",
                                            " /\t/\x7f",       "__metadata",  "x/x"};
  for (const char* name : names)
    strange.state.columns.push_back({.name = name, .unit = "µ\"", .values = std::vector<double>{1.0}});
  save(strange, path_);
  const SnapshotReading reading = read_snapshot(path_);
  ASSERT_TRUE(reading.snapshot) << reading.problem;
  expect_same(*reading.snapshot, strange);
}

TEST_F(SnapshotFile, WithANameThatIsNotUtf8IsStillWrittenAndRead) {
  Snapshot strange = snapshot();
  strange.state.columns[0].name = "\xff\xfe/memory";
  save(strange, path_);
  const SnapshotReading reading = read_snapshot(path_);
  ASSERT_TRUE(reading.snapshot) << reading.problem;
  EXPECT_EQ(bits_of(reading.snapshot->state.columns[0]), bits_of(strange.state.columns[0]));
}

TEST_F(SnapshotFile, WithoutColumnsIsFine) {
  Snapshot empty = snapshot();
  empty.state.columns.clear();
  save(empty, path_);
  const SnapshotReading reading = read_snapshot(path_);
  ASSERT_TRUE(reading.snapshot) << reading.problem;
  EXPECT_TRUE(reading.snapshot->state.columns.empty());
}

TEST_F(SnapshotFile, CutOffAnywhereIsRefused) {
  for (std::size_t size = 0; size < bytes_.size(); ++size)
    ASSERT_NE(problem_of(bytes_.substr(0, size)), "none") << size << " bytes";
}

TEST_F(SnapshotFile, WithAnyBitFlippedIsRefused) {
  for (std::size_t at = 0; at < bytes_.size(); ++at) {
    std::string damaged = bytes_;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 8));
    ASSERT_NE(problem_of(damaged), "none") << "byte " << at;
  }
}

TEST_F(SnapshotFile, WithAKeyTwiceIsRefused) {
  const std::string header = parts_.header.dump();
  const std::string doubled =
      R"({"__metadata__":)" + parts_.header["__metadata__"].dump() + "," + header.substr(1);
  EXPECT_THAT(problem_of(with_hash(doubled, parts_.data)),
              HasSubstr("its header has the key \"__metadata__\" twice"));
}

TEST_F(SnapshotFile, WithMoreBehindItIsRefused) {
  EXPECT_THAT(problem_of(bytes_ + '\0'), HasSubstr("its hash does not fit"));
}

TEST_F(SnapshotFile, ThatIsNoneIsSaidToBeNone) {
  EXPECT_THAT(problem_of(""), HasSubstr("too short"));
  EXPECT_THAT(problem_of("1234567"), HasSubstr("too short"));
  EXPECT_THAT(problem_of(std::string(100, '\0')), HasSubstr("does not begin as one"));
  EXPECT_THAT(problem_of(std::string(100, '\xff')), HasSubstr("does not begin as one"));
  EXPECT_THAT(problem_of("step,time,agent,type,x\n0,0,1,dog,1\n"), HasSubstr("does not begin as one"));
  EXPECT_THAT(problem_of(framed(std::string(1000, '['), "")), HasSubstr("does not begin as one"));
  const std::string other = framed(R"({"a":{"dtype":"F64","shape":[0],"data_offsets":[0,0]}})", "");
  EXPECT_THAT(problem_of(other), HasSubstr("does not begin as one"));
  put_bytes(path_, other);
  EXPECT_FALSE(looks_like_snapshot(path_));
}

TEST_F(SnapshotFile, OfAnotherFormatIsSaidToBeThat) {
  std::string later = bytes_;
  later.replace(later.find("snapshot 1"), 10, "snapshot 2");
  EXPECT_THAT(problem_of(later), HasSubstr("its format is another than \"drover snapshot 1\""));
  put_bytes(path_, later);
  EXPECT_TRUE(looks_like_snapshot(path_));
}

TEST_F(SnapshotFile, WithAHeaderThatIsNoJsonIsRefused) {
  const std::string header = parts_.header.dump();
  EXPECT_THAT(problem_of(with_hash(header + "}", parts_.data)),
              HasSubstr("header is not as drover writes it"));
  EXPECT_THAT(problem_of(with_hash(header.substr(0, header.size() - 1), parts_.data)),
              HasSubstr("header is not as drover writes it"));
  const std::string deep(100000, '[');
  EXPECT_THAT(problem_of(with_hash(header.substr(0, header.size() - 1) + R"(,"a":)" + deep, parts_.data)),
              HasSubstr("nested too deeply"));
}

TEST_F(SnapshotFile, WithoutAPartOfItsMetadataIsRefused) {
  for (const char* key :
       {"drover", "numerics", "tick", "seed", "dt", "state_hash", "scenario_hash", "columns", "scenario"}) {
    EXPECT_NE(problem_without("/__metadata__", key), "none") << key;
    for (const Json& value : {Json(1), Json(nullptr), Json::array(), Json::object()})
      EXPECT_NE(problem_with(fmt::format("/__metadata__/{}", key).c_str(), value), "none") << key << value;
  }
}

TEST_F(SnapshotFile, WithNumbersThatAreNoneIsRefused) {
  for (const char* text : {"", "-1", " 1", "1 ", "1.5", "x", "18446744073709551616"}) {
    EXPECT_THAT(problem_with("/__metadata__/tick", text), HasSubstr("is not a number")) << text;
    EXPECT_THAT(problem_with("/__metadata__/seed", text), HasSubstr("is not a number")) << text;
  }
  for (const char* text : {"", "-0.1", "0", "nan", "inf", "1e999", "0.1s"})
    EXPECT_THAT(problem_with("/__metadata__/dt", text), HasSubstr("is not a time step")) << text;
  EXPECT_THAT(problem_with("/__metadata__/state_hash", "123g"), HasSubstr("is not a number"));
}

TEST_F(SnapshotFile, WithColumnsInWrongPlacesIsRefused) {
  const auto problem = [this](const Json& offsets) { return problem_with("/x/data_offsets", offsets); };
  for (const Json& offsets :
       {Json{8, 40}, Json{0, 24}, Json{0, 48}, Json{32, 0}, Json{0, -1}, Json{-8, 32}, Json{0, 1e30},
        Json{0, ~std::uint64_t{0}}, Json{0.5, 32}, Json{0}, Json{0, 32, 64}, Json{"0", "32"}, Json(32),
        Json(nullptr), Json::array(), Json::object()})
    EXPECT_NE(problem(offsets), "none") << offsets;
  EXPECT_THAT(problem({8, 40}), HasSubstr("\"x\" is not where"));
  EXPECT_THAT(problem({0, std::uint64_t{1} << 60}), HasSubstr("\"x\" is not where"));
  Parts longer = parts_;
  longer.data += "12345678";
  EXPECT_THAT(problem_of(longer), HasSubstr("more behind its last column"));
}

TEST_F(SnapshotFile, WithShapesThatDoNotFitIsRefused) {
  for (const Json& shape :
       {Json{3}, Json{5}, Json{4, 2}, Json{2, 2, 1}, Json{0}, Json{4, 0}, Json{-4}, Json{4.5}, Json{1, -4},
        Json{~std::uint64_t{0}}, Json{"4"}, Json(4), Json(nullptr), Json::array(), Json{{"4", 4}}})
    EXPECT_NE(problem_with("/x/shape", shape), "none") << shape;
  EXPECT_THAT(problem_with("/x/shape", {3}), HasSubstr("the shape of its column \"x\" does not fit"));
}

TEST_F(SnapshotFile, WithUnknownTypesOfNumbersIsRefused) {
  EXPECT_THAT(problem_with("/x/dtype", "F16"), HasSubstr("numbers of the unknown type \"F16\""));
  EXPECT_THAT(problem_with("/x/dtype", 8), HasSubstr("header is not as drover writes it"));
  EXPECT_THAT(problem_without("/x", "dtype"), HasSubstr("header is not as drover writes it"));
  // 6 doubles are 48 bytes, which 5 bytes more do not make whole.
  Parts parts = parts_;
  parts.header["event 0/happened"]["data_offsets"][1] = parts.data.size() + 5;
  parts.data += "12345";
  EXPECT_THAT(problem_of(parts), HasSubstr("\"event 0/happened\" does not fit"));
}

TEST_F(SnapshotFile, WithAColumnThatBelongsToNothingKnownIsRefused) {
  const auto problem = [this](const Json& columns) {
    return problem_with("/__metadata__/columns", columns.dump());
  };
  Json columns = Json::parse(parts_.header["__metadata__"]["columns"].get<std::string>());
  EXPECT_EQ(problem(columns), "none");
  Json fewer = columns;
  fewer.erase("x");
  EXPECT_NE(problem(fewer), "none");
  for (const Json& value : {Json("nobody"), Json(1), Json(nullptr)}) {
    Json other = columns;
    other["x"]["of"] = value;
    EXPECT_NE(problem(other), "none") << value;
  }
  columns["x"] = 3;
  EXPECT_NE(problem(columns), "none");
}

TEST_F(SnapshotFile, WithAValueThatIsNoNumberIsRefused) {
  Parts parts = parts_;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::memcpy(parts.data.data() + sizeof(double), &nan, sizeof nan);
  EXPECT_THAT(problem_of(parts), HasSubstr("\"x\" has a value that is no number"));
}

TEST_F(SnapshotFile, ThatCannotBeReadIsSaidToBeThat) {
  EXPECT_EQ(read_snapshot(folder_.path("none")).problem, "cannot read " + folder_.path("none"));
  const std::string folder = folder_.path("folder");
  std::filesystem::create_directory(folder);
  EXPECT_EQ(read_snapshot(folder).problem, folder + " is not a snapshot: it cannot be read");
  EXPECT_THAT(read_snapshot("/dev/zero").problem, HasSubstr("does not begin as one"));
  for (const std::string& path : {folder_.path("none"), folder, std::string("/dev/zero")})
    EXPECT_FALSE(looks_like_snapshot(path)) << path;
}

// Random damage with a hash that fits, so that it reaches the reader: everything gets an answer.
TEST_F(SnapshotFile, RandomDamageNeverCrashes) {
  constexpr int kMutations = 4000;
  std::uint64_t state = 1;
  const auto below = [&state](std::size_t limit) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::size_t>((state >> 33) % limit);
  };
  const std::string header = parts_.header.dump();
  const std::size_t fixed = header.find(R"("file_hash":")") + 13 + kNoHash.size();
  const std::string_view favorites = "0123456789-.eE\"[]{},: nulltrueF64U8\\\xff";
  int read = 0;
  for (int k = 0; k < kMutations; ++k) {
    std::string damaged = header;
    std::string data = parts_.data;
    for (std::size_t more = 1 + below(3); more > 0; --more) {
      const std::size_t at = fixed + below(damaged.size() - fixed);
      switch (below(4)) {
        case 0:
          damaged[at] = favorites[below(favorites.size())];
          break;
        case 1:
          damaged.erase(at, 1 + below(8));
          break;
        case 2:
          damaged.insert(at, 1, favorites[below(favorites.size())]);
          break;
        default:
          data.resize(below(2 * parts_.data.size()));
          break;
      }
    }
    read += problem_of(with_hash(damaged, data)) == "none" ? 1 : 0;
  }
  EXPECT_GT(read, 0) << "some damage is none, such as another digit of the seed";
  EXPECT_LT(read, kMutations / 2);
}

}  // namespace
}  // namespace drover::snapshot_test
