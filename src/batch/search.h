// Searches a plan's space for the run that breaks an expectation, or that makes a metric largest or smallest.
//
// First all points of the plan are run. From the best of them a local search goes on over the ranges of the
// plan's samples. What is found is shrunk: every range takes a number of few digits where the finding
// remains. Every run is one of a batch, in whose folder it is found when the search is repeated or goes on.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "batch/batch.h"

namespace drover {

enum class SearchGoal { broken_expectation, largest, smallest };

struct SearchOptions {
  SearchGoal goal = SearchGoal::broken_expectation;
  std::string metric = {};       // of largest and smallest
  std::size_t evaluations = 60;  // of points by each local search; 0: none
  std::size_t starts = 3;        // local searches, from the best points
  BatchOptions batch = {};
};

// A point and what its runs came to.
struct Finding {
  Point settings = {};
  double score = 0.0;  // the greater the better; of expectations above 0 where one is broken
  PlannedRun run = {};
  std::string id = {};    // of the run with that score
  std::string what = {};  // "collisions.agent_agent is 5, at most 0 expected"; "speed.mean is 2.5"
};

struct SearchResult {
  std::string problem = {};  // why there is no answer; empty without
  // Where the problem is one of the plan or of the scenario of a run: all of them, with their places.
  std::optional<RunScenarios::Reading> bad_input = {};
  bool is_stopped = false;
  std::optional<Finding> best = {};    // over all points
  std::optional<Finding> shrunk = {};  // the same with ordinary values
  std::size_t points = 0;              // that were looked at
};

// Messages about where the search is, for people.
using SearchListener = std::function<void(const std::string& message)>;

SearchResult search(const LoadedPlan& plan, JsonSources& sources, const Catalog& catalog,
                    const SearchOptions& options, const SearchListener& listener);

}  // namespace drover
