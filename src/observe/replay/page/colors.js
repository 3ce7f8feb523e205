// Colors of the theme, of bodies and of their legend.

// Okabe and Ito, then Tol's muted: told apart with every kind of color blindness.
const PALETTE = [
  '#0072b2',
  '#e69f00',
  '#009e73',
  '#d55e00',
  '#56b4e9',
  '#cc79a7',
  '#b5a800',
  '#882255',
  '#44aa99',
  '#999933',
  '#332288',
  '#ddcc77',
  '#117733',
  '#aa4499',
];
const CIVIDIS = [
  [0, 32, 76],
  [49, 68, 107],
  [102, 105, 112],
  [149, 143, 120],
  [203, 186, 105],
  [255, 234, 70],
];
const SHADES = 24;
const UNKNOWN = '#8d969e';

const theme = {};
function readTheme() {
  const style = getComputedStyle(document.documentElement);
  for (const rule of [...document.styleSheets].flatMap(sheet => [...sheet.cssRules]))
    for (const name of rule.selectorText === ':root' ? rule.style : [])
      if (name.startsWith('--')) theme[name.slice(2)] = style.getPropertyValue(name).trim();
  theme.dark = document.documentElement.dataset.theme === 'dark';
}

const channels = color => [1, 3, 5].map(k => parseInt(color.slice(k, k + 2), 16));

// A color that was chosen for white paper, as it can be seen on the paper of the theme.
function readable(color) {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return UNKNOWN;
  const rgb = channels(color);
  const light = (0.3 * rgb[0] + 0.59 * rgb[1] + 0.11 * rgb[2]) / 255;
  const part = theme.dark ? Math.max(0, 0.5 - light) : Math.max(0, light - 0.78);
  return `rgb(${rgb.map(value => Math.round(value + part * ((theme.dark ? 255 : 0) - value)))})`;
}

// Part of the scale is left out: what would vanish on the paper.
function shade(part) {
  const at = (theme.dark ? 0.22 + 0.78 * part : 0.92 * part) * (CIVIDIS.length - 1);
  const k = Math.min(Math.floor(at), CIVIDIS.length - 2);
  return `rgb(${CIVIDIS[k].map((value, c) => Math.round(value + (at - k) * (CIVIDIS[k + 1][c] - value)))})`;
}

const swatches = count => Array.from({ length: count }, (_, k) => readable(PALETTE[k % PALETTE.length]));
const shades = () => Array.from({ length: SHADES }, (_, k) => shade(k / (SHADES - 1)));

// How bodies are colored: a palette, its meaning, and `of(moment, agent)`, the index into the palette.
function makeColoring(run, by) {
  const column = run.columns.findIndex(one => 'column ' + one.name === by);
  const scale = (unit, min, max, value) => ({
    unit,
    min,
    max,
    palette: [...shades(), UNKNOWN],
    of(moment, agent) {
      const v = value(moment, agent);
      return v === null ? SHADES : clamp(Math.floor(((v - min) / (max - min || 1)) * SHADES), 0, SHADES - 1);
    },
  });
  const names = (labels, palette, index) => ({
    labels,
    palette: [...palette, UNKNOWN],
    of(moment, agent) {
      const k = index(moment, agent);
      return k >= 0 && k < labels.length ? k : labels.length;
    },
  });
  if (by === 'speed') return scale('m/s', 0, topSpeed(run), (moment, agent) => moment.speed(agent));
  if (by === 'mode')
    return names(run.modes, swatches(run.modes.length), (moment, agent) => moment.modes[agent]);
  if (column < 0) {
    const byType = names(
      run.types.map(type => type.name),
      run.types.map(type => readable(type.color)),
      (moment, agent) => run.agents.type[agent],
    );
    // Types that others extend have no agents of their own.
    return { ...byType, used: new Set(run.agents.type) };
  }
  const info = run.columns[column];
  const codes = run.codes[column];
  const code = (moment, agent) => codes[moment.frame * run.count + agent];
  if (info.values.length) return names(info.values, swatches(info.values.length), code);
  return scale(info.unit, info.min, info.max, (moment, agent) => columnValue(info, code(moment, agent)));
}

// Nearly the highest speed: a single fast agent shall not make all others look alike. From a sample of the
// frames.
function topSpeed(run) {
  if (run.topSpeed) return run.topSpeed;
  const speeds = [];
  const moment = new Moment(run);
  for (let k = 0; k < 20; ++k) {
    moment.frame = Math.floor((k / 20) * run.times.length);
    for (let a = 0; a < run.count; a += 1 + (run.count >> 9)) speeds.push(moment.speed(a) || 0);
  }
  speeds.sort((a, b) => a - b);
  const high = speeds[Math.floor(0.99 * (speeds.length - 1))] || 1;
  const step = niceStep(high, 8);
  return (run.topSpeed = Math.ceil(high / step) * step);
}

function niceStep(range, count) {
  const rough = range / count || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * [1, 2, 5, 10].find(factor => factor * power >= rough * 0.999);
}

const number = value =>
  value === null || value === undefined
    ? '–'
    : String(Math.abs(value) >= 1000 ? Math.round(value) : +value.toPrecision(3));
