// Libraries that are loaded when a file needs them: linking HDF5 alone would add five milliseconds to every
// start of the program, because it loads thirty others.
#pragma once

#include <string>

#include "observe/dataset/byte_sink.h"

namespace drover {

class SharedLibrary {
 public:
  // The name of the file, such as "libzip.so.4", and the package of Debian 12 it comes from.
  SharedLibrary(const char* file, const char* package);

  // Why the library or one of the functions asked for is not there; empty where all are.
  const Failure& problem() const { return problem_; }

  // The address of a function or an object; nullptr, with a problem, where there is none.
  void* find(const char* name);

  template <class Function>
  Function function(const char* name) {
    return reinterpret_cast<Function>(find(name));
  }

 private:
  std::string file_;
  void* handle_ = nullptr;  // stays open: such libraries cannot all be closed again
  Failure problem_;
};

// Declares the pointer to a function of the SharedLibrary `library`, of the same name.
#define DROVER_LIBRARY_FUNCTION(name) decltype(&::name) name = library.function<decltype(&::name)>(#name)

}  // namespace drover
