// The meanings of drover's exit status. 1 means "the answer is no"; from 2 on there was no answer.
#pragma once

namespace drover {

enum class ExitCode : int {
  ok = 0,
  no = 1,         // an expectation, check or comparison does not hold
  usage = 2,      // the command line is wrong
  bad_input = 3,  // a scenario, or what is to be compared, cannot be read
  run_failed =
      4,        // a run could not go on: a number is not finite, or the floating-point unit is misconfigured
  nothing = 5,  // nothing was selected
  bad_output = 6,     // a result could not be written
  bug = 70,           // a bug in drover
  hung_up = 129,      // SIGHUP
  interrupted = 130,  // SIGINT
  unread = 141,       // nobody reads the standard output any more, as a program that SIGPIPE ended
  terminated = 143,   // SIGTERM
};

}  // namespace drover
