/** Numbers up to this are counts, positions and statuses, which tell failures apart; larger ones are data. */
const LARGEST_COUNT = 999;

/** A value, with the name of its property if it has one: a quoted string, a URL, a date, or a word with digits in it. */
const VALUE =
  /(?:"([^"\n]*)"\s*:\s*)?("(?:[^"\\]|\\.)*"|https?:\/\/[^\s"')]*[\w/]|\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?|[\w%]*\d[\w%.]*)/g;

/** The names of the kinds of ids, by the part of the path before the id. */
const kinds: Readonly<Record<string, string>> = { issuetype: 'issueType', requesttype: 'requestType' };

/**
 * Replaces values that differ in each run by names: ids, keys, dates and words of random data. The same id of the same
 * kind has the same name everywhere in a failure, so that a reader still knows which row it is about.
 */
export class Normalizer {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** A text, such as a line of a message, in which values are replaced and names of properties stay. */
  text(text: string): string {
    return text.replaceAll(VALUE, (_, key: string | undefined, token: string) => {
      const value = this.#token(token, key);
      return key === undefined ? value : `${keyOf(key)}: ${value}`;
    });
  }

  title(title: string): string {
    const [, method, path = ''] = /^([A-Z]+) (\/\S*)$/.exec(title) ?? [];
    return method === undefined ? this.text(title) : `${method} ${this.path(path)}`;
  }

  value(value: unknown, key?: string): string {
    if (typeof value === 'string') return this.string(value, key);
    if (typeof value === 'number') return this.#number(String(value), key);
    if (Array.isArray(value)) return `[${unique(value.map((one) => this.value(one, key))).join(', ')}]`;
    if (typeof value !== 'object' || value === null) return String(value);
    const parts = Object.entries(value).map(([name, one]) => `${keyOf(name)}: ${this.value(one, name)}`);
    return `{${parts.sort().join(', ')}}`;
  }

  string(value: string, key?: string): string {
    if (isFixed(value)) return JSON.stringify(value);
    return isId(key) && /^\d+$/.test(value) ? `text ${this.#nameOf(value, kindOf(key))}` : 'text';
  }

  /** The path of a URL without the tracker's address: ids and keys are replaced, and of a query only the names stay. */
  path(path: string): string {
    const [before = '', query = ''] = path.replace(/^.*?(?=\/rest\/)/, '').split('?', 2);
    const all = before.split('/');
    const parts = all.map((part, index) => {
      if (isWord(part)) return part;
      const kind = all[index - 1] ?? '';
      return /^\d+$/.test(part) ? this.#nameOf(part, kinds[kind] ?? kind) : 'key';
    });
    const names = query === '' ? [] : unique(query.split('&').map((one) => one.split('=', 1)[0] ?? ''));
    return `${parts.join('/')}${names.length > 0 ? `?${names.join('&')}` : ''}`;
  }

  #token(token: string, key: string | undefined): string {
    if (token.startsWith('"')) return this.string(token.slice(1, -1), key);
    if (!token.startsWith('http')) return this.#number(token, key);
    return token.includes('/rest/') ? this.path(token) : 'url';
  }

  #number(token: string, key: string | undefined): string {
    if (!/^\d+$/.test(token)) return /^\d{4}-\d\d-\d\d/.test(token) ? 'date' : 'text';
    if (isId(key)) return this.#nameOf(token, kindOf(key));
    return Number(token) <= LARGEST_COUNT ? token : 'number';
  }

  #nameOf(value: string, kind: string): string {
    const known = this.#names.get(`${kind} ${value}`);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const name = `${kind}#${count}`;
    this.#names.set(`${kind} ${value}`, name);
    return name;
  }
}

export function unique(all: readonly string[]): string[] {
  return [...new Set(all)];
}

export function countedOnce(all: readonly string[]): string[] {
  return unique(all).map((one) => {
    const count = all.filter((other) => other === one).length;
    return count === 1 ? one : `${one} (${count} times)`;
  });
}

/** The name of a property; one that is data itself, such as the name of a user, is replaced. */
export function keyOf(key: string): string {
  return /^[A-Za-z_$][A-Za-z_-]*$|^customfield_\d+$/.test(key) ? key : '*';
}

function isId(key: string | undefined): key is string {
  return key !== undefined && /^id$|Ids?$/.test(key);
}

function kindOf(key: string): string {
  return key.replace(/Ids?$/, '');
}

/** Whether a part of a path belongs to the API: a word, or the number of a version. */
function isWord(part: string): boolean {
  return /^[a-z][a-z-]*$|^[a-z]+[A-Z][a-zA-Z]+$|^\d(\.\d)?$|^$/.test(part);
}

/** Words that the documents and the tracker give a meaning. Names of fields and attributes are told by their form. */
const vocabulary = new Set([
  '',
  ' ',
  'To do',
  'In progress',
  'Pass',
  'Fail',
  'Test Case Template',
  'Test Case',
  'Test Plan',
  'Create',
]);

function isFixed(text: string): boolean {
  return vocabulary.has(text) || /^customfield_\d+$/.test(text) || /^[a-z]+[A-Z][A-Za-z]*$/.test(text);
}
