// The words of a game: where one appears in a text it is underlined, and says what it means when it is asked.
import { byId, element } from './base.js';

/** The game's words: their meanings, and the pattern that finds them in a text; none until they are known. */
const glossary = { meanings: new Map(), pattern: null };

/** Sets the words: a lower-case word also stands for itself with a capital, and every word for its plural. */
export function setWords(words) {
  glossary.meanings = new Map(Object.entries(words));
  const forms = [...glossary.meanings.keys()].sort((one, other) => other.length - one.length).map(formOf);
  glossary.pattern = forms.length ? new RegExp(`(?<![\\w-])(?:${forms.join('|')})(?![\\w-])`, 'g') : null;
}

const literal = text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function formOf(word) {
  const [first] = word;
  const start = first === first.toLowerCase() ? `[${first}${first.toUpperCase()}]` : literal(first);
  return `${start}${literal(word.slice(1))}s?`;
}

function meaningOf(found) {
  const small = found[0].toLowerCase() + found.slice(1);
  const forms = [found, found.replace(/s$/, ''), small, small.replace(/s$/, '')];
  return forms.map(form => glossary.meanings.get(form)).find(Boolean);
}

/**
 * Puts a text into a node, with its words explained unless they were `told` already; returns the node. Only `reachable`
 * words are on the way of the Tab key, so that a long log does not fill it.
 */
export function explain(node, text, told = new Set(), reachable = true) {
  const parts = [];
  let from = 0;
  for (const { 0: found, index } of (glossary.pattern && text.matchAll(glossary.pattern)) || []) {
    const meaning = meaningOf(found);
    if (!meaning || told.has(meaning)) continue;
    told.add(meaning);
    parts.push(text.slice(from, index), wordNode(found, meaning, reachable));
    from = index + found.length;
  }
  node.replaceChildren(...parts, text.slice(from));
  return node;
}

function wordNode(text, meaning, reachable) {
  const word = element('span', {
    class: 'term',
    role: 'button',
    tabindex: reachable ? '0' : '-1',
    text,
    'aria-description': meaning,
  });
  const show = () => open(word, meaning);
  for (const event of ['focus', 'click', 'pointerenter']) word.addEventListener(event, show);
  for (const event of ['blur', 'pointerleave']) word.addEventListener(event, close);
  return word;
}

const GAP = 6;

/** Shows the meaning below its word, or above it at the lower edge of the window. */
function open(word, meaning) {
  const note = byId('meaning');
  note.textContent = meaning;
  (word.closest('dialog') || document.body).append(note); // above the drawer that it belongs to
  note.hidden = false;
  const box = word.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = note;
  const above = box.bottom + GAP + height > innerHeight;
  note.style.left = `${Math.max(GAP, Math.min(box.left, innerWidth - width - GAP))}px`;
  note.style.top = `${above ? box.top - GAP - height : box.bottom + GAP}px`;
}

function close() {
  byId('meaning').hidden = true;
}

document.addEventListener('scroll', close, { capture: true, passive: true });
document.addEventListener(
  'keydown',
  event => {
    if (event.key !== 'Escape' || byId('meaning').hidden) return;
    event.stopPropagation(); // the first Escape closes the note, the next one what it lies on
    close();
  },
  { capture: true },
);
