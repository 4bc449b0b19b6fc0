/** A mistake in the code that uses this package, because Playwright runs specs that do not compile. The message says how it is done. */
export class MistakeError extends Error {
  override readonly name = 'MistakeError';
}

/**
 * What a function is given, checked.
 *
 * @param taker the function with its parameters, such as `in(project)`
 * @param names the properties that it reads
 * @param from the call that gives such a thing
 */
export function given<Thing>(taker: string, thing: Thing, names: readonly string[], from?: string): Thing {
  const isObject = typeof thing === 'object' && thing !== null;
  if (isObject && names.every((name) => Reflect.get(thing, name) !== undefined)) return thing;
  const source = from === undefined ? '' : `, as ${from} gives it`;
  throw new MistakeError(`${taker} takes what has ${names.join(' and ')}${source}. ${wasGiven(thing)}`);
}

/** The same for several things. @param names the properties that it reads of each */
export function allGiven<Thing>(
  taker: string,
  things: readonly Thing[],
  names: readonly string[],
  from?: string,
): readonly Thing[] {
  const list: unknown = things;
  if (!Array.isArray(list)) throw new MistakeError(`${taker} takes a list. ${wasGiven(list)}`);
  return things.map((thing) => given(taker, thing, names, from));
}

/** Without values: one may be a password. */
export function wasGiven(value: unknown): string {
  if (typeof value !== 'object' || value === null)
    return `It was given ${value === undefined || value === null ? 'nothing' : `a ${typeof value}`}.`;
  if ('then' in value) return 'It was given a promise: write `await` before what gives it.';
  if ('build' in value && typeof value.build === 'function') return 'It was given a builder: say build() at its end.';
  if (Array.isArray(value)) return 'It was given a list.';
  const { name = 'Object' } = (value.constructor as { readonly name?: string } | undefined) ?? {};
  if (name !== 'Object') return `It was given ${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}.`;
  return `It was given an object with ${Object.keys(value).join(', ') || 'nothing in it'}.`;
}
