#include "batch/plot.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "batch/summary.h"
#include "observe/picture/color.h"
#include "observe/picture/svg_document.h"

namespace drover {
namespace {

constexpr double kWidth = 800.0;  // px
constexpr double kHeight = 480.0;
constexpr double kLeft = 80.0;
constexpr double kRight = 24.0;
constexpr double kTop = 56.0;
constexpr double kBottom = 64.0;
constexpr double kLine = 18.0;  // of the legend
constexpr double kFont = 13.0;

// A mean and the ends of its interval, which are the mean itself where there is none.
struct Interval {
  double mean = 0.0;
  double low = 0.0;
  double high = 0.0;
};

struct PlotPoint {
  Interval x, y;
};

struct Series {
  std::string name;
  std::vector<PlotPoint> points;
};

// What an axis shows.
struct Axis {
  double low = 0.0;
  double high = 1.0;
  std::vector<std::pair<double, std::string>> ticks;

  double share(double value) const { return (value - low) / (high - low); }
};

// Steps of 1, 2 or 5 times a power of ten, about `count` of them.
Axis numeric_axis(double low, double high, int count) {
  if (low == high) {
    const double margin = low == 0.0 ? 1.0 : 0.1 * std::fabs(low);
    low -= margin;
    high += margin;
  }
  const double rough = (high - low) / count;
  double power = 1.0;
  while (10.0 * power <= rough)
    power *= 10.0;
  while (power > rough)
    power /= 10.0;
  double step = 10.0 * power;
  for (const double factor : {5.0, 2.0, 1.0}) {
    if (factor * power >= rough * 0.999) step = factor * power;
  }
  Axis axis{.low = std::floor(low / step) * step, .high = std::ceil(high / step) * step, .ticks = {}};
  const auto steps = static_cast<int>(std::lround((axis.high - axis.low) / step));
  for (int k = 0; k <= steps; ++k) {
    const double value = axis.low + k * step;
    axis.ticks.emplace_back(value, fmt::format("{:.6g}", std::fabs(value) < step * 1e-9 ? 0.0 : value));
  }
  return axis;
}

// Ticks where something ran, unless these are too many.
Axis axis_at(const std::vector<double>& values) {
  constexpr std::size_t kMaxTicks = 12;
  std::set<double> distinct(values.begin(), values.end());
  const double low = *distinct.begin(), high = *distinct.rbegin();
  if (distinct.size() > kMaxTicks || low == high) return numeric_axis(low, high, 8);
  const double margin = 0.04 * (high - low);
  Axis axis{.low = low - margin, .high = high + margin, .ticks = {}};
  for (const double value : distinct) {
    constexpr double kTooNear = 0.05;  // of the axis
    if (axis.ticks.empty() || axis.share(value) - axis.share(axis.ticks.back().first) > kTooNear)
      axis.ticks.emplace_back(value, fmt::format("{:.6g}", value));
  }
  return axis;
}

// What an axis is about: "speed.mean [m/s]".
std::string axis_name(const std::string& name, const std::string& unit) {
  return unit.empty() ? name : fmt::format("{} [{}]", name, unit);
}

Interval interval_of(std::vector<double> values, double confidence) {
  const Sample sample(std::move(values));
  if (sample.count() < 2) return {sample.mean(), sample.mean(), sample.mean()};
  const Estimate estimate = sample.interval(confidence);
  return {sample.mean(), estimate.low, estimate.high};
}

std::string text_of(const Cell& cell) {
  return cell.is_number() ? fmt::format("{}", cell.number) : cell.text;
}

// The data of the picture.
class PlotData {
 public:
  PlotData(const Collection& collection, const PlotRequest& request) : request_(request) {
    const std::vector<PointRuns> points = by_point(collection);
    const auto& parameters = collection.parameters;
    is_over_metric_ = std::ranges::find(parameters, request.over) == parameters.end();
    constexpr std::size_t kMaxNamed = 8;  // of marks, each with a color; more have those of experiments
    if (!is_over_metric_) {
      find_names(collection, points);
    } else if (points.size() <= kMaxNamed) {
      names_ = {parameters.begin(), parameters.end()};
    }
    is_categorical_ = !is_over_metric_ && !std::ranges::all_of(points, [&](const PointRuns& point) {
      const Cell cell = parameter_cell(*point.first, request.over);
      return cell.is_number() || cell.type == CellType::nothing;
    });
    for (const PointRuns& point : points)
      add(collection, point);
    if (series_.empty()) return;
    for (Series& series : series_)
      std::ranges::stable_sort(series.points, {}, [](const PlotPoint& point) { return point.x.mean; });
    find_axes();
  }

  bool is_over_metric() const { return is_over_metric_; }
  bool is_categorical() const { return is_categorical_; }
  const std::vector<Series>& series() const { return series_; }
  const Axis& x() const { return x_; }
  const Axis& y() const { return y_; }
  // How many values a point is the mean of.
  std::string counts() const {
    return least_ == most_ ? fmt::format("n = {}", most_) : fmt::format("n = {} to {}", least_, most_);
  }

 private:
  void add(const Collection& collection, const PointRuns& point) {
    std::vector<double> values = values_of(point, request_.metric);
    const std::optional<Interval> x = x_of(point);
    if (!x || values.empty()) return;
    least_ = most_ == 0 ? values.size() : std::min(least_, values.size());
    most_ = std::max(most_, values.size());
    series_of(collection, *point.first)
        .points.push_back({*x, interval_of(std::move(values), request_.confidence)});
  }

  std::optional<Interval> x_of(const PointRuns& point) {
    if (is_over_metric_) {
      std::vector<double> values = values_of(point, request_.over);
      if (values.empty()) return std::nullopt;
      return interval_of(std::move(values), request_.confidence);
    }
    const Cell cell = parameter_cell(*point.first, request_.over);
    if (cell.type == CellType::nothing) return std::nullopt;
    const double x = is_categorical_ ? category(text_of(cell)) : cell.number;
    return Interval{x, x, x};
  }

  // Parameters that differ between points of one place on the x axis: the others follow from it, as in a zip.
  void find_names(const Collection& collection, const std::vector<PointRuns>& points) {
    for (const std::string& path : collection.parameters) {
      std::map<std::pair<std::string, std::string>, std::string> values;
      for (const PointRuns& point : points) {
        const std::string value = text_of(parameter_cell(*point.first, path));
        const std::string x = text_of(parameter_cell(*point.first, request_.over));
        const auto [found, is_new] = values.try_emplace({point.first->experiment, x}, value);
        if (!is_new && found->second != value) names_.insert(path);
      }
    }
  }

  double category(const std::string& name) {
    const auto found = std::ranges::find(categories_, name);
    const auto index = found - categories_.begin();
    if (found == categories_.end()) categories_.push_back(name);
    return static_cast<double>(index);
  }

  Series& series_of(const Collection& collection, const CollectedRun& run) {
    std::string name = run.experiment;
    for (const std::string& path : collection.parameters) {
      const std::string value = text_of(parameter_cell(run, path));
      if (!names_.contains(path) || value.empty()) continue;
      name += fmt::format("{}{} = {}", name.empty() ? "" : ", ", path, value);
    }
    const auto found = std::ranges::find(series_, name, &Series::name);
    return found != series_.end() ? *found : series_.emplace_back(Series{name, {}});
  }

  void find_axes() {
    std::vector<double> x, y;
    for (const Series& series : series_) {
      for (const PlotPoint& point : series.points) {
        x.insert(x.end(), {point.x.low, point.x.high});
        y.insert(y.end(), {point.y.low, point.y.high});
      }
    }
    const auto [low_y, high_y] = std::ranges::minmax(y);
    y_ = numeric_axis(low_y, high_y, 6);
    if (is_over_metric_) {
      const auto [low_x, high_x] = std::ranges::minmax(x);
      x_ = numeric_axis(low_x, high_x, 8);
    } else if (is_categorical_) {
      x_ = {.low = -0.5, .high = static_cast<double>(categories_.size()) - 0.5, .ticks = {}};
      for (std::size_t k = 0; k < categories_.size(); ++k)
        x_.ticks.emplace_back(static_cast<double>(k), categories_[k]);
    } else {
      x_ = axis_at(x);
    }
  }

  const PlotRequest& request_;
  bool is_over_metric_ = false;
  bool is_categorical_ = false;
  std::set<std::string> names_;  // of parameters that tell series apart
  std::vector<Series> series_;
  std::vector<std::string> categories_;
  std::size_t least_ = 0, most_ = 0;
  Axis x_, y_;
};

class PlotWriter {
 public:
  PlotWriter(const PlotData& data, const PlotRequest& request) : data_(data), request_(request) {}

  std::string write() {
    const bool has_legend = data_.series().size() > 1 || !data_.series().front().name.empty();
    if (has_legend) legend_ = kLine * static_cast<double>(data_.series().size());
    svg_.open("svg", fmt::format(R"(xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" )"
                                 R"(height="{1}" font-family="sans-serif" font-size="{2}")",
                                 kWidth, kHeight + legend_, kFont));
    svg_.element("rect", R"(width="100%" height="100%" fill="#fff")");
    svg_.text_element(
        "text", fmt::format(R"(x="{}" y="28" font-size="16")", kLeft),
        fmt::format("{}: mean and {:.6g} % confidence interval{}, {}", request_.metric,
                    100.0 * request_.confidence, data_.is_over_metric() ? "s" : "", data_.counts()));
    write_axes();
    for (std::size_t k = 0; k < data_.series().size(); ++k)
      write_series(data_.series()[k], k);
    svg_.close("svg");
    return svg_.text() + "\n";
  }

 private:
  static constexpr double kPlotWidth = kWidth - kLeft - kRight;
  static constexpr double kPlotHeight = kHeight - kTop - kBottom;

  double x_of(double value) const { return kLeft + kPlotWidth * data_.x().share(value); }
  double y_of(double value) const { return kTop + kPlotHeight * (1.0 - data_.y().share(value)); }

  void line(double x1, double y1, double x2, double y2, std::string_view style) {
    svg_.element("line", fmt::format(R"(x1="{}" y1="{}" x2="{}" y2="{}" {})", pixel_text(x1), pixel_text(y1),
                                     pixel_text(x2), pixel_text(y2), style));
  }

  void write_axes() {
    for (const auto& [value, text] : data_.y().ticks) {
      line(kLeft, y_of(value), kWidth - kRight, y_of(value), R"(stroke="#ddd")");
      svg_.text_element(
          "text",
          fmt::format(R"(x="{}" y="{}" text-anchor="end")", kLeft - 8.0, pixel_text(y_of(value) + 4.0)),
          text);
    }
    const double bottom = kHeight - kBottom;
    for (const auto& [value, text] : data_.x().ticks) {
      line(x_of(value), bottom, x_of(value), bottom + 5.0, R"(stroke="#555")");
      svg_.text_element(
          "text",
          fmt::format(R"(x="{}" y="{}" text-anchor="middle")", pixel_text(x_of(value)), bottom + 20.0), text);
    }
    line(kLeft, bottom, kWidth - kRight, bottom, R"(stroke="#555")");
    svg_.text_element(
        "text", fmt::format(R"(x="{}" y="{}" text-anchor="middle")", kLeft + 0.5 * kPlotWidth, bottom + 44.0),
        axis_name(request_.over, request_.over_unit));
    const double middle = kTop + 0.5 * kPlotHeight;
    svg_.text_element(
        "text",
        fmt::format(R"~(x="16" y="{0}" text-anchor="middle" transform="rotate(-90 16 {0})")~", middle),
        axis_name(request_.metric, request_.unit));
  }

  // A line through means of numbers, with a band between the ends of intervals; marks with bars else.
  void write_series(const Series& series, std::size_t index) {
    const std::string color = color_text(visible_on_white(palette_color(index)));
    const bool is_line = !data_.is_over_metric() && !data_.is_categorical();
    if (is_line) write_line(series, color);
    // Bars of one place stand side by side.
    constexpr double kBeside = 9.0;  // px
    const double first = -0.5 * kBeside * static_cast<double>(data_.series().size() - 1);
    const double beside = data_.is_categorical() ? first + kBeside * static_cast<double>(index) : 0.0;
    for (const PlotPoint& point : series.points) {
      const Vec2 at{x_of(point.x.mean) + beside, y_of(point.y.mean)};
      if (!is_line || series.points.size() == 1) write_bars(point, at, color);
      svg_.element("circle", fmt::format(R"(cx="{}" cy="{}" r="3" fill="{}")", pixel_text(at.x),
                                         pixel_text(at.y), color));
    }
    if (legend_ == 0.0) return;
    const double y = kHeight + kLine * static_cast<double>(index);
    line(kLeft, y - 4.0, kLeft + 20.0, y - 4.0, fmt::format(R"(stroke="{}" stroke-width="3")", color));
    svg_.text_element("text", fmt::format(R"(x="{}" y="{}")", kLeft + 28.0, y),
                      fit_text(series.name, kFont, kPlotWidth));
  }

  void write_line(const Series& series, const std::string& color) {
    PathData means, band;
    const auto add = [](PathData& path, Vec2 at) { path.empty() ? path.move_to(at) : path.line_to(at); };
    for (const PlotPoint& point : series.points) {
      add(means, {x_of(point.x.mean), y_of(point.y.mean)});
      add(band, {x_of(point.x.mean), y_of(point.y.low)});
    }
    for (auto point = series.points.rbegin(); point != series.points.rend(); ++point)
      add(band, {x_of(point->x.mean), y_of(point->y.high)});
    band.close();
    svg_.element("path", fmt::format(R"(class="band" d="{}" fill="{}" fill-opacity="{}")", band.text(), color,
                                     data_.series().size() == 1 ? ".18" : ".1"));
    svg_.element("path",
                 fmt::format(R"(d="{}" fill="none" stroke="{}" stroke-width="1.5")", means.text(), color));
  }

  void write_bars(const PlotPoint& point, Vec2 at, const std::string& color) {
    constexpr double kEnd = 4.0;  // px
    const std::string style = fmt::format(R"(class="bar" stroke="{}")", color);
    const double low = y_of(point.y.low), high = y_of(point.y.high);
    line(at.x, low, at.x, high, style);
    line(at.x - kEnd, low, at.x + kEnd, low, style);
    line(at.x - kEnd, high, at.x + kEnd, high, style);
    if (point.x.low == point.x.high) return;
    const double left = x_of(point.x.low), right = x_of(point.x.high);
    line(left, at.y, right, at.y, style);
    line(left, at.y - kEnd, left, at.y + kEnd, style);
    line(right, at.y - kEnd, right, at.y + kEnd, style);
  }

  const PlotData& data_;
  const PlotRequest& request_;
  SvgDocument svg_;
  double legend_ = 0.0;
};

}  // namespace

std::string plot_svg(const Collection& collection, const PlotRequest& request) {
  const PlotData data(collection, request);
  return data.series().empty() ? std::string() : PlotWriter(data, request).write();
}

}  // namespace drover
