import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

export const load = createRequire(join(process.env.CLIENT_MODULES, 'of-clients.js'));

function say(line) {
  console.log(JSON.stringify(line));
}

/**
 * Calls, and compares what is seen of the result with what is expected.
 *
 * @param seen what is seen of a result: a function of it, or where it stands there, such as `fields.0.name`
 * @returns the result; undefined if the call failed
 */
export async function check(call, act, expected, seen = (result) => result) {
  try {
    const result = await act();
    const found = typeof seen === 'string' ? valueAt(result, seen.split('.')) : await seen(result);
    if (isDeepStrictEqual(found, expected)) say({ call, passed: true });
    else say({ call, passed: false, reason: `expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}` });
    return result;
  } catch (error) {
    say({ call, passed: false, reason: wordsOf(error) });
    return undefined;
  }
}

/** `check` for the calls of a client by their names: `call('issues.getIssue', ['DEMO-1'], 'DEMO-1', 'key')`. */
export function checkCalls(client) {
  return (name, args, expected, seen) => {
    const path = name.split('.');
    const method = path.pop();
    const owner = valueAt(client, path);
    return check(name, () => owner[method](...args), expected, seen);
  };
}

/** What is seen of an issue after a call: `field('status.name')`, or `field('components', names)`. */
export function fieldsOf(get) {
  return (path, see = (value) => value) => {
    const [name, ...parts] = path.split('.');
    return async () => see(valueAt(await get(name), parts));
  };
}

function valueAt(whole, path) {
  return path.reduce((part, key) => part[key], whole);
}

function wordsOf(error) {
  const words = error?.response?.data ?? error?.body ?? error?.message ?? error;
  return (typeof words === 'string' ? words : JSON.stringify(words)).split('\n')[0].slice(0, 300);
}

export const names = (rows) => rows.map(({ name }) => name);

export const url = new URL(process.env.TRACKER_URL);
