// The fields of a form that sets up a position, made from what the game says that it asks for.
import { element } from './base.js';

/** A field with its label; `named(choice)` says what a choice is called, `change(value)` is told of a new value. */
export function fieldOf(field, value, named, change) {
  const { kind, label } = field;
  if (kind === 'switch') {
    const box = element('input', { type: 'checkbox', checked: Boolean(value) });
    box.addEventListener('change', () => change(box.checked));
    return element('label', { class: 'switch' }, box, label);
  }
  const made = MAKERS[kind](field, value, named);
  made.addEventListener('change', () => change(read(kind, field, made)));
  return element('label', { class: 'field' }, element('span', { class: 'small', text: label }), made);
}

const MAKERS = {
  number: ({ low, high }, value) =>
    element('input', { type: 'number', inputmode: 'numeric', min: low, max: high, value: value ?? low }),
  numbers: (_, value) => element('input', { type: 'text', inputmode: 'numeric', value: (value || []).join(' ') }),
  choice: select,
  card: select,
};

function select({ choices }, value, named) {
  const options = choices.map(choice => element('option', { value: choice, text: named(choice) }));
  const made = element('select', {}, ...options);
  if (choices.includes(value)) made.value = value;
  return made;
}

/** What a field says now; the server refuses what is impossible. */
function read(kind, { low, default: usual }, made) {
  if (kind === 'number') return made.value === '' ? (usual ?? low) : Math.trunc(Number(made.value));
  if (kind === 'numbers') return (made.value.match(/\d+/g) || []).map(Number);
  return made.value;
}
