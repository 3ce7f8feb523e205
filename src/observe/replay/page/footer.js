// What stands below, and what is saved from the page.

function showFooter(panel) {
  const footer = $('footer');
  const notes = [...app.page.notes, ...(panel ? panel.runs.flatMap(run => run.notes) : [])];
  footer.replaceChildren();
  if (panel) {
    const { info } = panel;
    const command = info.command || panel.runs[0].command;
    const runs = make('div', { class: 'runs' });
    footer.append(runs);
    panel.runs.forEach((run, k) => {
      const facts = [
        ['run', panel.runs.length > 1 && info.labels[k]],
        ['scenario', run.title || run.name],
        ['seed', run.seed],
        ['hash', run.hash],
        ['duration', `${number(run.duration)} s in steps of ${number(run.dt)} s`],
        ['drover', run.drover],
      ];
      runs.append(
        make(
          'dl',
          {},
          ...facts
            .filter(fact => fact[1])
            .flatMap(([what, value]) => [make('dt', {}, what), make('dd', {}, value)]),
        ),
      );
    });
    if (info.text) footer.append(make('p', {}, info.text));
    if (command) footer.append(make('div', { class: 'row' }, make('code', {}, command), copyButton(command)));
    panel.runs.forEach((run, k) =>
      footer.append(
        make(
          'details',
          {},
          make('summary', {}, k ? `Scenario of ${info.labels[k]}` : 'Scenario'),
          copyButton(run.scenario),
          make('pre', {}, run.scenario),
        ),
      ),
    );
  }
  if (notes.length) footer.append(make('ul', {}, ...[...new Set(notes)].map(note => make('li', {}, note))));
}

function save(blob, ending) {
  const link = make('a', {
    href: URL.createObjectURL(blob),
    download: `${app.current.runs[0].name.replace(/[^\w.-]+/g, '_')}_${app.current.clock.time.toFixed(2)}s.${ending}`,
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
