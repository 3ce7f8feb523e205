// Four agents at a time against one after the other: the same bits, whatever the registers, cells and
// workers.
#include <bit>

#include <gtest/gtest.h>

#include "sim/perception_scene.h"

namespace drover::test::lane_perception_test {
namespace {

using Form = PairForce::Form;
using lanes::Width;

// Everything the lanes can find about an agent.
struct Sums {
  std::uint32_t count = 0;
  Vec3 displacements, headings, pushes;
  double nearest2 = 0.0;

  friend bool operator==(const Sums&, const Sums&) = default;
};

struct Case {
  const char* name;
  NeighborhoodDef neighborhood;
  std::optional<PairForce> force = {};
  bool same_radius = false;
  bool displacements = true;
  bool headings = true;
  bool large_body = false;
  bool nearest = false;
};

PairForce force_of(Form form, double decay = 2.0, double strength = 6.0, double threshold = 2.5) {
  return {.form = form,
          .threshold = threshold,
          .threshold_factor = {},
          .decay = decay,
          .max_strength = strength,
          .closest = false};
}

NeighborhoodDef of_some(NeighborhoodDef def) {
  def.neighbors.type = TargetType::group;
  def.neighbors.index = 0;
  return def;
}

NeighborhoodDef of_the_same_type(NeighborhoodDef def) {
  def.same_type = true;
  return def;
}

std::vector<Case> cases() {
  return {
      {"inverse", neighborhood(3.0), force_of(Form::inverse)},
      {"inverse, seldom limited", neighborhood(3.0, false), force_of(Form::inverse, 1.0, 1e4)},
      {"inverse, far", neighborhood(3.0, false), force_of(Form::inverse, 0.01, 2e3, 3.0)},
      {"inverse, far, of equal radii", neighborhood(2.0), force_of(Form::inverse, -0.02, 2e3, 9.0), true},
      {"inverse that attracts", neighborhood(3.0), force_of(Form::inverse, -2.0)},
      {"inverse of nothing", neighborhood(3.0), force_of(Form::inverse, 0.0)},
      {"inverse_square", neighborhood(2.0), force_of(Form::inverse_square)},
      {"inverse_square that attracts", neighborhood(2.0, false), force_of(Form::inverse_square, -1.0)},
      {"linear", neighborhood(4.0), force_of(Form::linear)},
      {"equal radii", neighborhood(2.0), force_of(Form::inverse), true},
      {"some count", of_some(neighborhood(3.0)), force_of(Form::linear)},
      {"no force", neighborhood(3.0)},
      {"headings alone", neighborhood(3.0), {}, false, false, true},
      {"pushes alone", neighborhood(3.0), force_of(Form::inverse), false, false, false},
      {"only counted", neighborhood(3.0), {}, true, false, false},
      {"the nearest", neighborhood(0.8, false), {}, false, false, false, false, true},
      {"the nearest beside a force", neighborhood(3.0, false), force_of(Form::inverse), false, true, true,
       true, true},
      {"the same type counts", of_the_same_type(neighborhood(3.0)), force_of(Form::inverse)},
      {"a large body", neighborhood(1.0), force_of(Form::inverse), false, true, true, true},
      {"a large body of equal ones", neighborhood(1.0), force_of(Form::linear), true, true, true, true},
      {"a short reach", neighborhood(0.05, false)},
      {"a reach beyond the world", neighborhood(15.0), force_of(Form::inverse, 2.0, 6.0, 30.0)},
  };
}

// A crowd with agents at the same place, at edges and in a heap; every third belongs to a group.
World scene_of(const Case& test, const Bounds& bounds) {
  World world = crowd(230, bounds);
  for (AgentIndex i = 10; i < 16; ++i)
    world.state.motion.set_position(i, world.state.motion.position(9));
  for (AgentIndex i = 16; i < 40; ++i)
    world.state.motion.set_position(i, Vec3{5.0, 5.0, 0.0} + world.state.motion.position(i) * 0.02);
  world.state.motion.set_position(40, {0.0, 0.0, 0.0});
  world.state.motion.set_position(41, {0.0, 19.999, 0.0});
  world.state.motion.set_position(42, {19.999, 0.0, 0.0});
  world.state.motion.set_position(43, {10.0, 0.0, 0.0});
  std::vector<AgentIndex> group;
  for (AgentIndex i = 0; i < world.model().agents.size(); i += 3)
    group.push_back(i);
  world.state.lists.groups.push_back(group);
  if (test.same_radius) world.state.limits.radius.assign(world.model().agents.size(), 0.4);
  if (test.large_body) world.state.limits.radius.set(50, 4.0);
  return world;
}

struct How {
  std::optional<Width> width;
  NeighborGrid::Cells cells = {.size = 1.5};
  std::size_t workers = 1;
};

std::vector<Sums> found(const Case& test, const World& world, const How& how) {
  const std::vector<AgentIndex> all = all_of(world);
  PerceptionPlan plan(world.model().agents.size());
  plan.begin_agents(all);
  if (test.displacements) plan.need(test.neighborhood, {Reduction::displacement});
  if (test.headings) plan.need(test.neighborhood, {Reduction::heading});
  plan.need(test.neighborhood, {});
  if (test.nearest) plan.need(test.neighborhood, {Reduction::nearest});
  if (test.force) plan.need_force(test.neighborhood, *test.force);
  PerceptionPass pass(plan.take().at(0), world);
  pass.use_lanes(how.width);
  EXPECT_EQ(pass.uses_lanes(), how.width.has_value());
  WorkerPool workers(how.workers, 16);
  const NeighborGrid grid = grid_of(world, how.cells, workers);
  pass.run(world, grid, workers);
  std::vector<Sums> sums;
  for (AgentIndex i = 0; i < world.model().agents.size(); ++i) {
    const Perceived& seen = pass.result();
    Sums& of_agent = sums.emplace_back();
    of_agent.count = seen.count(i);
    if (test.displacements) of_agent.displacements = seen.displacement_sum(i);
    if (test.headings) of_agent.headings = seen.heading_sum(i);
    if (test.force) of_agent.pushes = seen.force_sum(0, i);
    if (test.nearest) of_agent.nearest2 = seen.nearest2(i);
  }
  return sums;
}

TEST(LanePerception, FindsWhatThePlainFormFinds) {
  for (const Case& test : cases()) {
    for (const Bounds& bounds : {Bounds(), torus()}) {
      const World world = scene_of(test, bounds);
      const std::vector<Sums> plain = found(test, world, {.width = {}});
      EXPECT_NE(plain, std::vector<Sums>(plain.size())) << "the case shows nothing";
      for (const Width width : {Width::baseline, Width::avx2, Width::avx512}) {
        for (const double size : {0.4, 1.5, 6.0, 50.0}) {
          EXPECT_EQ(found(test, world, {.width = width, .cells = {.size = size, .split = 4.0}}), plain)
              << test.name << ", width " << static_cast<int>(width) << ", cells of " << size
              << (bounds.wraps() ? ", wrapped" : "");
        }
      }
    }
  }
}

TEST(LanePerception, DoesNotDependOnTheCellsBeingSharedOrSwitchedOff) {
  for (const Case& test : cases()) {
    for (const Bounds& bounds : {Bounds(), torus()}) {
      const World world = scene_of(test, bounds);
      const std::vector<Sums> plain = found(test, world, {.width = {}});
      // The smallest cells are more than are kept apart, so distant ones share.
      EXPECT_EQ(found(test, world, {.width = lanes::widest(), .cells = {.size = 0.02}}), plain) << test.name;
      EXPECT_EQ(found(test, world, {.width = lanes::widest(), .cells = {.enabled = false}}), plain)
          << test.name;
    }
  }
}

TEST(LanePerception, DoesNotDependOnTheWorkers) {
  for (const Case& test : cases()) {
    const World world = scene_of(test, torus());
    const std::vector<Sums> plain = found(test, world, {.width = {}});
    for (const std::size_t workers : std::initializer_list<std::size_t>{2, 3, 7}) {
      EXPECT_EQ(found(test, world, {.width = lanes::widest(), .workers = workers}), plain) << test.name;
      EXPECT_EQ(found(test, world, {.width = {}, .workers = workers}), plain) << test.name;
    }
  }
}

// Agents of three types with a radius, a decay and a threshold of their own, that perceive all, their type or
// their group, and one agent that sees far.
class TypesOfOwn {
 public:
  TypesOfOwn(const World& world, TargetType counts) : counts_(counts) {
    for (std::uint32_t type = 0; type < 4; ++type) {
      agents_.emplace_back();
      for (AgentIndex i = 0; i < world.model().agents.size(); ++i) {
        if ((i == 77 ? 3 : world.model().agents.type[i]) == type) agents_.back().push_back(i);
      }
    }
  }

  std::size_t size() const { return agents_.size(); }
  std::span<const AgentIndex> agents(std::size_t type) const { return agents_[type]; }

  void ask(std::size_t type, PerceptionPlan& plan) {
    NeighborhoodDef def = neighborhood(type < 3 ? 1.0 + 0.7 * static_cast<double>(type) : 9.0);
    def.neighbors.type = counts_;
    def.neighbors.index = static_cast<std::uint32_t>(type % 3);
    plan.begin_agents(agents_[type]);
    plan.need(def, {Reduction::displacement, Reduction::heading});
    handle = plan.need_force(def, force_of(Form::inverse, 1.0 + static_cast<double>(type), 6.0,
                                           1.0 + 0.4 * static_cast<double>(type)));
  }

  PerceptionHandle handle;

 private:
  TargetType counts_;
  std::vector<std::vector<AgentIndex>> agents_;
};

Sums sums_of(const PerceptionPass& pass, const PerceptionHandle& handle, AgentIndex i) {
  const Perceived& seen = pass.result();
  return {seen.count(i), seen.displacement_sum(i), seen.heading_sum(i), seen.force_sum(handle.index, i)};
}

TEST(PerceptionPlan, OnePerceptionOfTypesThatDifferInNumbersFindsWhatOneEachFinds) {
  for (const TargetType counts : {TargetType::none, TargetType::group}) {
    for (const Bounds& bounds : {Bounds(), torus()}) {
      World world = scene_of({"", {}}, bounds);
      world.state.lists.groups.assign(3, {});
      for (AgentIndex i = 0; i < world.model().agents.size(); ++i)
        world.state.lists.groups[i % 4 % 3].push_back(i);
      WorkerPool workers;
      const NeighborGrid grid = grid_of(world, {.size = 1.5}, workers);
      TypesOfOwn types(world, counts);
      PerceptionPlan together(world.model().agents.size());
      for (std::size_t type = 0; type < types.size(); ++type)
        types.ask(type, together);
      together.merge();
      for (std::size_t type = 0; type < types.size(); ++type)
        types.ask(type, together);
      std::vector<PerceptionPlan::Entry> entries = together.take();
      ASSERT_EQ(entries.size(), 1u);
      for (const bool in_lanes : {true, false}) {
        PerceptionPass merged(entries.front(), world);
        if (!in_lanes) merged.use_lanes({});
        EXPECT_EQ(merged.uses_lanes(), in_lanes);
        merged.run(world, grid, workers);
        for (std::size_t type = 0; type < types.size(); ++type) {
          PerceptionPlan alone(world.model().agents.size());
          types.ask(type, alone);
          PerceptionPass apart(alone.take().at(0), world);
          apart.use_lanes({});
          apart.run(world, grid, workers);
          for (const AgentIndex i : types.agents(type))
            EXPECT_EQ(sums_of(merged, types.handle, i), sums_of(apart, types.handle, i)) << i;
        }
      }
    }
  }
}

TEST(LanePerception, ComparesTheSamePairsAtEveryWidth) {
  const Case test = cases().front();
  const World world = scene_of(test, torus());
  std::vector<std::uint64_t> tested;
  for (const Width width : {Width::baseline, Width::avx2, Width::avx512}) {
    const PerceptionPass pass = perceive(world, {.size = 1.5}, [&](PerceptionPlan& plan) {
      plan.need(test.neighborhood, {Reduction::displacement});
    });
    PerceptionPass same = pass;
    same.use_lanes(width);
    WorkerPool workers;
    const NeighborGrid grid = grid_of(world, {.size = 1.5}, workers);
    same.run(world, grid, workers);
    tested.push_back(same.pairs_tested());
  }
  EXPECT_EQ(tested, std::vector<std::uint64_t>(3, tested.front()));
  EXPECT_GT(tested.front(), 230u);
}

TEST(LanePerception, SumsInOneLoopWhatIsMostFrequentAndTheRestInBlocks) {
  using Way = PerceptionPass::How;
  const World world = crowd(10, Bounds());
  const auto how = [&](const NeighborhoodDef& def, const std::function<void(PerceptionPlan&)>& ask) {
    return perceive(world, {.size = 1.5},
                    [&](PerceptionPlan& plan) {
                      plan.need(def, {});
                      ask(plan);
                    })
        .how();
  };
  const NeighborhoodDef def = neighborhood(3.0);
  EXPECT_EQ(how(def, [](PerceptionPlan&) {}), Way::in_one_loop);
  EXPECT_EQ(how(def, [&](PerceptionPlan& plan) { plan.need_list(def); }), Way::in_blocks);
  EXPECT_EQ(how(def, [&](PerceptionPlan& plan) { plan.need(def, {Reduction::velocity}); }), Way::in_blocks);
  EXPECT_EQ(how(def, [&](PerceptionPlan& plan) { plan.need_force(def, force_of(Form::lateral)); }),
            Way::in_blocks);
  // The steps of its sums follow from the largest push.
  EXPECT_EQ(how(def, [&](PerceptionPlan& plan) { plan.need_force(def, force_of(Form::inverse, 1.0, 1e12)); }),
            Way::in_blocks);
  EXPECT_EQ(how(def, [&](PerceptionPlan& plan) { plan.need(def, {Reduction::nearest}); }), Way::in_blocks);
  const NeighborhoodDef same = of_the_same_type(neighborhood(3.0, false));
  EXPECT_EQ(how(same, [&](PerceptionPlan& plan) { plan.need(same, {Reduction::nearest}); }), Way::in_blocks);
  NeighborhoodDef narrow = def;
  narrow.view = View::limited;
  EXPECT_EQ(how(narrow, [](PerceptionPlan&) {}), Way::in_blocks);
  NeighborhoodDef few = def;
  few.max_neighbors = 3;
  EXPECT_EQ(how(few, [](PerceptionPlan&) {}), Way::in_blocks);
}

}  // namespace
}  // namespace drover::test::lane_perception_test
