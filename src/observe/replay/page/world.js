// Draws what stands in the world: the display list.

// How the classes of the display list are drawn: layer, line, filling, width of the line, dashes, how much of
// the filling.
const STYLES = {
  ground: ['heights', 'platform', 'platform', 0.5, [], 0.22],
  slow: ['slow ground', '', 'ground', 0, [], 0.2],
  carrying: ['carrying ground', 'wind', 'wind', 1, [], 0.2],
  one_way: ['one-way ground', 'mode', 'mode', 1, [], 0.2],
  gap: ['gaps', '', 'projectile', 0, [], 0.25],
  forbidden: ['forbidden ground', '', 'bad', 0, [], 0.2],
  region: ['regions', 'region', 'region', 1, [], 0.1],
  platform: ['platforms', 'platform', 'platform', 1, [4, 3], 0.18],
  path: ['paths', 'path', '', 1.2, [6, 4]],
  obstacle: ['obstacles', 'path', 'solid', 1, [], 1],
  hollow: ['obstacles', 'wall', '', 1.5, []],
  solid: ['obstacles', '', 'solid', 0, [], 1],
  wall: ['walls', 'wall', '', 2.5, []],
  cover: ['cover', 'good', 'good', 1, [3, 3], 0.15],
  measurement: ['measurements', 'measure', 'measure', 1.4, [5, 3], 0.08],
  graph: ['graph', 'field', 'field', 0.8, [], 0.6],
  field: ['field', 'field', 'field', 0.9, [], 0.5],
  wind: ['wind', 'wind', 'wind', 1.1, [], 0.12],
  well: ['wells', 'mode', 'mode', 1.1, [3, 3], 0.12],
  label_region: ['labels', '', 'region'],
  label_obstacle: ['labels', '', 'faint'],
  label_path: ['labels', '', 'faint'],
  label_measurement: ['labels', '', 'measure'],
  aim: ['intentions', 'choice', 'choice', 1.5, [], 0.6],
  feeler: ['intentions', 'good', '', 1.2, [4, 3]],
  corner: ['intentions', 'choice', '', 1.5, []],
  shown: ['intentions', 'faint', '', 1.2, [2, 2]],
  slot: ['intentions', 'mode', '', 1.5, []],
  way: ['intentions', 'accent', '', 1.8, [7, 4]],
  neighbor: ['intentions', 'faint', '', 1, []],
  contribution: ['intentions', 'measure', 'measure', 2, [], 1],
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
  const half = words.length * size * 0.28;
  const near = one => Math.abs(one.x - x) < one.half + half && Math.abs(one.y - y) < size;
  if (view.labels.some(near)) return;
  view.labels.push({ x, y, half });
  text(ctx, words, x, y, color, 'center', size);
}

function arrow(ctx, [x0, y0], [x1, y1]) {
  const angle = Math.atan2(y1 - y0, x1 - x0);
  const head = Math.min(8, 2 + Math.hypot(x1 - x0, y1 - y0) / 3);
  ctx.moveTo(x0, y0);
  ctx.lineTo(x1, y1);
  for (const side of [-0.5, 0.5]) {
    ctx.moveTo(x1, y1);
    ctx.lineTo(x1 - head * Math.cos(angle + side), y1 - head * Math.sin(angle + side));
  }
}

function itemPoints(view, item) {
  const size = item.d || 2;
  const points = [];
  for (let k = 0; k < item.p.length; k += size)
    points.push(view.at(item.p[k], item.p[k + 1], size > 2 ? item.p[k + 2] : 0));
  return points;
}

// Rings of an area all turn the same way on the screen, so that faces that overlap do not cut holes into each
// other.
function traceRing(ctx, points, closed) {
  let area = 0;
  points.forEach(([x, y], k) => {
    const [u, v] = points[(k + 1) % points.length];
    area += x * v - y * u;
  });
  if (closed && area < 0) points.reverse();
  points.forEach(([x, y], k) => ctx[k ? 'lineTo' : 'moveTo'](x, y));
  if (closed) ctx.closePath();
}

function traceItem(ctx, view, item, points) {
  ctx.beginPath();
  if (item.k === 'disc') return circle(ctx, ...points[0], item.r ? Math.max(1, item.r * view.scale) : 3);
  if (item.k === 'arrow') return arrow(ctx, points[0], points[1]);
  const outline = view.kind === 'above' && /ground|platform|region/.test(item.c);
  const rings = item.rings || [points.length];
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
  const [, line, fill, width, dash, filling] = style;
  const points = itemPoints(view, item);
  const area = item.k === 'area';
  const mark = item.k === 'disc' && !item.r;
  if (!points.length) return;
  if (item.k === 'text') return text(ctx, item.t, ...points[0], theme[fill] || theme.ink);
  const capsule = item.k === 'line' && item.r > 0;
  const faces = area && item.c === 'wall';
  traceItem(ctx, view, item, points);
  if (!absent && (mark || faces))
    fillItem(ctx, view, item, theme[mark ? line || fill : 'solid'], mark ? 1 : 0.35);
  else if (!absent && fill && (area || capsule || item.k === 'disc'))
    fillItem(ctx, view, item, theme[fill], view.kind !== 'above' && filling === 1 ? 0.75 : filling);
  if ((line || absent) && !(capsule && !absent)) {
    // A field has many arrows, which shall not drown what moves in it.
    const strength =
      item.c === 'field' ? 0.45 : item.k === 'arrow' || item.v === undefined ? 1 : 0.3 + 0.7 * item.v;
    ctx.globalAlpha = absent ? 0.5 : strength;
    pen(
      ctx,
      theme[line || fill],
      absent || faces ? 1 : view.small ? 0.6 * width : width,
      absent ? [3, 4] : dash,
    );
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
}

function paintBounds(ctx, view, bounds) {
  if (!bounds) return;
  const corner = k =>
    view.at(...[0, 1, 2].map(axis => ((k >> axis) & 1 ? bounds.max : bounds.min)[axis] || 0));
  ctx.beginPath();
  [0, 1, 3, 2].forEach((k, i) => (i ? ctx.lineTo(...corner(k)) : ctx.moveTo(...corner(k))));
  ctx.closePath();
  ctx.fillStyle = theme.paper;
  ctx.fill();
  if (bounds.max[2] > bounds.min[2] && view.kind !== 'above')
    for (const [from, to] of [
      [4, 5],
      [5, 7],
      [7, 6],
      [6, 4],
      [0, 4],
      [1, 5],
      [2, 6],
      [3, 7],
    ]) {
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
  const run = panel.runs[0];
  const { layers } = app;
  ctx.fillStyle = run.bounds ? theme.outside : theme.paper;
  ctx.fillRect(0, 0, view.width, view.height);
  paintBounds(ctx, view, run.bounds);
  if (layers.cells) paintCells(ctx, view, run.cells, run.bounds || run.view);
  const { doors } = panel.moments[0];
  for (const item of run.world) {
    if (view.small && (item.k === 'text' || item.c === 'field')) continue;
    const style = STYLES[item.c] || STYLES.path;
    if (layers[style[0]] !== false)
      paintItem(ctx, view, item, style, item.door !== undefined && !doors[item.door]);
  }
}

// The world stands still most of the time, so that it is painted again only when something of it changed.
function showWorld(view, panel) {
  const key = JSON.stringify([
    view.center,
    view.scale,
    view.yaw,
    view.pitch,
    view.width,
    view.height,
    view.ratio,
    theme.dark,
    app.layers,
    panel.index,
    panel.moments[0].doors,
  ]);
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
