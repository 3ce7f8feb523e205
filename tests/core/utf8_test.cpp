#include "core/utf8.h"

#include <string>

#include <gtest/gtest.h>

namespace drover::utf8_test {
namespace {

TEST(Utf8, EveryCodePointSurvivesEncodingAndDecoding) {
  for (char32_t value = 0x3000; value <= 0x10FFFF; value += 7) {
    if ((value >= 0xD800 && value <= 0xDFFF) || (value >= 0xE0000 && value <= 0xE007F) || value == 0xFEFF ||
        (value >= 0xFFF9 && value <= 0xFFFB) || value == 0xFFFE || value == 0xFFFF) {
      continue;
    }
    std::string text;
    append_visible(text, {.value = value, .length = 1, .valid = true});
    const CodePoint decoded = decode_utf8(text, 0);
    ASSERT_TRUE(decoded.valid) << static_cast<std::uint32_t>(value);
    ASSERT_EQ(decoded.value, value);
    ASSERT_EQ(decoded.length, text.size());
  }
}

TEST(Utf8, MalformedSequencesAreInvalidOneByteAtATime) {
  for (const char* text : {"\x80", "\xC0\xAF", "\xC3", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                           "\xF0\x9F\x98", "\xFF"}) {
    const CodePoint decoded = decode_utf8(text, 0);
    EXPECT_FALSE(decoded.valid);
    EXPECT_EQ(decoded.length, 1u);
  }
}

TEST(Utf8, NothingVisibleSteersATerminal) {
  EXPECT_EQ(make_visible("a\x1b[31m\n"), "a\\x1b[31m\\x0a");
  EXPECT_EQ(make_visible("\xE2\x80\xAE"
                         "x\xFF"),
            "\\u202ex\\xff");
  EXPECT_EQ(make_visible("\xC2\x9B"), "\\x9b");
  EXPECT_EQ(make_visible("\xEF\xBF\xBF"), "\\uffff");
  EXPECT_EQ(make_visible("gr\xC3\xB6\xC3\x9F"
                         "e"),
            "gr\xC3\xB6\xC3\x9F"
            "e");
}

TEST(Utf8, InvalidBytesAreReplaced) {
  EXPECT_EQ(make_valid_utf8("a\xFFz"), "a\xEF\xBF\xBDz");
}

TEST(Utf8, ShorteningCountsCodePoints) {
  EXPECT_EQ(shorten("\xC3\xA4\xC3\xB6\xC3\xBC", 3), "\xC3\xA4\xC3\xB6\xC3\xBC");
  EXPECT_EQ(shorten("\xC3\xA4\xC3\xB6\xC3\xBC", 2), "\xC3\xA4\xC3\xB6...");
}

}  // namespace
}  // namespace drover::utf8_test
