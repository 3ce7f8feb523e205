#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>

#include "app/command_line.h"
#include "app/exit_code.h"
#include "app/out_of_memory.h"

namespace {

// The lowest priority that is not reserved: before the constructors of all static objects of the program.
[[gnu::constructor(101)]] void begin() {
  drover::end_when_out_of_memory();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return drover::run_command_line(argc, argv);
  } catch (const std::bad_alloc&) {  // sizes that no memory could have
    std::fputs("drover: error: out of memory\n", stderr);
    return static_cast<int>(drover::ExitCode::run_failed);
  } catch (const std::filesystem::filesystem_error& problem) {
    std::fprintf(stderr, "drover: error: %s\n", problem.what());
    return static_cast<int>(drover::ExitCode::bad_output);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "drover: bug: %s. Please report it.\n", problem.what());
    return static_cast<int>(drover::ExitCode::bug);
  }
}
