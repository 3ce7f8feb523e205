#!/usr/bin/env node
// Writes example pages for the tests in a browser, and to look at.
//
// Usage: write_pages.mjs FOLDER [NAME...]     without names all pages

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleRun, panel, withDetails } from './example_runs.mjs';
import { makePage } from './make_page.mjs';

const many = (count, of) => Array.from({ length: count }, (_, k) => of(k));
const single = (title, run) => [{ title, kind: 'run', panels: [panel([0], { title })] }, [run]];

// Every name that a file can bring along, as an attack.
function hostileRun() {
  const script = '</script><script>alert(1)</script>';
  const image = '<img src=x onerror=alert(2)>';
  const run = withDetails(exampleRun(5, { frames: 30, size: [30, 20] }));
  return {
    ...run,
    name: script,
    title: image,
    seed: image,
    hash: script,
    command: image,
    scenario: script + image,
    drover: image,
    notes: [script, image],
    types: run.types.map((type, k) => ({
      ...type,
      name: [script, image][k % 2],
      color: k ? type.color : image,
    })),
    modes: [script, image, script],
    agents: {
      ...run.agents,
      names: [
        [0, script],
        [1, image],
      ],
    },
    marks: run.marks.map(mark => ({ ...mark, text: image + script })),
    charts: run.charts.map(chart => ({ ...chart, name: image + chart.name, unit: script })),
    columns: run.columns.map(column => ({ ...column, name: image + column.name })),
    world: [...run.world, { k: 'text', c: script, p: [1, 1], t: image }, { k: image, c: 'wall', p: [1, 1] }],
  };
}

const pages = {
  few: () => single('two_rooms', withDetails(exampleRun(3, { size: [30, 20] }))),
  run: () => single('two_rooms', withDetails(exampleRun(12, { size: [40, 25] }))),
  hundreds: () => single('two_rooms', withDetails(exampleRun(300))),
  thousands: () =>
    single('flock_10k', exampleRun(10000, { size: [240, 160], wrap: true, frames: 51, empty: true })),
  space: () => single('starling_ball', exampleRun(300, { size: [60, 40, 30], deep: true })),
  pair: () => [
    {
      title: 'two_rooms: seed 7 and seed 8',
      kind: 'pair',
      panels: [
        panel([0, 1], {
          title: 'two_rooms',
          labels: ['seed 7', 'seed 8'],
          time: 12.2,
          agent: 5,
          text: 'The first difference is at step 610.',
          command: 'drover diff first second',
        }),
      ],
    },
    [exampleRun(40), exampleRun(40, { twist: 0.5 })],
  ],
  sheet: () => [
    {
      title: 'batch two_rooms',
      kind: 'sheet',
      panels: many(18, k =>
        panel([k], {
          title: `seed ${k}`,
          labels: [`seed ${k}`],
          values: { 'speed.mean': 1 + ((k * 7) % 11) / 10, contacts: k % 4 ? k : null },
        }),
      ),
    },
    many(18, k => exampleRun(20 + k * 5, { seed: k + 1 })),
  ],
  report: () => [
    {
      title: 'drover check',
      kind: 'report',
      panels: many(6, k =>
        panel(k % 2 ? [k - 1, k] : [k], {
          title: ['two_rooms', 'sheep_dog', 'flock', 'gate', 'plaza', 'station'][k],
          labels: ['golden', 'now'],
          time: 5 + 2 * k,
          agent: k,
          status: ['failed', 'differs', 'new', 'ok', 'failed', ''][k],
          text: `speed.mean shall be at least 1.${k}, was 1.07`,
          command: `drover run scenarios/demos/two_rooms.json --seed ${k}`,
        }),
      ),
    },
    many(6, k => exampleRun(20, { seed: (k >> 1) + 1, twist: k % 2 ? 0.5 : 0 })),
  ],
  hostile: () => [
    {
      title: '</script><script>alert(1)</script>',
      kind: 'report',
      notes: ['<img src=x onerror=alert(2)>'],
      panels: many(2, () =>
        panel([0], {
          title: '<img src=x onerror=alert(2)>',
          text: '</script><script>alert(1)</script>',
          command: '<script>alert(1)</script>',
          status: 'failed"><script>alert(1)</script>',
          labels: ['<img src=x onerror=alert(2)>'],
        }),
      ),
    },
    [hostileRun()],
  ],
};

const [, , folder, ...names] = process.argv;
if (!folder || names.some(name => !pages[name])) {
  console.error(`usage: write_pages.mjs FOLDER [${Object.keys(pages).join('|')}]...`);
  process.exit(2);
}
for (const name of names.length ? names : Object.keys(pages))
  writeFileSync(join(folder, name + '.html'), makePage(...pages[name]()));
