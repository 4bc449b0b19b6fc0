import * as z from 'zod';
import { SetupError } from '../../../fixtures/errors.js';
import type { PlanClient } from './plan-client.js';
import { statusSchema } from './seen-case.js';
import type { SeenCase } from './seen-case.js';

const MOST_MOVES = 10;

type Status = SeenCase['status'];

/** An issue with the transitions that it may go through. */
const lookSchema = z.looseObject({
  fields: z.looseObject({ status: statusSchema }),
  transitions: z.array(z.looseObject({ id: z.string(), to: statusSchema })),
});

type Transition = z.infer<typeof lookSchema>['transitions'][number];

/** Moves cases through the workflow of their project. What a status leads to is asked once for all cases. */
export class CaseMover {
  readonly #client: PlanClient;
  readonly #transitions = new Map<string, readonly Transition[]>();

  constructor(client: PlanClient) {
    this.#client = client;
  }

  /**
   * Moves a case to a status by the fewest transitions that are known to lead there, or else through the nearest status
   * whose transitions are unknown. It enters no other final status, because no test had that result.
   *
   * @returns why it could not be moved there; undefined if it was
   */
  async move({ key, status }: SeenCase, target: string): Promise<string | undefined> {
    let now = status;
    for (let moves = 0; moves < MOST_MOVES && now.name !== target; moves += 1) {
      if (!this.#transitions.has(now.id)) now = await this.#look(key);
      if (now.name === target) break;
      const next = this.#firstStep(now, target);
      const ways = this.#transitions.get(now.id) ?? [];
      if (next === undefined) return `no transition leads from ${now.name} to ${target}; there are ${namesOf(ways)}`;
      now = await this.#enter(key, now, next);
    }
    return now.name === target ? undefined : `it was not in ${target} after ${MOST_MOVES} transitions`;
  }

  /** Goes through a transition. @returns the new status: another one if another user has moved the case meanwhile */
  async #enter(issueIdOrKey: string, from: Status, { id, to }: Transition): Promise<Status> {
    const { api } = this.#client;
    try {
      await api.transitionIssue({ issueIdOrKey, body: { transition: { id } } });
      return to;
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      const now = await this.#look(issueIdOrKey);
      if (now.id === from.id) throw error;
      return now;
    }
  }

  /** The first transition of the shortest way to a status, or else to the nearest one not seen yet; undefined if none. */
  #firstStep(from: Status, target: string): Transition | undefined {
    const reached = new Set([from.id]);
    let nearestUnknown: Transition | undefined;
    let front: { readonly first: Transition | undefined; readonly at: Status }[] = [{ first: undefined, at: from }];
    while (front.length > 0) {
      const next: typeof front = [];
      for (const { first, at } of front) {
        for (const way of this.#transitions.get(at.id) ?? []) {
          const step = { first: first ?? way, at: way.to };
          if (way.to.name === target) return step.first;
          if (reached.has(way.to.id) || way.to.category === 'done') continue;
          reached.add(way.to.id);
          if (this.#transitions.has(way.to.id)) next.push(step);
          else nearestUnknown ??= step.first;
        }
      }
      front = next;
    }
    return nearestUnknown;
  }

  /** Reads the status of a case and the transitions from it. Another user may have moved the case. */
  async #look(issueIdOrKey: string): Promise<Status> {
    const query = { fields: 'status', expand: 'transitions' };
    const { fields, transitions } = lookSchema.parse(await this.#client.api.getIssue({ issueIdOrKey, query }));
    this.#transitions.set(fields.status.id, transitions);
    return fields.status;
  }
}

function namesOf(ways: readonly Transition[]): string {
  return ways.length === 0 ? 'none' : `those to ${ways.map(({ to }) => to.name).join(', ')}`;
}
