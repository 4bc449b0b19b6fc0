/** A path without query, in steps: literal ones, and parameters such as `:id`. */
interface Node<Value> {
  readonly literal: Map<string, Node<Value>>;
  parameter: Node<Value> | undefined;
  /** By method, what is at the path that ends here, with the names of its parameters. */
  readonly ends: Map<string, { readonly value: Value; readonly names: readonly string[] }>;
}

/** What was found at a path. */
export interface Found<Value> {
  readonly value: Value;
  readonly parameters: Readonly<Record<string, string>>;
}

/** How many characters a parameter may have. */
const LIMIT = 2_000;

/** Finds values by method and path. A literal step goes before a parameter. */
export class PathTree<Value> {
  readonly #root: Node<Value> = emptyNode();

  /** Puts a value at a method and a path such as `/issue/:issueId`. */
  set(method: string, path: string, value: Value): void {
    const names: string[] = [];
    let node = this.#root;
    for (const step of stepsOf(path)) {
      let next = step.startsWith(':') ? node.parameter : node.literal.get(step);
      if (next === undefined) {
        next = emptyNode<Value>();
        if (step.startsWith(':')) node.parameter = next;
        else node.literal.set(step, next);
      }
      if (step.startsWith(':')) names.push(step.slice(1));
      node = next;
    }
    node.ends.set(method, { value, names });
  }

  /** The value for a method and a path as it was sent. @throws URIError for a path that can't be decoded */
  find(method: string, path: string): Found<Value> | undefined {
    const steps = stepsOf(path);
    if (path.includes('%')) for (const [at, step] of steps.entries()) steps[at] = decodeURIComponent(step);
    const values: string[] = [];
    const end = search(this.#root, method, steps, 0, values);
    if (end === undefined) return undefined;
    const parameters: Record<string, string> = {};
    for (const [at, name] of end.names.entries()) parameters[name] = values[at] as string;
    return { value: end.value, parameters };
  }
}

function emptyNode<Value>(): Node<Value> {
  return { literal: new Map(), parameter: undefined, ends: new Map() };
}

/** The steps of a path; a slash at its end does not count. */
function stepsOf(path: string): string[] {
  const steps = path.split('/');
  if (steps.length > 2 && steps.at(-1) === '') steps.pop();
  return steps;
}

function search<Value>(
  node: Node<Value>,
  method: string,
  steps: readonly string[],
  at: number,
  values: string[],
): ReturnType<Node<Value>['ends']['get']> {
  const step = steps[at];
  if (step === undefined) return node.ends.get(method);
  const literal = node.literal.get(step);
  const found = literal && search(literal, method, steps, at + 1, values);
  if (found !== undefined || node.parameter === undefined || step.length > LIMIT) return found;
  values.push(step);
  const other = search(node.parameter, method, steps, at + 1, values);
  if (other === undefined) values.pop();
  return other;
}
