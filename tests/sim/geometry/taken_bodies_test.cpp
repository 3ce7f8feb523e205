// Compared with looking at all bodies, small and large ones among each other.
#include "sim/geometry/taken_bodies.h"

#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"

namespace drover::taken_bodies_test {
namespace {

constexpr double kSide = 100.0;

class Scene {
 public:
  explicit Scene(bool wraps)
      : bounds_(
            BoundsDef{.min = {0, 0, 0}, .max = {kSide, kSide, 0}, .edge = wraps ? Edge::wrap : Edge::open}),
        taken_(bounds_) {}

  Vec3 place() {
    const double x = draws_.uniform(), y = draws_.uniform();
    return {kSide * x, kSide * y, 0};
  }
  double radius() {
    const double u = draws_.uniform();
    return u < 0.9 ? 0.2 + 0.3 * u : u < 0.99 ? 5.0 : u < 0.995 ? 0.0 : 40.0;
  }
  void add(Vec3 p, double radius, double kept) {
    taken_.add(p, radius, static_cast<AgentIndex>(bodies_.size()), kept);
    bodies_.push_back({p, radius});
  }
  void shrink(std::size_t size) {
    taken_.shrink(size);
    bodies_.resize(size);
  }

  static bool is_near(double distance, double radius, const TakenBodies::Question& question) {
    return distance < question.spacing || distance < radius + question.radius + question.gap;
  }

  // The numbers of the bodies that a question is about, from the table and one by one.
  std::vector<bool> found(Vec3 p, const TakenBodies::Question& question) const {
    std::vector<bool> found(bodies_.size());
    const bool stopped = taken_.any_near(p, question, [&](Vec3 way, const TakenBodies::Body& body) {
      if (is_near(length(way), body.radius, question)) found[body.agent] = true;
      return false;
    });
    EXPECT_FALSE(stopped);
    return found;
  }
  std::vector<bool> expected(Vec3 p, const TakenBodies::Question& question) const {
    std::vector<bool> expected(bodies_.size());
    for (std::size_t k = 0; k < bodies_.size(); ++k)
      expected[k] = is_near(length(bounds_.displacement(p, bodies_[k].p)), bodies_[k].radius, question);
    return expected;
  }

  void ask(int times) {
    for (int k = 0; k < times; ++k) {
      const Vec3 p = place();
      const double own = radius();
      for (const TakenBodies::Question& question :
           {TakenBodies::Question{.radius = own},
            TakenBodies::Question{.radius = own, .gap = 0.5, .spacing = 3.0},
            TakenBodies::Question{.spacing = 30.0}})
        ASSERT_EQ(found(p, question), expected(p, question)) << p.x << " " << p.y << " " << own;
    }
  }

 private:
  struct Disc {
    Vec3 p;
    double radius;
  };
  Bounds bounds_;
  TakenBodies taken_;
  std::vector<Disc> bodies_;
  Draws draws_{StreamKey{1, 2, 3, Purpose::placement, 4}};
};

TEST(TakenBodies, FindsWhatLookingAtAllFinds) {
  for (const bool wraps : {false, true}) {
    Scene scene(wraps);
    for (int k = 0; k < 600; ++k) {
      const Vec3 p = scene.place();
      scene.add(p, scene.radius(), k % 7 == 0 ? 12.0 : 0.0);
    }
    scene.ask(60);
    scene.shrink(200);
    scene.ask(60);
    for (int k = 0; k < 50; ++k)
      scene.add(scene.place(), 0.4, 1.0);
    scene.ask(60);
  }
}

TEST(TakenBodies, StopsAtTheFirst) {
  const Bounds open;
  TakenBodies taken(open);
  taken.add({1, 0, 0}, 0.5, 0);
  taken.add({2, 0, 0}, 0.5, 1);
  int calls = 0;
  EXPECT_TRUE(taken.any_near({0, 0, 0}, {.spacing = 5.0}, [&](Vec3, const TakenBodies::Body&) {
    ++calls;
    return true;
  }));
  EXPECT_EQ(calls, 1);
  EXPECT_FALSE(TakenBodies(open).any_near({0, 0, 0}, {.spacing = 5.0},
                                          [](Vec3, const TakenBodies::Body&) { return true; }));
}

}  // namespace
}  // namespace drover::taken_bodies_test
