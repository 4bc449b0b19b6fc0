import type { Grantee } from '../../contracts/index.js';
import type { Tables } from './tables.js';

/** How many problems a message names. */
const NAMED = 20;

/** A world that can't be loaded: its message names the first problems and their places in the document. */
export class WorldError extends Error {
  override readonly name = 'WorldError';

  constructor(problems: readonly string[]) {
    const more = problems.length > NAMED ? [`${problems.length - NAMED} more problems`] : [];
    const named = [...problems.slice(0, NAMED), ...more].map((problem) => `  - ${problem}`);
    super(`The world can't be loaded:\n${named.join('\n')}`);
  }
}

/** Collects problems under the place in the document they stand at. */
export class Problems {
  readonly #list: string[] = [];

  add(place: string, ...problems: readonly (string | false | undefined)[]): void {
    for (const problem of problems) if (typeof problem === 'string') this.#list.push(`${place}: ${problem}`);
  }

  get isEmpty(): boolean {
    return this.#list.length === 0;
  }

  /** @throws WorldError if there are any */
  refuse(): void {
    if (!this.isEmpty) throw new WorldError(this.#list);
  }
}

/** What rows of a world can refer to: each function tells the problem of a reference that leads nowhere. */
export function missingIn({ users, issues, projects, statuses, issueTypes, workflows, connections }: Tables) {
  return {
    user: (key: string) => (users.get(key) === undefined ? `no user with the key ${key}` : undefined),
    issue: (id: number) => (issues.get(id) === undefined ? `no issue ${id}` : undefined),
    project: (id: number) => (projects.get(id) === undefined ? `no project ${id}` : undefined),
    status: (id: number) => (statuses.get(id) === undefined ? `no status ${id}` : undefined),
    issueType: (id: number) => (issueTypes.get(id) === undefined ? `no issue type ${id}` : undefined),
    workflow: (name: string) => (workflows.get(name) === undefined ? `no workflow ${name}` : undefined),
    connection: (id: number) => (connections.get(id) === undefined ? `no connection ${id}` : undefined),
    grantee: (grantee: Grantee) => {
      const isGiven = typeof grantee === 'string' || !('user' in grantee) || users.get(grantee.user) !== undefined;
      return isGiven ? undefined : `a permission is granted to ${grantee.user}, who is no user`;
    },
  };
}
