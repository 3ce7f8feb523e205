// Type erasure of functions: callers of a kind's functions know its parameters as void* only.
#pragma once

#include <type_traits>

namespace drover {

namespace erased_detail {

template <auto Function>
struct Erased;

template <class Result, class Object, class... Args, Result (*Function)(Object&, Args...)>
struct Erased<Function> {
  using Pointer = std::conditional_t<std::is_const_v<Object>, const void*, void*>;
  static Result call(Pointer object, Args... args) {
    return Function(*static_cast<Object*>(object), args...);
  }
};

template <auto Function>
struct ErasedPair;

template <class Result, class Object, Result (*Function)(const Object&, const Object&)>
struct ErasedPair<Function> {
  static Result call(const void* a, const void* b) {
    return Function(*static_cast<const Object*>(a), *static_cast<const Object*>(b));
  }
};

template <auto Value>
struct Constant {};

}  // namespace erased_detail

// Whether a function that is a template argument is null. g++ 12 with -fsanitize=undefined does not take a
// comparison with nullptr for a constant.
template <auto Function>
inline constexpr bool is_null =
    std::is_same_v<erased_detail::Constant<Function>,
                   erased_detail::Constant<static_cast<decltype(Function)>(nullptr)>>;

// A function of a typed object as one of a void pointer: erased<f> of Result f(const Def&, Args...) is a
// Result (*)(const void*, Args...), and null stays null. The function is a template argument, so the call of
// it is direct and can be inlined.
template <auto Function>
constexpr auto erase() {
  using Call = decltype(&erased_detail::Erased<Function>::call);
  if constexpr (is_null<Function>) {
    return Call{};
  } else {
    return Call{&erased_detail::Erased<Function>::call};
  }
}
template <auto Function>
inline constexpr auto erased = erase<Function>();

// A function of two typed objects as one of two void pointers.
template <auto Function>
inline constexpr auto erased_pair = &erased_detail::ErasedPair<Function>::call;

}  // namespace drover
