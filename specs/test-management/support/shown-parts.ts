import { test } from '../../../fixtures/index.js';
import type { ProvidedIssue, ProvidedTestManagementProject, TestFixtures } from '../../../fixtures/index.js';
import { findOnce } from '../../support/find-once.js';
import { at } from '../../support/values.js';
import { fileOf } from './issues.js';
import { newStatuses, stepsIn } from './rows.js';

export const EXECUTED_CELL = 'Changed in the case';

/** The status, comment and file that {@link execute} gives to a step. */
export function executedRow(project: ProvidedTestManagementProject, rowIndex = 0) {
  return {
    status: at(newStatuses(project), -1),
    comments: [`Seen in the case at ${rowIndex}`],
    attachments: [`seen-at-${rowIndex}.txt`],
  };
}

export function executedTexts(project: ProvidedTestManagementProject): string[] {
  const { comments, attachments } = executedRow(project);
  return [...comments, ...attachments];
}

/**
 * Writes a cell, a status, a comment and a file into a step.
 *
 * @returns which of the parts the tracker took
 * @throws Error if it refuses a call because there were too many: nothing is known of the step then
 */
export async function execute(
  api: TestFixtures['testManagement'],
  project: ProvidedTestManagementProject,
  { id: issueId }: ProvidedIssue,
  rowIndex = 0,
): Promise<Record<ExecutionPart, boolean>> {
  const place = { issueId, rowIndex };
  const { status, comments, attachments } = executedRow(project, rowIndex);
  const answers = [
    await api.setStepStatus({ body: { ...place, status } }),
    await api.addStepComment({ body: { ...place, comment: at(comments, 0) } }),
    await api.addStepAttachments({
      query: { issueId: String(issueId), rowIndex: String(rowIndex) },
      files: attachments.map((name) => fileOf(name)),
    }),
    await api.setStepCell({ body: { ...place, columnIndex: 0, cellValue: EXECUTED_CELL } }),
  ];
  for (const { exchange } of answers) {
    if (exchange.status === 429) throw new Error(`${exchange.method} ${exchange.url} → 429: too many requests.`);
  }
  const [ofStatus, ofComments, ofFiles] = answers.map(({ ok }) => ok);
  return { status: ofStatus === true, comments: ofComments === true, attachments: ofFiles === true };
}

/** The parts that a step of a case may be read back with, besides its cells (TM-N02). */
export const executionParts = ['status', 'comments', 'attachments'] as const;

export type ExecutionPart = (typeof executionParts)[number];

interface Looking extends Pick<
  TestFixtures,
  'tracker' | 'build' | 'stepsTables' | 'testManagement' | 'testCaseTemplates' | 'testPlans'
> {
  readonly project: ProvidedTestManagementProject;
  readonly testCase: ProvidedIssue;
}

/**
 * The parts that steps of a case are read back with, so that tests can see what becomes of them. The bundled fake shows
 * all. Another tracker shows a part if a property of a step has its name; else a case of its own is executed, once for
 * all tests of a worker, and shows which of the written values stand in it.
 */
export async function shownParts(looking: Looking): Promise<ReadonlySet<ExecutionPart>> {
  if (looking.tracker.answersAsAssumed) return new Set(executionParts);
  const named = await namedParts(looking);
  if (named.length === executionParts.length) return new Set(named);
  return new Set([...named, ...(await findOnce(looking.tracker, 'TM-N02', () => executedParts(looking)))]);
}

const names = {
  status: /"[^"]*status[^"]*":/i,
  comments: /"[^"]*comment[^"]*":/i,
  attachments: /"[^"]*attach[^"]*":/i,
};

async function namedParts({ stepsTables, project, testCase }: Looking): Promise<readonly ExecutionPart[]> {
  const steps = stepsIn(await stepsTables.of(project, testCase));
  return executionParts.filter((part) => steps.some(({ rest }) => names[part].test(JSON.stringify(rest))));
}

/**
 * Its only row is a step, so that a tracker that counts rows wrongly shows its parts too, and fails the tests. A part that
 * was refused counts as shown: the refusal is what the tests are to tell.
 */
async function executedParts({ stepsTables, testManagement, testCaseTemplates, testPlans, build, project }: Looking) {
  const templates = [await testCaseTemplates.provide(project, build.steps.for(project).steps(1).build())];
  const tried = at((await testPlans.provide(project, { templates })).cases, 0);
  const isTaken = await execute(testManagement, project, tried);
  const step = at(stepsIn(await stepsTables.of(project, tried)), 0);
  const { status, comments, attachments } = executedRow(project);
  const texts = JSON.stringify(step.rest);
  const stands = (written: readonly string[]) => written.every((text) => texts.includes(JSON.stringify(text)));
  const isShown = { status: step.status === status, comments: stands(comments), attachments: stands(attachments) };
  return executionParts.filter((part) => isShown[part] || !isTaken[part]);
}

/** Skips a test that can't see what becomes of a part. Its rule stays unverified. */
export function skipUnlessShown(parts: readonly ExecutionPart[], shown: ReadonlySet<ExecutionPart>): void {
  const hidden = parts.filter((part) => !shown.has(part));
  test.skip(
    hidden.length > 0,
    `The tracker reads steps back without their ${hidden.join(', ')} (TM-N02), so a test can't see what becomes of it.`,
  );
}
