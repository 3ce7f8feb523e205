// When the agents of a picture were where: dots at even times, where they stood, and where their mode
// changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "observe/picture/picture_agents.h"
#include "observe/picture/picture_frame.h"
#include "observe/picture/picture_labels.h"
#include "observe/record/trails.h"

namespace drover {

struct PictureMarks {
  struct Mark {
    std::size_t trail = 0;  // index in Trails::agents
    Vec3 position;          // m
  };
  std::optional<RoundNumber> every;  // s, between times; not with many agents
  std::vector<Mark> times;
  std::optional<RoundNumber> stood;  // s, at least
  std::vector<Mark> stands;          // not those where the agent is drawn anyway, at its end
};

// What the picture shows of a run of so many seconds and steps begins at `from` [s].
PictureMarks picture_marks(const Trails& trails, double from, double duration, std::int64_t steps);

void add_legend(const PictureMarks& marks, const Trails& trails, std::vector<LegendEntry>& legend);

void draw_time_marks(SvgDocument& svg, const AgentPainter& painter, const PictureMarks& marks);
// Faint discs of the agents' size.
void draw_stands(SvgDocument& svg, const AgentPainter& painter, const PictureMarks& marks);
// Diamonds; the names of the modes stand beside them.
void draw_mode_changes(SvgDocument& svg, const AgentPainter& painter);
void label_modes(SvgDocument& svg, const AgentPainter& painter, LabelPlacer& labels);

}  // namespace drover
