#include "observe/replay/replay_page.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "observe/picture/svg_document.h"
#include "observe/replay/deflate.h"
#include "observe/replay/replay_page_texts.h"
#include "observe/replay/run_block.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

std::string_view page_text(std::string_view name) {
  const auto at =
      std::ranges::find(kReplayPageTexts, name, &std::pair<std::string_view, std::string_view>::first);
  return at->second;
}

// All parts of the viewer are one script.
std::string viewer_text() {
  std::string text;
  for (const auto& [name, part] : kReplayPageTexts)
    if (name != "page" && name != "style") text += part;
  return text;
}

Json panel_json(const ReplayPanel& panel) {
  Json json{{"runs", panel.runs}, {"labels", panel.labels},   {"title", panel.title},
            {"text", panel.text}, {"command", panel.command}, {"status", panel.status}};
  if (panel.time) json["time"] = *panel.time;
  if (panel.agent) json["agent"] = *panel.agent;
  json["values"] = Json::object();
  for (const auto& [metric, value] : panel.values)
    json["values"][metric] = value ? Json(*value) : Json(nullptr);
  return json;
}

std::string packed(std::string_view text) {
  return deflated_base64(std::vector<std::uint8_t>(text.begin(), text.end()));
}

// The skeleton with every {{name}} replaced by the text for it.
std::string filled(std::string_view skeleton, const std::map<std::string_view, std::string>& texts) {
  std::string out;
  while (!skeleton.empty()) {
    const std::size_t begin = skeleton.find("{{");
    out += skeleton.substr(0, begin);
    if (begin == std::string_view::npos) break;
    const std::size_t end = skeleton.find("}}", begin);
    out += texts.at(skeleton.substr(begin + 2, end - begin - 2));
    skeleton.remove_prefix(end + 2);
  }
  return out;
}

}  // namespace

std::string json_in_script(std::string json) {
  std::string out;
  for (std::size_t k = 0; k < json.size(); ++k) {
    const std::string_view rest = std::string_view(json).substr(k);
    if (json[k] == '<') {
      out += "\\u003c";
    } else if (json[k] == '>') {
      out += "\\u003e";
    } else if (json[k] == '&') {
      out += "\\u0026";
    } else if (rest.starts_with("\u2028") || rest.starts_with("\u2029")) {
      out += rest[2] == '\xa8' ? "\\u2028" : "\\u2029";
      k += 2;
    } else {
      out += json[k];
    }
  }
  return out;
}

std::size_t ReplayPage::add_run(const Replay& replay, const World& scene, const DisplayList& display) {
  runs_.push_back(deflated_base64(run_block(replay, scene, display)));
  return runs_.size() - 1;
}

std::string ReplayPage::html() const {
  Json page{{"title", title_}, {"kind", kind_}, {"panels", Json::array()}, {"notes", notes_}};
  for (const ReplayPanel& panel : panels_)
    page["panels"].push_back(panel_json(panel));
  std::string runs;
  for (const std::string& run : runs_)
    runs += R"(<script type="text/plain" class="run">)" + run + "</script>\n";
  return filled(page_text("page"),
                {{"title", escape_xml(title_)},
                 {"style", packed(page_text("style"))},
                 {"page", json_in_script(page.dump(-1, ' ', false, Json::error_handler_t::replace))},
                 {"runs", runs},
                 {"viewer", packed(viewer_text())}});
}

}  // namespace drover
