// The page of replays: nothing from files is markup.
#include "observe/replay/replay_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/replay/deflate.h"
#include "support/scene.h"

namespace drover::replay_page_test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kScript = "</script><script>alert(1)</script>";

TEST(JsonInScript, LeavesNothingThatEndsTheElement) {
  EXPECT_EQ(json_in_script(R"(["</script>&"])"), R"(["\u003c/script\u003e\u0026"])");
  EXPECT_EQ(json_in_script("\"\u2028\u2029\u2030\""), "\"\\u2028\\u2029\u2030\"");
}

TEST(DeflatedBase64, PadsAsRfc4648Says) {
  // The deflate stream of "abc" with fixed codes, as RFC 1951 prescribes it.
  const std::vector<std::uint8_t> text = {'a', 'b', 'c'};
  EXPECT_EQ(deflated_base64(text), "S0xKBgA=");
  EXPECT_EQ(deflated_base64({}), "AwA=");
}

TEST(ReplayPage, ShowsNamesAsTextOnly) {
  const Simulator simulator = test::make_simulator(test::scene("[]", R"([{"type":"a","position":[0,0]}])"));
  Replay replay;
  replay.title = kScript;
  replay.types = {{std::string(kScript), ""}};
  replay.agents = {{0, 0, 0.5, std::string(kScript)}};
  replay.frames.frame(0)->samples = {{{}, {}, true, false}};
  ReplayPage page{std::string(kScript), "run"};
  const std::size_t run = page.add_run(replay, simulator.world(), {});
  page.add_panel({.runs = {run}, .labels = {std::string(kScript)}, .title = std::string(kScript)});
  const std::string html = page.html();
  EXPECT_THAT(html, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(html, Not(HasSubstr("{{"))) << "every place of the skeleton is filled";
  EXPECT_THAT(html, HasSubstr("&lt;/script&gt;")) << "the title";
  EXPECT_THAT(html, HasSubstr("default-src 'none'")) << "nothing is loaded from elsewhere";
  EXPECT_THAT(html, Not(HasSubstr("://")));
  EXPECT_EQ(html, page.html()) << "the same bytes each time";
}

}  // namespace
}  // namespace drover::replay_page_test
