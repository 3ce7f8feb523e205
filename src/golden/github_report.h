// The report of a check for GitHub Actions: annotations beside the files, and the summary of a step.
#pragma once

#include <cstddef>
#include <string>

#include "golden/check_report.h"

namespace drover {

// GitHub drops annotations beyond ten errors and ten warnings of a step, silently. Nine are spent on what is
// most important, one on the number of the others.
inline constexpr std::size_t kMaxAnnotations = 9;

// Workflow commands for stdout, one a line: errors for what fails, then warnings for what is only tolerated
// and for obsolete goldens that do not fail. Empty where there is nothing to say. The paths are those of the
// report; GitHub understands them when they are relative to the root of the repository.
std::string format_github_annotations(const CheckReport& report);

// Markdown for the file $GITHUB_STEP_SUMMARY: counts, a table of what needs attention, details of the first.
// Always below 512 KiB; GitHub refuses more than 1 MiB from all that a step writes.
std::string format_github_summary(const CheckReport& report);

}  // namespace drover
