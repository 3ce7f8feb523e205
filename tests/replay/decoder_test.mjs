// The decoder of the viewer gives back what the encoder of the tests was told. Run by
// tests/scripts/replay_reads.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import test from 'node:test';
import { encodeRun, makePage } from './make_page.mjs';
import { positionOf, readPage, viewer } from './read_page.mjs';

const { ABSENT, MOVES, JUMPS } = viewer;

// A description of agents that are at the given places, one list per agent.
function described(positions, more = {}) {
  const count = positions.length;
  const frames = count ? positions[0].length : 0;
  const each = value => positions.map(way => way.map(() => value));
  return {
    agents: {
      number: positions.map((_, k) => k + 1),
      type: new Array(count).fill(0),
      radius: new Array(count).fill(0.3),
      names: [],
    },
    steps: Array.from({ length: frames }, (_, k) => 10 * k),
    positions,
    headings: each(0),
    pitches: each(0),
    ...more,
  };
}

const decoded = description => viewer.decodeRun(encodeRun(description));
const near = (here, there) =>
  there.forEach((value, axis) =>
    assert.ok(Math.abs(here[axis] - value) <= 0.005 + 1e-9, `${here} is not ${there}`),
  );

function samePositions(run, positions) {
  positions.forEach((way, agent) =>
    way.forEach((at, frame) => {
      const here = positionOf(run, agent, frame);
      if (at === null) assert.equal(here, null);
      else near(here, at);
    }),
  );
}

const statesOf = (run, agent) => run.steps.map((_, frame) => run.state[frame * run.count + agent]);

test('positions are told in differences, negative ones too', async () => {
  const positions = [
    [
      [1, 2],
      [1.5, 1.25],
      [-3.07, -4],
    ],
    [
      [-1, 0],
      [-1.01, 0.01],
      [-1, 0],
    ],
  ];
  const run = await decoded(described(positions));
  samePositions(run, positions);
  assert.deepEqual(statesOf(run, 0), [JUMPS, MOVES, MOVES]);
});

test('what does not fit into 16 bits is an escape', async () => {
  const positions = [
    [
      [0, 0],
      [400, 0],
      [400.5, -1000],
      [20000000, 5],
    ],
  ];
  const run = await decoded(described(positions));
  samePositions(run, positions);
  assert.deepEqual(statesOf(run, 0), [JUMPS, JUMPS, JUMPS, JUMPS]);
});

test('the largest differences that fit are no escapes', async () => {
  // 32766 units farther than expected, then 32767 less far; and one unit more than that.
  const positions = [
    [
      [0, 0],
      [327.66, 0],
      [327.65, 0],
    ],
    [
      [0, 0],
      [327.67, 0],
      [0, 0],
    ],
  ];
  const run = await decoded(described(positions));
  samePositions(run, positions);
  assert.deepEqual(statesOf(run, 0), [JUMPS, MOVES, MOVES]);
  assert.deepEqual(statesOf(run, 1), [JUMPS, JUMPS, MOVES]);
});

test('agents appear late, leave, and come back', async () => {
  const positions = [
    [null, null, [3, 4], [3, 5], null],
    [[1, 1], null, null, [2, 2], [2, 3]],
  ];
  const run = await decoded(described(positions));
  samePositions(run, positions);
  assert.deepEqual(statesOf(run, 0), [ABSENT, ABSENT, JUMPS, MOVES, ABSENT]);
  assert.deepEqual(statesOf(run, 1), [JUMPS, ABSENT, ABSENT, JUMPS, MOVES]);
});

test('a jump over an edge that wraps is told from a move', async () => {
  const positions = [
    [
      [9.9, 5],
      [0.1, 5],
      [0.3, 5],
    ],
  ];
  const run = await decoded(described(positions, { jumps: [[0, 1]] }));
  samePositions(run, positions);
  assert.deepEqual(statesOf(run, 0), [JUMPS, JUMPS, MOVES]);
});

test('headings go around, and are zero in differences while absent', async () => {
  const turn = 2 * Math.PI;
  const headings = [[0, 0.9 * turn, 0.1 * turn, -0.25 * turn]];
  const run = await decoded(described([[[0, 0], [0, 0], null, [0, 0]]], { headings }));
  assert.deepEqual([run.heading[0], run.heading[1], run.heading[3]], [0, 230, 192]);
});

test('space has heights and pitches', async () => {
  const positions = [
    [
      [0, 0, 10],
      [1, 1, 9.5],
      [2, 2, -500],
    ],
    [null, [5, 5, 1], [5, 5, 1.01]],
  ];
  const pitches = [
    [0, Math.PI / 2, -Math.PI / 2],
    [0, -Math.PI / 4, 0.1],
  ];
  const run = await decoded(described(positions, { dimensions: 3, pitches }));
  samePositions(run, positions);
  assert.deepEqual(
    [0, 2, 4].map(k => run.pitch[k]),
    [0, 127, -127],
  );
  assert.equal(run.pitch[3], -63);
});

test('columns hold numbers, names, and none', async () => {
  const columns = [
    { name: 'load', unit: '%', min: -10, max: 244, values: [] },
    { name: 'doing', unit: '', min: 0, max: 0, values: ['walks', 'waits'] },
  ];
  const recorded = [[[-10, 244, null]], [['waits', null, 'walks']]];
  const run = await decoded(
    described(
      [
        [
          [0, 0],
          [0, 0],
          [0, 0],
        ],
      ],
      { columns, recorded },
    ),
  );
  const values = columns.map((column, k) => [...run.codes[k]].map(code => viewer.columnValue(column, code)));
  assert.deepEqual(values, [
    [-10, 244, null],
    ['waits', null, 'walks'],
  ]);
});

test('frames need not be evenly spaced', async () => {
  const run = await decoded(
    described(
      [
        [
          [0, 0],
          [0, 0],
          [0, 0],
        ],
      ],
      { steps: [0, 10, 17], dt: 0.5 },
    ),
  );
  assert.deepEqual([...run.times], [0, 5, 8.5]);
  assert.deepEqual(
    [-1, 0, 4.99, 5, 8.4, 99].map(time => viewer.frameAt(run.times, time)),
    [0, 0, 0, 1, 1, 2],
  );
});

test('runs without agents, and runs of one frame, are runs', async () => {
  assert.equal((await decoded(described([], { steps: [0, 10, 20] }))).times.length, 3);
  samePositions(await decoded(described([[[1, 2]], [null]])), [[[1, 2]], [null]]);
});

test('heads of every length leave the samples aligned', async () => {
  for (const title of ['', 'a', 'ab', 'abc', 'Straße, 道路']) {
    const run = await decoded(
      described(
        [
          [
            [1, 2],
            [2, 3],
          ],
        ],
        { title },
      ),
    );
    assert.equal(run.title, title);
    samePositions(run, [
      [
        [1, 2],
        [2, 3],
      ],
    ]);
  }
});

test('another format is refused', () =>
  assert.rejects(decoded(described([[[0, 0]]], { format: 2 })), /unknown format/));

test('many agents at random are as told', async () => {
  let seed = 1;
  const next = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const way = () =>
    Array.from({ length: 40 }, () => (next() < 0.1 ? null : [next() * 2000 - 1000, next() * 2 - 1]));
  const positions = Array.from({ length: 50 }, way);
  samePositions(await decoded(described(positions)), positions);
});

test('compare_with_trace finds the place where a replay and a trace differ', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'drover-replay-'));
  const page = join(folder, 'run.html');
  const trace = join(folder, 'trace.csv');
  const compare = rows => {
    writeFileSync(trace, ['step,agent,x,y', ...rows].join('\n') + '\n');
    return spawnSync(
      process.execPath,
      [fileURLToPath(new URL('compare_with_trace.mjs', import.meta.url)), page, trace],
      { encoding: 'utf8' },
    );
  };
  try {
    const run = described([
      [
        [1, 2],
        [2, 3],
      ],
      [null, [5, 5]],
    ]);
    writeFileSync(page, makePage({ title: '</script>', kind: 'run', panels: [] }, [run]));
    assert.equal((await readPage(page)).page.title, '</script>');
    assert.equal(compare(['0,1,1,2', '10,1,2.009,3', '10,2,5,5']).status, 0);
    const far = compare(['0,1,1,2', '10,1,2.02,3', '10,2,5,5']);
    assert.equal(far.status, 1);
    assert.match(far.stdout, /step 10, agent 1/);
    assert.equal(compare(['0,1,1,2', '0,2,5,5', '10,1,2,3', '10,2,5,5']).status, 1);
    assert.equal(compare(['7,1,1,2']).status, 1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
