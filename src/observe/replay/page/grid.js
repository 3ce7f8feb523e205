// Pages of many panels: small cards that are sorted and enlarged.

// A card has room for a few values: that by which the cards are sorted, and those that differ from card to
// card.
function showValues(panel) {
  const by = $('sort').value.slice(1);
  const all = app.panels.map(({ info }) => info.values || {});
  const differs = name => all.some(values => values[name] !== all[0][name]);
  const names = Object.keys(panel.info.values || {}).filter(name => name === by || differs(name));
  names.sort((a, b) => (b === by) - (a === by));
  panel.values.replaceChildren(
    ...facts(names.slice(0, 4).map(name => [name, number(panel.info.values[name])])),
  );
}

function playButton(panel) {
  const toggle = () => {
    if (!panel.runs) return;
    if (!panel.clock.playing && panel.clock.time >= panel.end) panel.clock.time = panel.start;
    panel.clock.playing = !panel.clock.playing;
  };
  return button('▶\ufe0e', toggle, { 'aria-label': 'Play or pause' });
}

function makeCard(panel) {
  const { info } = panel;
  const canvas = make('canvas', { role: 'img', tabindex: 0, 'aria-label': `${info.title}: enlarge` });
  const show = () => enlarge(panel);
  canvas.onclick = show;
  canvas.onkeydown = event => event.key === 'Enter' && show();
  panel.when = make('span', { class: 'count' });
  panel.values = make('dl');
  showValues(panel);
  const body = make(
    'div',
    {},
    row(
      make('h3', {}, info.title),
      info.status ? make('span', { class: 'badge ' + info.status }, info.status) : '',
    ),
    info.text ? make('p', {}, info.text) : '',
    panel.values,
    info.command ? commandRow(info.command) : '',
    row(app.page.kind === 'sheet' ? '' : playButton(panel), button('Enlarge', show), panel.when),
  );
  panel.view = Object.assign(new View(canvas, 'above'), { small: true });
  panel.card = make('article', { class: 'card' }, canvas, body);
  return panel.card;
}

// Runs are decoded when their panel comes into sight, and drawn only while it is.
function watchCards() {
  const watcher = new IntersectionObserver(
    entries => {
      for (const { target, isIntersecting } of entries) {
        const panel = app.panels.find(one => one.card === target);
        panel.seen = isIntersecting;
        if (isIntersecting)
          panel.load().then(
            () => {
              panel.stale = true;
              growSheet(panel);
            },
            error => fail(panel.card, error),
          );
      }
    },
    { rootMargin: '100px' },
  );
  app.panels.forEach(panel => watcher.observe(panel.card));
}

function growSheet({ end }) {
  app.sheet.end = Math.max(app.sheet.end, end);
  app.dirty = true;
}

function showGrid() {
  for (const panel of app.panels) {
    if (!panel.seen || !panel.runs) continue;
    if (!app.dirty && !panel.stale && !panel.clock.playing) continue;
    panel.stale = false;
    const { view, clock } = panel;
    const time = clamp(clock.time, panel.start, panel.end);
    view.resize();
    if (!view.fitted) view.fit(extent(panel));
    panel.moments.forEach(moment => moment.seek(time));
    paintView(panel, view);
    panel.when.textContent = seconds(time);
  }
  if (app.page.kind === 'sheet') updateTransport(app.sheet);
}

function shrink() {
  if (app.current) app.current.stale = true;
  app.current = null;
  $('grid').hidden = false;
  for (const id of ['viewer', 'back', 'saving', 'charts']) $(id).hidden = true;
  document.body.classList.remove('with-charts');
  $('transport').hidden = app.page.kind !== 'sheet';
  $('sorting').hidden = !$('sort').options.length;
  const count = app.panels.length;
  $('subtitle').textContent = count ? `${count} replay${count > 1 ? 's' : ''}` : 'nothing to play';
  for (const id of ['mark-kinds', 'footer']) $(id).replaceChildren();
  $('mark-back').hidden = $('mark-on').hidden = true;
  $('scrubber').firstElementChild.width = 1;
  $('scrubber').className = 'plain';
  app.panels.forEach(panel => {
    if (panel.runs) panel.recolor();
  });
  showFooter(null);
  app.dirty = true;
  writeHash();
}

function setUpGrid() {
  const names = [...new Set(app.panels.flatMap(panel => Object.keys(panel.info.values || {})))];
  $('grid').append(...app.panels.map(makeCard));
  if (names.length)
    setOptions(
      $('sort'),
      [
        ['', 'order of the file'],
        ...names.flatMap(name => [
          ['+' + name, name + ', lowest first'],
          ['-' + name, name + ', highest first'],
        ]),
      ],
      '',
    );
  $('sort').onchange = () => {
    const by = $('sort').value;
    const value = panel => {
      const v = (panel.info.values || {})[by.slice(1)];
      return typeof v === 'number' ? (by[0] === '-' ? -v : v) : Infinity;
    };
    const order = app.panels.slice();
    if (by) order.sort((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : a.index - b.index));
    $('grid').append(...order.map(panel => panel.card));
    app.panels.forEach(showValues);
  };
  watchCards();
}
