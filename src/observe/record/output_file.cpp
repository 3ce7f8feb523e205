#include "observe/record/output_file.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace drover {
namespace {

constexpr std::size_t kBufferSize = std::size_t{1} << 20;

std::string reason(int error_number) {
  return std::generic_category().message(error_number);
}

// Whether the path leads to something that a rename must not replace, such as /dev/null or a pipe.
bool is_special(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

// The open descriptor that a path names: "-", /dev/stdout, /dev/stderr, /dev/fd/3.
std::optional<int> named_descriptor(std::string_view path) {
  if (path == "-" || path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {std::string_view("/dev/fd/"), std::string_view("/proc/self/fd/")}) {
    if (!path.starts_with(folder)) continue;
    const std::string_view digits = path.substr(folder.size());
    int descriptor = -1;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), descriptor);
    if (error == std::errc() && end == digits.data() + digits.size() && descriptor >= 0) return descriptor;
  }
  return std::nullopt;
}

// Why an existing regular file must not be replaced by a result; empty where it may. The permission to
// execute alone says nothing: some file systems give it to every file.
std::string_view reason_to_keep(int folder, const std::string& name, mode_t mode) {
  if ((mode & (S_IXUSR | S_IXGRP | S_IXOTH)) == 0) return {};
  const int descriptor = ::openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return {};
  std::array<char, 4> begin{};
  const ::ssize_t count = ::read(descriptor, begin.data(), begin.size());
  ::close(descriptor);
  const std::string_view head(begin.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
  return head == "\x7f"
                 "ELF" ||
                 head.starts_with("#!")
             ? "it is an executable program"
             : "";
}

// Of all threads.
std::atomic<std::uint64_t> bytes_left = std::numeric_limits<std::uint64_t>::max();

// Takes them, unless there are not so many left.
bool take_bytes(std::uint64_t count) {
  std::uint64_t left = bytes_left;
  while (count <= left) {
    if (bytes_left.compare_exchange_weak(left, left - count)) return true;
  }
  return false;
}

// Zero or the error number.
int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ::ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

}  // namespace

void limit_output(std::uint64_t bytes) {
  bytes_left = bytes;
}

std::uint64_t output_left() {
  return bytes_left;
}

Failure prepare_folder(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (path == "-" || folder.empty()) return std::nullopt;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error) return std::nullopt;
  return fmt::format("cannot create the folder {}: {}", folder.string(), reason(error.value()));
}

int sync_descriptor(int descriptor) {
  if (::fsync(descriptor) == 0) return 0;
  return errno == EINVAL || errno == ENOTSUP || errno == EROFS ? 0 : errno;
}

int sync_path(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return errno;
  const int error = sync_descriptor(descriptor);
  ::close(descriptor);
  return error;
}

std::string published_path(const std::string& path, bool is_complete) {
  const bool is_renamed = !is_complete && !named_descriptor(path) && !is_special(path);
  return is_renamed ? path + std::string(kIncompleteEnding) : path;
}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  if (this == &other) return *this;
  discard();
  durability_ = other.durability_;
  path_ = std::move(other.path_);
  name_ = std::move(other.name_);
  temporary_ = std::move(other.temporary_);
  buffer_ = std::exchange(other.buffer_, {});
  content_ = other.content_;
  failure_ = std::exchange(other.failure_, {});
  folder_ = std::exchange(other.folder_, -1);
  descriptor_ = std::exchange(other.descriptor_, -1);
  return *this;
}

Failure OutputFile::open(const std::string& path, Durability durability) {
  discard();
  durability_ = durability;
  path_ = path;
  failure_.reset();
  content_ = {};
  buffer_.clear();
  buffer_.reserve(kBufferSize);
  if (path.empty()) return failure_ = "cannot write: the path is empty";
  if (const std::optional<int> named = named_descriptor(path); named || is_special(path)) {
    descriptor_ = named ? ::fcntl(*named, F_DUPFD_CLOEXEC, 3) : ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    return descriptor_ < 0 ? fail("cannot open", errno) : std::nullopt;
  }
  std::error_code error;
  return std::filesystem::is_directory(path, error) ? fail("cannot write", EISDIR) : open_beside();
}

Failure OutputFile::open_beside() {
  const std::filesystem::path where(path_);
  name_ = where.filename().string();
  if (name_.empty()) return fail("cannot write", EISDIR);
  const std::string folder = where.has_parent_path() ? where.parent_path().string() : ".";
  folder_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder_ < 0) return fail("cannot open the folder of", errno);
  struct stat old {};
  const bool is_there = ::fstatat(folder_, name_.c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0;
  if (is_there && S_ISLNK(old.st_mode))
    return refuse("it is a symbolic link; name the file it leads to, or remove the link");
  if (const std::string_view why = is_there ? reason_to_keep(folder_, name_, old.st_mode) : ""; !why.empty())
    return refuse(why);
  // A file that may not be written must not be replaced either, although its folder would allow it.
  if (::faccessat(folder_, name_.c_str(), W_OK, AT_EACCESS) != 0 && errno != ENOENT)
    return fail("cannot write", errno);
  descriptor_ = temporary_.create(folder_, name_);
  if (descriptor_ < 0) return fail("cannot create a temporary file for", errno);
  if (!is_there) return std::nullopt;
  // Owner and permissions are those of the file that is replaced. The owner comes first, because giving a
  // file away takes permissions from it; where this process may not do that, the file is its own.
  constexpr mode_t kPermissions = 0777;
  [[maybe_unused]] const int owner = ::fchown(descriptor_, old.st_uid, old.st_gid);
  [[maybe_unused]] const int mode = ::fchmod(descriptor_, old.st_mode & kPermissions);
  return std::nullopt;
}

Failure OutputFile::write(std::string_view bytes) {
  if (failure_) return failure_;
  if (!take_bytes(bytes.size())) return refuse("that is more than --max-output allows");
  content_.add(bytes);
  if (buffer_.size() + bytes.size() > kBufferSize && flush()) return failure_;
  if (bytes.size() < kBufferSize) {
    buffer_ += bytes;
    return std::nullopt;
  }
  const int error_number = write_all(descriptor_, bytes);
  return error_number != 0 ? fail("cannot write", error_number) : std::nullopt;
}

Failure OutputFile::flush() {
  if (failure_) return failure_;
  const int error_number = write_all(descriptor_, buffer_);
  buffer_.clear();
  return error_number != 0 ? fail("cannot write", error_number) : std::nullopt;
}

int OutputFile::put_on_disk(int descriptor) const {
  return durability_ == Durability::on_disk ? sync_descriptor(descriptor) : 0;
}

Failure OutputFile::publish(bool is_complete) {
  if (flush()) return failure_;
  if (const int error_number = put_on_disk(descriptor_); error_number != 0) {
    return fail("cannot write to the disk", error_number);
  }
  // The descriptor is gone even where close reports an error.
  if (::close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) return fail("cannot close", errno);
  if (temporary_.exists()) {
    const std::string incomplete = name_ + std::string(kIncompleteEnding);
    if (const int error_number = temporary_.rename_to(is_complete ? name_ : incomplete); error_number != 0)
      return fail("cannot rename to", error_number);
    // What an interrupted run left is outdated now; when it cannot be removed, nothing is lost.
    if (is_complete) ::unlinkat(folder_, incomplete.c_str(), 0);
    if (const int error_number = put_on_disk(folder_); error_number != 0) {
      return fail("cannot write the folder of", error_number);
    }
  }
  discard();
  return std::nullopt;
}

void OutputFile::discard() {
  temporary_.remove();
  for (int* descriptor : {&descriptor_, &folder_}) {
    if (*descriptor >= 0) ::close(*descriptor);
    *descriptor = -1;
  }
}

// Whatever failed first is what the caller hears about; the temporary file goes at once, because a full disk
// needs it.
Failure OutputFile::fail(std::string_view action, int error_number) {
  const std::string_view where = path_ == "-" ? std::string_view("standard output") : std::string_view(path_);
  failure_ = fmt::format("{} {}: {}", action, where, reason(error_number));
  discard();
  return failure_;
}

Failure OutputFile::refuse(std::string_view why) {
  failure_ = fmt::format("cannot write {}: {}", path_, why);
  discard();
  return failure_;
}

}  // namespace drover
