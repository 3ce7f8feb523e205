// Reads a replay page as the browser does: its elements, and its runs by the decoder of the viewer.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export const viewer = createRequire(import.meta.url)('../../src/observe/replay/page/decoder.js');

export async function readPage(path) {
  const html = readFileSync(path, 'utf8');
  const runs = [];
  const page = JSON.parse(/<script type="application\/json" id="page">(.*?)<\/script>/s.exec(html)[1]);
  for (const [, base64] of html.matchAll(/<script type="text\/plain" class="run">(.*?)<\/script>/gs))
    runs.push(await viewer.decodeRun(base64));
  return { page, runs };
}

// [x, y] or [x, y, z] in metres, or null where the agent is absent.
export function positionOf(run, agent, frame) {
  const i = frame * run.count + agent;
  return run.state[i] === viewer.ABSENT
    ? null
    : [run.x, run.y, run.z].filter(Boolean).map(axis => axis[i] * run.unit);
}
