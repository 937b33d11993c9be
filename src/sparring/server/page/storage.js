// What this device remembers between visits. A private window may refuse to remember anything; the page works without.

const PREFIX = 'sparring.';

export const storage = {
  get(key) {
    try {
      return localStorage.getItem(PREFIX + key);
    } catch {
      return null;
    }
  },

  set(key, value) {
    try {
      localStorage.setItem(PREFIX + key, value);
    } catch {
      // Nothing is remembered here.
    }
  },

  /** A setting that is on or off; off unless it was switched on. */
  isOn: key => storage.get(key) === 'yes',
  switch: (key, on) => storage.set(key, on ? 'yes' : 'no'),
};
