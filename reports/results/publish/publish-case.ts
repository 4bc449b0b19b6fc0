import { counted } from '../../../contracts/counted.js';
import { stepsField } from '../../../contracts/index.js';
import { SetupError } from '../../../fixtures/errors.js';
import { changesOfCase, writesAnything } from './changes-of-case.js';
import type { CaseChanges, StatusNames } from './changes-of-case.js';
import type { CaseMover } from './move-case.js';
import { PublishError } from './find-plan.js';
import type { PlanClient } from './plan-client.js';
import { readCaseRecord, storeCaseRecord } from './run-link.js';
import type { RunLink } from './run-link.js';
import type { SeenCase } from './seen-case.js';
import type { Results } from '../../../contracts/report/results.js';
import type { WantedCase } from './wanted-cases.js';

/** The result of publishing one case, or the forecast in a dry run. */
export interface PublishedCase {
  /** Undefined if the case does not exist, for example in a dry run that would make it. */
  readonly key: string | undefined;
  readonly title: string;
  readonly outcome: WantedCase['outcome'];
  /** The changes that were made, or would be, a sentence each; empty if the run had been published there. */
  readonly changes: readonly string[];
  /** The values of people that were kept, and the results that could not be shown. */
  readonly notes: readonly string[];
  readonly problem?: string;
}

export interface PublishContext {
  readonly client: PlanClient;
  readonly mover: CaseMover;
  readonly run: Results['run'];
  readonly link: Omit<RunLink, 'text'>;
  readonly names: StatusNames;
  readonly dryRun: boolean;
}

export async function publishCase(context: PublishContext, wanted: WantedCase, seen: SeenCase): Promise<PublishedCase> {
  const { client, names, dryRun } = context;
  refuseUnknownStatus(seen, names);
  const record = await readCaseRecord(client, seen.key);
  const changes = changesOfCase(wanted, seen, record, context.run, names);
  const told = { key: seen.key, title: seen.summary, outcome: wanted.outcome };
  if (changes === undefined) return { ...told, changes: [], notes: [] };
  if (dryRun) return { ...told, changes: describe(changes), notes: changes.notes };
  const { refusals, stuck } = await write(context, wanted, seen, changes);
  const notes = [...changes.notes, ...refusals];
  if (stuck === undefined) return { ...told, changes: describe(changes), notes };
  const problem = `its status, as ${stuck}. If the project calls its statuses otherwise, say so by caseStatuses (--passed, --failed)`;
  return { ...told, changes: [], notes, problem };
}

async function write(
  { client, mover, link }: PublishContext,
  wanted: WantedCase,
  seen: SeenCase,
  changes: CaseChanges,
): Promise<{ readonly refusals: readonly string[]; readonly stuck: string | undefined }> {
  const { api, fields } = client;
  const issueId = Number(seen.id);
  const failed = wanted.steps.filter(({ status }) => status === 'failed').length;
  const of = wanted.steps.length === 0 ? '' : `, ${failed} of ${counted(wanted.steps.length, 'step')} failed`;
  const remarks = wanted.remarks.length === 0 ? '' : ` (${wanted.remarks.join('; ')})`;
  const said = { ...link, text: `${wanted.outcome}${of}${remarks}` };
  // The record comes first: if the publisher is killed, the next one can tell its writing from other people's.
  if (writesAnything(changes)) await storeCaseRecord(client, seen.key, said, changes.begun);
  if (changes.rows !== undefined) {
    await api.editIssue({
      issueIdOrKey: seen.key,
      body: { fields: stepsField({ fields, rowsProperty: fields.rows }, changes.rows) },
    });
  }
  if (changes.statuses.length > 0) await api.setStepStatuses({ body: { issueId, rows: [...changes.statuses] } });
  const refusals: string[] = [];
  for (const { rowIndex, comment, file } of changes.failures) {
    const refusal = file === undefined ? undefined : await attach(client, issueId, rowIndex, file);
    if (refusal !== undefined) refusals.push(`step ${rowIndex + 1}: ${refusal}`);
    if (comment !== undefined) {
      const parts = [comment, refusal, changes.mark].filter((part) => part !== undefined);
      await api.addStepComment({ body: { issueId, rowIndex, comment: parts.join('\n') } });
    }
  }
  if (changes.comment !== undefined) {
    await api.addComment({ issueIdOrKey: seen.key, body: { body: `${changes.comment}\n${changes.mark}` } });
  }
  const stuck = changes.target === undefined ? undefined : await mover.move(seen, changes.target);
  // A case that did not reach its status stays begun, so that the next publisher tries again.
  if (stuck === undefined) await storeCaseRecord(client, seen.key, said, changes.done);
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
function refuseUnknownStatus({ key, statuses }: SeenCase, { step }: StatusNames): void {
  const unknown = Object.values(step).filter((name) => statuses?.includes(name) === false);
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
