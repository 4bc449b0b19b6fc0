/** Steps of a builder that describe what can't be valid: an error of the code that takes them. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
}

/**
 * What a step is given, checked, because Playwright runs specs that do not compile.
 *
 * @param step the step with its parameters, such as `in(project)`
 * @param names what the step reads of it
 * @param from the call that gives such a thing
 */
export function given<Thing>(step: string, thing: Thing, names: readonly string[], from?: string): Thing {
  const isObject = typeof thing === 'object' && thing !== null;
  if (isObject && names.every((name) => Reflect.get(thing, name) !== undefined)) return thing;
  if (isObject && 'then' in thing)
    throw new BuildError(`${step} was given a promise. Write \`await\` before what gives it.`);
  const source = from === undefined ? '' : `, as ${from} gives it`;
  throw new BuildError(`${step} takes what has ${names.join(' and ')}${source}. It was given ${kindOf(thing)}.`);
}

/** The same for several things. @param names what the step reads of each */
export function allGiven<Thing>(
  step: string,
  things: readonly Thing[],
  names: readonly string[],
  from?: string,
): readonly Thing[] {
  const list: unknown = things;
  if (!Array.isArray(list)) throw new BuildError(`${step} takes a list. It was given ${kindOf(list)}.`);
  return things.map((thing) => given(step, thing, names, from));
}

/** Without values: one may be a password. */
function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'object') return `a ${typeof value}`;
  return `an object with ${Object.keys(value).join(', ') || 'nothing'}`;
}
