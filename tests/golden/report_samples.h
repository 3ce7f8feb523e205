// Reports of checks that never ran, for the tests of their texts.
#pragma once

#include <cstddef>
#include <string>

#include "golden/check_report.h"

namespace drover::test {

// A scenario of that status, with nothing to explain.
ScenarioCheck sample_check(const std::string& scenario, CheckStatus status);

// It differs: details, a divergence, five metrics in no order, an expectation that fails and one that holds.
ScenarioCheck sample_difference();

// One scenario of each status, one whose golden agrees while an expectation fails, and two obsolete goldens.
CheckReport sample_report();

// That many scenarios which all differ.
CheckReport sample_change_of_everything(std::size_t count);

// Quotes, line ends, the end of a CDATA section, markup, a bell, bytes that are not UTF-8, U+FFFF.
std::string hostile_name();

}  // namespace drover::test
