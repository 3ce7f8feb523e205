'use strict';
// The first part of the viewer: decodes runs. FORMAT.md says how they are written. Node loads this file for
// the tests.

const TAU = 2 * Math.PI;
const ABSENT = 0;
const MOVES = 1;
const JUMPS = 2; // how an agent came to a frame: JUMPS = nothing is to be drawn in between
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
const last = list => list[list.length - 1];

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
  return expand({
    ...head,
    ...decodeSamples(head, buffer, (size + 7) & ~3),
    times,
    count: head.agents.number.length,
  });
}

// The planes run along each agent; what is decoded runs along each frame, because a frame is what is drawn.
function decodeSamples(head, buffer, start) {
  const agents = head.agents.number.length;
  const frames = head.steps.length;
  const total = agents * frames;
  const axes = head.dimensions === 3 ? 3 : 2;
  const angles = axes - 1;
  const planes = angles + head.columns.length;
  const codes = new Uint8Array(buffer, start, 2 * total * axes);
  const bytes = new Uint8Array(buffer, start + 2 * total * axes, total * planes);
  const escapes = new Int32Array(
    buffer,
    (start + 2 * total * axes + total * planes + 3) & ~3,
    head.escapes,
  ).values();
  const state = new Uint8Array(total);
  const positions = [];
  for (let axis = 0; axis < axes; ++axis)
    positions.push(decodePositions(codes.subarray(2 * total * axis), agents, total, escapes, state));
  const turned = [];
  for (let plane = 0; plane < planes; ++plane)
    turned.push(decodeBytes(bytes, plane * total, agents, total, plane < angles ? head.turn : 256));
  return {
    x: positions[0],
    y: positions[1],
    z: positions[2],
    state,
    heading: turned[0].map(code => (code * 256) / head.turn),
    pitch: angles > 1 ? Int8Array.from(turned[1], code => (254 * code) / (head.turn - 1) - 127) : null,
    codes: turned.slice(angles),
  };
}

// Low bytes, then high bytes, of differences from going on straight: 0, -1, 1, -2 are 0, 1, 2, 3.
function decodePositions(codes, agents, total, escapes, state) {
  const values = new Int32Array(total);
  for (let agent = 0, k = 0; agent < agents; ++agent)
    for (let i = agent, known = 0, value = 0, before = 0; i < total; i += agents, ++k) {
      const code = codes[k] | (codes[total + k] << 8);
      if (code === 65534) {
        known = 0;
        continue;
      }
      const expected = known > 1 ? 2 * value - before : value;
      if (code === 65535) known = 0;
      state[i] = code === 65535 || state[i] === JUMPS ? JUMPS : MOVES;
      [before, value] = [
        value,
        code === 65535 ? escapes.next().value : expected + (code & 1 ? -(code + 1) / 2 : code / 2),
      ];
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

// What is written short: numbers as differences, charts of every few frames without their times, slots as
// seen from anchors.
function expand(run) {
  let number = 0;
  run.agents.number = run.agents.number.map(more => (number += more));
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
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time + 1e-9) low = middle;
    else high = middle - 1;
  }
  return low;
}

const columnValue = (column, code) =>
  code === 255
    ? null
    : column.values.length
      ? column.values[code]
      : column.min + ((column.max - column.min) * code) / 254;

if (typeof module !== 'undefined') module.exports = { decodeRun, frameAt, columnValue, ABSENT, MOVES, JUMPS };
