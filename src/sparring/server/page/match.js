// A match: it is followed event by event, drawn, and answered. The rules are on the server.
import { face, pips } from './faces.js';
import { Playout } from './playout.js';
import { Scene } from './scene.js';
import { $, begin, call, element, header, icon, keep, piece, query, shown } from './shell.js';
import { play } from './sound.js';
import { Clocks, closeMenu, listAnswers, listMoves, openMenu, readCard } from './table.js';

header();
const id = location.pathname.split('/').pop(), path = `/matches/${encodeURIComponent(id)}`;
const wait = time => new Promise(done => setTimeout(done, time));
const scene = new Scene($('stage'), { onChoose: pick, onRefuse: refuse, onInspect: inspect, onSay: text => prompt(text) });
let seat = query.has('seat') ? +query.get('seat') : null, token = null, match = null, game = null, clocks = null;
const playout = new Playout({ show: step, tell: prompt, name: k => (k === seat ? 'you' : who(k)), left: offer });
let frames = [], at = 0, decision = null, toMove = null, pending = false, people = [], result = null, judging = keep.get('judge') === 'yes', judged = null;
scene.threatening = keep.get('threats') === 'yes';

const other = () => (seat == null ? 1 : match.players.findIndex((_, k) => k !== seat));
const alone = () => match.players.filter(name => name === 'human').length === 1;
const who = k => (k === seat ? 'You' : match.names[k] || (match.players[k] === 'human' ? 'Your friend' : shown(match.players[k]).split(',')[0]));
const live = () => at === frames.length - 1;

try {
  await sitDown();
  match = await call('GET', `${path}?scene=true`, undefined, token);
  seat = match.seat;
  game = (await call('GET', '/games')).find(one => one.name === match.game.split(':')[0]) || { title: match.game, how: [], seats: ['first', 'second'] };
  scene.seats = game.seats;
  await meet();
  if (match.closed) prompt('This match is closed.', match.closed);
  else { frames = [{ scene: match.scene, option: null, news: match.news }]; toMove = match.to_move; await scene.show(match.scene); document.body.dataset.ready = 'yes'; follow(); }
} catch (error) { lost(error); }

/** A friend's link holds a token behind the #; sitting down changes it for one that nobody else knows. */
async function sitDown() {
  const sent = location.hash.slice(1);
  if (sent) {
    history.replaceState(null, '', location.pathname);
    const taken = await call('POST', `${path}/seat`, {}, sent);
    seat = taken.seat;
    keep.set(`token.${id}.${seat}`, taken.token);
    history.replaceState(null, '', `${location.pathname}?seat=${seat}`);
  }
  if (seat != null) token = keep.get(`token.${id}.${seat}`);
}

async function meet() {
  document.title = `${game.title}: Sparring`;
  people = await call('GET', `/games/${encodeURIComponent(match.game)}/opponents`).catch(() => []);
  const name = match.players[other()], known = people.find(one => one.name === name.split(':')[0]);
  $('face').innerHTML = face(name.split(':')[0], known?.level || 3);
  $('name').replaceChildren(...who(other()).split(/(?<=[a-z])(?=[A-Z])/).flatMap(part => [part, element('wbr')]));
  $('level').innerHTML = known ? pips(known.level) : '';
  $('level').append(element('span', { text: known ? ` ${known.rating ? `Rated ${Math.round(known.rating)}` : `Level ${known.level}`}` : 'A person' }));
  remark(known?.about || '');
  const sides = match.scene?.sides || [];
  $('legend').replaceChildren(...sides.map((side, k) => element('div', { html: piece(side) }, element('span', { text: seat == null ? shown(match.players[k]) : who(k) }))));
  $('how').replaceChildren(...(game.how.length ? [element('h2', { text: 'How it works' }), element('ul', {}, ...game.how.map(text => element('li', { text })))] : []));
  if (match.scene?.shapes.some(one => one.kind === 'card')) layTable();
  else if (match.scene && match.scene.view[0] > 1.6 * match.scene.view[1]) broaden();
  clocks = new Clocks(seat);
  clocks.set(match.left, match.seated.every(Boolean) ? match.to_move : null);
  $('speed').hidden = seat != null;
  invite();
  tools();
}

/** A board that is much wider than high gets a column of its own, with the controls under it. */
function broaden() {
  $('play').classList.add('broad');
  document.querySelector('.centre').append($('tools'));
  document.querySelector('.side').append($('how'));
}

/** Cards have much to be read: beside the table are what is to be decided, a card's text, and what happened. */
function layTable() {
  $('play').classList.add('table');
  document.querySelector('.centre').append($('tools'));
  $('decision').before($('prompt'));
  $('moves').before($('reader'));
  readCard(match.scene.shapes.findLast(one => one.kind === 'card' && one.text));
}

function invite() {
  const empty = match.seated.findIndex((taken, k) => !taken && k !== seat), sent = empty >= 0 ? keep.get(`token.${id}.${empty}`) : null;
  $('invite').hidden = !sent || match.over;
  if (sent) $('link').value = `${location.origin}/match/${id}#${sent}`;
}
$('copy').onclick = async () => {
  $('link').select();
  try { await navigator.clipboard.writeText($('link').value); } catch { document.execCommand('copy'); }
  $('copy').textContent = 'Copied';
};

// ---------------------------------------------------------------- following

function follow() {
  let after = 0, tries = 0;
  // Two opponents may be done before anybody looks: they are shown from the beginning, or from where one was.
  const latest = seat == null ? +(sessionStorage.getItem(`watched.${id}`) || 0) : match.event, queue = [];
  let busy = false;
  const pump = async () => {
    if (busy) return;
    busy = true;
    while (queue.length) await happen(queue.shift(), latest).catch(error => console.error(error));
    busy = false;
  };
  const connect = () => {
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/v1${path}/events`);
    socket.onopen = () => { banner(''); socket.send(JSON.stringify({ token, after, scenes: true })); };
    socket.onmessage = message => {
      tries = 0;
      banner('');
      const event = JSON.parse(message.data);
      if (event.error) return lost(new Error(event.error.message));
      if (event.number) after = event.number;
      queue.push(event);
      pump();
    };
    socket.onclose = event => {
      if (event.code === 1000 || event.code >= 4400) return;
      banner('The connection is lost. Trying to get back to the table …');
      setTimeout(connect, Math.min(5000, 300 * 2 ** tries++));
    };
  };
  connect();
}

/** One event: what came before the page was opened is only noted, the rest is shown as it happens. */
async function happen(event, latest) {
  const old = event.number && event.number < latest;
  if (event.number) playout.close();
  switch (event.event) {
    case 'match_started': frames = [{ scene: event.scene, option: null, news: event.news }]; at = 0; if (seat == null) match.over = false; break;
    case 'move_made': await move(event, event.number <= latest); break;
    case 'taken_back': frames.length -= event.count; at = frames.length - 1; await scene.show(frames[at].scene, { animate: !old }); break;
    case 'decision_asked': decision = event.decision; toMove = event.seat; judged = null; break;
    case 'fallback_used': if (!old) say(`${who(event.seat)} gave no proper answer, so the referee chose.`); break;
    case 'match_over': result = event.result; decision = null; toMove = null; match.over = true; if (event.number > latest) play('over'); break;
    case 'thinking': $('thinking').title = `${event.depth} plies ahead`; return;
    case 'clock': clocks.set(event.left, match.seated.every(Boolean) ? toMove : null); return;
    case 'seated': match = { ...match, ...await call('GET', path, undefined, token) }; invite(); words(); return;
  }
  if (old) return;
  if (match.over) clocks.set(clocks.left, null);
  offer();
}

async function move(event, quietly) {
  const watching = at === frames.length - 1;
  if (seat == null && !quietly) await paced();
  frames.push({ scene: event.scene, option: event.option, seat: event.seat, news: event.news });
  if (seat == null) sessionStorage.setItem(`watched.${id}`, event.number);
  if (event.seat !== seat && event.remark) remark(event.remark);
  if (!watching) return;                                   // somebody looks back; the game goes on without disturbing
  at = frames.length - 1;
  if (quietly) return;
  pending = false;
  $('thinking').hidden = true;
  const steps = event.scene.steps || [], hurried = match.clock || seat == null && speed() === 'fast';
  const seen = scene.show(hurried ? { ...event.scene, steps: [] } : event.scene, { animate: true }).catch(() => {});
  play(event.scene.how === 'drop' ? 'drop' : 'move');
  await Promise.all([wait(260), steps.length && seen]);      // what is shown step by step is seen to its end
  say(`${who(event.seat)}: ${event.option}. ${[...steps.map(step => step.say), ...(event.news || []), scene.threats].filter(Boolean).join(' ')}`);
}

/** Two opponents play as fast as they can; how fast it is shown is for the one who watches to say. */
const speed = () => document.querySelector('[name=speed]:checked').value;
const pace = { pause: Infinity, slow: 2200, normal: 1000, fast: 250 };
async function paced() {
  const began = performance.now();
  while (performance.now() - began < pace[speed()]) await wait(60);
}

// ---------------------------------------------------------------- showing

/** Shows the board as it stands, or as it was, with what can be chosen. */
async function offer() {
  const mine = decision && live() && !match.over, picks = frames[at].scene.picks || {};
  const options = mine ? decision.options.map(name => ({ id: name, label: name, ...picks[name] })) : [];
  closeMenu();
  words();
  clear();
  listMoves(frames, at, match.players.length, match.players.map((_, k) => who(k)), jump);
  tools();
  await scene.show(frames[at].scene, { options });
  listAnswers(options, choose);
  if (keyed && options.length) {
    if (document.activeElement === document.body) $('stage').querySelector('.hit') ? scene.focusFirst() : $('decision').firstElementChild?.focus();
    keyed = false;
  }
  if (mine && judging) judge(false);
}

/** Takes the answers away; whoever has chosen one by keyboard finds the next ones without looking for them. */
let keyed = false;
function clear() {
  keyed ||= !!document.activeElement?.matches('#stage .hit:focus-visible, #decision button:focus-visible, #menu button:focus-visible');
  listAnswers([], choose);
}

/** Shows a step of a line that is played out: nothing can be chosen in it. */
function step(drawn) {
  tools();
  listAnswers([], choose);
  return scene.show(drawn, { animate: true }).then(words, () => {});      // its own steps may have had something to say
}

function jump(to) {
  playout.close();
  at = to;
  decisionOff();
  offer();
}
const decisionOff = () => { if (!live()) listAnswers([], choose); };

function words() {
  const thinking = !match.over && toMove != null && toMove !== seat && match.players[toMove] !== 'human';
  $('thinking').hidden = !thinking || seat == null;
  $('bubble').hidden = !$('remark').textContent && $('thinking').hidden;
  if (playout.open) return playout.words();
  playout.offer(proven() && playOut);
  if (!live()) return prompt(`This is how it was after move ${at}.`, 'Go to the latest move to play on.');
  if (match.over && result) {
    const head = result.winner == null ? 'A draw.' : result.winner === seat ? 'You win.' : `${who(result.winner)} ${seat == null || result.winner !== seat ? 'wins' : 'win'}.`;
    return prompt(head, sentence(result.reason));
  }
  if (seat == null) return prompt(`${shown(match.players[0])} against ${shown(match.players[1])}`, 'You watch.');
  if (toMove === seat) return prompt(pending ? 'One moment …' : frames[at].scene.prompt || 'Your turn.', frames.length === 1 ? `You are ${game.seats[seat]}.` : '');
  if (!match.seated[toMove ?? 0]) return prompt('Waiting for your friend.', '');
  return prompt(`${who(toMove)} ${match.players[toMove] === 'human' ? 'is to move.' : 'is thinking …'}`, '');
}
const sentence = text => text && text[0].toUpperCase() + text.slice(1) + '.';
function prompt(head, detail = '') {
  $('prompt').classList.remove('refuse');
  $('prompt').firstElementChild.textContent = head;
  $('prompt').lastElementChild.textContent = detail;
}
function remark(text) { $('remark').textContent = text; $('bubble').hidden = !text; }
function say(text) { $('say').textContent = text; }
function banner(text) { $('banner').hidden = !text; $('banner').textContent = text; }
function lost(error) {
  prompt(error.status === 404 ? 'There is no such match.' : error.status === 401 ? 'This seat is somebody else’s.' : 'This did not work.', error.status === 401 ? 'A link opens a seat once, for whoever comes first. Ask for another match.' : error.message);
  document.body.dataset.ready = 'lost';
}

// ---------------------------------------------------------------- choosing

/** A finger cannot point without choosing: what lies under it is read in a menu first. */
const touched = () => matchMedia('(hover: none)').matches;

function pick(options, at, shape) {
  const read = touched() && shape.kind === 'card' ? shape : null;
  if (options.length > 1 || read) openMenu(options, at, choose, read);
  else choose(options[0]);
}

function inspect(card, clicked) {
  readCard(card);
  if (clicked && touched() && card.text != null) openMenu([], clicked, choose, card);
}

async function choose(option) {
  if (pending || !decision) return;
  pending = true;
  const asked = decision;
  decision = null;
  clear();
  words();
  try { await call('POST', `${path}/choices`, { option: option.id, number: asked.number }, token); }
  catch (error) {
    if (error.status && error.status !== 409) refusal(error.message);
    else banner(error.message);
    const now = await call('GET', path, undefined, token).catch(() => null);
    if (now) { decision = now.decision; toMove = now.to_move; banner(''); }
    else decision ??= asked;                                // sent again, it still counts once
  }
  pending = false;
  if (decision) offer();
}

async function refuse(shape) {
  if (seat == null || match.over || !live() || playout.open) return;
  const place = shape.in && !shape.means ? scene.shapes.get(shape.in) : shape;         // a piece stands for the place that it is on
  try { refusal((await call('GET', `${path}/why?option=${encodeURIComponent(place.means || place.id)}`, undefined, token)).why); } catch { /* nothing to say */ }
}
let refused = 0;
function refusal(why) {
  if (!why) return;
  play('refuse');
  prompt(why);
  $('prompt').classList.add('refuse');
  clearTimeout(refused);
  refused = setTimeout(words, 2600);
}

/** What the strongest brain thinks: the scored options, the bar, and on a hint the best of them. */
async function judge(hinted) {
  const asked = decision;
  if (!asked) return;
  if (hinted) prompt('Let me see …');
  try {
    judged = judged?.number === asked.number ? judged : { number: asked.number, ...await call('POST', `${path}/hint`, undefined, token) };
    if (decision !== asked || playout.open) return;
    const scores = Object.fromEntries(judged.options.map(one => [one.move, worth(one)]));
    scene.hint(hinted ? judged.best : null, scores);
    listAnswers(asked.options.map(name => ({ id: name, label: name, ...frames[at].scene.picks?.[name], score: scores[name], best: hinted && name === judged.best })), choose);
    bar(judged.value);
    playout.offer(proven() && playOut);
    if (hinted) { prompt(`Try ${judged.best}.`, judged.reason); say(`Try ${judged.best}. ${judged.reason}`); }
  } catch (error) { refusal(error.message); }
}
const plies = one => (one.outcome === 'draw' ? '' : one.in != null ? ` ${one.in}` : one.in_at_most != null ? ` ≤${one.in_at_most}` : '');
const worth = one => (one.outcome ? one.outcome + plies(one) : `${one.score > 0 ? '+' : ''}${Math.round(one.score)}`);
function bar(value) {
  $('eval').hidden = !judging;
  const share = `${50 + value * 50}%`, lying = matchMedia('(max-width: 700px)').matches;
  $('eval').firstElementChild.style.height = lying ? '' : share;
  $('eval').firstElementChild.style.width = lying ? share : '';
  $('eval').setAttribute('aria-valuenow', Math.round(value * 100));
}

/** The best option, where it is proven to win or to lose and what follows is known. */
function proven() {
  const best = decision && live() && judged?.number === decision.number && judged.options.find(one => one.move === judged.best);
  return best && ['win', 'loss'].includes(best.outcome) && best.line.length > 1 ? best : null;
}

/** What is proven: a win against every defence, a loss only against the best play. */
function promise(best) {
  const within = best.in ?? best.in_at_most, most = best.outcome === 'win' || best.in == null ? 'at most ' : '';
  const when = within == null ? '' : ` in ${most}${within}`;
  return best.outcome === 'win' ? `You win${when}.` : `You lose${when} if they play well.`;
}

async function playOut() {
  const asked = decision, best = proven();
  if (!best) return;
  try {
    const moves = frames.slice(1).map(one => one.option);
    const line = (await call('POST', `/games/${encodeURIComponent(match.game)}/scenes`, { moves, line: best.line })).frames;
    if (line[0].scene.about !== frames[at].scene.about) throw new Error('This cannot be played out: the match did not begin as others do.');
    if (decision !== asked || !live() || playout.open) return;
    playout.begin(line, promise(best));
  } catch (error) { refusal(error.message); }
}

function threaten() {
  scene.threaten(!scene.threatening);
  keep.set('threats', scene.threatening ? 'yes' : 'no');
  say(scene.threatening ? scene.threats || 'Nobody can win with one more piece.' : '');
  tools();
}

// ---------------------------------------------------------------- controls

function tools() {
  const button = (name, text, does, able = true, extra = {}) => element('button', { className: 'button', type: 'button', id: name, disabled: !able, html: icon[name], on: { click: does }, ...extra }, text);
  const mine = seat != null && !match.over, turn = mine && decision && live() && !playout.open, again = swap => begin({ game: match.game, opponents: swap ? [...match.players].reverse() : match.players, paced: match.paced, ...(match.clock ? { clock: match.clock } : {}) }, seat == null ? null : swap ? match.players.length - 1 - seat : seat).catch(error => refusal(error.message));
  const had = document.activeElement?.id;
  const knows = (frames[at]?.scene || match.scene)?.threats ? [button('threats', 'Threats', threaten, true, { 'aria-pressed': String(scene.threatening) })] : [];
  const made = seat == null ? [...knows, button('rematch', 'Again', () => again(false)), button('swap', 'Swap', () => again(true))] : [
    button('hint', 'Hint', () => judge(true), turn),
    button('judge', 'Scores', () => { judging = !judging; keep.set('judge', judging ? 'yes' : 'no'); $('eval').hidden = !judging; offer(); }, mine && !playout.open, { 'aria-pressed': String(judging) }),
    ...knows,
    ...(alone() ? [button('undo', 'Undo', () => call('POST', `${path}/undo`, undefined, token).catch(error => refusal(error.message)), mine && frames.some(one => one.seat === seat))] : []),
    match.over ? button('rematch', 'Rematch', () => again(false)) : button('resign', 'Resign', resign, mine),
    button('swap', 'Swap', () => again(true), match.over || frames.length === 1 || alone()),
  ];
  $('tools').style.setProperty('--tools', made.length);
  $('tools').replaceChildren(...made);
  if (had && made.some(one => one.id === had && !one.disabled)) $(had)?.focus();
}

let sure = 0;
function resign() {
  const button = $('resign');
  if (!button.classList.contains('sure')) {
    button.classList.add('sure');
    button.lastChild.textContent = 'Really?';
    clearTimeout(sure);
    sure = setTimeout(() => { button.classList.remove('sure'); button.lastChild.textContent = 'Resign'; }, 3000);
    return;
  }
  call('POST', `${path}/resign`, undefined, token).catch(error => refusal(error.message));
}
