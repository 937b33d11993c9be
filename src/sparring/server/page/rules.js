// The rules of a game in a drawer beside the match: sections with small pictures, which the server plays by the rules.
import { Address } from './address.js';
import { byId, element, icons } from './base.js';
import { explain, setWords } from './glossary.js';
import { drawPicture } from './scene.js';
import { call, gamePath } from './server.js';

/** A picture that is this many times wider than high has a row of its own; narrower ones stand side by side. */
const WIDE = 1.15;

export class RulesDrawer {
  #drawn = false;

  /** Puts a button into the header that opens the drawer; `learn` begins the teaching game, if there is one. */
  constructor(name, { title, seats }, learn = null) {
    Object.assign(this, { title, learn });
    this.address = new Address(seats, ['You', ...seats.slice(1).map(() => 'They')], 0);
    this.dialog = byId('rules-drawer');
    this.button = element(
      'button',
      { type: 'button', id: 'rules', 'aria-expanded': 'false', 'aria-controls': 'rules-drawer', drawing: icons.rules },
      element('span', { text: 'Rules' }),
    );
    this.button.addEventListener('click', () => (this.dialog.open ? this.close() : this.open()));
    document.querySelector('.top nav').prepend(this.button);
    this.dialog.addEventListener('keydown', event => {
      if (event.key === 'Escape') this.close();
    });
    this.rules = call('GET', `${gamePath(name)}/rules`);
    this.rules.then(({ words }) => setWords(words)).catch(() => {});
  }

  /** Opens the drawer; the match goes on beside it. */
  open() {
    if (!this.#drawn) this.#fill();
    this.dialog.show();
    this.#mark(true);
    this.dialog.querySelector('header button').focus();
  }

  close() {
    this.dialog.close();
    this.#mark(false);
    const seen = this.button.checkVisibility() ? this.button : byId('more');
    seen?.focus();
  }

  #mark(open) {
    this.button.setAttribute('aria-expanded', String(open));
    document.body.classList.toggle('with-rules', open);
  }

  async #fill() {
    this.#drawn = true;
    const close = { click: () => this.close() };
    const body = element(
      'div',
      { class: 'body', tabindex: '-1' },
      element('p', { class: 'quiet', text: 'One moment …' }),
    );
    const nav = element('nav', { class: 'parts', 'aria-label': 'Parts of the rules' });
    const learn = this.learn && element('button', { class: 'button', type: 'button', text: 'Play a teaching game' });
    learn?.addEventListener('click', this.learn);
    const back = element('button', { class: 'button main', type: 'button', text: 'Back to the match', on: close });
    this.dialog.replaceChildren(
      element(
        'header',
        {},
        element('h2', { id: 'rules-title', text: `How ${this.title} works` }),
        element('button', {
          class: 'iconbutton',
          type: 'button',
          'aria-label': 'Close the rules',
          drawing: icons.close,
          on: close,
        }),
      ),
      nav,
      body,
      element('footer', {}, ...(learn ? [learn] : []), back),
    );
    try {
      const { sections } = await this.rules;
      const parts = sections.map(section => sectionNode(section, this.address));
      body.replaceChildren(...parts);
      nav.replaceChildren(...parts.map((part, at) => jumpButton(sections[at].title, part)));
      nav.hidden = parts.length < 2;
    } catch (error) {
      this.#drawn = false;
      body.replaceChildren(element('p', { text: error.message }));
    }
  }
}

function jumpButton(title, part) {
  const jump = () => part.scrollIntoView({ block: 'start' });
  return element('button', { type: 'button', text: title, on: { click: jump } });
}

function sectionNode({ title, sentences, pictures }, address) {
  const told = new Set(); // a word is explained once in a section
  const texts = sentences.map(text => explain(element('p'), text, told));
  const drawn = pictures.map(picture => pictureNode(picture, told, address));
  return element('section', { class: 'part' }, element('h3', { text: title }), ...texts, ...drawn);
}

function pictureNode({ close_up: closeUp, frames }, told, address) {
  const narrow = frames[0].scene.tall?.view || frames[0].scene.view;
  const [width, height] = closeUp ? closeUp.slice(2) : narrow;
  const figures = frames.map(frame => {
    const { caption, scene } = address.message(frame);
    const stage = element('div', { class: 'stage' });
    drawPicture(stage, closeUp ? { ...scene, closeUp } : scene);
    return element('figure', {}, stage, explain(element('figcaption'), caption, told));
  });
  return element('div', { class: width > WIDE * height || frames.length === 1 ? 'pics wide' : 'pics' }, ...figures);
}
