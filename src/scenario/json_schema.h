// The JSON Schema (draft-07) of scenarios and other documents, for editors and for checks by other programs.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/kind.h"

namespace drover {

// One definition per table and per kind. It accepts every scenario the reader accepts and refuses what can be
// seen without following names or comparing numbers: keys, types, ranges, kinds. Keys in degrees and keys
// that start with "x-" are allowed as the reader allows them. Kinds are chosen by an enum on "type" and
// if/then, so that a validator reports the wrong value itself and not a failed union.
nlohmann::ordered_json scenario_schema(const Catalog& catalog);

// The same for the documents of any catalog.
nlohmann::ordered_json json_schema(const std::string& title, const Catalog& catalog);

}  // namespace drover
