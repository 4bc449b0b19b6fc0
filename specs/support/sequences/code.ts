/**
 * A value as code, which can be run and be printed: data, names of other values, and calls. A property `...` of an
 * object stands for all properties of another.
 */
export type Code =
  | string
  | number
  | boolean
  | undefined
  | Name
  | Invocation
  | readonly Code[]
  | { readonly [property: string]: Code };

/** The values that code can name: fixtures, helpers, and what earlier lines gave. */
export type Scope = Readonly<Record<string, unknown>>;

/** A value that has a name, such as `project.issueTypes[0].id`; `cases@0` is an item that a list may lack. */
export class Name {
  readonly text: string;
  /** Reads the value, if it is more than a name and properties. */
  readonly #read: ((scope: Scope) => unknown) | undefined;

  constructor(text: string, read?: (scope: Scope) => unknown) {
    this.text = text;
    this.#read = read;
  }

  in(scope: Scope): unknown {
    if (this.#read !== undefined) return this.#read(scope);
    const [first = '', ...rest] = this.text.split(/[.[\]@]+/).filter((part) => part !== '');
    return rest.reduce((value, part) => property(value, part), scope[first] ?? property(globalThis, first));
  }
}

/** A call of a fixture or a helper, and the properties of its result that are meant. */
export class Invocation {
  readonly called: string;
  readonly args: readonly Code[];
  readonly isAwaited: boolean;
  readonly of: readonly Code[];

  constructor(called: string, args: readonly Code[], isAwaited: boolean, of: readonly Code[] = []) {
    this.called = called;
    this.args = args;
    this.isAwaited = isAwaited;
    this.of = of;
  }

  /** A property of the result. */
  at(...of: readonly Code[]): Invocation {
    return new Invocation(this.called, this.args, this.isAwaited, [...this.of, ...of]);
  }
}

/** A value by its name. */
export function name(text: string, read?: (scope: Scope) => unknown): Name {
  return new Name(text, read);
}

/** A call that is waited for. */
export function call(called: string, ...args: readonly Code[]): Invocation {
  return new Invocation(called, args, true);
}

/** A call of a helper that answers at once. */
export function apply(called: string, ...args: readonly Code[]): Invocation {
  return new Invocation(called, args, false);
}

/** Runs code. */
export async function run(code: Code, scope: Scope): Promise<unknown> {
  if (code instanceof Name) return code.in(scope);
  if (code instanceof Invocation) {
    const args: unknown[] = [];
    for (const arg of code.args) args.push(await run(arg, scope));
    const path = code.called.split('.');
    const owner = path.slice(0, -1).reduce<unknown>((value, part) => property(value, part), scope);
    const own = path.length > 1 ? property(owner, path.at(-1) ?? '') : new Name(code.called).in(scope);
    if (typeof own !== 'function') throw new TypeError(`${code.called} is no function.`);
    let result: unknown = await Reflect.apply(own, path.length > 1 ? owner : undefined, args);
    for (const part of code.of) result = property(result, String(await run(part, scope)));
    return result;
  }
  if (Array.isArray(code)) return Promise.all((code as readonly Code[]).map((item) => run(item, scope)));
  if (typeof code !== 'object') return code;
  const { '...': base, ...properties } = code as Readonly<Record<string, Code>>;
  const given = Object.entries(properties).filter(([, value]) => value !== undefined);
  const parts = given.map(async ([key, value]) => [key, await run(value, scope)] as const);
  return { ...((await run(base, scope)) as object | undefined), ...Object.fromEntries(await Promise.all(parts)) };
}

/** Prints code as TypeScript. */
export function print(code: Code): string {
  if (code instanceof Name) return code.text.replaceAll(/(\w+)@(\d+)/g, 'at($1, $2)');
  if (code instanceof Invocation) {
    const text = `${code.called}(${code.args.map(print).join(', ')})`;
    if (code.of.length === 0) return code.isAwaited ? `await ${text}` : text;
    return `${code.isAwaited ? `(await ${text})` : text}${code.of.map(access).join('')}`;
  }
  if (Array.isArray(code)) return `[${(code as readonly Code[]).map(print).join(', ')}]`;
  if (typeof code !== 'object') return typeof code === 'string' ? quoted(code) : String(code);
  const parts = Object.entries(code)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) =>
      value instanceof Name && value.text === key
        ? key
        : key === '...'
          ? `...${print(value)}`
          : `${keyOf(key)}: ${print(value)}`,
    );
  return `{ ${parts.join(', ')} }`;
}

function keyOf(key: string): string {
  return isIdentifier(key) ? key : quoted(key);
}

function access(part: Code): string {
  return typeof part === 'string' && isIdentifier(part) ? `.${part}` : `[${print(part)}]`;
}

function isIdentifier(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text);
}

function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function property(value: unknown, key: string): unknown {
  return value === undefined || value === null ? undefined : (Reflect.get(Object(value) as object, key) as unknown);
}
