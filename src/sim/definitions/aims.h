// What a behavior goes for or probes at one moment, for traces and pictures: no later step depends on it.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "core/vec3.h"

namespace drover {

enum class AimForm {
  point,   // it steers to or from it
  circle,  // a point moves on it
  feeler,  // the tip of a feeler, which begins at the agent's center
  corner,  // of an outline; corners that follow each other are joined
};

struct Aim {
  std::string_view name;  // "aim", "feeler_left"; unique in its behavior
  AimForm form = AimForm::point;
  Vec3 place;           // m; in a world that wraps the image nearest to the agent
  double radius = 0.0;  // of a circle [m]
};

class Aims {
 public:
  void add(const Aim& aim) { list_[count_++] = aim; }
  void add_point(std::string_view name, Vec3 place) { add({name, AimForm::point, place}); }
  std::span<const Aim> all() const { return std::span(list_).first(count_); }

 private:
  std::array<Aim, 8> list_;
  std::size_t count_ = 0;
};

// The name of the one point that most behaviors have.
inline constexpr std::string_view kAimName = "aim";
inline constexpr std::array<std::string_view, 1> kAimNames = {kAimName};

}  // namespace drover
