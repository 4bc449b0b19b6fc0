/** What was found at a path. */
export interface Found<Value> {
  readonly value: Value;
  readonly parameters: Readonly<Record<string, string>>;
}

/** How many characters a parameter may have. */
const LIMIT = 2_000;

/** Finds values by method and path. A literal step goes before a parameter. */
export class PathTable<Value> {
  /** By method and number of steps. */
  readonly #rows = new Map<string, { readonly steps: readonly string[]; readonly value: Value }[]>();

  /** Puts a value at a method and a path such as `/issue/{issueId}`. */
  set(method: string, path: string, value: Value): void {
    const steps = stepsOf(path);
    const rows = this.#rows.get(`${method} ${steps.length}`) ?? [];
    this.#rows.set(`${method} ${steps.length}`, rows);
    rows.push({ steps, value });
  }

  /** The value for a method and a path as it was sent. @throws URIError for a path that can't be decoded */
  find(method: string, path: string): Found<Value> | undefined {
    const sent = stepsOf(path).map((step) => (step.includes('%') ? decodeURIComponent(step) : step));
    const rows = this.#rows.get(`${method} ${sent.length}`) ?? [];
    const [found] = rows
      .filter(({ steps }) => steps.every((step, at) => matches(step, sent[at] ?? '')))
      .sort((one, other) => shapeOf(one.steps).localeCompare(shapeOf(other.steps), 'en'));
    if (found === undefined) return undefined;
    const parameters = found.steps.flatMap((step, at) => (isParameter(step) ? [[step.slice(1, -1), sent[at]]] : []));
    return { value: found.value, parameters: Object.fromEntries(parameters) as Found<Value>['parameters'] };
  }
}

/** The steps of a path; a slash at its end does not count. */
function stepsOf(path: string): string[] {
  const steps = path.split('/');
  if (steps.length > 2 && steps.at(-1) === '') steps.pop();
  return steps;
}

function isParameter(step: string): boolean {
  return step.startsWith('{');
}

function matches(step: string, sent: string): boolean {
  return step === sent || (isParameter(step) && sent.length <= LIMIT);
}

/** A text that sorts paths: at the first step in which two differ, a literal goes before a parameter. */
function shapeOf(steps: readonly string[]): string {
  return steps.map((step) => Number(isParameter(step))).join('');
}
