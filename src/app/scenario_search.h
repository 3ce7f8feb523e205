// Finds scenario files: those that were named, those of folders, those that match a pattern.
#pragma once

#include <string>
#include <vector>

#include "golden/scenario_checker.h"

namespace drover {

struct FoundScenarios {
  std::vector<ScenarioFile> files;    // by path, each once whichever ways lead to it
  std::vector<std::string> problems;  // paths that lead to nothing
  std::vector<std::string> notes;     // files that are passed over, and why
  std::vector<std::string> folders;   // the same of folders
};

// Whether a path fits the filters, which are parts of paths.
bool fits(const std::string& path, const std::vector<std::string>& filters);
// Whether a file is one of the paths, or below one.
bool is_below(const std::string& file, const std::vector<std::string>& paths);

// Files that were found in folders or by patterns are passed over where they are plans, or have no agents and
// are included by another of the files. A folder stands for every .json and .jsonc file below it but for
// those drover writes (goldens, metrics, schemas, what stands beside a trace) or that are named as plans
// (.plan.json) or parts (.types.json). Of the filters, which are parts of paths, one has to fit; one that
// begins with "!" must not. Without filters all fit. Symbolic links to folders, and folders that hold results
// of drover (a batch, a dataset), are passed over.
FoundScenarios find_scenarios(const std::vector<std::string>& paths, const std::vector<std::string>& filters);

}  // namespace drover
