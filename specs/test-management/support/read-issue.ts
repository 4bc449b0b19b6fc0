import type { Issue } from '../../../contracts/index.js';
import type { ProvidedIssue, ProvidedTestProject, TestFixtures } from '../../../fixtures/index.js';
import { propertyOf } from '../../support/json.js';

/** The keys of the templates that cases name, in the order of the cases. */
export async function templateKeysOf(
  issues: TestFixtures['issues'],
  { fields }: ProvidedTestProject,
  cases: readonly Pick<ProvidedIssue, 'key'>[],
): Promise<unknown[]> {
  const found = await Promise.all(cases.map(({ key }) => readIssue(issues, key)));
  return found.map((issue) => issue.fields[fields.testCaseTemplate]);
}

/** An issue as the caller sees it. */
export async function readIssue(issues: TestFixtures['issues'], issueIdOrKey: string | number): Promise<Issue> {
  return (await issues.getIssue({ issueIdOrKey })).data;
}

/** A property of a field's value that names something: of the project, the type, the status or the parent of an issue. */
export function named({ fields }: Issue, field: string, property: 'key' | 'name' | 'id'): unknown {
  return propertyOf(fields[field], property);
}
