// Where everything is at a time.

// Values that change at frames, [[index, frame, value], ...]: cheap to follow forward, begun anew to go back.
class Changing {
  constructor(changes, first) {
    Object.assign(this, { changes, first, values: first.slice(), next: 0, frame: -1 });
  }

  seek(frame) {
    if (frame < this.frame) {
      this.values = this.first.slice();
      this.next = 0;
    }
    this.frame = frame;
    for (; this.next < this.changes.length && this.changes[this.next][1] <= frame; ++this.next)
      this.values[this.changes[this.next][0]] = this.changes[this.next][2];
    return this.values;
  }
}

// The agents of a run at one time, in metres and radians; between two frames they are interpolated.
class Moment {
  constructor(run) {
    const list = () => new Float32Array(run.count);
    const doors = run.doors || [];
    Object.assign(this, {
      run,
      x: list(),
      y: list(),
      z: list(),
      angle: list(),
      climb: list(),
      sx: list(),
      sy: list(),
      turn: list(),
      on: new Uint8Array(run.count),
      color: new Uint16Array(run.count),
      frame: 0,
      part: 0,
    });
    this.modeTrack = new Changing(run.mode_changes, new Array(run.count).fill(-1));
    this.radiusTrack = new Changing(run.radius_changes, run.agents.radius);
    this.doorTrack = new Changing(
      doors,
      new Array(doors.reduce((most, door) => Math.max(most, door[0] + 1), 0)).fill(1),
    );
  }

  seek(time) {
    if (time === this.time) return this;
    const { run } = this;
    const { times, count, unit, x, y, z, heading, pitch, state } = run;
    const frame = frameAt(times, time);
    const after = Math.min(frame + 1, times.length - 1);
    const part = after > frame ? clamp((time - times[frame]) / (times[after] - times[frame]), 0, 1) : 0;
    for (let a = 0, i = frame * count, j = after * count; a < count; ++a, ++i, ++j) {
      this.on[a] = state[i];
      const moved = state[j] === MOVES ? part : 0;
      this.x[a] = unit * (x[i] + moved * (x[j] - x[i]));
      this.y[a] = unit * (y[i] + moved * (y[j] - y[i]));
      this.angle[a] = ((heading[i] + moved * (((heading[j] - heading[i] + 128) & 255) - 128)) * TAU) / 256;
      if (!z) continue;
      this.z[a] = unit * (z[i] + moved * (z[j] - z[i]));
      this.climb[a] = (((pitch[i] + moved * (pitch[j] - pitch[i])) / 127) * Math.PI) / 2;
    }
    Object.assign(this, {
      time,
      frame,
      part,
      modes: this.modeTrack.seek(frame),
      radius: this.radiusTrack.seek(frame),
      doors: this.doorTrack.seek(frame),
    });
    return this;
  }

  // m/s, over the frames around this one, or null where the agent has no neighbor in time.
  speed(agent) {
    const { times, count, state, x, y, z, unit } = this.run;
    for (const from of [this.frame, this.frame - 1]) {
      const i = from * count + agent;
      const j = i + count;
      if (from < 0 || from + 1 >= times.length || !state[i] || state[j] !== MOVES) continue;
      return (
        (unit * Math.hypot(x[j] - x[i], y[j] - y[i], z ? z[j] - z[i] : 0)) / (times[from + 1] - times[from])
      );
    }
    return null;
  }
}
