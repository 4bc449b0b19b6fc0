import { RawBody } from '../raw-body.js';

/** Bodies no steps call takes, each named by what is wrong with it; an issue of the given id is there. */
export function malformedStepCalls(
  issueId: number,
): Readonly<Record<'setStepStatus' | 'setStepStatuses' | 'addStepComment' | 'setStepCell', readonly RawBody[]>> {
  const place = { issueId, rowIndex: 0 };
  return {
    setStepStatus: [
      RawBody.json('null', null),
      RawBody.json('without issueId', { rowIndex: 0, status: 'Pass' }),
      RawBody.json('without rowIndex', { issueId, status: 'Pass' }),
      RawBody.json('without status', place),
      RawBody.json('a status that is a number', { ...place, status: 3 }),
      RawBody.json('rowIndex below 0', { issueId, rowIndex: -1, status: 'Pass' }),
      RawBody.json('rowIndex with a fraction', { issueId, rowIndex: 0.5, status: 'Pass' }),
    ],
    setStepStatuses: [
      RawBody.json('an array', []),
      RawBody.json('without rows', { issueId }),
      RawBody.json('rows that is an object', { issueId, rows: { rowIndex: 0, status: 'Pass' } }),
      RawBody.json('a row without status', { issueId, rows: [{ rowIndex: 0 }] }),
    ],
    addStepComment: [
      RawBody.json('without comment', place),
      RawBody.json('a comment that is null', { ...place, comment: null }),
    ],
    setStepCell: [
      RawBody.json('without columnIndex', { ...place, cellValue: 'x' }),
      RawBody.json('without cellValue', { ...place, columnIndex: 0 }),
      RawBody.json('a cellValue that is a number', { ...place, columnIndex: 0, cellValue: 1 }),
      RawBody.json('columnIndex below 0', { ...place, columnIndex: -1, cellValue: 'x' }),
    ],
  };
}

/** Bodies that copy no plan. */
export const malformedCopies: readonly RawBody[] = [
  RawBody.json('null', null),
  RawBody.json('without testPlanKey', { copyStrategy: 'BY_TEST_CASES' }),
  RawBody.json('testPlanKey as a number', { testPlanKey: 7 }),
  RawBody.json('a copyStrategy that does not exist', { testPlanKey: 'QA-2', copyStrategy: 'BY_MAGIC' }),
  RawBody.json('projects as text', { testPlanKey: 'QA-2', projects: 'QA' }),
  RawBody.json('issueIds of nulls', { testPlanKey: 'QA-2', issueIds: [null] }),
  RawBody.json('async as text', { testPlanKey: 'QA-2', async: 'true' }),
];

/** Bodies that add no templates. */
export const malformedAdditions: readonly RawBody[] = [
  RawBody.json('null', null),
  RawBody.json('without testPlanKeys', { testCaseTemplateKeys: ['QA-1'] }),
  RawBody.json('without testCaseTemplateKeys', { testPlanKeys: ['QA-2'] }),
  RawBody.json('testPlanKeys as text', { testPlanKeys: 'QA-2', testCaseTemplateKeys: ['QA-1'] }),
  RawBody.json('testCaseTemplateKeys of numbers', { testPlanKeys: ['QA-2'], testCaseTemplateKeys: [1] }),
  RawBody.json('async as a number', { testPlanKeys: ['QA-2'], testCaseTemplateKeys: ['QA-1'], async: 1 }),
];
