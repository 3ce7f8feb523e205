#include "observe/record/json_file.h"

#include <nlohmann/json.hpp>

#include "core/escape.h"
#include "core/utf8.h"

namespace drover {

std::string pretty(const nlohmann::ordered_json& document) {
  const std::string text = document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  return defuse_commands_in_json(make_visible_json(text)) + "\n";
}

nlohmann::ordered_json to_json(const ContentHash& content) {
  return {{"bytes", content.size()}, {"hash", hex(content.digest())}};
}

Failure write_json(OutputFile& file, const nlohmann::ordered_json& document) {
  if (Failure failure = file.write(pretty(document))) return failure;
  return file.commit();
}

}  // namespace drover
