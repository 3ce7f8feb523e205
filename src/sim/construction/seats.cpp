#include "sim/construction/seats.h"

#include <algorithm>

#include "core/random.h"
#include "sim/definitions/drawn_number.h"

namespace drover {

std::vector<Seat> seat_agents(const std::vector<DeclaredAgents>& entries) {
  std::vector<Seat> seats;
  std::int64_t count = 0;
  for (const DeclaredAgents& entry : entries)
    count += entry.count;
  seats.reserve(static_cast<std::size_t>(count));
  for (std::size_t e = 0; e < entries.size(); ++e) {
    for (std::int64_t k = 0; k < entries[e].count; ++k) {
      seats.push_back({static_cast<std::uint32_t>(entries[e].number + k), static_cast<std::uint32_t>(e),
                       static_cast<std::uint32_t>(k)});
    }
  }
  // Mostly they ascend as they are.
  if (!std::ranges::is_sorted(seats, {}, &Seat::number)) std::ranges::sort(seats, {}, &Seat::number);
  return seats;
}

const std::string& type_name_of(const Seat& seat, const SharedReference& type, std::uint64_t seed) {
  if (type.shares.empty()) return type.name;
  Draws draws({seed, seat.number, 0, Purpose::parameter, stream_of("type")});
  return type.shares[pick_by_share(type.shares, draws.uniform(), &SharedReference::Share::share)].name;
}

}  // namespace drover
