import { CONTROL_PATH } from '../../control/answer-control.js';

/** Asks the control API, and reads and writes what follows the `#` of the address. */
export const askScript = String.raw`
class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** There was no answer. */
class Silence extends Error {}

/** What the control API answers at these steps; a parameter with a list is sent once for each. */
async function ask(steps, parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters ?? {})) {
    for (const one of [value].flat()) if (one !== undefined && one !== '') query.append(name, one);
  }
  const [response, body] = await fetchJson(addressOf('${CONTROL_PATH}', steps, query));
  if (!response.ok) throw new Refusal(response.status, (body.errorMessages ?? []).join(' '));
  return body;
}

/** Where the token of the control API is kept as long as this tab is open. */
const tokenKey = 'control token';

async function fetchJson(address) {
  const token = sessionStorage.getItem(tokenKey);
  const headers = token === null ? {} : { Authorization: 'Bearer ' + token };
  try {
    const response = await fetch(address, { cache: 'no-store', headers });
    return [response, await response.json()];
  } catch (cause) {
    throw new Silence('The fake does not answer.', { cause });
  }
}

function addressOf(start, steps, query) {
  const text = String(query ?? '');
  return start + steps.map((step) => '/' + encodeURIComponent(step)).join('') + (text === '' ? '' : '?' + text);
}

/** The address of a view, for links. */
function to(steps, query) {
  return addressOf(steps.length === 0 ? '#/' : '#', steps, query && new URLSearchParams(query));
}

/** A link to a view of the space that is shown. */
function link(route, steps, ...children) {
  return el('a', { href: to(['spaces', route.space, ...steps]) }, ...children);
}

/** What the address asks for. */
function readRoute() {
  const [path, query] = location.hash.replace(/^#/, '').split(/\?(.*)/s);
  const steps = path.split('/').filter(Boolean).map(decode);
  const parameters = new URLSearchParams(query ?? '');
  if (steps[0] === 'strays') return { view: 'strays', item: steps[1], steps: ['strays'], parameters };
  if (steps[0] !== 'spaces' || steps[1] === undefined) return { view: 'spaces', steps: [], parameters };
  const [, space, view = 'requests', item] = steps;
  return { space, view, item, steps: ['spaces', space, view], parameters };
}

function decode(step) {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** A part of a table of the space that is shown. */
function rowsOf(route, table, parameters) {
  return ask(['spaces', route.space, 'tables', table], parameters);
}

/** The rows of a table by the values of a column. */
async function lookUp(route, table, column, values) {
  const wanted = [...new Set(values.filter((value) => value !== undefined && value !== null).map(String))];
  if (wanted.length === 0) return new Map();
  const { rows } = await rowsOf(route, table, { [column]: wanted, limit: 1000 });
  return new Map(rows.map((row) => [String(row[column]), row]));
}
`;
