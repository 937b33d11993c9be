// Talk with the server: calls, and the events of a match.
import { storage } from './base.js';

// ---- calls

/** Calls the HTTP API. A refusal is thrown as an error with the server's own sentence, its `status` and its `code`. */
export async function call(method, path, body, token) {
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let response;
  try {
    response = await fetch(`/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
  } catch {
    throw new Error('The server does not answer. Is it still running?');
  }
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  const { message = `The server answered ${response.status}.`, code } = answer.error || {};
  throw Object.assign(new Error(message), { status: response.status, code });
}

/** So long may the name of a game be in a path; a longer one, with decks of cards, is cut to the game alone. */
const LONGEST_NAME = 100;

/** The path of a game's calls. */
export const gamePath = name => `/games/${encodeURIComponent(name.length > LONGEST_NAME ? name.split(':')[0] : name)}`;

/** The key under which this device keeps the token of a seat. */
export const tokenKey = (match, seat) => `token.${match}.${seat}`;

/** Begins a match and opens its page. `seat` is the one that this device takes, or null to watch. */
export async function beginMatch(request, seat) {
  openMatch(await call('POST', '/matches', seat == null ? request : { ...request, seat }), seat);
}

/** Keeps the tokens of a match that was begun, and opens its page. */
export function openMatch(match, seat) {
  match.tokens.forEach((token, at) => {
    if (token) storage.set(tokenKey(match.id, at), token);
  });
  location.href = `/match/${match.id}${seat == null ? '' : `?seat=${seat}`}`;
}

// ---- events

// A lost connection is made again, and continues after the last event that arrived.

const FIRST_RETRY = 300;
const LONGEST_RETRY = 5000;
const CLOSED_NORMALLY = 1000;
/** From this code on the server says why it does not want to be asked again. */
const REFUSED = 4400;

export class EventStream {
  #last = 0;
  #attempts = 0;
  #queue = [];
  #busy = false;
  #closed = false;
  #socket = null;

  /**
   * `onEvent(event)` handles one event at a time, `onError(error)` is told what the server refuses,
   * `onConnection(connected)` whether the connection holds. It begins after the event with the number `after`.
   */
  constructor(path, token, { onEvent, onError, onConnection, after = 0 }) {
    const protocol = location.protocol === 'https:' ? 'wss' : 'ws';
    this.address = `${protocol}://${location.host}/api/v1${path}/events`;
    Object.assign(this, { token, onEvent, onError, onConnection });
    this.#last = after;
    this.#connect();
  }

  /** Listens no more; what has arrived and was not handled yet is dropped. */
  close() {
    this.#closed = true;
    this.#queue = [];
    this.#socket.close(CLOSED_NORMALLY);
  }

  #connect() {
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.onopen = () => {
      this.onConnection(true);
      socket.send(JSON.stringify({ token: this.token, after: this.#last, scenes: true, stay: true }));
    };
    socket.onmessage = message => this.#receive(JSON.parse(message.data));
    socket.onclose = ({ code }) => {
      if (this.#closed || code === CLOSED_NORMALLY || code >= REFUSED) return;
      this.onConnection(false);
      setTimeout(() => this.#connect(), Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** this.#attempts++));
    };
  }

  #receive(event) {
    if (this.#closed) return;
    this.#attempts = 0;
    this.onConnection(true);
    if (event.error) {
      this.onError(new Error(event.error.message));
      return;
    }
    if (event.number) this.#last = event.number;
    this.#queue.push(event);
    this.#handle();
  }

  async #handle() {
    if (this.#busy) return;
    this.#busy = true;
    while (this.#queue.length) await this.onEvent(this.#queue.shift()).catch(error => console.error(error));
    this.#busy = false;
  }
}
