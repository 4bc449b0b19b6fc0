import { counted } from '../../../contracts/counted.js';
import { stepsField } from '../../../contracts/index.js';
import { SetupError } from '../../../client/errors.js';
import { changesOfCase, markOf, writesAnything } from './changes-of-case.js';
import type { CaseChanges } from './changes-of-case.js';
import { PublishError } from './find-plan.js';
import type { Publication, PublishChoice } from './find-plan.js';
import type { PlanClient } from './plan-client.js';
import { readCaseRecord, storeCaseRecord } from './run-link.js';
import type { SeenCase } from './plan-cases.js';
import type { WantedCase } from './wanted-cases.js';
import * as z from 'zod';
import { statusSchema } from './plan-cases.js';

export interface PublishedCase {
  /** Undefined if the case does not exist, for example in a dry run that would make it. */
  readonly key: string | undefined;
  readonly title: string;
  readonly outcome: WantedCase['outcome'];
  /** The changes that were made, or would be, a sentence each; empty if the run had been published there. */
  readonly changes: readonly string[];
  readonly notes: readonly string[];
  readonly problem?: string;
}

export async function publishCase(
  publication: Publication,
  mover: CaseMover,
  wanted: WantedCase,
  seen: SeenCase,
): Promise<PublishedCase> {
  refuseUnknownStatus(seen, publication.choice.stepStatuses);
  const record = await readCaseRecord(publication.client, seen.key);
  const changes = changesOfCase(publication, wanted, seen, record);
  const told = { key: seen.key, title: seen.summary, outcome: wanted.outcome };
  if (changes === undefined) return { ...told, changes: [], notes: [] };
  const isDry = publication.choice.dryRun;
  const { refusals, stuck } = isDry ? { refusals: [] } : await write(publication, mover, wanted, seen, changes);
  const notes = [...changes.notes, ...refusals];
  if (stuck === undefined) return { ...told, changes: describe(changes), notes };
  const problem = `its status, as ${stuck}. If the project calls its statuses otherwise, say so by caseStatuses (--passed, --failed)`;
  return { ...told, changes: [], notes, problem };
}

async function write(
  publication: Publication,
  mover: CaseMover,
  wanted: WantedCase,
  seen: SeenCase,
  changes: CaseChanges,
): Promise<{ readonly refusals: readonly string[]; readonly stuck?: string | undefined }> {
  const { client, run } = publication;
  const { api, fields } = client;
  const issueId = Number(seen.id);
  const failed = wanted.steps.filter(({ status }) => status === 'failed').length;
  const of = wanted.steps.length === 0 ? '' : `, ${failed} of ${counted(wanted.steps.length, 'step')} failed`;
  const remarks = wanted.remarks.length === 0 ? '' : ` (${wanted.remarks.join('; ')})`;
  const said = `${wanted.outcome}${of}${remarks}`;
  // The record comes first: if the publisher is killed, the next one can tell its writing from other people's.
  if (writesAnything(changes)) await storeCaseRecord(publication, seen.key, said, changes.begun);
  if (changes.rows !== undefined) {
    const table = stepsField({ fields, rowsProperty: fields.rows }, changes.rows);
    await api.editIssue({ issueIdOrKey: seen.key, body: { fields: table } });
  }
  if (changes.statuses.length > 0) await api.setStepStatuses({ body: { issueId, rows: [...changes.statuses] } });
  const refusals: string[] = [];
  for (const { rowIndex, comment, file } of changes.failures) {
    const refusal = file === undefined ? undefined : await attach(client, issueId, rowIndex, file);
    if (refusal !== undefined) refusals.push(`step ${rowIndex + 1}: ${refusal}`);
    if (comment !== undefined) {
      const parts = [comment, refusal, markOf(run)].filter((part) => part !== undefined);
      await api.addStepComment({ body: { issueId, rowIndex, comment: parts.join('\n') } });
    }
  }
  if (changes.comment !== undefined) {
    await api.addComment({ issueIdOrKey: seen.key, body: { body: `${changes.comment}\n${markOf(run)}` } });
  }
  const stuck = changes.target === undefined ? undefined : await mover.move(seen, changes.target);
  // A case that did not reach its status stays begun, so that the next publisher tries again.
  if (stuck === undefined) await storeCaseRecord(publication, seen.key, said, changes.done);
  return { refusals, stuck };
}

/** Attaches a file to a step. @returns why the tracker refused the file; undefined if it is attached */
async function attach(
  { api }: PlanClient,
  issueId: number,
  rowIndex: number,
  { name, text }: { readonly name: string; readonly text: string },
): Promise<string | undefined> {
  try {
    await api.addStepAttachments({
      query: { issueId: String(issueId), rowIndex: String(rowIndex) },
      files: [{ name, mimeType: 'text/plain', buffer: Buffer.from(text) }],
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof SetupError) || error.status < 400 || error.status >= 500) throw error;
    return `the tracker refused its file ${name} (${error.status})`;
  }
}

/** @throws PublishError if the project has no step status of a name that is to be written */
function refuseUnknownStatus({ key, statuses }: SeenCase, names: PublishChoice['stepStatuses']): void {
  const unknown = Object.values(names).filter((name) => statuses?.includes(name) === false);
  if (unknown.length === 0) return;
  throw new PublishError(
    `The project of ${key} has no step status ${unknown.join(' and none ')}; it has ${(statuses ?? []).join(', ')}. ` +
      'Say by stepStatuses (--passed, --failed) what it calls them.',
  );
}

function describe({ rows, statuses, failures, comment, target }: CaseChanges): string[] {
  const names = [...new Set(statuses.map(({ status }) => status))];
  return [
    ...(rows === undefined ? [] : [`gets ${counted(rows.filter(({ isGroup }) => !isGroup).length, 'step')}`]),
    ...names.map((name) => {
      const count = statuses.filter(({ status }) => status === name).length;
      return `${counted(count, 'step')} to ${name}`;
    }),
    ...failures.map(({ rowIndex }) => `step ${rowIndex + 1} gets a comment and a file`),
    ...(comment === undefined ? [] : ['gets a comment']),
    ...(target === undefined ? [] : [`moves to ${target}`]),
    'links to the run',
  ];
}

const MOST_MOVES = 10;

type Status = SeenCase['status'];

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

  /** Moves a case by the fewest known transitions, through no other final status. @returns why it could not */
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
