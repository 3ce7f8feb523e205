#include "scenario/table_index.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/check.h"
#include "scenario/scenario_writer.h"
#include "sim/definitions/definitions.h"

namespace drover {
TableIndex::TableIndex(const Catalog& catalog) {
  if (catalog.root().table != nullptr) {
    add(catalog.root().table(), nullptr, catalog.root().make().get());
  } else {
    ScenarioDef scenario;
    scenario.format = kScenarioFormat;
    add(ScenarioDef::table(), nullptr, &scenario);
  }
  for (const Catalog::Family& family : catalog.families()) {
    for (const Kind* kind : family.kinds)
      add(kind->table, kind, kind->make_params().get());
  }
}

const TableIndex::Entry& TableIndex::of(const Table& table) const {
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&table](const Entry& entry) {
    return entry.kind == nullptr && entry.table == &table;
  });
  DROVER_CHECK(found != entries_.end(), "the table is reachable from the scenario or from a kind");
  return *found;
}

const TableIndex::Entry& TableIndex::of(const Kind& kind) const {
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&kind](const Entry& entry) { return entry.kind == &kind; });
  DROVER_CHECK(found != entries_.end(), "the kind is in the catalog");
  return *found;
}

const Table* TableIndex::chooser(std::string_view family) const {
  const Table* found = nullptr;
  for (const Entry& entry : entries_) {
    if (entry.kind != nullptr || entry.table->family != family) continue;
    if (found == nullptr || entry.table->fields.size() < found->fields.size()) found = entry.table;
  }
  return found;
}

std::vector<const Table*> TableIndex::common_tables(std::string_view family) const {
  const Table* least = chooser(family);
  if (least == nullptr || least->fields.empty()) return {};
  std::vector<const Table*> tables;
  for (const Entry& entry : entries_) {
    if (entry.kind == nullptr && entry.table->family == family) tables.push_back(entry.table);
  }
  std::stable_partition(tables.begin(), tables.end(),
                        [family](const Table* table) { return table->name == family; });
  return tables;
}

// Adds the table and every table nested in it. The elements of lists are made inside the default object,
// because only a field can create them.
void TableIndex::add(const Table& table, const Kind* kind, void* object) {
  const bool known =
      kind == nullptr && std::any_of(entries_.begin(), entries_.end(), [&table](const Entry& entry) {
        return entry.kind == nullptr && entry.table == &table;
      });
  if (known) return;
  std::string name(table.name);
  std::ranges::replace(name, ' ', '_');
  if (kind != nullptr) name = fmt::format("{}_{}", kind->family, kind->name);
  entries_.push_back({unique_id(name), &table, kind, write_object(table, object)});
  for (const Field& field : table.fields) {
    if (field.access.nested == nullptr) continue;
    void* nested = field.in(object);
    if (field.access.holder == Holder::one) {
      add(field.access.nested(), nullptr, nested);
    } else {
      add(field.access.nested(), nullptr, field.access.list.append(nested, ""));
      field.access.list.clear(nested);
    }
  }
}

std::string TableIndex::unique_id(std::string_view name) const {
  std::string id(name);
  const auto taken = [this](const std::string& candidate) {
    return std::any_of(entries_.begin(), entries_.end(),
                       [&](const Entry& entry) { return entry.id == candidate; });
  };
  for (int number = 2; taken(id); ++number)
    id = fmt::format("{}_{}", name, number);
  return id;
}

}  // namespace drover
