// The report of a check as JUnit XML, which every CI system shows.
//
// There is no specification; this is what the schema of Jenkins' xUnit plugin (junit-10.xsd) and GitLab's
// parser agree on. GitLab shows `classname` as the suite and ignores the names of suites, and takes cases
// with equal classname and name for one: so the path of the scenario is the classname.
#pragma once

#include <string>

#include "golden/check_report.h"

namespace drover {

// One test case for each scenario, then one for each obsolete golden. A scenario that could not be compared
// is an error, one that does not pass a failure; obsolete goldens fail or are skipped.
std::string format_junit(const CheckReport& report);

}  // namespace drover
