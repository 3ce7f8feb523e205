// A kind: one way of doing something that a scenario picks by name (a behavior, an arbiter, a placement, a
// metric...). Every family extends Kind with the functions that do the work and lists its kinds in a
// registry. The name of the family, as tables and the catalog have it, is the constant kFamily of that
// struct.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/check.h"
#include "core/erased.h"
#include "core/field.h"

namespace drover {

// The words of a kind.
struct KindInfo {
  std::string_view name = "";     // "arrive"
  std::string_view summary = "";  // one sentence
  std::string_view source = "";   // the publication it is taken from
  std::string_view example = "";  // JSON of one use, validated by a test
  std::string_view related = "";  // names of related kinds, comma-separated
  // Whether it works where agents move in the plane, upright on ground with heights too, and in space.
  bool in_plane = true;
  bool in_space = false;
  // Of one that does not work in space: why, or what to take there instead, as the end of a message.
  std::string_view not_in_space = "";
};

struct Kind : KindInfo {
  std::string_view family = "";  // "behavior"
  Table table = {};              // its parameters
  std::shared_ptr<void> (*make_params)() = nullptr;
  std::shared_ptr<void> (*copy_params)(const void* params) = nullptr;
};

template <class K>
const K* kind_cast(const Kind* kind) {
  DROVER_CHECK(kind == nullptr || kind->family == K::kFamily, "kinds are kept by their families");
  return static_cast<const K*>(kind);
}

// A kind with parameters of type Params that lacks the functions of its family.
template <class FamilyKind, class Params>
constexpr FamilyKind make_kind(const KindInfo& info, const Table& table) {
  FamilyKind kind;
  static_cast<KindInfo&>(kind) = info;
  kind.family = FamilyKind::kFamily;
  kind.table = table;
  kind.make_params = [] { return std::shared_ptr<void>(std::make_shared<Params>()); };
  kind.copy_params = [](const void* params) {
    return std::shared_ptr<void>(std::make_shared<Params>(*static_cast<const Params*>(params)));
  };
  return kind;
}

// The same from the typed description in the kind's file: a constexpr object with the members info, fields
// and check, such as a TypedBehavior (sim/definitions/typed_kinds.h). It is a template argument so that its
// functions are constants that the compiler can inline.
template <class FamilyKind, const auto& Typed>
constexpr FamilyKind make_kind() {
  return make_kind<FamilyKind, typename std::remove_cvref_t<decltype(Typed)>::Params>(
      Typed.info, {.name = Typed.info.name, .fields = Typed.fields, .check = erased<Typed.check>});
}

// Defines the function of a registry that returns a family's kinds in a fixed order. Every kind is defined in
// a file of its own, by `extern constexpr`; here it is declared.
#define DROVER_KINDS(list_function, FamilyKind, ...)                           \
  extern const FamilyKind __VA_ARGS__;                                         \
  std::span<const FamilyKind* const> list_function() {                         \
    static constexpr auto kKinds = pointers_to_kinds<FamilyKind>(__VA_ARGS__); \
    return kKinds;                                                             \
  }

template <class K, class... Kinds>
constexpr std::array<const K*, sizeof...(Kinds)> pointers_to_kinds(const Kinds&... kinds) {
  return {&kinds...};
}

// A document whose objects choose from families of kinds.
struct DocumentRoot {
  const Table& (*table)() = nullptr;
  std::shared_ptr<void> (*make)() = nullptr;  // one with its defaults
};

// All families, each a list in a fixed order. Readers, schema and documentation work on this view.
class Catalog {
 public:
  struct Family {
    std::string_view name;
    std::vector<const Kind*> kinds;

    template <class K>
    Family(std::span<const K* const> list) : name(K::kFamily), kinds(list.begin(), list.end()) {}  // NOLINT
  };

  // Without a root: of scenarios.
  explicit Catalog(std::vector<Family> families, const DocumentRoot& root = {})
      : families_(std::move(families)), root_(root) {}

  const DocumentRoot& root() const { return root_; }

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

  // The same of the family K.
  template <class K>
  std::vector<const K*> kinds() const {
    std::vector<const K*> found;
    for (const Kind* kind : kinds(K::kFamily))
      found.push_back(kind_cast<K>(kind));
    return found;
  }
  template <class K>
  const K* find(std::string_view name) const {
    return kind_cast<K>(find(K::kFamily, name));
  }

 private:
  std::vector<Family> families_;
  DocumentRoot root_;
};

}  // namespace drover
