// A result file that appears under its name only when it is complete.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/hash.h"
#include "observe/dataset/byte_sink.h"
#include "observe/record/temporary_file.h"

namespace drover {

// The ending of the name of a file that an interrupted run left.
inline constexpr std::string_view kIncompleteEnding = ".incomplete";

// Creates the missing folders above the file `path`.
[[nodiscard]] Failure prepare_folder(const std::string& path);

// What a crash of the whole machine may take: a file that was just published, or nothing. A crash or a kill
// of drover alone never takes either.
enum class Durability {
  cached,   // the system writes the file to the disk when it finds time
  on_disk,  // publishing waits for the disk, some milliseconds per file
};

// Waits until a file or folder is on the disk. Zero or the error number; what cannot be synchronized, as
// pipes and on some file systems, is no failure.
int sync_descriptor(int descriptor);
int sync_path(const std::string& path);

// The name under which a file stands once it was written: that of an interrupted run has kIncompleteEnding,
// unless it went straight to a device or a pipe.
std::string published_path(const std::string& path, bool is_complete);

// What is in a file: its size and the hash of its bytes.
class ContentHash {
 public:
  void add(std::string_view bytes) {
    size_ += bytes.size();
    hasher_.add(bytes);
  }
  std::uint64_t size() const { return size_; }
  std::uint64_t digest() const { return hasher_.digest(); }

 private:
  std::uint64_t size_ = 0;
  StateHasher hasher_;
};

// A file being written. Until commit() everything goes to a temporary file beside the target, so that
// whatever stood there before stays as it was when a run fails or is killed.
//
// A target that cannot be replaced (standard output as "-", an open descriptor as /dev/fd/3, a device, a
// named pipe) is written directly. A symbolic link is refused, because what it leads to may be anything, and
// so is an executable program. A file that is replaced leaves its permissions to the new one. Writing to a
// pipe that was closed is an error here only when the program ignores SIGPIPE.
//
// Never throws on failures of files. After the first failure every later call returns it again and writes
// nothing.
// At most so many bytes in all files of the process together, from now on; what goes beyond fails. Before the
// first call there is no limit.
void limit_output(std::uint64_t bytes);
// What is left of them.
std::uint64_t output_left();

class OutputFile {
 public:
  OutputFile() = default;
  ~OutputFile() { discard(); }
  OutputFile(OutputFile&& other) noexcept { *this = std::move(other); }
  OutputFile& operator=(OutputFile&& other) noexcept;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Creates the temporary file, so that a bad path fails before a long run and not after it. The folder has
  // to exist.
  [[nodiscard]] Failure open(const std::string& path, Durability durability = Durability::cached);

  // Whether the bytes go straight to a stream, a device or a pipe: it then has no neighbors in a folder.
  bool is_direct() const { return is_open() && !temporary_.exists(); }
  bool is_open() const { return descriptor_ >= 0; }
  // As given to open().
  const std::string& path() const { return path_; }

  // Buffered.
  Failure write(std::string_view bytes);

  // Everything written since open().
  const ContentHash& content() const { return content_; }

  // Puts everything written under the target's name. A file that keep_incomplete() left there in
  // an earlier run is removed.
  [[nodiscard]] Failure commit() { return publish(true); }
  // For a run that was interrupted: the bytes written so far get the target's name with ".incomplete"
  // appended; the target stays as it was.
  [[nodiscard]] Failure keep_incomplete() { return publish(false); }
  // The one or the other.
  [[nodiscard]] Failure publish(bool is_complete);
  // Removes the temporary file. Bytes that were written directly stay written.
  void discard();

 private:
  Failure open_beside();
  Failure flush();
  int put_on_disk(int descriptor) const;
  Failure fail(std::string_view action, int error_number);
  Failure refuse(std::string_view why);

  Durability durability_ = Durability::cached;
  std::string path_;
  std::string name_;         // of the target within its folder
  TemporaryFile temporary_;  // none when written directly
  std::string buffer_;
  ContentHash content_;
  Failure failure_;
  int folder_ = -1;
  int descriptor_ = -1;
};

}  // namespace drover
