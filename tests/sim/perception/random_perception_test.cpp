// Lanes of every width against the plain form in random worlds, bit for bit: every kind of neighborhood and
// sum, alone and together, on one thread and several. DROVER_TEST_WORLDS sets the number of worlds.
#include <bit>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/perception/random_crowd.h"

namespace drover::test::random_perception_test {
namespace {

using lanes::Width;

std::uint64_t world_count() {
  const char* text = std::getenv("DROVER_TEST_WORLDS");
  return text == nullptr ? 1000 : std::strtoull(text, nullptr, 10);
}

// Calls visit(name, bits) for everything that was found about an agent.
template <class Visit>
void visit_results(const PerceptionPass& pass, AgentIndex i, const Visit& visit) {
  const Perceived& seen = pass.result();
  const PerceptionSpec& spec = pass.spec();
  const auto number = [&](const char* name, double value) {
    visit(name, std::bit_cast<std::uint64_t>(value));
  };
  const auto vector = [&](const char* name, Vec3 value) {
    number(name, value.x);
    number(name, value.y);
    if (seen.is_spatial()) number(name, value.z);
  };
  const auto wants = [&](Reduction reduction) {
    return (spec.reductions & static_cast<unsigned>(reduction)) != 0;
  };
  if (wants(Reduction::count)) visit("count", seen.count(i));
  if (wants(Reduction::direction)) vector("direction", seen.direction_sum(i));
  if (wants(Reduction::displacement)) vector("displacement", seen.displacement_sum(i));
  if (wants(Reduction::heading)) vector("heading", seen.heading_sum(i));
  if (wants(Reduction::velocity)) vector("velocity", seen.velocity_sum(i));
  if (wants(Reduction::mass_displacement)) {
    vector("mass_displacement", seen.mass_displacement_sum(i));
    number("mass", seen.mass_sum(i));
  }
  if (wants(Reduction::ahead)) visit("ahead", seen.ahead(i));
  if (wants(Reduction::speed)) number("speed", seen.speed_sum(i));
  if (wants(Reduction::nearest)) number("nearest", seen.nearest2(i));
  for (std::uint32_t k = 0; k < spec.forces.size(); ++k)
    vector("force", seen.force_sum(k, i));
  for (std::uint32_t k = 0; k < spec.argmins.size(); ++k)
    visit("argmin", seen.argmin(k, i));
  if (!spec.list) return;
  for (const AgentIndex other : seen.list(i))
    visit("list", other);
}

using Bits = std::vector<std::uint64_t>;

// What all agents found that are there and asked, one after the other.
Bits bits_of(const PerceptionPass& pass, const World& world) {
  Bits bits;
  const std::vector<std::uint8_t> asks = pass.need().subscribers;
  for (AgentIndex i = 0; i < asks.size(); ++i) {
    if (asks[i] == 0 || !world.is_present(i)) continue;
    visit_results(pass, i, [&bits](const char*, std::uint64_t value) { bits.push_back(value); });
  }
  return bits;
}

// Counts and indices as whole numbers, others as what they are.
std::string shown(std::uint64_t bits) {
  return bits >> 32 == 0 ? fmt::format("{}", bits)
                         : fmt::format("{} ({:x})", std::bit_cast<double>(bits), bits);
}

// Where the bits of a pass first differ from those expected; it is known that they do.
std::string first_difference(const PerceptionPass& pass, const World& world, const Bits& expected) {
  std::size_t k = 0;
  std::string found;
  const std::vector<std::uint8_t> asks = pass.need().subscribers;
  for (AgentIndex i = 0; i < asks.size() && found.empty(); ++i) {
    if (asks[i] == 0 || !world.is_present(i)) continue;
    visit_results(pass, i, [&](const char* name, std::uint64_t value) {
      const std::uint64_t wanted = k < expected.size() ? expected[k] : 0;
      ++k;
      if (value == wanted || !found.empty()) return;
      found = fmt::format("{} of agent {} is {} instead of {}", name, i, shown(value), shown(wanted));
    });
  }
  return found;
}

std::string description(const PerceptionSpec& spec) {
  const NeighborhoodDef& def = spec.shape();
  std::string forces;
  for (const Law<PairForce>& law : spec.forces) {
    const PairForce& force = law.variants.front();
    forces += fmt::format(" force {}{}", static_cast<int>(force.form), force.closest ? " closest" : "");
  }
  return fmt::format(
      "{} variants, radius_by {}, add_other_radius {}, view {}, neighbors {}, same_type {}, walls_hide {}, "
      "max_neighbors {}, reductions {:#x}, {} keys, list {},{}",
      spec.neighborhood.variants.size(), def.radius_by.has_value(), def.add_other_radius,
      static_cast<int>(def.view), static_cast<int>(def.neighbors.type), def.same_type, def.walls_hide,
      def.max_neighbors.value_or(0), spec.reductions, spec.argmins.size(), spec.list, forces);
}

// The perceptions of a crowd, found in one way.
class Perceptions {
 public:
  Perceptions(const RandomCrowd& crowd, std::optional<Width> width) {
    for (const PerceptionPlan::Entry& need : crowd.needs())
      passes_.emplace_back(need, crowd.world()).use_lanes(width);
  }

  const std::vector<PerceptionPass>& find(RandomCrowd& crowd, WorkerPool& workers) {
    const World& world = crowd.world();
    const NeighborGrid::Cells cells = crowd.random_cells();
    NeighborGrid grid;
    grid.build(world.state.motion.x, world.state.motion.y, world.model().bounds, cells, workers);
    run_perceptions(passes_, world, grid, workers);
    return passes_;
  }

 private:
  std::vector<PerceptionPass> passes_;
};

struct Totals {
  std::uint64_t perceptions = 0, in_lanes = 0, numbers = 0;
};

class RandomPerception : public testing::TestWithParam<Dimensions> {
 protected:
  // The same needs are met in so many states, since what is kept from one to the next may be stale.
  void expect_equal_bits(RandomCrowd crowd, const std::string& name, int states = 2) {
    Perceptions plain(crowd, std::nullopt);
    std::vector<std::pair<Width, Perceptions>> wide;
    for (const Width width : {Width::baseline, Width::avx2, Width::avx512}) {
      if (width <= lanes::widest()) wide.emplace_back(width, Perceptions(crowd, width));
    }
    for (int state = 0; state < states; ++state) {
      if (state > 0) crowd.change();
      std::vector<Bits> expected;
      for (const PerceptionPass& pass : plain.find(crowd, alone_)) {
        EXPECT_FALSE(pass.uses_lanes());
        expected.push_back(bits_of(pass, crowd.world()));
        totals_.numbers += expected.back().size();
      }
      for (auto& [width, perceptions] : wide) {
        SCOPED_TRACE(fmt::format("{}, state {}, width {}", name, state, static_cast<int>(width)));
        expect_bits(perceptions.find(crowd, state % 2 == 0 ? alone_ : together_), crowd.world(), expected);
      }
    }
  }

  const Totals& totals() const { return totals_; }

 private:
  void expect_bits(const std::vector<PerceptionPass>& passes, const World& world,
                   const std::vector<Bits>& expected) {
    for (std::size_t k = 0; k < passes.size(); ++k) {
      ++totals_.perceptions;
      if (passes[k].uses_lanes()) ++totals_.in_lanes;
      if (bits_of(passes[k], world) == expected[k]) continue;
      ADD_FAILURE() << "perception " << k << ": " << first_difference(passes[k], world, expected[k]) << "\n  "
                    << description(passes[k].spec()) << ", " << world.model().agents.size() << " agents"
                    << (world.model().is_spatial() ? " in space" : "")
                    << (world.model().bounds.wraps() ? " in a world that wraps" : "");
    }
  }

  WorkerPool alone_, together_{3, 5};
  Totals totals_;
};

TEST_P(RandomPerception, IsTheSameInLanesOfEveryWidth) {
  const std::uint64_t count = world_count();
  std::uint64_t seed = 0;
  for (; seed < count && !HasFailure(); ++seed) {
    const std::uint32_t most = seed % 6 == 0 ? 400 : seed % 3 == 0 ? 150 : 40;
    expect_equal_bits(RandomCrowd(seed, most, GetParam()), fmt::format("world {}", seed));
  }
  fmt::print("{} worlds, {} numbers; {} of {} perceptions in lanes\n", seed, totals().numbers,
             totals().in_lanes, totals().perceptions);
  // That both ways are compared, not one with itself.
  EXPECT_GT(totals().in_lanes, totals().perceptions / 2);
  EXPECT_GT(totals().numbers, 100 * count);
}

TEST_P(RandomPerception, IsTheSameForThousandsInOnePlace) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed)
    expect_equal_bits(RandomCrowd(seed, 2000, GetParam(), RandomCrowd::Where::one_place),
                      fmt::format("crowd {}", seed), 1);
}

INSTANTIATE_TEST_SUITE_P(Dimensions, RandomPerception, testing::Values(Dimensions::plane, Dimensions::space),
                         [](const auto& test) {
                           return test.param == Dimensions::space ? "space" : "plane";
                         });

}  // namespace
}  // namespace drover::test::random_perception_test
