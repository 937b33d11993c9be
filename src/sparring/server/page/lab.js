// The page on which a deck is tested: what is asked for, how far it is, and what was found out.
import { byId, element, query, showHeader } from './base.js';
import { Asking } from './lab_asking.js';
import { cardTable, handTables, heatMap, swapTold } from './lab_tables.js';
import { showNotices } from './notices.js';
import { call } from './server.js';

/** Milliseconds between two looks at a test that is under way. */
const AGAIN = 1500;
const UNDER_WAY = ['waiting', 'running'];

const SAYS = {
  waiting: 'It waits for its turn',
  running: 'It is running',
  finished: 'Finished',
  stopped: 'Stopped',
  spent: 'Its time on the processor is used up',
  failed: 'It could not go on; the server has logged why',
};

const narrow = matchMedia('(max-width: 700px)');

class Lab {
  #shown = null;
  /** When this page first saw the test run, and how many games were done then. */
  #seen = null;
  #timer = 0;

  async open() {
    const games = (await call('GET', '/games')).filter(game => game.builds_decks);
    showNotices(games);
    const game = games.find(({ name }) => name === query.get('game')) || games[0];
    if (!game) throw new Error('No game here has decks to test.');
    byId('back').href = `/decks?game=${game.name}`;
    await new Asking(game.name, test => this.#show(test)).open(query.get('deck'));
    byId('stop').addEventListener('click', () => this.#stop());
    narrow.addEventListener('change', () => this.#shown && this.#draw(this.#shown));
    const tests = await this.#list();
    const wanted = query.get('test') || tests.find(({ status }) => UNDER_WAY.includes(status))?.id;
    if (wanted) await this.#follow(wanted);
    document.body.classList.remove('loading');
  }

  /** Shows a test, and looks again while it is under way. */
  async #follow(id) {
    try {
      this.#show(await call('GET', `/labs/${id}`));
    } catch (error) {
      if (error.status === 404) throw error;
      this.#later(id); // the server may be there again soon
    }
  }

  #later(id) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#follow(id).catch(showTrouble), AGAIN);
  }

  #show(test) {
    if (this.#shown?.id !== test.id) {
      this.#seen = null;
      history.replaceState(null, '', `/lab?game=${test.game}&test=${test.id}`);
    }
    const ended = this.#shown?.id === test.id && this.#shown.status !== test.status;
    this.#shown = test;
    clearTimeout(this.#timer);
    if (UNDER_WAY.includes(test.status)) this.#later(test.id);
    this.#draw(test);
    if (ended || !byId('list').querySelector(`[data-test="${CSS.escape(test.id)}"]`)) this.#list();
  }

  #draw(test) {
    const { report, status } = test;
    byId('found').hidden = false;
    byId('tested').textContent = `${test.title}, played by ${report.player}`;
    byId('status').textContent = this.#status(test);
    byId('progress').firstElementChild.style.width = `${(100 * report.done) / Math.max(1, report.total)}%`;
    byId('progress').setAttribute('aria-label', `${report.done} of ${report.total} games`);
    byId('stop').hidden = !UNDER_WAY.includes(status);
    byId('heat').replaceChildren(heatMap(report, narrow.matches));
    byId('swapped').hidden = !report.swap;
    byId('swap-found').replaceChildren(...(report.swap ? swapTold(report) : []));
    byId('hands').replaceChildren(...handTables(report.hands));
    byId('cards').replaceChildren(cardTable(report.cards));
  }

  #status({ status, ahead, report, seconds, minutes }) {
    const done = `${report.done} of ${report.total} games`;
    if (status === 'waiting') return `${SAYS.waiting}${ahead ? `: ${ahead} before it` : ''}.`;
    const used = `${Math.round(seconds)} s of ${Math.round(60 * minutes)} s on the processor`;
    if (status !== 'running') return `${SAYS[status]}: ${done}, ${used}.`;
    return `${done}${this.#left(report)}, ${used}.`;
  }

  /** How long it may still take, by the games since this page looks. */
  #left({ done, total }) {
    this.#seen ??= { at: performance.now(), done };
    const played = done - this.#seen.done;
    if (played < 4) return '';
    const minutes = (((performance.now() - this.#seen.at) / played) * (total - done)) / 60000;
    return minutes < 1 ? ', less than a minute left' : `, about ${Math.ceil(minutes)} min left`;
  }

  async #stop() {
    try {
      this.#show(await call('POST', `/labs/${this.#shown.id}/stop`));
    } catch (error) {
      showTrouble(error);
    }
  }

  // ---- earlier tests

  async #list() {
    const tests = await call('GET', '/labs');
    byId('earlier').hidden = !tests.length;
    byId('list').replaceChildren(...tests.map(test => this.#listed(test)));
    return tests;
  }

  #listed({ id, title, status, created }) {
    const when = new Date(created * 1000).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
    const open = () => this.#follow(id).then(() => byId('found').scrollIntoView());
    const forget = async () => {
      await call('DELETE', `/labs/${id}`);
      if (this.#shown?.id === id) {
        clearTimeout(this.#timer);
        this.#shown = null;
        byId('found').hidden = true;
        history.replaceState(null, '', '/lab');
      }
      await this.#list();
    };
    const button = (text, act, name) =>
      element('button', {
        class: 'button',
        type: 'button',
        text,
        'aria-label': `${text} the test of ${name}`,
        on: { click: () => act().catch(showTrouble) },
      });
    const told = element('span', {}, element('b', { text: title }), ` ${when} · ${SAYS[status].split(';')[0]}`);
    return element('li', { 'data-test': id }, told, button('Show', open, title), button('Delete', forget, title));
  }
}

function showTrouble(error) {
  byId('trouble').hidden = false;
  byId('trouble').textContent = error.message;
}

showHeader({ tabs: true });
new Lab().open().catch(showTrouble);
