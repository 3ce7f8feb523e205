// Draws agents and their trails: few by paths, thousands by pixels.

// Where the agents are on the screen, and their colors. Returns how many can be seen.
function placeAgents(view, moment, coloring) {
  const { run, x, y, z, angle, climb, sx, sy, turn, on, color } = moment;
  const { right, up, scale, center, width, height } = view;
  const flat = view.kind === 'above';
  let seen = 0;
  for (let a = 0; a < run.count; ++a) {
    if (!on[a]) continue;
    const dx = x[a] - center[0];
    const dy = y[a] - center[1];
    const dz = z[a] - center[2];
    sx[a] = width / 2 + scale * (dx * right[0] + dy * right[1]);
    sy[a] = height / 2 - scale * (dx * up[0] + dy * up[1] + dz * up[2]);
    turn[a] = flat ? -angle[a] : turnOf(view, angle[a], climb[a]);
    color[a] = coloring.of(moment, a);
    if (sx[a] > -20 && sy[a] > -20 && sx[a] < width + 20 && sy[a] < height + 20) ++seen;
  }
  return seen;
}

function turnOf({ right, up }, angle, climb) {
  const x = Math.cos(angle) * Math.cos(climb);
  const y = Math.sin(angle) * Math.cos(climb);
  return Math.atan2(-(x * up[0] + y * up[1] + Math.sin(climb) * up[2]), x * right[0] + y * right[1]);
}

const bodyRadius = (view, moment, agent, small) => Math.max(small, moment.radius[agent] * view.scale);
// Bodies that would be too small to see are drawn larger, as far as there is room for so many.
const smallest = (view, count) =>
  clamp(0.3 * view.scale * Math.sqrt(view.area / count), 1.3, view.small ? 3 : 4);

// A disc, or a dart where the disc would be too small to show a heading.
const isDisc = radius => radius >= 5;
function traceBody(ctx, x, y, radius, turn) {
  if (isDisc(radius)) circle(ctx, x, y, radius);
  else traceCorners(ctx, x, y, radius, turn, [1.7, 0, -1.2, 1.05, -0.6, 0, -1.2, -1.05]);
}

// The wedge on a disc that points to where it heads, the other way around than the disc: filled together it
// stays open.
const traceWedge = (ctx, x, y, radius, turn) =>
  traceCorners(ctx, x, y, radius, turn, [0.85, 0, -0.3, -0.42, -0.3, 0.42]);

function traceCorners(ctx, x, y, radius, turn, corners) {
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  for (let k = 0; k < corners.length; k += 2) {
    const u = radius * corners[k];
    const v = radius * corners[k + 1];
    ctx[k ? 'lineTo' : 'moveTo'](x + u * cos - v * sin, y + u * sin + v * cos);
  }
  ctx.closePath();
}

// Few paths for each color: what fewer than a thousand agents need, and pictures that are saved as SVG.
function paintBodies(ctx, view, moment, coloring, small, hollow) {
  const { run, on, color, sx, sy, turn } = moment;
  const { width, height } = view;
  const rim = clamp(0.5 * small - 0.8, 0, 0.8);
  const each = (index, trace) => {
    ctx.beginPath();
    for (let a = 0; a < run.count; ++a) {
      const radius = bodyRadius(view, moment, a, small);
      const x = sx[a];
      const y = sy[a];
      if (
        !on[a] ||
        color[a] !== index ||
        Math.abs(x - width / 2) > width / 2 + 2 * radius ||
        Math.abs(y - height / 2) > height / 2 + 2 * radius
      )
        continue;
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
    const size = 2 * Math.ceil(radius * 1.8 + 1);
    const mask = { size, turns: [] };
    const canvas = Object.assign(document.createElement('canvas'), { width: size * 64, height: size });
    const ctx = canvas.getContext('2d', { willReadFrequently: true });
    ctx.beginPath();
    for (let k = 0; k < 64; ++k)
      for (const trace of isDisc(radius) ? [traceBody, traceWedge] : [traceBody])
        trace(ctx, (k + 0.5) * size, size / 2, radius, (k / 64) * TAU);
    // Red is the body, green its rim of paper, which keeps bodies apart that are large enough to have one.
    ctx.strokeStyle = '#0f0';
    ctx.lineWidth = 1.5;
    if (!hollow && radius >= 2) ctx.stroke();
    ctx.globalCompositeOperation = 'lighter';
    ctx.fillStyle = ctx.strokeStyle = '#f00';
    ctx.lineWidth = 1.2;
    if (hollow) ctx.stroke();
    else ctx.fill();
    const data = ctx.getImageData(0, 0, size * 64, size).data;
    for (let k = 0; k < 64; ++k)
      mask.turns.push(
        Uint8Array.from({ length: size * size }, (_, i) => {
          const at = 4 * (Math.floor(i / size) * size * 64 + k * size + (i % size));
          const body = data[at];
          return body < 80 && data[at + 1] > 110 ? RIM : body === RIM ? 0 : body;
        }),
      );
    return (this.masks[key] = mask);
  }

  bodies(view, moment, inks, small, hollow) {
    const { run, on, color, sx, sy, turn } = moment;
    const { ratio } = view;
    const {
      pixels,
      image: { width, height },
    } = this;
    const paper = pixelInks([theme.paper])[0] | 0xff000000;
    for (let a = 0; a < run.count; ++a) {
      if (!on[a]) continue;
      const radius = Math.min(40, Math.round(2 * ratio * bodyRadius(view, moment, a, small)) / 2);
      const { size, turns } = this.mask(radius, hollow);
      const left = Math.round(sx[a] * ratio - size / 2);
      const top = Math.round(sy[a] * ratio - size / 2);
      if (left < 0 || top < 0 || left + size > width || top + size > height) continue;
      const mask = turns[Math.round((turn[a] / TAU) * 64) & 63];
      const ink = inks[color[a]];
      for (let y = 0, i = 0, to = top * width + left; y < size; ++y, to += width - size)
        for (let x = 0; x < size; ++x, ++i, ++to)
          if (mask[i] > 96) pixels[to] = ink | 0xff000000;
          else if (mask[i] === RIM) pixels[to] = paper;
          else if (mask[i] > pixels[to] >>> 24) pixels[to] = ink | (mask[i] << 24);
    }
  }

  line(x0, y0, x1, y1, ink) {
    const {
      pixels,
      image: { width, height },
    } = this;
    const steps = Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0), 1));
    if (steps > 4000) return;
    const dx = (x1 - x0) / steps;
    const dy = (y1 - y0) / steps;
    for (let k = 0, x = x0 + 0.5, y = y0 + 0.5; k <= steps; ++k, x += dx, y += dy)
      if (x >= 0 && y >= 0 && x < width && y < height) pixels[(y | 0) * width + (x | 0)] = ink;
  }
}

// Colors as the pixels of a little-endian canvas hold them, without their opacity.
function pixelInks(palette) {
  return palette.map(ink => {
    const [red, green, blue] = ink.length === 7 ? channels(ink) : ink.match(/\d+/g).map(Number);
    return (blue << 16) | (green << 8) | red;
  });
}

// Calls line(agent, x0, y0, x1, y1, age 0..1) along the trails of every `stride`th agent, from the newest to
// the oldest piece.
function followTrails(view, moment, seconds, { thin, stride }, line) {
  const { run, frame, time, sx, sy, on } = moment;
  const { count, times, unit, state, x, y, z } = run;
  const { right, up, center, scale, width, height } = view;
  const oldest = frameAt(times, Math.max(times[0], time - seconds));
  for (let a = 0; a < count; a += stride) {
    if (!on[a]) continue;
    let fromX = sx[a];
    let fromY = sy[a];
    for (let f = frame; f >= oldest; f -= thin) {
      const i = f * count + a;
      if (!state[i]) break;
      // As View.at has it, without a list for each point.
      const dx = unit * x[i] - center[0];
      const dy = unit * y[i] - center[1];
      const dz = (z ? unit * z[i] : 0) - center[2];
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
  for (let f = frame; f > frame - thin && f >= 0; --f)
    if (run.state[f * run.count + agent] !== MOVES) return true;
  return false;
}

const TRAIL_POINTS = 60000;
const PATH_POINTS = 14000;

// Trails shall not take longer than a frame lasts: first points of them are left out, then agents.
function trailThinning(moment, seconds, most) {
  const { times, count } = moment.run;
  const frames = moment.frame - frameAt(times, Math.max(times[0], moment.time - seconds)) + 1;
  const thin = clamp(Math.ceil((count * frames) / most), 1, Math.max(3, Math.ceil(frames / 200)));
  return { thin, stride: Math.ceil((count * frames) / thin / most) };
}

// Older parts are fainter: three strokes for each agent. Many short paths are drawn faster than few that are
// long and cross themselves.
function paintTrails(ctx, view, moment, coloring, seconds) {
  const thinning = trailThinning(moment, seconds, PATH_POINTS);
  let agent = -1;
  let part = 0;
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
  const blitter = app.blitter;
  const inks = pixelInks(coloring.palette);
  const { ratio } = view;
  blitter.begin(view);
  const thinning = trailThinning(moment, seconds, TRAIL_POINTS);
  if (seconds)
    followTrails(view, moment, seconds, thinning, (a, x0, y0, x1, y1, age) =>
      blitter.line(
        x0 * ratio,
        y0 * ratio,
        x1 * ratio,
        y1 * ratio,
        inks[moment.color[a]] | ((150 - 110 * Math.min(1, age)) << 24),
      ),
    );
  blitter.bodies(view, moment, inks, small, hollow);
  blitter.end(view);
  return seconds ? thinning.stride : 1;
}
