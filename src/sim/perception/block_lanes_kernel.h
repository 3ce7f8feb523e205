// The loops of block_lanes.h for the registers this translation unit is compiled for. Included by the
// pair_lanes_*.cpp alone, which define DROVER_LANES_PER_REGISTER.
//
// A register may have half the lanes of a block: then each loop runs once per half, which begins at lane
// `from`.

#include "sim/perception/block_lanes.h"
#include "sim/perception/pair_lanes_kernel.h"

namespace drover::lanes {
namespace {

constexpr LaneBits kBitsOfRegister = (1u << kWidth) - 1;

// The bits of the lanes of one register.
constexpr LaneBits register_bits(LaneBits lanes, std::size_t from) {
  return static_cast<LaneBits>((lanes >> from) & kBitsOfRegister);
}

#if DROVER_HAS_AVX_REGISTERS && defined(__AVX512VL__)
DROVER_INLINE Mask mask_of(LaneBits bits) {
  return static_cast<Mask>(bits);
}
DROVER_INLINE LaneBits bits_of(Mask mask) {
  return mask & kBitsOfRegister;
}
#else
// By bits, all bits of the lanes that are set.
struct MaskTable {
  alignas(32) std::int64_t masks[1u << kWidth][kWidth];
};
constexpr MaskTable make_mask_table() {
  MaskTable table = {};
  for (unsigned bits = 0; bits < (1u << kWidth); ++bits) {
    for (std::size_t l = 0; l < kWidth; ++l)
      table.masks[bits][l] = (bits >> l) & 1 ? -1 : 0;
  }
  return table;
}
constexpr MaskTable kMasks = make_mask_table();

DROVER_INLINE Mask mask_of(LaneBits bits) {
  return load(kMasks.masks[bits]);
}
DROVER_INLINE LaneBits bits_of(Mask mask) {
#if DROVER_HAS_AVX_REGISTERS
  return static_cast<LaneBits>(_mm256_movemask_pd(reinterpret_cast<__m256d>(mask)));
#elif defined(__x86_64__)
  return static_cast<LaneBits>(_mm_movemask_pd(reinterpret_cast<__m128d>(mask)));
#else
  return static_cast<LaneBits>((mask[0] & 1) | (mask[1] & 2));
#endif
}
#endif

DROVER_INLINE Mask either(Mask a, Mask b) {
  return static_cast<Mask>(a | b);
}
DROVER_INLINE Int choose(Mask mask, Int a, Int b) {
  return bits(choose(mask, reinterpret_cast<Real>(a), reinterpret_cast<Real>(b)));
}
DROVER_INLINE Real maximum(Real a, Real b) {
  return choose(less(a, b), b, a);
}
DROVER_INLINE Real magnitude(Real v) {
  return reinterpret_cast<Real>(bits(v) & all(std::int64_t{0x7fffffffffffffff}));
}

DROVER_INLINE Real load(const Quad& q, std::size_t from) {
  return load(q.at + from);
}
DROVER_INLINE Int load(const IntQuad& q, std::size_t from) {
  return load(q.at + from);
}
DROVER_INLINE void store(Quad& q, std::size_t from, Real v) {
  store(q.at + from, v);
}
DROVER_INLINE void store(IntQuad& q, std::size_t from, Int v) {
  store(q.at + from, v);
}

// One candidate compared with all lanes. Written always and counted only if a lane keeps it: no branch
// depends on a distance.
template <bool is_spatial, bool through_edges, bool has_radius>
DROVER_INLINE void gather_one(const Gathering& block, std::uint32_t j, LaneBits others, Candidates& out) {
  const SortedAgent& other = block.sorted_agents[j];
  const double radius = has_radius ? block.radius[j] : 0.0;
  unsigned near = 0;
  for (std::size_t from = 0; from < kLanes; from += kWidth) {
    Real dx = other.x - load(block.x + from);
    Real dy = other.y - load(block.y + from);
    if constexpr (through_edges) {
      dx = nearest_image(dx, all(block.width_x));
      dy = nearest_image(dy, all(block.width_y));
    }
    Real d2 = dx * dx + dy * dy;
    if constexpr (is_spatial) {
      Real dz = block.heights[j] - load(block.z + from);
      if constexpr (through_edges) dz = nearest_image(dz, all(block.width_z));
      d2 = d2 + dz * dz;
      store(out.dz[out.size], from, dz);
    }
    const Real reach = load(block.reach, from) + radius;
    store(out.dx[out.size], from, dx);
    store(out.dy[out.size], from, dy);
    store(out.d2[out.size], from, d2);
    near |= static_cast<unsigned>(bits_of(less(d2, reach * reach))) << from;
  }
  near &= others;
  out.position[out.size] = j;
  out.near[out.size] = static_cast<LaneBits>(near);
  out.size += near != 0 ? 1 : 0;
}

template <bool is_spatial, bool through_edges, bool has_radius>
DROVER_INLINE void gather_all(const Gathering& gathering, Candidates& candidates) {
  // Copies stay in registers: for all the compiler knows, the stores of the loop change the originals.
  const Gathering block = gathering;
  Candidates out = candidates;
  out.size = 0;
  constexpr LaneBits kAll = (1u << kLanes) - 1;
  for (std::size_t k = 0; k < block.range_count; ++k) {
    const IndexRange range = block.ranges[k];
    for (std::uint32_t j = range.begin; j < range.end; ++j)
      gather_one<is_spatial, through_edges, has_radius>(block, j, kAll, out);
  }
  for (std::uint32_t k = 0; k < block.count; ++k)
    gather_one<is_spatial, through_edges, has_radius>(block, block.first + k,
                                                      static_cast<LaneBits>(kAll & ~(1u << k)), out);
  candidates.size = out.size;
}

template <bool is_spatial, bool through_edges>
void gather(const Gathering& block, Candidates& candidates) {
  if (block.radius != nullptr) {
    gather_all<is_spatial, through_edges, true>(block, candidates);
  } else {
    gather_all<is_spatial, through_edges, false>(block, candidates);
  }
}

template <bool is_spatial>
void measure(const QuadVector& heading, Candidates& c) {
  for (std::size_t from = 0; from < kLanes; from += kWidth) {
    const Real hx = load(heading.x, from);
    const Real hy = load(heading.y, from);
    const Real hz = is_spatial ? load(heading.z, from) : Real{};
    for (std::size_t k = 0; k < c.size; ++k) {
      store(c.distance[k], from, root(load(c.d2[k], from)));
      Real ahead = hx * load(c.dx[k], from) + hy * load(c.dy[k], from);
      if constexpr (is_spatial) ahead = ahead + hz * load(c.dz[k], from);
      store(c.ahead[k], from, ahead);
    }
  }
}

// A number per lane in registers, for loops that store.
struct Registers {
  Real at[kLanes / kWidth];
  Real operator()(std::size_t from) const { return at[from / kWidth]; }
};
DROVER_INLINE Registers registers(const Quad& q) {
  Registers r;
  for (std::size_t from = 0; from < kLanes; from += kWidth)
    r.at[from / kWidth] = load(q, from);
  return r;
}

// Of the bits of a candidate, those of the lanes for which test(k, from) holds.
template <class Test>
DROVER_INLINE LaneBits where(LaneBits lanes, std::size_t k, Test test) {
  unsigned kept = 0;
  for (std::size_t from = 0; from < kLanes; from += kWidth)
    kept |= static_cast<unsigned>(bits_of(test(k, from))) << from;
  return static_cast<LaneBits>(kept & lanes);
}

// How many neighbors each lane has.
struct Counter {
  Int counts[kLanes / kWidth] = {};

  void add(LaneBits lanes) {
    for (std::size_t from = 0; from < kLanes; from += kWidth)
      add_where(mask_of(register_bits(lanes, from)), counts[from / kWidth], all(std::int64_t{1}));
  }
  void store_to(IntQuad& out) const {
    for (std::size_t from = 0; from < kLanes; from += kWidth)
      store(out, from, counts[from / kWidth]);
  }
};

template <class Test>
DROVER_INLINE void keep(Selection& selection, Test test) {
  const Selection from = selection;
  Counter counter;
  std::size_t size = 0;
  for (std::size_t e = 0; e < from.size; ++e) {
    const std::uint32_t k = from.candidate[e];
    const LaneBits lanes = where(from.lanes[e], k, test);
    from.kept_candidate[size] = k;
    from.kept_lanes[size] = lanes;
    size += lanes != 0 ? 1 : 0;
    counter.add(lanes);
  }
  selection.size = size;
  selection.candidate = from.kept_candidate;
  selection.lanes = from.kept_lanes;
  counter.store_to(selection.counts);
}

template <class Test>
DROVER_INLINE void select(const Candidates& c, LaneBits lanes, Selection& selection, Test test) {
  const Selection to = selection;
  Counter counter;
  std::size_t size = 0;
  for (std::uint32_t k = 0; k < c.size; ++k) {
    const LaneBits kept = where(c.near[k] & lanes, k, test);
    to.kept_candidate[size] = k;
    to.kept_lanes[size] = kept;
    size += kept != 0 ? 1 : 0;
    counter.add(kept);
  }
  selection.size = size;
  selection.candidate = to.kept_candidate;
  selection.lanes = to.kept_lanes;
  counter.store_to(selection.counts);
}

template <bool has_radius>
DROVER_INLINE Mask is_near(const Candidates& c, const Registers& reach, const double* radius, std::size_t k,
                           std::size_t from) {
  const Real limit = has_radius ? reach(from) + radius[c.position[k]] : reach(from);
  return less(load(c.d2[k], from), limit * limit);
}

template <bool has_radius>
DROVER_INLINE void select_near(const Candidates& candidates, LaneBits lanes, const Quad& reach,
                               const double* radius, Selection& selection) {
  const Candidates c = candidates;
  const Registers distance = registers(reach);
  select(c, lanes, selection,
         [&](std::size_t k, std::size_t from) { return is_near<has_radius>(c, distance, radius, k, from); });
}

template <bool has_radius>
DROVER_INLINE void select_in_view(const Candidates& candidates, LaneBits lanes, const Quad& reach,
                                  const double* radius, const View& view, Selection& selection) {
  const Candidates c = candidates;
  const Registers distance = registers(reach);
  const Registers cosine = registers(view.cosine);
  const Registers near2 = registers(view.near2);
  select(c, lanes, selection, [&](std::size_t k, std::size_t from) {
    const Real d2 = load(c.d2[k], from);
    const Mask is_ahead = at_least(load(c.ahead[k], from), cosine(from) * load(c.distance[k], from));
    return both(is_near<has_radius>(c, distance, radius, k, from), either(is_ahead, less(d2, near2(from))));
  });
}

void select_near(const Candidates& c, LaneBits lanes, const Quad& reach, const double* radius,
                 Selection& selection) {
  radius == nullptr ? select_near<false>(c, lanes, reach, radius, selection)
                    : select_near<true>(c, lanes, reach, radius, selection);
}

void select_in_view(const Candidates& c, LaneBits lanes, const Quad& reach, const double* radius,
                    const View& view, Selection& selection) {
  radius == nullptr ? select_in_view<false>(c, lanes, reach, radius, view, selection)
                    : select_in_view<true>(c, lanes, reach, radius, view, selection);
}

void keep_beyond(const Candidates& c, const Quad& least, const double* radius, Selection& selection) {
  keep(selection, [&](std::size_t k, std::size_t from) {
    const Real limit = load(least, from) + (radius != nullptr ? radius[c.position[k]] : 0.0);
    return at_least(load(c.d2[k], from), limit * limit);
  });
}

void keep_labels(const Candidates& c, const std::int64_t* label, const IntQuad& wanted,
                 Selection& selection) {
  keep(selection,
       [&](std::size_t k, std::size_t from) { return equal(all(label[c.position[k]]), load(wanted, from)); });
}

void keep_within(const Candidates& c, const Quad& greatest2, Selection& selection) {
  keep(selection,
       [&](std::size_t k, std::size_t from) { return at_least(load(greatest2, from), load(c.d2[k], from)); });
}

// Calls add(k, from, mask) for all of a selection, register by register; before and after that begin(from)
// and end(from).
template <class Begin, class Add, class End>
DROVER_INLINE void for_registers(const Selection& selection, Begin begin, Add add, End end) {
  for (std::size_t from = 0; from < kLanes; from += kWidth) {
    begin(from);
    for (std::size_t e = 0; e < selection.size; ++e)
      add(std::size_t{selection.candidate[e]}, from, mask_of(register_bits(selection.lanes[e], from)));
    end(from);
  }
}

// The sum of whole numbers term(k, from).
template <class Term>
DROVER_INLINE void sum_up(const Selection& selection, IntQuad& out, Term term) {
  Int sum;
  for_registers(
      selection, [&](std::size_t) { sum = Int{}; },
      [&](std::size_t k, std::size_t from, Mask mask) { add_where(mask, sum, term(k, from)); },
      [&](std::size_t from) { store(out, from, sum); });
}

// The same of two components at once.
template <class TermX, class TermY>
DROVER_INLINE void sum_up(const Selection& selection, IntQuadVector& out, TermX x, TermY y) {
  Int sum_x, sum_y;
  for_registers(
      selection, [&](std::size_t) { sum_x = sum_y = Int{}; },
      [&](std::size_t k, std::size_t from, Mask mask) {
        add_where(mask, sum_x, x(k, from));
        add_where(mask, sum_y, y(k, from));
      },
      [&](std::size_t from) {
        store(out.x, from, sum_x);
        store(out.y, from, sum_y);
      });
}

// The greatest magnitude of value(k, from), at least `least`.
template <class Value>
DROVER_INLINE void find_greatest(const Selection& selection, double least, Quad& out, Value value) {
  Real greatest;
  for_registers(
      selection, [&](std::size_t) { greatest = all(least); },
      [&](std::size_t k, std::size_t from, Mask mask) {
        greatest = choose(mask, maximum(greatest, magnitude(value(k, from))), greatest);
      },
      [&](std::size_t from) { store(out, from, greatest); });
}

// The same of two components at once.
template <class ValueX, class ValueY>
DROVER_INLINE void find_greatest(const Selection& selection, double least, QuadVector& out, ValueX x,
                                 ValueY y) {
  Real greatest_x, greatest_y;
  for_registers(
      selection, [&](std::size_t) { greatest_x = greatest_y = all(least); },
      [&](std::size_t k, std::size_t from, Mask mask) {
        greatest_x = choose(mask, maximum(greatest_x, magnitude(x(k, from))), greatest_x);
        greatest_y = choose(mask, maximum(greatest_y, magnitude(y(k, from))), greatest_y);
      },
      [&](std::size_t from) {
        store(out.x, from, greatest_x);
        store(out.y, from, greatest_y);
      });
}

void count(Selection& selection) {
  Counter counter;
  for (std::size_t e = 0; e < selection.size; ++e)
    counter.add(selection.lanes[e]);
  counter.store_to(selection.counts);
}

void count_ahead(const Candidates& c, const Selection& selection, IntQuad& out) {
  const Int one = all(std::int64_t{1});
  sum_up(selection, out, [&](std::size_t k, std::size_t from) {
    return choose(less(all(0.0), load(c.ahead[k], from)), one, Int{});
  });
}

void nearest2(const Candidates& c, const Selection& selection, Quad& out) {
  Real least;
  const Real infinity = all(__builtin_huge_val());
  for_registers(
      selection, [&](std::size_t) { least = infinity; },
      [&](std::size_t k, std::size_t from, Mask mask) {
        least = minimum(least, choose(mask, load(c.d2[k], from), infinity));
      },
      [&](std::size_t from) { store(out, from, least); });
}

// Keeps the k least in ascending order: each candidate sinks to where it belongs.
void ranked(const Candidates& c, const Selection& selection, std::size_t k, Quad& out) {
  Real least[kMaxRanked];
  const Real infinity = all(__builtin_huge_val());
  for_registers(
      selection,
      [&](std::size_t) {
        for (std::size_t r = 0; r < k; ++r)
          least[r] = infinity;
      },
      [&](std::size_t candidate, std::size_t from, Mask mask) {
        Real d2 = choose(mask, load(c.d2[candidate], from), infinity);
        for (std::size_t r = 0; r < k; ++r) {
          const Real lower = minimum(least[r], d2);
          d2 = maximum(least[r], d2);
          least[r] = lower;
        }
      },
      [&](std::size_t from) { store(out, from, least[k - 1]); });
}

// In these sums of vectors a loop of its own for z keeps the one for the plane as it is.
template <bool is_spatial>
void sum_displacements(const Candidates& c, const Selection& selection, const Quad& rounding,
                       IntQuadVector& out) {
  const auto part = [&](const Quad* component, std::size_t k, std::size_t from) {
    return bits(load(component[k], from) + load(rounding, from));
  };
  sum_up(
      selection, out, [&](std::size_t k, std::size_t from) { return part(c.dx, k, from); },
      [&](std::size_t k, std::size_t from) { return part(c.dy, k, from); });
  if constexpr (is_spatial)
    sum_up(selection, out.z, [&](std::size_t k, std::size_t from) { return part(c.dz, k, from); });
}

template <bool is_spatial>
void sum_directions(const Candidates& c, const Selection& selection, const Quad& rounding,
                    IntQuadVector& out) {
  const auto part = [&](const Quad* component, std::size_t k, std::size_t from) {
    const Mask has_direction = at_least(load(c.distance[k], from), all(kCoincident));
    const Real unit = load(component[k], from) / load(c.distance[k], from);
    return bits(choose(has_direction, unit, all(0.0)) + load(rounding, from));
  };
  sum_up(
      selection, out, [&](std::size_t k, std::size_t from) { return part(c.dx, k, from); },
      [&](std::size_t k, std::size_t from) { return part(c.dy, k, from); });
  if constexpr (is_spatial)
    sum_up(selection, out.z, [&](std::size_t k, std::size_t from) { return part(c.dz, k, from); });
}

void sum_column(const Candidates& c, const Selection& selection, const double* column, const Quad& rounding,
                IntQuad& out) {
  sum_up(selection, out,
         [&](std::size_t k, std::size_t from) { return bits(column[c.position[k]] + load(rounding, from)); });
}

template <bool is_spatial>
void sum_columns(const Candidates& c, const Selection& selection, const VectorColumns& columns,
                 const QuadVector& rounding, IntQuadVector& out) {
  const double* x = columns.x;
  const double* y = columns.y;
  sum_up(
      selection, out,
      [&](std::size_t k, std::size_t from) { return bits(x[c.position[k]] + load(rounding.x, from)); },
      [&](std::size_t k, std::size_t from) { return bits(y[c.position[k]] + load(rounding.y, from)); });
  if constexpr (is_spatial) sum_column(c, selection, columns.z, rounding.z, out.z);
}

template <bool is_spatial>
void sum_moments(const Candidates& c, const Selection& selection, const double* mass,
                 const QuadVector& rounding, IntQuadVector& out) {
  sum_up(
      selection, out,
      [&](std::size_t k, std::size_t from) {
        return bits(mass[c.position[k]] * load(c.dx[k], from) + load(rounding.x, from));
      },
      [&](std::size_t k, std::size_t from) {
        return bits(mass[c.position[k]] * load(c.dy[k], from) + load(rounding.y, from));
      });
  if constexpr (is_spatial) {
    sum_up(selection, out.z, [&](std::size_t k, std::size_t from) {
      return bits(mass[c.position[k]] * load(c.dz[k], from) + load(rounding.z, from));
    });
  }
}

template <bool is_spatial>
void sum_headings(const Candidates& c, const Selection& selection, const HeadingColumns& headings,
                  IntQuadVector& out) {
  const SortedAgent* sorted_agents = headings.sorted_agents;
  sum_up(
      selection, out, [&](std::size_t k, std::size_t) { return all(sorted_agents[c.position[k]].heading_x); },
      [&](std::size_t k, std::size_t) { return all(sorted_agents[c.position[k]].heading_y); });
  if constexpr (is_spatial)
    sum_up(selection, out.z, [&](std::size_t k, std::size_t) { return all(headings.z[c.position[k]]); });
}

void greatest_of_column(const Candidates& c, const Selection& selection, const double* column, double least,
                        Quad& out) {
  find_greatest(selection, least, out,
                [&](std::size_t k, std::size_t) { return all(column[c.position[k]]); });
}

template <bool is_spatial>
void greatest_of_columns(const Candidates& c, const Selection& selection, const VectorColumns& columns,
                         double least, QuadVector& out) {
  const double* x = columns.x;
  const double* y = columns.y;
  find_greatest(
      selection, least, out, [&](std::size_t k, std::size_t) { return all(x[c.position[k]]); },
      [&](std::size_t k, std::size_t) { return all(y[c.position[k]]); });
  if constexpr (is_spatial) greatest_of_column(c, selection, columns.z, least, out.z);
}

template <bool is_spatial>
void greatest_of_moments(const Candidates& c, const Selection& selection, const double* mass, double least,
                         QuadVector& out) {
  find_greatest(
      selection, least, out,
      [&](std::size_t k, std::size_t from) { return mass[c.position[k]] * load(c.dx[k], from); },
      [&](std::size_t k, std::size_t from) { return mass[c.position[k]] * load(c.dy[k], from); });
  if constexpr (is_spatial) {
    find_greatest(selection, least, out.z,
                  [&](std::size_t k, std::size_t from) { return mass[c.position[k]] * load(c.dz[k], from); });
  }
}

template <bool is_spatial, Force force>
void sum_pushes(const Candidates& c, const Selection& selection, const SortedAgent* sorted_agents,
                const IntQuad& agent, const PushLanes& push, BlockLoops::Pushes& out) {
  PushSums sums;
  for_registers(
      selection, [&](std::size_t from) { sums = push_sums(push, agent.at, from); },
      [&](std::size_t k, std::size_t from, Mask mask) {
        const Real dz = is_spatial ? load(c.dz[k], from) : Real{};
        add_push<force, Clamp::check, is_spatial>(sums, mask, sorted_agents[c.position[k]].agent,
                                                  load(c.dx[k], from), load(c.dy[k], from), dz,
                                                  load(c.d2[k], from));
      },
      [&](std::size_t from) {
        store(out.count, from, sums.pushes);
        store(out.sum.x, from, sums.x);
        store(out.sum.y, from, sums.y);
        if constexpr (is_spatial) store(out.sum.z, from, sums.z);
      });
}

// The key of closest_approach.h, term by term the same.
template <bool is_spatial>
void approach_keys(const Candidates& c, const Selection& selection, const ApproachLanes& agents,
                   const ApproachColumns& columns) {
  const Real zero = all(0.0);
  const Real infinity = all(__builtin_huge_val());
  const auto key = [&](std::size_t k, std::size_t from) {
    const std::uint32_t j = c.position[k];
    const Real dx = load(c.dx[k], from);
    const Real dy = load(c.dy[k], from);
    const Real d2 = load(c.d2[k], from);
    const Real touch = load(agents.radius, from) + columns.radius[j];
    const Real reach = touch + load(agents.margin, from);
    const Real reach2 = reach * reach;
    const Real vx = columns.velocity.x[j] - load(agents.velocity.x, from);
    const Real vy = columns.velocity.y[j] - load(agents.velocity.y, from);
    Real dz = zero;
    Real vz = zero;
    if constexpr (is_spatial) {
      dz = load(c.dz[k], from);
      vz = columns.velocity.z[j] - load(agents.velocity.z, from);
    }
    // In the plane without the last term.
    const auto sum = [&](Real in_plane, Real last) { return is_spatial ? in_plane + last : in_plane; };

    const Real speed2 = sum(vx * vx + vy * vy, vz * vz);
    const Real time = -sum(dx * vx + dy * vy, dz * vz) / speed2;
    const Real offset_x = dx + vx * time;
    const Real offset_y = dy + vy * time;
    const Real offset_z = dz + vz * time;
    const Mask moves = at_least(speed2, all(kCoincident2));
    const Mask is_due = both(less(zero, time), at_least(load(agents.horizon, from), time));
    const Mask meets = less(sum(offset_x * offset_x + offset_y * offset_y, offset_z * offset_z), reach2);
    const Real ahead = choose(both(moves, both(is_due, meets)), time, infinity);
    const Mask is_within = less(d2, reach2);
    if (!any(is_within)) [[likely]]
      return ahead;

    const Real distance = root(d2);
    const Mask coincides = less(distance, all(kCoincident));
    const Real ux = choose(coincides, zero, dx / distance);
    const Real uy = choose(coincides, zero, dy / distance);
    const Real overlap = maximum(zero, touch - distance);
    const Real uz = choose(coincides, zero, dz / distance);
    const Real closing_speed = maximum(zero, -sum(ux * vx + uy * vy, uz * vz));
    const Real depth = overlap + closing_speed * load(agents.response_time, from);
    const Mask printed = equal(load(agents.printed_form, from), all(std::int64_t{-1}));
    const Real within = choose(printed, zero, choose(less(zero, depth), -depth, infinity));
    return choose(is_within, within, ahead);
  };
  for (std::size_t e = 0; e < selection.size; ++e) {
    for (std::size_t from = 0; from < kLanes; from += kWidth)
      store(c.key[selection.candidate[e]], from, key(selection.candidate[e], from));
  }
}

void distance_keys(const Candidates& c, const Selection& selection) {
  for (std::size_t e = 0; e < selection.size; ++e)
    c.key[selection.candidate[e]] = c.d2[selection.candidate[e]];
}

void least_key(const Candidates& c, const Selection& selection, const SortedAgent* sorted_agents,
               LeastKey& out) {
  Real least;
  Int agent, candidate;
  const Real infinity = all(__builtin_huge_val());
  for_registers(
      selection,
      [&](std::size_t) {
        least = infinity;
        agent = candidate = all(std::int64_t{-1});
      },
      [&](std::size_t k, std::size_t from, Mask mask) {
        const Real key = load(c.key[k], from);
        const Int other = all(std::int64_t{sorted_agents[c.position[k]].agent});
        Mask wins = less(key, least);
        const Mask ties = both(both(mask, at_least(least, key)), less(key, infinity));
        if (any(both(ties, at_least(key, least)))) [[unlikely]]
          wins = either(wins, both(both(ties, at_least(key, least)), less(other, agent)));
        wins = both(mask, wins);
        least = choose(wins, key, least);
        agent = choose(wins, other, agent);
        candidate = choose(wins, all(static_cast<std::int64_t>(k)), candidate);
      },
      [&](std::size_t from) {
        store(out.key, from, least);
        store(out.agent, from, agent);
        store(out.candidate, from, candidate);
      });
}

template <bool is_spatial>
constexpr BlockLoops make_loops() {
  return {
      .gather_inside = gather<is_spatial, false>,
      .gather_through_edges = gather<is_spatial, true>,
      .measure = measure<is_spatial>,
      .select_near = select_near,
      .select_in_view = select_in_view,
      .keep_beyond = keep_beyond,
      .keep_labels = keep_labels,
      .keep_within = keep_within,
      .count = count,
      .count_ahead = count_ahead,
      .nearest2 = nearest2,
      .ranked = ranked,
      .sum_displacements = sum_displacements<is_spatial>,
      .sum_directions = sum_directions<is_spatial>,
      .sum_column = sum_column,
      .sum_columns = sum_columns<is_spatial>,
      .sum_moments = sum_moments<is_spatial>,
      .sum_headings = sum_headings<is_spatial>,
      .greatest_of_column = greatest_of_column,
      .greatest_of_columns = greatest_of_columns<is_spatial>,
      .greatest_of_moments = greatest_of_moments<is_spatial>,
      .sum_pushes = {nullptr, sum_pushes<is_spatial, Force::inverse>,
                     sum_pushes<is_spatial, Force::inverse_square>, sum_pushes<is_spatial, Force::linear>,
                     nullptr},
      .approach_keys = approach_keys<is_spatial>,
      .distance_keys = distance_keys,
      .least_key = least_key,
  };
}

constexpr BlockLoops kPlanarLoops = make_loops<false>();
constexpr BlockLoops kSpatialLoops = make_loops<true>();

}  // namespace
}  // namespace drover::lanes
