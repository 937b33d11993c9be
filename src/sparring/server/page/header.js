// The header that every page has: the way home, sounds, light and dark.
import { element, query } from './dom.js';
import { icons, logo } from './icons.js';
import { sound } from './sound.js';
import { storage } from './storage.js';

/** Light or dark: what the visitor chose, else what the device prefers. */
const theme = {
  get current() {
    return document.documentElement.dataset.theme;
  },
  show(name) {
    document.documentElement.dataset.theme = name;
  },
  toggle() {
    theme.show(theme.current === 'dark' ? 'light' : 'dark');
    storage.set('theme', theme.current);
  },
  get preferred() {
    return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  },
};

/** Sets the theme and puts the header at the top of the page. */
export function showHeader() {
  theme.show(query.get('theme') || storage.get('theme') || theme.preferred);
  const home = element('a', { class: 'logo', href: '/', drawing: logo }, 'Sparring');
  const games = element('a', { class: 'word', href: '/', text: 'Games' });
  const links = element('nav', { 'aria-label': 'Main' }, games, soundButton(), themeButton());
  document.body.prepend(element('header', { class: 'top' }, home, links));
}

function themeButton() {
  const label = 'Switch between light and dark';
  return element('button', { type: 'button', 'aria-label': label, drawing: icons.theme, on: { click: theme.toggle } });
}

function soundButton() {
  const button = element('button', { type: 'button' });
  const show = () => {
    button.innerHTML = sound.muted ? icons.silence : icons.sound;
    button.setAttribute('aria-label', sound.muted ? 'Switch sounds on' : 'Switch sounds off');
  };
  button.addEventListener('click', () => {
    sound.mute(!sound.muted);
    show();
  });
  show();
  return button;
}
