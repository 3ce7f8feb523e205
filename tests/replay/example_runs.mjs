// Runs that look like what drover makes, for the tests of the page in a browser and for looking at it.

const random = seed => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

// Walkers that wander through a smooth field of flow in a box; `twist` makes a run that goes apart from its
// sibling.
function wander(count, frames, size, { seed = 1, twist = 0, wrap = false, deep = false, gap = 0.2 } = {}) {
  const next = random(seed);
  const positions = [];
  const headings = [];
  const pitches = [];
  const jumps = [];
  for (let agent = 0; agent < count; ++agent) {
    let x = next() * size[0];
    let y = next() * size[1];
    let z = deep ? 2 + next() * (size[2] - 4) : 0;
    let angle = next() * 7;
    const speed = 0.6 + next();
    const born = next() < 0.04 ? Math.floor(next() * frames * 0.5) : 0;
    const way = [];
    const turns = [];
    const climbs = [];
    for (let frame = 0; frame < frames; ++frame) {
      const t = frame * gap;
      const flow =
        Math.sin((x / size[0]) * 5 + t / 20) * 2 +
        Math.cos((y / size[1]) * 4) * 2 +
        (frame > frames * 0.4 ? twist : 0);
      angle += 0.5 * gap * Math.sin(flow - angle);
      const climb = deep ? 0.5 * Math.sin(t / 5 + agent) : 0;
      x += speed * gap * Math.cos(angle);
      y += speed * gap * Math.sin(angle);
      z = Math.min(size[2] || 0, Math.max(0, z + speed * gap * Math.sin(climb)));
      [x, y] = [x, y].map((value, axis) => {
        if (value >= 0 && value <= size[axis]) return value;
        if (!wrap) {
          angle += Math.PI * 0.8;
          return Math.min(size[axis], Math.max(0, value));
        }
        jumps.push([agent, frame]);
        return (value + size[axis]) % size[axis];
      });
      way.push(frame < born ? null : [x, y, z]);
      turns.push(angle);
      climbs.push(climb);
    }
    positions.push(way);
    headings.push(turns);
    pitches.push(climbs);
  }
  return { positions, headings, pitches, jumps };
}

const steps = (frames, every = 10) => Array.from({ length: frames }, (_, k) => k * every);
const numbers = count => Array.from({ length: count }, (_, k) => k);

function room([w, h]) {
  return [
    { k: 'area', c: 'ground', p: [0, 0, w * 0.3, 0, w * 0.3, h * 0.2, 0, h * 0.2], v: 0.5 },
    { k: 'area', c: 'region', p: [w * 0.7, h * 0.1, w * 0.95, h * 0.1, w * 0.95, h * 0.4, w * 0.7, h * 0.4] },
    { k: 'text', c: 'label_region', p: [w * 0.825, h * 0.25], t: 'waiting area' },
    { k: 'area', c: 'solid', p: [w * 0.4, h * 0.55, w * 0.42, h * 0.55, w * 0.42, h, w * 0.4, h] },
    { k: 'line', c: 'wall', p: [0, 0, w, 0, w, h, 0, h, 0, 0] },
    { k: 'line', c: 'wall', p: [w * 0.4, 0, w * 0.4, h * 0.4] },
    { k: 'line', c: 'wall', p: [w * 0.4, h * 0.4, w * 0.4, h * 0.55], door: 0 },
    { k: 'disc', c: 'obstacle', p: [w * 0.2, h * 0.7], r: h * 0.07 },
    { k: 'text', c: 'label_obstacle', p: [w * 0.2, h * 0.7], t: 'oak' },
    { k: 'disc', c: 'obstacle', p: [w * 0.62, h * 0.72], r: h * 0.05 },
    { k: 'line', c: 'path', p: [w * 0.05, h * 0.5, w * 0.3, h * 0.45, w * 0.6, h * 0.5, w * 0.95, h * 0.8] },
    { k: 'line', c: 'measurement', p: [w * 0.5, h * 0.05, w * 0.5, h * 0.95] },
    { k: 'text', c: 'label_measurement', p: [w * 0.5, h * 0.03], t: 'gate line' },
    { k: 'arrow', c: 'measurement', p: [w * 0.5, h * 0.5, w * 0.53, h * 0.5] },
  ];
}

const flow = (name, unit, kind, times, series) => ({
  name,
  unit,
  kind,
  series: series.map(([name, value]) => ({ name, times, values: times.map(value) })),
});

function charts(duration, count) {
  const times = numbers(121).map(k => (k * duration) / 120);
  const wave = (t, a) => 1.1 + 0.3 * Math.sin(t / 6 + a) + 0.1 * Math.sin(t * 1.7 + a);
  return [
    flow('Speed', 'm/s', 'band', times, [
      ['low', t => wave(t, 0) - 0.4],
      ['middle', t => wave(t, 0)],
      ['high', t => wave(t, 0) + 0.5],
    ]),
    flow('Count at the gate line', '', 'steps', times, [
      ['plus', t => Math.floor((t * count) / 300)],
      ['minus', t => Math.floor((t * count) / 700)],
    ]),
    flow('Density of the waiting area', '1/m²', 'line', times, [
      ['waiting area', t => (t < 4 ? null : 0.4 + 0.3 * Math.sin(t / 9))],
    ]),
  ];
}

function marks(count, duration) {
  const next = random(5);
  const list = [];
  const add = (time, kind, text, ...agents) => list.push({ time: +time.toFixed(2), kind, text, agents });
  add(duration * 0.3, 'event', 'the gate opens');
  add(duration * 0.7, 'event', 'the gate closes');
  add(duration * 0.55, 'expectation', 'speed.mean shall be at least 1.2, was 1.07');
  for (let k = 0; k < 6; ++k)
    add(duration * next(), 'contact', 'contact of 2 agents', k % count, (k + 1) % count);
  for (let k = 0; k < Math.min(60, count); ++k) add(duration * next(), 'mode', 'calm to alarmed', k);
  return list.sort((a, b) => a.time - b.time);
}

export function exampleRun(count, options = {}) {
  const frames = options.frames || 151;
  const gap = 0.2;
  const duration = (frames - 1) * gap;
  const size = options.size || [60, 40];
  const deep = !!options.deep;
  const modes = ['calm', 'alarmed', 'leaving'];
  const next = random(9);
  const run = {
    name: 'two_rooms',
    title: 'two_rooms',
    dimensions: deep ? 3 : 2,
    dt: 0.02,
    duration,
    steps: steps(frames),
    command: `drover run scenarios/two_rooms.json --seed 7 --set agents.0.count=${count}`,
    scenario: JSON.stringify({ name: 'two_rooms', seed: 7, agents: [{ type: 'walker', count }] }, null, 2),
    view: { min: [0, 0, 0], max: [size[0], size[1], size[2] || 0] },
    bounds: { min: [0, 0, 0], max: [size[0], size[1], size[2] || 0], edge: options.wrap ? 'wrap' : 'open' },
    types: [
      { name: 'walker', color: '#0072b2' },
      { name: 'runner', color: '#d55e00' },
      { name: 'guide', color: '#333333' },
    ],
    agents: {
      number: numbers(count),
      type: numbers(count).map(k => (k === 0 ? 2 : k % 3 === 1 ? 1 : 0)),
      radius: numbers(count).map(k => 0.25 + 0.1 * (k % 2)),
      names: [[0, 'leader']],
    },
    modes,
    mode_changes: [
      ...numbers(count).map(k => [k, 0, 0]),
      ...numbers(Math.floor(count / 2)).map(k => [
        k * 2,
        Math.floor(frames * 0.2 + next() * frames * 0.5),
        1,
      ]),
    ].sort((a, b) => a[1] - b[1]),
    world: deep || options.empty ? [] : room(size),
    doors:
      deep || options.empty
        ? []
        : [
            [0, 0, 1],
            [0, Math.floor(frames * 0.3), 0],
            [0, Math.floor(frames * 0.7), 1],
          ],
    marks: marks(count, duration),
    charts: charts(duration, count),
    cells: 5,
    columns: [
      { name: 'load', unit: '%', min: 0, max: 100, values: [] },
      { name: 'doing', unit: '', min: 0, max: 0, values: ['walking', 'waiting'] },
    ],
    notes: ['Every 10th of 1501 steps is here; positions are rounded to 1 cm.'],
    ...wander(count, frames, size, { ...options, gap }),
    ...options.more,
  };
  run.recorded = [
    numbers(count).map(a => numbers(frames).map(f => 50 + 45 * Math.sin(f / 20 + a))),
    numbers(count).map(a => numbers(frames).map(f => ((f + a * 7) % 50 < 40 ? 'walking' : 'waiting'))),
  ];
  return run;
}

// What drover records of a chosen agent, and what it draws of formations and projectiles.
export function withDetails(run) {
  const at = (agent, frame) => run.positions[agent][frame] || [0, 0, 0];
  const frames = numbers(run.steps.length).map(f => {
    const [x, y] = at(0, f);
    const turn = run.headings[0][f];
    const u = Math.cos(turn);
    const v = Math.sin(turn);
    const [nx, ny] = at(1, f);
    return [
      f,
      {
        goal: 'walk to the far door',
        items: [
          { k: 'line', c: 'way', p: [x, y, x + 6 * u, y + 6 * v, x + 9, y + 3] },
          { k: 'disc', c: 'aim', p: [x + 9, y + 3], r: 0.3 },
          { k: 'line', c: 'feeler', p: [x, y, x + 3 * u - v, y + 3 * v + u] },
          { k: 'line', c: 'feeler', p: [x, y, x + 3 * u + v, y + 3 * v - u] },
          { k: 'line', c: 'neighbor', p: [x, y, nx, ny] },
          { k: 'arrow', c: 'contribution', p: [x, y, x + 2 * u, y + 2 * v], t: 'seek' },
          { k: 'arrow', c: 'contribution', p: [x, y, x - 1.2 * v, y + 1.2 * u], t: 'separation' },
        ],
      },
    ];
  });
  const slots = numbers(run.steps.length).map(f => {
    const [x, y] = at(0, f);
    const turn = run.headings[0][f];
    const u = Math.cos(turn);
    const v = Math.sin(turn);
    return [
      f,
      [x, y, 0, u, v],
      numbers(5).map(k => [x - 2 * (k + 1) * u, y - 2 * (k + 1) * v, 0, k + 1, k === 3 ? 1 : 0]),
    ];
  });
  const flight = (time, from, to) => ({
    name: 'arrow',
    color: '#7a4a00',
    radius: 0.05,
    ball: false,
    end: 'ground',
    points: numbers(11).map(k => [
      time + k * 0.2,
      ...[0, 1].map(axis => from[axis] + ((to[axis] - from[axis]) * k) / 10),
      k * (10 - k) * 0.1,
    ]),
  });
  return {
    ...run,
    details: [{ agent: 0, frames }],
    formations: [{ name: 'column', frames: slots }],
    flights: numbers(20).map(k => flight(k * 1.3 + 1, [10 + k, 5], [45 - k, 33])),
    blasts: [
      { time: 6, center: [30, 20, 0], radius: 4 },
      { time: 12, center: [45, 15, 0], radius: 4 },
    ],
  };
}

export const panel = (runs, more = {}) => ({
  runs,
  labels: runs.map(k => ['A', 'B'][k] || `run ${k}`),
  title: 'two_rooms',
  text: '',
  command: '',
  status: '',
  values: {},
  ...more,
});
