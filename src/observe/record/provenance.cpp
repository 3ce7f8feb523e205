#include "observe/record/provenance.h"

#include <nlohmann/json.hpp>

#include "core/hash.h"
#include "core/numerics.h"

namespace drover {

std::string_view drover_version() {
  return DROVER_VERSION;
}

nlohmann::ordered_json to_json(const Provenance& provenance) {
  nlohmann::ordered_json out;
  out["drover"] = drover_version();
  out["numerics"] = kNumericsProfile;
  out["hashes"] = kHashForm;
  out["scenario"] = provenance.scenario_name;
  out["file"] = provenance.scenario_file;
  out["scenario_hash"] = hex(provenance.scenario_hash);
  out["seed"] = provenance.seed;
  out["overrides"] = provenance.overrides;
  out["steps"] = provenance.steps;
  out["dt"] = provenance.dt;
  out["state_hash"] = provenance.state_hash ? nlohmann::ordered_json(hex(*provenance.state_hash)) : nullptr;
  if (provenance.resumed_at) out["resumed_at"] = *provenance.resumed_at;
  out["complete"] = provenance.complete;
  return out;
}

}  // namespace drover
