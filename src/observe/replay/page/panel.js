// A panel is one replay of the page: its runs, its clock, the agent that is chosen. Also what builds
// elements.

const app = {
  layers: { cells: false },
  trail: '2',
  kinds: {},
  charts: {},
  panels: [],
  current: null,
  views: [],
  mark: {},
};
const $ = id => document.getElementById(id);

// Children that are texts become text nodes: names never become markup.
function make(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes || {}))
    if (typeof value === 'function') node[key] = value;
    else if (value !== false) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

const setOptions = (select, values, chosen) =>
  select.replaceChildren(
    ...values.map(([value, words]) => make('option', { value, selected: value === chosen && '' }, words)),
  );
const button = (words, onclick, attributes = {}) => make('button', { ...attributes, onclick }, words);
const row = (...children) => make('div', { class: 'row' }, ...children);
const facts = list => list.flatMap(([what, value]) => [make('dt', {}, what), make('dd', {}, value)]);
const seconds = time => time.toFixed(2) + ' s';

function copyButton(words) {
  const button = make(
    'button',
    {
      onclick: async event => {
        event.stopPropagation();
        const area = make('textarea', {}, words);
        document.body.append(area);
        area.select();
        document.execCommand('copy'); // works for pages that were opened from a file, too
        area.remove();
        button.textContent = 'Copied';
        setTimeout(() => (button.textContent = 'Copy'), 1500);
      },
    },
    'Copy',
  );
  return button;
}

class Clock {
  constructor(time, playing) {
    Object.assign(this, { time, playing, speed: 1 });
  }
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
    this.loading =
      this.loading || Promise.all(this.info.runs.map(index => decodeRun(app.data[index].textContent)));
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

  recolor() {
    this.colorings = this.runs.map(run => makeColoring(run, app.color));
  }
  seek() {
    this.clock.time = clamp(this.clock.time, this.start, this.end);
    this.moments.forEach(moment => moment.seek(this.clock.time));
  }

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
  const moments = panel.runs.map(run => new Moment(run));
  const times = [];
  const far = [];
  const mean = [];
  const frames = panel.runs[0].times;
  for (let k = 0; k < frames.length; k += Math.ceil(frames.length / 600)) {
    moments.forEach(moment => moment.seek(frames[k]));
    const all = panel.pairs.map(pair => distance(pair, ...moments)).filter(value => value !== null);
    times.push(frames[k]);
    far.push(all.length ? all.reduce((most, value) => Math.max(most, value), 0) : null);
    mean.push(all.length ? all.reduce((sum, value) => sum + value, 0) / all.length : null);
  }
  return {
    name: 'Distance between the runs',
    unit: 'm',
    kind: 'line',
    series: [
      { name: 'largest', times, values: far },
      { name: 'mean', times, values: mean },
    ],
  };
}
