// Talk with a character that has a language model: what you say, and what it replies. Nobody else hears it.
import { byId } from './base.js';

/** Characters that may be said at once. */
const LONGEST = 300;

/** Shows a field below the character's words; what it replies appears there. */
export function openTalk(session, notices) {
  const form = made('form', { className: 'talk', id: 'talk' });
  const label = made('label', { className: 'hidden', htmlFor: 'tell', textContent: 'Say something' });
  const field = made('input', {
    id: 'tell',
    maxLength: LONGEST,
    autocomplete: 'off',
    enterKeyHint: 'send',
    placeholder: `Talk to ${session.nameOf(session.opponentSeat)} …`,
  });
  const button = made('button', { className: 'button', textContent: 'Say' });
  const said = made('p', { className: 'small quiet', id: 'said', hidden: true });
  form.append(label, field, button, said);
  byId('bubble').after(form);
  form.addEventListener('submit', async event => {
    event.preventDefault();
    const text = field.value.trim();
    if (!text || button.disabled) return;
    button.disabled = true;
    field.value = '';
    said.textContent = `You: ${text}`;
    said.hidden = false;
    try {
      const { seat, reply } = await session.say(text);
      if (reply) notices.hear(session, seat, reply);
    } catch (error) {
      said.textContent = error.message;
      field.value = text;
    } finally {
      button.disabled = false;
      field.focus();
    }
  });
}

const made = (name, properties) => Object.assign(document.createElement(name), properties);
