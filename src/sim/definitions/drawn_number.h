// Numbers drawn from the distributions that parameters may be.
#pragma once

#include <cstddef>
#include <functional>

#include "core/parameter.h"
#include "core/random.h"

namespace drover {

// The value of a present parameter: the constant, or the next draw of its distribution. Of a list with one
// for each agent the agent gets that of its place.
double draw_parameter(const Parameter& parameter, Draws& draws, std::size_t place = 0);

// The same for one agent, with a draw keyed by `key`.
double draw_parameter(const Parameter& parameter, const StreamKey& key, std::size_t place = 0);

// The index of the entry that u in [0, 1) picks from a list, each as often as its share of their sum says. No
// share is negative, one is positive; an entry without a share is never picked, whatever the rounding.
template <class List, class ShareOf>
std::size_t pick_by_share(const List& list, double u, ShareOf share_of) {
  double left = 0.0;
  for (const auto& entry : list)
    left += std::invoke(share_of, entry);
  left *= u;
  std::size_t last = 0;  // of those with a share
  for (std::size_t k = 0; k < list.size(); ++k) {
    const double share = std::invoke(share_of, list[k]);
    if (share <= 0.0) continue;
    if (left < share) return k;
    left -= share;
    last = k;
  }
  return last;
}

}  // namespace drover
