// The calls of the API, drawn from /openapi.json: what each takes, what it answers, and how it is called.
import { byId, element, showHeader } from './base.js';
import { foldContents } from './contents.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** How deep the fields of messages in messages are listed. */
const DEEPEST = 3;

class Description {
  constructor(api) {
    this.api = api;
  }

  /** The calls by their tags, in the order in which they are described. */
  get groups() {
    const groups = new Map();
    for (const [path, methods] of Object.entries(this.api.paths)) {
      for (const method of METHODS.filter(name => methods[name])) {
        const call = methods[method];
        const tag = call.tags?.[0] || 'other';
        groups.set(tag, [...(groups.get(tag) || []), { path, method, call }]);
      }
    }
    return groups;
  }

  /** A schema that is only named somewhere, as it is defined. */
  resolve(schema = {}) {
    const name = schema.$ref?.split('/').at(-1);
    const found = name ? this.api.components.schemas[name] : schema;
    const known = found.anyOf?.filter(one => one.type !== 'null');
    return known?.length === 1 ? { ...found, ...this.resolve(known[0]), anyOf: undefined } : found;
  }

  /** What kind of value a schema allows, in a few words. */
  kind(schema) {
    const found = this.resolve(schema);
    if (found.enum) return found.enum.map(value => JSON.stringify(value)).join(' or ');
    if (found.const !== undefined) return JSON.stringify(found.const);
    if (found.anyOf || found.oneOf) return (found.anyOf || found.oneOf).map(one => this.kind(one)).join(' or ');
    if (found.type === 'array') return `list of ${this.kind(found.items)}`;
    return found.type || 'anything';
  }

  /** The fields of a schema as rows; those of messages in it are listed below it. */
  fields(schema, depth = 0) {
    const found = this.resolve(schema);
    const inner = found.type === 'array' ? this.resolve(found.items) : found;
    if (!inner.properties || depth > DEEPEST) return [];
    const required = new Set(inner.required);
    return Object.entries(inner.properties).flatMap(([name, field]) => {
      const told = field.description || this.resolve(field).description || '';
      const row = { name: `${'· '.repeat(depth)}${name}`, kind: this.kind(field), must: required.has(name), told };
      return [row, ...this.fields(field, depth + 1)];
    });
  }

  body(call) {
    return call.requestBody?.content['application/json']?.schema;
  }

  answer(call) {
    const [status, answer] = Object.entries(call.responses).find(([code]) => code.startsWith('2')) || [];
    return { status, schema: answer?.content?.['application/json']?.schema };
  }
}

function table(head, rows) {
  if (!rows.length) return [];
  const cells = ({ name, kind, must, told }) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, element('code', { text: name }), ...(must ? [element('b', { text: ' *' })] : [])),
      element('td', { text: kind }),
      element('td', { text: plain(told) }),
    );
  return [element('h4', { text: head }), element('table', {}, element('tbody', {}, ...rows.map(cells)))];
}

/** Markdown's quotes around names are left out. */
const plain = text => text.replace(/`/g, '');

function example(method, path, body) {
  const sample = body && (body.examples?.[0] || body.example);
  const data = sample ? ` -H 'Content-Type: application/json' -d '${JSON.stringify(sample)}'` : '';
  return `curl -s -X ${method.toUpperCase()} ${location.origin}${path}${data}`;
}

function callNode(description, { path, method, call }) {
  const body = description.body(call);
  const parameters = (call.parameters || []).map(({ name, required, description: told = '', schema, in: place }) => ({
    name,
    must: required,
    kind: `${description.kind(schema)}, in the ${place}`,
    told,
  }));
  const { status, schema } = description.answer(call);
  const token = call.security?.some(one => Object.keys(one).length) ? 'Needs the token of a seat or your key. ' : '';
  const refusals = Object.keys(call.responses).filter(code => code >= '400');
  return element(
    'details',
    { class: 'call', 'data-words': `${method} ${path} ${call.summary} ${call.description}`.toLowerCase() },
    element(
      'summary',
      {},
      element('b', { class: 'method', 'data-method': method, text: method.toUpperCase() }),
      element('code', { text: path }),
      element('span', { text: plain(call.description || call.summary).split('\n')[0] }),
    ),
    ...plain(call.description || '')
      .split('\n\n')
      .slice(1)
      .map(text => element('p', { text })),
    ...table('It takes', parameters),
    ...table('The body', body ? description.fields(body) : []),
    element('h4', { text: 'Example' }),
    element('pre', {}, element('code', { text: example(method, path, body && description.resolve(body)) })),
    ...table(`It answers ${status}`, schema ? description.fields(schema) : []),
    element('p', { class: 'small quiet', text: `${token}It may refuse with ${refusals.join(', ')}.` }),
  );
}

/** Shows the calls that have all the words, and the groups that have such calls. */
function find(words) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  for (const group of byId('calls').children) {
    for (const call of group.querySelectorAll('.call')) {
      call.hidden = !wanted.every(word => call.dataset.words.includes(word));
    }
    group.hidden = !group.querySelector('.call:not([hidden])');
  }
}

async function open() {
  const answer = await fetch('/openapi.json').catch(() => null);
  if (!answer?.ok) {
    byId('trouble').hidden = false;
    byId('trouble').textContent = 'The server does not answer. Is it still running?';
    return;
  }
  const description = new Description(await answer.json());
  for (const [tag, calls] of description.groups) {
    const nodes = calls.map(call => callNode(description, call));
    const title = `${tag[0].toUpperCase()}${tag.slice(1)}`;
    byId('calls').append(element('section', {}, element('h2', { text: title }), ...nodes));
  }
  byId('find').addEventListener('input', () => find(byId('find').value));
  document.body.dataset.ready = 'yes';
}

showHeader({ tabs: true });
foldContents();
open();
