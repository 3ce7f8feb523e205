#include "observe/snapshot.h"

#include <array>
#include <bit>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/hash.h"
#include "observe/provenance.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little, "columns are written as they are in memory");

constexpr std::string_view kFormat = "drover snapshot 1";
constexpr std::string_view kMetadata = "__metadata__";
constexpr std::size_t kLengthBytes = 8;
constexpr std::uint64_t kLongestHeader = std::uint64_t{64} << 20;
constexpr std::array<std::string_view, 3> kOwnerNames = {"world", "agent", "agent_of_type"};

// The name safetensors gives a type of number, by the index in SavedColumn::Values.
struct NumberType {
  std::string_view name;
  std::size_t bytes;
};
constexpr std::array<NumberType, 4> kNumberTypes = {{{"F64", 8}, {"U64", 8}, {"U32", 4}, {"U8", 1}}};

std::string_view bytes_of(const SavedColumn& column) {
  return std::visit(
      [](const auto& numbers) {
        return std::string_view(reinterpret_cast<const char*>(numbers.data()),
                                numbers.size() * sizeof(numbers[0]));
      },
      column.values);
}

Json shape_of(const SavedColumn& column) {
  if (column.width == 1) return {column.size()};
  return {column.size() / column.width, column.width};
}

Json metadata_of(const Snapshot& snapshot, std::uint64_t data_hash) {
  Json columns = Json::object();
  for (const SavedColumn& column : snapshot.state.columns) {
    Json& entry = columns[column.name] = {{"of", kOwnerNames[static_cast<std::size_t>(column.owner)]}};
    if (column.owner == StateOwner::agent_of_type) entry["type"] = column.type;
    if (!column.unit.empty()) entry["unit"] = column.unit;
  }
  // The format allows texts only.
  return {{"format", kFormat},
          {"drover", snapshot.drover},
          {"numerics", snapshot.numerics},
          {"tick", std::to_string(snapshot.state.tick)},
          {"seed", std::to_string(snapshot.seed)},
          {"dt", Json(snapshot.dt).dump()},
          {"state_hash", hex(snapshot.state_hash)},
          {"scenario_hash", hex(snapshot.scenario_hash)},
          {"data_hash", hex(data_hash)},
          {"columns", columns.dump()},
          {"scenario", snapshot.scenario}};
}

std::string header_of(const Snapshot& snapshot, std::string_view data) {
  Json header = Json::object();
  header[std::string(kMetadata)] = metadata_of(snapshot, hash_bytes(data));
  std::size_t offset = 0;
  for (const SavedColumn& column : snapshot.state.columns) {
    const std::size_t end = offset + bytes_of(column).size();
    header[column.name] = {{"dtype", kNumberTypes[column.values.index()].name},
                           {"shape", shape_of(column)},
                           {"data_offsets", {offset, end}}};
    offset = end;
  }
  std::string text = header.dump(-1, ' ', false, Json::error_handler_t::replace);
  while (text.size() % kLengthBytes != 0)
    text += ' ';  // the numbers begin aligned
  return text;
}

// What is wrong with a file; never leaves this file.
struct BadSnapshot : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::string read_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream bytes;
  if (!in || !(bytes << in.rdbuf())) throw BadSnapshot("it cannot be read");
  return std::move(bytes).str();
}

// An object of objects that hold nothing deeper than a list.
Json parse_flat(std::string_view text) {
  const auto is_flat = [](int depth, Json::parse_event_t, Json&) -> bool {
    if (depth > 3) throw BadSnapshot("its header is nested too deeply");
    return true;
  };
  Json object = Json::parse(text, is_flat);
  if (!object.is_object()) throw BadSnapshot("its header is not an object");
  return object;
}

std::uint64_t hash_from(const Json& text) {
  const std::string digits = text.get<std::string>();
  std::size_t used = 0;
  const std::uint64_t value = std::stoull(digits, &used, 16);
  if (used != digits.size() || used != 16) throw BadSnapshot(fmt::format("\"{}\" is not a hash", digits));
  return value;
}

SavedColumn::Values numbers_from(std::string_view bytes, std::string_view type) {
  const auto take = [bytes]<class Number>(Number) {
    std::vector<Number> numbers(bytes.size() / sizeof(Number));
    if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
    return numbers;
  };
  if (type == "F64") return take(double{});
  if (type == "U64") return take(std::uint64_t{});
  if (type == "U32") return take(std::uint32_t{});
  if (type == "U8") return take(std::uint8_t{});
  throw BadSnapshot(fmt::format("it has numbers of the unknown type \"{}\"", type));
}

StateOwner owner_from(const std::string& name) {
  for (std::size_t k = 0; k < kOwnerNames.size(); ++k) {
    if (kOwnerNames[k] == name) return static_cast<StateOwner>(k);
  }
  throw BadSnapshot(fmt::format("a column belongs to \"{}\", which is unknown", name));
}

SavedColumn column_from(const std::string& name, const Json& entry, const Json& about,
                        std::string_view data) {
  const auto begin = entry.at("data_offsets").at(0).get<std::uint64_t>();
  const auto end = entry.at("data_offsets").at(1).get<std::uint64_t>();
  const Json& shape = entry.at("shape");
  if (begin > end || end > data.size()) throw BadSnapshot("it was cut off");
  SavedColumn column;
  column.name = name;
  column.unit = about.value("unit", "");
  column.owner = owner_from(about.at("of").get<std::string>());
  column.type = about.value("type", kNoIndex);
  column.width = shape.size() > 1 ? shape.at(1).get<std::size_t>() : 1;
  column.values = numbers_from(data.substr(begin, end - begin), entry.at("dtype").get<std::string>());
  const std::size_t bytes = kNumberTypes[column.values.index()].bytes;
  const std::uint64_t count = (end - begin) / bytes;
  const bool fits = (end - begin) % bytes == 0 && column.width > 0 && count % column.width == 0 &&
                    shape.at(0).get<std::uint64_t>() == count / column.width;
  if (!fits) throw BadSnapshot(fmt::format("the shape of its column \"{}\" does not fit its data", name));
  return column;
}

std::uint64_t length_of_header(std::string_view file) {
  if (file.size() < kLengthBytes) throw BadSnapshot("it is too short");
  std::uint64_t length = 0;
  std::memcpy(&length, file.data(), kLengthBytes);
  if (length > kLongestHeader || length > file.size() - kLengthBytes)
    throw BadSnapshot("it does not begin as one, or it was cut off");
  return length;
}

Snapshot parse_snapshot(std::string_view file) {
  const std::uint64_t length = length_of_header(file);
  const Json header = parse_flat(file.substr(kLengthBytes, length));
  const std::string_view data = file.substr(kLengthBytes + length);
  const Json& metadata = header.at(std::string(kMetadata));
  if (const std::string format = metadata.value("format", ""); format != kFormat)
    throw BadSnapshot(fmt::format("its format is \"{}\" instead of \"{}\"", format, kFormat));
  if (hash_from(metadata.at("data_hash")) != hash_bytes(data)) throw BadSnapshot("its data is damaged");
  Snapshot snapshot;
  snapshot.scenario = metadata.at("scenario").get<std::string>();
  snapshot.scenario_hash = hash_from(metadata.at("scenario_hash"));
  snapshot.state_hash = hash_from(metadata.at("state_hash"));
  snapshot.seed = std::stoull(metadata.at("seed").get<std::string>());
  snapshot.dt = Json::parse(metadata.at("dt").get<std::string>()).get<double>();
  snapshot.drover = metadata.at("drover").get<std::string>();
  snapshot.numerics = metadata.at("numerics").get<std::string>();
  snapshot.state.tick = std::stoull(metadata.at("tick").get<std::string>());
  const Json columns = parse_flat(metadata.at("columns").get<std::string>());
  for (const auto& [name, entry] : header.items()) {
    if (name == kMetadata) continue;
    snapshot.state.columns.push_back(column_from(name, entry, columns.at(name), data));
  }
  return snapshot;
}

}  // namespace

Failure write_snapshot(OutputFile& file, const Snapshot& snapshot) {
  std::string data;
  for (const SavedColumn& column : snapshot.state.columns)
    data += bytes_of(column);
  const std::string header = header_of(snapshot, data);
  const std::uint64_t length = header.size();
  std::array<char, kLengthBytes> length_bytes;
  std::memcpy(length_bytes.data(), &length, kLengthBytes);
  Failure failure = file.write({length_bytes.data(), kLengthBytes});
  if (!failure) failure = file.write(header);
  if (!failure) failure = file.write(data);
  if (!failure) failure = file.commit();
  return failure;
}

SnapshotReading read_snapshot(const std::string& path) {
  try {
    return {parse_snapshot(read_bytes(path)), {}};
  } catch (const BadSnapshot& problem) {
    return {std::nullopt, fmt::format("{} is not a snapshot: {}", path, problem.what())};
  } catch (const std::exception&) {  // from the parser of JSON or of numbers
    return {std::nullopt, fmt::format("{} is not a snapshot: its header is not as drover writes it", path)};
  }
}

bool looks_like_snapshot(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::array<char, kLengthBytes + 18> begin{};
  if (!in.read(begin.data(), begin.size())) return false;
  return std::string_view(begin.data() + kLengthBytes, begin.size() - kLengthBytes)
      .starts_with(R"({"__metadata__":)");
}

}  // namespace drover
