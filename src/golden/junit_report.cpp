#include "golden/junit_report.h"

#include <cmath>
#include <filesystem>
#include <sstream>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "core/utf8.h"
#include "golden/report_text.h"

namespace drover {
namespace {

constexpr const char* kSuite = "drover check";

// Jenkins takes digits and a point only.
std::string time_text(double seconds) {
  return fmt::format("{:.3f}", std::isfinite(seconds) && seconds > 0.0 ? seconds : 0.0);
}

struct Totals {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;
  double seconds = 0.0;  // the sum over the cases, which may have run at the same time
};

Totals totals_of(const CheckReport& report) {
  Totals totals;
  totals.tests = report.scenarios.size() + report.obsolete.size();
  (report.obsolete_fails ? totals.failures : totals.skipped) += report.obsolete.size();
  for (const ScenarioCheck& check : report.scenarios) {
    totals.seconds += check.seconds;
    if (check.pass()) continue;
    ++(is_error(check) ? totals.errors : totals.failures);
  }
  return totals;
}

// Attributes and text are visible ones everywhere, which leaves nothing that XML 1.0 could not hold.
void set_attribute(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name).set_value(value.c_str());
}

void set_totals(pugi::xml_node node, const Totals& totals) {
  set_attribute(node, "name", kSuite);
  set_attribute(node, "tests", fmt::format("{}", totals.tests));
  set_attribute(node, "failures", fmt::format("{}", totals.failures));
  set_attribute(node, "errors", fmt::format("{}", totals.errors));
  set_attribute(node, "time", time_text(totals.seconds));
}

pugi::xml_node append_case(pugi::xml_node suite, const std::string& file, const std::string& name,
                           double seconds) {
  pugi::xml_node node = suite.append_child("testcase");
  set_attribute(node, "classname", make_visible(file));
  set_attribute(node, "name", name);
  set_attribute(node, "time", time_text(seconds));
  return node;
}

// `element`: "failure", "error" or "skipped".
void append_result(pugi::xml_node node, const char* element, const std::string& type,
                   const std::string& message, const std::string& text) {
  pugi::xml_node child = node.append_child(element);
  set_attribute(child, "type", type);
  set_attribute(child, "message", message);
  child.text().set(text.c_str());
}

void append_scenario(pugi::xml_node suite, const ScenarioCheck& check) {
  pugi::xml_node node = append_case(suite, check.scenario, scenario_name(check), check.seconds);
  const std::string text = report_of(check, kShortExplanation);
  if (!check.pass()) {
    // The status, but the reason where an expectation is not met.
    const std::string type = check.meets_expectations() ? std::string(name_of(check.status)) : "expectation";
    append_result(node, is_error(check) ? "error" : "failure", type, reason(check), text);
  } else if (check.status != CheckStatus::passed) {
    node.append_child("system-out").text().set(text.c_str());
  }
}

void append_obsolete(pugi::xml_node suite, const std::string& golden, const CheckReport& report) {
  const std::string stem = make_visible(std::filesystem::path(golden).stem().string());
  pugi::xml_node node = append_case(suite, golden, "obsolete golden " + stem, 0.0);
  std::string text = fmt::format("{}: {}", make_visible(golden), kObsoleteReason);
  if (!report.prune_command.empty()) text += "\nto remove: " + make_visible(report.prune_command);
  append_result(node, report.obsolete_fails ? "failure" : "skipped", "obsolete", "obsolete golden", text);
}

}  // namespace

std::string format_junit(const CheckReport& report) {
  const Totals totals = totals_of(report);
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  set_attribute(declaration, "version", "1.0");
  set_attribute(declaration, "encoding", "UTF-8");
  // "skipped" is an attribute of the suite only: the schema has none for all of them.
  pugi::xml_node suites = document.append_child("testsuites");
  set_totals(suites, totals);
  pugi::xml_node suite = suites.append_child("testsuite");
  set_totals(suite, totals);
  set_attribute(suite, "skipped", fmt::format("{}", totals.skipped));
  for (const ScenarioCheck& check : report.scenarios)
    append_scenario(suite, check);
  for (const std::string& golden : report.obsolete)
    append_obsolete(suite, golden, report);
  std::ostringstream out;
  document.save(out, "  ", pugi::format_default, pugi::encoding_utf8);
  return out.str();
}

}  // namespace drover
