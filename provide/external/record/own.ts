import { projectKeyOf } from '../../../contracts/index.js';
import { MistakeError } from '../../../contracts/mistake.js';
import { refuseMissingIssue, requireIssueKey } from '../../target.js';
import { clockAhead } from '../undo/cleanup.js';
import { TOLERANCE } from '../undo/undo-issues.js';
import { readIssue } from '../undo/found-issue.js';
import type { ExternalTest } from './external-test.js';

/**
 * Writes down what a test says to own: it was made without the clients, such as by an application under test.
 *
 * @param began when the test began, in milliseconds since 1970
 * @throws MistakeError if it may be of other people
 */
export async function own(what: string, { worker, owned }: ExternalTest, began: number): Promise<void> {
  const { setup, ledger, made } = worker;
  requireIssueKey(what);
  const refuse = (why: string) => new MistakeError(`tracker.owns('${what}'): ${why}, so it may be of other people.`);
  const project = projectKeyOf(what);
  if (!owned.has(project, 'made project', 'leased project', 'issue project'))
    throw refuse(`${project} is no project that this test was given`);
  const issue = await readIssue(setup, what);
  if (issue === undefined) refuseMissingIssue(what);
  if (issue.key !== what) throw refuse(`its key is ${issue.key}`);
  if (issue.created < began + (await clockAhead(setup)) - TOLERANCE) throw refuse('it was made before this test began');
  owned.add('issue', issue.key, issue.id);
  // Issues in a project of the worker are deleted with it.
  if (made.some(({ key }) => key === project)) return;
  const created = new Date(issue.created).toISOString();
  ledger.pending({ kind: 'issue', what, at: new Date().toISOString(), created });
}
