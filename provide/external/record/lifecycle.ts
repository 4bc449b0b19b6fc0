import { counted } from '../../../contracts/counted.js';
import { messageOf } from '../../../contracts/thrown.js';
import { identityOf } from '../ledger/ledger-line.js';
import type { LedgerItem, LedgerItemOf } from '../ledger/ledger-line.js';
import { CleanupProblems } from '../undo/cleanup.js';
import type { Cleanup } from '../undo/cleanup.js';
import { undoIssueGroup } from '../undo/undo-issues.js';
import { undo } from '../undo/undo.js';
import { eachOf } from '../../../client/setup-client.js';
import { cleanupBy } from './external-test.js';
import type { ExternalTest, ExternalWorker } from './external-test.js';

/** So many issues of earlier tests are deleted together: it takes fewer calls. */
const MANY_ISSUES = 40;

/**
 * Undoes what a test made and changed, and reads it again. Its issues are deleted together with those of other tests, and
 * the projects of the worker when that ends.
 *
 * @param failed whether the test has failed: then nothing that it used is kept for the next test
 * @throws CleanupError, OutputError
 */
export async function undoTest(test: ExternalTest, failed: boolean): Promise<void> {
  const { worker, owned } = test;
  const { ledger, kept, left, made } = worker;
  kept.splice(0, kept.length, ...kept.filter(({ isInUse }) => !(failed && isInUse)));
  for (const one of kept) one.isInUse = false;
  const isOfWorker = ({ kind, what }: LedgerItem) =>
    kind === 'issue' || (kind === 'project' && made.some(({ key }) => key === what));
  const items = ledger.open.filter((item) => !isOfWorker(item) && !left.has(identityOf(item)));
  const problems = new CleanupProblems(ledger);
  await undoEach(items, cleanupBy(worker, owned), problems, left);
  if (waitingIssues(worker).length >= MANY_ISSUES) await undoIssues(worker);
  problems.throwIfAny('test');
}

/** Undoes everything that the tests of a worker have made and changed. @throws CleanupError, OutputError */
export async function undoWorker(worker: ExternalWorker): Promise<void> {
  const { ledger, problems, kept, made } = worker;
  kept.length = 0;
  made.length = 0;
  await undoIssues(worker);
  const others = ledger.open.filter(({ kind }) => kind !== 'issue');
  await undoEach(others, cleanupBy(worker), problems, new Set());
  problems.throwIfAny('run');
}

/**
 * The entries of projects come first: the entries of templates in projects of others would count as made by others.
 * Connections come one after the other, backwards: one may have the name that another is to get back.
 */
async function undoEach(items: readonly LedgerItem[], by: Cleanup, problems: CleanupProblems, left: Set<string>) {
  const undoItem = async (item: LedgerItem) => {
    if (!(await problems.undo(item, () => undo(item, by)))) left.add(identityOf(item));
  };
  const isOfProject = ({ kind }: LedgerItem) => kind === 'project entries';
  const isConnection = ({ kind }: LedgerItem) => kind === 'connection';
  await eachOf(items.filter(isOfProject), undoItem);
  await eachOf(
    items.filter((item) => !isOfProject(item) && !isConnection(item)),
    undoItem,
  );
  for (const item of items.filter(isConnection)) await undoItem(item);
}

async function undoIssues(worker: ExternalWorker): Promise<void> {
  const { ledger, left, problems } = worker;
  const issues = waitingIssues(worker);
  try {
    await undoIssueGroup(issues, cleanupBy(worker), problems);
  } catch (error) {
    problems.left(`${counted(issues.length, 'issue')} of tests: ${messageOf(error)}`);
  }
  for (const item of issues) if (ledger.find(item.kind, item.what) !== undefined) left.add(identityOf(item));
}

/** The issues that no test may use again. */
function waitingIssues({ ledger, kept, left }: ExternalWorker): LedgerItemOf<'issue'>[] {
  const keptKeys = new Set(kept.flatMap(({ issues }) => issues.map(({ key }) => key)));
  return ledger.open
    .filter((item) => item.kind === 'issue')
    .filter((item) => !keptKeys.has(item.what) && !left.has(identityOf(item)));
}
