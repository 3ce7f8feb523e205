// A callable that a function is given and calls, but does not keep: what lets sources be compiled once for
// all callables. The callable has to outlive the call.
#pragma once

#include <concepts>
#include <type_traits>

namespace drover {

template <class Signature>
class FunctionRef;

template <class Result, class... Args>
class FunctionRef<Result(Args...)> {
 public:
  template <class Callable>
  requires(!std::same_as<Callable, FunctionRef> && std::is_class_v<Callable>)
      FunctionRef(const Callable& callable)
      : object_(&callable), call_([](const void* object, Args... args) -> Result {
          return (*static_cast<const Callable*>(object))(args...);
        }) {}

  Result operator()(Args... args) const { return call_(object_, args...); }

 private:
  const void* object_;
  Result (*call_)(const void*, Args...);
};

}  // namespace drover
