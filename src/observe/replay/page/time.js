// Moves through time: by buttons, keys, and addresses that lead to a moment.

function seek(time) {
  const panel = app.current || app.panels[0];
  panel.clock.time = panel.start === undefined ? time : clamp(time, panel.start, panel.end);
  app.dirty = true;
  writeHash();
}

function play(on) {
  const { clock, start, end } = app.current || app.sheet;
  if (on && clock.time >= end) clock.time = start;
  clock.playing = on;
  app.dirty = true;
  writeHash();
}

function stepFrames(count) {
  const panel = app.current || app.panels.find(one => one.runs);
  if (!panel) return;
  const { times } = panel.runs[0];
  panel.clock.playing = false;
  const frame = frameAt(times, panel.clock.time);
  seek(
    times[
      clamp(
        frame + (count < 0 && times[frame] < panel.clock.time - 1e-9 ? count + 1 : count),
        0,
        times.length - 1,
      )
    ],
  );
}

function nextMark(forward) {
  const panel = app.current;
  const now = panel.clock.time;
  const marks = shownMarks(panel)
    .slice()
    .sort((a, b) => a.time - b.time);
  const mark = forward
    ? marks.find(one => one.time > now + 1e-6)
    : marks.filter(one => one.time < now - 1e-6).pop();
  if (mark) jumpTo(mark);
}

function writeHash() {
  clearTimeout(app.hashTimer);
  app.hashTimer = setTimeout(() => {
    const panel = app.current;
    const parts = [];
    if (panel && app.panels.length > 1) parts.push('panel=' + (panel.index + 1));
    if (panel || app.page.kind === 'sheet') parts.push('t=' + +(panel || app.sheet).clock.time.toFixed(3));
    if (panel && panel.chosen >= 0) parts.push('agent=' + panel.runs[0].agents.number[panel.chosen]);
    history.replaceState(null, '', '#' + parts.join('&'));
  }, 250);
}

async function readHash() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const panel = app.panels[wanted.get('panel') - 1];
  if (panel) await enlarge(panel);
  const { current } = app;
  if (current && wanted.has('agent')) choose(current.runs[0].agents.number.indexOf(+wanted.get('agent')));
  if (!wanted.has('t') || !Number.isFinite(+wanted.get('t'))) return;
  (current || app.sheet).clock.playing = false;
  seek(+wanted.get('t'));
}

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];
function setSpeed(speed) {
  (app.current || app.sheet).clock.speed = speed;
  $('speed').value = speed;
}

function onKey(event) {
  if (
    /INPUT|SELECT|TEXTAREA/.test(event.target.tagName) ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    $('help').open
  )
    return;
  if (event.key === ' ' && /BUTTON|SUMMARY/.test(event.target.tagName)) return;
  const panel = app.current || app.sheet;
  const { clock } = panel;
  const second = event.shiftKey;
  const k = SPEEDS.indexOf(clock.speed);
  const actions = {
    ' ': () => play(!clock.playing),
    ArrowLeft: () => (second ? seek(clock.time - 1) : stepFrames(-1)),
    ArrowRight: () => (second ? seek(clock.time + 1) : stepFrames(1)),
    ArrowUp: () => setSpeed(SPEEDS[Math.min(k + 1, 6)]),
    ArrowDown: () => setSpeed(SPEEDS[Math.max(k - 1, 0)]),
    Home: () => seek(panel.start),
    End: () => seek(panel.end),
    '[': () => nextMark(false),
    ']': () => nextMark(true),
    '+': () => zoom(1.25),
    '=': () => zoom(1.25),
    '-': () => zoom(0.8),
    f: fit,
    Escape: () => (panel.chosen >= 0 ? choose(-1) : app.panels.length > 1 && app.current && shrink()),
  };
  // What also works where all panels of a sheet are shown.
  const shared = event.key.length > 1 || event.key === ' ';
  if (!actions[event.key] || (!app.current && !(shared && app.page.kind === 'sheet'))) return;
  event.preventDefault();
  actions[event.key]();
}
