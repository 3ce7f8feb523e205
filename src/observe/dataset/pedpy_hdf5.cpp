// The HDF5 files of the Pedestrian Dynamics Data Archive, which PedPy reads: a dataset /trajectory of
// compound rows (frame, id, x, y, z, then the extra columns) with the attribute fps, and the walkable area as
// attribute wkt_geometry of the root; and, where something flies, a dataset /projectiles of compound rows.
#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <numeric>
#include <string_view>

#include <fmt/format.h>
#include <hdf5.h>

#include "observe/dataset/dataset_format.h"
#include "observe/dataset/shared_library.h"

namespace drover {
namespace {

// libhdf5, loaded at first use. Its constants are objects that H5open() fills; the macros that name them
// cannot be used without linking.
struct Hdf5 {
  SharedLibrary library{"libhdf5_serial.so.103", "libhdf5-103-1"};
  DROVER_LIBRARY_FUNCTION(H5open);
  DROVER_LIBRARY_FUNCTION(H5Eset_auto2);
  DROVER_LIBRARY_FUNCTION(H5Pcreate);
  DROVER_LIBRARY_FUNCTION(H5Pclose);
  DROVER_LIBRARY_FUNCTION(H5Pset_fapl_core);
  DROVER_LIBRARY_FUNCTION(H5Pset_libver_bounds);
  DROVER_LIBRARY_FUNCTION(H5Pset_obj_track_times);
  DROVER_LIBRARY_FUNCTION(H5Pset_chunk);
  DROVER_LIBRARY_FUNCTION(H5Pset_shuffle);
  DROVER_LIBRARY_FUNCTION(H5Pset_deflate);
  DROVER_LIBRARY_FUNCTION(H5Fcreate);
  DROVER_LIBRARY_FUNCTION(H5Fflush);
  DROVER_LIBRARY_FUNCTION(H5Fclose);
  DROVER_LIBRARY_FUNCTION(H5Fget_file_image);
  DROVER_LIBRARY_FUNCTION(H5Tcreate);
  DROVER_LIBRARY_FUNCTION(H5Tinsert);
  DROVER_LIBRARY_FUNCTION(H5Tcopy);
  DROVER_LIBRARY_FUNCTION(H5Tset_size);
  DROVER_LIBRARY_FUNCTION(H5Tset_cset);
  DROVER_LIBRARY_FUNCTION(H5Tclose);
  DROVER_LIBRARY_FUNCTION(H5Screate);
  DROVER_LIBRARY_FUNCTION(H5Screate_simple);
  DROVER_LIBRARY_FUNCTION(H5Sselect_hyperslab);
  DROVER_LIBRARY_FUNCTION(H5Sclose);
  DROVER_LIBRARY_FUNCTION(H5Dcreate2);
  DROVER_LIBRARY_FUNCTION(H5Dset_extent);
  DROVER_LIBRARY_FUNCTION(H5Dget_space);
  DROVER_LIBRARY_FUNCTION(H5Dwrite);
  DROVER_LIBRARY_FUNCTION(H5Dclose);
  DROVER_LIBRARY_FUNCTION(H5Acreate2);
  DROVER_LIBRARY_FUNCTION(H5Awrite);
  DROVER_LIBRARY_FUNCTION(H5Aclose);
  hid_t file_create = 0, file_access = 0, dataset_create = 0;  // classes of property lists
  hid_t u32 = 0, u64 = 0, f64 = 0, text = 0;                   // types, little-endian

  Hdf5();

 private:
  hid_t constant(const char* name) {
    const auto* found = static_cast<const hid_t*>(library.find(name));
    return found == nullptr ? 0 : *found;
  }
};

Hdf5::Hdf5() {
  if (library.problem()) return;
  H5open();
  H5Eset_auto2(0, nullptr, nullptr);  // no messages of its own on the standard error
  file_create = constant("H5P_CLS_FILE_CREATE_ID_g");
  file_access = constant("H5P_CLS_FILE_ACCESS_ID_g");
  dataset_create = constant("H5P_CLS_DATASET_CREATE_ID_g");
  u32 = constant("H5T_STD_U32LE_g");
  u64 = constant("H5T_STD_U64LE_g");
  f64 = constant("H5T_IEEE_F64LE_g");
  text = constant("H5T_C_S1_g");
}

Hdf5& hdf5() {
  static Hdf5 loaded;
  return loaded;
}

// An identifier of the library, closed at the end of its life.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);

  Handle() = default;
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  ~Handle() { reset(); }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    reset();
    id_ = std::exchange(other.id_, -1);
    close_ = other.close_;
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  operator hid_t() const { return id_; }
  bool is_valid() const { return id_ >= 0; }
  void reset() {
    if (id_ >= 0) close_(std::exchange(id_, -1));
  }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

// Rows as they stand in the file: frame and id with 4 bytes each, then numbers with 8.
constexpr std::size_t kIntegerSize = 4;
constexpr std::size_t kNumberSize = 8;
constexpr std::size_t kFixedSize = 2 * kIntegerSize + 3 * kNumberSize;
constexpr hsize_t kChunkRows = 16384;
constexpr std::array<std::string_view, 5> kOwnNames = {"frame", "id", "x", "y", "z"};
static_assert(std::endian::native == std::endian::little, "rows are copied as they are in memory");

Failure library_failed() {
  return "HDF5: the library reports a failure; the file may be too large for the memory";
}

// The file grows in memory, compressed, and is given to the sink at the end.
class PedpyHdf5 final : public LayoutWriter {
 public:
  PedpyHdf5(DatasetSpec spec, ByteSink sink) : LayoutWriter(std::move(spec), std::move(sink), kPedpyHdf5) {}

  [[nodiscard]] Failure begin() override {
    for (const TableColumn& column : spec().columns) {
      if (std::ranges::find(kOwnNames, column.name) != kOwnNames.end())
        return fmt::format("pedpy_hdf5 has a column \"{0}\" of its own and cannot hold another \"{0}\"",
                           column.name);
    }
    if (hdf5().library.problem()) return hdf5().library.problem();
    return create_file() && create_dataset() ? std::nullopt : library_failed();
  }

 private:
  Failure add_row(const LayoutRow& row) override {
    put(static_cast<std::uint32_t>(row.frame));
    put(row.id);
    put(row.position.x);
    put(row.position.y);
    put(row.position.z);
    for (const std::uint64_t word : row.extra)
      put(word);
    const std::size_t row_size = kFixedSize + kNumberSize * row.extra.size();
    if (rows_.size() < kChunkRows * row_size) return std::nullopt;
    return flush_rows() ? std::nullopt : library_failed();
  }

  Failure finish_rows() override {
    if (!flush_rows() || !add_attributes(area()) || !add_projectiles(projectiles())) return library_failed();
    dataset_.reset();
    row_type_.reset();
    const Hdf5& h5 = hdf5();
    if (h5.H5Fflush(file_, H5F_SCOPE_GLOBAL) < 0) return library_failed();
    const ssize_t size = h5.H5Fget_file_image(file_, nullptr, 0);
    if (size <= 0) return library_failed();
    std::string image(static_cast<std::size_t>(size), '\0');
    if (h5.H5Fget_file_image(file_, image.data(), image.size()) != size) return library_failed();
    return give(image);
  }

  // Without times in the file, and with a fixed version of its format, equal rows make equal bytes. The
  // earliest version: of later ones H5Fget_file_image() clears a byte of the superblock whose checksum then
  // is wrong.
  bool create_file() {
    const Hdf5& h5 = hdf5();
    const Handle access(h5.H5Pcreate(h5.file_access), h5.H5Pclose);
    const Handle create(h5.H5Pcreate(h5.file_create), h5.H5Pclose);
    constexpr std::size_t kIncrement = std::size_t{1} << 20;
    if (h5.H5Pset_fapl_core(access, kIncrement, false) < 0) return false;
    if (h5.H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_V18) < 0) return false;
    if (h5.H5Pset_obj_track_times(create, false) < 0) return false;
    constexpr unsigned kTruncate = 2;  // H5F_ACC_TRUNC, a macro that calls the library
    file_ = Handle(h5.H5Fcreate("drover", kTruncate, create, access), h5.H5Fclose);
    return file_.is_valid();
  }

  Handle make_row_type() const {
    const Hdf5& h5 = hdf5();
    const std::size_t size = kFixedSize + kNumberSize * spec().columns.size();
    Handle type(h5.H5Tcreate(H5T_COMPOUND, size), h5.H5Tclose);
    std::size_t offset = 0;
    const auto insert = [&](const char* name, hid_t member, std::size_t width) {
      h5.H5Tinsert(type, name, offset, member);
      offset += width;
    };
    insert("frame", h5.u32, kIntegerSize);
    insert("id", h5.u32, kIntegerSize);
    for (const char* name : {"x", "y", "z"})
      insert(name, h5.f64, kNumberSize);
    for (const TableColumn& column : spec().columns)
      insert(column.name.c_str(), column.type == ColumnType::integer ? h5.u64 : h5.f64, kNumberSize);
    return type;
  }

  static std::vector<std::size_t> widths_of(const SideTable& table) {
    std::vector<std::size_t> widths;
    for (std::size_t k = 0; k < table.columns.size(); ++k)
      widths.push_back(table.columns[k].type == ColumnType::text ? table.longest_text(k) : kNumberSize);
    return widths;
  }

  static Handle make_row_type(const SideTable& table, std::span<const std::size_t> widths) {
    const Hdf5& h5 = hdf5();
    Handle type(h5.H5Tcreate(H5T_COMPOUND, std::accumulate(widths.begin(), widths.end(), std::size_t{0})),
                h5.H5Tclose);
    std::size_t offset = 0;
    for (std::size_t k = 0; k < table.columns.size(); ++k) {
      const TableColumn& column = table.columns[k];
      const Handle text(h5.H5Tcopy(h5.text), h5.H5Tclose);
      h5.H5Tset_size(text, widths[k]);
      h5.H5Tset_cset(text, H5T_CSET_UTF8);
      const hid_t number = column.type == ColumnType::integer ? h5.u64 : h5.f64;
      h5.H5Tinsert(type, column.name.c_str(), std::exchange(offset, offset + widths[k]),
                   column.type == ColumnType::text ? hid_t{text} : number);
    }
    return type;
  }

  static std::string bytes_of(const SideTable& table, std::span<const std::size_t> widths) {
    std::string bytes;
    for (std::size_t row = 0; row < table.row_count(); ++row) {
      for (std::size_t k = 0; k < table.columns.size(); ++k) {
        const std::size_t end = bytes.size() + widths[k];
        if (table.columns[k].type == ColumnType::text)
          bytes += table.text(row, k);
        else
          bytes.append(reinterpret_cast<const char*>(&table.row(row)[k]), kNumberSize);
        bytes.resize(end, '\0');
      }
    }
    return bytes;
  }

  bool add_projectiles(const SideTable& table) const {
    if (table.columns.empty()) return true;
    const Hdf5& h5 = hdf5();
    const std::vector<std::size_t> widths = widths_of(table);
    const Handle type = make_row_type(table, widths);
    const std::string bytes = bytes_of(table, widths);
    const hsize_t count = table.row_count();
    const Handle create(h5.H5Pcreate(h5.dataset_create), h5.H5Pclose);
    if (h5.H5Pset_obj_track_times(create, false) < 0) return false;
    const Handle space(h5.H5Screate_simple(1, &count, nullptr), h5.H5Sclose);
    const Handle dataset(h5.H5Dcreate2(file_, "projectiles", type, space, H5P_DEFAULT, create, H5P_DEFAULT),
                         h5.H5Dclose);
    if (!dataset.is_valid()) return false;
    return count == 0 || h5.H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) >= 0;
  }

  bool create_dataset() {
    const Hdf5& h5 = hdf5();
    row_type_ = make_row_type();
    const Handle create(h5.H5Pcreate(h5.dataset_create), h5.H5Pclose);
    constexpr unsigned kDeflateLevel = 1;
    const bool is_set = h5.H5Pset_chunk(create, 1, &kChunkRows) >= 0 && h5.H5Pset_shuffle(create) >= 0 &&
                        h5.H5Pset_deflate(create, kDeflateLevel) >= 0 &&
                        h5.H5Pset_obj_track_times(create, false) >= 0;
    constexpr hsize_t kNone = 0, kUnlimited = H5S_UNLIMITED;
    const Handle space(h5.H5Screate_simple(1, &kNone, &kUnlimited), h5.H5Sclose);
    dataset_ = Handle(h5.H5Dcreate2(file_, "trajectory", row_type_, space, H5P_DEFAULT, create, H5P_DEFAULT),
                      h5.H5Dclose);
    return is_set && dataset_.is_valid();
  }

  bool flush_rows() {
    const Hdf5& h5 = hdf5();
    const hsize_t count = rows_.size() / (kFixedSize + kNumberSize * spec().columns.size());
    if (count == 0) return true;
    const hsize_t begin = std::exchange(row_count_, row_count_ + count);
    if (h5.H5Dset_extent(dataset_, &row_count_) < 0) return false;
    const Handle place(h5.H5Dget_space(dataset_), h5.H5Sclose);
    const Handle memory(h5.H5Screate_simple(1, &count, nullptr), h5.H5Sclose);
    if (h5.H5Sselect_hyperslab(place, H5S_SELECT_SET, &begin, nullptr, &count, nullptr) < 0) return false;
    const bool is_written = h5.H5Dwrite(dataset_, row_type_, memory, place, H5P_DEFAULT, rows_.data()) >= 0;
    rows_.clear();
    return is_written;
  }

  bool add_attributes(const WalkableArea& area) {
    constexpr std::size_t kVariable = std::numeric_limits<std::size_t>::max();  // H5T_VARIABLE
    const Hdf5& h5 = hdf5();
    const Handle text(h5.H5Tcopy(h5.text), h5.H5Tclose);
    if (h5.H5Tset_size(text, kVariable) < 0 || h5.H5Tset_cset(text, H5T_CSET_UTF8) < 0) return false;
    const auto give_text = [&](const char* name, const std::string& value) {
      const char* const begin = value.c_str();
      return give_attribute(file_, name, text, &begin);
    };
    return give_attribute(dataset_, "fps", h5.f64, &spec().fps) && give_text("wkt_geometry", wkt_of(area)) &&
           give_text("scenario", spec().scenario) && give_text("run_id", spec().run_id) &&
           give_attribute(file_, "seed", h5.u64, &spec().seed);
  }

  bool give_attribute(hid_t owner, const char* name, hid_t type, const void* value) const {
    const Hdf5& h5 = hdf5();
    const Handle space(h5.H5Screate(H5S_SCALAR), h5.H5Sclose);
    const Handle attribute(h5.H5Acreate2(owner, name, type, space, H5P_DEFAULT, H5P_DEFAULT), h5.H5Aclose);
    return h5.H5Awrite(attribute, type, value) >= 0;
  }

  template <class Value>
  void put(const Value& value) {
    const std::size_t size = rows_.size();
    rows_.resize(size + sizeof value);
    std::memcpy(rows_.data() + size, &value, sizeof value);
  }

  // Closed in the order from the last to the first.
  Handle file_, row_type_, dataset_;
  std::vector<unsigned char> rows_;  // not yet in the file
  hsize_t row_count_ = 0;            // in the file
};

constexpr std::array<std::string_view, 2> kPedpyHdf5Endings = {".h5", ".hdf5"};

}  // namespace

constexpr DatasetFormat kPedpyHdf5 = {
    .name = "pedpy_hdf5",
    .endings = kPedpyHdf5Endings,
    .summary =
        "HDF5 for PedPy and the Pedestrian Dynamics Data Archive, compressed, with the walkable area; also "
        "extra columns of numbers, and projectiles.",
    .source = "PedPy 1.4, load_trajectory_from_ped_data_archive_hdf5",
    .holds_numbers = true,
    .holds_area = true,
    .holds_heights = true,
    .holds_projectiles = true,
    .kept_per_row = 12,  // compressed; agents at rest take less
    .make = make_layout<PedpyHdf5>};

}  // namespace drover
