#include "observe/record/json_file.h"

#include <nlohmann/json.hpp>

namespace drover {

std::string pretty(const nlohmann::ordered_json& document) {
  return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

nlohmann::ordered_json to_json(const ContentHash& content) {
  return {{"bytes", content.size()}, {"hash", hex(content.digest())}};
}

Failure write_json(OutputFile& file, const nlohmann::ordered_json& document) {
  if (Failure failure = file.write(pretty(document))) return failure;
  return file.commit();
}

}  // namespace drover
