/** A row of a Steps table in a JSON value, with its other properties unread. */
export type RawRow = Readonly<Record<string, unknown>> & {
  readonly isGroup: boolean;
  readonly cells: readonly unknown[];
};

/** Every text and number of a JSON value, as text, wherever it stands. The names of properties are among them. */
export function valuesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesIn(item));
  if (isObject(value)) return Object.entries(value).flatMap(([name, part]) => [name, ...valuesIn(part)]);
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

/** Whether a JSON value names an issue anywhere: by its key, also within a text, or by its id. */
export function mentionsIssue(
  value: unknown,
  { id, key }: { readonly id: number | string; readonly key: string },
): boolean {
  const asWord = new RegExp(`(?<![\\w-])${key}(?![\\w-])`);
  return valuesIn(value).some((name) => name === String(id) || asWord.test(name));
}

/**
 * The keys of issues that a JSON value names, each once. A key may stand within a longer text, or be the name of a property.
 * Keys of other projects are left out.
 */
export function issueKeysIn(value: unknown, projectKeys: readonly string[]): string[] {
  const projects = new Set(projectKeys);
  const keys = valuesIn(value).flatMap((name) => name.match(/(?<![\w-])\w+-[1-9]\d*(?![\w-])/g) ?? []);
  return [...new Set(keys.filter((key) => projects.has(projectKeyOf(key))))];
}

/** The rows of a Steps table in a JSON value of any shape; undefined if it has none. */
export function stepsRowsIn(value: unknown): readonly RawRow[] | undefined {
  return findRows(value)?.rows;
}

/**
 * The property of a Steps value that holds the rows, null if the value is the list of rows itself; undefined if they
 * stand nowhere or deeper.
 */
export function stepsRowsPropertyIn(value: unknown): string | null | undefined {
  const path = findRows(value)?.path;
  return path === undefined || path.length > 1 ? undefined : (path[0] ?? null);
}

/** The first list of rows, breadth first, with the properties that lead to it. */
function findRows(root: unknown): { readonly path: readonly string[]; readonly rows: readonly RawRow[] } | undefined {
  const open: { readonly path: readonly string[]; readonly value: unknown }[] = [{ path: [], value: root }];
  for (const { path, value } of open) {
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    const rows = items.filter(isRow);
    if (rows.length > 0 && rows.length === items.length) return { path, rows };
    const parts: [string, unknown][] = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    open.push(...parts.map(([name, part]) => ({ path: [...path, name], value: part })));
  }
  return undefined;
}

function isRow(value: unknown): value is RawRow {
  return isObject(value) && typeof value['isGroup'] === 'boolean' && Array.isArray(value['cells']);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function propertyOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

export function isIssueKey(text: string): boolean {
  return /^[A-Z][A-Z0-9_]*-[1-9]\d*$/.test(text);
}

export function projectKeyOf(issueKey: string): string {
  return issueKey.slice(0, issueKey.lastIndexOf('-'));
}

/**
 * The places in a JSON value that name something, as text: `testPlans[].testCases[].key`. A property name that names it
 * or other data (a number, the key of a project or an issue) is `*`, so that the text is the same for other data; the
 * whole value is `body`. Empty if nothing names it.
 */
export function pathsOf(value: unknown, names: readonly (string | number)[]): string {
  const wanted = new Set(names.map(String));
  const walk = (part: unknown, path: string): string[] => {
    if (Array.isArray(part)) return part.flatMap((item) => walk(item, `${path}[]`));
    if (isObject(part)) {
      return Object.entries(part).flatMap(([name, inner]) => {
        const at = `${path}${path === '' ? '' : '.'}${wanted.has(name) || DATA.test(name) ? '*' : name}`;
        return [...(wanted.has(name) ? [at] : []), ...walk(inner, at)];
      });
    }
    return (typeof part === 'string' || typeof part === 'number') && wanted.has(String(part)) ? [path || 'body'] : [];
  };
  return [...new Set(walk(value, ''))].sort().join(', ');
}

/** Names of data, which no document has for a property: a number, a key of a project, a text with spaces or an issue key. */
const DATA = /^(\d+|[A-Z][A-Z0-9_]+)$|\s|[A-Za-z][A-Za-z0-9_]+-\d+/;

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** UTF-8, or UTF-16 as some shells and editors save it, with a byte order mark or not. @throws TypeError if neither */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  // Such a text begins with a sign of ASCII or with a mark; in UTF-8 neither has these bytes.
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  try {
    return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new TypeError('it is no text in UTF-8 or UTF-16: save it in UTF-8');
  }
}
