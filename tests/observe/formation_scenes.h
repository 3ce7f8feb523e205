// Scenarios of formations for tests of what is observed of them, with steps of 0.02 s.
#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace drover::test {

// Soldiers who go to their slots, and bodies "log" that stay where they are or coast. The keys of the
// formation "squad", such as its pattern, members and anchor, come without braces; further keys of the
// scenario start with a comma.
inline std::string formation_scene(std::string_view agents, std::string_view formation,
                                   std::string_view keys = "") {
  return fmt::format(
      R"({{"format":1,"simulation":{{"dt":0.02}},
          "agent_types":{{
            "soldier":{{"max_speed":3,"max_acceleration":6,"steering":{{"behaviors":[{{"type":"slot_arrive"}}]}}}},
            "scout":{{"max_speed":1,"locomotion":{{"type":"kinematic"}},
                      "steering":{{"behaviors":[{{"type":"kinematic_seek","target":{{"point":[1000,0]}}}}]}}}},
            "log":{{"max_speed":100}}}},
          "agents":[{}],"formations":{{"squad":{{{}}}}}{}}})",
      agents, formation, keys);
}

// So many soldiers at rest in the slots of the formation, in the group "squad".
inline std::string soldiers_in_slots(int count) {
  return fmt::format(R"({{"type":"soldier","count":{},"group":"squad","placement":{{"type":"in_slot"}}}})",
                     count);
}

// A record of the metric, which needs the name of the formation.
inline std::string formation_metric(std::string_view keys = "") {
  return fmt::format(R"(,"record":{{"metrics":{{"formation":{{"formation":"squad"{}}}}}}})", keys);
}

}  // namespace drover::test
