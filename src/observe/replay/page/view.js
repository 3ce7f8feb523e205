// Maps the world to a canvas, from above, from a side, or turned.

// An orthographic view: `right` and `up` are the rows that map the world to the screen. From above: yaw 0,
// pitch 90 degrees.
class View {
  constructor(canvas, kind) {
    Object.assign(this, {
      canvas,
      context: canvas.getContext('2d'),
      center: [0, 0, 0],
      scale: 10,
      fitted: false,
    });
    this.look(kind);
  }

  look(kind) {
    this.kind = kind;
    this.turn(kind === 'turn' ? 0.5 : 0, kind === 'side' ? 0 : kind === 'turn' ? 0.6 : Math.PI / 2);
    this.fitted = false;
  }

  turn(yaw, pitch) {
    const sin = Math.sin(pitch);
    const cos = Math.abs(Math.cos(pitch)) < 1e-9 ? 0 : Math.cos(pitch);
    Object.assign(this, {
      yaw,
      pitch,
      right: [Math.cos(yaw), Math.sin(yaw)],
      up: [-Math.sin(yaw) * sin, Math.cos(yaw) * sin, cos],
    });
  }

  at(x, y, z = 0) {
    const { right, up, center, scale } = this;
    const dx = x - center[0];
    const dy = y - center[1];
    return [
      this.width / 2 + scale * (dx * right[0] + dy * right[1]),
      this.height / 2 - scale * (dx * up[0] + dy * up[1] + (z - center[2]) * up[2]),
    ];
  }

  // What of the center changes when the picture is moved by so many pixels.
  pan(dx, dy) {
    const { right, up, scale, center } = this;
    const flat = Math.hypot(up[0], up[1]) > 0.1;
    const u = -dx / scale;
    const v = dy / scale / (flat ? up[0] ** 2 + up[1] ** 2 : 1);
    center[0] += u * right[0] + (flat ? v * up[0] : 0);
    center[1] += u * right[1] + (flat ? v * up[1] : 0);
    if (!flat) center[2] += v;
  }

  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const scale = clamp(this.scale * factor, 0.001, 5000);
    const grown = scale / this.scale;
    this.pan((x - this.width / 2) * (1 / grown - 1), (y - this.height / 2) * (1 / grown - 1));
    this.scale = scale;
  }

  resize() {
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    const width = this.canvas.clientWidth;
    const height = this.canvas.clientHeight;
    if (width === this.width && height === this.height && ratio === this.ratio) return;
    Object.assign(this, { width, height, ratio });
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    if (!this.touched) this.fitted = false;
  }

  fit({ min, max }) {
    const middle = k => ((min[k] || 0) + (max[k] || 0)) / 2;
    Object.assign(this, {
      center: [middle(0), middle(1), middle(2)],
      scale: 1,
      fitted: true,
      touched: false,
    });
    let wide = 1e-6;
    let high = 1e-6;
    for (let k = 0; k < 8; ++k) {
      const [x, y] = this.at(...[0, 1, 2].map(axis => ((k >> axis) & 1 ? max : min)[axis] || 0));
      wide = Math.max(wide, Math.abs(x - this.width / 2));
      high = Math.max(high, Math.abs(y - this.height / 2));
    }
    const margin = this.small ? 8 : 22;
    this.area = 4 * wide * high;
    this.scale = Math.min((this.width / 2 - margin) / wide, (this.height / 2 - margin) / high);
  }
}
