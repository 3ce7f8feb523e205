// What drover does when memory is exhausted.
#pragma once

namespace drover {

// From here on an allocation that fails removes unfinished files, says so on stderr and ends the program with
// ExitCode::run_failed. An exception would have to pass through destructors that allocate themselves, as
// those of JSON values do, and end in std::terminate. Called before main, because static objects allocate.
void end_when_out_of_memory();

// From here on it throws std::bad_alloc, for a program that does several things and can go on with the
// others.
void throw_when_out_of_memory();

}  // namespace drover
