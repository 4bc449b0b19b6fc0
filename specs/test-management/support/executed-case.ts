import type { ProvidedIssue, ProvidedTestProject } from '../../../fixtures/index.js';
import type { Api } from './calls.js';
import { fileOf } from './files.js';
import { at } from '../../support/at.js';
import { newStatuses } from './rows.js';

/** Changes a cell of the first step of a case, and gives the step a status, a comment and a file. */
export async function execute(api: Api, project: ProvidedTestProject, { id: issueId }: ProvidedIssue): Promise<void> {
  const place = { issueId, rowIndex: 0 };
  await api.setStepCell({ body: { ...place, columnIndex: 0, cellValue: 'Changed in the case' } });
  await api.setStepStatus({ body: { ...place, status: at(newStatuses(project), -1) } });
  await api.addStepComment({ body: { ...place, comment: 'Seen in the case' } });
  await api.addStepAttachments({
    query: { issueId: String(issueId), rowIndex: '0' },
    files: [fileOf('seen.txt')],
  });
}
