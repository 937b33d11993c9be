// The scenes of a match so far, and which of them is looked at.

/**
 * A frame is { scene, option, seat, news }: how it looked after an option was chosen, or after chance decided, where
 * there is no seat; the first has no option.
 */
export class Timeline {
  frames = [];
  at = 0;

  get current() {
    return this.frames[this.at];
  }

  /** True if the latest frame is looked at. */
  get live() {
    return this.at === this.frames.length - 1;
  }

  get moves() {
    return this.frames.slice(1).map(frame => frame.option);
  }

  /** How many moves the players have made; what chance decided is none. */
  get chosen() {
    return this.frames.filter(frame => frame.seat != null).length;
  }

  begin(scene, news) {
    this.frames = [{ scene, option: null, news }];
    this.at = 0;
  }

  /** Adds a frame. Whoever looks back goes on looking back; then this returns false. */
  add(frame) {
    const { live } = this;
    this.frames.push(frame);
    if (live) this.at = this.frames.length - 1;
    return live;
  }

  /** True once somebody has chosen something. */
  get begun() {
    return this.frames.some(frame => frame.seat != null);
  }

  /** Takes back the last choices, and what chance decided after them. */
  takeBack(count) {
    for (let left = count; left > 0; left -= this.frames.pop().seat == null ? 0 : 1);
    this.at = this.frames.length - 1;
  }
}
