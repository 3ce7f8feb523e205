// Snapshot files: a state and the scenario it belongs to, enough to go on from it bit for bit.
//
// The file is in the safetensors format (github.com/huggingface/safetensors): a length, a JSON header, and
// the columns as little-endian numbers, so that other programs read it as a dictionary of arrays. What is not
// a column stands in the header's __metadata__.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>

#include "observe/record/output_file.h"
#include "sim/state/saved_state.h"

namespace drover {

struct Snapshot {
  SavedState state;
  std::string scenario;             // its JSON text, every default explicit
  std::uint64_t scenario_hash = 0;  // as in the provenance of its results
  std::uint64_t state_hash = 0;
  std::uint64_t seed = 0;
  double dt = 0.0;        // s
  std::string drover;     // version that wrote it
  std::string numerics;   // kNumericsProfile of that program
  std::string hash_form;  // kHashForm of that program
};

// Writes to an open file and publishes it.
[[nodiscard]] Failure write_snapshot(OutputFile& file, const Snapshot& snapshot);

struct SnapshotReading {
  std::optional<Snapshot> snapshot;
  std::string problem;  // a sentence that names the file; empty with a snapshot
};

// A hash of the whole file tells of every damage. That the state belongs to its scenario shows only when both
// are put together.
SnapshotReading read_snapshot(const std::string& path);
// The same from an open stream of bytes; problems call it `name`. A size that is expected saves memory.
SnapshotReading read_snapshot(std::istream& in, const std::string& name, std::size_t expected_size = 0);

// The hash of its state, from its columns alone. Nothing for files of versions that did not write which
// columns count: there it takes a world that is built from the scenario.
std::optional<std::uint64_t> computed_hash(const Snapshot& snapshot);

// Whether a file begins as a snapshot does; false for what cannot be read, and for pipes, which can be read
// only once.
bool looks_like_snapshot(const std::string& path);

}  // namespace drover
