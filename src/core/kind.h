// A kind: one way of doing something that a scenario picks by name (a behavior, an arbiter, a placement, a
// metric...). Every family extends Kind with the functions that do the work and lists its kinds in a
// registry.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "core/field.h"

namespace drover {

struct Kind {
  std::string_view family = "";   // "behavior"
  std::string_view name = "";     // "arrive"
  std::string_view summary = "";  // one sentence
  std::string_view source = "";   // seed and section, or paper
  Table table = {};               // its parameters
  std::string_view example = "";  // JSON of one use, validated by a test
  std::string_view related = "";  // names of related kinds, comma-separated

  std::shared_ptr<void> (*make_params)() = nullptr;
  std::shared_ptr<void> (*copy_params)(const void* params) = nullptr;
};

// Fills the parts of a kind that follow from the type of its parameters.
template <class Params, class FamilyKind>
constexpr FamilyKind with_params(FamilyKind kind) {
  kind.make_params = [] { return std::shared_ptr<void>(std::make_shared<Params>()); };
  kind.copy_params = [](const void* params) {
    return std::shared_ptr<void>(std::make_shared<Params>(*static_cast<const Params*>(params)));
  };
  return kind;
}

// All families, each a list in a fixed order. Readers, schema and documentation work on this view.
class Catalog {
 public:
  struct Family {
    std::string_view name;
    std::span<const Kind* const> kinds;
  };

  explicit Catalog(std::span<const Family> families) : families_(families) {}

  std::span<const Family> families() const { return families_; }
  std::span<const Kind* const> kinds(std::string_view family) const {
    for (const Family& f : families_) {
      if (f.name == family) return f.kinds;
    }
    return {};
  }
  // nullptr when there is none.
  const Kind* find(std::string_view family, std::string_view name) const {
    for (const Kind* kind : kinds(family)) {
      if (kind->name == name) return kind;
    }
    return nullptr;
  }

 private:
  std::span<const Family> families_;
};

}  // namespace drover
