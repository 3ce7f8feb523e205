// Draws what lies over the agents, and puts the layers of a view together, on a canvas or as SVG.

// Labels of arrows stand beyond their tips.
function paintDetails(ctx, view, panel) {
  const frame = panel.detail(0);
  for (const item of frame ? frame.items : []) {
    const style = STYLES[item.c] || STYLES.aim;
    paintItem(ctx, view, item, style, false);
    if (!item.t || item.k === 'text') continue;
    const [[x0, y0], [x1, y1]] = [itemPoints(view, item)[0], last(itemPoints(view, item))];
    const beyond = 14 / Math.max(1, Math.hypot(x1 - x0, y1 - y0));
    const ink = theme[style[1]] || theme.ink;
    label(ctx, view, item.t, x1 + beyond * (x1 - x0), y1 + beyond * (y1 - y0), ink, 11);
  }
}

function paintFormations(ctx, view, run, frame) {
  for (const formation of run.formations || []) {
    const now = formation.frames.filter(one => one[0] <= frame).pop();
    if (!now) continue;
    const [, [x, y, z, dx, dy], slots] = now;
    const size = clamp(0.3 * view.scale, 3, 7);
    ctx.beginPath();
    for (const [sx, sy, sz, , blocked] of slots) {
      const [u, v] = view.at(sx, sy, sz);
      [
        [0, -size],
        [size, 0],
        [0, size],
        [-size, 0],
        [0, -size],
      ].forEach(([a, b], k) => (k ? ctx.lineTo(u + a, v + b) : ctx.moveTo(u + a, v + b)));
      if (blocked)
        [
          [-1, -1],
          [1, 1],
          [-1, 1],
          [1, -1],
        ].forEach(([a, b], k) => ctx[k & 1 ? 'lineTo' : 'moveTo'](u + a * size, v + b * size));
    }
    arrow(ctx, view.at(x, y, z), view.at(x + (dx * 20) / view.scale, y + (dy * 20) / view.scale, z));
    pen(ctx, theme.mode, 1.3);
    ctx.stroke();
    const [u, v] = view.at(x, y, z);
    if (!view.small) label(ctx, view, formation.name, u, v + 14, theme.mode, 11);
  }
}

// Points of a flight are [time, x, y, z]; null where nothing flies.
function flightAt({ points, end }, time) {
  const k = points.findIndex(point => point[0] > time);
  if (k === 0 || (k < 0 && end)) return null;
  if (k < 0) return last(points).slice(1);
  const part = (time - points[k - 1][0]) / (points[k][0] - points[k - 1][0]);
  return [1, 2, 3].map(axis => points[k - 1][axis] + part * (points[k][axis] - points[k - 1][axis]));
}

function paintFlights(ctx, view, run, time) {
  for (const flight of run.flights || []) {
    const here = flightAt(flight, time);
    if (!here) continue;
    const color = readable(flight.color);
    const tail = [here];
    for (let ago = 0.1; ago < 0.75; ago += 0.1) tail.push(flightAt(flight, time - ago) || last(tail));
    ctx.beginPath();
    tail.forEach((point, k) => ctx[k ? 'lineTo' : 'moveTo'](...view.at(...point)));
    pen(ctx, color, 1.2);
    ctx.stroke();
    ctx.beginPath();
    circle(ctx, ...view.at(...here), Math.max(flight.ball ? 4 : 2.2, flight.radius * view.scale));
    ctx.fillStyle = color;
    ctx.fill();
  }
  for (const blast of run.blasts || []) {
    const age = (time - blast.time) / 0.8;
    if (age < 0 || age > 1) continue;
    ctx.beginPath();
    circle(
      ctx,
      ...view.at(...blast.center),
      Math.max(4, blast.radius * view.scale * Math.min(1, 0.3 + 2 * age)),
    );
    ctx.globalAlpha = 0.35 * (1 - age);
    ctx.fillStyle = theme.projectile;
    ctx.fill();
    ctx.globalAlpha = 1 - age;
    pen(ctx, theme.projectile, 2);
    ctx.stroke();
    ctx.globalAlpha = 1;
  }
}

// Lines between what has the same number in both runs.
function paintPairs(ctx, panel) {
  const [first, second] = panel.moments;
  ctx.beginPath();
  for (const [a, b] of panel.pairs) {
    if (
      !first.on[a] ||
      !second.on[b] ||
      Math.hypot(first.sx[a] - second.sx[b], first.sy[a] - second.sy[b]) < 1
    )
      continue;
    ctx.moveTo(first.sx[a], first.sy[a]);
    ctx.lineTo(second.sx[b], second.sy[b]);
  }
  pen(ctx, theme.bad, 1);
  ctx.stroke();
}

// In views from the side a line to the ground says how high an agent is.
function paintPlumbs(ctx, view, { run, x, y, on, sx, sy }) {
  const ground = run.bounds ? run.bounds.min[2] : 0;
  ctx.beginPath();
  for (let a = 0; a < run.count; ++a) {
    if (!on[a]) continue;
    ctx.moveTo(sx[a], sy[a]);
    ctx.lineTo(...view.at(x[a], y[a], ground));
  }
  pen(ctx, theme.line, 1);
  ctx.stroke();
}

function paintNames(ctx, view, panel, small) {
  const moment = panel.moments[0];
  const { run, on, sx, sy } = moment;
  if (app.layers.names !== false && !view.small)
    for (const [a, name] of run.agents.names)
      if (on[a]) label(ctx, view, name, sx[a], sy[a] - bodyRadius(view, moment, a, small) - 9, theme.ink);
  const a = panel.chosen;
  if (a < 0 || !on[a]) return;
  ctx.beginPath();
  circle(ctx, sx[a], sy[a], bodyRadius(view, moment, a, small) + 5);
  pen(ctx, theme.choice, 2.2);
  ctx.stroke();
}

function paintScaleBar(ctx, view) {
  const length = niceStep(90 / view.scale, 1.6);
  const x = 12;
  const y = view.height - 14;
  const width = length * view.scale;
  ctx.beginPath();
  for (const [u, v] of [
    [x, y - 4],
    [x, y],
    [x + width, y],
    [x + width, y - 4],
  ])
    ctx[v < y && u === x ? 'moveTo' : 'lineTo'](u, v);
  pen(ctx, theme.faint, 1.5);
  ctx.stroke();
  text(
    ctx,
    length >= 1000 ? length / 1000 + ' km' : length + ' m',
    x + width / 2,
    y - 10,
    theme.faint,
    'center',
    11,
  );
}

// Everything of a view, in the order in which it lies over each other. `svg` takes the place of the canvas.
function paintView(panel, view, svg) {
  const ctx = svg || view.context;
  const { layers } = app;
  const first = panel.moments[0];
  ctx.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
  if (svg) paintWorld(ctx, view, panel);
  else showWorld(view, panel);
  const small = smallest(view, first.run.count);
  const trails = layers.trails === false ? 0 : +app.trail;
  panel.said = '';
  view.labels = [];
  panel.moments.forEach((moment, k) => {
    const seen = placeAgents(view, moment, panel.colorings[k]);
    if (
      !k &&
      view.kind !== 'above' &&
      moment.run.count < 600 &&
      moment.run.view.min[2] <= 0 &&
      layers.plumbs !== false
    )
      paintPlumbs(ctx, view, moment);
    const crowd = seen > 900 && !svg;
    const paint = panel.colorings[k];
    const stride = crowd
      ? paintCrowd(view, moment, paint, small, k > 0, trails)
      : trails
        ? paintTrails(ctx, view, moment, paint, trails)
        : 1;
    if (stride > 1) panel.said = `Trails of one in ${stride} agents`;
    if (!crowd) paintBodies(ctx, view, moment, paint, small, k > 0);
  });
  if (panel.pairs.length && layers.pairs !== false) paintPairs(ctx, panel);
  if (layers.projectiles !== false) paintFlights(ctx, view, first.run, first.time);
  paintNames(ctx, view, panel, small);
  if (layers.intentions !== false) paintDetails(ctx, view, panel);
  if (layers.formations !== false) paintFormations(ctx, view, first.run, first.frame);
  if (!view.small) paintScaleBar(ctx, view);
}

// What the painters use of a canvas, written as SVG.
class SvgContext {
  constructor(width, height) {
    Object.assign(this, { width, height, parts: [], globalAlpha: 1, dash: [] });
  }
  setTransform() {}
  setLineDash(dash) {
    this.dash = dash;
  }
  beginPath() {
    this.path = '';
  }
  moveTo(x, y) {
    this.path += `M${x.toFixed(1)} ${y.toFixed(1)}`;
  }
  lineTo(x, y) {
    this.path += `L${x.toFixed(1)} ${y.toFixed(1)}`;
  }
  closePath() {
    this.path += 'Z';
  }
  // Two half circles; radii that are too small for their ends grow until they fit.
  arc(x, y, r) {
    this.path += [1, -1].map(to => `A1 1 0 1 1 ${(x - to * r).toFixed(1)} ${y.toFixed(1)}`).join('');
  }
  add(tag, attributes, words = '') {
    const escape = value => String(value).replace(/[&<>"]/g, char => `&#${char.charCodeAt(0)};`);
    const list = Object.entries({ ...attributes, opacity: this.globalAlpha }).map(
      ([key, value]) => ` ${key}="${escape(value)}"`,
    );
    this.parts.push(`<${tag}${list.join('')}>${escape(words)}</${tag}>`);
  }
  lines() {
    return {
      stroke: this.strokeStyle,
      'stroke-width': this.lineWidth,
      'stroke-dasharray': this.dash.join(' ') || 'none',
      'stroke-linejoin': 'round',
    };
  }
  fill(rule) {
    if (this.path) this.add('path', { d: this.path, fill: this.fillStyle, 'fill-rule': rule || 'nonzero' });
  }
  stroke() {
    if (this.path) this.add('path', { d: this.path, fill: 'none', ...this.lines() });
  }
  fillRect(x, y, width, height) {
    this.add('rect', { x, y, width, height, fill: this.fillStyle });
  }
  words(words, x, y, look) {
    const anchor = { left: 'start', center: 'middle', right: 'end' }[this.textAlign];
    this.add(
      'text',
      {
        x,
        y,
        'font-family': 'sans-serif',
        'font-size': parseInt(this.font),
        'text-anchor': anchor,
        'dominant-baseline': 'middle',
        ...look,
      },
      words,
    );
  }
  strokeText(words, x, y) {
    this.words(words, x, y, { fill: 'none', ...this.lines() });
  }
  fillText(words, x, y) {
    this.words(words, x, y, { fill: this.fillStyle });
  }
  toString() {
    const { width, height, parts } = this;
    const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>\n${parts.join('\n')}\n</svg>\n`;
  }
}
