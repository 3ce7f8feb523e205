// The folder of goldens: the scenario of each, and the goldens that wait for acceptance.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "golden/golden.h"
#include "observe/record/output_file.h"

namespace drover {

// One golden of the folder. Of two goldens of one scenario the second, by path, counts as unreadable.
struct GoldenFile {
  std::string path;                 // of the accepted golden, whether it exists or not
  std::string scenario;             // seen from the working directory; empty where no golden could be read
  std::string named_scenario = {};  // where the golden says it is, which a link may lead away from
  std::optional<GoldenDef> accepted = {};
  std::optional<GoldenDef> pending = {};
  // What is wrong with the files that could not be read, for people.
  std::string problem = {};
  std::string identity = {};  // of the scenario: the same whichever way leads to it

  std::string pending_path() const { return path + std::string(kPendingExtension); }
  bool is_obsolete() const;
};

class GoldenStore {
 public:
  // Reads all goldens of a folder and of those below. A folder that does not exist has none. What a symbolic
  // link below it leads to is not read: it counts as a golden that cannot be read.
  explicit GoldenStore(const std::string& folder);

  // Why not all of the folder could be read, or empty.
  const std::string& problem() const { return problem_; }
  // By path.
  const std::vector<GoldenFile>& files() const { return files_; }

  // The golden of a scenario, found by the scenario file it names, not by its own path or name.
  const GoldenFile* find(const std::string& scenario) const;
  // The golden with this path, of whichever scenario.
  const GoldenFile* at(const std::string& path) const;
  // The golden of an equal scenario whose file is gone, the first by path: what a rename leaves behind.
  const GoldenFile* left_behind(const GoldenDef& actual) const;
  // Where the golden of a scenario without one belongs: `place` below the folder, "behaviors/seek".
  std::string path_for(const std::string& place) const;

  // Writes a golden of this folder, where no symbolic link below it leads elsewhere.
  [[nodiscard]] Failure write(const std::string& path, const std::string& scenario, GoldenDef golden) const;

 private:
  void read(const std::filesystem::path& path);
  void refuse_seconds();

  std::string folder_;
  std::string problem_;
  std::vector<GoldenFile> files_;
};

// Writes a golden that is accepted or one that waits; missing folders are created. The scenario's file is
// noted as it is seen from the golden's folder.
[[nodiscard]] Failure write_golden(const std::string& path, const std::string& scenario, GoldenDef golden);

// Makes the pending golden the accepted one, and says why. The tolerances stay those that were accepted.
[[nodiscard]] Failure accept_pending(const GoldenFile& file, const std::string& reason);

// The command line that does so, or with --all for all of a folder:
// "drover golden accept --golden tests/golden --reason '...' tests/golden/hide.golden.json".
std::string accept_command(const std::string& folder, const std::vector<std::string>& goldens);

// Whether goldens must not be written here: the variable CI is set, and neither to 0 nor to false.
bool is_continuous_integration();

}  // namespace drover
