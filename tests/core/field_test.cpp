#include "core/field.h"

#include <gtest/gtest.h>

namespace drover::field_test {
namespace {

DROVER_ENUM(Color, red, green)

struct Wheel {
  double size = 1.0;
  static const Table& table();
};
constexpr auto kWheelFields = fields(field<&Wheel::size>({.key = "size", .unit = "m", .doc = "Diameter."}));
const Table& Wheel::table() {
  static constexpr Table kTable = {.name = "wheel", .fields = kWheelFields};
  return kTable;
}

struct Frame {
  Parameter length = 2.0;
  Color color = Color::red;
};
constexpr auto kFrameFields = fields(field<&Frame::length>({.key = "length", .unit = "m", .doc = "Length."}),
                                     field<&Frame::color>({.key = "color", .doc = "Color."}));

struct Bike {
  std::string name;
  Frame frame;
  std::vector<Wheel> wheels;
  NamedList<Wheel> spares;
  std::optional<Wheel> dynamo;
  Rows<3> gears;
};
constexpr auto kBikeFields = join(embed<&Bike::frame>(kFrameFields),
                                  fields(field<&Bike::name>({.key = "name", .doc = "Name."}),
                                         field<&Bike::wheels>({.key = "wheels", .doc = "Wheels."}),
                                         field<&Bike::spares>({.key = "spares", .doc = "Spare wheels."}),
                                         field<&Bike::dynamo>({.key = "dynamo", .doc = "Dynamo."}),
                                         field<&Bike::gears>({.key = "gears", .doc = "Gears."})));

TEST(Field, FindsTheTypeOfItsMember) {
  EXPECT_EQ(kBikeFields[0].access.type, FieldType::parameter);
  EXPECT_EQ(kBikeFields[1].access.type, FieldType::choice);
  EXPECT_EQ(kBikeFields[2].access.type, FieldType::text);
  EXPECT_TRUE(kBikeFields[2].access.is_one(FieldType::text));
  const Holder holders[] = {Holder::list, Holder::map, Holder::optional};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(kBikeFields[3 + k].access.type, FieldType::object);
    EXPECT_EQ(kBikeFields[3 + k].access.holder, holders[k]);
  }
  EXPECT_EQ(kBikeFields[6].access.type, FieldType::row);
  EXPECT_EQ(kBikeFields[6].access.holder, Holder::list);
  EXPECT_EQ(kBikeFields[6].access.row_width, 3u);
}

TEST(Field, ReachesMembersOfAnEmbeddedStruct) {
  Bike bike;
  *static_cast<Parameter*>(kBikeFields[0].in(&bike)) = 3.0;
  EXPECT_EQ(bike.frame.length.constant(), 3.0);
}

TEST(Field, SetsAChoiceByItsNumber) {
  Bike bike;
  const Field& color = kBikeFields[1];
  color.access.set_choice(color.in(&bike), 1);
  EXPECT_EQ(bike.frame.color, Color::green);
  EXPECT_EQ(color.access.get_choice(color.in(&bike)), 1);
  EXPECT_EQ(color.access.choices[1], "green");
}

TEST(Field, GrowsListsMapsAndOptionals) {
  Bike bike;
  for (const std::size_t k : {3u, 4u, 5u}) {
    const Field& list = kBikeFields[k];
    auto* wheel = static_cast<Wheel*>(list.access.list.append(list.in(&bike), "front"));
    wheel->size = 0.7;
    EXPECT_EQ(list.access.list.size(list.in(&bike)), 1u);
    EXPECT_EQ(list.access.list.at(list.in(&bike), 0), wheel);
  }
  EXPECT_EQ(bike.wheels[0].size, 0.7);
  EXPECT_EQ(bike.spares[0].name, "front");
  EXPECT_EQ(bike.dynamo->size, 0.7);
}

TEST(Range, KnowsItsEnds) {
  EXPECT_TRUE(closed(0, 1).contains(0));
  EXPECT_FALSE(left_open(0, 1).contains(0));
  EXPECT_TRUE(left_open(0, 1).contains(1));
  EXPECT_FALSE(kPositive.contains(0));
  EXPECT_FALSE(kAny.contains(std::numeric_limits<double>::quiet_NaN()));
}

}  // namespace
}  // namespace drover::field_test
