// Shards: the part of a batch that one of several processes runs.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace drover {

// A run belongs to the shard whose index is the hash of its id modulo the count, so that plans that grow move
// no run.
struct Shard {
  std::uint64_t index = 0;  // from 0
  std::uint64_t count = 1;

  bool holds(std::string_view run_id) const;
};

// What --shard means, or what is wrong with it.
struct ShardChoice {
  Shard shard = {};
  std::string decided_by = {};  // the variables that decided, for people; empty where none did
  std::string problem = {};     // a sentence; empty without
};

// Reads the variable with that name; nullptr where it is not set.
using Environment = std::function<const char*(const char* name)>;

// "2/8" is the second of eight parts. "auto" takes the part from the environment: DROVER_SHARD_INDEX (from 0)
// and DROVER_SHARD_COUNT, or the task of a Slurm array or of an indexed Kubernetes job, and within it the
// rank of Open MPI, of a Slurm step or of a PMI launcher; everything where nothing is set.
ShardChoice choose_shard(std::string_view text, const Environment& environment);

}  // namespace drover
