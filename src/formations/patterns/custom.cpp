// custom: a list of slots.
#include <string>

#include "formations/patterns/pattern_parts.h"

namespace drover {
namespace {

struct CustomSlot {
  Vec3 position;
  double facing = 0.0;
  std::string role;
  static const Table& table();
};

struct CustomDef {
  std::vector<CustomSlot> slots;
};

constexpr auto kSlotFields = fields(
    field<&CustomSlot::position>({.key = "position",
                                  .unit = "m",
                                  .doc = "Place, x forward and y to the left; in space z up.",
                                  .required = true}),
    field<&CustomSlot::facing>({.key = "facing",
                                .unit = "rad",
                                .range = closed(-1e3, 1e3),
                                .doc = "Where the member looks, counter-clockwise from forward."}),
    field<&CustomSlot::role>({.key = "role", .doc = "What the slot asks for.", .otherwise = "nothing"}));

const Table& CustomSlot::table() {
  static constexpr Table kTable = {.name = "slot", .fields = kSlotFields};
  return kTable;
}

constexpr auto kCustomFields = fields(field<&CustomDef::slots>(
    {.key = "slots", .doc = "The slots, in the order in which they are filled.", .required = true}));

std::vector<Problem> check(const CustomDef& def) {
  if (!def.slots.empty()) return {};
  return {{"/slots", "the list of slots is empty"}};
}

std::size_t capacity(const CustomDef& def) {
  return def.slots.size();
}

void append_slots(const CustomDef& def, const PatternRequest& request, std::vector<PatternSlot>& out) {
  for (std::size_t k = 0; k < request.count && k < def.slots.size(); ++k)
    out.push_back({def.slots[k].position, det::wrap_angle(def.slots[k].facing), {}});
}

std::string_view role(const CustomDef& def, std::size_t slot) {
  return def.slots[slot].role;
}

constexpr TypedPattern<CustomDef> kTypedCustom = {
    .info =
        {.name = "custom",
         .summary = "Slots of a list, each with a facing and a role.",
         .source = "drover's own",
         .example =
             R"({"type": "custom", "slots": [{"position": [0, 0]}, {"position": [-2, 1], "role": "scout"}]})",
         .related = "play",
         .in_space = true},
    .fields = kCustomFields,
    .check = check,
    .capacity = capacity,
    .slots = append_slots,
    .role = role,
};

}  // namespace

extern constexpr PatternKind kCustomPattern = make_pattern<kTypedCustom>();

}  // namespace drover
