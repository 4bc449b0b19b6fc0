import type { CreateIssueRequest } from '../../../contracts/index.js';
import type { ProvidedTestProject, TestFixtures } from '../../../fixtures/index.js';
import { itemsOf, propertyOf } from '../../support/json.js';
import { readIssue } from './read-issue.js';

/** Names that the rows of a Steps value may have (TM-N02). */
export const rowsProperties = ['stepsRows', 'rows', 'steps', 'testSteps', 'stepRows'] as const;

/** The properties of a value that hold rows: lists of objects with cells. Others are lists of columns and statuses. */
export function rowsPropertiesOf(value: unknown): string[] {
  const areRows = (list: unknown) => itemsOf(list).some((row) => Array.isArray(propertyOf(row, 'cells')));
  return Object.entries(value ?? {}).flatMap(([name, list]) => (areRows(list) ? [name] : []));
}

/** The properties that hold rows in the Steps of an issue that is created so; none if its creation is refused. */
export async function rowsPropertiesTaken(
  issues: TestFixtures['issues'],
  { fields }: ProvidedTestProject,
  body: CreateIssueRequest,
): Promise<string[]> {
  const created = await issues.createIssue({ body });
  if (!created.ok) return [];
  return rowsPropertiesOf((await readIssue(issues, created.data.key)).fields[fields.steps]);
}
