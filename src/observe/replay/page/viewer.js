'use strict';
// Plays the replays of a page. FORMAT.md says what is on the page; everything here is drawn from that, on canvases.
// Node can load this file for its decoder; the page itself starts at the end, where there is a document.

const TAU = 2 * Math.PI;
const ABSENT = 0, MOVES = 1, JUMPS = 2;  // how an agent came to a frame: JUMPS = nothing is to be drawn in between
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
const last = list => list[list.length - 1];

// ---------------------------------------------------------------------------------------------------- decoding

async function inflate(base64) {
  const packed = Uint8Array.from(atob(base64.trim()), char => char.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).arrayBuffer();
}

async function decodeRun(base64) {
  const buffer = await inflate(base64);
  const size = new DataView(buffer).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, size)));
  if (head.format !== 1) throw new Error('a replay of an unknown format: ' + head.format);
  let step = 0;
  const times = Float64Array.from(head.steps, more => (step += more) * head.dt);
  return expand({ ...head, ...decodeSamples(head, buffer, (size + 7) & ~3), times, count: head.agents.number.length });
}

// The planes run along each agent; what is decoded runs along each frame, because a frame is what is drawn.
function decodeSamples(head, buffer, start) {
  const agents = head.agents.number.length, frames = head.steps.length, total = agents * frames;
  const axes = head.dimensions === 3 ? 3 : 2, angles = axes - 1, planes = angles + head.columns.length;
  const codes = new Uint8Array(buffer, start, 2 * total * axes);
  const bytes = new Uint8Array(buffer, start + 2 * total * axes, total * planes);
  const escapes = new Int32Array(buffer, (start + 2 * total * axes + total * planes + 3) & ~3, head.escapes).values();
  const state = new Uint8Array(total), positions = [];
  for (let axis = 0; axis < axes; ++axis)
    positions.push(decodePositions(codes.subarray(2 * total * axis), agents, total, escapes, state));
  const turned = [];
  for (let plane = 0; plane < planes; ++plane)
    turned.push(decodeBytes(bytes, plane * total, agents, total, plane < angles ? head.turn : 256));
  return { x: positions[0], y: positions[1], z: positions[2], state, heading: turned[0].map(code => code * 256 / head.turn),
           pitch: angles > 1 ? Int8Array.from(turned[1], code => 254 * code / (head.turn - 1) - 127) : null,
           codes: turned.slice(angles) };
}

// Low bytes, then high bytes, of differences from going on straight: 0, -1, 1, -2 are 0, 1, 2, 3.
function decodePositions(codes, agents, total, escapes, state) {
  const values = new Int32Array(total);
  for (let agent = 0, k = 0; agent < agents; ++agent)
    for (let i = agent, known = 0, value = 0, before = 0; i < total; i += agents, ++k) {
      const code = codes[k] | codes[total + k] << 8;
      if (code === 65534) { known = 0; continue; }
      const expected = known > 1 ? 2 * value - before : value;
      if (code === 65535) known = 0;
      state[i] = code === 65535 || state[i] === JUMPS ? JUMPS : MOVES;
      [before, value] = [value, code === 65535 ? escapes.next().value : expected + (code & 1 ? -(code + 1) / 2 : code / 2)];
      values[i] = value;
      ++known;
    }
  return values;
}

function decodeBytes(bytes, start, agents, total, levels) {
  const values = new Uint8Array(total);
  for (let agent = 0, k = start; agent < agents; ++agent)
    for (let i = agent, value = 0; i < total; i += agents) values[i] = value = (value + bytes[k++]) % levels;
  return values;
}

// What is written short: numbers as differences, charts of every few frames without their times, slots as seen from anchors.
function expand(run) {
  let number = 0;
  run.agents.number = run.agents.number.map(more => number += more);
  for (const { every, series } of run.charts)
    for (const one of series) one.times ||= one.values.map((_, k) => run.times[k * every]);
  for (const { frames } of run.formations || [])
    for (const [, [x, y, z, hx, hy], slots] of frames)
      for (const slot of slots) {
        const [ahead, left, up] = slot;
        slot.splice(0, 3, x + ahead * hx - left * hy, y + ahead * hy + left * hx, z + up);
      }
  return run;
}

// The last frame that is not later than a time.
function frameAt(times, time) {
  let low = 0, high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time + 1e-9) low = middle; else high = middle - 1;
  }
  return low;
}

const columnValue = (column, code) =>
  code === 255 ? null : column.values.length ? column.values[code] : column.min + (column.max - column.min) * code / 254;

// ---------------------------------------------------------------------------------- where everything is at a time

// Values that change at frames, [[index, frame, value], ...]: cheap to follow forward, begun anew to go back.
class Changing {
  constructor(changes, first) { Object.assign(this, { changes, first, values: first.slice(), next: 0, frame: -1 }); }

  seek(frame) {
    if (frame < this.frame) { this.values = this.first.slice(); this.next = 0; }
    this.frame = frame;
    for (; this.next < this.changes.length && this.changes[this.next][1] <= frame; ++this.next)
      this.values[this.changes[this.next][0]] = this.changes[this.next][2];
    return this.values;
  }
}

// The agents of a run at one time, in metres and radians; between two frames they are interpolated.
class Moment {
  constructor(run) {
    const list = () => new Float32Array(run.count), doors = run.doors || [];
    Object.assign(this, { run, x: list(), y: list(), z: list(), angle: list(), climb: list(), sx: list(), sy: list(),
      turn: list(), on: new Uint8Array(run.count), color: new Uint16Array(run.count), frame: 0, part: 0 });
    this.modeTrack = new Changing(run.mode_changes, new Array(run.count).fill(-1));
    this.radiusTrack = new Changing(run.radius_changes, run.agents.radius);
    this.doorTrack = new Changing(doors, new Array(doors.reduce((most, door) => Math.max(most, door[0] + 1), 0)).fill(1));
  }

  seek(time) {
    if (time === this.time) return this;
    const { run } = this, { times, count, unit, x, y, z, heading, pitch, state } = run;
    const frame = frameAt(times, time), after = Math.min(frame + 1, times.length - 1);
    const part = after > frame ? clamp((time - times[frame]) / (times[after] - times[frame]), 0, 1) : 0;
    for (let a = 0, i = frame * count, j = after * count; a < count; ++a, ++i, ++j) {
      this.on[a] = state[i];
      const moved = state[j] === MOVES ? part : 0;
      this.x[a] = unit * (x[i] + moved * (x[j] - x[i]));
      this.y[a] = unit * (y[i] + moved * (y[j] - y[i]));
      this.angle[a] = (heading[i] + moved * (((heading[j] - heading[i] + 128) & 255) - 128)) * TAU / 256;
      if (!z) continue;
      this.z[a] = unit * (z[i] + moved * (z[j] - z[i]));
      this.climb[a] = (pitch[i] + moved * (pitch[j] - pitch[i])) / 127 * Math.PI / 2;
    }
    Object.assign(this, { time, frame, part, modes: this.modeTrack.seek(frame), radius: this.radiusTrack.seek(frame),
      doors: this.doorTrack.seek(frame) });
    return this;
  }

  // m/s, over the frames around this one, or null where the agent has no neighbor in time.
  speed(agent) {
    const { times, count, state, x, y, z, unit } = this.run;
    for (const from of [this.frame, this.frame - 1]) {
      const i = from * count + agent, j = i + count;
      if (from < 0 || from + 1 >= times.length || !state[i] || state[j] !== MOVES) continue;
      return unit * Math.hypot(x[j] - x[i], y[j] - y[i], z ? z[j] - z[i] : 0) / (times[from + 1] - times[from]);
    }
    return null;
  }
}

// ------------------------------------------------------------------------------------------------------ colors

// Okabe and Ito, then Tol's muted: told apart with every kind of color blindness.
const PALETTE = ['#0072b2', '#e69f00', '#009e73', '#d55e00', '#56b4e9', '#cc79a7', '#b5a800', '#882255', '#44aa99', '#999933',
  '#332288', '#ddcc77', '#117733', '#aa4499'];
const CIVIDIS = [[0, 32, 76], [49, 68, 107], [102, 105, 112], [149, 143, 120], [203, 186, 105], [255, 234, 70]];
const SHADES = 24, UNKNOWN = '#8d969e';

const theme = {};
function readTheme() {
  const style = getComputedStyle(document.documentElement);
  for (const rule of document.styleSheets[0].cssRules)
    for (const name of rule.selectorText === ':root' ? rule.style : [])
      if (name.startsWith('--')) theme[name.slice(2)] = style.getPropertyValue(name).trim();
  theme.dark = document.documentElement.dataset.theme === 'dark';
}

const channels = color => [1, 3, 5].map(k => parseInt(color.slice(k, k + 2), 16));

// A color that was chosen for white paper, as it can be seen on the paper of the theme.
function readable(color) {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return UNKNOWN;
  const rgb = channels(color), light = (0.3 * rgb[0] + 0.59 * rgb[1] + 0.11 * rgb[2]) / 255;
  const part = theme.dark ? Math.max(0, 0.5 - light) : Math.max(0, light - 0.78);
  return `rgb(${rgb.map(value => Math.round(value + part * ((theme.dark ? 255 : 0) - value)))})`;
}

// Part of the scale is left out: what would vanish on the paper.
function shade(part) {
  const at = (theme.dark ? 0.22 + 0.78 * part : 0.92 * part) * (CIVIDIS.length - 1), k = Math.min(Math.floor(at), CIVIDIS.length - 2);
  return `rgb(${CIVIDIS[k].map((value, c) => Math.round(value + (at - k) * (CIVIDIS[k + 1][c] - value)))})`;
}

const swatches = count => Array.from({ length: count }, (_, k) => readable(PALETTE[k % PALETTE.length]));
const shades = () => Array.from({ length: SHADES }, (_, k) => shade(k / (SHADES - 1)));

// How bodies are colored: a palette, its meaning, and `of(moment, agent)`, the index into the palette.
function makeColoring(run, by) {
  const column = run.columns.findIndex(one => 'column ' + one.name === by);
  const scale = (unit, min, max, value) => ({ unit, min, max, palette: [...shades(), UNKNOWN], of(moment, agent) {
    const v = value(moment, agent);
    return v === null ? SHADES : clamp(Math.floor((v - min) / (max - min || 1) * SHADES), 0, SHADES - 1);
  } });
  const names = (labels, palette, index) => ({ labels, palette: [...palette, UNKNOWN], of(moment, agent) {
    const k = index(moment, agent);
    return k >= 0 && k < labels.length ? k : labels.length;
  } });
  if (by === 'speed') return scale('m/s', 0, topSpeed(run), (moment, agent) => moment.speed(agent));
  if (by === 'mode') return names(run.modes, swatches(run.modes.length), (moment, agent) => moment.modes[agent]);
  if (column < 0) return names(run.types.map(type => type.name), run.types.map(type => readable(type.color)), (moment, agent) => run.agents.type[agent]);
  const info = run.columns[column], codes = run.codes[column];
  const code = (moment, agent) => codes[moment.frame * run.count + agent];
  if (info.values.length) return names(info.values, swatches(info.values.length), code);
  return scale(info.unit, info.min, info.max, (moment, agent) => columnValue(info, code(moment, agent)));
}

// Nearly the highest speed: a single fast agent shall not make all others look alike. From a sample of the frames.
function topSpeed(run) {
  if (run.topSpeed) return run.topSpeed;
  const speeds = [], moment = new Moment(run);
  for (let k = 0; k < 20; ++k) {
    moment.frame = Math.floor(k / 20 * run.times.length);
    for (let a = 0; a < run.count; a += 1 + (run.count >> 9)) speeds.push(moment.speed(a) || 0);
  }
  speeds.sort((a, b) => a - b);
  const high = speeds[Math.floor(0.99 * (speeds.length - 1))] || 1, step = niceStep(high, 8);
  return (run.topSpeed = Math.ceil(high / step) * step);
}

function niceStep(range, count) {
  const rough = range / count || 1, power = 10 ** Math.floor(Math.log10(rough));
  return power * [1, 2, 5, 10].find(factor => factor * power >= rough * 0.999);
}

const number = value => value === null || value === undefined ? '–' : String(Math.abs(value) >= 1000 ? Math.round(value) : +value.toPrecision(3));

// ------------------------------------------------------------------------------------------------------- views

// An orthographic view: `right` and `up` are the rows that map the world to the screen. From above: yaw 0, pitch 90 degrees.
class View {
  constructor(canvas, kind) {
    Object.assign(this, { canvas, context: canvas.getContext('2d'), center: [0, 0, 0], scale: 10, fitted: false });
    this.look(kind);
  }

  look(kind) {
    this.kind = kind;
    this.turn(kind === 'turn' ? 0.5 : 0, kind === 'side' ? 0 : kind === 'turn' ? 0.6 : Math.PI / 2);
    this.fitted = false;
  }

  turn(yaw, pitch) {
    const sin = Math.sin(pitch), cos = Math.abs(Math.cos(pitch)) < 1e-9 ? 0 : Math.cos(pitch);
    Object.assign(this, { yaw, pitch, right: [Math.cos(yaw), Math.sin(yaw)], up: [-Math.sin(yaw) * sin, Math.cos(yaw) * sin, cos] });
  }

  at(x, y, z = 0) {
    const { right, up, center, scale } = this, dx = x - center[0], dy = y - center[1];
    return [this.width / 2 + scale * (dx * right[0] + dy * right[1]),
            this.height / 2 - scale * (dx * up[0] + dy * up[1] + (z - center[2]) * up[2])];
  }

  // What of the center changes when the picture is moved by so many pixels.
  pan(dx, dy) {
    const { right, up, scale, center } = this, flat = Math.hypot(up[0], up[1]) > 0.1;
    const u = -dx / scale, v = dy / scale / (flat ? up[0] ** 2 + up[1] ** 2 : 1);
    center[0] += u * right[0] + (flat ? v * up[0] : 0);
    center[1] += u * right[1] + (flat ? v * up[1] : 0);
    if (!flat) center[2] += v;
  }

  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const scale = clamp(this.scale * factor, 0.001, 5000), grown = scale / this.scale;
    this.pan((x - this.width / 2) * (1 / grown - 1), (y - this.height / 2) * (1 / grown - 1));
    this.scale = scale;
  }

  resize() {
    const ratio = Math.min(2, window.devicePixelRatio || 1), width = this.canvas.clientWidth, height = this.canvas.clientHeight;
    if (width === this.width && height === this.height && ratio === this.ratio) return;
    Object.assign(this, { width, height, ratio });
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    if (!this.touched) this.fitted = false;
  }

  fit({ min, max }) {
    const middle = k => ((min[k] || 0) + (max[k] || 0)) / 2;
    Object.assign(this, { center: [middle(0), middle(1), middle(2)], scale: 1, fitted: true, touched: false });
    let wide = 1e-6, high = 1e-6;
    for (let k = 0; k < 8; ++k) {
      const [x, y] = this.at(...[0, 1, 2].map(axis => (k >> axis & 1 ? max : min)[axis] || 0));
      wide = Math.max(wide, Math.abs(x - this.width / 2));
      high = Math.max(high, Math.abs(y - this.height / 2));
    }
    const margin = this.small ? 8 : 22;
    this.area = 4 * wide * high;
    this.scale = Math.min((this.width / 2 - margin) / wide, (this.height / 2 - margin) / high);
  }
}

// ---------------------------------------------------------------------------------------------------- painting

// How the classes of the display list are drawn: layer, line, filling, width of the line, dashes, how much of the filling.
const STYLES = {
  ground: ['heights', 'platform', 'platform', 0.5, [], 0.22], slow: ['slow ground', '', 'ground', 0, [], 0.2],
  carrying: ['carrying ground', 'wind', 'wind', 1, [], 0.2], one_way: ['one-way ground', 'mode', 'mode', 1, [], 0.2],
  gap: ['gaps', '', 'projectile', 0, [], 0.25], forbidden: ['forbidden ground', '', 'bad', 0, [], 0.2], region: ['regions', 'region', 'region', 1, [], 0.1],
  platform: ['platforms', 'platform', 'platform', 1, [4, 3], 0.18], path: ['paths', 'path', '', 1.2, [6, 4]],
  obstacle: ['obstacles', 'path', 'solid', 1, [], 1], hollow: ['obstacles', 'wall', '', 1.5, []],
  solid: ['obstacles', '', 'solid', 0, [], 1], wall: ['walls', 'wall', '', 2.5, []], cover: ['cover', 'good', 'good', 1, [3, 3], 0.15],
  measurement: ['measurements', 'measure', 'measure', 1.4, [5, 3], 0.08], graph: ['graph', 'field', 'field', 0.8, [], 0.6],
  field: ['field', 'field', 'field', 0.9, [], 0.5], wind: ['wind', 'wind', 'wind', 1.1, [], 0.12], well: ['wells', 'mode', 'mode', 1.1, [3, 3], 0.12],
  label_region: ['labels', '', 'region'], label_obstacle: ['labels', '', 'faint'], label_path: ['labels', '', 'faint'],
  label_measurement: ['labels', '', 'measure'], aim: ['intentions', 'choice', 'choice', 1.5, [], 0.6], feeler: ['intentions', 'good', '', 1.2, [4, 3]],
  corner: ['intentions', 'choice', '', 1.5, []], shown: ['intentions', 'faint', '', 1.2, [2, 2]], slot: ['intentions', 'mode', '', 1.5, []],
  way: ['intentions', 'accent', '', 1.8, [7, 4]], neighbor: ['intentions', 'faint', '', 1, []], contribution: ['intentions', 'measure', 'measure', 2, [], 1],
};

function pen(ctx, stroke, width = 1, dash = []) {
  ctx.strokeStyle = stroke;
  ctx.lineWidth = width;
  ctx.setLineDash(dash);
}

function circle(ctx, x, y, radius) {
  ctx.moveTo(x + radius, y);
  ctx.arc(x, y, radius, 0, TAU);
}

// With a rim of paper, so that it can be read on whatever lies below.
function text(ctx, words, x, y, color, align = 'center', size = 12) {
  ctx.font = `${size}px system-ui, sans-serif`;
  ctx.textAlign = align;
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  pen(ctx, theme.paper, 3);
  ctx.strokeText(words, x, y);
  ctx.fillStyle = color;
  ctx.fillText(words, x, y);
}

// A name of something that moves; left out where it would lie over one that stands already.
function label(ctx, view, words, x, y, color, size = 12) {
  const half = words.length * size * 0.28, near = one => Math.abs(one.x - x) < one.half + half && Math.abs(one.y - y) < size;
  if (view.labels.some(near)) return;
  view.labels.push({ x, y, half });
  text(ctx, words, x, y, color, 'center', size);
}

function arrow(ctx, [x0, y0], [x1, y1]) {
  const angle = Math.atan2(y1 - y0, x1 - x0), head = Math.min(8, 2 + Math.hypot(x1 - x0, y1 - y0) / 3);
  ctx.moveTo(x0, y0);
  ctx.lineTo(x1, y1);
  for (const side of [-0.5, 0.5]) {
    ctx.moveTo(x1, y1);
    ctx.lineTo(x1 - head * Math.cos(angle + side), y1 - head * Math.sin(angle + side));
  }
}

function itemPoints(view, item) {
  const size = item.d || 2, points = [];
  for (let k = 0; k < item.p.length; k += size) points.push(view.at(item.p[k], item.p[k + 1], size > 2 ? item.p[k + 2] : 0));
  return points;
}

// Rings of an area all turn the same way on the screen, so that faces that overlap do not cut holes into each other.
function traceRing(ctx, points, closed) {
  let area = 0;
  points.forEach(([x, y], k) => { const [u, v] = points[(k + 1) % points.length]; area += x * v - y * u; });
  if (closed && area < 0) points.reverse();
  points.forEach(([x, y], k) => ctx[k ? 'lineTo' : 'moveTo'](x, y));
  if (closed) ctx.closePath();
}

function traceItem(ctx, view, item, points) {
  ctx.beginPath();
  if (item.k === 'disc') return circle(ctx, ...points[0], item.r ? Math.max(1, item.r * view.scale) : 3);
  if (item.k === 'arrow') return arrow(ctx, points[0], points[1]);
  const outline = view.kind === 'above' && /ground|platform|region/.test(item.c), rings = item.rings || [points.length];
  let start = 0;
  for (const count of outline ? rings.slice(0, 1) : rings) {
    traceRing(ctx, points.slice(start, start + count), item.k === 'area');
    start += count;
  }
}

function fillItem(ctx, view, item, color, part) {
  ctx.globalAlpha = part * (item.v === undefined ? 1 : 0.15 + 0.85 * item.v);
  ctx.fillStyle = color;
  if (item.k !== 'line') ctx.fill(item.c === 'solid' ? 'evenodd' : 'nonzero');
  else {
    ctx.lineCap = 'round';
    pen(ctx, color, 2 * item.r * view.scale);
    ctx.stroke();
    ctx.lineCap = 'butt';
  }
}

// A door that is open is drawn as a faint dashed outline.
function paintItem(ctx, view, item, style, absent) {
  const [, line, fill, width, dash, filling] = style, points = itemPoints(view, item), area = item.k === 'area', mark = item.k === 'disc' && !item.r;
  if (!points.length) return;
  if (item.k === 'text') return text(ctx, item.t, ...points[0], theme[fill] || theme.ink);
  const capsule = item.k === 'line' && item.r > 0, faces = area && item.c === 'wall';
  traceItem(ctx, view, item, points);
  if (!absent && (mark || faces)) fillItem(ctx, view, item, theme[mark ? line || fill : 'solid'], mark ? 1 : 0.35);
  else if (!absent && fill && (area || capsule || item.k === 'disc')) fillItem(ctx, view, item, theme[fill], view.kind !== 'above' && filling === 1 ? 0.75 : filling);
  if ((line || absent) && !(capsule && !absent)) {
    ctx.globalAlpha = absent ? 0.5 : item.k === 'arrow' || item.v === undefined ? 1 : 0.3 + 0.7 * item.v;
    pen(ctx, theme[line || fill], absent || faces ? 1 : view.small ? 0.6 * width : width, absent ? [3, 4] : dash);
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
}

function paintBounds(ctx, view, bounds) {
  if (!bounds) return;
  const corner = k => view.at(...[0, 1, 2].map(axis => ((k >> axis & 1 ? bounds.max : bounds.min)[axis] || 0)));
  ctx.beginPath();
  [0, 1, 3, 2].forEach((k, i) => (i ? ctx.lineTo(...corner(k)) : ctx.moveTo(...corner(k))));
  ctx.closePath();
  ctx.fillStyle = theme.paper;
  ctx.fill();
  if (bounds.max[2] > bounds.min[2] && view.kind !== 'above')
    for (const [from, to] of [[4, 5], [5, 7], [7, 6], [6, 4], [0, 4], [1, 5], [2, 6], [3, 7]]) {
      ctx.moveTo(...corner(from));
      ctx.lineTo(...corner(to));
    }
  pen(ctx, theme.faint, 1, bounds.edge === 'wrap' ? [7, 5] : []);
  ctx.stroke();
}

function paintCells(ctx, view, size, { min, max }) {
  if (!size || size * view.scale < 5) return;
  ctx.beginPath();
  for (let axis = 0; axis < 2; ++axis)
    for (let at = Math.floor(min[axis] / size) * size; at <= max[axis]; at += size) {
      ctx.moveTo(...(axis ? view.at(min[0], at) : view.at(at, min[1])));
      ctx.lineTo(...(axis ? view.at(max[0], at) : view.at(at, max[1])));
    }
  pen(ctx, theme.line, 1);
  ctx.stroke();
}

function paintWorld(ctx, view, panel) {
  const run = panel.runs[0], { layers } = app;
  ctx.fillStyle = run.bounds ? theme.outside : theme.paper;
  ctx.fillRect(0, 0, view.width, view.height);
  paintBounds(ctx, view, run.bounds);
  if (layers.cells) paintCells(ctx, view, run.cells, run.bounds || run.view);
  const { doors } = panel.moments[0];
  for (const item of run.world) {
    if (view.small && item.k === 'text') continue;
    const style = STYLES[item.c] || STYLES.path;
    if (layers[style[0]] !== false) paintItem(ctx, view, item, style, item.door !== undefined && !doors[item.door]);
  }
}

// The world stands still most of the time, so that it is painted again only when something of it changed.
function showWorld(view, panel) {
  const key = JSON.stringify([view.center, view.scale, view.yaw, view.pitch, view.width, view.height, view.ratio, theme.dark,
    app.layers, panel.index, panel.moments[0].doors]);
  if (!view.world) view.world = document.createElement('canvas');
  if (view.key !== key) {
    view.world.width = view.canvas.width;
    view.world.height = view.canvas.height;
    const ctx = view.world.getContext('2d');
    ctx.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
    paintWorld(ctx, view, panel);
    view.key = key;
  }
  view.context.drawImage(view.world, 0, 0, view.width, view.height);
}

// ------------------------------------------------------------------------------------------------------ agents

// Where the agents are on the screen, and their colors. Returns how many can be seen.
function placeAgents(view, moment, coloring) {
  const { run, x, y, z, angle, climb, sx, sy, turn, on, color } = moment, { right, up, scale, center, width, height } = view;
  const flat = view.kind === 'above';
  let seen = 0;
  for (let a = 0; a < run.count; ++a) {
    if (!on[a]) continue;
    const dx = x[a] - center[0], dy = y[a] - center[1], dz = z[a] - center[2];
    sx[a] = width / 2 + scale * (dx * right[0] + dy * right[1]);
    sy[a] = height / 2 - scale * (dx * up[0] + dy * up[1] + dz * up[2]);
    turn[a] = flat ? -angle[a] : turnOf(view, angle[a], climb[a]);
    color[a] = coloring.of(moment, a);
    if (sx[a] > -20 && sy[a] > -20 && sx[a] < width + 20 && sy[a] < height + 20) ++seen;
  }
  return seen;
}

function turnOf({ right, up }, angle, climb) {
  const x = Math.cos(angle) * Math.cos(climb), y = Math.sin(angle) * Math.cos(climb);
  return Math.atan2(-(x * up[0] + y * up[1] + Math.sin(climb) * up[2]), x * right[0] + y * right[1]);
}

const bodyRadius = (view, moment, agent, small) => Math.max(small, moment.radius[agent] * view.scale);
// Bodies that would be too small to see are drawn larger, as far as there is room for so many.
const smallest = (view, count) => clamp(0.3 * view.scale * Math.sqrt(view.area / count), 1.3, view.small ? 3 : 4);

// A disc, or a dart where the disc would be too small to show a heading.
const isDisc = radius => radius >= 5;
function traceBody(ctx, x, y, radius, turn) {
  if (isDisc(radius)) circle(ctx, x, y, radius);
  else traceCorners(ctx, x, y, radius, turn, [1.7, 0, -1.2, 1.05, -0.6, 0, -1.2, -1.05]);
}

// The wedge on a disc that points to where it heads, the other way around than the disc: filled together it stays open.
const traceWedge = (ctx, x, y, radius, turn) => traceCorners(ctx, x, y, radius, turn, [0.85, 0, -0.3, -0.42, -0.3, 0.42]);

function traceCorners(ctx, x, y, radius, turn, corners) {
  const cos = Math.cos(turn), sin = Math.sin(turn);
  for (let k = 0; k < corners.length; k += 2) {
    const u = radius * corners[k], v = radius * corners[k + 1];
    ctx[k ? 'lineTo' : 'moveTo'](x + u * cos - v * sin, y + u * sin + v * cos);
  }
  ctx.closePath();
}

// Few paths for each color: what fewer than a thousand agents need, and pictures that are saved as SVG.
function paintBodies(ctx, view, moment, coloring, small, hollow) {
  const { run, on, color, sx, sy, turn } = moment, { width, height } = view, rim = clamp(0.5 * small - 0.8, 0, 0.8);
  const each = (index, trace) => {
    ctx.beginPath();
    for (let a = 0; a < run.count; ++a) {
      const radius = bodyRadius(view, moment, a, small), x = sx[a], y = sy[a];
      if (!on[a] || color[a] !== index || Math.abs(x - width / 2) > width / 2 + 2 * radius || Math.abs(y - height / 2) > height / 2 + 2 * radius) continue;
      if (trace === traceBody || isDisc(radius)) trace(ctx, x, y, radius, turn[a]);
    }
  };
  coloring.palette.forEach((ink, index) => {
    each(index, traceBody);
    ctx.fillStyle = ink;
    pen(ctx, hollow ? ink : theme.paper, hollow ? 1.4 : rim);
    if (!hollow) ctx.fill();
    if (hollow || rim > 0) ctx.stroke();
    each(index, traceWedge);
    ctx.fillStyle = hollow ? ink : theme.paper;
    ctx.fill();
  });
}

// Thousands of bodies: their pixels are put together here, several times as fast as the paths of the canvas.
const RIM = 1;
class Blitter {
  constructor() {
    this.canvas = document.createElement('canvas');
    this.context = this.canvas.getContext('2d', { willReadFrequently: true });
    this.masks = [];
  }

  begin(view) {
    const { width, height } = view.canvas;
    if (!this.image || this.canvas.width !== width || this.canvas.height !== height) {
      Object.assign(this.canvas, { width, height });
      this.image = this.context.createImageData(width, height);
      this.pixels = new Uint32Array(this.image.data.buffer);
    }
    this.pixels.fill(0);
  }

  end(view) {
    this.context.putImageData(this.image, 0, 0);
    view.context.drawImage(this.canvas, 0, 0, view.width, view.height);
  }

  // How much of each pixel a body of a radius covers, for 64 headings.
  mask(radius, hollow) {
    const key = radius * 4 + hollow;
    if (this.masks[key]) return this.masks[key];
    const size = 2 * Math.ceil(radius * 1.8 + 1), mask = { size, turns: [] };
    const canvas = Object.assign(document.createElement('canvas'), { width: size * 64, height: size });
    const ctx = canvas.getContext('2d', { willReadFrequently: true });
    ctx.beginPath();
    for (let k = 0; k < 64; ++k)
      for (const trace of isDisc(radius) ? [traceBody, traceWedge] : [traceBody]) trace(ctx, (k + 0.5) * size, size / 2, radius, k / 64 * TAU);
    // Red is the body, green its rim of paper, which keeps bodies apart that are large enough to have one.
    ctx.strokeStyle = '#0f0';
    ctx.lineWidth = 1.5;
    if (!hollow && radius >= 2) ctx.stroke();
    ctx.globalCompositeOperation = 'lighter';
    ctx.fillStyle = ctx.strokeStyle = '#f00';
    ctx.lineWidth = 1.2;
    if (hollow) ctx.stroke(); else ctx.fill();
    const data = ctx.getImageData(0, 0, size * 64, size).data;
    for (let k = 0; k < 64; ++k)
      mask.turns.push(Uint8Array.from({ length: size * size }, (_, i) => {
        const at = 4 * (Math.floor(i / size) * size * 64 + k * size + i % size), body = data[at];
        return body < 80 && data[at + 1] > 110 ? RIM : body === RIM ? 0 : body;
      }));
    return (this.masks[key] = mask);
  }

  bodies(view, moment, inks, small, hollow) {
    const { run, on, color, sx, sy, turn } = moment, { ratio } = view, { pixels, image: { width, height } } = this, paper = pixelInks([theme.paper])[0] | 0xff000000;
    for (let a = 0; a < run.count; ++a) {
      if (!on[a]) continue;
      const radius = Math.min(40, Math.round(2 * ratio * bodyRadius(view, moment, a, small)) / 2), { size, turns } = this.mask(radius, hollow);
      const left = Math.round(sx[a] * ratio - size / 2), top = Math.round(sy[a] * ratio - size / 2);
      if (left < 0 || top < 0 || left + size > width || top + size > height) continue;
      const mask = turns[Math.round(turn[a] / TAU * 64) & 63], ink = inks[color[a]];
      for (let y = 0, i = 0, to = top * width + left; y < size; ++y, to += width - size)
        for (let x = 0; x < size; ++x, ++i, ++to)
          if (mask[i] > 96) pixels[to] = ink | 0xff000000;
          else if (mask[i] === RIM) pixels[to] = paper;
          else if (mask[i] > pixels[to] >>> 24) pixels[to] = ink | mask[i] << 24;
    }
  }

  line(x0, y0, x1, y1, ink) {
    const { pixels, image: { width, height } } = this, steps = Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0), 1));
    if (steps > 4000) return;
    const dx = (x1 - x0) / steps, dy = (y1 - y0) / steps;
    for (let k = 0, x = x0 + 0.5, y = y0 + 0.5; k <= steps; ++k, x += dx, y += dy)
      if (x >= 0 && y >= 0 && x < width && y < height) pixels[(y | 0) * width + (x | 0)] = ink;
  }
}

// Colors as the pixels of a little-endian canvas hold them, without their opacity.
function pixelInks(palette) {
  return palette.map(ink => {
    const [red, green, blue] = ink.length === 7 ? channels(ink) : ink.match(/\d+/g).map(Number);
    return blue << 16 | green << 8 | red;
  });
}

// Calls line(agent, x0, y0, x1, y1, age 0..1) along the trails of every `stride`th agent, from the newest to the oldest piece.
function followTrails(view, moment, seconds, { thin, stride }, line) {
  const { run, frame, time, sx, sy, on } = moment, { count, times, unit, state, x, y, z } = run;
  const { right, up, center, scale, width, height } = view, oldest = frameAt(times, Math.max(times[0], time - seconds));
  for (let a = 0; a < count; a += stride) {
    if (!on[a]) continue;
    let fromX = sx[a], fromY = sy[a];
    for (let f = frame; f >= oldest; f -= thin) {
      const i = f * count + a;
      if (!state[i]) break;
      // As View.at has it, without a list for each point.
      const dx = unit * x[i] - center[0], dy = unit * y[i] - center[1], dz = (z ? unit * z[i] : 0) - center[2];
      const toX = width / 2 + scale * (dx * right[0] + dy * right[1]);
      const toY = height / 2 - scale * (dx * up[0] + dy * up[1] + dz * up[2]);
      line(a, fromX, fromY, toX, toY, (time - times[f]) / seconds);
      fromX = toX;
      fromY = toY;
      if (jumps(run, f, thin, a)) break;
    }
  }
}

function jumps(run, frame, thin, agent) {
  for (let f = frame; f > frame - thin && f >= 0; --f) if (run.state[f * run.count + agent] !== MOVES) return true;
  return false;
}

const TRAIL_POINTS = 60000, PATH_POINTS = 14000;

// Trails shall not take longer than a frame lasts: first points of them are left out, then agents.
function trailThinning(moment, seconds, most) {
  const { times, count } = moment.run, frames = moment.frame - frameAt(times, Math.max(times[0], moment.time - seconds)) + 1;
  const thin = clamp(Math.ceil(count * frames / most), 1, Math.max(3, Math.ceil(frames / 200)));
  return { thin, stride: Math.ceil(count * frames / thin / most) };
}

// Older parts are fainter: three strokes for each agent. Many short paths are drawn faster than few that are long and cross
// themselves.
function paintTrails(ctx, view, moment, coloring, seconds) {
  const thinning = trailThinning(moment, seconds, PATH_POINTS);
  let agent = -1, part = 0;
  const flush = () => {
    if (agent < 0) return;
    ctx.globalAlpha = [0.6, 0.35, 0.15][part];
    ctx.strokeStyle = coloring.palette[moment.color[agent]];
    ctx.stroke();
  };
  pen(ctx, theme.ink, 1.4);
  followTrails(view, moment, seconds, thinning, (a, x0, y0, x1, y1, age) => {
    const now = Math.min(2, Math.floor(age * 3));
    if (a !== agent || now !== part) {
      flush();
      ctx.beginPath();
      ctx.moveTo(x0, y0);
      [agent, part] = [a, now];
    }
    ctx.lineTo(x1, y1);
  });
  flush();
  ctx.globalAlpha = 1;
  return thinning.stride;
}

function paintCrowd(view, moment, coloring, small, hollow, seconds) {
  const blitter = app.blitter, inks = pixelInks(coloring.palette), { ratio } = view;
  blitter.begin(view);
  const thinning = trailThinning(moment, seconds, TRAIL_POINTS);
  if (seconds)
    followTrails(view, moment, seconds, thinning, (a, x0, y0, x1, y1, age) =>
      blitter.line(x0 * ratio, y0 * ratio, x1 * ratio, y1 * ratio, inks[moment.color[a]] | (150 - 110 * Math.min(1, age)) << 24));
  blitter.bodies(view, moment, inks, small, hollow);
  blitter.end(view);
  return seconds ? thinning.stride : 1;
}

// ---------------------------------------------------------------------------------------- what lies over the agents

function paintDetails(ctx, view, panel) {
  const frame = panel.detail(0);
  for (const item of frame ? frame.items : []) {
    const style = STYLES[item.c] || STYLES.aim;
    paintItem(ctx, view, item, style, false);
    if (item.t && item.k !== 'text') text(ctx, item.t, ...last(itemPoints(view, item)).map((at, k) => at - 9 * k), theme[style[1]] || theme.ink, 'center', 11);
  }
}

function paintFormations(ctx, view, run, frame) {
  for (const formation of run.formations || []) {
    const now = formation.frames.filter(one => one[0] <= frame).pop();
    if (!now) continue;
    const [, [x, y, z, dx, dy], slots] = now, size = clamp(0.3 * view.scale, 3, 7);
    ctx.beginPath();
    for (const [sx, sy, sz, , blocked] of slots) {
      const [u, v] = view.at(sx, sy, sz);
      [[0, -size], [size, 0], [0, size], [-size, 0], [0, -size]].forEach(([a, b], k) => (k ? ctx.lineTo(u + a, v + b) : ctx.moveTo(u + a, v + b)));
      if (blocked) [[-1, -1], [1, 1], [-1, 1], [1, -1]].forEach(([a, b], k) => ctx[k & 1 ? 'lineTo' : 'moveTo'](u + a * size, v + b * size));
    }
    arrow(ctx, view.at(x, y, z), view.at(x + dx * 20 / view.scale, y + dy * 20 / view.scale, z));
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
    const color = readable(flight.color), tail = [here];
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
    circle(ctx, ...view.at(...blast.center), Math.max(4, blast.radius * view.scale * Math.min(1, 0.3 + 2 * age)));
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
    if (!first.on[a] || !second.on[b] || Math.hypot(first.sx[a] - second.sx[b], first.sy[a] - second.sy[b]) < 1) continue;
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
  const moment = panel.moments[0], { run, on, sx, sy } = moment;
  if (app.layers.names !== false && !view.small)
    for (const [a, name] of run.agents.names) if (on[a]) label(ctx, view, name, sx[a], sy[a] - bodyRadius(view, moment, a, small) - 9, theme.ink);
  const a = panel.chosen;
  if (a < 0 || !on[a]) return;
  ctx.beginPath();
  circle(ctx, sx[a], sy[a], bodyRadius(view, moment, a, small) + 5);
  pen(ctx, theme.choice, 2.2);
  ctx.stroke();
}

function paintScaleBar(ctx, view) {
  const length = niceStep(90 / view.scale, 1.6), x = 12, y = view.height - 14, width = length * view.scale;
  ctx.beginPath();
  for (const [u, v] of [[x, y - 4], [x, y], [x + width, y], [x + width, y - 4]]) ctx[v < y && u === x ? 'moveTo' : 'lineTo'](u, v);
  pen(ctx, theme.faint, 1.5);
  ctx.stroke();
  text(ctx, length >= 1000 ? length / 1000 + ' km' : length + ' m', x + width / 2, y - 10, theme.faint, 'center', 11);
}

// Everything of a view, in the order in which it lies over each other. `svg` takes the place of the canvas.
function paintView(panel, view, svg) {
  const ctx = svg || view.context, { layers } = app, first = panel.moments[0];
  ctx.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
  if (svg) paintWorld(ctx, view, panel); else showWorld(view, panel);
  const small = smallest(view, first.run.count), trails = layers.trails === false ? 0 : +app.trail;
  panel.said = '';
  view.labels = [];
  panel.moments.forEach((moment, k) => {
    const seen = placeAgents(view, moment, panel.colorings[k]);
    if (!k && view.kind !== 'above' && moment.run.count < 600 && moment.run.view.min[2] <= 0 && layers.plumbs !== false) paintPlumbs(ctx, view, moment);
    const crowd = seen > 900 && !svg, paint = panel.colorings[k];
    const stride = crowd ? paintCrowd(view, moment, paint, small, k > 0, trails) : trails ? paintTrails(ctx, view, moment, paint, trails) : 1;
    if (stride > 1) panel.said = `Trails of one in ${stride} agents`;
    if (!crowd) paintBodies(ctx, view, moment, paint, small, k > 0);
  });
  if (panel.pairs.length && layers.pairs !== false) paintPairs(ctx, panel);
  if (layers.projectiles !== false) paintFlights(ctx, view, first.run, first.time);
  if (layers.intentions !== false) paintDetails(ctx, view, panel);
  paintNames(ctx, view, panel, small);
  if (layers.formations !== false) paintFormations(ctx, view, first.run, first.frame);
  if (!view.small) paintScaleBar(ctx, view);
}

// What the painters use of a canvas, written as SVG.
class SvgContext {
  constructor(width, height) { Object.assign(this, { width, height, parts: [], globalAlpha: 1, dash: [] }); }
  setTransform() {}
  setLineDash(dash) { this.dash = dash; }
  beginPath() { this.path = ''; }
  moveTo(x, y) { this.path += `M${x.toFixed(1)} ${y.toFixed(1)}`; }
  lineTo(x, y) { this.path += `L${x.toFixed(1)} ${y.toFixed(1)}`; }
  closePath() { this.path += 'Z'; }
  // Two half circles; radii that are too small for their ends grow until they fit.
  arc(x, y, r) { this.path += [1, -1].map(to => `A1 1 0 1 1 ${(x - to * r).toFixed(1)} ${y.toFixed(1)}`).join(''); }
  add(tag, attributes, words = '') {
    const escape = value => String(value).replace(/[&<>"]/g, char => `&#${char.charCodeAt(0)};`);
    const list = Object.entries({ ...attributes, opacity: this.globalAlpha }).map(([key, value]) => ` ${key}="${escape(value)}"`);
    this.parts.push(`<${tag}${list.join('')}>${escape(words)}</${tag}>`);
  }
  lines() { return { stroke: this.strokeStyle, 'stroke-width': this.lineWidth, 'stroke-dasharray': this.dash.join(' ') || 'none', 'stroke-linejoin': 'round' }; }
  fill(rule) { if (this.path) this.add('path', { d: this.path, fill: this.fillStyle, 'fill-rule': rule || 'nonzero' }); }
  stroke() { if (this.path) this.add('path', { d: this.path, fill: 'none', ...this.lines() }); }
  fillRect(x, y, width, height) { this.add('rect', { x, y, width, height, fill: this.fillStyle }); }
  words(words, x, y, look) {
    const anchor = { left: 'start', center: 'middle', right: 'end' }[this.textAlign];
    this.add('text', { x, y, 'font-family': 'sans-serif', 'font-size': parseInt(this.font), 'text-anchor': anchor, 'dominant-baseline': 'middle', ...look }, words);
  }
  strokeText(words, x, y) { this.words(words, x, y, { fill: 'none', ...this.lines() }); }
  fillText(words, x, y) { this.words(words, x, y, { fill: this.fillStyle }); }
  toString() {
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${this.width} ${this.height}" width="${this.width}" height="${this.height}">\n${this.parts.join('\n')}\n</svg>\n`;
  }
}

// ------------------------------------------------------------------------------------------------------ the page

const app = { layers: { cells: false }, trail: '2', kinds: {}, charts: {}, panels: [], current: null, views: [], mark: {} };
const $ = id => document.getElementById(id);

// Children that are texts become text nodes: names never become markup.
function make(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes || {}))
    if (typeof value === 'function') node[key] = value; else if (value !== false) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

const setOptions = (select, values, chosen) =>
  select.replaceChildren(...values.map(([value, words]) => make('option', { value, selected: value === chosen && '' }, words)));
const seconds = time => time.toFixed(2) + ' s';

function copyButton(words) {
  const button = make('button', { onclick: async event => {
    event.stopPropagation();
    const area = make('textarea', {}, words);
    document.body.append(area);
    area.select();
    document.execCommand('copy');  // works for pages that were opened from a file, too
    area.remove();
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  } }, 'Copy');
  return button;
}

class Clock {
  constructor(time, playing) { Object.assign(this, { time, playing, speed: 1 }); }
  // Returns whether the time is another one now.
  advance(elapsed, end) {
    if (!this.playing || !end) return false;
    this.time = Math.min(end, this.time + elapsed * this.speed);
    if (this.time >= end) this.playing = false;
    return true;
  }
}

// One replay: the runs of it, its clock, and which agent is chosen.
class Panel {
  constructor(info, index, clock) {
    Object.assign(this, { info, index, clock, chosen: -1, runs: null, pairs: [], follow: false });
  }

  async load() {
    this.loading = this.loading || Promise.all(this.info.runs.map(index => decodeRun(app.data[index].textContent)));
    if (this.runs) return this;
    const runs = await this.loading;
    if (this.runs) return this;
    this.runs = runs;
    this.moments = runs.map(run => new Moment(run));
    this.start = Math.min(...runs.map(run => run.times[0] || 0));
    this.end = Math.max(...runs.map(run => last(run.times) || 0));
    if (runs.length > 1) this.pairs = pairsOf(runs);
    this.chosen = this.info.agent === undefined ? -1 : runs[0].agents.number.indexOf(this.info.agent);
    this.recolor();
    this.seek();
    return this;
  }

  recolor() { this.colorings = this.runs.map(run => makeColoring(run, app.color)); }
  seek() { this.clock.time = clamp(this.clock.time, this.start, this.end); this.moments.forEach(moment => moment.seek(this.clock.time)); }

  detail(run) {
    const found = (this.runs[run].details || []).find(one => one.agent === this.chosen);
    const frame = found && found.frames.filter(one => one[0] <= this.moments[run].frame).pop();
    return frame && frame[1];
  }
}

function pairsOf([first, second]) {
  const other = new Map(second.agents.number.map((number, k) => [number, k]));
  return first.agents.number.map((number, a) => [a, other.get(number)]).filter(pair => pair[1] !== undefined);
}

function distance([a, b], first, second) {
  if (!first.on[a] || !second.on[b]) return null;
  return Math.hypot(first.x[a] - second.x[b], first.y[a] - second.y[b], first.z[a] - second.z[b]);
}

function distanceChart(panel) {
  const moments = panel.runs.map(run => new Moment(run)), times = [], far = [], mean = [], frames = panel.runs[0].times;
  for (let k = 0; k < frames.length; k += Math.ceil(frames.length / 600)) {
    moments.forEach(moment => moment.seek(frames[k]));
    const all = panel.pairs.map(pair => distance(pair, ...moments)).filter(value => value !== null);
    times.push(frames[k]);
    far.push(all.length ? all.reduce((most, value) => Math.max(most, value), 0) : null);
    mean.push(all.length ? all.reduce((sum, value) => sum + value, 0) / all.length : null);
  }
  return { name: 'Distance between the runs', unit: 'm', kind: 'line', series: [{ name: 'largest', times, values: far }, { name: 'mean', times, values: mean }] };
}

// -------------------------------------------------------------------------------------------------- the scrubber

const KINDS = { expectation: '■', contact: '✖', event: '▲', mode: '◆', appears: '+', removed: '−', projectile: '●' };
const KIND_NAMES = { expectation: 'broken expectation', contact: 'contact', event: 'event', mode: 'mode change', appears: 'appears', removed: 'removed', projectile: 'projectile' };

const shownMarks = panel => panel.runs[0].marks.filter(mark => app.kinds[mark.kind] !== false);
const markX = (panel, time, width) => (time - panel.start) / (panel.end - panel.start || 1) * width;

function drawMarks(panel) {
  const canvas = $('scrubber').firstElementChild, ratio = window.devicePixelRatio || 1, width = canvas.clientWidth, used = new Set();
  canvas.width = width * ratio;
  canvas.height = canvas.clientHeight * ratio;
  const ctx = canvas.getContext('2d');
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  Object.assign(ctx, { font: '11px system-ui, sans-serif', textAlign: 'center', textBaseline: 'middle' });
  const order = Object.keys(KINDS), rank = mark => order.indexOf(mark.kind);
  for (const mark of shownMarks(panel).slice().sort((a, b) => rank(b) - rank(a))) {
    const x = Math.round(markX(panel, mark.time, width)), low = rank(mark) > 2;
    if (used.has(mark.kind + (x >> 2))) continue;
    used.add(mark.kind + (x >> 2));
    ctx.fillStyle = theme[mark.kind] || theme.event;
    ctx.fillText(KINDS[mark.kind] || '▲', clamp(x, 5, width - 5), low ? 22 : 9);
  }
}

function marksNear(panel, x, width) {
  return shownMarks(panel).map(mark => [Math.abs(clamp(markX(panel, mark.time, width), 5, width - 5) - x), mark])
    .filter(one => one[0] <= 6).sort((a, b) => a[0] - b[0]).map(one => one[1]);
}

function jumpTo(mark) {
  const panel = app.current;
  panel.clock.playing = false;
  if (mark.agents && mark.agents.length) choose(mark.agents[0]);
  seek(mark.time);
  app.mark = { time: panel.clock.time, words: `${KINDS[mark.kind] || ''} ${mark.text}` };
}

function setUpScrubber() {
  const bar = $('scrubber'), tip = last([...bar.children]);
  const place = event => clamp(event.clientX - bar.getBoundingClientRect().left, 0, bar.clientWidth);
  const scrub = event => seek(app.current.start + place(event) / bar.clientWidth * (app.current.end - app.current.start));
  bar.onpointerdown = event => {
    const near = event.offsetY < 29 && marksNear(app.current, place(event), bar.clientWidth);
    if (near && near.length) return jumpTo(near[0]);
    bar.setPointerCapture(event.pointerId);
    bar.dragged = true;
    scrub(event);
  };
  bar.onpointermove = event => {
    if (bar.dragged) scrub(event);
    const near = marksNear(app.current, place(event), bar.clientWidth);
    tip.hidden = !near.length;
    tip.style.left = clamp(place(event), 80, Math.max(80, bar.clientWidth - 80)) + 'px';
    tip.textContent = near.slice(0, 6).map(mark => `${KINDS[mark.kind] || ''} ${seconds(mark.time)}  ${mark.text}`).join('\n') +
      (near.length > 6 ? `\nand ${near.length - 6} more` : '');
  };
  bar.onpointerup = bar.onpointercancel = () => (bar.dragged = false);
  bar.onpointerleave = () => (tip.hidden = true);
}

function showMarkKinds(panel) {
  const counts = new Map();
  for (const mark of panel.runs[0].marks) counts.set(mark.kind, (counts.get(mark.kind) || 0) + 1);
  $('mark-back').hidden = $('mark-on').hidden = !counts.size;
  $('scrubber').classList.toggle('plain', !counts.size);
  $('mark-kinds').replaceChildren(...Object.keys(KINDS).filter(kind => counts.has(kind)).map(kind => {
    const sign = make('span', { style: '' }, KINDS[kind]), shown = app.kinds[kind] !== false;
    sign.style.color = theme[kind];
    return make('button', { 'aria-pressed': shown, 'aria-label': KIND_NAMES[kind], title: `Show or hide: ${KIND_NAMES[kind]}`, onclick: () => {
      app.kinds[kind] = !shown;
      showMarkKinds(panel);
      drawMarks(panel);
    } }, sign, make('span', {}, KIND_NAMES[kind]), String(counts.get(kind)));
  }));
}

// ------------------------------------------------------------------------------------------------------- charts

const chartInk = k => readable(PALETTE[(k + (k > 3)) % PALETTE.length]);

function chartsOf(panel) {
  if (panel.charts) return panel.charts;
  const [first, second] = panel.runs;
  panel.charts = (first.charts || []).map(chart => {
    const same = second && second.charts.find(one => one.name === chart.name);
    const more = same ? same.series.map(series => ({ ...series, name: series.name + ', ' + (panel.info.labels[1] || 'second'), second: true })) : [];
    return { ...chart, series: [...chart.series, ...more] };
  });
  if (second) panel.charts.unshift(distanceChart(panel));
  return panel.charts;
}

function showCharts(panel) {
  const charts = chartsOf(panel), shown = charts.filter((chart, k) => (app.charts[chart.name] === undefined ? k < 2 : app.charts[chart.name]));
  $('charts').hidden = !charts.length;
  document.body.classList.toggle('with-charts', shown.length > 0);
  const toggle = (name, on) => { app.charts[name] = on; showCharts(panel); }, others = charts.filter(chart => !shown.includes(chart));
  const more = make('select', { 'aria-label': 'Show another chart', onchange: () => toggle(more.value, true) });
  setOptions(more, [['', 'Show another chart'], ...others.map(chart => [chart.name, chart.name])], '');
  $('chart-choice').replaceChildren(others.length ? more : '');
  app.shownCharts = shown.map(chart => {
    const canvas = make('canvas', { role: 'img', 'aria-label': `${chart.name} over time` }), now = make('div', { class: 'now' });
    const keys = make('div', { class: 'keys' }), jump = event => seek(timeOfChart(canvas, event.offsetX));
    canvas.onpointerdown = event => { canvas.held = true; jump(event); };
    canvas.onpointermove = event => { if (canvas.held) jump(event); };
    canvas.onpointerup = canvas.onpointerleave = () => (canvas.held = false);
    const title = make('div', { class: 'row' }, make('h3', {}, chart.name + (chart.unit ? ` [${chart.unit}]` : '')), keys,
      make('button', { 'aria-label': `Hide the chart ${chart.name}`, onclick: () => toggle(chart.name, false) }, '×'));
    const box = make('div', { class: 'chart' }, title, canvas, now);
    return { chart, canvas, now, keys, box, size: 0 };
  });
  $('chart-list').replaceChildren(...app.shownCharts.map(one => one.box));
  app.dirty = true;
}

const CHART = { left: 44, right: 18, top: 6, bottom: 20 };
const timeOfChart = (canvas, x) => {
  const { start, end } = app.current;
  return start + clamp((x - CHART.left) / (canvas.clientWidth - CHART.left - CHART.right), 0, 1) * (end - start);
};

function chartRange({ series }) {
  const values = series.flatMap(one => one.values).filter(value => value !== null);
  let low = values.reduce((a, b) => Math.min(a, b), Infinity), high = values.reduce((a, b) => Math.max(a, b), -Infinity);
  if (low > high) [low, high] = [0, 1];
  if (low > 0 && low < 0.5 * high) low = 0;
  if (low === high) ++high;
  const step = niceStep(high - low, 4);
  return { low: Math.floor(low / step) * step, high: Math.ceil(high / step - 1e-9) * step, step };
}

function drawChart({ chart, canvas }) {
  const ratio = window.devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight, { start, end } = app.current;
  Object.assign(canvas, { width: width * ratio, height: height * ratio });
  const ctx = canvas.getContext('2d'), range = chartRange(chart);
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  const x = time => CHART.left + (time - start) / (end - start || 1) * (width - CHART.left - CHART.right);
  const y = value => height - CHART.bottom - (value - range.low) / (range.high - range.low) * (height - CHART.top - CHART.bottom);
  ctx.beginPath();
  for (let value = range.low; value <= range.high + range.step / 2; value += range.step) {
    ctx.moveTo(CHART.left, y(value));
    ctx.lineTo(width - CHART.right, y(value));
    text(ctx, number(Math.abs(value) < range.step / 1e6 ? 0 : value), CHART.left - 6, y(value), theme.faint, 'right', 11);
  }
  pen(ctx, theme.line);
  ctx.stroke();
  const step = niceStep(end - start, width / 80);
  for (let time = Math.ceil(start / step) * step; time <= end; time += step)
    text(ctx, number(time) + (time + step > end ? ' s' : ''), x(time), height - 8, theme.faint, 'center', 11);
  const band = chart.kind === 'band', [low, , high] = chart.series;
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
  let open = false, before = 0;
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
    const { chart, canvas, now, keys } = one, key = canvas.clientWidth + ' ' + theme.dark, { start, end } = app.current;
    if (one.key !== key) drawChart(one);
    one.key = key;
    now.style.left = 8 + CHART.left + (time - start) / (end - start || 1) * (canvas.clientWidth - CHART.left - CHART.right) + 'px';
    const value = series => number(series.times.length ? series.values[frameAt(series.times, time)] : null), band = chart.kind === 'band';
    keys.replaceChildren(...chart.series.slice(0, 8).map((series, k) => {
      const swatch = make('span', { class: 'swatch' });
      swatch.style.background = chartInk(band ? 0 : k);
      return make('span', { class: 'key' }, band && k % 3 ? '' : swatch, `${series.name} ${value(series)}`);
    }));
  }
}

// --------------------------------------------------------------------------------------------- beside the world

function showLegend(panel) {
  const { labels, palette, min, max, unit } = panel.colorings[0], legend = $('legend');
  if (!labels) {
    const bar = make('span', { class: 'scale' });
    bar.style.background = `linear-gradient(to right, ${palette.slice(0, SHADES)})`;
    return legend.replaceChildren(bar, make('div', {}, number(min), make('span', { class: 'count' }, `${number(max)} ${unit || ''}`)));
  }
  panel.legend = labels.map((label, k) => {
    const swatch = make('span', { class: 'swatch' }), count = make('span', { class: 'count' });
    swatch.style.background = palette[k];
    return { row: make('div', {}, swatch, label, count), count };
  });
  legend.replaceChildren(...panel.legend.map(one => one.row));
  if (panel.runs.length > 1) legend.append(make('div', {}, `Filled: ${panel.info.labels[0]}. Hollow: ${panel.info.labels[1]}.`));
}

function updateLegend(panel) {
  const { labels, palette } = panel.colorings[0], moment = panel.moments[0], counts = new Array(palette.length).fill(0);
  if (!labels || !panel.legend) return;
  for (let a = 0; a < moment.run.count; ++a) if (moment.on[a]) ++counts[moment.color[a]];
  panel.legend.forEach((one, k) => (one.count.textContent = counts[k] || ''));
}

function showColors(panel) {
  const run = panel.runs[0], ways = [['', 'type'], ['speed', 'speed'], ...run.columns.map(column => ['column ' + column.name, column.name])];
  if (run.modes.length) ways.splice(1, 0, ['mode', 'mode']);
  // Of one type only the modes say more.
  if (!ways.some(way => way[0] === app.color)) app.color = run.types.length < 2 && run.modes.length > 1 ? 'mode' : '';
  setOptions($('color'), ways, app.color);
  panel.recolor();
  showLegend(panel);
}

// Only layers of which there is something.
function showLayers(panel) {
  const run = panel.runs[0], has = new Set(run.world.map(item => (STYLES[item.c] || STYLES.path)[0]));
  const more = { names: run.agents.names.length, trails: 1, cells: run.cells, formations: (run.formations || []).length, pairs: panel.pairs.length,
    projectiles: (run.flights || []).length + (run.blasts || []).length, intentions: (run.details || []).length, plumbs: run.dimensions === 3 };
  for (const layer of Object.keys(more)) if (more[layer]) has.add(layer);
  $('layers').lastElementChild.replaceChildren(...[...has].map(layer => {
    const box = make('input', { type: 'checkbox', onchange: () => { app.layers[layer] = box.checked; app.dirty = true; } });
    box.checked = app.layers[layer] !== false;
    const style = Object.values(STYLES).find(one => one[0] === layer), swatch = make('span', { class: 'swatch' });
    if (style) swatch.style.background = theme[style[1] || style[2]];
    const words = { cells: 'cells of the neighbor search', plumbs: 'lines to the ground', intentions: 'intentions of the chosen agent', pairs: 'lines between pairs' };
    return make('label', {}, box, words[layer] || layer, style && layer !== 'labels' ? swatch : '');
  }));
}

function choose(agent) {
  const panel = app.current;
  panel.chosen = agent;
  if (agent < 0) panel.follow = false;
  showChoice(panel);
  app.dirty = true;
  writeHash();
}

function showChoice(panel) {
  const a = panel.chosen, { agents, types, marks } = panel.runs[0], box = $('choice');
  if (a < 0) return box.replaceChildren();
  const name = agents.names.find(one => one[0] === a), about = marks.filter(mark => (mark.agents || []).includes(a));
  const follow = make('button', { 'aria-pressed': panel.follow, onclick: () => {
    panel.follow = !panel.follow;
    follow.setAttribute('aria-pressed', panel.follow);
    app.dirty = true;
  } }, 'Follow');
  panel.facts = make('dl');
  box.replaceChildren(
    make('div', { class: 'row' }, make('h2', {}, name ? name[1] : `Agent ${agents.number[a]}`), follow,
      make('button', { 'aria-label': 'Let go of the agent', onclick: () => choose(-1) }, '×')),
    make('p', {}, `number ${agents.number[a]}, ${types[agents.type[a]].name}`), panel.facts);
  if (about.length) box.append(make('ul', { class: 'marks' }, ...about.slice(0, 50).map(mark =>
    make('li', {}, make('button', { class: 'link', onclick: () => seek(mark.time) }, `${KINDS[mark.kind] || ''} ${seconds(mark.time)} ${mark.text}`)))));
  updateChoice(panel);
}

function updateChoice(panel) {
  const a = panel.chosen;
  if (a < 0) return;
  const moment = panel.moments[0], { run } = moment, facts = [], detail = panel.detail(0);
  if (!moment.on[a]) facts.push(['', 'not in the world now']);
  else {
    if (moment.modes[a] >= 0) facts.push(['mode', run.modes[moment.modes[a]]]);
    if (detail && detail.goal) facts.push(['goal', detail.goal]);
    const degrees = Math.round(moment.angle[a] * 360 / TAU) % 360, place = [moment.x, moment.y, ...(run.z ? [moment.z] : [])];
    facts.push(['speed', number(moment.speed(a)) + ' m/s'], ['position', place.map(axis => axis[a].toFixed(2)).join(', ') + ' m'],
      ['heading', degrees + '°'], ['radius', number(moment.radius[a]) + ' m']);
    run.columns.forEach((column, k) => {
      const value = columnValue(column, run.codes[k][moment.frame * run.count + a]);
      facts.push([column.name, typeof value === 'string' ? value : `${number(value)} ${value === null ? '' : column.unit || ''}`]);
    });
    const pair = panel.pairs.find(one => one[0] === a);
    if (pair) facts.push(['apart', number(distance(pair, ...panel.moments)) + ' m']);
  }
  panel.facts.replaceChildren(...facts.flatMap(([what, value]) => [make('dt', {}, what), make('dd', {}, value)]));
}

function updateFar(panel) {
  $('far').hidden = !panel.pairs.length;
  if (!panel.pairs.length) return;
  const { agents } = panel.runs[0];
  const list = panel.pairs.map(pair => [distance(pair, ...panel.moments), pair[0]]).filter(one => one[0] > 0);
  list.sort((a, b) => b[0] - a[0]);
  $('far').lastElementChild.replaceChildren(...list.slice(0, 10).map(([far, a]) =>
    make('li', {}, make('button', { class: 'link', onclick: () => choose(a) }, `agent ${agents.number[a]}: ${number(far)} m`))));
}

// ------------------------------------------------------------------------------------------- time, keys, links

function seek(time) {
  const panel = app.current || app.panels[0];
  panel.clock.time = panel.start === undefined ? time : clamp(time, panel.start, panel.end);
  app.dirty = true;
  writeHash();
}

function play(on) {
  const { clock, start, end } = app.current || app.sheet;
  if (on && clock.time >= end) clock.time = start;
  clock.playing = on;
  app.dirty = true;
  writeHash();
}

function stepFrames(count) {
  const panel = app.current || app.panels.find(one => one.runs);
  if (!panel) return;
  const { times } = panel.runs[0];
  panel.clock.playing = false;
  const frame = frameAt(times, panel.clock.time);
  seek(times[clamp(frame + (count < 0 && times[frame] < panel.clock.time - 1e-9 ? count + 1 : count), 0, times.length - 1)]);
}

function nextMark(forward) {
  const panel = app.current, now = panel.clock.time, marks = shownMarks(panel).slice().sort((a, b) => a.time - b.time);
  const mark = forward ? marks.find(one => one.time > now + 1e-6) : marks.filter(one => one.time < now - 1e-6).pop();
  if (mark) jumpTo(mark);
}

function writeHash() {
  clearTimeout(app.hashTimer);
  app.hashTimer = setTimeout(() => {
    const panel = app.current, parts = [];
    if (panel && app.panels.length > 1) parts.push('panel=' + (panel.index + 1));
    if (panel || app.page.kind === 'sheet') parts.push('t=' + +(panel || app.sheet).clock.time.toFixed(3));
    if (panel && panel.chosen >= 0) parts.push('agent=' + panel.runs[0].agents.number[panel.chosen]);
    history.replaceState(null, '', '#' + parts.join('&'));
  }, 250);
}

async function readHash() {
  const wanted = new URLSearchParams(location.hash.slice(1)), panel = app.panels[wanted.get('panel') - 1];
  if (panel) await enlarge(panel);
  const { current } = app;
  if (current && wanted.has('agent')) choose(current.runs[0].agents.number.indexOf(+wanted.get('agent')));
  if (!wanted.has('t') || !Number.isFinite(+wanted.get('t'))) return;
  (current || app.sheet).clock.playing = false;
  seek(+wanted.get('t'));
}

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];
function setSpeed(speed) {
  (app.current || app.sheet).clock.speed = speed;
  $('speed').value = speed;
}

function onKey(event) {
  if (/INPUT|SELECT|TEXTAREA/.test(event.target.tagName) || event.ctrlKey || event.metaKey || event.altKey || $('help').open) return;
  if (event.key === ' ' && /BUTTON|SUMMARY/.test(event.target.tagName)) return;
  const panel = app.current || app.sheet, { clock } = panel, second = event.shiftKey, k = SPEEDS.indexOf(clock.speed);
  const actions = {
    ' ': () => play(!clock.playing), ArrowLeft: () => (second ? seek(clock.time - 1) : stepFrames(-1)),
    ArrowRight: () => (second ? seek(clock.time + 1) : stepFrames(1)), ArrowUp: () => setSpeed(SPEEDS[Math.min(k + 1, 6)]),
    ArrowDown: () => setSpeed(SPEEDS[Math.max(k - 1, 0)]), Home: () => seek(panel.start), End: () => seek(panel.end),
    '[': () => nextMark(false), ']': () => nextMark(true), '+': () => zoom(1.25), '=': () => zoom(1.25), '-': () => zoom(0.8), f: fit,
    Escape: () => (panel.chosen >= 0 ? choose(-1) : app.panels.length > 1 && app.current && shrink()),
  };
  const shared = event.key.length > 1 || event.key === ' ';  // what also works where all panels of a sheet are shown
  if (!actions[event.key] || (!app.current && !(shared && app.page.kind === 'sheet'))) return;
  event.preventDefault();
  actions[event.key]();
}

// ----------------------------------------------------------------------------------------------- the big viewer

function zoom(factor) {
  app.views.forEach(view => { view.zoom(factor); view.touched = true; });
  app.dirty = true;
}

function fit() {
  app.views.forEach(view => (view.fitted = false));
  app.current.follow = false;
  showChoice(app.current);
  app.dirty = true;
}

function extent({ runs }) {
  const axes = [0, 1, 2], all = (key, pick) => axes.map(axis => pick(...runs.map(run => run.view[key][axis] || 0)));
  return { min: all('min', Math.min), max: all('max', Math.max) };
}

function agentAt(view, panel, x, y) {
  const moment = panel.moments[0], small = smallest(view, moment.run.count);
  placeAgents(view, moment, panel.colorings[0]);
  let best = -1, near = 1;
  for (let a = 0; a < moment.run.count; ++a) {
    const away = Math.hypot(moment.sx[a] - x, moment.sy[a] - y) / Math.max(14, bodyRadius(view, moment, a, small));
    if (moment.on[a] && away < near) [best, near] = [a, away];
  }
  return best;
}

// One pointer moves or turns the view, two zoom it, and a click without a move chooses an agent.
function setUpPointers(view) {
  const { canvas } = view, held = new Map();
  let moved = 0;
  canvas.onpointerdown = event => {
    held.set(event.pointerId, event);
    canvas.setPointerCapture(event.pointerId);
    if (held.size === 1) moved = 0;
  };
  canvas.onpointermove = event => {
    const before = held.get(event.pointerId);
    if (!before) return hover(view, event);
    const dx = event.clientX - before.clientX, dy = event.clientY - before.clientY, other = [...held.values()].find(one => one !== before);
    moved += Math.hypot(dx, dy);
    held.set(event.pointerId, event);
    if (moved < 5) return;
    if (other) {
      const apart = one => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      view.zoom(apart(event) / Math.max(1, apart(before)), (event.offsetX + other.offsetX) / 2, (event.offsetY + other.offsetY) / 2);
      view.pan(dx / 2, dy / 2);
    } else if (view.kind === 'turn' && !event.shiftKey) view.turn(view.yaw + dx / 150, clamp(view.pitch + dy / 150, 0.05, Math.PI / 2));
    else view.pan(dx, dy);
    Object.assign(view, { touched: true });
    if (app.current.follow && view.kind !== 'turn') { app.current.follow = false; showChoice(app.current); }
    app.dirty = true;
  };
  canvas.onpointerup = canvas.onpointercancel = event => {
    if (held.delete(event.pointerId) && !held.size && moved < 5 && event.type === 'pointerup')
      choose(agentAt(view, app.current, event.offsetX, event.offsetY));
  };
  canvas.onpointerleave = () => ($('tip').hidden = true);
  canvas.addEventListener('wheel', event => {
    event.preventDefault();
    view.zoom(Math.exp(-clamp(event.deltaY, -200, 200) / 400), event.offsetX, event.offsetY);
    view.touched = app.dirty = true;
  }, { passive: false });
}

function hover(view, event) {
  const panel = app.current, tip = $('tip');
  if (event.pointerType === 'touch' || panel.clock.playing) return (tip.hidden = true);
  const a = agentAt(view, panel, event.offsetX, event.offsetY), { agents, types } = panel.runs[0];
  tip.hidden = a < 0;
  if (a < 0) return;
  const name = agents.names.find(one => one[0] === a);
  tip.textContent = `${name ? name[1] + ', ' : ''}agent ${agents.number[a]}, ${types[agents.type[a]].name}`;
  tip.style.left = Math.min(event.offsetX + 12, view.width - 160) + 'px';
  tip.style.top = view.canvas.offsetTop + event.offsetY + 14 + 'px';
}

function follow(panel) {
  const moment = panel.moments[0], a = panel.chosen;
  if (!panel.follow || a < 0 || !moment.on[a]) return;
  const part = app.still ? 1 : 0.2;
  for (const view of app.views) {
    [moment.x[a], moment.y[a], moment.z[a]].forEach((to, k) => (view.center[k] += part * (to - view.center[k])));
    view.touched = true;
  }
  const [x, y] = app.views[0].at(moment.x[a], moment.y[a], moment.z[a]);
  if (Math.hypot(x - app.views[0].width / 2, y - app.views[0].height / 2) > 1) app.dirty = true;
}

function showViews(panel) {
  const deep = panel.runs[0].dimensions === 3, kinds = { above: 'Above', side: 'Side', turn: 'Turn' };
  $('views').hidden = $('second').hidden = !deep;
  $('stage').classList.toggle('deep', deep);
  const look = kind => {
    app.views = [app.big[0], ...(deep ? [app.big[1]] : [])];
    app.views.forEach((view, k) => view.look(k ? (kind === 'side' ? 'above' : 'side') : kind));
    $('views').replaceChildren(...Object.keys(kinds).map(one => make('button', { 'aria-pressed': one === kind, onclick: () => look(one) }, kinds[one])));
    app.dirty = true;
  };
  look('above');
}

async function enlarge(panel) {
  await panel.load();
  app.current = panel;
  $('grid').hidden = true;
  $('viewer').hidden = $('transport').hidden = $('saving').hidden = false;
  $('back').hidden = app.panels.length < 2;
  $('sorting').hidden = true;
  const { info, runs: [run] } = panel;
  $('subtitle').textContent = [info.title !== app.page.title && info.title, info.labels.length > 1 ? info.labels.join(' and ') : 'seed ' + run.seed,
    `${run.count} agent${run.count === 1 ? '' : 's'}`, number(run.duration) + ' s'].filter(Boolean).join(' · ');
  showViews(panel);
  showColors(panel);
  for (const show of [showLayers, showChoice, showMarkKinds, showCharts, showFooter]) show(panel);
  setSpeed(panel.clock.speed);
  app.dirty = app.resized = true;
  writeHash();
}

function updateTransport(panel) {
  const { clock, start, end } = panel, run = panel.runs ? panel.runs[0] : null, part = (clock.time - start) / (end - start || 1), bar = $('scrubber');
  $('clock').replaceChildren(seconds(clock.time), run ? make('span', {}, `frame ${panel.moments[0].frame + 1} of ${run.times.length}, step ${Math.round(run.times[panel.moments[0].frame] / run.dt)}`) : '');
  $('play').textContent = clock.playing ? '❚❚' : '▶\ufe0e';
  $('play').setAttribute('aria-label', clock.playing ? 'Pause' : 'Play');
  $('done').style.transform = `scaleX(${part})`;
  $('thumb').style.left = part * 100 + '%';
  bar.setAttribute('aria-valuemin', start);
  bar.setAttribute('aria-valuemax', end);
  bar.setAttribute('aria-valuenow', clock.time);
  bar.setAttribute('aria-valuetext', seconds(clock.time));
}

function showCurrent(panel) {
  panel.seek();
  if (app.resized) drawMarks(panel);
  app.resized = false;
  for (const view of app.views) {
    view.resize();
    if (!view.fitted) view.fit(extent(panel));
  }
  follow(panel);
  app.views.forEach(view => paintView(panel, view));
  $('said').textContent = [app.mark.time === panel.clock.time && app.mark.words, panel.said].filter(Boolean).join('. ');
  updateTransport(panel);
  updateCharts(panel.clock.time);
  if (panel.clock.playing && performance.now() - (app.told || 0) < 120) return;
  app.told = performance.now();
  for (const update of [updateLegend, updateChoice, updateFar]) update(panel);
}

// ------------------------------------------------------------------------------------------------- many panels

// A card has room for a few values: that by which the cards are sorted, and those that differ from card to card.
function showValues(panel) {
  const by = $('sort').value.slice(1), all = app.panels.map(({ info }) => info.values || {});
  const differs = name => all.some(values => values[name] !== all[0][name]);
  const names = Object.keys(panel.info.values || {}).filter(name => name === by || differs(name));
  names.sort((a, b) => (b === by) - (a === by));
  panel.values.replaceChildren(...names.slice(0, 4).flatMap(name => [make('dt', {}, name), make('dd', {}, number(panel.info.values[name]))]));
}

function makeCard(panel) {
  const { info } = panel, canvas = make('canvas', { role: 'img', tabindex: 0, 'aria-label': `${info.title}: enlarge` }), body = make('div');
  canvas.onclick = () => enlarge(panel);
  canvas.onkeydown = event => { if (event.key === 'Enter') enlarge(panel); };
  const badge = info.status ? make('span', { class: 'badge ' + info.status }, info.status) : '';
  panel.when = make('span', { class: 'count' });
  body.append(make('div', { class: 'row' }, make('h3', {}, info.title), badge));
  if (info.text) body.append(make('p', {}, info.text));
  panel.values = make('dl');
  body.append(panel.values);
  showValues(panel);
  if (info.command) body.append(make('div', { class: 'row' }, make('code', {}, info.command), copyButton(info.command)));
  const own = app.page.kind !== 'sheet' && make('button', { 'aria-label': 'Play or pause', onclick: () => {
    if (!panel.runs) return;
    if (!panel.clock.playing && panel.clock.time >= panel.end) panel.clock.time = panel.start;
    panel.clock.playing = !panel.clock.playing;
  } }, '▶\ufe0e');
  body.append(make('div', { class: 'row' }, own || '', make('button', { onclick: () => enlarge(panel) }, 'Enlarge'), panel.when));
  panel.view = Object.assign(new View(canvas, 'above'), { small: true });
  panel.card = make('article', { class: 'card' }, canvas, body);
  return panel.card;
}

// Runs are decoded when their panel comes into sight, and drawn only while it is.
function watchCards() {
  const watcher = new IntersectionObserver(entries => {
    for (const { target, isIntersecting } of entries) {
      const panel = app.panels.find(one => one.card === target);
      panel.seen = isIntersecting;
      if (isIntersecting) panel.load().then(() => { panel.stale = true; growSheet(panel); }, error => fail(panel.card, error));
    }
  }, { rootMargin: '100px' });
  app.panels.forEach(panel => watcher.observe(panel.card));
}

function growSheet({ end }) {
  app.sheet.end = Math.max(app.sheet.end, end);
  app.dirty = true;
}

function showGrid() {
  for (const panel of app.panels) {
    if (!panel.seen || !panel.runs) continue;
    if (!app.dirty && !panel.stale && !panel.clock.playing) continue;
    panel.stale = false;
    const { view, clock } = panel, time = clamp(clock.time, panel.start, panel.end);
    view.resize();
    if (!view.fitted) view.fit(extent(panel));
    panel.moments.forEach(moment => moment.seek(time));
    paintView(panel, view);
    panel.when.textContent = seconds(time);
  }
  if (app.page.kind === 'sheet') updateTransport(app.sheet);
}

function shrink() {
  if (app.current) app.current.stale = true;
  app.current = null;
  $('grid').hidden = false;
  for (const id of ['viewer', 'back', 'saving', 'charts']) $(id).hidden = true;
  document.body.classList.remove('with-charts');
  $('transport').hidden = app.page.kind !== 'sheet';
  $('sorting').hidden = !$('sort').options.length;
  $('subtitle').textContent = `${app.panels.length} panels`;
  for (const id of ['mark-kinds', 'footer']) $(id).replaceChildren();
  $('mark-back').hidden = $('mark-on').hidden = true;
  $('scrubber').firstElementChild.width = 1;
  $('scrubber').className = 'plain';
  app.panels.forEach(panel => { if (panel.runs) panel.recolor(); });
  showFooter(null);
  app.dirty = true;
  writeHash();
}

function setUpGrid() {
  const names = [...new Set(app.panels.flatMap(panel => Object.keys(panel.info.values || {})))];
  $('grid').append(...app.panels.map(makeCard));
  if (names.length) setOptions($('sort'), [['', 'order of the file'], ...names.flatMap(name => [['+' + name, name + ', lowest first'], ['-' + name, name + ', highest first']])], '');
  $('sort').onchange = () => {
    const by = $('sort').value, value = panel => { const v = (panel.info.values || {})[by.slice(1)]; return typeof v === 'number' ? (by[0] === '-' ? -v : v) : Infinity; };
    const order = app.panels.slice();
    if (by) order.sort((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : a.index - b.index));
    $('grid').append(...order.map(panel => panel.card));
    app.panels.forEach(showValues);
  };
  watchCards();
}

// ------------------------------------------------------------------------------------------- footer and saving

function showFooter(panel) {
  const footer = $('footer'), notes = [...app.page.notes, ...(panel ? panel.runs.flatMap(run => run.notes) : [])];
  footer.replaceChildren();
  if (panel) {
    const { info } = panel, command = info.command || panel.runs[0].command;
    const runs = make('div', { class: 'runs' });
    footer.append(runs);
    panel.runs.forEach((run, k) => {
      const facts = [['run', panel.runs.length > 1 && info.labels[k]], ['scenario', run.title || run.name], ['seed', run.seed], ['hash', run.hash], ['duration', `${number(run.duration)} s in steps of ${number(run.dt)} s`], ['drover', run.drover]];
      runs.append(make('dl', {}, ...facts.filter(fact => fact[1]).flatMap(([what, value]) => [make('dt', {}, what), make('dd', {}, value)])));
    });
    if (info.text) footer.append(make('p', {}, info.text));
    if (command) footer.append(make('div', { class: 'row' }, make('code', {}, command), copyButton(command)));
    panel.runs.forEach((run, k) => footer.append(make('details', {}, make('summary', {}, k ? `Scenario of ${info.labels[k]}` : 'Scenario'), copyButton(run.scenario), make('pre', {}, run.scenario))));
  }
  if (notes.length) footer.append(make('ul', {}, ...[...new Set(notes)].map(note => make('li', {}, note))));
}

function save(blob, ending) {
  const link = make('a', { href: URL.createObjectURL(blob), download: `${app.current.runs[0].name.replace(/[^\w.-]+/g, '_')}_${app.current.clock.time.toFixed(2)}s.${ending}` });
  link.click();
  $('saving').open = false;
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function saveSvg() {
  const [view] = app.views, svg = new SvgContext(view.width, view.height);
  paintView(app.current, view, svg);
  save(new Blob([svg], { type: 'image/svg+xml' }), 'svg');
}

function record() {
  const button = $('record');
  if (app.recorder) return app.recorder.stop();
  const parts = [], recorder = (app.recorder = new MediaRecorder($('world').captureStream(30), { mimeType: 'video/webm' }));
  recorder.ondataavailable = event => parts.push(event.data);
  recorder.onstop = () => {
    app.recorder = null;
    button.textContent = 'Record';
    save(new Blob(parts, { type: 'video/webm' }), 'webm');
  };
  recorder.start();
  button.textContent = 'Stop';
  play(true);
}

// -------------------------------------------------------------------------------------------------------- start

function fail(where, error) {
  where.prepend(make('p', { class: 'badge failed' }, 'This replay could not be read: ' + error.message));
}

function setTheme(dark) {
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  readTheme();
  app.panels.forEach(panel => { if (panel.runs) panel.recolor(); });
  if (app.current) {
    showLegend(app.current);
    showMarkKinds(app.current);
  }
  app.dirty = app.resized = true;
}

function tick(now) {
  const elapsed = Math.min(0.25, (now - (app.before || now)) / 1000), sheet = !app.current && app.page.kind === 'sheet';
  app.before = now;
  if (app.current) { if (app.current.clock.advance(elapsed, app.current.end)) app.dirty = true; }
  else if (sheet) { if (app.sheet.clock.advance(elapsed, app.sheet.end)) app.dirty = true; }
  else app.panels.forEach(panel => panel.runs && panel.clock.advance(elapsed, panel.end) && (panel.stale = true));
  const dirty = app.dirty;
  if (app.current && dirty) { app.dirty = false; showCurrent(app.current); }
  if (!app.current) { showGrid(); app.dirty = false; }
  requestAnimationFrame(tick);
}

function setUpControls() {
  const on = (id, action) => ($(id).onclick = action), playing = () => (app.current || app.sheet).clock.playing;
  on('play', () => play(!playing()));
  on('step-back', () => stepFrames(-1));
  on('step-on', () => stepFrames(1));
  on('mark-back', () => nextMark(false));
  on('mark-on', () => nextMark(true));
  on('zoom-in', () => zoom(1.4));
  on('zoom-out', () => zoom(1 / 1.4));
  on('fit', fit);
  on('back', shrink);
  on('theme', () => setTheme(!theme.dark));
  on('help-open', () => $('help').showModal());
  on('save-png', () => $('world').toBlob(blob => save(blob, 'png')));
  on('save-svg', saveSvg);
  on('record', record);
  $('record').hidden = !window.MediaRecorder || !MediaRecorder.isTypeSupported('video/webm');
  setOptions($('speed'), SPEEDS.map(speed => [speed, (['¼', '½'][SPEEDS.indexOf(speed)] || speed) + '×']), 1);
  setOptions($('trail'), [['0', 'none'], ...['1', '2', '5', '10', '30'].map(s => [s, s + ' s']), ['1e9', 'from the start']], app.trail);
  $('speed').onchange = () => setSpeed(+$('speed').value);
  $('trail').onchange = () => { app.trail = $('trail').value; app.dirty = true; };
  $('color').onchange = () => { app.color = $('color').value; app.current.recolor(); showLegend(app.current); app.dirty = true; };
  $('find').onsubmit = event => {
    const wanted = $('find').querySelector('input').value.trim(), { names, number } = app.current.runs[0].agents, named = names.find(one => one[1] === wanted);
    const found = named ? named[0] : wanted === '' ? -1 : number.indexOf(+wanted), field = $('find').querySelector('input');
    event.preventDefault();
    choose(found);
    field.setCustomValidity(found < 0 && wanted !== '' ? 'No agent has this number or name.' : '');
    field.reportValidity();
  };
  $('find').oninput = event => event.target.setCustomValidity('');
  document.onkeydown = onKey;
  window.onresize = () => (app.dirty = app.resized = true);
  window.onhashchange = readHash;
}

async function start() {
  app.page = JSON.parse($('page').textContent);
  app.data = document.querySelectorAll('script.run');
  app.blitter = new Blitter();
  app.still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  app.big = [new View($('world'), 'above'), new View($('second'), 'side')];
  app.big.forEach(setUpPointers);
  $('title').textContent = app.page.title;
  setTheme(matchMedia('(prefers-color-scheme: dark)').matches);
  const { kind, panels } = app.page, moving = !app.still && (kind === 'sheet' || (kind === 'run' && !panels[0].time));
  app.sheet = { clock: new Clock(0, moving && kind === 'sheet'), start: 0, end: 0, chosen: -1 };
  app.panels = panels.map((info, k) => new Panel(info, k, kind === 'sheet' ? app.sheet.clock : new Clock(info.time || 0, moving && panels.length === 1)));
  setUpControls();
  setUpScrubber();
  if (panels.length === 1) await enlarge(app.panels[0]).catch(error => fail(document.body, error));
  else {
    setUpGrid();
    shrink();
  }
  await readHash();
  requestAnimationFrame(tick);
  document.documentElement.dataset.ready = 'true';
}

if (typeof module !== 'undefined') module.exports = { decodeRun, frameAt, columnValue, ABSENT, MOVES, JUMPS };
if (typeof document !== 'undefined') start();
