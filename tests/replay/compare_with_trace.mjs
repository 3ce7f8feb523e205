#!/usr/bin/env node
// Compares the runs of a replay page with a trace: each agent of each frame stands where the trace has it at
// that step.
//
// Usage: compare_with_trace.mjs REPLAY.html TRACE.csv [RUN]
//
// The trace is a CSV with the columns step, agent, x, y and, in space, z; frames of which it has no step are
// not compared. RUN is the index of one run of the page; without it all runs are compared. Positions may
// differ by a centimetre, or by the unit of the run where that is larger. Exit codes: 0 all as in the trace,
// 1 not, and the worst place is printed, 2 bad usage.

import { readFileSync } from 'node:fs';
import { positionOf, readPage } from './read_page.mjs';

if (process.argv.length < 4 || process.argv.length > 5) {
  console.error('usage: compare_with_trace.mjs REPLAY.html TRACE.csv [RUN]');
  process.exit(2);
}
const [, , replay, trace, only] = process.argv;

// Fields of a line of CSV; names may be quoted.
const fieldsOf = line =>
  line.includes('"')
    ? [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(match => match[1])
    : line.split(',');

// Map from step to a map from agent to position.
function readTrace(path) {
  const lines = readFileSync(path, 'utf8').trimEnd().split(/\r?\n/);
  const names = fieldsOf(lines[0]);
  const steps = new Map();
  const [step, agent, ...axes] = ['step', 'agent', 'x', 'y', 'z'].map(name => names.indexOf(name));
  if ([step, agent, axes[0], axes[1]].includes(-1))
    throw new Error(`${path} has no columns step, agent, x and y`);
  for (const line of lines.slice(1)) {
    const fields = fieldsOf(line);
    const at = +fields[step];
    if (!steps.has(at)) steps.set(at, new Map());
    steps.get(at).set(
      +fields[agent],
      axes.filter(axis => axis >= 0).map(axis => +fields[axis]),
    );
  }
  return steps;
}

// The place where a run and the trace are farthest apart; Infinity where only one of both has the agent.
function worstOf(run, steps) {
  const worst = { apart: 0, compared: 0, frames: 0 };
  const known = new Set(run.agents.number);
  let step = 0;
  run.steps.forEach((more, frame) => {
    step += more;
    const rows = steps.get(step);
    if (!rows) return;
    ++worst.frames;
    run.agents.number.forEach((number, agent) => {
      const here = positionOf(run, agent, frame);
      const there = rows.get(number);
      if (!here && !there) return;
      const apart =
        here && there ? Math.max(...here.map((value, axis) => Math.abs(value - there[axis]))) : Infinity;
      ++worst.compared;
      if (!(apart <= worst.apart)) Object.assign(worst, { apart, step, number, here, there });
    });
    for (const number of rows.keys())
      if (!known.has(number))
        Object.assign(worst, { apart: Infinity, step, number, here: null, there: rows.get(number) });
  });
  return worst;
}

const { runs } = await readPage(replay);
const steps = readTrace(trace);
let failed = runs.length === 0;
runs.forEach((run, index) => {
  if (only !== undefined && index !== +only) return;
  const worst = worstOf(run, steps);
  const limit = Math.max(0.01, run.unit);
  const wrong = worst.compared === 0 || !(worst.apart <= limit + 1e-9);
  const place =
    worst.number === undefined
      ? ''
      : `, worst at step ${worst.step}, agent ${worst.number}: ${worst.apart} m (replay ${worst.here}, trace ${worst.there})`;
  console.log(
    `run ${index}: ${worst.compared} positions of ${worst.frames} frames compared, limit ${limit} m${place}`,
  );
  failed = failed || wrong;
});
process.exit(failed ? 1 : 0);
