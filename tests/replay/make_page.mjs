// Encodes replay pages from plain descriptions, as src/observe/replay/FORMAT.md says. Written apart from the
// encoder of drover, so that the viewer is tested against the text of the format and not against one more
// reading of it.

import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';

const pageFolder = new URL('../../src/observe/replay/page/', import.meta.url);
const kAbsent = 65534;
const kEscape = 65535;

// Differences of either sign as small numbers: 0, -1, 1, -2 are 0, 1, 2, 3.
const zigzag = value => (value < 0 ? -2 * value - 1 : 2 * value);

// The planes of positions: codes of 16 bits, low bytes first, and the escapes that do not fit, or that say
// "nothing between here and there".
function encodePositions(run, bytes, escapes) {
  const axes = run.dimensions === 3 ? 3 : 2;
  const agents = run.agents.number.length;
  const frames = run.steps.length;
  for (let axis = 0; axis < axes; ++axis) {
    const codes = [];
    for (let agent = 0; agent < agents; ++agent) {
      let known = [];
      for (let frame = 0; frame < frames; ++frame) {
        const at = run.positions[agent][frame];
        const value = at && Math.round(at[axis] / run.unit);
        if (!at || (run.jumps || []).some(([a, f]) => a === agent && f === frame)) known = [];
        if (!at) {
          codes.push(kAbsent);
          continue;
        }
        const [last, before] = known;
        const expected = known.length > 1 ? 2 * last - before : last;
        const code = known.length ? zigzag(value - expected) : kEscape;
        if (code >= kAbsent) {
          escapes.push(value);
          known = [];
        }
        codes.push(code >= kAbsent ? kEscape : code);
        known = [value, ...known].slice(0, 2);
      }
    }
    for (const shift of [0, 8]) for (const code of codes) bytes.push((code >> shift) & 255);
  }
}

// A plane of bytes: differences modulo 256; 0 while `code(agent, frame)` is null.
function encodeBytes(run, bytes, code) {
  for (let agent = 0; agent < run.agents.number.length; ++agent) {
    let before = 0;
    for (let frame = 0; frame < run.steps.length; ++frame) {
      const value = code(agent, frame);
      bytes.push(value === null ? 0 : (value - before) & 255);
      if (value !== null) before = value & 255;
    }
  }
}

export function columnCode(column, value) {
  if (value === null) return 255;
  if (column.values.length) return column.values.indexOf(value);
  return Math.round((254 * (value - column.min)) / (column.max - column.min));
}

// A description has what the head of a run has, and: steps as numbers of steps, positions[agent][frame] = [x,
// y(, z)] or null, headings[agent][frame] in radians, pitches likewise, jumps = [[agent, frame], ...],
// recorded[column][agent][frame].
export function encodeRun(described) {
  const run = { ...emptyHead, ...described };
  const escapes = [];
  const bytes = [];
  const { positions, headings, pitches, jumps, recorded, ...head } = run;
  const there = (agent, frame, value) => (positions[agent][frame] ? value : null);
  encodePositions(run, bytes, escapes);
  encodeBytes(run, bytes, (a, f) => there(a, f, Math.round((headings[a][f] / (2 * Math.PI)) * 256)));
  if (run.dimensions === 3)
    encodeBytes(run, bytes, (a, f) => there(a, f, Math.round((pitches[a][f] / Math.PI + 0.5) * 255)));
  (run.columns || []).forEach((column, k) =>
    encodeBytes(run, bytes, (a, f) => columnCode(column, recorded[k][a][f])),
  );
  head.steps = run.steps.map((step, k) => step - (k ? run.steps[k - 1] : 0));
  head.agents = {
    ...run.agents,
    number: run.agents.number.map((number, k) => number - (k ? run.agents.number[k - 1] : 0)),
  };
  head.escapes = escapes.length;
  const text = Buffer.from(JSON.stringify(head));
  const parts = [Buffer.alloc(4), text, Buffer.alloc(-text.length & 3, ' ')];
  parts[0].writeUInt32LE(text.length);
  parts.push(Buffer.from(bytes), Buffer.alloc(-bytes.length & 3));
  parts.push(Buffer.from(Int32Array.from(escapes).buffer));
  return packed(Buffer.concat(parts));
}

const packed = bytes => deflateRawSync(bytes, { level: 9 }).toString('base64');

const emptyHead = {
  format: 1,
  drover: '0.1.0',
  name: 'test',
  title: 'test',
  seed: '7',
  hash: '0123456789abcdef',
  command: 'drover run test.json',
  scenario: '{}',
  dt: 0.02,
  duration: 10,
  dimensions: 2,
  unit: 0.01,
  turn: 256,
  notes: [],
  view: { min: [0, 0, 0], max: [10, 10, 0] },
  bounds: null,
  types: [{ name: 'walker', color: '#0072b2' }],
  modes: [],
  mode_changes: [],
  radius_changes: [],
  world: [],
  doors: [],
  marks: [],
  charts: [],
  columns: [],
  flights: [],
  blasts: [],
  formations: [],
  details: [],
  cells: null,
};

const hidden = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026', '\u2028': '\\u2028', '\u2029': '\\u2029' };
const inScript = value => JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, char => hidden[char]);
const inMarkup = words => words.replace(/[&<>"]/g, char => `&#${char.charCodeAt(0)};`);

// The parts of the viewer in the order in which drover puts them together.
function viewerText() {
  const list = readFileSync(new URL('../../CMakeLists.txt', pageFolder), 'utf8');
  return [...list.matchAll(/replay\/page\/(\w+\.js)/g)]
    .map(([, name]) => readFileSync(new URL(name, pageFolder), 'utf8'))
    .join('');
}

// page: as FORMAT.md describes; runs: descriptions.
export function makePage(page, runs) {
  const file = name => readFileSync(new URL(name, pageFolder), 'utf8');
  const parts = {
    title: inMarkup(page.title),
    style: packed(file('style.css')),
    page: inScript({ notes: [], ...page }),
    viewer: packed(viewerText()),
    runs: runs.map(run => `<script type="text/plain" class="run">${encodeRun(run)}</script>`).join('\n'),
  };
  return file('page.html').replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
}
