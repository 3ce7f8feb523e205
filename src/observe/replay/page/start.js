// Starts the page and runs its frames.

function fail(where, error) {
  where.prepend(make('p', { class: 'badge failed' }, 'This replay could not be read: ' + error.message));
}

function setTheme(dark) {
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  readTheme();
  app.panels.forEach(panel => {
    if (panel.runs) panel.recolor();
  });
  if (app.current) {
    showLegend(app.current);
    showMarkKinds(app.current);
  }
  app.dirty = app.resized = true;
}

function tick(now) {
  const elapsed = Math.min(0.25, (now - (app.before || now)) / 1000);
  const sheet = !app.current && app.page.kind === 'sheet';
  app.before = now;
  if (app.current) {
    if (app.current.clock.advance(elapsed, app.current.end)) app.dirty = true;
  } else if (sheet) {
    if (app.sheet.clock.advance(elapsed, app.sheet.end)) app.dirty = true;
  } else
    app.panels.forEach(
      panel => panel.runs && panel.clock.advance(elapsed, panel.end) && (panel.stale = true),
    );
  const dirty = app.dirty;
  if (app.current && dirty) {
    app.dirty = false;
    showCurrent(app.current);
  }
  if (!app.current) {
    showGrid();
    app.dirty = false;
  }
  requestAnimationFrame(tick);
}

function setUpChoices() {
  const speeds = SPEEDS.map((speed, k) => [speed, (['¼', '½'][k] || speed) + '×']);
  const lengths = ['1', '2', '5', '10', '30'].map(length => [length, length + ' s']);
  setOptions($('speed'), speeds, 1);
  setOptions($('trail'), [['0', 'none'], ...lengths, ['1e9', 'from the start']], app.trail);
  $('speed').onchange = () => setSpeed(+$('speed').value);
  $('trail').onchange = () => {
    app.trail = $('trail').value;
    app.dirty = true;
  };
  $('color').onchange = () => {
    app.color = $('color').value;
    app.current.recolor();
    showLegend(app.current);
    app.dirty = true;
  };
}

function setUpFinding() {
  const field = $('find').querySelector('input');
  $('find').onsubmit = event => {
    const { names, number } = app.current.runs[0].agents;
    const wanted = field.value.trim();
    const named = names.find(one => one[1] === wanted);
    const found = named ? named[0] : wanted === '' ? -1 : number.indexOf(+wanted);
    event.preventDefault();
    choose(found);
    field.setCustomValidity(found < 0 && wanted !== '' ? 'No agent has this number or name.' : '');
    field.reportValidity();
  };
  field.oninput = () => field.setCustomValidity('');
}

function setUpControls() {
  const on = (id, action) => ($(id).onclick = action);
  const playing = () => (app.current || app.sheet).clock.playing;
  on('play', () => play(!playing()));
  on('step-back', () => stepFrames(-1));
  on('step-on', () => stepFrames(1));
  on('mark-back', () => nextMark(false));
  on('mark-on', () => nextMark(true));
  on('zoom-in', () => zoom(1.4));
  on('zoom-out', () => zoom(1 / 1.4));
  on('fit', fit);
  on('back', shrink);
  on('theme', () => setTheme(!theme.dark));
  on('help-open', () => $('help').showModal());
  on('save-png', () => $('world').toBlob(blob => save(blob, 'png')));
  on('save-svg', saveSvg);
  on('record', record);
  $('record').hidden = !window.MediaRecorder || !MediaRecorder.isTypeSupported('video/webm');
  setUpChoices();
  setUpFinding();
  document.onkeydown = onKey;
  window.onresize = () => (app.dirty = app.resized = true);
  window.onhashchange = readHash;
}

async function start() {
  app.page = JSON.parse($('page').textContent);
  app.data = document.querySelectorAll('script.run');
  app.blitter = new Blitter();
  app.still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  app.big = [new View($('world'), 'above'), new View($('second'), 'side')];
  app.big.forEach(setUpPointers);
  $('title').textContent = app.page.title;
  setTheme(matchMedia('(prefers-color-scheme: dark)').matches);
  const { kind, panels } = app.page;
  const moving = !app.still && (kind === 'sheet' || (kind === 'run' && !panels[0].time));
  app.sheet = { clock: new Clock(0, moving && kind === 'sheet'), start: 0, end: 0, chosen: -1 };
  app.panels = panels.map(
    (info, k) =>
      new Panel(
        info,
        k,
        kind === 'sheet' ? app.sheet.clock : new Clock(info.time || 0, moving && panels.length === 1),
      ),
  );
  setUpControls();
  setUpScrubber();
  if (panels.length === 1) await enlarge(app.panels[0]).catch(error => fail(document.body, error));
  else {
    setUpGrid();
    shrink();
  }
  await readHash();
  requestAnimationFrame(tick);
  document.documentElement.dataset.ready = 'true';
}

start();
