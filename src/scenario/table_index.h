// All tables a document such as a scenario can contain, found by walking from its own table and from every
// kind.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/kind.h"

namespace drover {

class TableIndex {
 public:
  struct Entry {
    std::string id;  // "agent_type", or of a kind "behavior_arrive": unique
    const Table* table = nullptr;
    const Kind* kind = nullptr;       // the kind whose parameters these are; null for objects of the document
    nlohmann::ordered_json defaults;  // a default-constructed object as written
  };

  explicit TableIndex(const Catalog& catalog);

  // The root first, then its objects in the order of the tables, then the kinds in catalog order.
  const std::vector<Entry>& entries() const { return entries_; }
  const Entry& of(const Table& table) const;
  const Entry& of(const Kind& kind) const;

  // The table of objects that choose a kind of the family, that with the fewest keys of its own where there
  // are several; null where kinds are chosen by key, as metrics are.
  const Table* chooser(std::string_view family) const;
  // The keys that stand beside those of every kind of the family: the tables that choose one, that with the
  // name of the family first. None where some object that chooses has no such keys.
  std::vector<const Table*> common_tables(std::string_view family) const;

 private:
  void add(const Table& table, const Kind* kind, void* object);
  std::string unique_id(std::string_view name) const;

  std::vector<Entry> entries_;
};

}  // namespace drover
