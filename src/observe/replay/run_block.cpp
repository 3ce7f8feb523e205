#include "observe/replay/run_block.h"

#include <nlohmann/json.hpp>

#include "observe/replay/run_head.h"
#include "observe/replay/sample_writer.h"

namespace drover {

std::vector<std::uint8_t> run_block(const Replay& replay, const World& scene, const DisplayList& display) {
  const double unit = position_unit(replay);
  const SampleBytes samples = sample_bytes(replay, unit);
  nlohmann::ordered_json head = run_head(replay, scene, display, unit);
  head["escapes"] = samples.escapes;
  std::string text = head.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  while (text.size() % 4 != 0)
    text += ' ';
  std::vector<std::uint8_t> block;
  for (int k = 0; k < 4; ++k)
    block.push_back(static_cast<std::uint8_t>(text.size() >> (8 * k)));
  block.insert(block.end(), text.begin(), text.end());
  block.insert(block.end(), samples.bytes.begin(), samples.bytes.end());
  return block;
}

}  // namespace drover
