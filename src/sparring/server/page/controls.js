// The row of buttons below or beside the board.
import { byId, element } from './dom.js';
import { icons } from './icons.js';

/** How long "Really?" is asked, in milliseconds. */
const SECOND_THOUGHTS = 3000;

/**
 * The buttons that a match has now, each { id, text, enabled?, pressed? }.
 *
 * `shown` says whether a line is played out, and whether scores and threats are shown.
 */
export function controlsOf(session, shown) {
  const scene = session.timeline.current?.scene || session.match.scene;
  // Only for games that know threats.
  const threats = scene?.threats ? [{ id: 'threats', text: 'Threats', pressed: shown.threats }] : [];
  if (session.watching) return [...threats, { id: 'rematch', text: 'Again' }, { id: 'swap', text: 'Swap' }];
  const { match, decision, timeline, alone, seat } = session;
  const inMatch = !match.over && !shown.playout;
  const hasMoved = timeline.frames.some(frame => frame.seat === seat);
  const mayLeave = match.over || timeline.frames.length === 1 || alone;
  return [
    { id: 'hint', text: 'Hint', enabled: inMatch && decision && timeline.live },
    { id: 'judge', text: 'Scores', enabled: inMatch, pressed: shown.scores },
    ...threats,
    ...(alone ? [{ id: 'undo', text: 'Undo', enabled: !match.over && hasMoved }] : []),
    match.over ? { id: 'rematch', text: 'Rematch' } : { id: 'resign', text: 'Resign' },
    { id: 'swap', text: 'Swap', enabled: mayLeave },
  ];
}

/** Shows buttons, which do the action of their id; the one that has the focus keeps it. */
export function showControls(controls, actions) {
  const focused = document.activeElement?.id;
  const buttons = controls.map(({ id, text, enabled = true, pressed }) => {
    const attributes = {
      class: 'button',
      type: 'button',
      id,
      disabled: !enabled,
      'aria-pressed': pressed == null ? null : String(pressed),
      drawing: icons[id],
      on: { click: actions[id] },
    };
    return element('button', attributes, text);
  });
  byId('tools').style.setProperty('--tools', buttons.length);
  byId('tools').replaceChildren(...buttons);
  buttons.find(button => button.id === focused && !button.disabled)?.focus();
}

/** Has a button ask "Really?" once, and acts when it is pressed a second time soon. */
export function confirmThen(button, action) {
  if (button.classList.contains('sure')) {
    action();
    return;
  }
  const label = button.lastChild;
  const text = label.textContent;
  button.classList.add('sure');
  label.textContent = 'Really?';
  setTimeout(() => {
    button.classList.remove('sure');
    label.textContent = text;
  }, SECOND_THOUGHTS);
}
