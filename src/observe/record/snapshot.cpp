#include "observe/record/snapshot.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/hash.h"
#include "core/numerics.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little, "columns are written as they are in memory");

constexpr std::string_view kFormat = "drover snapshot 1";
constexpr std::string_view kMetadata = "__metadata__";
// Every header begins with its format, so that few bytes tell what a file is, and with the hash of the file.
constexpr std::string_view kAnyBegin = R"({"__metadata__":{"format":"drover snapshot )";
constexpr std::string_view kBegin = R"({"__metadata__":{"format":"drover snapshot 1","file_hash":")";
constexpr std::string_view kNoHash = "0000000000000000";
constexpr std::size_t kLengthBytes = 8;
constexpr std::uint64_t kLongestHeader = std::uint64_t{64} << 20;
constexpr std::array<std::string_view, 5> kOwnerNames = {"world", "agent", "agent_of_type", "formation",
                                                         "projectile"};

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

// Bytes that are not UTF-8 are replaced.
std::string dumped(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json metadata_of(const Snapshot& snapshot) {
  Json columns = Json::object();
  for (const SavedColumn& column : snapshot.state.columns) {
    Json& entry = columns[column.name] = {{"of", kOwnerNames[static_cast<std::size_t>(column.owner)]}};
    if (column.owner == StateOwner::agent_of_type) entry["type"] = column.type;
    if (!column.unit.empty()) entry["unit"] = column.unit;
    if (column.initial != 0.0) entry["initial"] = fmt::format("{}", column.initial);
    if (!column.hashed) entry["hashed"] = false;
  }
  // The format allows texts only.
  return {{"format", kFormat},
          {"file_hash", kNoHash},
          {"drover", snapshot.drover},
          {"numerics", snapshot.numerics},
          {"hashes", snapshot.hash_form},
          {"tick", std::to_string(snapshot.state.tick)},
          {"seed", std::to_string(snapshot.seed)},
          {"dt", Json(snapshot.dt).dump()},
          {"state_hash", hex(snapshot.state_hash)},
          {"scenario_hash", hex(snapshot.scenario_hash)},
          {"columns", dumped(columns)},
          {"scenario", snapshot.scenario}};
}

// Of everything behind the length of the header, where the hash itself counts as zeros.
std::string file_hash(std::string header, std::uint64_t data_hash) {
  header.replace(kBegin.size(), kNoHash.size(), kNoHash);
  return hex(hash_bytes(hex(hash_bytes(header)) + hex(data_hash)));
}

std::string header_of(const Snapshot& snapshot) {
  Json header = Json::object();
  header[std::string(kMetadata)] = metadata_of(snapshot);
  std::size_t offset = 0;
  StateHasher data;
  for (const SavedColumn& column : snapshot.state.columns) {
    const std::size_t end = offset + bytes_of(column).size();
    Json shape = {column.size() / column.width};
    if (column.width > 1) shape.push_back(column.width);
    header[column.name] = {{"dtype", kNumberTypes[column.values.index()].name},
                           {"shape", std::move(shape)},
                           {"data_offsets", {offset, end}}};
    data.add(bytes_of(column));
    offset = end;
  }
  std::string text = dumped(header);
  while (text.size() % kLengthBytes != 0)
    text += ' ';  // the numbers begin aligned
  return text.replace(kBegin.size(), kNoHash.size(), file_hash(text, data.digest()));
}

// Says what is wrong with a snapshot; thrown and caught in this source file only.
struct BadSnapshot : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct FileParts {
  std::string header;
  std::string data;
};

// The next bytes of a file, fewer where it ends before.
std::string next_bytes(std::istream& in, std::size_t count) {
  std::string bytes(count, '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(count));
  bytes.resize(static_cast<std::size_t>(in.gcount()));
  return bytes;
}

// Stops reading as soon as the file turns out not to be a snapshot, however long it is.
FileParts read_parts(std::istream& in, std::size_t expected_size) {
  std::uint64_t length = 0;
  const std::string length_bytes = next_bytes(in, kLengthBytes);
  if (in.bad()) throw BadSnapshot("it cannot be read");
  if (length_bytes.size() < kLengthBytes) throw BadSnapshot("it is too short");
  std::memcpy(&length, length_bytes.data(), kLengthBytes);
  if (length < kBegin.size() + kNoHash.size() || length > kLongestHeader)
    throw BadSnapshot("it does not begin as one");
  FileParts parts{next_bytes(in, kAnyBegin.size()), {}};
  if (parts.header != kAnyBegin) throw BadSnapshot("it does not begin as one");
  parts.header += next_bytes(in, length - kAnyBegin.size());
  if (parts.header.size() < length) throw BadSnapshot("it was cut off");
  if (!parts.header.starts_with(kBegin))
    throw BadSnapshot(fmt::format("its format is another than \"{}\"", kFormat));
  constexpr std::size_t kChunk = std::size_t{1} << 16;
  parts.data.reserve(expected_size);
  while (in)
    parts.data += next_bytes(in, kChunk);
  if (in.bad()) throw BadSnapshot("it cannot be read");
  return parts;
}

// An object of objects that hold nothing deeper than a list. Two values of one key would let other readers of
// the format see another state.
Json parse_flat(std::string_view text) {
  std::vector<std::set<std::string>> keys;  // of the objects around, by depth
  const auto is_flat = [&keys](int depth, Json::parse_event_t event, Json& parsed) -> bool {
    if (depth > 3) throw BadSnapshot("its header is nested too deeply");
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second)
      throw BadSnapshot(fmt::format("its header has the key {} twice", parsed.dump()));
    return true;
  };
  Json object = Json::parse(text, is_flat);
  if (!object.is_object()) throw BadSnapshot("its header is not an object");
  return object;
}

// A number written as a text, with digits only.
std::uint64_t whole_number_from(const Json& text, int base = 10) {
  const std::string& digits = text.get_ref<const std::string&>();
  const char* end = digits.data() + digits.size();
  std::uint64_t value = 0;
  const auto [stop, error] = std::from_chars(digits.data(), end, value, base);
  if (error != std::errc() || stop != end) throw BadSnapshot(fmt::format("\"{}\" is not a number", digits));
  return value;
}

std::uint64_t hash_from(const Json& text) {
  constexpr int kHexadecimal = 16;
  return whole_number_from(text, kHexadecimal);
}

std::optional<double> parsed_number(const std::string& digits) {
  const char* end = digits.data() + digits.size();
  double value = 0.0;
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

double initial_from(const std::string& digits) {
  const std::optional<double> value = parsed_number(digits);
  if (!value) throw BadSnapshot(fmt::format("\"{}\" is not a number", digits));
  return *value;
}

double time_step_from(const Json& text) {
  const std::optional<double> value = parsed_number(text.get_ref<const std::string&>());
  if (!value || !(*value > 0.0) || !std::isfinite(*value))
    throw BadSnapshot(fmt::format("{} is not a time step", text.dump()));
  return *value;
}

SavedColumn::Values numbers_from(std::string_view bytes, std::string_view type) {
  const auto take = [bytes]<class Number>(Number) {
    std::vector<Number> numbers(bytes.size() / sizeof(Number));
    if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(Number));
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

// A list of whole numbers; anything else is an error.
std::vector<std::uint64_t> whole_numbers_from(const Json& list) {
  std::vector<std::uint64_t> numbers;
  for (const Json& number : list) {
    if (!list.is_array() || !number.is_number_unsigned())
      throw BadSnapshot("a shape or an offset is not a whole number");
    numbers.push_back(number.get<std::uint64_t>());
  }
  return numbers;
}

// Columns follow each other in the data without gaps; `taken` counts the bytes read so far.
SavedColumn column_from(const std::string& name, const Json& entry, const Json& about, std::string_view whole,
                        std::size_t& taken) {
  const std::vector<std::uint64_t> offsets = whole_numbers_from(entry.at("data_offsets"));
  if (offsets.size() != 2 || offsets[0] != taken || offsets[1] < taken || offsets[1] > whole.size())
    throw BadSnapshot(fmt::format("its column \"{}\" is not where the one before ends", name));
  const std::vector<std::uint64_t> shape = whole_numbers_from(entry.at("shape"));
  const std::string_view bytes = whole.substr(taken, offsets[1] - taken);
  taken = offsets[1];
  SavedColumn column;
  column.name = name;
  column.unit = about.value("unit", "");
  column.owner = owner_from(about.at("of").get<std::string>());
  column.type = about.value("type", kNoIndex);
  column.initial = initial_from(about.value("initial", "0"));
  column.hashed = about.value("hashed", true);
  column.width = shape.size() == 2 ? shape[1] : 1;
  column.values = numbers_from(bytes, entry.at("dtype").get<std::string>());
  const bool is_whole = bytes.size() % kNumberTypes[column.values.index()].bytes == 0;
  const bool has_shape = !shape.empty() && shape.size() <= 2 && column.width > 0;
  if (!is_whole || !has_shape || column.size() % column.width != 0 ||
      column.size() / column.width != shape.front())
    throw BadSnapshot(fmt::format("the shape of its column \"{}\" does not fit its data", name));
  const auto* numbers = std::get_if<std::vector<double>>(&column.values);
  if (numbers != nullptr && std::ranges::any_of(*numbers, [](double number) { return std::isnan(number); }))
    throw BadSnapshot(fmt::format("its column \"{}\" has a value that is no number", name));
  return column;
}

// Columns that had other names in files of the first form.
void rename_columns(std::vector<SavedColumn>& columns) {
  const std::map<std::string_view, std::string_view> names = {
      {"max_acceleration", "max_request"},    {"max_angular_acceleration", "max_angular_request"},
      {"demand", "request_length"},           {"goal place", "goal stage"},
      {"goal in_line", "goal index_in_line"}, {"goal of its own/place", "goal of its own/stage"}};
  for (SavedColumn& column : columns) {
    if (const auto found = names.find(column.name); found != names.end()) column.name = found->second;
  }
}

Snapshot parse_snapshot(const FileParts& file) {
  if (file.header.substr(kBegin.size(), kNoHash.size()) != file_hash(file.header, hash_bytes(file.data)))
    throw BadSnapshot("it was changed or cut off; its hash does not fit");
  const Json header = parse_flat(file.header);
  const Json& metadata = header.at(std::string(kMetadata));
  Snapshot snapshot;
  snapshot.scenario = metadata.at("scenario").get<std::string>();
  snapshot.scenario_hash = hash_from(metadata.at("scenario_hash"));
  snapshot.state_hash = hash_from(metadata.at("state_hash"));
  snapshot.seed = whole_number_from(metadata.at("seed"));
  snapshot.dt = time_step_from(metadata.at("dt"));
  snapshot.drover = metadata.at("drover").get<std::string>();
  snapshot.numerics = metadata.at("numerics").get<std::string>();
  snapshot.hash_form = metadata.value("hashes", std::string(kFirstHashForm));
  snapshot.state.tick = whole_number_from(metadata.at("tick"));
  const Json about = parse_flat(metadata.at("columns").get<std::string>());
  std::size_t taken = 0;
  for (const auto& [name, entry] : header.items()) {
    if (name != kMetadata)
      snapshot.state.columns.push_back(column_from(name, entry, about.at(name), file.data, taken));
  }
  if (taken != file.data.size()) throw BadSnapshot("there is more behind its last column");
  if (snapshot.hash_form == kFirstHashForm) rename_columns(snapshot.state.columns);
  return snapshot;
}

}  // namespace

Failure write_snapshot(OutputFile& file, const Snapshot& snapshot) {
  const std::string header = header_of(snapshot);
  const std::uint64_t length = header.size();
  std::array<char, kLengthBytes> length_bytes;
  std::memcpy(length_bytes.data(), &length, kLengthBytes);
  Failure failure = file.write({length_bytes.data(), kLengthBytes});
  if (!failure) failure = file.write(header);
  // Column by column: another copy of a large state would not fit everywhere.
  for (const SavedColumn& column : snapshot.state.columns) {
    if (!failure) failure = file.write(bytes_of(column));
  }
  if (!failure) failure = file.commit();
  return failure;
}

SnapshotReading read_snapshot(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return {{}, fmt::format("cannot read {}", path)};
  std::error_code error;
  const bool is_file = std::filesystem::is_regular_file(path, error);
  const std::uintmax_t size = is_file ? std::filesystem::file_size(path, error) : 0;
  return read_snapshot(in, path, error ? 0 : static_cast<std::size_t>(size));
}

SnapshotReading read_snapshot(std::istream& in, const std::string& name, std::size_t expected_size) {
  try {
    return {parse_snapshot(read_parts(in, expected_size)), {}};
  } catch (const BadSnapshot& problem) {
    return {std::nullopt, fmt::format("{} is not a snapshot: {}", name, problem.what())};
  } catch (const nlohmann::json::exception&) {
    return {std::nullopt, fmt::format("{} is not a snapshot: its header is not as drover writes it", name)};
  }
}

std::optional<std::uint64_t> computed_hash(const Snapshot& snapshot) {
  // The types of the agents never count.
  const SavedColumn* types = snapshot.state.find("type");
  if (types == nullptr || types->hashed) return std::nullopt;
  return state_hash(snapshot.state, snapshot.seed, snapshot.dt);
}

bool looks_like_snapshot(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  std::ifstream in(path, std::ios::binary);
  const std::string begin = next_bytes(in, kLengthBytes + kAnyBegin.size());
  return std::string_view(begin).substr(std::min(kLengthBytes, begin.size())) == kAnyBegin;
}

}  // namespace drover
