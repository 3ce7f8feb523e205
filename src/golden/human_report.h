// The report of a check for people, in a terminal.
#pragma once

#include <string>

#include "golden/check_report.h"

namespace drover {

struct HumanReportOptions {
  bool verbose = false;  // every scenario, and nothing is cut
  bool color = false;    // escape sequences
};

// In this order: the scenarios that do not pass, the worst first, then obsolete goldens, then a
// line for each scenario where there are few, and the summary in the last line. Without `verbose` the length
// is limited, however many scenarios fail.
std::string format_human(const CheckReport& report, const HumanReportOptions& options);

}  // namespace drover
