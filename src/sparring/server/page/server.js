// Calls to the server.
import { storage } from './storage.js';

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

/** The key under which this device keeps the token of a seat. */
export const tokenKey = (match, seat) => `token.${match}.${seat}`;

/** Begins a match and opens its page. `seat` is the one that this device takes, or null to watch. */
export async function beginMatch(request, seat) {
  const match = await call('POST', '/matches', seat == null ? request : { ...request, seat });
  match.tokens.forEach((token, at) => {
    if (token) storage.set(tokenKey(match.id, at), token);
  });
  location.href = `/match/${match.id}${seat == null ? '' : `?seat=${seat}`}`;
}
