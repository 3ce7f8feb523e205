// The nodes of a search in ascending order of their keys; a key can be lowered where it stands.
#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace drover {

template <class Key>
class NodeHeap {
 public:
  void reserve(std::size_t nodes) {
    heap_.reserve(nodes);
    position_.reserve(nodes);
  }

  void start(std::size_t nodes) {
    heap_.clear();
    position_.assign(nodes, kNowhere);
  }
  void clear() {
    for (const Item& item : heap_)
      position_[item.node] = kNowhere;
    heap_.clear();
  }

  bool is_empty() const { return heap_.empty(); }
  Key least() const { return heap_.front().key; }

  // Adds the node or lowers its key.
  void put(std::uint32_t node, Key key) {
    std::uint32_t place = position_[node];
    if (place == kNowhere) {
      place = static_cast<std::uint32_t>(heap_.size());
      heap_.push_back({});
    }
    while (place > 0 && key < heap_[(place - 1) / 2].key) {
      set(place, heap_[(place - 1) / 2]);
      place = (place - 1) / 2;
    }
    set(place, {key, node});
  }

  // Takes out the node with the least key.
  std::uint32_t pop() {
    const std::uint32_t first = heap_.front().node;
    position_[first] = kNowhere;
    const Item last = heap_.back();
    heap_.pop_back();
    if (heap_.empty()) return first;
    std::uint32_t place = 0;
    for (;;) {
      std::uint32_t child = 2 * place + 1;
      if (child >= heap_.size()) break;
      if (child + 1 < heap_.size() && heap_[child + 1].key < heap_[child].key) ++child;
      if (last.key <= heap_[child].key) break;
      set(place, heap_[child]);
      place = child;
    }
    set(place, last);
    return first;
  }

 private:
  struct Item {
    Key key;
    std::uint32_t node;
  };
  static constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

  void set(std::uint32_t place, const Item& item) {
    heap_[place] = item;
    position_[item.node] = place;
  }

  std::vector<Item> heap_;
  std::vector<std::uint32_t> position_;  // in the heap, by node
};

}  // namespace drover
