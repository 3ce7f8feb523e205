// Charts under the world, with the current time in each.

const chartInk = k => readable(PALETTE[(k + (k > 3)) % PALETTE.length]);

function chartsOf(panel) {
  if (panel.charts) return panel.charts;
  const [first, second] = panel.runs;
  panel.charts = (first.charts || []).map(chart => {
    const same = second && second.charts.find(one => one.name === chart.name);
    const more = same
      ? same.series.map(series => ({
          ...series,
          name: series.name + ', ' + (panel.info.labels[1] || 'second'),
          second: true,
        }))
      : [];
    return { ...chart, series: [...chart.series, ...more] };
  });
  if (second) panel.charts.unshift(distanceChart(panel));
  return panel.charts;
}

function showCharts(panel) {
  const charts = chartsOf(panel);
  const chosen = ({ name }, k) => (app.charts[name] === undefined ? k < 2 : app.charts[name]);
  const shown = charts.filter(chosen);
  const others = charts.filter(chart => !shown.includes(chart));
  const toggle = (name, on) => {
    app.charts[name] = on;
    showCharts(panel);
  };
  const more = make('select', {
    'aria-label': 'Show another chart',
    onchange: () => toggle(more.value, true),
  });
  setOptions(more, [['', 'Show another chart'], ...others.map(chart => [chart.name, chart.name])], '');
  $('charts').hidden = !charts.length;
  document.body.classList.toggle('with-charts', shown.length > 0);
  $('chart-choice').replaceChildren(others.length ? more : '');
  app.shownCharts = shown.map(chart => makeChart(chart, () => toggle(chart.name, false)));
  $('chart-list').replaceChildren(...app.shownCharts.map(one => one.box));
  app.dirty = true;
}

function makeChart(chart, hide) {
  const canvas = make('canvas', { role: 'img', 'aria-label': `${chart.name} over time` });
  const now = make('div', { class: 'now' });
  const keys = make('div', { class: 'keys' });
  const jump = event => seek(timeOfChart(canvas, event.offsetX));
  canvas.onpointerdown = event => {
    canvas.held = true;
    jump(event);
  };
  canvas.onpointermove = event => canvas.held && jump(event);
  canvas.onpointerup = canvas.onpointerleave = () => (canvas.held = false);
  const title = make('h3', {}, chart.name + (chart.unit ? ` [${chart.unit}]` : ''));
  const close = button('×', hide, { 'aria-label': `Hide the chart ${chart.name}` });
  const box = make('div', { class: 'chart' }, row(title, keys, close), canvas, now);
  return { chart, canvas, now, keys, box };
}

const CHART = { left: 44, right: 18, top: 6, bottom: 20 };
const timeOfChart = (canvas, x) => {
  const { start, end } = app.current;
  return (
    start + clamp((x - CHART.left) / (canvas.clientWidth - CHART.left - CHART.right), 0, 1) * (end - start)
  );
};

function chartRange({ series }) {
  const values = series.flatMap(one => one.values).filter(value => value !== null);
  let low = values.reduce((a, b) => Math.min(a, b), Infinity);
  let high = values.reduce((a, b) => Math.max(a, b), -Infinity);
  if (low > high) [low, high] = [0, 1];
  if (low > 0 && low < 0.5 * high) low = 0;
  if (low === high) ++high;
  const step = niceStep(high - low, 4);
  return { low: Math.floor(low / step) * step, high: Math.ceil(high / step - 1e-9) * step, step };
}

function drawChart({ chart, canvas }) {
  const ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  const { start, end } = app.current;
  Object.assign(canvas, { width: width * ratio, height: height * ratio });
  const ctx = canvas.getContext('2d');
  const range = chartRange(chart);
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  const x = time => CHART.left + ((time - start) / (end - start || 1)) * (width - CHART.left - CHART.right);
  const y = value =>
    height -
    CHART.bottom -
    ((value - range.low) / (range.high - range.low)) * (height - CHART.top - CHART.bottom);
  ctx.beginPath();
  for (let value = range.low; value <= range.high + range.step / 2; value += range.step) {
    ctx.moveTo(CHART.left, y(value));
    ctx.lineTo(width - CHART.right, y(value));
    text(
      ctx,
      number(Math.abs(value) < range.step / 1e6 ? 0 : value),
      CHART.left - 6,
      y(value),
      theme.faint,
      'right',
      11,
    );
  }
  pen(ctx, theme.line);
  ctx.stroke();
  const step = niceStep(end - start, width / 80);
  for (let time = Math.ceil(start / step) * step; time <= end; time += step)
    text(ctx, number(time) + (time + step > end ? ' s' : ''), x(time), height - 8, theme.faint, 'center', 11);
  const band = chart.kind === 'band';
  const [low, , high] = chart.series;
  if (band && high) drawBand(ctx, low, high, x, y);
  chart.series.forEach((series, k) => {
    pen(ctx, chartInk(band ? 0 : k), band && k % 3 !== 1 ? 0.6 : 1.6, series.second ? [4, 3] : []);
    drawSeries(ctx, series, chart.kind, x, y);
  });
}

// Between two curves, in pieces where there is nothing to show in between.
function drawBand(ctx, low, high, x, y) {
  const flush = (from, to) => {
    ctx.moveTo(x(low.times[from]), y(low.values[from]));
    for (let k = from + 1; k < to; ++k) ctx.lineTo(x(low.times[k]), y(low.values[k]));
    for (let k = to; k-- > from;) ctx.lineTo(x(high.times[k]), y(high.values[k]));
    ctx.closePath();
  };
  ctx.beginPath();
  let from = 0;
  low.values.forEach((value, k) => {
    if (value !== null && high.values[k] !== null) return;
    if (from < k) flush(from, k);
    from = k + 1;
  });
  if (from < low.values.length) flush(from, low.values.length);
  ctx.globalAlpha = 0.2;
  ctx.fillStyle = chartInk(0);
  ctx.fill();
  ctx.globalAlpha = 1;
}

function drawSeries(ctx, series, kind, x, y) {
  let open = false;
  let before = 0;
  ctx.beginPath();
  series.values.forEach((value, k) => {
    if (value === null) return (open = false);
    if (open && kind === 'steps') ctx.lineTo(x(series.times[k]), y(before));
    ctx[open ? 'lineTo' : 'moveTo'](x(series.times[k]), y(value));
    open = true;
    before = value;
  });
  ctx.stroke();
}

// The curves are drawn when the size changes; the line of the current time is only moved.
function updateCharts(time) {
  for (const one of app.shownCharts || []) {
    const { chart, canvas, now, keys } = one;
    const key = canvas.clientWidth + ' ' + theme.dark;
    const { start, end } = app.current;
    if (one.key !== key) drawChart(one);
    one.key = key;
    now.style.left =
      8 +
      CHART.left +
      ((time - start) / (end - start || 1)) * (canvas.clientWidth - CHART.left - CHART.right) +
      'px';
    const value = series => number(series.times.length ? series.values[frameAt(series.times, time)] : null);
    const band = chart.kind === 'band';
    keys.replaceChildren(
      ...chart.series.slice(0, 8).map((series, k) => {
        const swatch = make('span', { class: 'swatch' });
        swatch.style.background = chartInk(band ? 0 : k);
        return make('span', { class: 'key' }, band && k % 3 ? '' : swatch, `${series.name} ${value(series)}`);
      }),
    );
  }
}
