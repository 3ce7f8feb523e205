// drover explain KIND --picture FILE.
#include <algorithm>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <pugixml.hpp>

#include "app/catalog.h"
#include "app/kind_pictures.h"
#include "cli/program.h"

namespace drover::test::kind_picture_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string full_name(const KindPicture& picture) {
  return fmt::format("{}.{}", picture.kind->family, picture.kind->name);
}

class KindPictures : public Program {
 protected:
  std::string picture_of(const std::string& name) {
    const Answer answer = run({"explain", name, "--picture", "-"});
    EXPECT_EQ(answer.code, 0) << name << answer.err;
    return answer.out;
  }
};

TEST_F(KindPictures, ExistForEveryKindOfTheFamiliesWithExamples) {
  for (const char* family : {"behavior", "arbiter", "condition", "quantity", "action", "actuator",
                             "locomotion", "pattern", "event"}) {
    for (const Kind* kind : catalog().kinds(family))
      EXPECT_EQ(kind_pictures_named(fmt::format("{}.{}", family, kind->name)).size(), 1u)
          << family << " " << kind->name;
  }
}

TEST_F(KindPictures, AreAllWrittenAsValidPicturesWithoutWarningsAndTheSameTwice) {
  for (const KindPicture& picture : kind_pictures()) {
    const std::string name = full_name(picture);
    const Answer answer = run({"explain", name, "--picture", "kind.svg"});
    EXPECT_EQ(answer.code, 0) << name << answer.err;
    EXPECT_THAT(answer.err, AllOf(HasSubstr("wrote kind.svg"), Not(HasSubstr("warning")))) << name;
    const std::string svg = read("kind.svg");
    pugi::xml_document document;
    EXPECT_TRUE(document.load_string(svg.c_str())) << name;
    EXPECT_STREQ(document.child("svg").child("title").text().as_string(),
                 std::string(picture.kind->name).c_str());
    EXPECT_EQ(picture_of(name), svg) << name;
  }
}

TEST_F(KindPictures, OfDriversAndBodiesHaveTheLayersThatShowThem) {
  for (const char* driver : {"car", "motorbike", "tank"})
    EXPECT_THAT(picture_of(driver),
                AllOf(HasSubstr("class=\"turning\""), HasSubstr("class=\"arcs\""), HasSubstr("gear ")))
        << driver;
  for (const char* body :
       {"output_filter", "capability_search", "unicycle", "bicycle", "two_track", "differential_drive"})
    EXPECT_THAT(picture_of(body), HasSubstr("class=\"turning\"")) << body;
  EXPECT_THAT(picture_of("human"), Not(HasSubstr("class=\"turning\"")));
  EXPECT_THAT(picture_of("wedge"), HasSubstr("class=\"formations\""));
}

TEST_F(KindPictures, AreNamedWhereTheKindIsExplained) {
  EXPECT_THAT(run({"explain", "car"}).out, HasSubstr("picture\n  drover explain car --picture car.svg"));
  EXPECT_THAT(run({"explain", "speed"}).out, HasSubstr("drover explain quantity.speed --picture speed.svg"));
  EXPECT_THAT(run({"explain", "grid"}).out, Not(HasSubstr("--picture")));
}

TEST_F(KindPictures, OfOtherNamesAreRefusedWithAListOfThoseThatExist) {
  const Answer none = run({"explain", "grid", "--picture", "grid.svg"});
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.err, AllOf(HasSubstr("nothing that is called \"grid\" has a picture"), HasSubstr("seek"),
                              HasSubstr("differential_drive"), HasSubstr("capability_search")));
  const Answer several = run({"explain", "speed", "--picture", "speed.svg"});
  EXPECT_EQ(several.code, 2);
  EXPECT_THAT(several.err, HasSubstr("choose one: condition.speed, quantity.speed"));
  EXPECT_EQ(run({"explain", "car", "--picture", "car.png"}).code, 2);
  EXPECT_TRUE(files().empty());
}

}  // namespace
}  // namespace drover::test::kind_picture_test
