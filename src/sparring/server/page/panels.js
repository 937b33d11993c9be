// What stands around the board: the opponent, the sides, the rules in short, an invitation for a friend.
import { byId, element } from './dom.js';
import { face } from './faces.js';
import { pieceIcon } from './icons.js';
import { breakable, displayName, opponentsPath, showLevel } from './people.js';
import { readCard } from './reader.js';
import { call, tokenKey } from './server.js';
import { storage } from './storage.js';

/** A board that is so many times wider than high gets a column of its own. */
const BROAD = 1.6;

/** Fills the panels of a match; returns what the catalogue says about the opponent, if it is in there. */
export async function showPanels(session) {
  document.title = `${session.game.title}: Sparring`;
  const opponents = await call('GET', opponentsPath(session.match.game)).catch(() => []);
  const name = session.match.players[session.opponentSeat].split(':')[0];
  const known = opponents.find(opponent => opponent.name === name);
  byId('face').innerHTML = face(name, known?.level || 3);
  byId('name').replaceChildren(...breakable(session.nameOf(session.opponentSeat)));
  if (known) showLevel(byId('level'), known);
  else byId('level').replaceChildren(element('span', { text: 'A person' }));
  byId('legend').replaceChildren(...legend(session));
  byId('how').replaceChildren(...howItWorks(session.game.how));
  byId('speed').hidden = !session.watching;
  arrangePanels(session.match.scene);
  showInvitation(session);
  return known;
}

function legend({ match, watching, names }) {
  const sides = match.scene?.sides || [];
  const name = seat => (watching ? displayName(match.players[seat]) : names[seat]);
  return sides.map((side, seat) => element('div', { drawing: pieceIcon(side) }, element('span', { text: name(seat) })));
}

function howItWorks(rules) {
  if (!rules.length) return [];
  const items = rules.map(text => element('li', { text }));
  return [element('h2', { text: 'How it works' }), element('ul', {}, ...items)];
}

/** Gives cards and broad boards the room that they need. */
function arrangePanels(scene) {
  if (!scene) return;
  const [centre, side] = [document.querySelector('.centre'), document.querySelector('.side')];
  if (scene.shapes.some(shape => shape.kind === 'card')) {
    // Cards have much to be read: beside the table are what is to be decided, a card's text, and what happened.
    byId('play').classList.add('table');
    centre.append(byId('tools'));
    byId('decision').before(byId('prompt'));
    byId('moves').before(byId('reader'));
    readCard(scene.shapes.findLast(shape => shape.kind === 'card' && shape.text));
  } else if (scene.view[0] > BROAD * scene.view[1]) {
    byId('play').classList.add('broad');
    centre.append(byId('tools'));
    side.append(byId('how'));
  }
}

/** Shows the link for a friend while their seat is empty. */
export function showInvitation({ id, match, seat }) {
  const empty = match.seated.findIndex((taken, at) => !taken && at !== seat);
  const token = empty >= 0 ? storage.get(tokenKey(id, empty)) : null;
  byId('invite').hidden = !token || match.over;
  if (token) byId('link').value = `${location.origin}/match/${id}#${token}`;
}

byId('copy').addEventListener('click', async () => {
  byId('link').select();
  try {
    await navigator.clipboard.writeText(byId('link').value);
  } catch {
    document.execCommand('copy'); // where the page is not served securely
  }
  byId('copy').textContent = 'Copied';
});
