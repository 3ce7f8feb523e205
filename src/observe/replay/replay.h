// What a replay shows of one run: plain values, from a simulation or from a trace. FORMAT.md says how they
// are written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/vec3.h"
#include "observe/dataset/table_column.h"
#include "observe/record/trails.h"
#include "observe/replay/frame_table.h"

namespace drover {

// A moment worth looking at.
struct ReplayMark {
  double time = 0.0;  // s
  std::string_view kind;
  std::string text;
  std::vector<std::uint32_t> agents = {};  // rows of Replay::agents
};

// A curve below the world. A band has the series low, middle and high.
struct ReplayChart {
  struct Series {
    std::string name;
    // s, ascending; without any the values are those of frames: the first, and each ReplayChart::every after
    // it.
    std::vector<double> times = {};
    std::vector<std::optional<double>> values = {};
  };
  std::string name;
  std::string unit = {};
  std::string_view kind = "line";  // "line", "band" or "steps"
  std::size_t every = 1;           // frames
  std::vector<Series> series = {};
};

struct ReplayAgent {
  std::uint32_t number = 0;
  std::uint32_t type = 0;  // index into Replay::types
  double radius = 0.0;     // m; in the first frame that shows it
  std::string name = {};   // empty for agents without one
};

// From a step on. `row`: of what changes.
struct ReplayChange {
  std::uint32_t row = 0;
  std::int64_t step = 0;
  double value = 0.0;
};

// The way of a projectile with the time of each point.
struct ReplayFlight {
  struct Point {
    double time = 0.0;  // s
    Vec3 position;      // m
  };
  std::uint32_t number = 0;
  std::uint32_t type = 0;               // index into Replay::flight_types
  std::uint32_t owner_type = kNoIndex;  // of the agent that fired it
  std::string_view end = "";            // what ended it; empty: it is there at the end
  std::vector<Point> points = {};
};

struct ReplayFlightType {
  std::string name;
  std::string color;    // "#rrggbb"; empty: that of who fires
  double radius = 0.0;  // m
  bool is_ball = false;
};

struct ReplayBlast {
  double time = 0.0;    // s
  Vec3 center;          // m
  double radius = 0.0;  // m
};

// A formation in one frame.
struct ReplayFormation {
  struct Slot {
    Vec3 place;                               // m
    std::optional<std::uint32_t> agent = {};  // row of Replay::agents
    bool is_blocked = false;
  };
  std::string name;
  std::int64_t step = 0;
  Vec3 anchor;  // m
  Vec3 heading;
  std::vector<Slot> slots = {};
};

// What is drawn about a chosen agent in one frame, in world coordinates.
struct ReplayItem {
  std::string_view shape;  // "line", "disc", "arrow"
  std::string_view kind;   // "aim", "feeler", "neighbor", ...: its class
  std::vector<Vec3> points = {};
  double radius = 0.0;    // m
  std::string text = {};  // such as the label of the behavior
};

struct ReplayDetail {
  std::uint32_t agent = 0;  // row of Replay::agents
  std::int64_t step = 0;
  std::string goal = {};
  std::vector<ReplayItem> items = {};
};

struct Replay {
  // About the run.
  std::string scenario;  // its name
  std::string title;     // with what was changed of it
  std::string seed;
  std::optional<std::string> hash = {};  // of the last state
  std::string command;                   // that repeats the run
  std::string scenario_text;             // JSON
  std::string version;                   // of drover
  double dt = 0.0;                       // s
  double duration = 0.0;                 // s
  bool is_in_space = false;              // positions have heights
  std::vector<std::string> notes = {};   // what was thinned, what is missing

  std::vector<TrailType> types;
  std::vector<std::string> modes = {};  // names
  std::vector<ReplayAgent> agents = {};
  FrameTable frames;
  std::vector<TableColumn> columns = {};  // of the values of FrameTable

  std::vector<ReplayChange> mode_changes = {};    // values: indices into modes; ascending steps
  std::vector<ReplayChange> radius_changes = {};  // m
  std::vector<ReplayChange> doors = {};           // whether they are there; rows: as DisplayItem::door
  std::vector<ReplayMark> marks = {};
  std::vector<ReplayChart> charts = {};
  std::vector<ReplayFlightType> flight_types = {};
  std::vector<ReplayFlight> flights = {};
  std::vector<ReplayBlast> blasts = {};
  std::vector<ReplayFormation> formations = {};
  std::vector<ReplayDetail> details = {};
  double cell_size = 0.0;  // of the neighbor search [m]; 0: there is none
};

}  // namespace drover
