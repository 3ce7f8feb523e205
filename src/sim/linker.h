// Turns the parameters of kinds from names and distributions into indices and columns.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/random.h"
#include "sim/world.h"

namespace drover {

// The value of a present quantity for one agent: the constant, or a draw keyed by `key`.
double draw_quantity(const Quantity& quantity, const StreamKey& key);

class Linker {
 public:
  explicit Linker(World& world) : world_(world) {}

  // A linked copy of the kind's parameters for the agents of a stack. `label` keys the draws.
  std::shared_ptr<void> link(const KindBox& box, const Stack& stack, std::string_view label);

  // The next slot of a stack; labels number the kinds that occur more than once.
  Slot link_slot(const SlotDef& def, const Stack& stack);

 private:
  void link_fields(std::span<const Field> fields, void* params, const Stack& stack, std::string_view label);
  void bind(Quantity& quantity, const Stack& stack, const std::string& name);
  void link_target(Target& target) const;
  void link_reference(Reference& reference) const;

  World& world_;
};

}  // namespace drover
