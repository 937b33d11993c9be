// Decks from elsewhere and for elsewhere: as lines of text, and as files.
import { element, icons } from './base.js';

const LARGEST_FILE = 100_000; // characters

/** Opens a dialog that shows a deck as text, saves it as a file, and reads another one: `take(content)` begins it. */
export function openShare(dialog, content, lines, take) {
  const said = element('p', { class: 'small', role: 'status' });
  const text = element('textarea', { id: 'deck-text', rows: 8, 'aria-label': 'The deck as text' });
  text.value = [content.leader, ...lines].join('\n');
  const read = async given => {
    try {
      await take(contentOf(given));
      dialog.close();
    } catch (error) {
      said.textContent = error instanceof SyntaxError ? 'This is not valid JSON.' : error.message;
    }
  };
  const button = (words, act, attributes) =>
    element('button', { type: 'button', class: 'button', text: words, on: { click: act }, ...attributes });
  const close = button('', () => dialog.close(), { class: 'iconbutton', 'aria-label': 'Close', drawing: icons.close });
  dialog.replaceChildren(
    element('header', {}, element('h2', { text: 'Import and export' }), close),
    element(
      'div',
      { class: 'body share' },
      element('p', {
        text: 'A line for the leader, then one for each card with its number of copies. Or a deck as JSON.',
      }),
      text,
      element(
        'div',
        { class: 'set' },
        button('Take this text', () => read(text.value)),
        saver(content),
      ),
      element('label', { class: 'small', for: 'deck-file', text: 'Open a file' }),
      opener(read, said),
      said,
    ),
  );
  dialog.showModal();
}

function saver(content) {
  const file = new Blob([JSON.stringify(content, null, 1)], { type: 'application/json' });
  const name = `${(content.name || 'deck').replace(/[^\w-]+/g, '-')}.json`;
  return element('a', { class: 'button', href: URL.createObjectURL(file), download: name, text: 'Save as a file' });
}

function opener(read, said) {
  const input = element('input', { type: 'file', id: 'deck-file', accept: '.json,application/json' });
  input.addEventListener('change', async () => {
    const [chosen] = input.files;
    if (!chosen) return;
    if (chosen.size > LARGEST_FILE) said.textContent = 'This file is too large for a deck.';
    else read(await chosen.text());
  });
  return input;
}

/** The content of a deck that is written as JSON or in lines such as "4xAB-001" or "4 AB-001", the leader first. */
function contentOf(given) {
  const content = given.trim().startsWith('{') ? JSON.parse(given) : fromLines(given);
  if (!Array.isArray(content?.cards)) throw new Error('This is not a deck: it has no list of cards.');
  return content;
}

function fromLines(text) {
  const read = line => {
    const [, count, id] = line.match(/^(?:(\d{1,3})\s*x?\s*(?=\S*[A-Za-z]))?(\S+)$/i) || [];
    if (!id) throw new Error(`This line cannot be read: ${line}`);
    return { id, count: Number(count ?? 1) };
  };
  const [leader, ...cards] = text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
    .map(read);
  return { leader: leader?.id, cards };
}
