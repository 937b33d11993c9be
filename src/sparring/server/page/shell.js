// What every page shares: the header, light and dark, sound, calls to the server.
import { quiet, setQuiet } from './sound.js';

export const $ = id => document.getElementById(id);
export const query = new URLSearchParams(location.search);

/** Remembers small things on this device; in a private window they last as long as the page. */
export const keep = {
  get(key) { try { return localStorage.getItem(`sparring.${key}`); } catch { return null; } },
  set(key, value) { try { localStorage.setItem(`sparring.${key}`, value); } catch { /* a private window */ } },
};

const dark = () => matchMedia('(prefers-color-scheme: dark)').matches;
document.documentElement.dataset.theme = query.get('theme') || keep.get('theme') || (dark() ? 'dark' : 'light');

/** Text into an element; nothing a player or a game says is ever read as HTML. */
export function element(tag, { text, html, on, ...rest } = {}, ...children) {
  const node = document.createElement(tag);
  if (text != null) node.textContent = text;
  if (html != null) node.innerHTML = html;                // only ever drawings of our own
  for (const [event, listener] of Object.entries(on || {})) node.addEventListener(event, listener);
  for (const [name, value] of Object.entries(rest)) if (value != null && value !== false) node.setAttribute(name === 'className' ? 'class' : name, value === true ? '' : value);
  node.append(...children);
  return node;
}

const stroke = path => `<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`;
export const icon = {
  hint: stroke('M7 14.5h6M8 17.5h4M10 2.5a5.2 5.2 0 0 0-3 9.4v2.6h6v-2.6a5.2 5.2 0 0 0-3-9.4z'),
  judge: stroke('M10 3v14M5 17h10M10 5L4 7l-2 5h4.5l-2-5M10 5l6 2 2 5h-4.5l2-5'),
  undo: stroke('M4 8h8a4.5 4.5 0 0 1 0 9H8M7.5 4L3.5 8l4 4'),
  resign: stroke('M5 18V3M5 4c4-2 6 2 11 0v7c-5 2-7-2-11 0'),
  swap: stroke('M3 7h12M12 3.5L15.5 7 12 10.5M17 13H5M8 9.5L4.5 13 8 16.5'),
  rematch: stroke('M16.5 10a6.5 6.5 0 1 1-2-4.7M16.5 2.5v4h-4'),
  threats: stroke('M10 4.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM10 2v4M10 14v4M2 10h4M14 10h4'),
  play: stroke('M6.5 4v12l9.5-6z'),
  pause: stroke('M7 4.5v11M13 4.5v11'),
  back: stroke('M12.5 4.5L7 10l5.5 5.5'),
  forward: stroke('M7.5 4.5L13 10l-5.5 5.5'),
  close: stroke('M5 5l10 10M15 5L5 15'),
  moon: stroke('M16.5 12A7 7 0 1 1 8 3.5 5.5 5.5 0 0 0 16.5 12z'),
  sound: stroke('M3 8v4h3l4 3.5v-11L6 8zM13 7.5a4 4 0 0 1 0 5M15.2 5a7 7 0 0 1 0 10'),
  silence: stroke('M3 8v4h3l4 3.5v-11L6 8zM13.5 8l4 4M17.5 8l-4 4'),
};

const SIDES = {
  sun: '<circle class="sun" r="15"/><circle class="sun-mark" r="8.7" stroke-width="2.4"/>',
  moon: '<circle class="moon" r="15"/><path class="moon-mark" d="M0-10Q2-2 10 0 2 2 0 10-2 2-10 0-2-2 0-10z"/>',
  cross: '<path class="brush sun-ink" stroke-width="5" d="M-10-10L10 10M10-10L-10 10"/>',
  ring: '<circle class="brush moon-ink" r="11" stroke-width="5"/>',
};
export const piece = side => SIDES[side] ? `<svg viewBox="-17 -17 34 34" aria-hidden="true">${SIDES[side]}</svg>` : '';

/** A call to the server; what is refused is thrown, with the server's own sentence. */
export async function call(method, path, body, token) {
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let response;
  try { response = await fetch(`/api/v1${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) }); }
  catch { throw new Error('The server does not answer. Is it still running?'); }
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  throw Object.assign(new Error(answer.error?.message || `The server answered ${response.status}.`), { status: response.status, code: answer.error?.code });
}

/** Begins a match and goes there; `seat` is the one that this device sits on, none to watch. */
export async function begin(asked, seat) {
  const match = await call('POST', '/matches', seat == null ? asked : { ...asked, seat });
  match.tokens.forEach((token, at) => { if (token) keep.set(`token.${match.id}.${at}`, token); });
  location.href = `/match/${match.id}` + (seat == null ? '' : `?seat=${seat}`);
}

/** "hard:depth=4" as people read it; a name in one word may break where its parts meet. */
export const shown = name => name.replace(/^[a-z]/, letter => letter.toUpperCase()).replace(':', ', ').replace(/=/g, ' ');

export function header() {
  const theme = element('button', { type: 'button', 'aria-label': 'Switch between light and dark', html: icon.moon });
  theme.onclick = () => {
    const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset.theme = next;
    keep.set('theme', next);
  };
  const sound = element('button', { type: 'button' });
  const name = () => { sound.innerHTML = quiet() ? icon.silence : icon.sound; sound.setAttribute('aria-label', quiet() ? 'Switch sounds on' : 'Switch sounds off'); };
  sound.onclick = () => { setQuiet(!quiet()); name(); };
  name();
  const mark = element('a', { className: 'mark', href: '/', html: '<svg viewBox="0 0 38 26" aria-hidden="true"><circle class="moon" cx="25" cy="13" r="11.5"/><path class="moon-mark" transform="translate(27 13) scale(.62)" d="M0-10Q2-2 10 0 2 2 0 10-2 2-10 0-2-2 0-10z"/><circle class="sun" cx="13" cy="13" r="11.5"/><circle class="sun-mark" cx="13" cy="13" r="6.4" stroke-width="2"/></svg>Sparring' });
  document.body.prepend(element('header', { className: 'top' }, mark, element('nav', { 'aria-label': 'Main' }, element('a', { className: 'word', href: '/', text: 'Games' }), sound, theme)));
}
