// Arrays that begin at a cache line, for rows that fill whole lines and are reached for in any order. Large
// ones ask for large pages: finding the pages of a million scattered rows would cost as much as the rows.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace drover {

// From this size on [bytes].
inline constexpr std::size_t kLargeArray = std::size_t{1} << 22;
inline constexpr std::align_val_t kLargePage{std::size_t{1} << 21};

// Asks the system for large pages, where it has them and gives them on request.
void ask_for_large_pages(void* begin, std::size_t size);

template <class T>
struct CacheLineAllocator {
  using value_type = T;

  CacheLineAllocator() = default;
  template <class U>
  CacheLineAllocator(const CacheLineAllocator<U>&) {}  // NOLINT: allocators convert

  T* allocate(std::size_t count) {
    const std::size_t size = count * sizeof(T);
    void* begin = ::operator new(size, alignment(size));
    if (size >= kLargeArray) ask_for_large_pages(begin, size);
    return static_cast<T*>(begin);
  }
  void deallocate(T* p, std::size_t count) { ::operator delete(p, alignment(count * sizeof(T))); }

  friend bool operator==(const CacheLineAllocator&, const CacheLineAllocator&) { return true; }

 private:
  static constexpr std::align_val_t alignment(std::size_t size) {
    return size >= kLargeArray ? kLargePage : std::align_val_t{64};
  }
};

template <class T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

}  // namespace drover
