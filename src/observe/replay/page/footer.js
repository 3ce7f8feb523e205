// What stands below, and what is saved from the page.

function describeRun(panel, run, k) {
  const list = [
    ['run', panel.runs.length > 1 && panel.info.labels[k]],
    ['scenario', run.title || run.name],
    ['seed', run.seed],
    ['hash', run.hash],
    ['duration', `${number(run.duration)} s in steps of ${number(run.dt)} s`],
    ['drover', run.drover],
  ];
  return make('dl', {}, ...facts(list.filter(fact => fact[1])));
}

function showScenario(panel, run, k) {
  const title = make('summary', {}, k ? `Scenario of ${panel.info.labels[k]}` : 'Scenario');
  return make('details', {}, title, copyButton(run.scenario), make('pre', {}, run.scenario));
}

const commandRow = command => row(make('code', {}, command), copyButton(command));

// Of a panel, or, where all of them are shown, only what is to be said of the page.
function showFooter(panel) {
  const runs = panel ? panel.runs : [];
  const notes = new Set([...app.page.notes, ...runs.flatMap(run => run.notes)]);
  const command = panel && (panel.info.command || runs[0].command);
  $('footer').replaceChildren(
    ...(panel ? [make('div', { class: 'runs' }, ...runs.map((run, k) => describeRun(panel, run, k)))] : []),
    ...(panel && panel.info.text ? [make('p', {}, panel.info.text)] : []),
    ...(command ? [commandRow(command)] : []),
    ...runs.map((run, k) => showScenario(panel, run, k)),
    ...(notes.size ? [make('ul', {}, ...[...notes].map(note => make('li', {}, note)))] : []),
  );
}

function save(blob, ending) {
  const { runs, clock } = app.current;
  const name = runs[0].name.replace(/[^\w.-]+/g, '_');
  const link = make('a', {
    href: URL.createObjectURL(blob),
    download: `${name}_${clock.time.toFixed(2)}s.${ending}`,
  });
  link.click();
  $('saving').open = false;
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function saveSvg() {
  const [view] = app.views;
  const svg = new SvgContext(view.width, view.height);
  paintView(app.current, view, svg);
  save(new Blob([svg], { type: 'image/svg+xml' }), 'svg');
}

function record() {
  const button = $('record');
  if (app.recorder) return app.recorder.stop();
  const parts = [];
  const recorder = (app.recorder = new MediaRecorder($('world').captureStream(30), {
    mimeType: 'video/webm',
  }));
  recorder.ondataavailable = event => parts.push(event.data);
  recorder.onstop = () => {
    app.recorder = null;
    button.textContent = 'Record';
    save(new Blob(parts, { type: 'video/webm' }), 'webm');
  };
  recorder.start();
  button.textContent = 'Stop';
  play(true);
}
