import type { CreateIssueRequest } from '../../../contracts/index.js';
import type { ProvidedTestProject, TestFixtures } from '../../../fixtures/index.js';
import { readIssue } from './read-issue.js';

/** Names that the rows of a Steps value may have (TM-N02). */
export const rowsProperties = ['stepsRows', 'rows', 'steps', 'testSteps', 'stepRows'] as const;

/** The properties of a value that hold lists. */
export function rowsPropertiesOf(value: unknown): string[] {
  return Object.entries(value ?? {}).flatMap(([name, list]) => (Array.isArray(list) ? [name] : []));
}

/** The properties that hold lists in the Steps of an issue that is created so; none if its creation is refused. */
export async function rowsPropertiesTaken(
  issues: TestFixtures['issues'],
  { fields }: ProvidedTestProject,
  body: CreateIssueRequest,
): Promise<string[]> {
  const created = await issues.createIssue({ body });
  if (!created.ok) return [];
  return rowsPropertiesOf((await readIssue(issues, created.data.key)).fields[fields.steps]);
}
