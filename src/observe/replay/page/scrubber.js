// The bar of time with its marks.

const KINDS = {
  expectation: '■',
  contact: '✖',
  event: '▲',
  mode: '◆',
  appears: '+',
  removed: '−',
  projectile: '●',
};
const KIND_NAMES = {
  expectation: 'broken expectation',
  contact: 'contact',
  event: 'event',
  mode: 'mode change',
  appears: 'appears',
  removed: 'removed',
  projectile: 'projectile',
};

const shownMarks = panel => panel.runs[0].marks.filter(mark => app.kinds[mark.kind] !== false);
const markX = (panel, time, width) => ((time - panel.start) / (panel.end - panel.start || 1)) * width;

function drawMarks(panel) {
  const canvas = $('scrubber').firstElementChild;
  const ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth;
  const used = new Set();
  canvas.width = width * ratio;
  canvas.height = canvas.clientHeight * ratio;
  const ctx = canvas.getContext('2d');
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  Object.assign(ctx, { font: '11px system-ui, sans-serif', textAlign: 'center', textBaseline: 'middle' });
  const order = Object.keys(KINDS);
  const rank = mark => order.indexOf(mark.kind);
  for (const mark of shownMarks(panel)
    .slice()
    .sort((a, b) => rank(b) - rank(a))) {
    const x = Math.round(markX(panel, mark.time, width));
    const low = rank(mark) > 2;
    if (used.has(mark.kind + (x >> 2))) continue;
    used.add(mark.kind + (x >> 2));
    ctx.fillStyle = theme[mark.kind] || theme.event;
    ctx.fillText(KINDS[mark.kind] || '▲', clamp(x, 5, width - 5), low ? 22 : 9);
  }
}

function marksNear(panel, x, width) {
  return shownMarks(panel)
    .map(mark => [Math.abs(clamp(markX(panel, mark.time, width), 5, width - 5) - x), mark])
    .filter(one => one[0] <= 6)
    .sort((a, b) => a[0] - b[0])
    .map(one => one[1]);
}

function jumpTo(mark) {
  const panel = app.current;
  panel.clock.playing = false;
  if (mark.agents && mark.agents.length) choose(mark.agents[0]);
  seek(mark.time);
  app.mark = { time: panel.clock.time, words: `${KINDS[mark.kind] || ''} ${mark.text}` };
}

function setUpScrubber() {
  const bar = $('scrubber');
  const tip = last([...bar.children]);
  const place = event => clamp(event.clientX - bar.getBoundingClientRect().left, 0, bar.clientWidth);
  const scrub = event =>
    seek(app.current.start + (place(event) / bar.clientWidth) * (app.current.end - app.current.start));
  bar.onpointerdown = event => {
    const near = event.offsetY < 29 && marksNear(app.current, place(event), bar.clientWidth);
    if (near && near.length) return jumpTo(near[0]);
    bar.setPointerCapture(event.pointerId);
    bar.dragged = true;
    scrub(event);
  };
  bar.onpointermove = event => {
    if (bar.dragged) scrub(event);
    const near = marksNear(app.current, place(event), bar.clientWidth);
    tip.hidden = !near.length;
    tip.style.left = clamp(place(event), 80, Math.max(80, bar.clientWidth - 80)) + 'px';
    tip.textContent =
      near
        .slice(0, 6)
        .map(mark => `${KINDS[mark.kind] || ''} ${seconds(mark.time)}  ${mark.text}`)
        .join('\n') + (near.length > 6 ? `\nand ${near.length - 6} more` : '');
  };
  bar.onpointerup = bar.onpointercancel = () => (bar.dragged = false);
  bar.onpointerleave = () => (tip.hidden = true);
}

function showMarkKinds(panel) {
  const counts = new Map();
  for (const mark of panel.runs[0].marks) counts.set(mark.kind, (counts.get(mark.kind) || 0) + 1);
  $('mark-back').hidden = $('mark-on').hidden = !counts.size;
  $('scrubber').classList.toggle('plain', !counts.size);
  $('mark-kinds').replaceChildren(
    ...Object.keys(KINDS)
      .filter(kind => counts.has(kind))
      .map(kind => {
        const sign = make('span', { style: '' }, KINDS[kind]);
        const shown = app.kinds[kind] !== false;
        sign.style.color = theme[kind];
        return make(
          'button',
          {
            'aria-pressed': shown,
            'aria-label': KIND_NAMES[kind],
            title: `Show or hide: ${KIND_NAMES[kind]}`,
            onclick: () => {
              app.kinds[kind] = !shown;
              showMarkKinds(panel);
              drawMarks(panel);
            },
          },
          sign,
          make('span', {}, KIND_NAMES[kind]),
          String(counts.get(kind)),
        );
      }),
  );
}
