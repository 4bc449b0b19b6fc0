export interface FoundPath<Value> {
  readonly value: Value;
  readonly parameters: Readonly<Record<string, string>>;
}

type NumberedStep = readonly [at: number, step: string];

interface Row<Value> {
  /** The literal steps with their places, the last first, in which paths differ most. */
  readonly literals: readonly NumberedStep[];
  readonly parameters: readonly NumberedStep[];
  /** The path without the names of parameters. */
  readonly pattern: string;
  /** A text that sorts paths: at the first step in which two differ, a literal goes before a parameter. */
  readonly shape: string;
  readonly value: Value;
}

/** Finds values by method and path. A literal step goes before a parameter. */
export class PathTable<Value> {
  /** By method and number of steps. */
  readonly #rows = new Map<string, Row<Value>[]>();

  /** Puts a value at a method and a path such as `/issue/{issueId}`, in place of the one that is there. */
  set(method: string, path: string, value: Value): void {
    const steps = stepsOf(path);
    const key = `${method} ${steps.length}`;
    const isParameter = ([, step]: NumberedStep) => step.startsWith('{');
    const places = [...steps.entries()];
    const literals = places.filter((place) => !isParameter(place)).reverse();
    const shape = places.map((place) => Number(isParameter(place))).join('');
    const pattern = places.map((place) => (isParameter(place) ? '{}' : place[1])).join('/');
    const row = { literals, parameters: places.filter(isParameter), pattern, shape, value };
    const others = (this.#rows.get(key) ?? []).filter((other) => other.pattern !== pattern);
    this.#rows.set(
      key,
      [...others, row].sort((one, other) => Number(one.shape > other.shape) - Number(one.shape < other.shape)),
    );
  }

  /** The value for a method and a path as it was sent. @throws URIError for a path that can't be decoded */
  find(method: string, path: string): FoundPath<Value> | undefined {
    const sent = stepsOf(path);
    if (path.includes('%')) for (const [at, step] of sent.entries()) sent[at] = decodeURIComponent(step);
    const rows = this.#rows.get(`${method} ${sent.length}`) ?? [];
    const found = rows.find(({ literals }) => literals.every(([at, step]) => sent[at] === step));
    if (found === undefined) return undefined;
    const parameters = found.parameters.map(([at, step]) => [step.slice(1, -1), sent[at]] as const);
    return { value: found.value, parameters: Object.fromEntries(parameters) as FoundPath<Value>['parameters'] };
  }
}

/** The steps of a path; a slash at its end does not count. */
function stepsOf(path: string): string[] {
  const steps = path.split('/');
  if (steps.length > 2 && steps.at(-1) === '') steps.pop();
  return steps;
}
