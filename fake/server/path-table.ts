/** What was found at a path. */
export interface Found<Value> {
  readonly value: Value;
  readonly parameters: Readonly<Record<string, string>>;
}

/** How many characters a parameter may have. */
const LIMIT = 2_000;

type Place = readonly [at: number, step: string];

/** A value at a path. */
interface Row<Value> {
  /** The literal steps with their places, the last first, in which paths differ most. */
  readonly literals: readonly Place[];
  readonly parameters: readonly Place[];
  /** A text that sorts paths: at the first step in which two differ, a literal goes before a parameter. */
  readonly shape: string;
  readonly value: Value;
}

/** Finds values by method and path. A literal step goes before a parameter. */
export class PathTable<Value> {
  /** By method and number of steps. */
  readonly #rows = new Map<string, Row<Value>[]>();

  /** Puts a value at a method and a path such as `/issue/{issueId}`. */
  set(method: string, path: string, value: Value): void {
    const steps = stepsOf(path);
    const key = `${method} ${steps.length}`;
    const isParameter = ([, step]: Place) => step.startsWith('{');
    const places = [...steps.entries()];
    const literals = places.filter((place) => !isParameter(place)).reverse();
    const shape = places.map((place) => Number(isParameter(place))).join('');
    const row = { literals, parameters: places.filter(isParameter), shape, value };
    this.#rows.set(key, [...(this.#rows.get(key) ?? []), row]);
  }

  /** The value for a method and a path as it was sent. @throws URIError for a path that can't be decoded */
  find(method: string, path: string): Found<Value> | undefined {
    const sent = stepsOf(path);
    if (path.includes('%')) for (const [at, step] of sent.entries()) sent[at] = decodeURIComponent(step);
    const rows = this.#rows.get(`${method} ${sent.length}`) ?? [];
    const [found] = rows
      .filter(({ literals }) => literals.every(([at, step]) => sent[at] === step))
      .filter(({ parameters }) => parameters.every(([at]) => (sent[at] ?? '').length <= LIMIT))
      .sort((one, other) => one.shape.localeCompare(other.shape, 'en'));
    if (found === undefined) return undefined;
    const parameters = found.parameters.map(([at, step]) => [step.slice(1, -1), sent[at]] as const);
    return { value: found.value, parameters: Object.fromEntries(parameters) as Found<Value>['parameters'] };
  }
}

/** The steps of a path; a slash at its end does not count. */
function stepsOf(path: string): string[] {
  const steps = path.split('/');
  if (steps.length > 2 && steps.at(-1) === '') steps.pop();
  return steps;
}
