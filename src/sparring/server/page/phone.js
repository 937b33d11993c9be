// A card table on a phone: one screen holds the table, the question and its answers; all the rest is behind a button.
import { byId, element, icons } from './base.js';

const sheet = element('section', { class: 'sheet-below', 'aria-label': 'What is asked' });

const narrow = matchMedia('(max-width: 700px)');

/** What a phone shows in the drawer, in this order. */
const inDrawer = () => [document.querySelector('header.top'), byId('tools'), byId('moves')];

/** What stands in the sheet below the table, in this order. */
const inSheet = () => ['prompt', 'line', 'lesson', 'invite', 'decision', 'speed', 'outcome', 'steps'].map(byId);

/** Where each of them belongs on a wide screen: a marker is left there. */
const homes = new Map();

/** Arranges the page for the width that it has now, and whenever that changes. */
export function arrangeForPhone() {
  const drawer = byId('more-drawer');
  for (const node of [...inDrawer(), ...inSheet()]) {
    const home = document.createComment('');
    node.before(home);
    homes.set(node, home);
  }
  byId('more').innerHTML = icons.more;
  byId('more').addEventListener('click', () => {
    drawer.showModal();
    byId('moves').querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  });
  const closeFor = event => {
    const acts = '#tools button:not([aria-disabled]):not(#resign), a, #moves button, [aria-controls]';
    if (event.target === drawer || event.target.closest(acts)) drawer.close();
  };
  drawer.addEventListener('click', closeFor, true); // first, so that what opens then keeps the focus
  narrow.addEventListener('change', arrange);
  arrange();
}

function arrange() {
  const drawer = byId('more-drawer');
  const isPhone = narrow.matches;
  document.body.classList.toggle('phone-table', isPhone);
  byId('more').hidden = !isPhone;
  if (!isPhone) {
    drawer.close();
    for (const [node, home] of homes) home.after(node);
    sheet.remove();
    return;
  }
  const close = element('button', {
    class: 'iconbutton',
    type: 'button',
    'aria-label': 'Close',
    drawing: icons.close,
    on: { click: () => drawer.close() },
  });
  const head = element('header', {}, element('h2', { text: 'More' }), close);
  drawer.replaceChildren(head, element('div', { class: 'body' }, ...inDrawer()));
  sheet.replaceChildren(...inSheet());
  byId('play').append(sheet);
}
