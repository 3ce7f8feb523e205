// NumPy's archive of arrays (a zip file of .npy files, format version 1.0), stored without compression:
// position (frames, agents, 2), of agents with heights (frames, agents, 3), with NaN where an agent is not
// there, frame (frames), id (agents), one array
// (frames, agents) for each extra column, scalars for the rate and the origin of the run, and an array (rows)
// for each column of the table of projectiles.
#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zip.h>

#include "observe/dataset/dataset_format.h"
#include "observe/dataset/shared_library.h"

namespace drover {
namespace {

// libzip, loaded at first use.
struct Zip {
  SharedLibrary library{"libzip.so.4", "libzip4"};
  DROVER_LIBRARY_FUNCTION(zip_source_buffer_create);
  DROVER_LIBRARY_FUNCTION(zip_source_keep);
  DROVER_LIBRARY_FUNCTION(zip_source_open);
  DROVER_LIBRARY_FUNCTION(zip_source_read);
  DROVER_LIBRARY_FUNCTION(zip_source_close);
  DROVER_LIBRARY_FUNCTION(zip_source_free);
  DROVER_LIBRARY_FUNCTION(zip_open_from_source);
  DROVER_LIBRARY_FUNCTION(zip_source_buffer);
  DROVER_LIBRARY_FUNCTION(zip_file_add);
  DROVER_LIBRARY_FUNCTION(zip_file_set_dostime);
  DROVER_LIBRARY_FUNCTION(zip_set_file_compression);
  DROVER_LIBRARY_FUNCTION(zip_close);
  DROVER_LIBRARY_FUNCTION(zip_discard);
};

Zip& zip() {
  static Zip loaded;
  return loaded;
}

// One array of the archive.
struct Array {
  std::string name;
  std::string content;  // of its .npy file
};

// The header of an .npy file and room for the data. The header ends at a multiple of 64 bytes.
std::string npy_header(std::string_view type, std::span<const std::size_t> shape) {
  constexpr std::size_t kAlignment = 64;
  const std::string_view magic("\x93NUMPY\x01\x00", 8);
  std::string dimensions = fmt::format("{}", fmt::join(shape, ", "));
  if (shape.size() == 1) dimensions += ",";
  std::string text =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, dimensions);
  const std::size_t size = magic.size() + 2 + text.size() + 1;
  text.append((kAlignment - size % kAlignment) % kAlignment, ' ');
  text += '\n';
  std::string header(magic);
  header += static_cast<char>(text.size() % 256);
  header += static_cast<char>(text.size() / 256);
  return header + text;
}

template <class Value>
Array array_of(std::string name, std::string_view type, std::span<const std::size_t> shape,
               std::span<const Value> values) {
  static_assert(std::endian::native == std::endian::little, "values are copied as they are in memory");
  Array array{std::move(name), npy_header(type, shape)};
  array.content.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  return array;
}

template <class Value>
Array scalar(std::string name, std::string_view type, Value value) {
  return array_of<Value>(std::move(name), type, {}, std::span(&value, 1));
}

// Of type "<U..", one 32-bit character each; bytes beyond ASCII are rare in names and ids, and are replaced.
void append_text(std::string_view text, std::size_t width, std::vector<std::uint32_t>& characters) {
  for (std::size_t k = 0; k < width; ++k) {
    const auto byte = static_cast<unsigned char>(k < text.size() ? text[k] : '\0');
    characters.push_back(byte < 128 ? std::uint32_t{byte} : std::uint32_t{U'?'});
  }
}
Array text_scalar(std::string name, std::string_view text) {
  const std::size_t width = std::max<std::size_t>(1, text.size());
  std::vector<std::uint32_t> characters;
  append_text(text, width, characters);
  return array_of<std::uint32_t>(std::move(name), fmt::format("<U{}", width), {}, characters);
}

// One column of a table.
Array column_array(const SideTable& table, std::size_t column, std::string name) {
  const std::array<std::size_t, 1> shape = {table.row_count()};
  if (table.columns[column].type == ColumnType::text) {
    const std::size_t width = table.longest_text(column);
    std::vector<std::uint32_t> characters;
    for (std::size_t row = 0; row < table.row_count(); ++row)
      append_text(table.text(row, column), width, characters);
    return array_of<std::uint32_t>(std::move(name), fmt::format("<U{}", width), shape, characters);
  }
  std::vector<std::uint64_t> words;
  for (std::size_t row = 0; row < table.row_count(); ++row)
    words.push_back(table.row(row)[column]);
  const bool is_integer = table.columns[column].type == ColumnType::integer;
  return array_of<std::uint64_t>(std::move(name), is_integer ? "<u8" : "<f8", shape, words);
}

// The archive as bytes; a failure where the library cannot make it.
Failure pack(const std::vector<Array>& arrays, const std::function<Failure(std::string_view)>& give) {
  const Failure failed = "libzip: the archive cannot be made; it may be too large for the memory";
  const Zip& z = zip();
  zip_error_t error;
  zip_source_t* target = z.zip_source_buffer_create(nullptr, 0, 0, &error);
  if (target == nullptr) return failed;
  z.zip_source_keep(target);
  zip_t* archive = z.zip_open_from_source(target, ZIP_TRUNCATE, &error);
  bool is_good = archive != nullptr;
  for (const Array& array : arrays) {
    if (!is_good) break;
    zip_source_t* source = z.zip_source_buffer(archive, array.content.data(), array.content.size(), 0);
    const zip_int64_t index =
        z.zip_file_add(archive, (array.name + ".npy").c_str(), source, ZIP_FL_ENC_UTF_8);
    is_good = index >= 0;
    if (!is_good) break;
    // The first day a zip file can name, in every time zone.
    constexpr zip_uint16_t kMidnight = 0, kFirstDay = 33;
    const auto entry = static_cast<zip_uint64_t>(index);
    is_good = z.zip_file_set_dostime(archive, entry, kMidnight, kFirstDay, 0) == 0 &&
              z.zip_set_file_compression(archive, entry, ZIP_CM_STORE, 0) == 0;
  }
  if (archive != nullptr && (!is_good || z.zip_close(archive) != 0)) {
    z.zip_discard(archive);
    is_good = false;
  }
  Failure failure = is_good && z.zip_source_open(target) == 0 ? Failure{} : failed;
  std::string chunk(std::size_t{1} << 20, '\0');
  while (!failure) {
    const zip_int64_t count = z.zip_source_read(target, chunk.data(), chunk.size());
    if (count < 0) failure = failed;
    if (count <= 0) break;
    failure = give({chunk.data(), static_cast<std::size_t>(count)});
  }
  if (is_good) z.zip_source_close(target);
  z.zip_source_free(target);
  return failure;
}

// Rows are kept until all agents and frames are known.
class Npz final : public LayoutWriter {
 public:
  Npz(DatasetSpec spec, ByteSink sink) : LayoutWriter(std::move(spec), std::move(sink), kNpz) {}

  [[nodiscard]] Failure begin() override {
    for (const TableColumn& column : spec().columns) {
      if (std::ranges::find(kOwnNames, column.name) != kOwnNames.end() ||
          column.name.starts_with("projectiles_"))
        return fmt::format("npz has an array \"{}\" of its own and cannot hold the column of that name",
                           column.name);
    }
    return zip().library.problem();
  }

 private:
  static constexpr std::array<std::string_view, 6> kOwnNames = {"position", "frame", "id",
                                                                "fps",      "seed",  "run_id"};

  Failure add_row(const LayoutRow& row) override {
    frame_.push_back(static_cast<std::uint32_t>(row.frame));
    id_.push_back(row.id);
    for (const double coordinate : {row.position.x, row.position.y, row.position.z})
      positions_.push_back(coordinate);
    has_heights_ = has_heights_ || row.position.z != 0.0;
    for (std::size_t k = 0; k < extra_.size(); ++k) {
      const bool is_integer = spec().columns[k].type == ColumnType::integer;
      extra_[k].push_back(is_integer ? static_cast<double>(row.extra[k])
                                     : std::bit_cast<double>(row.extra[k]) + 0.0);
    }
    agents_.try_emplace(row.id, 0);
    return std::nullopt;
  }

  Failure finish_rows() override {
    constexpr std::size_t kMaxCells = std::size_t{1} << 28;  // 4 GiB of positions
    const auto frame_count = static_cast<std::size_t>(frames().last - frames().first + 1);
    if (!agents_.empty() && frame_count > kMaxCells / agents_.size()) {
      return fmt::format(
          "npz holds a position for each of {} agents in each of {} frames, which is more than 4 GiB; "
          "choose pedpy_hdf5, or fewer frames",
          agents_.size(), frame_count);
    }
    std::size_t index = 0;
    for (auto& [number, place] : agents_)
      place = index++;
    std::vector<Array> arrays = dense_arrays(frame_count);
    std::vector<std::uint32_t> all(frame_count), ids;
    std::iota(all.begin(), all.end(), static_cast<std::uint32_t>(frames().first));
    for (const auto& [number, place] : agents_)
      ids.push_back(number);
    arrays.push_back(array_of<std::uint32_t>("frame", "<u4", std::array{all.size()}, all));
    arrays.push_back(array_of<std::uint32_t>("id", "<u4", std::array{ids.size()}, ids));
    arrays.push_back(scalar<double>("fps", "<f8", spec().fps));
    arrays.push_back(scalar<std::uint64_t>("seed", "<u8", spec().seed));
    arrays.push_back(text_scalar("run_id", spec().run_id));
    for (std::size_t k = 0; k < projectiles().columns.size(); ++k)
      arrays.push_back(column_array(projectiles(), k, "projectiles_" + projectiles().columns[k].name));
    return pack(arrays, [this](std::string_view bytes) { return give(bytes); });
  }

  std::vector<Array> dense_arrays(std::size_t frame_count) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    const std::size_t agent_count = agents_.size();
    const auto cell = [&](std::size_t row) {
      return static_cast<std::size_t>(frame_[row] - frames().first) * agent_count +
             agents_.find(id_[row])->second;
    };
    const std::size_t width = has_heights_ ? 3 : 2;
    std::vector<double> values(width * frame_count * agent_count, kNone);
    for (std::size_t row = 0; row < id_.size(); ++row) {
      for (std::size_t k = 0; k < width; ++k)
        values[width * cell(row) + k] = positions_[3 * row + k];
    }
    const std::array<std::size_t, 3> shape = {frame_count, agent_count, width};
    std::vector<Array> arrays = {array_of<double>("position", "<f8", shape, values)};
    values.resize(frame_count * agent_count);
    for (std::size_t k = 0; k < extra_.size(); ++k) {
      std::ranges::fill(values, kNone);
      for (std::size_t row = 0; row < id_.size(); ++row)
        values[cell(row)] = extra_[k][row];
      arrays.push_back(array_of<double>(spec().columns[k].name, "<f8", std::span(shape).first(2), values));
    }
    return arrays;
  }

  // Of each row.
  std::vector<std::uint32_t> frame_, id_;
  std::vector<double> positions_;  // x, y, z
  bool has_heights_ = spec().has_heights;
  std::vector<std::vector<double>> extra_ = std::vector<std::vector<double>>(spec().columns.size());
  std::map<std::uint32_t, std::size_t> agents_;  // the index of a number in the arrays; filled at the end
};

constexpr std::array<std::string_view, 1> kNpzEndings = {".npz"};

}  // namespace

constexpr DatasetFormat kNpz = {.name = "npz",
                                .endings = kNpzEndings,
                                .summary =
                                    "NumPy arrays: position (frames, agents, 2), with heights (frames, "
                                    "agents, 3), with NaN where an agent "
                                    "is not there; also extra columns of numbers, and projectiles.",
                                .source = "NumPy Enhancement Proposal 1",
                                .holds_numbers = true,
                                .holds_heights = true,
                                .holds_projectiles = true,
                                .kept_per_row = 80,  // as kept, and in arrays and the archive
                                .make = make_layout<Npz>};

}  // namespace drover
