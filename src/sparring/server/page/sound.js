// Quiet sounds, made on the spot: wood on wood, two notes at the end. Nothing is loaded.
import { storage } from './storage.js';

/** Each sound is a list of tones: [frequency in Hz, start in s, length in s, loudness, wave form]. */
const SOUNDS = {
  move: [[320, 0, 0.07, 0.09, 'triangle']],
  drop: [
    [240, 0, 0.09, 0.1, 'triangle'],
    [180, 0.11, 0.05, 0.04, 'triangle'],
  ],
  refuse: [[110, 0, 0.12, 0.07, 'triangle']],
  over: [
    [392, 0, 0.3, 0.07, 'sine'],
    [587, 0.16, 0.45, 0.07, 'sine'],
  ],
};

class Sound {
  #muted = storage.isOn('quiet');
  #context = null;

  get muted() {
    return this.#muted;
  }

  mute(muted) {
    this.#muted = muted;
    storage.switch('quiet', muted);
  }

  /** Plays a sound by name, if sounds are wanted and the browser allows them. */
  play(name) {
    const browserWouldRefuse = navigator.userActivation?.hasBeenActive === false; // before the first click
    if (this.#muted || browserWouldRefuse) return;
    try {
      this.#context ||= new AudioContext();
      if (this.#context.state === 'running') for (const tone of SOUNDS[name]) this.#tone(...tone);
      else this.#context.resume().catch(() => {});
    } catch {
      // This browser has no sound.
    }
  }

  #tone(frequency, at, length, loudness, wave) {
    const source = this.#context.createOscillator();
    const gain = this.#context.createGain();
    const start = this.#context.currentTime + at;
    source.type = wave;
    source.frequency.setValueAtTime(frequency, start);
    source.frequency.exponentialRampToValueAtTime(frequency * 0.6, start + length);
    gain.gain.setValueAtTime(loudness, start);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    source.connect(gain).connect(this.#context.destination);
    source.start(start);
    source.stop(start + length);
  }
}

export const sound = new Sound();
