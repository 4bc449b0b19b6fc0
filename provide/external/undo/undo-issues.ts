import { setTimeout as sleep } from 'node:timers/promises';
import { projectKeyOf } from '../../../contracts/index.js';
import { ForeignError } from '../../../client/errors.js';
import { eachOf } from '../../../client/setup-client.js';
import { ignoreMissing } from '../../../client/statuses.js';
import type { LedgerItemOf } from '../ledger/ledger-line.js';
import { issueMark, runInSummary } from '../ledger/run-mark.js';
import {
  clockAhead,
  issueReader,
  loginNames,
  readIssue,
  removeForGood,
  searchByName,
  searchIssues,
  settled,
} from './cleanup.js';
import type { Cleanup, CleanupProblems, FoundIssue, Leftover, Look } from './cleanup.js';

/** How long a call that makes an issue may take to be answered, in milliseconds. */
const LONGEST_CALL = 300_000;

/** How long it may take until a search finds the issues of an answered call, in milliseconds. */
const SEARCH_LAG = 2_000;

/** How far the compared clocks may be apart beyond the known difference, in milliseconds. */
export const TOLERANCE = 10_000;

/** How long after the call an issue without the run's mark may have been created to count as made by it. */
const AFTER = 120_000;

/** The time between two searches for issues that are still being made, in milliseconds. */
const LOOK = 500;

export const lookAtIssue: Look<'issue'> = async (item, by) => {
  const issue = await readIssue(by.setup, item.what);
  if (issue === undefined) return undefined;
  await requireOwned(item, issue, by);
  return remainsOf([issue], by);
};

function remainsOf(issues: readonly FoundIssue[], { setup }: Cleanup) {
  const undo = async () => {
    for (const { key } of issues) {
      await removeForGood(
        () => deleteIssue(setup, key),
        () => setup.getIssue({ issueIdOrKey: key, query: { fields: 'summary' } }),
      );
    }
  };
  const parts = issues.map(({ key, summary, parent }): Leftover => {
    const where = projectKeyOf(key);
    const goesWith = [`project ${where}`, ...(parent === undefined ? [] : [`issue ${parent}`])];
    return { what: `issue ${key} "${summary}"`, where, would: 'delete it with its sub-tasks', goesWith };
  });
  return { parts, undo };
}

function deleteIssue(setup: Cleanup['setup'], issueIdOrKey: string): Promise<unknown> {
  return setup.deleteIssue({ issueIdOrKey, query: { deleteSubtasks: 'true' } });
}

/** One search tells who made them, another that they are gone. If one of them is not, a search is not enough: each is read. */
export async function undoIssueGroup(
  items: readonly LedgerItemOf<'issue'>[],
  by: Cleanup,
  problems: CleanupProblems,
): Promise<void> {
  const { setup } = by;
  const issueOf = await issueReader(setup, keysOf(items));
  const areDeleted = await eachOf(items, (item) =>
    problems.attempt(item, async () => {
      const issue = await issueOf(item.what);
      if (issue === undefined) return;
      await requireOwned(item, issue, by);
      await ignoreMissing(() => deleteIssue(setup, item.what));
    }),
  );
  const deleted = items.filter((_item, at) => areDeleted[at]);
  const still = await searchByName(setup, keysOf(deleted));
  const isThere = async ({ what }: LedgerItemOf<'issue'>) => (await readIssue(setup, what)) !== undefined;
  const [sample] = deleted;
  const isDoubtful = still.size > 0 || (sample !== undefined && (await isThere(sample)));
  await eachOf(deleted, (item) =>
    problems.undo(item, async () => {
      if (isDoubtful && (await isThere(item))) throw new Error('it is still there');
    }),
  );
}

function keysOf(items: readonly LedgerItemOf<'issue'>[]): string[] {
  return items.map(({ what }) => what);
}

/**
 * Makes sure that the run made an issue. Its key alone does not say so: a tracker that was restored from a backup gives the
 * key to another issue.
 *
 * @throws ForeignError
 */
async function requireOwned(
  { at, created: known }: LedgerItemOf<'issue'>,
  issue: FoundIssue,
  by: Cleanup,
): Promise<void> {
  const { creator, created, summary } = issue;
  if (runInSummary(summary) === by.run || (known !== undefined && Date.parse(known) === created)) return;
  const named = `"${summary}" does not carry the mark of run ${by.run}`;
  if (creator === undefined || !(await loginNames(by)).has(creator)) {
    throw new ForeignError(`${named}, and ${creator ?? 'a user that the tracker does not name'} created it`);
  }
  const answered = Date.parse(at ?? '') + (await clockAhead(by.setup));
  if (created >= answered - LONGEST_CALL - TOLERANCE && created <= answered + TOLERANCE) return;
  throw new ForeignError(`${named}, and it was created at ${new Date(created).toISOString()}, when the run made none`);
}

type UnansweredCall = LedgerItemOf<'issues'>;

/** The issues of a call whose answer is missing or does not name them. Waits until it can make no more, or has made all. */
export const lookForIssues: Look<'issues'> = async (call, by) => {
  const { at, answered = false, awaits = 0 } = call;
  // After that the tracker's search finds the issues too.
  await settled(at, answered ? Math.min(by.settle, SEARCH_LAG) : by.settle);
  for (;;) {
    const found = await findIssuesOf(call, by);
    const areAll = found.filter(({ parent }) => parent === undefined).length >= awaits;
    if (areAll || Date.now() > Date.parse(at) + by.settle) return remainsOf(found, by);
    await sleep(LOOK);
  }
};

async function findIssuesOf(call: UnansweredCall, by: Cleanup): Promise<readonly FoundIssue[]> {
  const { copies, summaries, projects } = call;
  const jql = await queryFor(call, by);
  const found = jql === undefined ? [] : await searchIssues(by.setup, jql);
  if (found.length === 0) return [];
  const isCreatedBy = await creationCheck(call, by);
  const ofRun = by.issuesOfRun?.();
  const isKnown = (key: string) => [by.issuesOfOthers, ofRun].some((keys) => keys?.has(key)) || key === copies?.key;
  const owned = found.filter((issue) => {
    const { key, summary, type, parent } = issue;
    if (isKnown(key) || !isCreatedBy.time(issue)) return false;
    const run = runInSummary(summary);
    const isSent = summaries.includes(summary);
    if (run === by.run && (isSent || projects.length === 0)) return true;
    if (run === by.run) return copies !== undefined && summary.includes(copies.summary ?? '');
    // A copy of a plan may have a summary without the mark of the run.
    const isCopy = run === undefined && copies?.type !== undefined && type === copies.type && parent === undefined;
    return (isSent || isCopy) && isCreatedBy.user(issue);
  });
  if (ofRun === undefined || projects.length > 0) return owned;
  // A sub-task of an issue of the run is deleted with it, such as the cases of a plan that is kept for the next test.
  const doubtful = owned.filter(({ parent }) => parent === undefined || !ofRun.has(parent)).map(({ key }) => key);
  if (doubtful.length === 0) return [];
  // Only the run's mark identifies them, and another test that is still running uses the same mark.
  throw new Error(`${doubtful.join(', ')} may be its, or of another test of the run: sweep when the run is over`);
}

/** The query for the tracker's search. Its relative time follows the tracker's own clock. */
async function queryFor(call: UnansweredCall, { setup, run }: Cleanup): Promise<string | undefined> {
  const { at, given = [], summaries, copies } = call;
  const isNamed = call.projects.length > 0;
  const read = (projectIdOrKey: string) => ignoreMissing(() => setup.getProject({ projectIdOrKey }));
  const projects = await eachOf(isNamed ? call.projects : given, read);
  const keys = new Set(projects.flatMap((project) => project?.key ?? []));
  if (keys.size === 0) return undefined;
  const minutes = Math.max(0, Math.ceil((Date.now() - Date.parse(at)) / 60_000)) + 2;
  // A copy need not have a summary with the mark.
  const isMarked = copies === undefined && summaries.every((summary) => runInSummary(summary) === run);
  const marked = !isNamed || isMarked ? ` AND summary ~ "\\"${issueMark(run).slice(1, -1)}\\""` : '';
  const inProjects = `project in (${[...keys].map((key) => `"${key}"`).join(', ')})`;
  return `${inProjects}${marked} AND created >= -${minutes}m ORDER BY created DESC`;
}

/** Tells of an issue whether it was created after a call began, and whether a login of runs created it while it ran. */
async function creationCheck({ at }: Pick<UnansweredCall, 'at'>, by: Cleanup) {
  const [ahead, logins] = [await clockAhead(by.setup), await loginNames(by)];
  const [from, until] = [Date.parse(at) - TOLERANCE + ahead, Date.parse(at) + AFTER + ahead];
  return {
    time: ({ created }: FoundIssue) => created >= from,
    user: ({ created, creator }: FoundIssue) => created <= until && creator !== undefined && logins.has(creator),
  };
}

const MOST_READ = 100;

/**
 * The issues that a call has just made, of those that its answer may name: a login of runs has created them since, and no
 * ledger of the run names them.
 *
 * @param enough reads no more if so many are found that are a sub-task of no other
 */
export async function newIssuesOf(
  call: Pick<UnansweredCall, 'at'>,
  keys: readonly string[],
  by: Cleanup,
  enough: number,
): Promise<FoundIssue[]> {
  const ofRun = by.issuesOfRun?.();
  const some = keys.filter((key) => ofRun?.has(key) !== true).slice(0, MOST_READ);
  const isCreatedBy = await creationCheck(call, by);
  const issueOf = await issueReader(by.setup, some);
  const found: FoundIssue[] = [];
  await eachOf(some, async (key) => {
    if (new Set(found.map((one) => one.parent ?? one.key)).size >= enough) return;
    const issue = await issueOf(key);
    const isOfOther = issue === undefined || (runInSummary(issue.summary) ?? by.run) !== by.run;
    if (!isOfOther && isCreatedBy.time(issue) && isCreatedBy.user(issue)) found.push(issue);
  });
  return found;
}
