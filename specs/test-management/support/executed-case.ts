import type { ProvidedIssue, ProvidedTestProject, TestManagementFixtures } from '../../../fixtures/index.js';
import { fileOf } from './files.js';
import { at } from '../../support/at.js';
import { newStatuses } from './rows.js';

/** The text of the first cell of an executed step. */
export const EXECUTED_CELL = 'Changed in the case';

/** The status, comment and file that {@link execute} gives to a step. */
export function executedRow(project: ProvidedTestProject, rowIndex = 0) {
  return {
    status: at(newStatuses(project), -1),
    comments: [`Seen in the case at ${rowIndex}`],
    attachments: [`seen-at-${rowIndex}.txt`],
  };
}

/** The texts that {@link execute} leaves in a step. */
export function executedTexts(project: ProvidedTestProject): string[] {
  const { comments, attachments } = executedRow(project);
  return [...comments, ...attachments];
}

/** Changes a cell of a step of a case, and gives the step a status, a comment and a file. */
export async function execute(
  api: TestManagementFixtures['testManagement'],
  project: ProvidedTestProject,
  { id: issueId }: ProvidedIssue,
  rowIndex = 0,
): Promise<void> {
  const place = { issueId, rowIndex };
  const { status, comments, attachments } = executedRow(project, rowIndex);
  await api.setStepCell({ body: { ...place, columnIndex: 0, cellValue: EXECUTED_CELL } });
  await api.setStepStatus({ body: { ...place, status } });
  await api.addStepComment({ body: { ...place, comment: at(comments, 0) } });
  await api.addStepAttachments({
    query: { issueId: String(issueId), rowIndex: String(rowIndex) },
    files: attachments.map((name) => fileOf(name)),
  });
}
