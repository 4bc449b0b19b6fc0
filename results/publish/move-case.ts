import type { PlanClient } from './plan-client.js';
import type { SeenCase } from './seen-case.js';

/** How many transitions a case is moved through at most. */
const MOST_MOVES = 6;

type Status = SeenCase['status'];

/** A transition of a workflow. */
interface Transition {
  readonly id: string;
  readonly to: Status;
}

/** Moves cases through the workflow of their project. What a status leads to is asked once for all cases. */
export class CaseMover {
  readonly #client: PlanClient;
  readonly #transitions = new Map<string, Promise<readonly Transition[]>>();

  constructor(client: PlanClient) {
    this.#client = client;
  }

  /**
   * Moves a case to a status: at once, or through statuses that are not final.
   *
   * @returns why it could not be moved there; undefined if it was
   */
  async move({ key, status }: SeenCase, target: string): Promise<string | undefined> {
    const visited = new Set<string>();
    let now = status;
    for (let moves = 0; moves < MOST_MOVES && now.name !== target; moves += 1) {
      visited.add(now.id);
      const ways = await this.#ways(key, now);
      const next =
        ways.find(({ to }) => to.name === target) ??
        ways.find(({ to }) => !visited.has(to.id) && to.category !== 'done') ??
        ways.find(({ to }) => !visited.has(to.id));
      if (next === undefined) return `no transition leads from ${now.name} to ${target}; there are ${namesOf(ways)}`;
      await this.#client.api.transitionIssue({ issueIdOrKey: key, body: { transition: { id: next.id } } });
      now = next.to;
    }
    return now.name === target ? undefined : `it was not in ${target} after ${MOST_MOVES} transitions`;
  }

  #ways(key: string, { id }: Status): Promise<readonly Transition[]> {
    const known = this.#transitions.get(id);
    if (known !== undefined) return known;
    const asked = this.#ask(key);
    this.#transitions.set(id, asked);
    return asked;
  }

  async #ask(issueIdOrKey: string): Promise<readonly Transition[]> {
    const { transitions } = await this.#client.api.listTransitions({ issueIdOrKey });
    return transitions.map(({ id, to }) => {
      const { statusCategory } = to as { readonly statusCategory?: { readonly key?: string } };
      return { id: id, to: { id: to.id, name: to.name, category: statusCategory?.key ?? 'undefined' } };
    });
  }
}

function namesOf(ways: readonly Transition[]): string {
  return ways.length === 0 ? 'none' : `those to ${ways.map(({ to }) => to.name).join(', ')}`;
}
