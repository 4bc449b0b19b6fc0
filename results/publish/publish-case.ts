import { changesOfCase, writesAnything } from './changes-of-case.js';
import type { CaseChanges, StatusNames } from './changes-of-case.js';
import type { CaseMover } from './move-case.js';
import { PublishError } from './find-plan.js';
import type { PlanClient } from './plan-client.js';
import { readCaseRecord, storeCaseRecord } from './run-link.js';
import type { RunLink } from './run-link.js';
import type { SeenCase } from './seen-case.js';
import type { Results } from '../../contracts/report/results.js';
import type { WantedCase } from './wanted-cases.js';

/** What became of one case, or would become of it. */
export interface PublishedCase {
  /** Undefined in a dry run that would make it. */
  readonly key: string | undefined;
  readonly title: string;
  readonly outcome: WantedCase['outcome'];
  /** What was changed, or would be, a sentence each; empty if the run had been published there. */
  readonly changes: readonly string[];
  /** What was left as a person made it, and what could not be shown. */
  readonly notes: readonly string[];
  /** Why it could not be published. */
  readonly problem?: string;
}

/** What publishing needs beside a case. */
export interface PublishContext {
  readonly client: PlanClient;
  readonly mover: CaseMover;
  readonly run: Results['run'];
  readonly link: Omit<RunLink, 'text'>;
  readonly names: StatusNames;
  readonly dryRun: boolean;
}

/** Takes what a run says of a case to the tracker. @throws SetupError, UnreachableError, PublishError */
export async function publishCase(context: PublishContext, wanted: WantedCase, seen: SeenCase): Promise<PublishedCase> {
  const { client, names, dryRun } = context;
  refuseUnknownStatus(seen, names);
  const record = await readCaseRecord(client, seen.key);
  const changes = changesOfCase(wanted, seen, record, context.run, names);
  const told = { key: seen.key, title: seen.summary, outcome: wanted.outcome };
  if (changes === undefined) return { ...told, changes: [], notes: [] };
  if (dryRun) return { ...told, changes: describe(changes), notes: changes.notes };
  const notes = [...changes.notes, ...(await write(context, wanted, seen, changes))];
  return { ...told, changes: describe(changes), notes };
}

async function write(
  { client, mover, link }: PublishContext,
  wanted: WantedCase,
  seen: SeenCase,
  changes: CaseChanges,
): Promise<string[]> {
  const { api, fields } = client;
  const issueId = Number(seen.id);
  const failed = wanted.steps.filter(({ status }) => status === 'failed').length;
  const of = wanted.steps.length === 0 ? '' : `, ${failed} of ${wanted.steps.length} steps failed`;
  const remarks = wanted.remarks.length === 0 ? '' : ` (${wanted.remarks.join('; ')})`;
  const said = { ...link, text: `${wanted.outcome}${of}${remarks}` };
  // First what is about to be written: if the publisher is killed, the next one knows it from what people write.
  if (writesAnything(changes)) await storeCaseRecord(client, seen.key, said, changes.begun);
  if (changes.rows !== undefined) {
    await api.editIssue({
      issueIdOrKey: seen.key,
      body: { fields: { [fields.steps]: { [fields.rows]: changes.rows } } },
    });
  }
  if (changes.statuses.length > 0) await api.setStepStatuses({ body: { issueId, rows: [...changes.statuses] } });
  for (const { rowIndex, comment, file } of changes.failures) {
    if (comment !== undefined) {
      await api.addStepComment({ body: { issueId, rowIndex, comment } });
    }
    if (file !== undefined) {
      const bytes = Buffer.from(file.text);
      await api.addStepAttachments({
        query: { issueId: String(issueId), rowIndex: String(rowIndex) },
        files: [{ part: 'file', filename: file.name, mimeType: 'text/plain', bytes }],
      });
    }
  }
  if (changes.comment !== undefined) {
    await api.addComment({ issueIdOrKey: seen.key, body: { body: changes.comment } });
  }
  const stuck = changes.target === undefined ? undefined : await mover.move(seen, changes.target);
  const { moved } = changes.begun;
  const done = stuck === undefined ? changes.done : { ...changes.done, moved, moves: moved };
  await storeCaseRecord(client, seen.key, said, done);
  return stuck === undefined ? [] : [stuck];
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
    ...(rows === undefined ? [] : [`gets ${rows.filter(({ isGroup }) => !isGroup).length} steps`]),
    ...names.map((name) => {
      const count = statuses.filter(({ status }) => status === name).length;
      return `${count} ${count === 1 ? 'step' : 'steps'} to ${name}`;
    }),
    ...failures.map(({ rowIndex }) => `step ${rowIndex + 1} gets a comment and a file`),
    ...(comment === undefined ? [] : ['gets a comment']),
    ...(target === undefined ? [] : [`moves to ${target}`]),
    'links to the run',
  ];
}
