// What stands beside the world: legend, layers, the chosen agent, the pairs farthest apart.

function showLegend(panel) {
  const { labels, palette, min, max, unit, used } = panel.colorings[0];
  const legend = $('legend');
  if (!labels) {
    const bar = make('span', { class: 'scale' });
    bar.style.background = `linear-gradient(to right, ${palette.slice(0, SHADES)})`;
    return legend.replaceChildren(
      bar,
      make('div', {}, number(min), make('span', { class: 'count' }, `${number(max)} ${unit || ''}`)),
    );
  }
  panel.legend = labels.map((label, k) => {
    const swatch = make('span', { class: 'swatch' });
    const count = make('span', { class: 'count' });
    swatch.style.background = palette[k];
    return { row: make('div', {}, swatch, label, count), count };
  });
  const shown = panel.legend.filter((one, k) => !used || used.has(k));
  legend.replaceChildren(...shown.map(one => one.row));
  if (panel.runs.length > 1)
    legend.append(make('div', {}, `Filled: ${panel.info.labels[0]}. Hollow: ${panel.info.labels[1]}.`));
}

function updateLegend(panel) {
  const { labels, palette } = panel.colorings[0];
  const moment = panel.moments[0];
  const counts = new Array(palette.length).fill(0);
  if (!labels || !panel.legend) return;
  for (let a = 0; a < moment.run.count; ++a) if (moment.on[a]) ++counts[moment.color[a]];
  panel.legend.forEach((one, k) => (one.count.textContent = counts[k] || ''));
}

function showColors(panel) {
  const run = panel.runs[0];
  const ways = [
    ['', 'type'],
    ['speed', 'speed'],
    ...run.columns.map(column => ['column ' + column.name, column.name]),
  ];
  if (run.modes.length) ways.splice(1, 0, ['mode', 'mode']);
  // Of one type only the modes say more.
  if (!ways.some(way => way[0] === app.color))
    app.color = run.types.length < 2 && run.modes.length > 1 ? 'mode' : '';
  setOptions($('color'), ways, app.color);
  panel.recolor();
  showLegend(panel);
}

// Only layers of which there is something.
function showLayers(panel) {
  const run = panel.runs[0];
  const has = new Set(run.world.map(item => (STYLES[item.c] || STYLES.path)[0]));
  const more = {
    names: run.agents.names.length,
    trails: 1,
    cells: run.cells,
    formations: (run.formations || []).length,
    pairs: panel.pairs.length,
    projectiles: (run.flights || []).length + (run.blasts || []).length,
    intentions: (run.details || []).length,
    plumbs: run.dimensions === 3,
  };
  for (const layer of Object.keys(more)) if (more[layer]) has.add(layer);
  $('layers').lastElementChild.replaceChildren(
    ...[...has].map(layer => {
      const box = make('input', {
        type: 'checkbox',
        onchange: () => {
          app.layers[layer] = box.checked;
          app.dirty = true;
        },
      });
      box.checked = app.layers[layer] !== false;
      const style = Object.values(STYLES).find(one => one[0] === layer);
      const swatch = make('span', { class: 'swatch' });
      if (style) swatch.style.background = theme[style[1] || style[2]];
      const words = {
        cells: 'cells of the neighbor search',
        plumbs: 'lines to the ground',
        intentions: 'intentions of the chosen agent',
        pairs: 'lines between pairs',
      };
      return make('label', {}, box, words[layer] || layer, style && layer !== 'labels' ? swatch : '');
    }),
  );
}

function choose(agent) {
  const panel = app.current;
  panel.chosen = agent;
  if (agent < 0) panel.follow = false;
  showChoice(panel);
  app.dirty = true;
  writeHash();
}

function followButton(panel) {
  const follow = button(
    'Follow',
    () => {
      panel.follow = !panel.follow;
      follow.setAttribute('aria-pressed', panel.follow);
      app.dirty = true;
    },
    { 'aria-pressed': panel.follow },
  );
  return follow;
}

function markLinks(marks) {
  const words = mark => `${KINDS[mark.kind] || ''} ${seconds(mark.time)} ${mark.text}`;
  const link = mark =>
    make(
      'li',
      {},
      button(words(mark), () => seek(mark.time), { class: 'link' }),
    );
  return make('ul', { class: 'marks' }, ...marks.slice(0, 50).map(link));
}

function showChoice(panel) {
  const a = panel.chosen;
  const { agents, types, marks } = panel.runs[0];
  if (a < 0) return $('choice').replaceChildren();
  const name = agents.names.find(one => one[0] === a);
  const about = marks.filter(mark => (mark.agents || []).includes(a));
  const letGo = button('×', () => choose(-1), { 'aria-label': 'Let go of the agent' });
  panel.facts = make('dl');
  $('choice').replaceChildren(
    row(make('h2', {}, name ? name[1] : `Agent ${agents.number[a]}`), followButton(panel), letGo),
    make('p', {}, `number ${agents.number[a]}, ${types[agents.type[a]].name}`),
    panel.facts,
    about.length ? markLinks(about) : '',
  );
  updateChoice(panel);
}

// What is known of an agent at a moment, as pairs of a name and a value.
function factsOf(panel, a) {
  const moment = panel.moments[0];
  const { run } = moment;
  if (!moment.on[a]) return [['', 'not in the world now']];
  const detail = panel.detail(0);
  const place = [moment.x, moment.y, ...(run.z ? [moment.z] : [])];
  const pair = panel.pairs.find(one => one[0] === a);
  const recorded = run.columns.map((column, k) => {
    const value = columnValue(column, run.codes[k][moment.frame * run.count + a]);
    if (typeof value === 'string') return [column.name, value];
    return [column.name, value === null ? number(value) : `${number(value)} ${column.unit || ''}`];
  });
  return [
    ['mode', moment.modes[a] >= 0 && run.modes[moment.modes[a]]],
    ['goal', detail && detail.goal],
    ['speed', number(moment.speed(a)) + ' m/s'],
    ['position', place.map(axis => axis[a].toFixed(2)).join(', ') + ' m'],
    ['heading', (Math.round((moment.angle[a] * 360) / TAU) % 360) + '°'],
    ['radius', number(moment.radius[a]) + ' m'],
    ...recorded,
    ['apart', pair && number(distance(pair, ...panel.moments)) + ' m'],
  ].filter(fact => fact[1]);
}

function updateChoice(panel) {
  if (panel.chosen >= 0) panel.facts.replaceChildren(...facts(factsOf(panel, panel.chosen)));
}

function updateFar(panel) {
  $('far').hidden = !panel.pairs.length;
  if (!panel.pairs.length) return;
  const { agents } = panel.runs[0];
  const list = panel.pairs.map(pair => [distance(pair, ...panel.moments), pair[0]]).filter(one => one[0] > 0);
  list.sort((a, b) => b[0] - a[0]);
  $('far').lastElementChild.replaceChildren(
    ...list
      .slice(0, 10)
      .map(([far, a]) =>
        make(
          'li',
          {},
          make(
            'button',
            { class: 'link', onclick: () => choose(a) },
            `agent ${agents.number[a]}: ${number(far)} m`,
          ),
        ),
      ),
  );
}
