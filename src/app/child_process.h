// Another program, run to its end.
#pragma once

#include <string>
#include <vector>

namespace drover {

struct ChildAnswer {
  int code = -1;             // exit status; 128 + signal where one ended it
  std::string out;           // what it wrote to standard output
  std::string problem = {};  // why it could not be run; empty when it was
};

// Looks for the program as a shell does. What it writes to standard error goes to ours.
ChildAnswer run_program(const std::vector<std::string>& words);

}  // namespace drover
