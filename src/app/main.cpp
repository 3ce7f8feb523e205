#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>

#include "app/command_line.h"
#include "app/exit_code.h"

int main(int argc, char** argv) {
  try {
    return drover::run_command_line(argc, argv);
  } catch (const std::bad_alloc&) {
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
