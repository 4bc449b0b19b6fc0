import { RawBody } from '../raw-body.js';

/** Bodies that no steps call accepts, each named by its error. An issue with the given id exists. */
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

/**
 * Bodies that copy no plan.
 *
 * @param testPlanKey the key of a plan that the test has made: some trackers may accept the body all the same
 */
export function malformedCopies(testPlanKey: string): readonly RawBody[] {
  const [projects] = testPlanKey.split('-');
  return [
    RawBody.json('null', null),
    RawBody.json('without testPlanKey', { copyStrategy: 'BY_TEST_CASES' }),
    RawBody.json('testPlanKey as a number', { testPlanKey: 7 }),
    RawBody.json('a copyStrategy that does not exist', { testPlanKey, copyStrategy: 'BY_MAGIC' }),
    RawBody.json('projects as text', { testPlanKey, projects }),
    RawBody.json('issueIds of nulls', { testPlanKey, issueIds: [null] }),
    RawBody.json('async as text', { testPlanKey, async: 'true' }),
  ];
}

/** Bodies that add no templates. @param plan the key of a plan, and of a test case template, that the test has made */
export function malformedAdditions(plan: string, template: string): readonly RawBody[] {
  return [
    RawBody.json('null', null),
    RawBody.json('without testPlanKeys', { testCaseTemplateKeys: [template] }),
    RawBody.json('without testCaseTemplateKeys', { testPlanKeys: [plan] }),
    RawBody.json('testPlanKeys as text', { testPlanKeys: plan, testCaseTemplateKeys: [template] }),
    RawBody.json('testCaseTemplateKeys of numbers', { testPlanKeys: [plan], testCaseTemplateKeys: [1] }),
    RawBody.json('async as a number', { testPlanKeys: [plan], testCaseTemplateKeys: [template], async: 1 }),
  ];
}
