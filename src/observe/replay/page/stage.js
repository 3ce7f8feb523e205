// The viewer of one panel: pointers, cameras, and what is renewed in each frame.

function zoom(factor) {
  app.views.forEach(view => {
    view.zoom(factor);
    view.touched = true;
  });
  app.dirty = true;
}

function fit() {
  app.views.forEach(view => (view.fitted = false));
  app.current.follow = false;
  showChoice(app.current);
  app.dirty = true;
}

function extent({ runs }) {
  const axes = [0, 1, 2];
  const all = (key, pick) => axes.map(axis => pick(...runs.map(run => run.view[key][axis] || 0)));
  return { min: all('min', Math.min), max: all('max', Math.max) };
}

function agentAt(view, panel, x, y) {
  const moment = panel.moments[0];
  const small = smallest(view, moment.run.count);
  placeAgents(view, moment, panel.colorings[0]);
  let best = -1;
  let near = 1;
  for (let a = 0; a < moment.run.count; ++a) {
    const away =
      Math.hypot(moment.sx[a] - x, moment.sy[a] - y) / Math.max(14, bodyRadius(view, moment, a, small));
    if (moment.on[a] && away < near) [best, near] = [a, away];
  }
  return best;
}

// One pointer moves or turns the view, two zoom it.
function dragView(view, before, event, other) {
  const dx = event.clientX - before.clientX;
  const dy = event.clientY - before.clientY;
  if (other) {
    const apart = one => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    const middle = [(event.offsetX + other.offsetX) / 2, (event.offsetY + other.offsetY) / 2];
    view.zoom(apart(event) / Math.max(1, apart(before)), ...middle);
    view.pan(dx / 2, dy / 2);
  } else if (view.kind === 'turn' && !event.shiftKey)
    view.turn(view.yaw + dx / 150, clamp(view.pitch + dy / 150, 0.05, Math.PI / 2));
  else view.pan(dx, dy);
  view.touched = app.dirty = true;
  if (!app.current.follow || view.kind === 'turn') return;
  app.current.follow = false;
  showChoice(app.current);
}

// A click without a move chooses an agent.
function setUpPointers(view) {
  const { canvas } = view;
  const held = new Map();
  let moved = 0;
  canvas.onpointerdown = event => {
    held.set(event.pointerId, event);
    canvas.setPointerCapture(event.pointerId);
    if (held.size === 1) moved = 0;
  };
  canvas.onpointermove = event => {
    const before = held.get(event.pointerId);
    if (!before) return hover(view, event);
    const other = [...held.values()].find(one => one !== before);
    moved += Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
    held.set(event.pointerId, event);
    if (moved >= 5) dragView(view, before, event, other);
  };
  canvas.onpointerup = canvas.onpointercancel = event => {
    if (held.delete(event.pointerId) && !held.size && moved < 5 && event.type === 'pointerup')
      choose(agentAt(view, app.current, event.offsetX, event.offsetY));
  };
  canvas.onpointerleave = () => ($('tip').hidden = true);
  canvas.addEventListener(
    'wheel',
    event => {
      event.preventDefault();
      view.zoom(Math.exp(-clamp(event.deltaY, -200, 200) / 400), event.offsetX, event.offsetY);
      view.touched = app.dirty = true;
    },
    { passive: false },
  );
}

function hover(view, event) {
  const panel = app.current;
  const tip = $('tip');
  if (event.pointerType === 'touch' || panel.clock.playing) return (tip.hidden = true);
  const a = agentAt(view, panel, event.offsetX, event.offsetY);
  const { agents, types } = panel.runs[0];
  tip.hidden = a < 0;
  if (a < 0) return;
  const name = agents.names.find(one => one[0] === a);
  tip.textContent = `${name ? name[1] + ', ' : ''}agent ${agents.number[a]}, ${types[agents.type[a]].name}`;
  tip.style.left = Math.min(event.offsetX + 12, view.width - 160) + 'px';
  tip.style.top = view.canvas.offsetTop + event.offsetY + 14 + 'px';
}

function follow(panel) {
  const moment = panel.moments[0];
  const a = panel.chosen;
  if (!panel.follow || a < 0 || !moment.on[a]) return;
  const part = app.still ? 1 : 0.2;
  for (const view of app.views) {
    [moment.x[a], moment.y[a], moment.z[a]].forEach(
      (to, k) => (view.center[k] += part * (to - view.center[k])),
    );
    view.touched = true;
  }
  const [x, y] = app.views[0].at(moment.x[a], moment.y[a], moment.z[a]);
  if (Math.hypot(x - app.views[0].width / 2, y - app.views[0].height / 2) > 1) app.dirty = true;
}

function showViews(panel) {
  const deep = panel.runs[0].dimensions === 3;
  const kinds = { above: 'Above', side: 'Side', turn: 'Turn' };
  $('views').hidden = $('second').hidden = !deep;
  $('stage').classList.toggle('deep', deep);
  const look = kind => {
    app.views = [app.big[0], ...(deep ? [app.big[1]] : [])];
    app.views.forEach((view, k) => view.look(k ? (kind === 'side' ? 'above' : 'side') : kind));
    $('views').replaceChildren(
      ...Object.keys(kinds).map(one => button(kinds[one], () => look(one), { 'aria-pressed': one === kind })),
    );
    app.dirty = true;
  };
  look('above');
}

async function enlarge(panel) {
  await panel.load();
  app.current = panel;
  $('grid').hidden = true;
  $('viewer').hidden = $('transport').hidden = $('saving').hidden = false;
  $('back').hidden = app.panels.length < 2;
  $('sorting').hidden = true;
  const {
    info,
    runs: [run],
  } = panel;
  const names = info.labels.length > 1 ? info.labels.join(' and ') : 'seed ' + run.seed;
  const agents = `${run.count} agent${run.count === 1 ? '' : 's'}`;
  const words = [info.title, names, agents, number(run.duration) + ' s'];
  $('subtitle').textContent = words.filter(word => word && word !== app.page.title).join(' · ');
  showViews(panel);
  showColors(panel);
  for (const show of [showLayers, showChoice, showMarkKinds, showCharts, showFooter]) show(panel);
  setSpeed(panel.clock.speed);
  app.dirty = app.resized = true;
  writeHash();
}

const frameWords = ({ frame, run: { times, dt } }) =>
  `frame ${frame + 1} of ${times.length}, step ${Math.round(times[frame] / dt)}`;

function updateTransport(panel) {
  const { clock, start, end } = panel;
  const part = (clock.time - start) / (end - start || 1);
  const bar = $('scrubber');
  $('clock').replaceChildren(
    seconds(clock.time),
    panel.runs ? make('span', {}, frameWords(panel.moments[0])) : '',
  );
  $('play').textContent = clock.playing ? '❚❚' : '▶\ufe0e';
  $('play').setAttribute('aria-label', clock.playing ? 'Pause' : 'Play');
  $('done').style.transform = `scaleX(${part})`;
  $('thumb').style.left = part * 100 + '%';
  bar.setAttribute('aria-valuemin', start);
  bar.setAttribute('aria-valuemax', end);
  bar.setAttribute('aria-valuenow', clock.time);
  bar.setAttribute('aria-valuetext', seconds(clock.time));
}

function showCurrent(panel) {
  panel.seek();
  if (app.resized) drawMarks(panel);
  app.resized = false;
  for (const view of app.views) {
    view.resize();
    if (!view.fitted) view.fit(extent(panel));
  }
  follow(panel);
  app.views.forEach(view => paintView(panel, view));
  $('said').textContent = [app.mark.time === panel.clock.time && app.mark.words, panel.said]
    .filter(Boolean)
    .join('. ');
  updateTransport(panel);
  updateCharts(panel.clock.time);
  if (panel.clock.playing && performance.now() - (app.told || 0) < 120) return;
  app.told = performance.now();
  for (const update of [updateLegend, updateChoice, updateFar]) update(panel);
}
